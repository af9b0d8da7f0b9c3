"""A mean without a curator: what one person sends about a number, by one bit or with Laplace noise (LOC-4)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, upright, when
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import errors, joined, powers
from dpviz.local import mean_variance

ALONG = np.geomspace(0.2, 6, 61)
LOOKS = (BLUE, "circle", "solid"), (ORANGE, "diamond", "dash")

epsilon = common.epsilon(1.0, low=0.2, high=6, steps=31)
value = Number(0.4, low=-1, high=1, steps=21, label="x, the person’s number", ends=("−1", "1"))


def shown(epsilon: Any, value: Any) -> Any:
    size = 1 / np.tanh(epsilon / 2)  # what is sent is size or -size
    up = (1 + value / size) / 2  # so that it is x on average
    bit = mean_variance("one_bit", epsilon=epsilon, value=value)
    laplace = mean_variance("laplace", epsilon=epsilon)
    return size, up, bit, laplace


def draw(at: Frames) -> Picture:
    size, up, bit, laplace = shown(at.epsilon, at.value)
    scale = 2 / at.epsilon
    reach = np.maximum(1.25 * size, 1 + 3 * scale)[:, None] * [-1, 1]
    off = np.linspace(-10, 10, 121)  # in units of the scale
    along = shown(ALONG, at.value[:, None])[2]
    ends, none = size[:, None] * [-1, 1], np.zeros((at.frames, 2))
    return Picture(
        panel(
            curve(moving(joined(ends, ends)), moving(joined(none, np.stack([1 - up, up], axis=1))), BLUE, width=7),
            curve(moving(at.value[:, None] + scale[:, None] * off), np.exp(-np.abs(off)), ORANGE),  # highest 1
            upright(moving(at.value), GREY, reach=(0, 1.1), width=2),
            x=axis("what is sent", range=moving(reach), nticks=7), y=axis("probability", 0, 1.1, nticks=3),
            heading="blue: one bit; orange: Laplace noise",
        ),
        panel(
            *errors(ALONG, [along, mean_variance("laplace", epsilon=ALONG)[None]], at.epsilon, (bit, laplace), LOOKS),
            x=powers("ε", 0.19, 6.3, [0.2, 0.5, 1, 2, 5]), y=powers("", 0.006, 320, [0.01, 0.1, 1, 10, 100]),
            heading="variance of one person’s answer",
        ),
        title="One number, one bit",
        values={
            "size": num(size, ".3g"), "up": num(up, common.percent), "bit": num(bit, ".3g"),
            "laplace": num(laplace, ".3g"),
        },
        sentence=[
            "A person with x = {value:.2g} sends {size} with probability {up}, else −{size}: variance {bit}. "
            "With Laplace noise it is {laplace}",
            when(bit < laplace, ", which is more.", ", which is less."),
        ],
        code=shown,
    )  # fmt: skip


def _ages() -> dict[str, float]:
    size = float(1 / np.tanh(0.5))
    return {"answer": 50 * size / 100, "unit": size / 100, "wide": size, "size": size}


SECTION = Section(draw, axes=(epsilon, value))
