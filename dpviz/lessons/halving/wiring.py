"""The wiring of the lesson on successive halving: which picture shows what."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.lessons.halving import code, failure
from dpviz.lessons.halving.parameters import LAMBDAS, HalvingParameters
from dpviz.lessons.halving.people import EACH, EVERYBODY, TRAINING, VALIDATION, arms_of
from dpviz.lessons.halving.questions import QUESTIONS
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.section import drawn_in
from dpviz.scenes.halving.failure import hardness_scene
from dpviz.scenes.halving.rounds import rounds_scene
from dpviz.scenes.halving.tuning import choice_scene, tuning_scene
from dpviz.tuning import (
    BernoulliArms,
    private_tuning,
    successive_halving,
)
from dpviz.tuning.failure import survivors
from dpviz.tuning.sweeps import arm_means, choice_sweep
from dpviz.widgets import Button

Values = NDArray[np.float64]
RUNS = 1000  # tunings at each ε
SLACK = 1e-5


class HalvingLesson(Lesson):
    """Arms, rounds, the theorem; then the tuning of a private regression and its price."""

    def __init__(self) -> None:
        arms = ("shape", "arms", "gap")
        super().__init__(
            HalvingParameters(),
            {
                "rounds": Picture(self.rounds, ("round",), (*arms, "budget", "seed")),
                "hardness": Picture(self.hardness, ("gap",), ("shape", "arms", "beta")),
                "failure": drawn_in(failure.SECTION, HalvingParameters),
                "tuning": Picture(self.tuning, ("step",), ("way", "evaluations", "epsilon", "seed")),
                "choice": Picture(self.choice, ("epsilon",), ("evaluations", "seed")),
            },
            QUESTIONS,
        )
        self.prepare({"arms"})

    def prepare(self, changed: set[str]) -> None:
        """Let the slider of the rounds end where the rounds do."""
        if "arms" not in changed:
            return
        state, last = self.parameters, (int(self.parameters.arms) - 1).bit_length()
        state.limit("round", 0, max(last, state.round))
        state.round = min(state.round, last)
        state.limit("round", 0, last)

    def _means(self, state: State) -> Values:
        return arm_means(state["shape"], state["arms"], round(state["gap"], 10))

    def _code(self, lines: str, state: State) -> str:
        ends = np.cumsum((0, TRAINING, VALIDATION, EVERYBODY)).tolist()
        made = {"everybody": ends[-1], "cuts": tuple(pairwise(ends)), "each": EACH}
        return lines.format(**{**state, **made, "gap": round(state["gap"], 10)})

    def rounds(self, state: State, axis: str, values: Values) -> Scene:
        """Draw one run, round by round."""
        means = self._means(state)
        run = successive_halving(
            BernoulliArms(means), len(means), state["budget"], rng=np.random.default_rng(state["seed"])
        )
        return rounds_scene(
            run=run,
            means=means,
            budget=state["budget"],
            seed=state["seed"],
            code=self._code(code.ROUNDS, state),
            **place(state, axis, values),
        )

    def hardness(self, state: State, axis: str, values: Values) -> Scene:
        """Draw what each arm adds to the hardness."""
        gaps = along(state, axis, values)["gap"].round(10)
        means = np.array([arm_means(state["shape"], state["arms"], float(gap)) for gap in gaps])
        return hardness_scene(
            means=means, beta=state["beta"], code=code.HARDNESS, **place(state, axis, values)
        )

    def tuning(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the tuning of λ, round by round."""
        arms, rng, way = arms_of(state["seed"]), np.random.default_rng(state["seed"]), state["way"]
        if way == "none":
            pulls = BernoulliArms(arms.validation)
            rounds, cost = successive_halving(pulls, LAMBDAS, state["evaluations"], rng=rng).rounds, None
        else:
            found = private_tuning(
                arms.validation,
                state["evaluations"],
                epsilon=state["epsilon"],
                records=arms.records,
                noise=way,
                rng=rng,
            )
            rounds, cost = found.rounds, found.cost
        return tuning_scene(
            arms=arms,
            rounds=rounds,
            way=way,
            cost=cost,
            evaluations=state["evaluations"],
            slack=SLACK,
            code=self._code(code.BARE if way == "none" else code.PRIVATE, state),
            **place(state, axis, values),
        )

    def choice(self, state: State, axis: str, values: Values) -> Scene:
        """Draw what the promise costs."""
        arms, seed, budget = arms_of(state["seed"]), state["seed"], state["evaluations"]
        chosen = survivors(arms.validation, budget, runs=RUNS, rng=np.random.default_rng(seed))
        return choice_scene(
            arms=arms,
            sweep=choice_sweep(arms.validation, budget, values, records=arms.records, runs=RUNS, seed=seed),
            bare=float(np.mean(arms.validation.max() - arms.validation[chosen])),
            evaluations=budget,
            seed=seed,
            code=self._code(code.CHOICE, state),
            **place(state, axis, values),
        )

    # The parts of the page that are more than a picture --------------------------------------------------

    def race(self) -> ipywidgets.VBox:
        """Return the rounds with a button for other luck, for a notebook cell to show."""
        return self._redrawn("rounds", "shape", "arms", "gap", "budget", "round")

    def tune(self) -> ipywidgets.VBox:
        """Return the tuning with a button for other people, for a notebook cell to show."""
        return self._redrawn("tuning", "way", "evaluations", "epsilon", "step")

    def _redrawn(self, picture: str, *controls: str) -> ipywidgets.VBox:
        button = Button(page=self.identity, name=f"again-{picture}", label="Other luck")
        button.on_press(self._again)
        panel: Any = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _again(self) -> None:
        self.parameters.seed += 1
