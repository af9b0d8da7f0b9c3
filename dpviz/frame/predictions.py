"""What a reader is asked to predict before the picture shows it.

A lesson has its own in its `question_file`; the cell ``lesson.predict("name")`` shows one after the words that ask.
A prediction is a question of `dpviz.frame.questions` (one of a few answers, or a number), or a curve that the reader
draws along a slider.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from dpviz.frame.kinds import Number
from dpviz.frame.questions import ChoiceQuestion, Numbers, NumericQuestion, no_numbers


@dataclass(frozen=True)
class DrawnCurve:
    """A curve that the reader draws along a slider; the truth is then drawn over it.

    The horizontal axis is the slider itself, step by step; or, where the truth is a curve that the picture shows along
    this slider, that `panel` of the picture, in which it is then drawn while the picture is veiled.
    """

    prompt: str  # what is asked, in a sentence or two; it says which slider moves
    value: str  # a value of the section's picture, one number a frame: the truth
    along: Number  # one of the section's axes
    label: str  # what the vertical axis shows
    low: float  # its ends
    high: float
    why: str  # one or two sentences that teach, said with the truth, whatever was drawn
    scale: Literal["linear", "log"] = "linear"  # of the vertical axis
    percent: bool = False  # whether fractions are written as per cent
    panel: int = 0  # the picture's panel whose axes it is drawn in, from 1; 0 for a field of its own
    numbers: Numbers = no_numbers  # what `prompt` and `why` name in braces; about the text's values: the state is empty

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise ValueError(f"low and high must be two numbers, the smaller one first; got {self.low}, {self.high}")
        if self.scale == "log" and self.low <= 0:
            raise ValueError(f"low must be above 0 on a log scale; got {self.low}")
        if self.panel < 0:
            raise ValueError(f"panel must be 1 or more, or 0 for none; got {self.panel}")

    def traits(self) -> dict[str, Any]:
        """Return what the widget shows of it."""
        gaps = self.numbers({})
        return {
            "prompt": self.prompt.format(**gaps),
            "value": self.value,
            "label": self.label,
            "low": float(self.low),
            "high": float(self.high),
            "why": self.why.format(**gaps),
            "scale": self.scale,
            "percent": self.percent,
            "panel": self.panel,
        }


Prediction = ChoiceQuestion | NumericQuestion | DrawnCurve
