"""What the page of this lesson has beside its sections: a button for another output, and a budget that refuses."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.draw.words import small
from dpviz.frame.lesson import Lesson
from dpviz.lessons.privacy.budget import MOST, affordable
from dpviz.privacy import Budget
from dpviz.widgets import Button, Note, Panel


class PrivacyLesson(Lesson):
    """What privacy means."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.refusal = Note(page=self.identity)
        names = self.sections["budget"].names
        self._spending = {name: names[name] for name in ("asked", "each", "budget", "seed")}
        # What changes the state ends the refusal of before.
        self.parameters.observe(self._forget, names=list(self._spending.values()))

    def show(self, picture: str, *controls: str) -> Panel:
        """Return a picture with its controls, for a notebook cell to show."""
        panel = super().show(picture, *controls)
        if picture == "seat":
            self._add(panel, "another", "Another output", self._another, "The same worlds, another draw.")
        if picture == "budget":
            self._add(panel, "ask", "Ask once more", self._ask)
            self._add(panel, "again", "Start again", self._again)
            panel.children = (*panel.children[:-1], self.refusal, panel.children[-1])
        return panel

    def _add(self, panel: Panel, name: str, label: str, press: Callable[[], None], help: str = "") -> None:
        button = Button(page=self.identity, name=name, label=label, help=help)
        button.on_press(press)
        panel.children[0].children += (button,)

    def _another(self) -> None:
        # Fresh randomness: what is drawn is one of the slider's own places, each per cent as likely as the other.
        self.parameters.quantile = float(np.random.default_rng().integers(1, 100)) / 100

    def _forget(self, _: Any) -> None:
        self.refusal.text = ""

    def _ask(self) -> None:
        """Give one answer more, or refuse it."""
        now = {name: getattr(self.parameters, known) for name, known in self._spending.items()}
        each, paid = now["each"], min(now["asked"], int(affordable([now["budget"]], [now["each"]])[0]))
        account = Budget(epsilon=now["budget"], spent=((each, 0.0),) * paid)
        if not account.allows(each):
            self.refusal.tone = "warn"
            self.refusal.text = (
                f"Refused: this answer would cost ε = {small(each)}, and of the budget of {small(now['budget'])} only "
                f"{small(account.left[0])} is left."
            )
            return
        if paid == MOST:
            self.refusal.tone, self.refusal.text = "plain", "The picture is full; press “Start again”."
            return
        setattr(self.parameters, self._spending["asked"], paid + 1)

    def _again(self) -> None:
        with self.together():
            setattr(self.parameters, self._spending["asked"], 0)
            seed = self._spending["seed"]
            setattr(self.parameters, seed, getattr(self.parameters, seed) + 1)
