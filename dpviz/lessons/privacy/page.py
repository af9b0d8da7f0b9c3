"""What the page of this lesson has beside its sections: a button for another output."""

from __future__ import annotations

import ipywidgets
import numpy as np

from dpviz.lessons.lesson import Lesson
from dpviz.widgets import Button


class PrivacyLesson(Lesson):
    """What privacy means."""

    def show(self, picture: str, *controls: str) -> ipywidgets.VBox:
        """Return a picture with its controls, for a notebook cell to show."""
        panel = super().show(picture, *controls)
        if picture == "seat":
            another = Button(
                page=self.identity,
                name="another",
                label="Another output",
                help="The same worlds, drawn anew.",
            )
            another.on_press(self._another)
            panel.children[0].children += (another,)
        return panel

    def _another(self) -> None:
        # Fresh randomness: what is drawn is one of the slider's own places, each per cent as likely as the other.
        self.parameters.quantile = float(np.random.default_rng().integers(1, 100)) / 100
