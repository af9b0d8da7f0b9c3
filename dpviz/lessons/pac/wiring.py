"""The wiring of the lesson on PAC learning: which picture shows what."""

from __future__ import annotations

from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.learning import bounds
from dpviz.learning.pac_sweep import growing_sample
from dpviz.learning.shattering_sweep import LINES, growth_sweep, shattering
from dpviz.learning.threshold_sweep import (
    REPETITIONS,
    SIZES,
    memory_sweep,
    threshold_curve,
    threshold_failure,
    threshold_size,
    union_sweep,
)
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.pac import code, sides
from dpviz.lessons.pac.parameters import NOUNS, PacParameters
from dpviz.lessons.pac.questions import QUESTIONS
from dpviz.lessons.section import drawn_in
from dpviz.scenes.pac.chances import curve_scene, memory_scene, occam_scene
from dpviz.scenes.pac.samples import band_scene, cut_scene
from dpviz.scenes.pac.shapes import growth_scene, shatter_scene
from dpviz.widgets import Button

SIDES = {"one": 1, "two": 2}
NAMES = {"scurvy": ("SCURVY", "ENOUGH", "patients"), "avocados": ("AVOCADOS", "RIPE", "avocados")}
MOST = 2000  # records in the longest sample; all shorter ones are its beginnings
PLURALS = {"points": "points", "thresholds": "thresholds", "intervals": "intervals", "parities": "parities"}

Values = NDArray[np.float64]


class PacLesson(Lesson):
    """PAC learning: sample and distribution, Occam's razor, shattering, learning curves."""

    def __init__(self) -> None:
        super().__init__(
            PacParameters(),
            {
                "cut": Picture(self.cut, ("n", "beta"), ("sides", "seed")),
                "band": Picture(self.band, ("n", "beta"), ("example", "sides", "seed")),
                "sides": drawn_in(sides.SECTION, PacParameters),
                "occam": Picture(self.occam, ("n", "alpha", "beta"), ("bits",)),
                "memory": Picture(self.memory, ("n", "world")),
                "shatter": Picture(self.shatter, ("concept",), ("line", "labels")),
                "growth": Picture(self.growth, ("k",), ("line",)),
                "curve": Picture(self.curve, ("n", "alpha", "beta", "bits"), ("seed",)),
            },
            QUESTIONS,
        )
        self.prepare({"line"})

    def prepare(self, changed: set[str]) -> None:
        """Call the eight places by the class's own names, and offer as many rules as it has."""
        if "line" not in changed:
            return
        state, concepts = self.parameters, LINES[self.parameters.line]
        last = concepts.size - 1
        state.limit("concept", 0, max(last, state.concept))
        state.concept = min(state.concept, last)
        state.limit("concept", 0, last)
        state.cells("labels", [f"x = {name}" for name in _instances(state.line)])

    # The pictures ---------------------------------------------------------------------------------------

    def cut(self, state: State, axis: str, values: Values) -> Scene:
        """Every cut's two errors, as patients come in."""
        return self._sampled(state, axis, values, "scurvy", cut=True)

    def band(self, state: State, axis: str, values: Values) -> Scene:
        """Every rule as a dot, and the band around the diagonal."""
        return self._sampled(state, axis, values, state["example"], cut=False)

    def _sampled(self, state: State, axis: str, values: Values, example: str, *, cut: bool) -> Scene:
        at, sides = along(state, axis, values), SIDES[state["sides"]]
        # The longest sample is drawn whatever n, so that a short one is its beginning.
        found = growing_sample(example, [*at["n"], MOST], seed=state["seed"]).head(len(values))
        concepts, target, words = NAMES[example]
        filled = code.SAMPLE.format(
            concepts=concepts, target=target, seed=state["seed"], most=MOST, sides=sides
        )
        width = np.asarray(
            bounds.uniform_convergence_width(found.concepts.size, at["n"], at["beta"], sides=sides)
        )
        shared: dict[str, Any] = {
            "found": found,
            "width": width,
            "beta": at["beta"],
            "sides": sides,
            "code": filled,
        }
        if cut:
            return cut_scene(**shared, **place(state, axis, values))
        return band_scene(**shared, words=words, **place(state, axis, values))

    def occam(self, state: State, axis: str, values: Values) -> Scene:
        """Occam's razor: each bad rule's chance to fit, and their sum."""
        at, bits = along(state, axis, values), state["bits"]
        return occam_scene(
            found=union_sweep(bits, at["n"], at["alpha"]),
            n=at["n"],
            alpha=at["alpha"],
            beta=at["beta"],
            needed=np.asarray(bounds.occam_size(2**bits + 1, at["alpha"], at["beta"])),
            code=code.OCCAM.format(bits=bits),
            **place(state, axis, values),
        )

    def memory(self, state: State, axis: str, values: Values) -> Scene:
        """The memoriser beside the threshold learner."""
        at = along(state, axis, values)
        sizes = 2 ** at["world"].astype(np.int64)
        curves = {int(s): memory_sweep(SIZES, int(s)) for s in np.unique(sizes)}
        now = np.array(
            [[float(v[0]) for v in memory_sweep([k], int(s))] for k, s in zip(at["n"], sizes, strict=True)]
        )
        return memory_scene(
            grid=SIZES,
            memory=np.array([curves[int(s)][0] for s in sizes]),
            idea=np.array([curves[int(s)][1] for s in sizes]),
            now=now,
            n=at["n"],
            size=sizes,
            code=code.MEMORY,
            **place(state, axis, values),
        )

    def shatter(self, state: State, axis: str, values: Values) -> Scene:
        """The reader's points, labelled by one rule after another."""
        line = state["line"]
        made = code.CLASSES[line]
        return shatter_scene(
            concepts=LINES[line],
            found=shattering(line, state["labels"]),
            instances=_instances(line),
            noun=NOUNS[line],
            code=code.SHATTER.format(name=made.split("(")[0], made=made),
            **place(state, axis, values),
        )

    def growth(self, state: State, axis: str, values: Values) -> Scene:
        """The growth function against Sauer's bound."""
        line = state["line"]
        made = code.CLASSES[line]
        return growth_scene(
            found=growth_sweep(line),
            noun=PLURALS[line],
            code=code.GROWTH.format(name=made.split("(")[0], made=made),
            **place(state, axis, values),
        )

    def curve(self, state: State, axis: str, values: Values) -> Scene:
        """Learning curves: simulated, exact, bounded, and solved for n."""
        at = along(state, axis, values)
        n, alpha, beta, bits = (at[name] for name in ("n", "alpha", "beta", "bits"))
        bits = bits.astype(np.int64)
        simulated = np.array(
            [
                [part[0] for part in threshold_curve(int(d), seed=state["seed"]).failure(a)]
                for d, a in zip(bits, alpha, strict=True)
            ]
        ).swapaxes(0, 1)
        each = list(zip(bits.tolist(), n, alpha, beta, strict=True))
        size = 2**bits + 1
        solved = np.stack(
            [
                [float(threshold_size(d, a, b)) for d, _, a, b in each],
                np.asarray(bounds.region_size(alpha, beta), dtype=float),
                np.asarray(bounds.occam_size(size, alpha, beta), dtype=float),
            ],
            axis=1,
        )
        truth = [float(threshold_failure(d, k, a)) for d, k, a, _ in each]
        return curve_scene(
            grid=SIZES,
            simulated=(simulated[0], simulated[1], simulated[2]),
            exact=np.array([threshold_failure(d, SIZES, a) for d, _, a, _ in each]),
            region=np.asarray(bounds.region_failure(SIZES, alpha[:, None])),
            occam=np.asarray(bounds.occam_failure(size[:, None], SIZES, alpha[:, None])),
            solved=solved,
            now=np.stack([truth, np.asarray(bounds.occam_failure(size, n, alpha))], axis=1),
            numbers={
                "n": n,
                "alpha": alpha,
                "beta": beta,
                "size": size,
                "vc": np.asarray(bounds.vc_size(1, alpha, beta)),
            },
            repetitions=REPETITIONS,
            code=code.CURVE.format(seed=state["seed"]),
            **place(state, axis, values),
        )

    # What a notebook cell shows -------------------------------------------------------------------------

    def patients(self) -> ipywidgets.VBox:
        """Return the cuts with a button for other patients, for a notebook cell to show."""
        return self._redrawn("cut", "Other patients", "n", "beta", "sides")

    def dots(self) -> ipywidgets.VBox:
        """Return the rules as dots with a button for another sample, for a notebook cell to show."""
        return self._redrawn("band", "Another sample", "example", "sides", "n", "beta")

    def trials(self) -> ipywidgets.VBox:
        """Return the learning curves with a button for other runs, for a notebook cell to show."""
        return self._redrawn("curve", "Other runs", "n", "alpha", "beta", "bits")

    def _redrawn(self, picture: str, words: str, *controls: str) -> ipywidgets.VBox:
        button = Button(page=self.identity, name=f"again-{picture}", label=words)
        button.on_press(self._redraw)
        panel = self.show(picture, *controls)
        panel.children[0].children += (button,)
        return panel

    def _redraw(self) -> None:
        self.parameters.seed += 1


def _instances(line: str) -> list[str]:
    """What the eight instances of a class are called."""
    first = LINES[line].first
    return [f"{x:03b}" if line == "parities" else str(x) for x in range(first, first + 8)]
