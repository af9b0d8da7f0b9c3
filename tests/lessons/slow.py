"""A lesson with everything that takes its time, for the browser tests; notebooks of theirs import it."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from dpviz.draw import Picture, axis, bars, moving, panel, table_by_row
from dpviz.draw.style import BLUE
from dpviz.frame.kinds import Number, Pattern
from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.section import Section
from dpviz.widgets import Download

STAGES = 30
STEP = 0.1  # seconds of "work" a stage
#: While there is such a file, no stage after the ninth is made.
HOLD = "hold"

x = Number(2, low=1, high=3, steps=3, whole=True, label="x, the axis")
labels = Pattern("0110", label="Labels", marks={"0": "–", "1": "+"}, words={"0": "minus", "1": "plus"})


def draw(at):
    stage = 0
    while stage < STAGES:
        time.sleep(STEP)
        stage += not (stage == 9 and Path(HOLD).exists())
        if "111" in at.labels and stage > 5:
            raise ValueError(f"labels must not have three plus in a row; got {at.labels}")
        heights = np.outer(at.x, [int(c) for c in at.labels]) * stage / STAGES
        yield (
            stage / STAGES,
            Picture(
                panel(bars(list("abcd"), moving(heights), BLUE), x="", y=axis("", 0, 4)),
                title="Slowly",
                height=260,
                sentence=f"{stage} of {STAGES} for {{labels}} at x = {{x}}.",
                table=table_by_row(("x",), ("1",)),
            ),
        )


class SlowLesson(Lesson):
    def saving(self):
        """A button that saves the state, unless x is 3."""
        button = Download(page=self.identity, name="save", label="Save the numbers", help="As a CSV file.")
        button.on_ask(self._file)
        return button

    def _file(self):
        if self.parameters.x == 3:
            raise ValueError("x must be below 3 to be saved")
        return "numbers.csv", "text/csv", bytes(range(256)) * 8192


lesson = make_lesson({"slow": Section(draw, axes=(x,))}, {}, SlowLesson)
