"""The wiring of the lesson on what privacy means: which picture shows what."""

from __future__ import annotations

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.lessons.common import RELATIONS
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.privacy import code
from dpviz.lessons.privacy.asked import Asked, asked_of_health
from dpviz.lessons.privacy.parameters import MOST, PrivacyParameters
from dpviz.lessons.privacy.questions import QUESTIONS
from dpviz.mechanisms.composition_sweep import affordable, budget_sweep, composition_sweep
from dpviz.mechanisms.processed_sweep import processed_sweep
from dpviz.mechanisms.society_sweep import bits_sweep, group_sweep, vote_sweep
from dpviz.privacy.composition import Budget, BudgetExceeded
from dpviz.scenes.privacy.composition import budget_scene, composition_scene
from dpviz.scenes.privacy.processed import processed_scene
from dpviz.scenes.privacy.society import bits_scene, group_scene, vote_scene
from dpviz.widgets import Button, Note

_RELEASES = np.unique(np.geomspace(1, 1000, 121).round()).astype(np.int64)
DRAWS = 4000  # releases in each world of the picture of the last digits


class PrivacyLesson(Lesson):
    """What privacy means: noise, loss, accuracy, composition, and what can go wrong."""

    def __init__(self) -> None:
        super().__init__(
            PrivacyParameters(),
            {
                "composition": Picture(self.composition, ("each", "releases", "slack")),
                "budget": Picture(self.budget, ("asked", "each", "budget"), ("seed", "n")),
                "processed": Picture(self.processed, ("epsilon", "step"), ("map", "seed")),
                "vote": Picture(self.vote, ("worth", "epsilon")),
                "group": Picture(self.group, ("size", "epsilon", "delta")),
                "bits": Picture(self.bits, ("epsilon",), ("seed",)),
            },
            QUESTIONS,
        )
        self.refusal = Note(page=self.identity)
        self.prepare({"question"})

    def prepare(self, changed: set[str]) -> None:
        """Offer the relations that the question's sensitivity is known for; take back a refusal that is over."""
        if changed & {"asked", "each", "budget"}:
            self.refusal.text = ""
        if "question" not in changed:
            return
        known = self._asked(self.parameters.snapshot()).statistic.relations
        if self.parameters.neighbouring not in known:
            self.parameters.neighbouring = known[0]
        self.parameters.offer("neighbouring", {name: RELATIONS[name] for name in known})

    def _asked(self, state: State) -> Asked:
        return asked_of_health(state["question"])

    # The pictures -------------------------------------------------------------------------------------

    def composition(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what k releases cost by each theorem."""
        moving = along(state, axis, values)
        found = composition_sweep(_RELEASES, moving["each"], moving["releases"], moving["slack"])
        return composition_scene(sweep=found, code=code.COMPOSED, **place(state, axis, values))

    def budget(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw a question asked until the budget is spent."""
        moving = along(state, axis, values)
        asked = asked_of_health("count")
        found = budget_sweep(
            asked.statistic.values_of([state["n"]])[0],
            asked.statistic.sensitivity("replace"),
            moving["budget"],
            moving["each"],
            moving["asked"],
            most=MOST,
            seed=state["seed"],
        )
        return budget_scene(
            name=asked.title,
            sweep=found,
            seed=state["seed"],
            code=f"{asked.code.format(n=state['n'])}\n{code.BUDGET}",
            **place(state, axis, values),
        )

    def processed(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw a noisy count and what is made of it."""
        moving = along(state, axis, values)
        found = processed_sweep(moving["epsilon"], moving["step"], map=state["map"], seed=state["seed"])
        return processed_scene(
            sweep=found,
            map=state["map"],
            width=moving["step"],
            seed=state["seed"],
            code=code.PROCESSED.format(map=state["map"]),
            **place(state, axis, values),
        )

    def vote(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what one vote does to an expected utility."""
        moving = along(state, axis, values)
        found = vote_sweep(np.linspace(-1, 1, 81), moving["epsilon"], moving["worth"])
        return vote_scene(sweep=found, code=code.VOTE, **place(state, axis, values))

    def group(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what a group risks."""
        moving = along(state, axis, values)
        found = group_sweep(np.arange(1, 15), moving["epsilon"], moving["delta"], moving["size"])
        return group_scene(sweep=found, code=code.GROUP, **place(state, axis, values))

    def bits(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the last digits of live draws."""
        found = bits_sweep(values, draws=DRAWS, seed=state["seed"])
        return bits_scene(sweep=found, seed=state["seed"], code=code.BITS, **place(state, axis, values))

    # The parts of the page that are more than a picture --------------------------------------------------

    def afterwards(self) -> ipywidgets.VBox:
        """Return the post-processing with a button for another matrix, for a notebook cell to show."""
        return self._redrawn("processed", "Another matrix", "map", "step", "epsilon")

    def digits(self) -> ipywidgets.VBox:
        """Return the low bits with a button for other draws, for a notebook cell to show."""
        return self._redrawn("bits", "Draw again", "epsilon")

    def _redrawn(self, picture: str, words: str, *controls: str) -> ipywidgets.VBox:
        button = Button(page=self.identity, name=f"again-{picture}", label=words)
        button.on_press(self._redraw)
        panel = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _redraw(self) -> None:
        self.parameters.seed += 1

    def spending(self) -> ipywidgets.VBox:
        """Return the budget with a button that asks one question more, for a notebook cell to show."""
        ask = Button(page=self.identity, name="ask", label="Ask once more")
        ask.on_press(self._ask)
        again = Button(
            page=self.identity, name="again", label="Start again", help="The same budget, other luck."
        )
        again.on_press(self._again)
        panel = self.show("budget", "each", "budget", "asked")
        panel.children[0].children += (ask, again)
        panel.children = (panel.children[0], self.refusal, *panel.children[1:])
        return panel

    def _ask(self) -> None:
        """Answer one question more, or refuse it."""
        state = self.parameters
        left = Budget(epsilon=state.budget, spent=((state.each, 0.0),) * self._paid())
        try:
            left.spend(state.each)
        except BudgetExceeded as refused:
            self.refusal.tone, self.refusal.text = "warn", f"Refused: {refused}."
            return
        if state.asked == MOST:
            self.refusal.tone, self.refusal.text = "plain", "The picture is full; press “Start again”."
            return
        state.asked = self._paid() + 1

    def _paid(self) -> int:
        """How many of the questions asked the budget has paid for."""
        state = self.parameters
        return min(state.asked, affordable(state.budget, state.each, MOST))

    def _again(self) -> None:
        with self.together():
            self.parameters.asked = 0
            self.parameters.seed += 1
