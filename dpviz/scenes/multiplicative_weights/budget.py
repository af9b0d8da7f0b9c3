"""How ε and δ are shared by the rounds: what is left for each step."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain, rounded, small
from dpviz.queries.budget_sweep import BudgetSweep
from dpviz.scenes.marks import line, points

Floats = NDArray[np.float64]


def budget_scene(
    *,
    epsilon: Floats,
    delta: Floats,
    rounds: Floats,
    curves: BudgetSweep,
    tight: Floats,
    slide: Floats,
    at_tight: BudgetSweep,
    at_slide: BudgetSweep,
    mode: str,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """ε₀ against the number of rounds, by basic and by advanced composition (PMW-7, PMW-8, DP-6).

    Parameters
    ----------
    epsilon, delta : ndarray of shape (F,)
        Of the whole run.
    rounds : ndarray of shape (m,)
        Numbers of rounds along the picture.
    curves : BudgetSweep of shape (F, m)
    tight, slide : ndarray of shape (F,)
        ceil(L) of the two modes.
    at_tight, at_slide : BudgetSweep of shape (F,)
        ε₀ there.
    mode : {"slide", "tight"}
        The one that the reader has chosen.
    axis, values, start, code
        See `Scene`.
    """
    chosen, at = (tight, at_tight) if mode == "tight" else (slide, at_slide)
    both = np.stack([at_tight.better, at_slide.better], axis=1)
    places = np.stack([tight, slide], axis=1)
    marks = np.repeat(chosen[:, None], 2, axis=1)
    low, high = 1e-7, 20.0
    figure = style.figure(
        line(rounds, curves.basic[start], style.GREY, "basic, no δ", dash="dash"),
        line(rounds, curves.closed[start], style.PURPLE, "advanced, closed form", width=2, dash="dot"),
        line(rounds, curves.solved[start], style.GREEN, "advanced, solved", width=3),
        line(marks[start], [low, high], style.BLUE, width=1.5),
        points(places[start], both[start], style.BLUE, symbol="diamond", size=13, mode="markers+text",
               text=["tight", "slide"], textposition="top right"),
        height=430,
        xaxis=style.axis("L, the rounds that must be paid for", type="log", range=[-0.05, 5.3], dtick=1),
        yaxis=style.axis("ε₀ of each step", type="log", range=[math.log10(low), math.log10(high)],
                         tickvals=[1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10],
                         ticktext=["1e-7", "1e-6", "1e-5", "1e-4", "0.001", "0.01", "0.1", "1", "10"]),
    )  # fmt: skip
    factor = at.solved / at.basic
    return Scene(
        title="What is left of ε for one step",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): curves.basic,
            ("data", 1, "y"): curves.closed,
            ("data", 2, "y"): curves.solved,
            ("data", 3, "x"): marks,
            ("data", 4, "x"): places,
            ("data", 4, "y"): both,
        },
        sentences=[
            f"{int(chosen[f]):,} rounds are {2 * int(chosen[f]):,} steps. In equal parts of "
            f"ε = {small(float(epsilon[f]))} each has {small(float(at.basic[f]))}; "
            + (
                f"with δ = {small(float(delta[f]))} it may have {small(float(at.solved[f]))}, "
                f"{factor[f]:.1f} times as much. "
                if factor[f] > 1
                else "δ would not help: there are too few. "
            )
            + f"An answer then gets noise of about {rounded(1 / float(at.better[f]))} people."
            for f in range(len(values))
        ],
        table=Table(
            columns=("", "rounds L", "basic", "advanced, closed", "advanced, solved", "the better"),
            rows=tuple(
                tuple(
                    (
                        name,
                        f"{int(count[f]):,}",
                        small(float(found.basic[f])),
                        "only for ε ≤ 1" if math.isnan(found.closed[f]) else small(float(found.closed[f])),
                        small(float(found.solved[f])),
                        small(float(found.better[f])),
                    )
                    for name, count, found in (
                        ("tight, η = 4α", tight, at_tight),
                        ("slide, η = α", slide, at_slide),
                    )
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "delta": [plain(float(d)) for d in delta],
            "rounds": [str(int(r)) for r in chosen],
            "basic": [f"{v:.6g}" for v in at.basic],
            "solved": [f"{v:.6g}" for v in at.solved],
            "closed": ["only for ε ≤ 1" if math.isnan(v) else f"{v:.6g}" for v in at.closed],
            "better": [f"{v:.6g}" for v in at.better],
            "noise": [rounded(1 / float(v)) for v in at.better],
        },
        card=Card(
            title="All L rounds must be paid for before the first",
            source="PMW-7, PMW-8, DP-6",
            formula=formula(
                r"2L\,\varepsilon_0=\varepsilon\qquad\text{or}\qquad \varepsilon_0\sqrt{4L\ln\frac{1}{\delta}}"
                r"+2L\,\varepsilon_0\tanh\frac{\varepsilon_0}{2}=\varepsilon"
            ),
            filled=formula(
                r"L=\text{@rounds}:\quad\varepsilon_0=\text{@basic}\quad\text{or}\quad\varepsilon_0=\text{@solved}"
            ),
            rows=(
                ("basic: ε / (2L)", "basic"),
                ("advanced, closed form", "closed"),
                ("advanced, solved", "solved"),
                ("noise on an answer, in people: 1/ε₀", "noise"),
            ),
            assumptions=(
                Assumption("each step keeps ε₀ when one person is replaced, whatever came before"),
                Assumption("advanced beats basic here", tuple(bool(v > 1) for v in factor)),
                Assumption("the closed form: ε is at most 1", tuple(bool(e <= 1) for e in epsilon)),
            ),
            note="A run that stops early has no ε left to give back: that it stopped was not known before.",
        ),
        code=code,
    )  # fmt: skip
