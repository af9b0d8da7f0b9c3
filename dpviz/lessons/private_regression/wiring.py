"""The wiring of the lesson on private regression: which picture shows what."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.draw.scene import Scene
from dpviz.erm import Clouds, learning_size
from dpviz.erm.counterexample_sweep import counterexample_sweep, simulate_counterexample
from dpviz.erm.needed_sweep import needed_sweep
from dpviz.erm.plane_sweep import Plane, gaps, level_lines, plane_sweep, surface
from dpviz.erm.price_sweep import price_sweep
from dpviz.erm.sensitivity_sweep import sensitivity_sweep
from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.private_regression import code, learned
from dpviz.lessons.private_regression.parameters import MODES, RegressionParameters
from dpviz.lessons.private_regression.questions import QUESTIONS
from dpviz.scenes.private_regression.counterexample import WINDOW, counterexample_scene
from dpviz.scenes.private_regression.gap import gap_scene
from dpviz.scenes.private_regression.lines import lines_scene
from dpviz.scenes.private_regression.plane import LEVELS, weights_scene, window
from dpviz.scenes.private_regression.price import price_scene
from dpviz.scenes.private_regression.sensitivity import sensitivity_scene
from dpviz.scenes.private_regression.sizes import sizes_scene
from dpviz.widgets import Button

Values = NDArray[np.float64]

MOST, DATA = 5000, 0  # records of the clouds, and the seed they are drawn with
RELEASES = 100  # of either method in the plane
PLACES, CELL = 33, 0.05  # along either weight, for the loss; records rounded to this for its shades
FEW = 300  # records, up to which none is rounded
DRAWS = 20_000  # of the counterexample
EDGES = np.linspace(-WINDOW, WINDOW, 17)
DIM = 2  # of the theorem on sizes: as in the plane
TRIALS = 60  # releases a scale of noise, for the records that it takes


@lru_cache(maxsize=1)
def _clouds() -> tuple[Values, Values]:
    return Clouds().draw(MOST, np.random.default_rng(DATA))


@lru_cache(maxsize=4)
def _plane(epsilon: tuple[float, ...], n: tuple[int, ...], strength: tuple[float, ...], seed: int) -> Plane:
    """The releases that three pictures show: made once."""
    return plane_sweep(*_clouds(), epsilon, n, strength, size=RELEASES, rng=np.random.default_rng(seed))


class RegressionLesson(Lesson):
    """Noise on the answer against noise on the question."""

    def __init__(self) -> None:
        plane = ("epsilon", "regularization", "n")
        super().__init__(
            RegressionParameters(),
            {
                "weights": Picture(self.weights, plane, ("seed",)),
                "lines": Picture(self.lines, plane, ("seed",)),
                "counterexample": Picture(
                    self.counterexample, ("records", "asked", "strength"), ("mode", "seed")
                ),
                "price": Picture(self.price, ("records", "asked", "strength")),
                "sensitivity": Picture(self.sensitivity, ("back", "regularization", "n")),
                "gap": Picture(self.gap, plane, ("seed",)),
                "sizes": Picture(self.sizes, ("epsilon", "norm", "excess"), ("seed",)),
                **learned.PICTURES,
            },
            QUESTIONS,
        )

    def _released(self, state: State, axis: str, values: Values) -> Plane:
        moving = along(state, axis, values)
        return _plane(
            *(tuple(moving[name].tolist()) for name in ("epsilon", "n", "regularization")), state["seed"]
        )

    def weights(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the loss over two weights, and where the releases land."""
        plane = self._released(state, axis, values)
        low, high = window(plane.best)
        across, up = (np.linspace(low[i], high[i], PLACES) for i in (0, 1))
        net = np.stack(np.meshgrid(across, up), axis=-1)
        X, y = _clouds()
        frames = range(1 if axis == "epsilon" else len(values))  # ε does not change the loss
        loss, rings = [], []
        for n, strength, least, best in (
            (plane.n[f], float(plane.regularization[f]), plane.least[f], plane.best[f]) for f in frames
        ):
            loss.append(surface(X[:n], y[:n], strength, net, cell=CELL) - least)
            cell = CELL / 2 if n > FEW else None  # rings carry numbers: within 2 %
            rings.append(level_lines(X[:n], y[:n], strength, best, LEVELS, angles=37, cell=cell))
        return weights_scene(
            plane=plane,
            places=(across, up),
            loss=np.maximum(np.array(loss), 0),
            rings=np.array(rings),
            seed=state["seed"],
            code=code.WEIGHTS.format(most=MOST, data=DATA),
            **place(state, axis, values),
        )

    def lines(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the lines of the same releases between the records."""
        plane = self._released(state, axis, values)
        X, y = _clouds()
        law = Clouds()
        errors = [np.asarray(law.error(w)) for w in (plane.best, plane.output, plane.objective)]
        return lines_scene(
            plane=plane,
            X=X[:150],
            y=y[:150],
            errors=(errors[0], errors[1], errors[2]),
            seed=state["seed"],
            code=code.LINES.format(most=MOST, data=DATA),
            **place(state, axis, values),
        )

    def counterexample(self, state: State, axis: str, values: Values) -> Scene:
        """Draw both densities of the counterexample, a simulation, and the privacy loss."""
        moving, mode = along(state, axis, values), state["mode"]
        found = counterexample_sweep(moving["asked"], moving["records"], moving["strength"], mode=mode)
        released = simulate_counterexample(
            found.strength, np.asarray(found.plan.scale), DRAWS, np.random.default_rng(state["seed"])
        )
        counted = [np.stack([np.histogram(row, EDGES)[0] for row in rows]) for rows in released]
        return counterexample_scene(
            found=found,
            n=moving["records"],
            regularization=moving["strength"],
            edges=EDGES,
            counted=(counted[0], counted[1]),
            size=DRAWS,
            mode=mode,
            name=MODES[mode],
            code=code.COUNTEREXAMPLE.format(mode=mode),
            **place(state, axis, values),
        )

    def price(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the ε that each mode keeps, and the noise it takes."""
        moving = along(state, axis, values)
        return price_scene(
            price=price_sweep(moving["asked"], moving["records"], moving["strength"]),
            code=code.PRICE,
            **place(state, axis, values),
        )

    def sensitivity(self, state: State, axis: str, values: Values) -> Scene:
        """Draw two neighbours, and how far apart their minimisers are."""
        moving = along(state, axis, values)
        shown = "n" if axis == "n" else "regularization"
        places = self.parameters.grid(shown)
        spread = along(state, shown, places)
        back = values if axis == "back" else np.array([state["back"]])
        return sensitivity_scene(
            along=sensitivity_sweep(spread["n"], spread["regularization"]),
            places=places,
            shown=shown,
            found=sensitivity_sweep(moving["n"], moving["regularization"]),
            mine=sensitivity_sweep(moving["n"], moving["regularization"], back=back),
            code=code.SENSITIVITY,
            **place(state, axis, values),
        )

    def gap(self, state: State, axis: str, values: Values) -> Scene:
        """Draw how far above the least J the releases are, and the bounds on it."""
        plane = self._released(state, axis, values)
        return gap_scene(
            plane=plane,
            measured=gaps(plane, *_clouds()),
            seed=state["seed"],
            code=code.GAP.format(most=MOST, data=DATA),
            **place(state, axis, values),
        )

    def sizes(self, state: State, axis: str, values: Values) -> Scene:
        """Draw how many records the theorems ask for, up to a constant."""
        moving = along(state, axis, values)
        norm, excess, epsilon = (moving[name] for name in ("norm", "excess", "epsilon"))
        # Along ε one search does for all frames; along the others each place takes its own, so there are few.
        places = values if axis == "epsilon" else values[:: max(1, len(values) // 4)]
        spread = along(state, axis, places)
        return sizes_scene(
            needed=needed_sweep(
                spread["norm"],
                spread["excess"],
                spread["epsilon"],
                size=TRIALS,
                rng=np.random.default_rng(state["seed"]),
            ),
            places=places,
            answer=learning_size(norm, excess, epsilon, DIM, method="output"),
            question=learning_size(norm, excess, epsilon, DIM),
            numbers={"norm": norm, "excess": excess, "epsilon": epsilon},
            dim=DIM,
            code=code.SIZES.format(size=TRIALS, seed=state["seed"]),
            **place(state, axis, values),
        )

    def luck(self) -> ipywidgets.VBox:
        """Return the weights with a button for other noise, for a notebook cell to show."""
        button = Button(page=self.identity, name="again", label="Other noise", help="The same law.")
        button.on_press(self._again)
        panel: Any = self.show("weights", "epsilon", "regularization", "n")
        panel.children[0].children += (button,)
        return panel

    def _again(self) -> None:
        self.parameters.seed += 1

    def prepare(self, changed: set[str]) -> None:
        """Let a setting of the learning curves set what belongs to it."""
        learned.prepare(self.parameters, changed)
