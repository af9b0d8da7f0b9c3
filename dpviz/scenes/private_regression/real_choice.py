"""The choice of λ: the error along λ, what looking finds, and what a choice that is paid for finds."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene
from dpviz.draw.words import nats, plain, small
from dpviz.erm import LearningCurve
from dpviz.scenes.marks import label, line, points
from dpviz.scenes.private_regression.curves import COLOURS, Errors, both, share
from dpviz.scenes.private_regression.real import TABLE, reach
from dpviz.scenes.private_regression.scales import log_range

Floats = NDArray[np.float64]


def choice_scene(
    *,
    curve: LearningCurve,
    paid: Floats,
    each: int,
    candidates: Floats,
    blind: Floats,
    target: str,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Cross-validated error on the health table along λ, and two ways to choose λ (LR-5, DP-6, EXP-2).

    Parameters
    ----------
    curve : LearningCurve
        Of ``"standard"``, ``"output"`` and one mode of objective perturbation, a point a frame.
    paid : ndarray
        Test errors of the choices that were paid for, so far; may be empty.
    each : int
        People a candidate was trained on for these.
    candidates : ndarray, shape (k,)
        The λ that are chosen among.
    blind : ndarray, shape (F,)
        The error of always giving the commoner answer, to the people tested so far.
    target : str
        What is predicted, as it is called.
    seed : int
    axis, values, start, code
        See `Scene`; the axis is λ.
    """
    errors = Errors.of(curve)
    here, three, deviation = np.repeat(values[:, None], 3, axis=1), errors.mean.T, errors.error.T
    eps, k = float(curve.epsilon[0]), len(candidates)
    tried = np.flatnonzero(np.isin(values, candidates))
    best = int(tried[np.argmin(three[tried, 2])])
    mean = float(np.mean(paid)) if len(paid) else math.nan
    spread = float(np.std(paid, ddof=1) / math.sqrt(len(paid))) if len(paid) > 1 else math.nan
    bottom = max(0.0, float(np.nanmin(three)) - 0.04)
    top = max(reach(errors, blind), (mean if len(paid) else 0.0) + 0.03)
    ends = [values[0], values[-1]]
    private = (
        [label(f"chosen privately: {share(mean)}", mean, style.PURPLE) | {"x": 0, "xanchor": "left"}]
        if len(paid) else []
    )  # fmt: skip
    figure = style.figure(
        *errors.lines(values),
        line(values, blind, style.GREY, width=2, dash="dot"),
        line(ends, [mean] * 2, style.PURPLE, width=3, dash="dash"),
        points([values[best]], [three[best, 2]], style.PURPLE, "best by looking", symbol="star", size=18),
        line(here[start, :2], [-1, 2], style.PURPLE, width=2),
        points(here[start], three[start], list(COLOURS), size=12),
        height=460,
        margin={"l": 64, "r": 16, "t": 84, "b": 56},
        xaxis=style.axis("λ, the pull to zero", type="log", dtick=1, exponentformat="power",
                         range=log_range(values)),
        yaxis=style.axis("people judged wrong", range=[bottom, top], tickformat=".0%"),
        annotations=[
            label(f"the commoner answer for all: {share(blind[start])}", blind[len(blind) // 2], style.GREY)
            | {"x": 0.5, "xanchor": "center"},
            *private,
        ],
    )  # fmt: skip
    n = int(curve.n[0])
    choice = (
        "The private choice is still to come."
        if not len(paid)
        else f"Chosen privately, each candidate with {each} people of its own: "
        + (both(mean, spread) if len(paid) > 1 else share(mean))
        + "."
    )
    return Scene(
        title="The choice of λ is a release, too",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 8, "x"): here[:, :2], ("data", 9, "x"): here, ("data", 9, "y"): three},
        sentences=[
            f"λ = {small(float(v))} at ε = {small(eps)}: wrong on {both(m[2], s[2])} with noise on the question, "
            f"{both(m[1], s[1])} with noise on the answer. By looking one would take λ = {small(float(values[best]))}, "
            f"{share(three[best, 2])}: {k} models of the same people, ε = {nats(k * eps)}, and the looks unpaid. "
            f"{choice}"
            + ("" if len(paid) and errors.complete else " More is being computed.")
            for f, (v, m, s) in enumerate(zip(values, three, deviation, strict=True))
        ],
        table=errors.table(
            (
                ("the commoner answer for all", share(blind[start])),
                (f"best by looking, λ = {small(float(values[best]))}", share(three[best, 2])),
                ("chosen privately", both(mean, spread) if len(paid) > 1 else "not yet"),
            ),
        ),
        slots={
            "target": [target],
            "n": [str(n)],
            "epsilon": [plain(eps)],
            "regularization": [plain(float(v)) for v in values],
            "seed": [str(seed)],
            "count": [str(k)],
            "all": [nats(k * eps)],
            "share": [f"{eps / k:.3g}"],
            "each": [str(each)],
            "runs": [f"{len(paid):,}"],
            "best": [small(float(values[best]))],
            "found": [f"{three[best, 2]:.4f}"],
            "paid": [f"{mean:.4f}" if len(paid) else "not yet"],
            "output": [f"{v:.4f}" for v in three[:, 1]],
            "objective": [f"{v:.4f}" for v in three[:, 2]],
        },
        card=Card(
            title="Looking is not free",
            source="DP-6",
            formula=formula(r"k\text{ models on the same people: }k\,\varepsilon,\qquad\text{on parts: }\varepsilon"),
            filled=formula(
                r"\text{@count}\cdot\text{@epsilon}=\text{@all},\qquad\text{parts of }\text{@each}:\;\text{@epsilon}"
            ),
            rows=(
                ("ε of all the models together, before any look", "all"),
                ("ε of each, if together they may cost ε", "share"),
                ("wrong: best by looking", "found"),
                ("people a candidate has, on parts", "each"),
                ("wrong: chosen privately, on parts", "paid"),
            ),
            assumptions=(
                Assumption("the candidates were fixed without looking at the data"),
                Assumption("every look at the error is private: not so for the star", (False,)),
                Assumption("on parts, each person is in one part only, the last part chooses by the exponential "
                           "mechanism"),
            ),
            note=f"The way on parts is remembered from the paper of 2011; its cost ε follows as each person is in one "
            f"part. The error by looking is that of the data looked at, so it flatters too. {TABLE} "
            "Neighbours: one person is replaced.",
        ),
        code=code,
    )  # fmt: skip
