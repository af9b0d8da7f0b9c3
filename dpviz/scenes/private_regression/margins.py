"""Hinge and Huber: the loss, what its smoothness leaves of ε, and the test error it leads to."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, plain, small
from dpviz.erm import HuberLoss
from dpviz.erm.width_sweep import WidthSweep
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.private_regression.curves import COLOURS, DASHES, NAMES, both, share
from dpviz.scenes.private_regression.scales import log_range

Floats = NDArray[np.float64]


def cut(x: Floats, heights: Floats, at: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """A line with gaps before the places `at`: nothing is known between."""
    return np.insert(x, at, np.nan), np.insert(heights, at, np.nan)


def band(x: Floats, low: Floats, high: Floats, at: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """The outline of what lies between two lines with gaps."""
    around: list[Floats] = []
    between: list[Floats] = []
    for part in np.split(np.arange(len(x)), at):
        around += [x[part], x[part][::-1], np.array([np.nan])]
        between += [low[part], high[part][::-1], np.array([np.nan])]
    return np.concatenate(around)[:-1], np.concatenate(between)[:-1]


def width_scene(
    *,
    sweep: WidthSweep,
    epsilon: float,
    regularization: float,
    n: int,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The smoothed hinge along its width h (SVM-1, LR-5).

    Parameters
    ----------
    sweep : WidthSweep
    epsilon, regularization : float
        ε promised and λ.
    n, seed : int
    axis, values, start, code
        See `Scene`; the axis is h.
    """
    z = np.linspace(-1.2, 3.2, 177)
    losses = np.array([HuberLoss(float(h)).value(z) for h in values])
    edges = np.stack([1 - values, 1 + values], axis=1)
    left = np.array([float(plan.noise_epsilon) for plan in sweep.plans])
    extra = np.array([float(plan.extra) for plan in sweep.plans])
    kept = np.array([float(plan.guarantee) for plan in sweep.plans])
    mean, deviation = sweep.mean.T, sweep.standard_error.T
    here = np.repeat(values[:, None], 3, axis=1)
    low, high = mean - 2 * deviation, mean + 2 * deviation
    # Where the method switches it raises λ at once: between two widths nothing is known.
    switch = np.flatnonzero(np.diff(extra > 0)) + 1
    gaps = (switch[:0], switch[:0], switch)
    closely = cut(sweep.closely, sweep.left, np.flatnonzero(np.diff(sweep.left) < 0) + 1)
    second: dict[str, Any] = {"xaxis": "x2", "yaxis": "y2"}
    third: dict[str, Any] = {"xaxis": "x3", "yaxis": "y3"}
    log = {"type": "log", "range": log_range(values),
           "tickvals": [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
           "ticktext": ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"]}  # fmt: skip
    figure = style.figure(
        line(z, np.maximum(0, 1 - z), style.ORANGE, "hinge", dash="dash"),
        line(z, losses[start], style.BLUE, "Huber’s loss", width=4),
        line(edges[start], [-0.15, -0.15], style.PURPLE, "rounded here: 2h", width=8),
        line(*closely, style.BLUE, width=4, **second),
        line([values[0], values[-1]], [epsilon, epsilon], style.GREY, width=2, dash="dot", **second),
        *(
            line(*band(values, low[:, i], high[:, i], gaps[i]), style.CLEAR, width=1, fill="toself",
                 fillcolor=fill, **third)
            for i, fill in ((1, style.FAINT_ORANGE), (2, style.FAINT_BLUE))
        ),
        *(
            line(*cut(values, mean[:, i], gaps[i]), COLOURS[i], NAMES[name], dash=DASHES[i], **third)
            for i, name in enumerate(("standard", "output", "corrected"))
        ),
        line(here[start, :2], [-1, 20], style.PURPLE, width=2, **second),
        line(here[start, :2], [-1, 2], style.PURPLE, width=2, **third),
        points([values[start]], [left[start]], [style.BLUE], size=12, **second),
        points(here[start], mean[start], list(COLOURS), size=12, **third),
        height=760,
        margin={"l": 64, "r": 16, "t": 110, "b": 56},
        xaxis=style.axis("margin z = y (w · x)", domain=[0, 1], anchor="y", range=[-0.6, 3.1]),
        yaxis=style.axis("loss", domain=[0.74, 1], range=[-0.3, 1.65]),
        xaxis2=style.axis("", domain=[0, 1], anchor="y2", showticklabels=False, **log),
        yaxis2=style.axis("ε left", domain=[0.36, 0.57], anchor="x2", range=[0, 1.12 * epsilon]),
        xaxis3=style.axis("width h", domain=[0, 1], anchor="y3", **log),
        yaxis3=style.axis("examples wrong", domain=[0, 0.29], anchor="x3", range=[-0.02, 0.56],
                          tickformat=".0%"),
        annotations=[heading("ε left for the noise (dotted: all of it)", 0.58),
                     heading("test error", 0.3)],
    )  # fmt: skip
    k = 10  # the first moving mark of the lower pictures
    return Scene(
        title="Why the corner must go",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "y"): losses,
            ("data", 2, "x"): edges,
            ("data", k, "x"): here[:, :2],
            ("data", k + 1, "x"): here[:, :2],
            ("data", k + 2, "x"): values[:, None],
            ("data", k + 2, "y"): left[:, None],
            ("data", k + 3, "x"): here,
            ("data", k + 3, "y"): mean,
        },
        sentences=[
            f"Width {small(float(h))}: the loss bends by up to {1 / (2 * h):.3g}, and {nats(left[f])} of ε = "
            f"{nats(epsilon)} is left for the noise. "
            + (
                f"Nothing would be; so λ is raised by {extra[f]:.2g} and half of ε is kept. "
                if extra[f]
                else ""
            )
            + f"Wrong: {share(mean[f, 0])} without privacy, {both(mean[f, 1], deviation[f, 1])} with noise on the "
            f"answer, {both(mean[f, 2], deviation[f, 2])} with noise on the question."
            + ("" if sweep.releases[f] == sweep.wanted else f" {sweep.releases[f]} of {sweep.wanted} releases are in.")
            for f, h in enumerate(values)
        ],
        table=Table(
            columns=("method", "error ± two standard errors"),
            rows=tuple(
                tuple(
                    (NAMES[name], both(mean[f, i], deviation[f, i]))
                    for i, name in enumerate(("standard", "output", "corrected"))
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "width": [plain(float(h)) for h in values],
            "curvature": [f"{1 / (2 * h):.4g}" for h in values],
            "epsilon": [plain(epsilon)],
            "regularization": [plain(regularization)],
            "n": [str(n)],
            "seed": [str(seed)],
            "left": [nats(v) for v in left],
            "extra": [f"{v:.3g}" for v in extra],
            "kept": [nats(v) for v in kept],
            "gap": [f"{h / 4:.3g}" for h in values],
            "output": [f"{v:.4f}" for v in mean[:, 1]],
            "objective": [f"{v:.4f}" for v in mean[:, 2]],
        },
        card=Card(
            title="Smoothness enters the guarantee",
            source="SVM-1",
            formula=formula(
                r"\varepsilon'=\varepsilon-2\ln\left(1+\frac{c}{n\lambda}\right),\qquad c=\frac{1}{2h}"
            ),
            filled=formula(
                r"c=\text{@curvature},\;n\lambda=\text{@n}\cdot\text{@regularization}:\quad\varepsilon'=\text{@left}"
            ),
            rows=(
                ("ε promised", "epsilon"),
                ("ε proved", "kept"),
                ("ε′, left for the noise", "left"),
                ("Δ, added to λ", "extra"),
                ("Huber’s loss is above the hinge by at most", "gap"),
            ),
            assumptions=(
                Assumption("the loss is convex and falls by at most 1 for 1"),
                Assumption("its second derivative is at most c: it jumps at 1 ± h, which does no harm (remembered "
                           "from the paper of 2011, not proved here)"),
                Assumption("ε′ > 0 without a larger λ", tuple(bool(v == 0) for v in extra)),
            ),
            note="Huber’s loss is from memory. At h = 0, the hinge itself, c has no bound: noise on the question then "
            f"has no guarantee. Noise on the answer needs no smoothness. Unseparable made data, {n:,} records train; "
            f"{sweep.wanted} releases a width and method. Neighbours: one record is replaced.",
        ),
        code=code,
    )  # fmt: skip
