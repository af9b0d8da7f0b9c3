"""What readers are asked, as the page shows it: a section's questions and predictions, in this state of the lesson."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpviz.frame.parameters import Parameters
from dpviz.frame.predictions import DrawnCurve, Prediction
from dpviz.frame.questions import NumericQuestion
from dpviz.frame.section import BoundSection
from dpviz.widgets import DrawnPrediction, Question

Shown = Question | DrawnPrediction


class PosedQuestion:
    """A question or a prediction and its widget.

    The page remembers it under its `name`; `picture` is the section's name; `kind` is what a prediction is headed with,
    "" for a question by which readers check themselves.
    """

    def __init__(
        self,
        made: Prediction,
        name: str,
        section: BoundSection,
        picture: str,
        parameters: Parameters,
        page: str,
        kind: str = "",
    ) -> None:
        self._made, self._section, self._parameters = made, section, parameters
        needs = () if isinstance(made, DrawnCurve) else made.needs
        self._known = {need: section.names[need] for need in needs}
        #: The lesson's names of the parameters that it depends on.
        self.needs = set(self._known.values())
        if isinstance(made, DrawnCurve):  # the range of its slider may depend on any of the others
            self.needs = set(section.names.values())
        common = {"page": page, "name": name, **self._wording()}
        self.widget: Shown
        if isinstance(made, DrawnCurve):
            # Its words do not depend on the state, and their numbers may take a while: made once.
            words = {**made.traits(), "axis_label": made.along.label}
            self.widget = DrawnPrediction(**common, **words, picture=picture, axis=section.known(made.along))
            return
        self.widget = Question(**common, heading=kind, picture=picture) if kind else Question(**common)
        if isinstance(made, NumericQuestion):
            self.widget.on_check(
                lambda typed: made.judge(typed, *self._gaps()), reveal=lambda: made.reveal(*self._gaps())
            )

    def refresh(self) -> None:
        """Word it anew, after something that it depends on has changed."""
        with self.widget.hold_sync():
            for trait, value in self._wording().items():
                setattr(self.widget, trait, value)

    def _wording(self) -> dict[str, Any]:
        if not isinstance(self._made, DrawnCurve):
            return self._made.traits(*self._gaps())
        axis = self._section.known(self._made.along)
        values = self._parameters.grid(axis)
        return {"values": values.tolist(), "texts": self._parameters.texts(axis, values)}

    def _gaps(self) -> tuple[dict[str, Any], dict[str, str]]:
        """What a question needs: the values, and as the reader sees them."""
        return (
            {need: getattr(self._parameters, other) for need, other in self._known.items()},
            {need: self._parameters.text(other) for need, other in self._known.items()},
        )


class AskedQuestions:
    """All that a lesson has asked so far, each once."""

    def __init__(self, sections: Mapping[str, BoundSection], parameters: Parameters, page: str) -> None:
        self._sections, self._parameters, self._page = sections, parameters, page
        self._asking = {name: picture for picture, made in sections.items() for name in made.section.questions}
        self._predicting = {name: picture for picture, made in sections.items() for name in made.section.predictions}
        self._asked: dict[str, PosedQuestion] = {}

    def question(self, name: str) -> Shown:
        """The widget of a question by which readers check themselves."""
        picture = self._asking[name]
        return self._ask(name, self._sections[picture].section.questions[name], picture)

    def prediction(self, name: str) -> Shown:
        """The widget of a prediction."""
        picture = self._predicting[name]
        return self._ask(f"predict.{name}", self._sections[picture].section.predictions[name], picture, "Predict")

    def refresh(self, changed: set[str]) -> None:
        """Word anew what depends on a parameter that has changed."""
        for asked in self._asked.values():
            if changed & asked.needs:
                asked.refresh()

    def close(self) -> None:
        """Take them off the page."""
        for asked in self._asked.values():
            asked.widget.close()

    def _ask(self, key: str, made: Prediction, picture: str, kind: str = "") -> Shown:
        if key not in self._asked:
            section = self._sections[picture]
            self._asked[key] = PosedQuestion(made, key, section, picture, self._parameters, self._page, kind)
        return self._asked[key].widget
