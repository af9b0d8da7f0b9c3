"""The second half of the lesson: learning curves, support vector machines, the real table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.data import HealthExamples, health, health_examples
from dpviz.draw.scene import Scene
from dpviz.erm import LearningCurve, LearningStudy, Rings, Uniform, Unseparable
from dpviz.erm.expansion import kernel_expansion
from dpviz.erm.lambda_choice import choice_stages
from dpviz.erm.rings_sweep import rings_stages
from dpviz.erm.width_sweep import width_stages
from dpviz.lessons.lesson import Picture, State, place
from dpviz.lessons.private_regression import learned_code as code
from dpviz.lessons.private_regression.learned_parameters import PERSONS, PRESETS
from dpviz.scenes.private_regression.curves import learning_scene
from dpviz.scenes.private_regression.margins import width_scene
from dpviz.scenes.private_regression.margins_people import people_scene
from dpviz.scenes.private_regression.margins_rings import rings_scene
from dpviz.scenes.private_regression.real import real_scene
from dpviz.scenes.private_regression.real_choice import choice_scene

Values = NDArray[np.float64]
Staged = Iterator[tuple[float, Scene]]
SOURCES = {"uniform": Uniform, "unseparable": Unseparable}
DRAWS = 200  # as published
MARGIN_N = 2000
RINGS_DRAWS = 20
REAL_DRAWS = 100
# The λ that are chosen among: every other step of the slider.
CANDIDATES = np.array([1e-4, 4.64e-4, 2.15e-3, 0.01, 0.0464, 0.215, 1.0])
CHOICES = 20  # private choices a fold
SHARE = 0.8  # of the progress bar for the curves, the rest for the choices
NEWCOMER = np.array([0.6, 0.0])  # between the rings


def prepare(parameters: Any, changed: set[str]) -> None:
    """Let a setting set what belongs to it; what is then turned by hand is the reader's own.

    Parameters
    ----------
    parameters : LearnedParameters
    changed : set of str
    """
    if "setting" in changed and parameters.setting in PRESETS:
        for name, value in PRESETS[parameters.setting].items():
            setattr(parameters, name, value)
    elif changed & PRESETS["published"].keys():
        now = {name: getattr(parameters, name) for name in PRESETS["published"]}
        parameters.setting = next((name for name, preset in PRESETS.items() if preset == now), "own")


def learning(state: State, axis: str, values: Values) -> Staged:
    """Draw test errors along n or along ε, with more and more releases."""
    study = LearningStudy(
        source=SOURCES[state["source"]](),
        n=values.astype(int) if axis == "curve_n" else state["curve_n"],
        epsilon=values if axis == "curve_epsilon" else state["curve_epsilon"],
        regularization=state["curve_lambda"],
        methods=("standard", "output", state["objective"]),
        draws=DRAWS,
        seed=state["luck"],
    )
    lines = code.CURVES.format(source=SOURCES[state["source"]].__name__, objective=state["objective"])
    for done, curve in study.stages():
        yield (
            done,
            learning_scene(
                curve=curve,
                source=state["source"],
                seed=state["luck"],
                code=lines,
                **place(state, axis, values),
            ),
        )


def width(state: State, axis: str, values: Values) -> Staged:
    """Draw the smoothed hinge, what it leaves of ε, and the test error."""
    setting = {
        "epsilon": state["svm_epsilon"],
        "regularization": state["svm_lambda"],
        "n": MARGIN_N,
        "seed": state["luck"],
    }
    for done, sweep in width_stages(values, source=Unseparable(), records=2500, **setting):
        yield done, width_scene(sweep=sweep, code=code.WIDTH, **setting, **place(state, axis, values))


def rings(state: State, axis: str, values: Values) -> Staged:
    """Draw decision regions, and errors of more and more releases."""
    kernel, way = state["features"], state["way"]
    mechanism = "OutputPerturbation" if way == "output" else "ObjectivePerturbation"
    lines = code.RINGS.format(mechanism=mechanism, features=code.FEATURES[kernel])
    if kernel == "linear":
        lines = lines.replace("RandomFourierFeatures, ", "")
    stages = rings_stages(
        values,
        regularization=state["svm_lambda"],
        width=state["width"],
        method=way,
        components=100 if kernel == "gaussian" else None,
        draws=RINGS_DRAWS,
        seed=state["luck"],
    )
    for done, sweep in stages:
        yield (
            done,
            rings_scene(
                sweep=sweep,
                kernel=kernel,
                way=way,
                regularization=state["svm_lambda"],
                width=state["width"],
                seed=state["luck"],
                code=lines,
                **place(state, axis, values),
            ),
        )


def people(state: State, axis: str, values: Values) -> Scene:
    """Draw the support vectors of two neighbouring data sets."""
    X, y = Rings().draw(PERSONS, np.random.default_rng(state["luck"]))
    settings = {"regularization": state["svm_lambda"], "width": state["width"]}
    there = []
    for who in values.astype(int):
        other = X.copy()
        other[who - 1] = NEWCOMER
        there.append(kernel_expansion(other, y, bandwidth=4.0, **settings))
    return people_scene(
        here=kernel_expansion(X, y, bandwidth=4.0, **settings),
        there=tuple(there),
        labels=y,
        newcomer=NEWCOMER,
        epsilon=state["svm_epsilon"],
        seed=state["luck"],
        code=code.PEOPLE,
        **settings,
        **place(state, axis, values),
    )


@lru_cache(maxsize=4)
def _examples(target: str) -> HealthExamples:
    return health_examples(health(), target)


def _study(made: HealthExamples, state: State, **moving: Values | float) -> LearningStudy:
    return LearningStudy(
        source=(made.X, made.y),
        n=len(made.y) - -(-len(made.y) // 5),
        methods=("standard", "output", state["objective"]),
        draws=REAL_DRAWS,
        seed=state["luck"],
        **moving,  # type: ignore[arg-type]
    )


def _blind(study: LearningStudy, curve: LearningCurve) -> Values:
    """The error of the commoner answer at each point, on the folds that have been tested there so far."""
    yes = study.data()[1] > 0
    common = yes.mean() > 0.5
    edges = np.linspace(0, len(yes), study.folds + 1).round().astype(int)
    rates = np.array([np.mean(yes[a:b] != common) for a, b in pairwise(edges.tolist())])
    tested = np.isfinite(curve.errors[0]).any(-1)
    return np.asarray((tested * rates).sum(1) / tested.sum(1))


def real(state: State, axis: str, values: Values) -> Staged:
    """Draw the error on the health table along ε."""
    made = _examples(state["target"])
    lines = _real_code(state)
    study = _study(made, state, epsilon=values, regularization=state["real_lambda"])
    for done, curve in study.stages():
        yield (
            done,
            real_scene(
                curve=curve,
                blind=_blind(study, curve),
                question=made.target,
                target=state["target"],
                features=made.X.shape[1],
                seed=state["luck"],
                code=lines,
                **place(state, axis, values),
            ),
        )


def _real_code(state: State) -> str:
    return code.REAL.replace("OBJECTIVE", state["objective"]).replace("{draws}", str(REAL_DRAWS))


def choice(state: State, axis: str, values: Values) -> Staged:
    """Draw the error along λ, and what two ways of choosing λ lead to."""
    made, seed = _examples(state["target"]), state["luck"]
    study = _study(made, state, epsilon=state["real_epsilon"], regularization=values)
    lines = (
        (_real_code(state) + code.CHOICE)
        .replace("CANDIDATES", str(CANDIDATES.tolist()))
        .replace("OBJECTIVE", state["objective"])
    )

    def scene(curve: LearningCurve, paid: Values) -> Scene:
        return choice_scene(
            curve=curve,
            paid=paid,
            each=int(curve.n[0]) // (len(CANDIDATES) + 1),
            candidates=CANDIDATES,
            blind=_blind(study, curve),
            target=state["target"],
            seed=seed,
            code=lines,
            **place(state, axis, values),
        )

    for done, curve in study.stages():
        yield SHARE * done, scene(curve, np.empty(0))
    paying = choice_stages(
        (made.X, made.y),
        CANDIDATES,
        epsilon=state["real_epsilon"],
        method=state["objective"],
        runs=CHOICES,
        seed=seed,
    )
    for done, paid in paying:
        if len(paid) % 5 == 0:
            yield (1.0 if done == 1 else SHARE + (1 - SHARE) * done), scene(curve, paid)


PICTURES = {
    "curve_n": Picture(
        None, ("curve_n",), ("source", "objective", "curve_epsilon", "curve_lambda", "luck"), stages=learning
    ),
    "curve_epsilon": Picture(
        None, ("curve_epsilon",), ("source", "objective", "curve_n", "curve_lambda", "luck"), stages=learning
    ),
    "width": Picture(None, ("width",), ("svm_epsilon", "svm_lambda", "luck"), stages=width),
    "rings": Picture(
        None, ("svm_epsilon",), ("features", "way", "svm_lambda", "width", "luck"), stages=rings
    ),
    "people": Picture(people, ("person",), ("svm_epsilon", "svm_lambda", "width", "luck")),
    "real": Picture(None, ("real_epsilon",), ("target", "objective", "real_lambda", "luck"), stages=real),
    "choice": Picture(None, ("real_lambda",), ("target", "objective", "real_epsilon", "luck"), stages=choice),
}
