"""A lesson with everything that takes its time, for the browser tests; notebooks of theirs import it."""

from __future__ import annotations

import time

import numpy as np

from dpviz.draw.scene import Scene, Table
from dpviz.lessons.lesson import Lesson, Picture, place
from dpviz.lessons.parameters import Number, Parameters, Pattern
from dpviz.widgets import Download

STAGES = 30
STEP = 0.1  # seconds of "work" a stage


class SlowParameters(Parameters):
    x = Number(2, low=1, high=3, steps=3, whole=True, label="x, the axis")
    labels = Pattern("0110", label="Labels", marks={"0": "–", "1": "+"}, words={"0": "minus", "1": "plus"})


class SlowLesson(Lesson):
    def __init__(self):
        super().__init__(SlowParameters(), {"slow": Picture(None, ("x",), ("labels",), stages=self.slow)})
        self.begun = 0

    def slow(self, state, axis, values):
        self.begun += 1
        for stage in range(1, STAGES + 1):
            time.sleep(STEP)
            if "111" in state["labels"] and stage > 5:
                raise ValueError(f"labels must not have three plus in a row; got {state['labels']}")
            yield (
                stage / STAGES,
                Scene(
                    title="Slowly",
                    figure={
                        "data": [{"type": "bar", "x": list("abcd"), "marker": {"color": "#0072b2"}}],
                        "layout": {"height": 260, "yaxis": {"range": [0, 4]}},
                    },
                    motion={
                        ("data", 0, "y"): np.outer(values, [int(c) for c in state["labels"]]) * stage / STAGES
                    },
                    sentences=[f"{stage} of {STAGES} for {state['labels']} at x = {v:g}." for v in values],
                    table=Table(("x",), ((("1",),),)),
                    **place(state, axis, values),
                ),
            )

    def saving(self):
        """A button that saves the state, unless x is 3."""
        button = Download(page=self.identity, name="save", label="Save the numbers", help="As a CSV file.")
        button.on_ask(self._file)
        return button

    def _file(self):
        if self.parameters.x == 3:
            raise ValueError("x must be below 3 to be saved")
        return "numbers.csv", "text/csv", bytes(range(256)) * 8192


lesson = SlowLesson()
