"""Many releases of one table: what they cost, and what they give away."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, plain, small
from dpviz.mechanisms.composition_sweep import BudgetSweep, CompositionSweep
from dpviz.scenes.marks import heading, label, line, points

NAMES = ("basic: add up", "advanced, classic", "advanced, tanh")
COLOURS = (style.ORANGE, style.PURPLE, style.BLUE)
DASHES = ("dash", "dot", "solid")


def composition_scene(
    *, sweep: CompositionSweep, axis: str, values: NDArray[np.float64], start: int, code: str = ""
) -> Scene:
    """Total ε of k releases by three theorems, with the place where the advanced ones overtake (DP-6).

    Parameters
    ----------
    sweep : CompositionSweep
    axis, values, start, code
        See `Scene`.
    """
    k = sweep.releases.astype(float)
    curves = (sweep.basic, sweep.classic, sweep.tanh)
    low, high = float(min(c[start].min() for c in curves)), float(max(c[start, -1] for c in curves))
    if axis == "epsilon":
        low, high = float(sweep.basic.min()), 200.0
    cross = sweep.crossing
    height = cross * sweep.epsilon[:, None]
    here = np.repeat(sweep.k[:, None].astype(float), 2, axis=1)
    figure = style.figure(
        *(
            line(k, curve[start], colour, name, dash=dash, width=4 if dash == "solid" else 3)
            for curve, colour, name, dash in zip(curves, COLOURS, NAMES, DASHES, strict=True)
        ),
        line(here[start], [1e-6, 1e9], style.GREY, width=2),
        points([sweep.k[start]] * 3, sweep.at_k[start], list(COLOURS), size=12),
        points(cross[start], height[start], [style.PURPLE, style.BLUE], "overtakes", symbol="diamond-open", size=15),
        height=440,
        xaxis=style.axis("releases k", type="log", dtick=1, range=[-0.03, float(np.log10(k[-1])) + 0.03]),
        yaxis=style.axis("total ε", type="log", dtick=1,
                         range=[float(np.log10(low)) - 0.1, float(np.log10(max(high, 2 * low))) + 0.1]),
    )  # fmt: skip
    return Scene(
        title="What k releases cost together",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            **{("data", i, "y"): curve for i, curve in enumerate(curves)},
            ("data", 3, "x"): here,
            ("data", 4, "x"): np.repeat(sweep.k[:, None].astype(float), 3, axis=1),
            ("data", 4, "y"): sweep.at_k,
            ("data", 5, "x"): cross,
            ("data", 5, "y"): height,
        },
        sentences=[
            _sentence(float(e), int(j), float(s), at, c)
            for e, j, s, at, c in zip(sweep.epsilon, sweep.k, sweep.slack, sweep.at_k, cross, strict=True)
        ],
        table=Table(
            columns=("theorem", "total ε", "total δ", "smaller than basic from k ="),
            rows=tuple(
                (
                    (NAMES[0], f"{at[0]:.6g}", "0", "–"),
                    (NAMES[1], f"{at[1]:.6g}", small(float(s)), _from(c[0])),
                    (NAMES[2], f"{at[2]:.6g}", small(float(s)), _from(c[1])),
                )
                for at, s, c in zip(sweep.at_k, sweep.slack, cross, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in sweep.epsilon],
            "k": [str(int(j)) for j in sweep.k],
            "slack": [small(float(s)) for s in sweep.slack],
            "basic": [f"{at[0]:.6g}" for at in sweep.at_k],
            "classic": [f"{at[1]:.6g}" for at in sweep.at_k],
            "tanh": [f"{at[2]:.6g}" for at in sweep.at_k],
            "least": [f"{at.min():.6g}" for at in sweep.at_k],
        },
        card=Card(
            title="Losses add up, and mostly cancel",
            source="DP-6",
            formula=formula(
                r"\varepsilon_{\text{total}}\;\le\;\min\left(k\varepsilon,\;\varepsilon\sqrt{2k\ln(1/\delta')}"
                r"+k\,\varepsilon\tanh(\varepsilon/2)\right)"
            ),
            filled=formula(
                r"\text{@k}\times\text{@epsilon}=\text{@basic}\quad\text{or}\quad\text{@tanh}"
                r"\;\text{with}\;\delta'=\text{@slack}"
            ),
            rows=(
                ("basic: k ε", "basic"),
                ("advanced, classic: with a larger drift", "classic"),
                ("advanced, tanh", "tanh"),
                ("the smallest, which is what was promised", "least"),
            ),
            assumptions=(
                Assumption("each release is ε-private, whatever the answers before it were"),
                Assumption("a δ′ above 0 is accepted (for the advanced forms)"),
                Assumption("here advanced is the better one",
                           tuple(bool(at[2] < at[0]) for at in sweep.at_k)),
            ),
            note="The sharper drift tanh(ε/2) is taken from the literature; the classic form has exp(ε) − 1 there. "
            "Both are upper bounds: the smallest of the three counts.",
        ),
        code=code,
    )  # fmt: skip


def budget_scene(
    *,
    name: str,
    sweep: BudgetSweep,
    seed: int,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """The same question again and again: the average closes in on the truth while the budget runs out (DP-6).

    Parameters
    ----------
    name : str
        What is counted.
    sweep : BudgetSweep
    seed : int
    axis, values, start, code
        See `Scene`.
    """
    most = sweep.answers.shape[1]
    order = np.arange(1, most + 1)
    spent = np.where(np.isnan(sweep.answers), np.nan, order[None, :] * sweep.each[:, None])
    colours = [[style.BLUE if j < a else style.GREY for j in range(most)] for a in sweep.asked]
    level = np.repeat(sweep.budget[:, None], 2, axis=1)
    scale = np.sqrt(2) / sweep.each
    reach = 3.2 * float(scale[start] if axis != "each" else np.median(scale))
    band = 2 * sweep.error
    figure = style.figure(
        points(order, sweep.answers[start], style.GREY, "one answer", size=7),
        {"type": "scatter", "mode": "lines+markers", "x": order, "y": sweep.average[start], "hoverinfo": "skip",
         "name": "their average, ± two standard errors", "line": {"color": style.BLUE, "width": 3},
         "marker": {"size": 6, "color": style.BLUE},
         "error_y": {"type": "data", "array": band[start], "color": style.BLUE, "thickness": 1.5, "width": 2}},
        line([0, most + 1], [sweep.truth] * 2, style.ORANGE, "the secret", dash="dash", width=2),
        {"type": "bar", "x": order, "y": spent[start], "xaxis": "x2", "yaxis": "y2", "showlegend": False,
         "hoverinfo": "skip", "marker": {"color": colours[start]}},
        line([0, most + 1], level[start], style.PURPLE, xaxis="x2", yaxis="y2", dash="dot"),
        height=560,
        margin={"l": 64, "r": 16, "t": 64, "b": 56},
        xaxis=style.axis("", anchor="y", range=[0, most + 1], showticklabels=False),
        xaxis2=style.axis("number of the question", anchor="y2", range=[0, most + 1]),
        yaxis=style.axis("answer (people)", domain=[0.48, 1], nticks=6,
                         range=[sweep.truth - reach, sweep.truth + reach]),
        yaxis2=style.axis("ε spent", domain=[0, 0.34], range=[0, 1.3 * float(sweep.budget.max())], nticks=5),
        annotations=[heading("ε spent so far, and the budget", 0.35),
                     {**label("budget", float(sweep.budget[start]), style.PURPLE, yref="y2")}],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): sweep.answers,
        ("data", 1, "y"): sweep.average,
        ("data", 1, "error_y", "array"): np.nan_to_num(band),
        ("data", 3, "y"): spent,
        ("data", 4, "y"): level,
        ("layout", "annotations", 1, "y"): sweep.budget,
    }
    return Scene(
        title=f"A budget, spent question by question · {name}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            _budget_sentence(sweep, f, seed) for f in range(len(values))
        ],
        table=Table(
            columns=("question", "answer", "average so far", "± two standard errors", "ε spent"),
            rows=tuple(_budget_rows(sweep, f) for f in range(len(values))),
        ),
        slots={
            "budget": [plain(float(b)) for b in sweep.budget],
            "each": [plain(float(e)) for e in sweep.each],
            "asked": [str(int(a)) for a in sweep.asked],
            "most": [str(most)],
            "seed": [str(seed)],
        },
        code=code,
    )  # fmt: skip


def _from(crossing: float) -> str:
    return "beyond the picture, or never" if np.isnan(crossing) else f"{crossing:,.0f}"


def _sentence(
    epsilon: float, k: int, slack: float, at: NDArray[np.float64], cross: NDArray[np.float64]
) -> str:
    releases = "One release" if k == 1 else f"{k:,} releases"
    said = (
        f"{releases} of ε = {nats(epsilon)} each cost {nats(float(at[0]))} by plain addition; with a δ′ of "
        f"{small(slack)} on top, {nats(float(at[1]))} by the classic advanced theorem and "
        f"{nats(float(at[2]))} by the sharper one. "
    )
    if at[2] >= at[0]:
        when = f"from {cross[1]:,.0f} releases on" if not np.isnan(cross[1]) else "only beyond this picture"
        return said + f"Here plain addition is best; the advanced theorem overtakes {when}."
    return said + f"The smallest counts: {nats(float(at.min()))}."


def _budget_sentence(sweep: BudgetSweep, frame: int, seed: int) -> str:
    asked, allowed = int(sweep.asked[frame]), int(sweep.allowed[frame])
    budget, each = float(sweep.budget[frame]), float(sweep.each[frame])
    if allowed == 0:
        return f"One answer costs {nats(each)}, more than the whole budget of {nats(budget)}: it is refused."
    left = max(budget - asked * each, 0.0)
    if asked == 0:
        pays = f"{allowed:,} answers at {nats(each)} each"
        return f"Nothing has been asked yet. The budget of {nats(budget)} pays for {pays}."
    average, error = float(sweep.average[frame, asked - 1]), float(sweep.error[frame, asked - 1])
    said = (
        f"After {asked} {'answer' if asked == 1 else 'answers'} (seed {seed}) the average is {average:,.4g} ± "
        f"{2 * error:.2g}; the secret is {sweep.truth:,.0f}. Spent: {asked * each:.4g} of {nats(budget)}. "
    )
    if asked >= allowed:
        return said + f"The next question would cost {nats(each)}, and {left:.3g} is left: it is refused."
    return said + f"{allowed - asked} more can be answered."


def _budget_rows(sweep: BudgetSweep, frame: int) -> tuple[tuple[str, ...], ...]:
    asked = int(sweep.asked[frame])
    shown = range(max(0, asked - 8), asked)
    return tuple(
        (
            str(j + 1),
            f"{sweep.answers[frame, j]:,.4g}",
            f"{sweep.average[frame, j]:,.4g}",
            f"{2 * sweep.error[frame, j]:.3g}",
            f"{(j + 1) * sweep.each[frame]:.4g}",
        )
        for j in shown
    )
