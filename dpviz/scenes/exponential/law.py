"""The law of the exponential mechanism: each answer's score above, its probability below."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.answers import Answers
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, number, percent, plain, probability
from dpviz.mechanisms.sweep import LawSweep
from dpviz.scenes.marks import QUARTERS, heading

SHOWN = 8  # rows of the table: the likeliest answers; the rest are summed up in one line
FLOOR = 1e-12  # where the logarithmic picture ends


def law_scene(
    *,
    answers: Answers,
    sweep: LawSweep,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    logarithmic: bool = False,
    code: str = "",
) -> Scene:
    """Probabilities over the candidates, along ε or n (EXP-1).

    Parameters
    ----------
    answers : Answers
        The m candidates.
    sweep : LawSweep
        Scores and laws, a frame at a time.
    axis, values, start
        See `Scene`.
    logarithmic : bool
        Whether probabilities are drawn on a logarithmic axis, down to 10^-12.
    code : str
        See `Scene`.
    """
    scores, laws, epsilon, n = sweep.scores, sweep.laws, sweep.epsilon, sweep.n
    sensitivity, factor = sweep.sensitivity, 1 if sweep.monotonic else 2
    share = scores / n[:, None]
    best = laws.argmax(axis=1)
    drawn = np.log10(np.maximum(laws, FLOOR)) + 12 if logarithmic else laws
    floor = 12 + np.log10(FLOOR)
    top = (0.0, 12.4) if logarithmic else (0.0, 1.04)
    ticks: dict[str, Any] = (
        {"tickvals": [0, 3, 6, 9, 12], "ticktext": ["10⁻¹²", "10⁻⁹", "10⁻⁶", "0.001", "1"]}
        if logarithmic
        else QUARTERS
    )
    low, high = min(0.0, float(share.min())), max(0.0, float(share.max()))
    pad = 0.06 * (high - low or 1)
    figure = style.figure(
        {"type": "bar", "x": answers.x, "y": share[start], "marker": {"color": style.GREY}, "name": "score",
         "hovertemplate": "%{x}: score %{y:.3f} of n<extra></extra>"},
        {"type": "bar", "x": answers.x, "y": drawn[start], "yaxis": "y2", "name": "probability",
         "marker": {"color": _colours(laws[start])},
         "hovertemplate": "%{x}<extra></extra>" if logarithmic else "%{x}: %{y:.4f}<extra></extra>"},
        height=460,
        showlegend=False,
        xaxis=style.axis(answers.axis, anchor="y2", **answers.x_options),
        yaxis=style.axis("score ÷ n", domain=[0.68, 1], range=[low - pad * (low < 0), high + pad], nticks=4),
        yaxis2=style.axis("probability", domain=[0, 0.58], range=list(top), **ticks),
        annotations=[
            heading("score: how well each answer fits the table", 1.0),
            heading("probability that it is the answer given", 0.58),
        ],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {("data", 1, "y"): drawn.clip(floor)}
    if axis == "n":
        motion["data", 0, "y"] = share
        motion["data", 1, "marker", "color"] = [_colours(law) for law in laws]
    m = laws.shape[1]
    return Scene(
        title=answers.title("Which answer is given, and how often"),
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            _sentence(answers, law, int(b), float(e), int(k))
            for law, b, e, k in zip(laws, best, epsilon, n, strict=True)
        ],
        table=Table(
            columns=("answer", "score (people)", "probability"),
            rows=tuple(_rows(answers, u, law) for u, law in zip(scores, laws, strict=True)),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "n": [str(int(k)) for k in n],
            "sensitivity": [number(sensitivity)],
            "m": [str(m)],
            "rate": [f"{e / (factor * sensitivity):.4g}" for e in epsilon],
            "best": [answers.labels[b] for b in best],
            "p_best": [probability(float(law[b])) for law, b in zip(laws, best, strict=True)],
            "odds": [_power(float(e) / (factor * sensitivity)) for e in epsilon],
        },
        card=Card(
            title="The exponential mechanism",
            source="EXP-1, EXP-2",
            formula=formula(
                r"\Pr[M(X)=y]=\frac{e^{\varepsilon\,u(X,y)/(2\Delta u)}}{\sum_z e^{\varepsilon\,u(X,z)/(2\Delta u)}}"
                if factor == 2
                else r"\Pr[M(X)=y]=\frac{e^{\varepsilon\,u(X,y)/\Delta u}}{\sum_z e^{\varepsilon\,u(X,z)/\Delta u}}"
            ),
            filled=formula(r"\Pr[M(X)=y]\;\propto\;e^{\text{@rate}\times\text{score}}"),
            rows=(
                ("candidates m", "m"),
                ("sensitivity Δu, in people", "sensitivity"),
                ("one more person on an answer's side multiplies its weight by", "odds"),
                ("likeliest answer", "best"),
                ("its probability", "p_best"),
            ),
            note=f"Asked is: {answers.text}" if answers.text else "",
            assumptions=(
                Assumption("the candidates are public: they do not come from the table"),
                Assumption(
                    "Δu bounds what one person can change"
                    + ("" if factor == 2 else "; and one person moves all scores the same way")
                ),
            ),
        ),
        code=code,
    )


def _colours(law: NDArray[np.float64]) -> list[str]:
    best = law.max()
    return [style.ORANGE if p == best else style.BLUE for p in law]


def _power(x: float) -> str:
    return f"{np.exp(x):.4g}"


def _sentence(answers: Answers, law: NDArray[np.float64], best: int, epsilon: float, n: int) -> str:
    even = 1 / len(law)
    said = (
        f"With ε = {nats(epsilon)} and {n:,} people, the likeliest answer is {answers.said(best)}, "
        f"given with probability {percent(float(law[best]))}"
    )
    if law[best] < 2 * even:
        return f"{said}: hardly better than a blind guess, which would be right {percent(even)} of the time."
    second = int(np.argsort(law)[-2])
    return f"{said}; next comes {answers.said(second)} with {percent(float(law[second]))}."


def _rows(
    answers: Answers, scores: NDArray[np.float64], law: NDArray[np.float64]
) -> tuple[tuple[str, ...], ...]:
    order = np.argsort(-law, kind="stable")
    shown = order[: SHOWN if len(law) > SHOWN + 1 else len(law)]
    rows = [(answers.labels[y], number(scores[y]), probability(float(law[y]))) for y in shown]
    if len(shown) < len(law):
        rest = law[order[len(shown) :]]
        rows.append((f"the other {len(rest)} together", "", probability(float(rest.sum()))))
    return tuple(rows)
