"""What readers are asked, as the page shows it: a section's questions and predictions, in this state of the lesson."""

from __future__ import annotations

from typing import Any

from dpviz.frame.parameters import Parameters
from dpviz.frame.predictions import DrawnCurve, Prediction
from dpviz.frame.questions import NumericQuestion
from dpviz.frame.section import BoundSection
from dpviz.widgets import DrawnPrediction, Question

Shown = Question | DrawnPrediction


class Asked:
    """A question or a prediction and its widget.

    Parameters
    ----------
    made : Question or Prediction
        As the section has it.
    name : str
        Under which the page remembers it.
    section : BoundSection
    picture : str
        The section's name.
    parameters : Parameters
    page : str
    kind : str
        What it is headed with; "" for a question by which readers check themselves.
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
        self.widget = Question(**common, heading=kind) if kind else Question(**common)
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
