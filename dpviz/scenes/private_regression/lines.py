"""The lines that private releases draw between the records, and how often each is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import percent
from dpviz.erm.plane_sweep import Plane
from dpviz.scenes.marks import line, points
from dpviz.scenes.private_regression.plane import average, plane_slots, settings

Floats = NDArray[np.float64]
SHOWN = 30  # lines of each method


def lines_scene(
    *,
    plane: Plane,
    X: Floats,
    y: Floats,
    errors: tuple[Floats, Floats, Floats],
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The same releases as lines between the records, and how often each is wrong (LR-5).

    Parameters
    ----------
    plane : Plane
    X, y : ndarray of shape (k, 2), (k,)
        The records to draw.
    errors : three ndarray of shape (F,), (F, m), (F, m)
        Chance to be wrong about a new example: without noise, by either method.
    seed, axis, values, start, code
        As for `weights_scene`.
    """
    best, output, objective = errors
    circle = np.linspace(0, 2 * np.pi, 73)
    first, second = _lines(plane.output[:, :SHOWN]), _lines(plane.objective[:, :SHOWN])
    middle = _lines(plane.best[:, None, :])
    second_axes = {"xaxis": "x2", "yaxis": "y2"}
    traces = []
    for where in ({}, second_axes):
        traces += [
            line(np.cos(circle), np.sin(circle), style.GREY, width=1, **where),
            points(X[y > 0, 0], X[y > 0, 1], style.GREEN, "" if where else "label +1", size=5, **where),
            points(
                X[y < 0, 0],
                X[y < 0, 1],
                style.GREY,
                "" if where else "label −1",
                size=6,
                symbol="x",
                **where,
            ),
        ]
    figure = style.figure(
        *traces,
        line(first[start, :, 0], first[start, :, 1], style.ORANGE, "private lines", width=1.2),
        line(second[start, :, 0], second[start, :, 1], style.BLUE, width=1.2, **second_axes),
        line(middle[start, :, 0], middle[start, :, 1], style.INK, "the line of w*", width=4),
        line(middle[start, :, 0], middle[start, :, 1], style.INK, width=4, **second_axes),
        height=480,
        margin={"l": 12, "r": 12, "t": 104, "b": 16},
        legend=style.figure()["layout"]["legend"] | {"y": 1.07},
        xaxis=_bare(domain=[0, 0.49]),
        yaxis=_bare(scaleanchor="x"),
        xaxis2=_bare(domain=[0.51, 1], anchor="y2"),
        yaxis2=_bare(scaleanchor="x2", anchor="x2"),
        annotations=[_title("noise on the answer", 0.245), _title("noise on the question", 0.755)],
    )
    drawn = {6: first, 7: second, 8: middle, 9: middle}
    many = output.shape[1]
    return Scene(
        title="The lines they draw",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", trace, letter): moving[:, :, place]
            for trace, moving in drawn.items()
            for place, letter in enumerate("xy")
        },
        sentences=[
            f"{settings(plane, f)} The line of w* is wrong about {percent(best[f])} of new people. {many} lines "
            f"with noise on the answer: {percent(output[f].mean())} on average, {percent(output[f].max())} at worst. "
            f"With noise on the question: {percent(objective[f].mean())}, {percent(objective[f].max())} at worst."
            for f in range(len(values))
        ],
        table=Table(
            columns=("wrong about new people", "noise on the answer", "noise on the question"),
            rows=tuple(
                (
                    ("the line of w*, no noise", f"{best[f]:.4f}", f"{best[f]:.4f}"),
                    (f"mean of {many} releases", average(output[f]), average(objective[f])),
                    ("half of them are below", f"{np.median(output[f]):.4f}", f"{np.median(objective[f]):.4f}"),
                    ("the worst", f"{output[f].max():.4f}", f"{objective[f].max():.4f}"),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            **plane_slots(plane, seed),
            "best": [f"{v:.4f}" for v in best],
            "output": [f"{v:.4f}" for v in output.mean(axis=1)],
            "objective": [f"{v:.4f}" for v in objective.mean(axis=1)],
            "noise_epsilon": [f"{v:.5f}" for v in np.asarray(plane.question.noise_epsilon)],
            "extra": [f"{v:.5f}" for v in np.asarray(plane.question.extra)],
            "term": [f"{v:.4g}" for v in np.asarray(plane.question.scale)],
            "kept": [f"{v:.5f}" for v in np.asarray(plane.question.guarantee)],
        },
        card=Card(
            title="Noise on the question: a random slope in what is minimised",
            source="LR-5",
            formula=formula(
                r"\min_w\;J(w)+\frac{1}{n}\,b\cdot w,"
                r"\quad\text{density of }b\propto e^{-\varepsilon'\lVert b\rVert/2}"
            ),
            filled=formula(r"\varepsilon'=\text{@noise_epsilon}\;\text{ of }\;\varepsilon=\text{@epsilon}"),
            rows=(
                ("ε′, what the noise is made for", "noise_epsilon"),
                ("scale of b: 2/ε′, without λ and n", "term"),
                ("Δ, added to λ", "extra"),
                ("ε that is proved", "kept"),
                ("wrong, noise on the question", "objective"),
                ("wrong, noise on the answer", "output"),
                ("wrong, no noise", "best"),
            ),
            assumptions=(
                Assumption("every record has length at most 1; neighbours have one record replaced"),
                Assumption("the loss bends by at most 1/4, as the logistic loss does"),
                Assumption("the minimum is found exactly: here to a slope of 10⁻⁹"),
                Assumption("ε is large enough for ε′ > 0 without raising λ",
                           tuple(bool(v == 0) for v in np.asarray(plane.question.extra))),
            ),
            note="The corrected form of 2011, from the literature. At first ε′ was ε, and the promise false.",
        ),
        code=code,
    )  # fmt: skip


def _bare(**options: Any) -> dict[str, Any]:
    return {"range": [-1.03, 1.03], "visible": False, "fixedrange": True, "constrain": "domain", **options}


def _title(text: str, x: float) -> dict[str, Any]:
    return {"text": text, "xref": "paper", "yref": "paper", "x": x, "y": 1.0, "xanchor": "center", "yanchor": "bottom",
            "showarrow": False, "font": {"size": 14, "color": style.GREY}}  # fmt: skip


def _lines(weights: Floats) -> Floats:
    """Lines w · x = 0 across the disc, one after the other with a gap between, shape (F, 3 m, 2)."""
    length = np.linalg.norm(weights, axis=2, keepdims=True)
    along = np.stack([-weights[..., 1], weights[..., 0]], axis=-1) / np.where(length > 0, length, np.nan)
    return np.stack([along, -along, np.full_like(along, np.nan)], axis=2).reshape(len(weights), -1, 2)
