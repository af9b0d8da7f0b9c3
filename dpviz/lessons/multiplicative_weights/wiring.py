"""The wiring of the lesson on private multiplicative weights: which picture shows what."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.multiplicative_weights import code, errors, people
from dpviz.lessons.multiplicative_weights.parameters import ROUNDS, WeightsParameters
from dpviz.queries import PrivateRun, Trajectory, mistake_bound, run_size
from dpviz.queries.budget_sweep import budget_sweep
from dpviz.queries.learner_sweep import RateSweep, learner_sweep, mistakes_bound, rate_sweep
from dpviz.queries.private_sweep import private_sweep
from dpviz.scenes.multiplicative_weights.bars import bars_scene
from dpviz.scenes.multiplicative_weights.budget import budget_scene
from dpviz.scenes.multiplicative_weights.descent import descent_scene, rate_scene
from dpviz.scenes.multiplicative_weights.private import private_scene
from dpviz.scenes.scene import Scene

Values = NDArray[np.float64]

MODES: tuple[Any, Any] = ("tight", "slide")
ALONG = np.geomspace(1, 200_000, 54)  # rounds
BETA = 0.025  # of either of the two promises; together 0.05
PRIVATE = ("truth", "cells", "mode", "split", "seed")
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


@lru_cache(maxsize=8)
def _rates(
    truth: str, cells: str, pick: str, sign: str, seed: int, alpha: float, eta: tuple[float, ...]
) -> RateSweep:
    """The mistakes of each learning rate."""
    queries, histogram = people.toy(truth, cells)
    return rate_sweep(
        histogram / histogram.sum(),
        queries,
        alpha=alpha,
        eta=eta,
        rounds=ROUNDS,
        pick=pick,
        seed=seed,
        wrong_sign=sign == "towards",
    )


@lru_cache(maxsize=8)
def _private(
    truth: str,
    cells: str,
    mode: Any,
    split: str,
    seed: int,
    epsilon: tuple[float, ...],
    n: tuple[int, ...],
    alpha: tuple[float, ...],
    delta: tuple[float, ...],
) -> tuple[tuple[PrivateRun, ...], NDArray[np.int64]]:
    """The private run of each frame, and how many people its promise asks for."""
    queries, histogram = people.toy(truth, cells)
    slack = delta if split == "better" else (0.0,) * len(delta)
    runs = private_sweep(
        histogram, queries, epsilon=epsilon, n=n, alpha=alpha, delta=slack, mode=mode, seed=seed
    )
    needed = [
        run_size(
            universe=queries.size,
            closed_size=queries.closed_size,
            alpha=a,
            beta=BETA,
            epsilon=e,
            delta=d,
            mode=mode,
        )
        for e, a, d in zip(epsilon, alpha, slack, strict=True)
    ]
    return runs, np.array(needed)


class WeightsLesson(Lesson):
    """The toy, the potential, the private run, its slips, and the health table."""

    def __init__(self) -> None:
        super().__init__(
            WeightsParameters(),
            {
                "bars": Picture(self.bars, ("round",), (*TOY, "alpha", "eta")),
                "descent": Picture(self.descent, ("round", "eta", "alpha"), TOY),
                "rate": Picture(self.rate, ("eta",), (*TOY, "alpha")),
                "private": Picture(self.private, ("step", "epsilon", "people", "alpha"), (*PRIVATE, "delta")),
                "budget": Picture(self.budget, ("delta", "epsilon", "alpha"), ("cells", "mode")),
                **errors.PICTURES,
            },
        )
        self._limit_rounds()
        self._limit_steps()

    def _toy_runs(self, state: State, axis: str, values: Values) -> tuple[Trajectory, ...]:
        moving = along(state, axis, values)
        return _learnt(
            *(state[name] for name in TOY), tuple(moving["alpha"].tolist()), tuple(moving["eta"].tolist())
        )

    def _toy_code(self, lines: str, state: State, *imports: str) -> str:
        return code.toy(
            lines,
            state["truth"],
            int(state["cells"]).bit_length() - 1,
            imports="\n".join(imports),
            rounds=ROUNDS,
            pick=state["pick"],
            seed=state["seed"],
            wrong=state["sign"] == "towards",
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
            code=self._toy_code(code.BARS, state, "from dpviz.queries import Marginals, learn"),
            **place(state, axis, values),
        )

    def descent(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the potential, its drops and their bounds, and the mistake bounds."""
        if axis != "round":  # the whole run is what η and α change
            state = {**state, "round": ROUNDS}
        moving = along(state, axis, values)
        return descent_scene(
            runs=self._toy_runs(state, axis, values),
            states=moving["round"].astype(np.int64),
            alpha=moving["alpha"],
            code=self._toy_code(
                code.DESCENT, state, "from dpviz.queries import Marginals, learn, mistake_bound"
            ),
            **place(state, axis, values),
        )

    def rate(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the mistakes that each learning rate makes, below the bounds."""
        alpha, size = state["alpha"], int(state["cells"])
        found = _rates(*(state[name] for name in TOY), alpha, tuple(values.tolist()))
        return rate_scene(
            eta=found.eta,
            mistakes=found.mistakes,
            stopped=found.stopped,
            sharp=mistakes_bound(np.log(size), alpha=alpha, eta=values),
            slide=mistakes_bound(np.log(size), alpha=alpha, eta=values, form="slide"),
            started=mistakes_bound(found.start, alpha=alpha, eta=values),
            most=ROUNDS,
            alpha=alpha,
            size=size,
            code=self._toy_code(
                code.RATE,
                state,
                "from dpviz.queries import Marginals, learn",
                "from dpviz.queries.learner_sweep import mistakes_bound",
            ),
            **place(state, axis, values),
        )

    def _private_runs(
        self, state: State, axis: str, values: Values
    ) -> tuple[tuple[PrivateRun, ...], NDArray[np.int64]]:
        moving = along(state, axis, values)
        return _private(
            *(state[name] for name in PRIVATE),
            *(tuple(moving[name].tolist()) for name in ("epsilon", "people", "alpha", "delta")),
        )

    def private(self, state: State, axis: str, values: Values) -> Scene:
        """Draw a round of the private run, and the checks so far."""
        runs, needed = self._private_runs(state, axis, values)
        return private_scene(
            runs=runs,
            states=along(state, axis, values)["step"].astype(np.int64),
            needed=needed,
            code=code.toy(
                code.PRIVATE,
                state["truth"],
                int(state["cells"]).bit_length() - 1,
                imports="from dpviz.queries import Marginals, PrivateMultiplicativeWeights\n"
                "from dpviz.queries.private_sweep import resized",
                mode=state["mode"],
                seed=state["seed"],
            ),
            **place(state, axis, values),
        )

    def budget(self, state: State, axis: str, values: Values) -> Scene:
        """Draw what each step may spend, for any number of rounds."""
        moving, size = along(state, axis, values), int(state["cells"])
        epsilon, delta = moving["epsilon"], moving["delta"]
        tight, slide = (
            np.array([np.ceil(mistake_bound(size, float(a), mode)) for a in moving["alpha"]])
            for mode in MODES
        )
        return budget_scene(
            epsilon=epsilon,
            delta=delta,
            rounds=ALONG,
            curves=budget_sweep(epsilon=epsilon[:, None], delta=delta[:, None], rounds=ALONG[None, :]),
            tight=tight,
            slide=slide,
            at_tight=budget_sweep(epsilon=epsilon, delta=delta, rounds=tight),
            at_slide=budget_sweep(epsilon=epsilon, delta=delta, rounds=slide),
            mode=state["mode"],
            code=code.BUDGET.replace("{{", "{").replace("}}", "}"),
            **place(state, axis, values),
        )

    def prepare(self, changed: set[str]) -> None:
        """Let the slider of rounds end where the run does."""
        if changed & {*TOY, "alpha", "eta"}:
            self._limit_rounds()
        if changed & {*PRIVATE, "epsilon", "people", "alpha", "delta"}:
            self._limit_steps()
        errors.limit(self.parameters, changed)

    def _limit_rounds(self) -> None:
        state = self.parameters.snapshot()
        run = _learnt(*(state[name] for name in TOY), (state["alpha"],), (state["eta"],))[0]
        self._last("round", 0, max(1, run.rounds))

    def _limit_steps(self) -> None:
        state = self.parameters.snapshot()
        (run,), _ = self._private_runs(state, "step", np.array([state["step"]]))
        self._last("step", 1, min(run.rounds, ROUNDS))

    def _last(self, name: str, low: int, high: int) -> None:
        """End a slider there, and bring its value back if it was beyond."""
        if getattr(self.parameters, name) > high:
            setattr(self.parameters, name, high)
        self.parameters.limit(name, low, high)
