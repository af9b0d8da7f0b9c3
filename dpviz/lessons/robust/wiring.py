"""The wiring of the lesson on adversarial training: which picture shows what."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from dpviz.lessons.lesson import Lesson, Picture, State, along, place
from dpviz.lessons.robust import code
from dpviz.lessons.robust.parameters import EPOCHS, STEPS, RobustParameters
from dpviz.lessons.robust.questions import QUESTIONS
from dpviz.robust import SignalFeatures
from dpviz.robust.attack_sweep import attack_sweep
from dpviz.robust.envelope_sweep import envelope_sweep
from dpviz.robust.training_sweep import training_sweep
from dpviz.scenes.robust.attack import attack_scene
from dpviz.scenes.robust.boundary import boundary_scene
from dpviz.scenes.robust.envelope import envelope_scene
from dpviz.scenes.robust.training import Trained, tradeoff_scene, weights_scene
from dpviz.scenes.scene import Scene
from dpviz.widgets import Button

Values = NDArray[np.float64]

MANY = SignalFeatures(strong=1.0, weak=0.1, count=20)
TWO = SignalFeatures(strong=1.0, weak=0.3, count=1)
PEOPLE = {20: 2000, 1: 400}  # examples, by the number of weak features
SHOWN = 120  # examples drawn in the plane
ATTACKS = np.linspace(0, 0.6, 61)


@lru_cache(maxsize=4)
def _examples(law: SignalFeatures, seed: int) -> tuple[Values, Values]:
    return law.sample(PEOPLE[law.count], np.random.default_rng(seed))


@lru_cache(maxsize=16)
def _trained(law: SignalFeatures, seed: int, norm: str, radii: tuple[float, ...]) -> Values:
    """Every step of a training for each radius, shape (radii, EPOCHS + 1, d)."""
    return training_sweep(*_examples(law, seed), radii, norm=norm, epochs=EPOCHS).weights


class RobustLesson(Lesson):
    """Danskin's theorem, worst perturbations, training against them, and the price."""

    def __init__(self) -> None:
        super().__init__(
            RobustParameters(),
            {
                "envelope": Picture(self.envelope, ("theta",), ("surface",)),
                "worst": Picture(self.worst, ("steps", "radius"), ("norm", "model")),
                "weights": Picture(self.weights, ("radius", "epoch"), ("norm", "seed")),
                "boundary": Picture(self.boundary, ("epoch", "radius"), ("norm", "seed")),
                "tradeoff": Picture(self.tradeoff, ("radius", "attack"), ("norm", "seed")),
            },
            QUESTIONS,
        )

    def envelope(self, state: State, axis: str, values: Values) -> Scene:
        """Draw many curves, the maximum above them, and its slope."""
        surface = state["surface"]
        return envelope_scene(
            surface=surface,
            sweep=envelope_sweep(surface, values.round(10)),
            code=code.ENVELOPE.format(surface=surface),
            **place(state, axis, values),
        )

    def worst(self, state: State, axis: str, values: Values) -> Scene:
        """Draw one example, the loss around it, and projected ascent."""
        moving, norm, model = along(state, axis, values), state["norm"], state["model"]
        lines = code.STRAIGHT if model == "straight" else code.BENT
        return attack_scene(
            model=model,
            norm=norm,
            sweep=attack_sweep(model, moving["radius"], moving["steps"], norm=norm, most=STEPS),
            code=lines.format(norm=norm),
            **place(state, axis, values),
        )

    def _train(self, law: SignalFeatures, state: State, axis: str, values: Values) -> Trained:
        moving, norm = along(state, axis, values), state["norm"]
        radii, which = np.unique(moving["radius"], return_inverse=True)
        steps = _trained(law, state["seed"], norm, tuple(radii.tolist()))
        epoch = moving["epoch"].astype(np.int64)
        weights = steps[which, epoch]
        best = [law.best_weights(radius=float(r), norm=norm) for r in radii]
        return Trained(
            radius=moving["radius"],
            epoch=epoch,
            weights=weights,
            best=np.array(best)[which],
            accuracy=np.array([law.accuracy(w) for w in weights]),
            robust=np.array(
                [
                    law.accuracy(w, radius=float(r), norm=norm)
                    for w, r in zip(weights, moving["radius"], strict=True)
                ]
            ),
            norm=norm,
            weak=law.weak,
        )

    def _code(self, lines: str, law: SignalFeatures, state: State) -> str:
        return lines.format(
            weak=law.weak,
            count=law.count,
            n=PEOPLE[law.count],
            seed=state["seed"],
            norm=state["norm"],
            epochs=EPOCHS,
        )

    def weights(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the strong weight and the weak ones."""
        return weights_scene(
            trained=self._train(MANY, state, axis, values),
            code=self._code(code.TRAINED, MANY, state),
            **place(state, axis, values),
        )

    def boundary(self, state: State, axis: str, values: Values) -> Scene:
        """Draw the boundary between two clouds and the band around it."""
        X, y = _examples(TWO, state["seed"])
        return boundary_scene(
            trained=self._train(TWO, state, axis, values),
            X=X[:SHOWN],
            y=y[:SHOWN],
            code=self._code(code.BOUNDARY, TWO, state),
            **place(state, axis, values),
        )

    def tradeoff(self, state: State, axis: str, values: Values) -> Scene:
        """Draw how accuracy falls under attack, with and without robust training."""
        state = {**state, "epoch": EPOCHS}
        moving, norm = along(state, axis, values), state["norm"]
        trained = self._train(MANY, state, axis, values)
        plain = _trained(MANY, state["seed"], norm, (0.0,))[0, -1]

        def at(w: Values, radii: Values) -> Values:
            return np.array([MANY.accuracy(w, radius=float(r), norm=norm) for r in radii])

        curves: dict[float, Values] = {}
        for r, w in zip(trained.radius.tolist(), trained.weights, strict=True):
            curves.setdefault(r, at(w, ATTACKS))
        return tradeoff_scene(
            trained=trained,
            attacks=ATTACKS,
            attack=moving["attack"],
            plain_curve=at(plain, ATTACKS),
            curves=np.array([curves[r] for r in trained.radius.tolist()]),
            plain_at=at(plain, moving["attack"]),
            robust_at=np.array(
                [at(w, np.array([a]))[0] for w, a in zip(trained.weights, moving["attack"], strict=True)]
            ),
            code=self._code(code.TRADEOFF, MANY, state),
            **place(state, axis, values),
        )

    def luck(self) -> ipywidgets.VBox:
        """Return the weights with a button for other examples, for a notebook cell to show."""
        button = Button(page=self.identity, name="again", label="Other examples", help="The same law.")
        button.on_press(self._again)
        panel: Any = self.show("weights", "norm", "radius", "epoch")
        panel.children[0].children += (button,)
        return panel

    def _again(self) -> None:
        self.parameters.seed += 1
