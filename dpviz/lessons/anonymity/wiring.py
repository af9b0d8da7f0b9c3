"""The wiring of the lesson on anonymity: which picture shows what."""

from __future__ import annotations

from functools import lru_cache

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity.intersection_sweep import intersection_sweep
from dpviz.anonymity.linkage_sweep import TARGETS, LinkageSweep, linkage_sweep
from dpviz.anonymity.structure_sweep import StructureSweep, structure_sweep
from dpviz.draw.scene import Scene
from dpviz.lessons.anonymity import code
from dpviz.lessons.anonymity.parameters import (
    AGES,
    DEPTH,
    INCOMES,
    RATINGS,
    RELEASES,
    SEEDS,
    AnonymityParameters,
)
from dpviz.lessons.anonymity.questions import QUESTIONS
from dpviz.lessons.anonymity.table import UNWELL, releases, unwell
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.scenes.anonymity.intersection import intersection_scene
from dpviz.scenes.anonymity.linkage import linkage_scene
from dpviz.scenes.anonymity.release import release_scene, told_scene
from dpviz.scenes.anonymity.structure import structure_scene
from dpviz.widgets import Button

TRIALS = 2000  # simulated targets of the picture of the intersection
NOISE = np.linspace(0, 1, 11)  # shares of wrong stars
PEOPLE, GRAPHS = 60, 40  # in a graph; graphs of the mean
_COLUMNS = ("age", "income")
_KEPT = ("site", "sex")


@lru_cache(maxsize=8)
def _linked(levels: tuple[float, ...], seed: int, rarity: bool) -> LinkageSweep:
    return linkage_sweep(levels, known=RATINGS, seed=seed, rarity=rarity)


@lru_cache(maxsize=8)
def _structure(links: int, seed: int) -> StructureSweep:
    return structure_sweep(people=PEOPLE, links=links, depth=DEPTH, seeds=SEEDS, graphs=GRAPHS, seed=seed)


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
                "linkage": Picture(self.linkage, ("ratings", "wrong", "threshold"), ("seed",)),
                "structure": Picture(self.structure, ("depth", "seeds"), ("links", "seed")),
            },
            QUESTIONS,
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

    def linkage(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw how many people a few known ratings find."""
        moving = along(state, axis, values)
        wrong = moving["wrong"].round(10)
        levels = np.unique(np.concatenate([NOISE.round(10), wrong]))
        both = [_linked(tuple(levels.tolist()), state["seed"], rarity) for rarity in (True, False)]
        rare, alike = (sweep.linked(moving["threshold"]) for sweep in both)
        return linkage_scene(
            rare=rare,
            alike=alike,
            targets=TARGETS,
            ratings=moving["ratings"],
            wrong=wrong,
            levels=levels,
            threshold=moving["threshold"],
            seed=state["seed"],
            code=code.LINKAGE,
            **place(state, axis, values),
        )

    def structure(self, state: State, axis: str, values: NDArray[np.float64]) -> Scene:
        """Draw who is found in a graph by how they are connected."""
        moving = along(state, axis, values)
        return structure_scene(
            sweep=_structure(int(state["links"]), state["seed"]),
            depth=moving["depth"],
            seeds=moving["seeds"],
            links=state["links"],
            seed=state["seed"],
            code=code.STRUCTURE,
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
