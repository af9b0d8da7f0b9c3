"""The lesson on parities, and its button that adds an example of the reader's."""

from typing import Any

from dpviz.frame.lesson import Lesson
from dpviz.lessons.parity.shared import MOST_OWN
from dpviz.widgets import Button, Note, Panel


class ParityLesson(Lesson):
    """Parities: the solution space, elimination, and the private learner."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.note = Note(page=self.identity)

    def _changed(self, names: set[str]) -> None:
        # The reader's examples go with the sample they were added to, and with its number of bits.
        state: Any = self.parameters
        if "sample_seed" in names or ("bits" in names and len(state.added) % (state.bits + 1)):
            self.note.text = state.added = ""
        super()._changed(names)

    def show(self, picture: str, *controls: str) -> Panel:
        """Return a picture with its controls; the halving has a button that adds the reader's example."""
        panel = super().show(picture, *controls)
        if picture != "halving":
            return panel
        add = Button(page=self.identity, name="add", label="Add my example")
        add.on_press(self.add)
        row, *rest = panel.children
        *parts, other = row.children
        row.children = (*parts, add, other)
        panel.children = (row, self.note, *rest)
        return panel

    def add(self) -> None:
        """Put the reader's example at the end, and look at it."""
        state: Any = self.parameters
        full = len(state.added) >= MOST_OWN * (state.bits + 1)
        self.note.text = f"{MOST_OWN} examples of your own are the most." if full else ""
        if not full:
            with self.together():
                state.added += state.mine
                state.examples = int(state.range_of("examples")[1])
