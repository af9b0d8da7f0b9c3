"""The logistic loss of one record: convex, 1-Lipschitz, of curvature at most 1/4 (LR-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, upright
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.draw.words import signed
from dpviz.erm import LogisticLoss
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section

REACH = 5.0
MARGINS = np.linspace(-REACH, REACH, 201)
TANGENT = np.array([-1.5, 1.5])  # how far the drawn tangent goes


margin = Number(-2.0, low=-REACH, high=REACH, steps=51, label="z, the margin", play=True,
                ends=("surely wrong", "surely right"), show=signed(".2g"))  # fmt: skip


def shown(margin: Any) -> Any:
    one = LogisticLoss()
    loss, slope, curvature = one.value(margin), one.slope(margin), one.curvature(margin)
    probability = 1 / (1 + np.exp(-margin))
    return loss, slope, curvature, probability


def draw(at: Frames) -> Picture:
    z, one, ends = at.margin, LogisticLoss(), (-REACH, REACH)
    loss, slope, curvature, probability = shown(z)
    return Picture(
        panel(
            curve([-REACH, 0, 0, REACH], [1, 1, 0, 0], GREY, width=2, dash="dot"),
            curve(MARGINS, one.value(MARGINS), BLUE, width=4, smooth=True),
            curve(moving(z[:, None] + TANGENT), moving(loss[:, None] + slope[:, None] * TANGENT), ORANGE),
            text([-4.8], [1], ["1 if wrong, 0 if right"], GREY, "bottom right"),
            text([1], one.value(np.ones(1)), ["logistic loss"], BLUE, "top right"),
            text(moving(z), moving(loss + 0.15), ["tangent"], ORANGE, "top right"),
            points(moving(z), moving(loss), ORANGE, size=12),
            x=axis("", *ends, showticklabels=False),
            y=axis("loss", -0.8, 5.4),
            share=2,
        ),
        panel(
            curve(MARGINS, one.slope(MARGINS), ORANGE, smooth=True),
            curve(MARGINS, one.curvature(MARGINS), GREEN, dash="dash", smooth=True),
            text([2], one.slope(np.full(1, 2.0)), ["slope"], ORANGE, "bottom right"),
            text([-4.8], [0], ["curvature"], GREEN, "bottom right"),
            level(-1, INK, reach=ends, width=1, dash="dot"),
            level(one.curvature_bound, PURPLE, reach=ends, width=1, dash="dash"),
            upright(moving(z), GREY, reach=(-2, 2), width=2, dash="dot"),
            points(
                moving(np.stack([z, z], axis=1)), moving(np.stack([slope, curvature], axis=1)), [ORANGE, GREEN], size=12
            ),
            x=axis("z, the margin", *ends),
            y=axis("", -1.12, 0.42, tickvals=[-1, 0, 0.25], ticktext=["−1", "0", "¼"]),
            heading="its slope and its curvature",
        ),
        title="The logistic loss of one record",
        height=460,
        values={
            "said_margin": num(z, signed(".2g")),
            "loss": num(loss, ".4f"),
            "slope": num(slope, signed(".3f")),
            "curvature": num(curvature, ".4f"),
            "probability": num(probability, ".4f"),
        },
        sentence="At margin {said_margin} the model gives the label of this record the probability {probability:.3f}. "
        "The loss is {loss:.3f}, its slope {slope}, its curvature {curvature:.3f}.",
        table=table_by_row(
            ("", "at this margin", "over all margins"),
            ("logistic loss ln(1 + e^(−z))", "{loss}", "above 0"),
            ("slope", "{slope}", "between −1 and 0"),
            ("curvature, the second derivative", "{curvature}", "above 0, at most 1/4"),
        ),
        code=shown,
    )


SECTION = Section(draw, axes=(margin,))
