"""The wiring of the lesson on private multiplicative weights: which picture shows what."""

from __future__ import annotations

from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.lessons.lesson import Picture, State, along, place
from dpviz.lessons.multiplicative_weights import code, errors, people, runs
from dpviz.lessons.multiplicative_weights.own import OwnReleases
from dpviz.lessons.multiplicative_weights.parameters import (
    LAPS,
    ROUNDS,
    TRAP_LABELS,
    TURNS,
    WeightsParameters,
)
from dpviz.lessons.multiplicative_weights.questions import QUESTIONS
from dpviz.lessons.multiplicative_weights.table import slack, table_runs
from dpviz.queries import PrivateRun, Trajectory, mistake_bound
from dpviz.queries.budget import mistakes_bound
from dpviz.queries.budget_sweep import budget_sweep
from dpviz.queries.traps import TRAPS, TrapRun
from dpviz.scenes.multiplicative_weights.bars import bars_scene
from dpviz.scenes.multiplicative_weights.budget import budget_scene
from dpviz.scenes.multiplicative_weights.descent import descent_scene, rate_scene
from dpviz.scenes.multiplicative_weights.private import private_scene
from dpviz.scenes.multiplicative_weights.table import table_scene
from dpviz.scenes.multiplicative_weights.traps import traps_scene
from dpviz.widgets import Button

Values = NDArray[np.float64]

MODES: tuple[Any, Any] = ("tight", "slide")
ALONG = np.geomspace(1, 200_000, 54)  # rounds
PRIVATE = ("truth", "cells", "mode", "split", "seed")
TOY = ("truth", "cells", "pick", "sign", "seed")


class WeightsLesson(OwnReleases):
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
                "traps": Picture(
                    self.traps, ("lap",), ("trap", "cells", "epsilon", "people", "alpha", "seed")
                ),
                "table": Picture(
                    self.table,
                    ("turn", "epsilon"),
                    ("bits", "method", "mode", "split", "delta", "alpha", "seed"),
                ),
                **errors.PICTURES,
                **self.own_pictures(),
            },
            QUESTIONS,
        )
        self._limit_rounds()
        self._limit_steps()
        self._limit_laps()
        self._limit_turns()

    def _toy_runs(self, state: State, axis: str, values: Values) -> tuple[Trajectory, ...]:
        moving = along(state, axis, values)
        return runs.learnt(
            *(state[name] for name in TOY), tuple(moving["alpha"].tolist()), tuple(moving["eta"].tolist())
        )

    def _toy_code(self, lines: str, state: State, *imports: str) -> str:
        return code.toy(
            lines,
            state["truth"],
            int(state["cells"]).bit_length() - 1,
            imports="\n".join(imports),
            rounds=runs.rounds(state["sign"]),
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
        found = self._toy_runs(state, axis, values)
        return rate_scene(
            mistakes=np.array([run.updates for run in found]),
            stopped=np.array([run.stopped for run in found]),
            sharp=mistakes_bound(np.log(size), alpha=alpha, eta=values),
            slide=mistakes_bound(np.log(size), alpha=alpha, eta=values, form="slide"),
            started=mistakes_bound(float(found[0].kl[0]), alpha=alpha, eta=values),
            most=runs.rounds(state["sign"]),
            alpha=alpha,
            size=size,
            code=self._toy_code(
                code.RATE,
                state,
                "from dpviz.queries import Marginals, learn, mistakes_bound",
            ),
            **place(state, axis, values),
        )

    def _private_runs(
        self, state: State, axis: str, values: Values
    ) -> tuple[tuple[PrivateRun, ...], NDArray[np.int64]]:
        moving = along(state, axis, values)
        return runs.private(
            *(state[name] for name in PRIVATE),
            *(tuple(moving[name].tolist()) for name in ("epsilon", "people", "alpha", "delta")),
        )

    def private(self, state: State, axis: str, values: Values) -> Scene:
        """Draw a round of the private run, and the checks so far."""
        found, needed = self._private_runs(state, axis, values)
        return private_scene(
            runs=found,
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

    def _slips(self, state: State) -> tuple[TrapRun, ...]:
        return runs.slips(*(state[name] for name in ("cells", "seed", "epsilon", "people", "alpha")))

    def traps(self, state: State, axis: str, values: Values) -> Scene:
        """Draw a slip beside the right algorithm."""
        every = self._slips(state)
        slip = every[list(TRAPS).index(state["trap"])]
        return traps_scene(
            right=every[0],
            slip=slip,
            every=every,
            labels=TRAP_LABELS,
            code=code.toy(
                code.TRAPS,
                "corner",
                int(state["cells"]).bit_length() - 1,
                imports="from dpviz.queries import Marginals\nfrom dpviz.queries.private_sweep import resized",
                trap=state["trap"],
                seed=state["seed"],
            ),
            **place(state, axis, values),
        )

    def table(self, state: State, axis: str, values: Values) -> Scene:
        """Draw a run on the health table: all pairs, KL and errors."""
        if axis != "turn":  # the end of the run is what ε changes
            state = {**state, "turn": TURNS}
        moving = along(state, axis, values)
        queries, histogram = people.workload(state["bits"], up_to=False), people.counted(state["bits"])
        n, practical = int(histogram.sum()), state["method"] == "practical"
        return table_scene(
            runs=table_runs(state, tuple(moving["epsilon"].tolist())),
            states=moving["turn"].astype(np.int64),
            queries=queries,
            exact=queries.answers(histogram / n),
            n=n,
            method=state["method"],
            code=code.toy(
                code.TABLE_PRACTICAL if practical else code.TABLE_THEOREM,
                "health",
                state["bits"],
                up_to=False,
                imports="from dpviz.queries import Marginals, "
                + ("PracticalMultiplicativeWeights" if practical else "PrivateMultiplicativeWeights"),
                rounds=TURNS,
                n=n,
                seed=state["seed"],
                alpha=state["alpha"],
                mode=state["mode"],
                delta=slack(state),
            ),
            **place(state, axis, values),
        )

    def redrawn(self, picture: str, words: str, *controls: str) -> ipywidgets.VBox:
        """Return a picture with a button for other luck, for a notebook cell to show."""
        button = Button(page=self.identity, name=f"again-{picture}", label=words)
        button.on_press(self._again)
        panel = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _again(self) -> None:
        self.parameters.seed += 1

    def prepare(self, changed: set[str]) -> None:
        """Let the slider of rounds end where the run does."""
        if changed & {*TOY, "alpha", "eta"}:
            self._limit_rounds()
        if changed & {*PRIVATE, "epsilon", "people", "alpha", "delta"}:
            self._limit_steps()
        if changed & {"trap", "cells", "epsilon", "people", "alpha", "seed"}:
            self._limit_laps()
        if changed & {"bits", "method", "mode", "split", "delta", "alpha", "seed", "epsilon"}:
            self._limit_turns()
        errors.limit(self.parameters, changed)
        self.limit_ranks(changed)

    def _limit_rounds(self) -> None:
        state = self.parameters.snapshot()
        run = runs.learnt(*(state[name] for name in TOY), (state["alpha"],), (state["eta"],))[0]
        self._last("round", 0, max(1, run.rounds))

    def _limit_steps(self) -> None:
        state = self.parameters.snapshot()
        (run,), _ = self._private_runs(state, "step", np.array([state["step"]]))
        self._last("step", 1, min(run.rounds, ROUNDS))

    def _limit_laps(self) -> None:
        every, trap = self._slips(self.parameters.snapshot()), self.parameters.trap
        slip = every[list(TRAPS).index(trap)]
        self._last("lap", 0, max(4, min(LAPS, max(every[0].rounds, slip.rounds))))

    def _limit_turns(self) -> None:
        state = self.parameters.snapshot()
        (run,) = table_runs(state, (state["epsilon"],))
        self._last("turn", 0, min(run.rounds, TURNS))

    def _last(self, name: str, low: int, high: int) -> None:
        """End a slider there, and bring its value back if it was beyond."""
        if getattr(self.parameters, name) > high:
            setattr(self.parameters, name, high)
        self.parameters.limit(name, low, high)
