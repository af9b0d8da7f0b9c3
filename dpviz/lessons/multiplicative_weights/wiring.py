"""The wiring of the lesson on private multiplicative weights: which picture shows what."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.multiplicative_weights import code, people
from dpviz.lessons.multiplicative_weights.parameters import ROUNDS, WeightsParameters
from dpviz.queries import Trajectory
from dpviz.queries.learner_sweep import learner_sweep
from dpviz.scenes.multiplicative_weights.bars import bars_scene
from dpviz.scenes.scene import Scene

Values = NDArray[np.float64]

TOY = ("truth", "cells", "pick", "sign", "seed")


@lru_cache(maxsize=8)
def _learnt(
    truth: str, cells: str, pick: str, sign: str, seed: int, alpha: tuple[float, ...], eta: tuple[float, ...]
) -> tuple[Trajectory, ...]:
    """The learner's run for each frame."""
    queries, histogram = people.toy(truth, cells)
    return learner_sweep(
        histogram / histogram.sum(),
        queries,
        alpha=alpha,
        eta=eta,
        rounds=ROUNDS,
        pick=pick,
        seed=seed,
        wrong_sign=sign == "towards",
    )


class WeightsLesson(Lesson):
    """The toy, the potential, the private run, its slips, and the health table."""

    def __init__(self) -> None:
        super().__init__(
            WeightsParameters(),
            {
                "bars": Picture(self.bars, ("round", "eta"), (*TOY, "alpha")),
            },
        )

    def _toy_runs(self, state: State, axis: str, values: Values) -> tuple[Trajectory, ...]:
        moving = along(state, axis, values)
        return _learnt(
            *(state[name] for name in TOY), tuple(moving["alpha"].tolist()), tuple(moving["eta"].tolist())
        )

    def bars(self, state: State, axis: str, values: Values) -> Scene:
        """Draw every cell of the toy universe, and the query of the round."""
        moving = along(state, axis, values)
        queries, _ = people.toy(state["truth"], state["cells"])
        return bars_scene(
            runs=self._toy_runs(state, axis, values),
            states=moving["round"].astype(np.int64),
            alpha=moving["alpha"],
            queries=queries,
            code=code.toy(
                code.BARS,
                state["truth"],
                queries.bits,
                imports="from dpviz.queries import Marginals, learn",
                rounds=ROUNDS,
                pick=state["pick"],
                seed=state["seed"],
                wrong=state["sign"] == "towards",
            ),
            **place(state, axis, values),
        )
