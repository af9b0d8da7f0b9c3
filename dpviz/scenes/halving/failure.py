"""The theorem's budget and hardness, beside how often the best arm is really lost."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.scenes import style
from dpviz.scenes.formula import formula
from dpviz.scenes.marks import line, points
from dpviz.scenes.scene import Assumption, Card, Scene, Table
from dpviz.scenes.words import percent, plain, probability, rounded
from dpviz.tuning import FailureRates, failure_bound, hardness, sufficient_budget

Floats = NDArray[np.float64]
FLOOR = 1e-6
MEMORY = (
    "The constants 3 and 8 are remembered, not re-read; the shape of the bound is that of the lecture notes."
)


def failure_scene(
    *,
    means: Floats,
    found: FailureRates,
    exact: Floats | None,
    curve: Floats,
    beta: float,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Probability of losing the best arm, along the budget: bound, truth, simulation (SH-2).

    Parameters
    ----------
    means : ndarray of shape (n,)
    found : FailureRates
        At the slider's budgets.
    exact : ndarray of shape (F,), optional
        Where it is known.
    curve : ndarray of shape (F,)
        Unused budgets' bound, one for each slider value.
    beta : float
    axis, values, start, code
        See `Scene`.
    """
    low, high = found.band()
    enough = sufficient_budget(means, beta=beta)
    truth = found.rate if exact is None else exact
    # A share of 0 has no place on a logarithmic scale; the band says what is known.
    drawn = np.where(truth > 0, np.maximum(truth, FLOOR), np.nan)
    name = "measured" if exact is None else "exact"
    here = np.repeat(values[:, None], 2, axis=1)
    both = np.stack([np.minimum(curve, 3.0), drawn], axis=1)
    x_end = max(float(values[-1]), 1.3 * enough)
    figure = style.figure(
        line(np.concatenate([values, values[::-1]]),
             np.concatenate([np.maximum(low, FLOOR), np.maximum(high, FLOOR)[::-1]]), style.CLEAR,
             f"95 % band of {found.runs:,} runs each", width=1, fill="toself", fillcolor=style.FAINT_BLUE),
        line(values, drawn, style.BLUE, f"best arm lost: {name}", width=4),
        line(np.geomspace(values[0], x_end, 81), failure_bound(means, np.geomspace(values[0], x_end, 81)),
             style.ORANGE, "bound", dash="dash"),
        points([enough], [beta], style.PURPLE, "the theorem’s budget for β", symbol="diamond", size=14),
        line(here[start], [FLOOR / 10, 10], style.GREY, width=2),
        points(here[start], both[start], [style.ORANGE, style.BLUE], size=11),
        height=460,
        xaxis=style.axis("budget (pulls)", type="log", dtick=1,
                         range=[math.log10(values[0]) - 0.05, math.log10(x_end) + 0.05]),
        yaxis=style.axis("probability", type="log", dtick=1, exponentformat="power", range=[math.log10(FLOOR), 0.6]),
    )  # fmt: skip
    measured = [
        f"{probability(float(r))} (95 %: {probability(float(a))} to {probability(float(b))})"
        for r, a, b in zip(found.rate, low, high, strict=True)
    ]
    return Scene(
        title="What the theorem asks for, and what is enough",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 4, "x"): here, ("data", 5, "x"): here, ("data", 5, "y"): both},
        sentences=[
            f"With {int(v):,} pulls the best arm was lost in {int(k):,} of {found.runs:,} runs"
            + (f"; exactly, the probability is {percent(float(truth[f]))}" if exact is not None else "")
            + f". The bound says {'nothing: it is above 1' if curve[f] > 1 else 'at most ' + percent(float(curve[f]))}."
            + f" For β = {percent(beta)} the theorem asks for {enough:,} pulls."
            for f, (v, k) in enumerate(zip(values, found.failures, strict=True))
        ],
        table=Table(
            columns=("", "probability"),
            rows=tuple(
                (
                    ("bound", probability(float(curve[f]))),
                    *((("exact", probability(float(truth[f]))),) if exact is not None else ()),
                    (f"measured in {found.runs:,} runs", measured[f]),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "budget": [str(int(v)) for v in values],
            "beta": [plain(beta)],
            "h2": [rounded(hardness(means))],
            "enough": [f"{enough:,}"],
            "bound": [probability(float(c)) for c in curve],
            "truth": [probability(float(t)) for t in truth],
            "measured": measured,
        },
        card=Card(
            title="A budget that is enough",
            source="SH-2",
            formula=formula(r"\Pr[\text{lost}]\le 3\log_2 n\;\exp\left(-\frac{B}{8\,H_2\log_2 n}\right)"),
            filled=formula(r"B=\text{@budget},\;H_2=\text{@h2}:\quad\text{@truth}\;\le\;\text{@bound}"),
            rows=(
                ("bound", "bound"),
                ("truth: exact" if exact is not None else "truth: measured", "truth"),
                ("measured", "measured"),
                ("the theorem’s budget for β", "enough"),
            ),
            assumptions=(
                Assumption("one arm is best"),
                Assumption("rewards lie in [0, 1] and each pull is a fresh draw"),
                Assumption("the bound is below 1, so that it says something",
                           tuple(bool(c < 1) for c in curve)),
            ),
            note=f"From memory. {MEMORY} β is a chance to fail, no privacy slack.",
        ),
        code=code,
    )  # fmt: skip


def hardness_scene(
    *, means: Floats, beta: float, axis: str, values: Floats, start: int, code: str = ""
) -> Scene:
    """How much each arm adds to the hardness of the problem (SH-2).

    Parameters
    ----------
    means : ndarray of shape (F, n)
        True means, the best first, a frame at a time.
    beta : float
    axis, values, start, code
        See `Scene`.
    """
    n = means.shape[1]
    order = np.arange(2, n + 1)
    each = order / np.square(means[:, :1] - means[:, 1:])
    h2 = [hardness(row) for row in means]
    top = each.argmax(axis=1)
    colours = [[style.ORANGE if i == t else style.GREY for i in range(n - 1)] for t in top]
    enough = [sufficient_budget(row, beta=beta) for row in means]
    figure = style.figure(
        {"type": "bar", "x": order, "y": each[start], "marker": {"color": colours[start]}, "hoverinfo": "skip",
         "showlegend": False},
        height=360,
        xaxis=style.axis("arm i, in order of its mean", range=[1.3, n + 0.7], nticks=min(n, 16)),
        yaxis=style.axis("i ÷ gap²", type="log", dtick=1,
                         range=[0, math.log10(float(each.max())) + 0.2]),
    )  # fmt: skip
    return Scene(
        title="What makes it hard",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 0, "y"): each, ("data", 0, "marker", "color"): colours},
        sentences=[
            f"The second best arm is {means[f, 0] - means[f, 1]:.3g} below the best. Arm {top[f] + 2} is hardest to "
            f"be rid of: H₂ = {rounded(h2[f])}, and the theorem asks for {enough[f]:,} pulls at β = {percent(beta)}."
            for f in range(len(values))
        ],
        table=Table(
            columns=("arm", "mean", "gap", "i ÷ gap²"),
            rows=tuple(
                tuple(
                    (str(i + 2), f"{row[i + 1]:.4f}", f"{row[0] - row[i + 1]:.4f}", rounded(float(e[i])))
                    for i in range(n - 1)
                )
                for row, e in zip(means, each, strict=True)
            ),
        ),
        slots={
            "means": [str([round(float(m), 12) for m in row]) for row in means],
            "beta": [plain(beta)],
            "h2": [rounded(h) for h in h2],
            "enough": [f"{e:,}" for e in enough],
            "n": [str(n)],
            "hardest": [str(t + 2) for t in top],
        },
        card=Card(
            title="One number for how hard it is",
            source="SH-2",
            formula=formula(
                r"H_2=\max_{i\ge 2}\frac{i}{(v_1-v_i)^2},\qquad "
                r"B\ge 8\,H_2\log_2 n\,\ln\frac{3\log_2 n}{\beta}"
            ),
            filled=formula(
                r"H_2=\text{@h2}\;(i=\text{@hardest}),\qquad n=\text{@n},\ \beta=\text{@beta}:\quad "
                r"B\ge\text{@enough}"
            ),
            rows=(
                ("hardness H₂", "h2"),
                ("arm that attains it", "hardest"),
                ("the theorem’s budget for β", "enough"),
            ),
            assumptions=(Assumption("the arms are in order of their means v, and one is best"),),
            note=f"From memory. {MEMORY} The truth needs far less: see the next picture.",
        ),
        code=code,
    )  # fmt: skip
