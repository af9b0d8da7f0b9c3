"""One example in the plane: the loss around it, the adversary's ball, and projected ascent towards the worst."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.robust.attack_sweep import RATE, AttackSweep, example_score
from dpviz.robust.linear import logistic
from dpviz.scenes import style
from dpviz.scenes.formula import formula
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.scene import Assumption, Card, Scene, Table
from dpviz.scenes.words import plain

WINDOW = 0.75
BALLS = {"linf": "square", "l2": "disc"}


def attack_scene(
    *,
    model: str,
    norm: str,
    sweep: AttackSweep,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """Projected ascent on one example, beside the worst perturbation (ADV-1, ADV-2).

    Parameters
    ----------
    model : {"straight", "bent"}
    norm : {"linf", "l2"}
    sweep : AttackSweep
    axis, values, start, code
        See `Scene`.
    """
    side = np.linspace(-WINDOW, WINDOW, 41)
    around = logistic(example_score(model, np.stack(np.meshgrid(side, side), axis=-1)))
    if norm == "linf":
        ball = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]], dtype=float)
    else:
        angle = np.linspace(0, 2 * np.pi, 61)
        ball = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    edge = sweep.radius[:, None, None] * ball
    losses = logistic(example_score(model, sweep.path))
    order = np.arange(sweep.path.shape[1])
    shown = np.where(order[None, :] <= sweep.steps[:, None], losses, np.nan)
    top = np.repeat(sweep.largest[:, None], 2, axis=1)
    figure = style.figure(
        {"type": "heatmap", "x": side, "y": side, "z": around, "showscale": False, "hoverinfo": "skip",
         "colorscale": [[0, "rgba(213,94,0,0)"], [1, "rgba(213,94,0,1)"]], "opacity": 0.55},
        line(edge[start, :, 0], edge[start, :, 1], style.PURPLE, f"allowed: the {BALLS[norm]}", width=2),
        {"type": "scatter", "mode": "lines+markers", "x": sweep.path[start, :, 0], "y": sweep.path[start, :, 1],
         "name": "projected ascent", "hoverinfo": "skip", "line": {"color": style.BLUE, "width": 3},
         "marker": {"size": 7, "color": style.BLUE}},
        points([sweep.worst[start, 0]], [sweep.worst[start, 1]], style.INK, "the worst", symbol="star", size=16),
        line(order, shown[start], style.BLUE, xaxis="x2", yaxis="y2"),
        line([0, order[-1]], top[start], style.INK, dash="dash", width=2, xaxis="x2", yaxis="y2"),
        height=720,
        margin={"l": 64, "r": 16, "t": 64, "b": 56},
        xaxis=style.axis("change of feature 1", anchor="y", range=[-WINDOW, WINDOW], constrain="domain"),
        yaxis=style.axis("change of feature 2", domain=[0.36, 1], range=[-WINDOW, WINDOW], scaleanchor="x"),
        xaxis2=style.axis("steps of ascent", anchor="y2", range=[0, order[-1]]),
        yaxis2=style.axis("loss", anchor="x2", domain=[0, 0.2], nticks=4,
                          range=[sweep.at_start - 0.1, float(sweep.largest.max()) + 0.15]),
        annotations=[heading("loss so far; dashed: the largest", 0.21)],
    )  # fmt: skip
    straight = model == "straight"
    dual = r"r\,\lVert w\rVert_1" if norm == "linf" else r"r\,\lVert w\rVert_2"
    return Scene(
        title=f"The worst perturbation · {'a straight' if straight else 'a bent'} model, {BALLS[norm]}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "x"): edge[:, :, 0],
            ("data", 1, "y"): edge[:, :, 1],
            ("data", 2, "x"): sweep.path[:, :, 0],
            ("data", 2, "y"): sweep.path[:, :, 1],
            ("data", 3, "x"): sweep.worst[:, :1],
            ("data", 3, "y"): sweep.worst[:, 1:],
            ("data", 4, "y"): shown,
            ("data", 5, "y"): top,
        },
        sentences=[_sentence(sweep, f, straight) for f in range(len(values))],
        table=Table(
            columns=("", "change of feature 1", "change of feature 2", "loss"),
            rows=tuple(
                (
                    ("the example as it is", "0", "0", f"{sweep.at_start:.6f}"),
                    ("ascent", *(f"{v:.4f}" for v in sweep.path[f, -1]), f"{sweep.reached[f]:.6f}"),
                    ("the worst", *(f"{v:.4f}" for v in sweep.worst[f]), f"{sweep.largest[f]:.6f}"),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "radius": [plain(round(float(r), 10)) for r in sweep.radius],
            "steps": [str(int(s)) for s in sweep.steps],
            "most": [str(int(order[-1]))],
            "rate": [str(RATE)],
            "reached": [f"{v:.6f}" for v in sweep.reached],
            "largest": [f"{v:.6f}" for v in sweep.largest],
            "gap": [f"{abs(a - b):.2g}" for a, b in zip(sweep.largest, sweep.reached, strict=True)],
        },
        card=Card(
            title="Against a straight model the worst perturbation is known",
            source="ADV-1",
            formula=formula(r"\min_{\lVert p\rVert\le r}\;y\,w\cdot(x+p)\;=\;y\,w\cdot x-" + dual),
            filled=formula(r"\text{ascent: }\text{@reached}\;\le\;\text{@largest}\text{ : the worst}"),
            rows=(
                ("loss after the steps taken", "reached"),
                ("largest loss: in closed form" if straight else "largest loss: by a fine net", "largest"),
                ("what ascent misses", "gap"),
            ),
            assumptions=(Assumption("the score is a straight line in the features", (straight,)),),
            note="Ascent that has ended somewhere is no proof that nothing is worse."
            if not straight
            else "With weights (1, −2), the example (1, 1) of label +1.",
        ),
        code=code,
    )


def _sentence(sweep: AttackSweep, f: int, straight: bool) -> str:
    missing = float(sweep.largest[f] - sweep.reached[f])
    steps = int(sweep.steps[f])
    said = (
        f"With radius {sweep.radius[f]:.2g} the loss can rise from {sweep.at_start:.3f} to {sweep.largest[f]:.3f}. "
        f"After {steps} {'step' if steps == 1 else 'steps'} ascent is at {sweep.reached[f]:.3f}"
    )
    if abs(missing) < 1e-3:
        return f"{said}: it has arrived."
    stuck = not straight and steps >= 25
    return f"{said}, {missing:.3f} short" + (
        "; it sits on a lesser peak and will not leave." if stuck else "."
    )
