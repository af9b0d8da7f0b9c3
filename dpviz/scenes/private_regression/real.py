"""A real table: the error of three methods along ε, beside the one who always answers alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene
from dpviz.draw.words import nats, plain, small
from dpviz.erm import LearningCurve
from dpviz.scenes.marks import label, line, points
from dpviz.scenes.private_regression.curves import (
    COLOURS,
    Errors,
    both,
    share,
)
from dpviz.scenes.private_regression.scales import log_range

Floats = NDArray[np.float64]
TABLE = (
    "The health table: a subset of 5,912 people of the RAND Health Insurance Experiment, shipped with dpviz. Each "
    "column is carried from its public range to [−1, 1] and divided by the root of their number."
)


def reach(errors: Errors, blind: Floats) -> float:
    """The top of the picture: what lies in it, and a little air."""
    high = errors.mean + 2 * errors.error
    return float(min(0.75, max(np.nanmax(high), blind.max()) + 0.05))


def real_scene(
    *,
    curve: LearningCurve,
    blind: Floats,
    question: str,
    target: str,
    features: int,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Cross-validated error on the health table along ε (LR-4, LR-5).

    Parameters
    ----------
    curve : LearningCurve
        Of ``"standard"``, ``"output"`` and one mode of objective perturbation, a point a frame.
    blind : ndarray, shape (F,)
        The error of always giving the commoner answer, to the people tested so far.
    question, target : str
        What is predicted, in words and as it is called.
    features, seed : int
    axis, values, start, code
        See `Scene`; the axis is ε.
    """
    errors = Errors.of(curve)
    here, three, deviation = np.repeat(values[:, None], 3, axis=1), errors.mean.T, errors.error.T
    bottom = max(0.0, float(np.nanmin(three)) - 0.04)
    figure = style.figure(
        *errors.lines(values),
        line(values, blind, style.GREY, width=2, dash="dot"),
        line(here[start, :2], [-1, 2], style.PURPLE, width=2),
        points(here[start], three[start], list(COLOURS), size=12),
        height=460,
        margin={"l": 64, "r": 16, "t": 84, "b": 56},
        xaxis=style.axis("ε, the privacy loss", type="log",
                         range=log_range(values),
                         tickvals=[0.01, 0.03, 0.1, 0.3, 1, 3, 10],
                         ticktext=["0.01", "0.03", "0.1", "0.3", "1", "3", "10"]),
        yaxis=style.axis("people judged wrong", range=[bottom, reach(errors, blind)], tickformat=".0%"),
        annotations=[label(f"the commoner answer for all: {share(blind[start])}", blind[-1], style.GREY)],
    )  # fmt: skip
    n, strength = int(curve.n[0]), float(curve.regularization[0])
    gains = [
        "That is no better than the commoner answer for all."
        if m[2] >= b - 2 * s[2] - 1e-9
        else f"The commoner answer for all errs on {share(b)}."
        for m, s, b in zip(three, deviation, blind, strict=True)
    ]
    return Scene(
        title=f"Who is {question}?",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 6, "x"): here[:, :2], ("data", 7, "x"): here, ("data", 7, "y"): three},
        sentences=[
            f"ε = {small(float(e))}: wrong on {share(m[0])} without privacy, {both(m[1], s[1])} with noise on the "
            f"answer, {both(m[2], s[2])} with noise on the question. {gain} "
            f"{errors.progress[f]}"
            for f, (e, m, s, gain) in enumerate(zip(values, three, deviation, gains, strict=True))
        ],
        table=errors.table((("the commoner answer for all", share(blind[start])),)),
        slots={
            "target": [target],
            "n": [str(n)],
            "d": [str(features)],
            "epsilon": [plain(float(e)) for e in values],
            "regularization": [plain(strength)],
            "seed": [str(seed)],
            "length": [f"{v:.3g}" for v in 2 * features / (n * strength * values)],
            "kept": [nats(float(v)) for v in curve.guarantee[2]],
            "blind": [f"{b:.4f}" for b in blind],
            "standard": [f"{v:.4f}" for v in three[:, 0]],
            "output": [f"{v:.4f}" for v in three[:, 1]],
            "objective": [f"{v:.4f}" for v in three[:, 2]],
        },
        card=Card(
            title="The bound on a row must be public",
            source="LR-1",
            formula=formula(
                r"\lVert x\rVert\le 1\;\Rightarrow\;\mathbb{E}\,\lVert\text{noise}\rVert=\frac{2d}{n\lambda\varepsilon}"
            ),
            filled=formula(
                r"\frac{2\cdot\text{@d}}{\text{@n}\cdot\text{@regularization}\cdot\text{@epsilon}}=\text{@length}"
            ),
            rows=(
                ("mean length of the noise on the answer", "length"),
                ("wrong: the commoner answer for all", "blind"),
                ("wrong: noise on the answer", "output"),
                ("wrong: noise on the question", "objective"),
                ("ε proved for the latter", "kept"),
            ),
            assumptions=(
                Assumption("columns are scaled by ranges known beforehand, never by the largest in the data"),
                Assumption("λ was fixed without looking at the data"),
                Assumption("something better than the commoner answer can be learnt at this ε",
                           tuple((three[:, 2] + 2 * deviation[:, 2] < blind - 1e-9).tolist())),
            ),
            note=f"{TABLE} Five folds; the band is two standard errors of five fold means, a guide, since folds share "
            "people. Neighbours: one person is replaced. The test errors themselves are not released privately.",
        ),
        code=code,
    )  # fmt: skip
