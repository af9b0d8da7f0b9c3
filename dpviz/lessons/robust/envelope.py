"""Danskin's theorem on a picture: many curves, the envelope above them, and its slope (ADV-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.draw.words import signed
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.robust import finite_maximum
from dpviz.robust.envelope import SURFACES, envelope, envelope_slopes

ATTAIN = 17  # marks along a stretch of perturbations that are all the worst
REACH = 0.7  # how far the drawn tangents go
STEP = 1e-6  # of the slopes that are measured
LOOK = {
    "kink": ("θ · p", -2.3, 2.6),
    "smooth": ("θ · p − p²/2", -2.7, 2.2),
    "loss": ("logistic loss of one example, moved by p", 0.0, 3.4),
}

surface = Choice(
    "kink",
    options={
        "kink": "θ · p, for p from −1 to 1",
        "smooth": "θ · p − p²/2, for p from −1 to 1",
        "loss": "the logistic loss of one example moved by p",
    },
    label="Curves",
)
theta = Number(-1.2, low=-2, high=2, steps=81, label="θ", play=True, show=signed(".3g"))


def shown(surface: str, theta: Any) -> Any:
    one = SURFACES[surface]
    best = np.array(one.best(theta))
    found = finite_maximum(one.value(theta, best), one.slope(theta, best)[:, None])
    phi, left, right = found.value, -found.directional([-1.0]), found.directional([1.0])
    return phi, left, right


def draw(at: Frames) -> Picture:
    one, (name, low, high) = SURFACES[at.surface], LOOK[at.surface]
    t, ts, ps = at.theta, np.linspace(-2, 2, 81), np.linspace(-one.reach, one.reach, 41)
    phi, (ends, slopes) = envelope(at.surface, t) + 0.0, envelope_slopes(at.surface, t)  # no −0
    attain = np.linspace(ends[:, 0], ends[:, -1], ATTAIN, axis=1)
    around = [(phi - envelope(at.surface, t - STEP)) / STEP, (envelope(at.surface, t + STEP) - phi) / STEP]
    unique = ends[:, 0] == ends[:, 1]
    run = np.array([[-REACH, 0], [0, REACH]])  # of the tangents to the left and to the right
    sides = [(moving(t[:, None] + dx), moving(phi[:, None] + slopes[:, [k]] * dx)) for k, dx in enumerate(run)]
    curves = panel(
        *(curve(ts, one.value(ts, p), GREY, "" if i else "for one p", width=1)
          for i, p in enumerate(np.linspace(-one.reach, one.reach, 9))),
        curve(ts, envelope(at.surface, ts), BLUE, "maximum φ", width=4),
        curve(*sides[0], ORANGE, "slope"),
        curve(*sides[1], ORANGE),
        points(moving(t), moving(phi), ORANGE, size=12),
        x=axis("θ", -2.05, 2.05), y=axis("value", low, high), share=2,
    )  # fmt: skip
    cut = panel(
        curve(ps, moving(one.value(t[:, None], ps)), GREY),
        points(moving(attain), moving(np.broadcast_to(phi[:, None], attain.shape)), ORANGE,
               "attained here", symbol="diamond"),
        x=axis("perturbation p", -1.08 * one.reach, 1.08 * one.reach), y=axis("value", low, high, nticks=4),
        heading="the same θ: every perturbation’s value",
    )  # fmt: skip
    return Picture(
        curves,
        cut,
        title=f"The slope of a maximum · {name}",
        height=480,
        values={
            "spot": num(t, signed(".4g")),
            "phi": num(phi, signed(".4g")),
            "left": num(slopes[:, 0] + 0.0, signed(".4g")),
            "right": num(slopes[:, 1] + 0.0, signed(".4g")),
            "slope": slopes[:, 1],
            "below": num(around[0], signed(".5f")),
            "above": num(around[1], signed(".5f")),
            "first": num(ends[:, 0] + 0.0, signed(".3g")),
            "last": num(ends[:, 1], signed(".3g")),
            "best": [signed(".3g")(a) if a == b else f"{signed('g')(a)} to {b:g}, all of them" for a, b in ends + 0.0],
            "measured": [f"{signed('.5f')(a)} and {signed('.5f')(b)}" for a, b in zip(*around, strict=True)],
            "unique": unique,
        },
        sentence=[
            "At θ = {spot} the maximum is {phi}, attained ",
            when(
                unique,
                "at p = {first} alone. Its slope is {right}.",
                "by every p from {first} to {last}. That is a kink: the slope is {left} to the left and {right} to the "
                "right, and there is no gradient.",
            ),
        ],
        table=table_by_row(
            ("", "to the left", "to the right"),
            ("slope by Danskin’s theorem", "{left}", "{right}"),
            ("slope measured, step 1e-6", "{below}", "{above}"),
        ),
        code=shown,
    )


SECTION = Section(draw, axes=(theta,), controls=(surface, theta))
