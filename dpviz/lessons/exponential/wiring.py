"""The wiring of the lesson on the exponential mechanism: which picture shows what."""

from __future__ import annotations

from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.data import health_questions
from dpviz.draw.scene import Scene
from dpviz.lessons.exponential import code
from dpviz.lessons.exponential.asked import Asked, asked_of_health
from dpviz.lessons.exponential.parameters import ANYBODY, DRAWS, GENERAL, MONOTONE, ExponentialParameters
from dpviz.lessons.exponential.questions import QUESTIONS
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.mechanisms import ExponentialMechanism
from dpviz.mechanisms.selection import Question
from dpviz.mechanisms.sweep import LawSweep, law_sweep, neighbour, worst_neighbours
from dpviz.mechanisms.tail_sweep import solve_beta, solve_epsilon, solve_size, tail_sweep
from dpviz.scenes.exponential.accuracy import solve_scene, tail_scene
from dpviz.scenes.exponential.draws import draws_scene
from dpviz.scenes.exponential.law import law_scene
from dpviz.scenes.exponential.neighbours import loss_scene, tables_scene
from dpviz.widgets import Button

PLACES = 61  # how many values of ε or n a solved picture is drawn at
SEARCHES = 12  # how many searches for worst neighbours are remembered
RELATIONS = ("replace", "add_remove")
# What the law of an answer depends on besides the numbers.
_TABLE = ("question", "neighbouring", "exponent")


class ExponentialLesson(Lesson):
    """The exponential mechanism, end to end."""

    def __init__(self) -> None:
        self.own: Asked | None = None
        self._searched: dict[Any, tuple[NDArray[np.float64], NDArray[np.int64]]] = {}
        parameters = ExponentialParameters()
        parameters.offer("question", self._questions())
        super().__init__(
            parameters,
            {
                "law": Picture(self.law, ("epsilon", "n"), (*_TABLE, "scale")),
                "draws": Picture(self.draw, ("draws", "epsilon", "n"), (*_TABLE, "seed")),
                "tables": Picture(self.tables, ("epsilon", "n"), (*_TABLE, "leaves", "joins")),
                "loss": Picture(self.loss, ("epsilon", "n"), (*_TABLE, "leaves", "joins")),
                "tail": Picture(self.tail, ("epsilon", "n", "beta", "alpha"), _TABLE),
                "solve": Picture(self.solve, ("epsilon", "n", "beta", "alpha"), (*_TABLE, "unknown")),
            },
            QUESTIONS,
        )
        self.prepare({"question"})

    # The table and what is asked of it -----------------------------------------------------------------

    def asked(self, state: State) -> Asked:
        """Return the question of this state."""
        if state["question"] == "own":
            assert self.own is not None
            return self.own
        return asked_of_health(state["question"])

    def _questions(self) -> dict[str, str]:
        options = {key: recipe.title for key, recipe in health_questions().items()}
        return {"own": f"Your table: {self.own.question.text}", **options} if self.own else options

    def ask_own(self, own: Asked) -> None:
        """Put the reader's own table under every picture."""
        self.own = own
        with self.together():
            self.parameters.offer("question", self._questions())
            self.parameters.question = "own"
            self._drawn.clear()
            self._changed({"question"})  # even if it was "own" before: the table is another one

    def prepare(self, changed: set[str]) -> None:
        """Fit the ranges and options to the question: how many people there are, which kinds of them."""
        parameters = self.parameters
        if "question" in changed:
            question = self.asked(parameters.snapshot()).question
            if parameters.n > question.n:
                parameters.n = question.n
            parameters.limit("n", min(10, question.n), question.n)
            kinds = {str(k): name for k, name in enumerate(question.record_types)}
            parameters.offer("leaves", {**ANYBODY, **kinds})
            parameters.offer("joins", {**ANYBODY, **kinds})
            parameters.leaves = parameters.joins = "worst"
        if changed & {"question", "neighbouring"}:
            question = self.asked(parameters.snapshot()).question
            monotonic = question.monotonic(parameters.neighbouring)
            if not monotonic:
                parameters.exponent = "general"
            parameters.offer("exponent", {**GENERAL, **MONOTONE} if monotonic else GENERAL)

    def sweep(self, state: State, axis: str, values: NDArray[np.float64]) -> tuple[dict[str, Any], LawSweep]:
        """Return every number along the axis, and the laws that belong to them."""
        moving = along(state, axis, values)
        question = self.asked(state).question
        found = law_sweep(
            question,
            question.running_histograms(moving["n"]),
            moving["epsilon"],
            neighbouring=state["neighbouring"],
            monotonic=state["exponent"] == "monotone",
        )
        return moving, found

    # The pictures -------------------------------------------------------------------------------------

    def law(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the probabilities over the candidates."""
        _, found = self.sweep(state, axis, values)
        return law_scene(
            answers=self.asked(state).answers,
            sweep=found,
            logarithmic=state["scale"] == "log",
            code=self._code(state, code.LAW),
            **place(state, axis, values),
        )

    def draw(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw a run of draws; every ε and n sees the same luck."""
        moving, found = self.sweep(state, axis, values)
        m = found.laws.shape[1]
        counts = np.zeros((len(values), m), dtype=np.int64)
        last = np.full(len(values), -1)
        run = self._run(found, 0, state) if axis == "draws" else None
        for frame, size in enumerate(moving["draws"]):
            drawn = (run if run is not None else self._run(found, frame, state))[:size]
            counts[frame] = np.bincount(drawn, minlength=m)
            last[frame] = drawn[-1] if size else -1
        return draws_scene(
            answers=self.asked(state).answers,
            sweep=found,
            counts=counts,
            last=last,
            seed=state["seed"],
            code=self._code(state, code.RUN),
            **place(state, axis, values),
        )

    def _run(self, found: LawSweep, frame: int, state: State) -> NDArray[np.int64]:
        mechanism = ExponentialMechanism(
            epsilon=float(found.epsilon[frame]), sensitivity=found.sensitivity, monotonic=found.monotonic
        )
        drawn = mechanism.choose(found.scores[frame], np.random.default_rng(state["seed"]), size=DRAWS[-1])
        return np.asarray(drawn)

    def tables(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw two neighbouring tables and their laws."""
        _, found = self.sweep(state, axis, values)
        pairs, other = self._neighbour(state, found)
        return tables_scene(
            answers=self.asked(state).answers,
            types=self.asked(state).types,
            sweep=found,
            neighbours=other,
            pairs=pairs,
            code=self._code(state, code.NEIGHBOUR),
            **place(state, axis, values),
        )

    def loss(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw every candidate's ratio, and the exact worst loss under both relations."""
        _, found = self.sweep(state, axis, values)
        question = self.asked(state).question
        pairs, other = self._neighbour(state, found)
        return loss_scene(
            answers=self.asked(state).answers,
            types=self.asked(state).types,
            sweep=found,
            neighbours=other,
            pairs=pairs,
            worst={relation: self._worst(question, found, relation)[0] for relation in RELATIONS},
            calibrated=state["neighbouring"],
            code=self._code(state, code.WORST),
            **place(state, axis, values),
        )

    def _neighbour(self, state: State, found: LawSweep) -> tuple[NDArray[np.int64], LawSweep]:
        """Return the neighbour the reader chose, or the worst one, and its laws."""
        question = self.asked(state).question
        if "worst" in (state["leaves"], state["joins"]):
            pairs = self._worst(question, found, state["neighbouring"])[1]
        else:
            pair = [-1 if state[end] == "nobody" else int(state[end]) for end in ("leaves", "joins")]
            if pair[0] == pair[1]:
                raise ValueError(
                    "A neighbour must differ in one person: let somebody leave, or join, or change."
                )
            pairs = np.tile(pair, (len(found.epsilon), 1))
            if pair[0] >= 0:  # who is not there cannot leave; the sentence says so
                pairs[found.histograms[:, pair[0]] == 0] = -1
        other = law_sweep(
            question,
            neighbour(found.histograms, pairs),
            found.epsilon,
            neighbouring=state["neighbouring"],
            monotonic=found.monotonic,
        )
        return pairs, other

    def _worst(
        self, question: Question, found: LawSweep, relation: str
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Look for the worst neighbours once: two pictures, and two lines of one, ask for the same."""
        # Of one question, n tells the table.
        key = (
            question,
            relation,
            found.monotonic,
            found.n.tobytes(),
            found.epsilon.tobytes(),
            found.sensitivity,
        )
        if key not in self._searched:
            while len(self._searched) >= SEARCHES:
                del self._searched[next(iter(self._searched))]
            self._searched[key] = worst_neighbours(question, found, neighbouring=relation)
        return self._searched[key]

    def tail(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the exact tail against the bound and its refined form."""
        moving, found = self.sweep(state, axis, values)
        return tail_scene(
            answers=self.asked(state).answers,
            sweep=found,
            tails=tail_sweep(found, moving["alpha"], moving["beta"]),
            code=self._code(state, code.TAIL),
            **place(state, axis, values),
        )

    def solve(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what is needed, by the bound and exactly."""
        moving, found = self.sweep(state, axis, values)
        question, unknown = self.asked(state).question, state["unknown"]
        alpha, beta, people = moving["alpha"], moving["beta"], question.n
        if unknown == "n":
            # Past the table too: the bound may well ask for more people than there are.
            low = self.parameters.range_of("n")[0]
            grid = np.unique(np.geomspace(low, max(10 * people, 1000), PLACES).round())
            solution = solve_size(question, found, alpha, beta, grid=grid, people=people)
        else:
            solver = solve_epsilon if unknown == "epsilon" else solve_beta
            grid = np.geomspace(*self.parameters.range_of("epsilon"), PLACES)
            solution = solver(found, alpha, beta, grid=grid, people=people)
        return solve_scene(
            answers=self.asked(state).answers,
            sweep=found,
            solution=solution,
            code=code.of_solution(unknown, found.scores.shape[1], found.sensitivity, found.monotonic),
            **place(state, axis, values),
        )

    def _code(self, state: State, recipe: tuple[str, str]) -> str:
        monotonic = state["exponent"] == "monotone"
        return code.of_picture(self.asked(state), state["neighbouring"], monotonic, recipe)

    # The parts of the page that are more than a picture --------------------------------------------------

    def draws(self) -> ipywidgets.VBox:
        """Return the run of draws with its Redraw button, for a notebook cell to show."""
        button = Button(page=self.identity, name="redraw", label="Redraw", help="The same odds, other luck.")
        button.on_press(self._redraw)
        panel = self.show("draws", "draws", "epsilon", "n")
        panel.children[0].children += (button,)
        return panel

    def _redraw(self) -> None:
        self.parameters.seed += 1

    def own_table(self) -> ipywidgets.VBox:
        """Return the upload of the reader's own table, for a notebook cell to show."""
        # Late: only this section needs it.
        from dpviz.lessons.exponential.own_table import OwnTable

        return OwnTable(page=self.identity, ask=self.ask_own, settings=self._settings).panel

    def _settings(self) -> tuple[float, str, bool]:
        chosen = self.parameters
        return chosen.epsilon, chosen.neighbouring, chosen.exponent == "monotone"
