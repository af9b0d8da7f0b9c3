"""Two rings: what a support vector machine decides, without privacy and with, by lines or random features."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, plain, small
from dpviz.erm.rings_sweep import RingsSweep
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.private_regression.curves import share
from dpviz.scenes.private_regression.scales import log_range

Floats = NDArray[np.float64]
SIDE = 37  # cells of a region's edge
SHOWN = 120  # records drawn
WAYS = {"corrected": "noise on the question", "output": "noise on the answer"}
SCALE = [
    [0, "rgba(213,94,0,1)"],
    [0.5, "rgba(213,94,0,0)"],
    [0.5, "rgba(0,114,178,0)"],
    [1, "rgba(0,114,178,1)"],
]


def region(z: Any, side: Floats, **options: Any) -> dict[str, Any]:
    """Two regions as a heatmap: blue for +1, orange for -1, the deeper the surer."""
    return {"type": "heatmap", "x": side, "y": side, "z": z, "zmin": -1, "zmax": 1, "showscale": False,
            "hoverinfo": "skip", "colorscale": SCALE, "opacity": 0.5, **options}  # fmt: skip


def shade(scores: Floats) -> Floats:
    """Scores as depths of colour: the side always shows, and the more the surer up to a score of 1."""
    depth = 0.3 + 0.7 * np.minimum(np.abs(scores), 1.0)
    return np.where(scores >= 0, depth, -depth)


def lattice(side: Floats) -> Floats:
    """The points of a square lattice, a row each."""
    return np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)


def ring_points(X: Floats, y: Floats, **options: Any) -> list[dict[str, Any]]:
    """Records of the two classes: dots and crosses."""
    return [
        points(X[y > 0, 0], X[y > 0, 1], style.BLUE, size=6, **options),
        points(X[y < 0, 0], X[y < 0, 1], style.ORANGE, size=6, symbol="x", **options),
    ]


def plane(name: str, across: list[float], up: list[float], **options: Any) -> dict[str, Any]:
    """The two axes of a square picture."""
    return {
        f"xaxis{name}": style.axis("", domain=across, anchor=f"y{name}", range=[-1.1, 1.1],
                                   tickvals=[-1, 0, 1], constrain="domain", constraintoward="left", **options),
        f"yaxis{name}": style.axis("", domain=up, anchor=f"x{name}", range=[-1.1, 1.1], tickvals=[-1, 0, 1],
                                   scaleanchor=f"x{name}", constrain="domain", constraintoward="top"),
    }  # fmt: skip


def rings_scene(
    *,
    sweep: RingsSweep,
    kernel: str,
    way: str,
    regularization: float,
    width: float,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Decision regions without and with privacy, and the test error along ε (SVM-2, SVM-3).

    Parameters
    ----------
    sweep : RingsSweep
    kernel : {"linear", "gaussian"}
    way : {"corrected", "output"}
    regularization, width : float
        λ and h.
    seed : int
    axis, values, start, code
        See `Scene`; the axis is ε.
    """
    side = np.linspace(-1.1, 1.1, SIDE)
    at = lattice(side)
    bare = shade(sweep.scores(at, sweep.standard)).reshape(SIDE, SIDE)
    private = shade(sweep.scores(at, sweep.weights)).reshape(len(values), SIDE, SIDE)
    mean, deviation = sweep.mean, np.nan_to_num(sweep.mean_error)
    colour, faint = (
        (style.BLUE, style.FAINT_BLUE) if way == "corrected" else (style.ORANGE, style.FAINT_ORANGE)
    )
    shown = (sweep.X[:SHOWN], sweep.y[:SHOWN])
    second: dict[str, Any] = {"xaxis": "x2", "yaxis": "y2"}
    third: dict[str, Any] = {"xaxis": "x3", "yaxis": "y3"}
    here = np.repeat(values[:, None], 2, axis=1)
    figure = style.figure(
        region(bare, side),
        *ring_points(*shown),
        region(private[start], side, **second),
        *ring_points(*shown, **second),
        line(np.concatenate([values, values[::-1]]),
             np.concatenate([np.maximum(mean - 2 * deviation, 0), (mean + 2 * deviation)[::-1]]), style.CLEAR,
             width=1, fill="toself", fillcolor=faint, **third),
        line(values, mean, colour, WAYS[way], width=4, **third),
        line([values[0], values[-1]], [sweep.standard_error] * 2, style.GREEN, "no privacy", dash="dot", **third),
        line(here[start], [-1, 2], style.PURPLE, width=2, **third),
        points([values[start]], [mean[start]], [colour], size=12, **third),
        height=640,
        margin={"l": 64, "r": 16, "t": 84, "b": 56},
        **plane("", [0, 0.46], [0.42, 0.94]),
        **plane("2", [0.54, 1], [0.42, 0.94]),
        xaxis3=style.axis("ε, the privacy loss", domain=[0, 1], anchor="y3", type="log",
                          range=log_range(values),
                          tickvals=[0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
                          ticktext=["0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10"]),
        yaxis3=style.axis("wrong", domain=[0, 0.29], anchor="x3", range=[-0.03, 0.62], tickformat=".0%"),
        annotations=[heading("without privacy", 0.945), heading("with: one release", 0.945) | {"x": 0.54},
                     heading("test error: mean of the releases", 0.3)],
    )  # fmt: skip
    done = np.isfinite(sweep.errors).sum(1)
    means = "lines through the origin" if kernel == "linear" else f"{sweep.weights.shape[1]} random features"
    first = sweep.errors[:, 0]
    said = [
        f"{100 * m:.1f} ± {200 * s:.1f} %" if count > 1 else share(float(m))
        for m, s, count in zip(mean, deviation, done, strict=True)
    ]
    extra = np.broadcast_to(np.asarray(sweep.plan.extra), values.shape)
    left = np.broadcast_to(np.asarray(sweep.plan.noise_epsilon), values.shape)
    return Scene(
        title=f"Two rings · {means} · {WAYS[way]}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 3, "z"): private, ("data", 9, "x"): here, ("data", 10, "x"): values[:, None],
                ("data", 10, "y"): mean[:, None]},
        sentences=[
            f"With {means} and ε = {small(float(e))}, the release shown is wrong on {share(float(first[f]))} of "
            f"2,000 new examples; without privacy it would be {share(sweep.standard_error)}. "
            + (f"Over {done[f]} releases: {said[f]}." if done[f] > 1 else "One release so far.")
            for f, e in enumerate(values)
        ],
        table=Table(
            columns=("", "wrong, of 2,000 new examples"),
            rows=tuple(
                (
                    ("without privacy", share(sweep.standard_error)),
                    ("the release shown", share(float(first[f]))),
                    (f"mean of {done[f]} releases ± two standard errors", said[f]),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in values],
            "regularization": [plain(regularization)],
            "width": [plain(width)],
            "seed": [str(seed)],
            "n": [str(len(sweep.y))],
            "draws": [str(sweep.errors.shape[1])],
            "mean": [f"{m:.4f}" for m in mean],
            "error": [f"{v:.4f}" for v in first],
            "left": [nats(float(v)) for v in left],
            "extra": [f"{v:.3g}" for v in extra],
            "kept": [nats(float(v)) for v in np.broadcast_to(np.asarray(sweep.plan.guarantee), values.shape)],
            "standard": [f"{sweep.standard_error:.4f}"],
            "features": [str(sweep.weights.shape[1])],
        },
        card=_card(kernel, way),
        code=code,
    )  # fmt: skip


def _card(kernel: str, way: str) -> Card:
    rows = (
        ("ε promised", "epsilon"),
        ("ε proved", "kept"),
        ("ε′, what the noise is made for", "left"),
        ("Δ, added to λ", "extra"),
        ("wrong: mean of the releases", "mean"),
        ("wrong: without privacy", "standard"),
    )
    if kernel == "linear":
        return Card(
            title="A line through the origin",
            source="SVM-1",
            formula=formula(r"f(x)=w\cdot x,\qquad\lVert x\rVert\le 1"),
            filled=formula(r"n=\text{@n},\;\varepsilon=\text{@epsilon}:\quad\text{wrong }\text{@mean}"),
            rows=rows,
            assumptions=(
                Assumption("every record has length at most 1: these are made so"),
                Assumption("λ and h were fixed without looking at the data"),
                Assumption("a line through the origin can part the rings, whatever ε is", (False,)),
            ),
            note="4,000 made records train. Neighbours: one record is replaced.",
        )
    return Card(
        title="Features that owe nothing to the data",
        source="SVM-3",
        formula=formula(
            r"z_j(x)=\frac{1}{\sqrt m}\cos(\theta_j\cdot x+\psi_j),"
            r"\qquad 2\,z(x)\cdot z(x')\approx e^{-g\lVert x-x'\rVert^2}"
        ),
        filled=formula(r"m=\text{@features},\;g=4,\;n=\text{@n}:\quad\text{wrong }\text{@mean}"),
        rows=rows,
        assumptions=(
            Assumption("θ and ψ are drawn without looking at the data, so they may be published"),
            Assumption("the length of z is at most 1, wherever x is: each cosine is at most 1"),
            Assumption("g, m, λ and h were fixed without looking at the data"),
        ),
        note="The noise has as many coordinates as there are features. "
        + ("Noise on the answer does not need the loss to be smooth. " if way == "output" else "")
        + "4,000 made records train. Neighbours: one record is replaced.",
    )
