"""The wiring of the lesson on private regression: which picture shows what."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.erm.price_sweep import price_sweep
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.private_regression import code
from dpviz.lessons.private_regression.parameters import RegressionParameters
from dpviz.scenes.private_regression.price import price_scene
from dpviz.scenes.scene import Scene

Values = NDArray[np.float64]


class RegressionLesson(Lesson):
    """Noise on the answer against noise on the question."""

    def __init__(self) -> None:
        super().__init__(
            RegressionParameters(),
            {
                "price": Picture(self.price, ("records", "asked", "strength")),
            },
        )

    def price(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the ε that each mode keeps, and the noise it takes."""
        moving = along(state, axis, values)
        return price_scene(
            price=price_sweep(moving["asked"], moving["records"], moving["strength"]),
            code=code.PRICE,
            **place(state, axis, values),
        )
