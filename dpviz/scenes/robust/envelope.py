"""Danskin's theorem on a picture: many curves, the envelope above them, and its slope."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.robust.envelope_sweep import SURFACES, EnvelopeSweep, envelope
from dpviz.scenes import style
from dpviz.scenes.formula import formula
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.scene import Assumption, Card, Scene, Table
from dpviz.scenes.words import plain

LOOK = {
    "kink": ("θ · p", (-2.3, 2.6)),
    "smooth": ("θ · p − p²/2", (-2.7, 2.2)),
    "loss": ("the loss of one example, moved by p", (0.0, 3.4)),
}
REACH = 0.7  # how far the drawn tangents go


def envelope_scene(
    *, surface: str, sweep: EnvelopeSweep, axis: str, values: NDArray[np.float64], start: int, code: str = ""
) -> Scene:
    """A maximum over perturbations along θ, with its one-sided slopes (ADV-1).

    Parameters
    ----------
    surface : {"kink", "smooth", "loss"}
    sweep : EnvelopeSweep
    axis, values, start, code
        See `Scene`.
    """
    one, (name, (low, high)) = SURFACES[surface], LOOK[surface]
    ts, ps = np.linspace(-2, 2, 81), np.linspace(-one.reach, one.reach, 41)
    t = sweep.theta[:, None]
    left_x, right_x = np.hstack([t - REACH, t]), np.hstack([t, t + REACH])
    left_y = sweep.value[:, None] + sweep.left[:, None] * (left_x - t)
    right_y = sweep.value[:, None] + sweep.right[:, None] * (right_x - t)
    here = np.repeat(t, 2, axis=1)
    slice_y = one.value(t, ps[None, :])
    figure = style.figure(
        *(line(ts, one.value(ts, np.full(81, p)), style.GREY, "one curve a perturbation" if i == 0 else "", width=1)
          for i, p in enumerate(np.linspace(-one.reach, one.reach, 9))),
        line(ts, envelope(surface, ts), style.BLUE, "their maximum φ", width=4),
        line(left_x[start], left_y[start], style.ORANGE, "slope by the theorem"),
        line(right_x[start], right_y[start], style.ORANGE),
        points([values[start]], [sweep.value[start]], style.ORANGE, size=12),
        line(ps, slice_y[start], style.GREY, xaxis="x2", yaxis="y2"),
        points(sweep.maximisers[start], here[start], style.ORANGE, "perturbations that attain it", symbol="diamond",
               xaxis="x2", yaxis="y2"),
        height=600,
        margin={"l": 64, "r": 16, "t": 64, "b": 56},
        xaxis=style.axis("θ", anchor="y", range=[-2.05, 2.05]),
        yaxis=style.axis("value", domain=[0.46, 1], range=[low, high]),
        xaxis2=style.axis("perturbation p", anchor="y2", range=[-1.08 * one.reach, 1.08 * one.reach]),
        yaxis2=style.axis("value", domain=[0, 0.28], range=[low, high], nticks=4),
        annotations=[heading("the same θ: every perturbation’s value", 0.29)],
    )  # fmt: skip
    return Scene(
        title=f"The slope of a maximum · {name}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 10, "x"): left_x,
            ("data", 10, "y"): left_y,
            ("data", 11, "x"): right_x,
            ("data", 11, "y"): right_y,
            ("data", 12, "x"): t,
            ("data", 12, "y"): sweep.value[:, None],
            ("data", 13, "y"): slice_y,
            ("data", 14, "x"): sweep.maximisers,
            ("data", 14, "y"): np.repeat(sweep.value[:, None], 2, axis=1),
        },
        sentences=[_sentence(sweep, f) for f in range(len(values))],
        table=Table(
            columns=("", "to the left", "to the right"),
            rows=tuple(
                (
                    ("slope by Danskin’s theorem", f"{sweep.left[f]:.5f}", f"{sweep.right[f]:.5f}"),
                    ("slope measured, step 1e-6", *(f"{d:.5f}" for d in sweep.difference[f])),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "theta": [plain(round(float(v), 10)) for v in values],
            "phi": [f"{v:.4f}" for v in sweep.value],
            "best": [_best(sweep, f) for f in range(len(values))],
            "left": [f"{v:.5f}" for v in sweep.left],
            "right": [f"{v:.5f}" for v in sweep.right],
            "measured": [f"{a:.5f} and {b:.5f}" for a, b in sweep.difference],
        },
        card=Card(
            title="The slope of a maximum is the slope at whatever attains it",
            source="ADV-1",
            formula=formula(
                r"\varphi(\theta)=\max_{p\in B}\,g(\theta,p),\qquad \varphi'(\theta;v)="
                r"\max_{p^{*}}\;v\cdot\nabla_{\theta}\,g(\theta,p^{*})"
            ),
            filled=formula(r"\varphi(\text{@theta})=\text{@phi}\;,\quad\text{slopes }\text{@left},\;\text{@right}"),
            rows=(
                ("attained at p =", "best"),
                ("slope to the left, by the theorem", "left"),
                ("slope to the right, by the theorem", "right"),
                ("both measured, by small steps", "measured"),
            ),
            assumptions=(
                Assumption("the perturbations are bounded, their ends included"),
                Assumption("g and its slope in θ are continuous"),
                Assumption("one perturbation alone attains the maximum: then φ has a gradient",
                           tuple(bool(u) for u in sweep.unique)),
            ),
            note="The lecture notes leave out the set and the uniqueness; both are needed. For a perturbation that is "
            "only nearly the worst, nothing is promised.",
        ),
        code=code,
    )  # fmt: skip


def _best(sweep: EnvelopeSweep, f: int) -> str:
    low, high = sweep.maximisers[f]
    return f"{low:.3g}" if low == high else f"{low:g} to {high:g}, all of them"


def _sentence(sweep: EnvelopeSweep, f: int) -> str:
    said = f"At θ = {sweep.theta[f]:.4g} the maximum is {sweep.value[f]:.4g}"
    if sweep.unique[f]:
        return (
            f"{said}, attained at p = {sweep.maximisers[f, 0]:.3g} alone. Its slope is {sweep.right[f]:.4g}."
        )
    low, high = sweep.maximisers[f]
    return (
        f"{said}, attained by every p from {low:g} to {high:g}. That is a kink: the slope is "
        f"{sweep.left[f]:.4g} to the left and {sweep.right[f]:.4g} to the right, and there is no gradient."
    )
