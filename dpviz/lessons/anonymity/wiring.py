"""The wiring of the lesson on anonymity: which picture shows what."""

from __future__ import annotations

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity.intersection_sweep import intersection_sweep
from dpviz.lessons.anonymity import code
from dpviz.lessons.anonymity.parameters import AGES, INCOMES, RELEASES, AnonymityParameters
from dpviz.lessons.anonymity.table import UNWELL, releases, unwell
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.scenes.anonymity.intersection import intersection_scene
from dpviz.scenes.anonymity.release import release_scene, told_scene
from dpviz.scenes.scene import Scene
from dpviz.widgets import Button

TRIALS = 2000  # simulated targets of the picture of the intersection
_COLUMNS = ("age", "income")
_KEPT = ("site", "sex")


class AnonymityLesson(Lesson):
    """Anonymity: generalise until everybody looks like many others, and see what that is worth."""

    def __init__(self) -> None:
        super().__init__(
            AnonymityParameters(),
            {
                "release": Picture(self.release, (*_COLUMNS, "k", "l", "t"), _KEPT),
                "told": Picture(self.told, (*_COLUMNS, "known"), _KEPT),
                "intersection": Picture(
                    self.intersection, ("releases", "size", "values", "epsilon"), ("seed",)
                ),
            },
        )

    def release(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw the classes of a generalised table."""
        moving, levels = along(state, axis, values), _levels(state, axis, values)
        return release_scene(
            releases=releases(levels),
            published=[_published(row) for row in levels.tolist()],
            levels=levels,
            k_anon=moving["k"],
            l_diverse=moving["l"],
            t_close=moving["t"],
            code=code.RELEASE,
            **place(state, axis, values),
        )

    def told(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what the classes tell somebody who finds their victim's."""
        levels = _levels(state, axis, values)
        return told_scene(
            releases=releases(levels),
            published=[_published(row) for row in levels.tolist()],
            known=along(state, axis, values)["known"],
            group=unwell(),
            name=" or ".join(UNWELL),
            levels=levels,
            code=code.TOLD,
            **place(state, axis, values),
        )

    def intersection(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw what several releases tell, beside as many private answers."""
        moving = along(state, axis, values)
        found = intersection_sweep(
            moving["size"],
            moving["values"],
            moving["epsilon"],
            releases=RELEASES,
            trials=TRIALS,
            seed=state["seed"],
        )
        return intersection_scene(
            sweep=found,
            size=moving["size"],
            sensitive=moving["values"],
            epsilon=moving["epsilon"],
            releases=moving["releases"],
            trials=TRIALS,
            seed=state["seed"],
            code=code.INTERSECTION,
            **place(state, axis, values),
        )

    # The parts of the page that are more than a picture --------------------------------------------------

    def again(self, picture: str, *controls: str) -> ipywidgets.VBox:
        """Return a picture of draws with a button for other luck, for a notebook cell to show."""
        button = Button(page=self.identity, name=f"again-{picture}", label="Draw again")
        button.on_press(self._redraw)
        panel = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _redraw(self) -> None:
        self.parameters.seed += 1


def _levels(state: State, axis: str, values: NDArray[np.float64]) -> NDArray[np.int64]:
    """The levels of age, income, site and sex, shape (F, 4)."""
    moving = along(state, axis, values)
    kept = [np.full(len(values), int(state[name] == "dropped")) for name in _KEPT]
    return np.column_stack([moving["age"], moving["income"], *kept]).astype(np.int64)


def _published(levels: list[int]) -> str:
    """What is published, in words."""
    age, income, site, sex = levels
    parts = [f"{name} {words[level]}" for name, words, level in (("age", AGES, age), ("income", INCOMES, income))
             if level < 4]  # fmt: skip
    parts += [name for name, level in (("site", site), ("sex", sex)) if not level]
    return ", ".join(parts) if parts else "health alone"
