"""The wiring of the lesson on private multiplicative weights: which picture shows what."""

from __future__ import annotations

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.lessons.lesson import Picture, State, along, place
from dpviz.lessons.multiplicative_weights import code, errors, people
from dpviz.lessons.multiplicative_weights.own import OwnReleases
from dpviz.lessons.multiplicative_weights.parameters import TURNS, WeightsParameters
from dpviz.lessons.multiplicative_weights.questions import QUESTIONS
from dpviz.lessons.multiplicative_weights.table import slack, table_runs
from dpviz.scenes.multiplicative_weights.table import table_scene
from dpviz.widgets import Button

Values = NDArray[np.float64]


class WeightsLesson(OwnReleases):
    """The health table, how large errors are, and a table of one's own."""

    def __init__(self) -> None:
        super().__init__(
            WeightsParameters(),
            {
                "table": Picture(
                    self.table,
                    ("turn", "epsilon"),
                    ("bits", "method", "mode", "split", "delta", "alpha", "seed"),
                ),
                **errors.PICTURES,
                **self.own_pictures(),
            },
            QUESTIONS,
        )
        self._limit_turns()

    def table(self, state: State, axis: str, values: Values) -> Scene:
        """Draw a run on the health table: all pairs, KL and errors."""
        if axis != "turn":  # the end of the run is what ε changes
            state = {**state, "turn": TURNS}
        moving = along(state, axis, values)
        queries, histogram = people.workload(state["bits"], up_to=False), people.counted(state["bits"])
        n, practical = int(histogram.sum()), state["method"] == "practical"
        return table_scene(
            runs=table_runs(state, tuple(moving["epsilon"].tolist())),
            states=moving["turn"].astype(np.int64),
            queries=queries,
            exact=queries.answers(histogram / n),
            n=n,
            method=state["method"],
            code=code.toy(
                code.TABLE_PRACTICAL if practical else code.TABLE_THEOREM,
                state["bits"],
                up_to=False,
                imports="from dpviz.queries import Marginals, "
                + ("PracticalMultiplicativeWeights" if practical else "PrivateMultiplicativeWeights"),
                rounds=TURNS,
                n=n,
                seed=state["seed"],
                alpha=state["alpha"],
                mode=state["mode"],
                delta=slack(state),
            ),
            **place(state, axis, values),
        )

    def redrawn(self, picture: str, words: str, *controls: str) -> ipywidgets.VBox:
        """Return a picture with a button for other luck, for a notebook cell to show."""
        button = Button(page=self.identity, name=f"again-{picture}", label=words)
        button.on_press(self._again)
        panel = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _again(self) -> None:
        self.parameters.seed += 1

    def prepare(self, changed: set[str]) -> None:
        """Let the slider of rounds end where the run does."""
        if changed & {"bits", "method", "mode", "split", "delta", "alpha", "seed", "epsilon"}:
            self._limit_turns()
        errors.limit(self.parameters, changed)
        self.limit_ranks(changed)

    def _limit_turns(self) -> None:
        state = self.parameters.snapshot()
        (run,) = table_runs(state, (state["epsilon"],))
        self._last("turn", 0, min(run.rounds, TURNS))

    def _last(self, name: str, low: int, high: int) -> None:
        """End a slider there, and bring its value back if it was beyond."""
        if getattr(self.parameters, name) > high:
            setattr(self.parameters, name, high)
        self.parameters.limit(name, low, high)
