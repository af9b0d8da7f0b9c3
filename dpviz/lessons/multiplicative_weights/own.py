"""The picture of a released table: the built-in one at once, the reader's own when they spend ε on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.data import HEALTH_ATTRIBUTES, health
from dpviz.draw.scene import Scene
from dpviz.lessons.lesson import Lesson, Picture, State, place
from dpviz.lessons.multiplicative_weights import error_code, errors
from dpviz.lessons.multiplicative_weights.error_parameters import RANKS
from dpviz.lessons.multiplicative_weights.own_form import row
from dpviz.lessons.multiplicative_weights.own_table import OwnTable, release
from dpviz.lessons.parameters import Parameters
from dpviz.lessons.questions import Question
from dpviz.scenes.multiplicative_weights.own import Released, own_scene

SETTINGS = ("own_epsilon", "own_order", "own_rounds", "seed")


@lru_cache(maxsize=4)
def built_in(epsilon: float, order: int, rounds: int, seed: int) -> Released:
    """The health table, released at these settings."""
    return release(
        health(),
        HEALTH_ATTRIBUTES,
        epsilon=epsilon,
        order=order,
        rounds=rounds,
        rng=np.random.default_rng(seed),
    )


class OwnReleases(Lesson):
    """What the lesson has for a table of the reader's own."""

    own: Released | None = (
        None  # the last run that was asked for; None: the built-in table follows the sliders
    )

    def __init__(
        self,
        parameters: Parameters,
        pictures: Mapping[str, Picture],
        questions: Mapping[str, Question] | None = None,
    ) -> None:
        super().__init__(parameters, pictures, questions)
        errors.limit(parameters, set(parameters.declared()))
        self.limit_ranks(set(SETTINGS))

    def own_pictures(self) -> dict[str, Picture]:
        """The pictures of this part."""
        return {"own": Picture(self.draw_own, ("rank",), SETTINGS)}

    def released(self) -> Released:
        """What the picture shows."""
        return self._released(self.parameters.snapshot())

    def _released(self, state: State) -> Released:
        if self.own is not None:
            return self.own
        return built_in(state["own_epsilon"], int(state["own_order"]), state["own_rounds"], state["seed"])

    def draw_own(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the true and the private answers, and one query by name."""
        lines = (
            error_code.OWN.format(order=state["own_order"], seed=state["seed"]) if self.own is None else ""
        )
        return own_scene(made=self._released(state), code=lines, **place(state, axis, values))

    def limit_ranks(self, changed: set[str]) -> None:
        """Let the slider of named queries be as long as there are queries."""
        if not changed & {*SETTINGS, "rank"}:
            return
        most = min(RANKS, self.released().workload.num_queries)
        self.parameters.limit("rank", 1, max(most, self.parameters.rank))
        self.parameters.rank = min(self.parameters.rank, most)
        self.parameters.limit("rank", 1, most)

    def show_own(self, made: Released | None) -> None:
        """Put another release under the picture; None for the built-in table at the sliders’ settings."""
        self.own = made
        with self.together():
            self._drawn.pop("own", None)
            self._changed({"rank"})

    def own_table(self) -> ipywidgets.VBox:
        """Return the section of the reader's own table, for a notebook cell to show."""
        chosen = self.parameters
        table = OwnTable(
            page=self.identity,
            show=self.show_own,
            shown=self.released,
            settings=lambda: (chosen.own_epsilon, int(chosen.own_order), chosen.own_rounds),
        )
        settings = row(*(self.control(name) for name in ("own_epsilon", "own_rounds", "own_order")))
        picture = self.show("own", "rank")
        panel = ipywidgets.VBox(
            [
                table.head,
                settings,
                row(table.run),
                table.result,
                table.note,
                *picture.children,
                row(table.download),
            ]
        )
        panel.add_class("dpviz-panel")
        return panel
