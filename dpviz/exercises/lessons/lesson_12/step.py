"""A step of DP-SGD."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_12.shared import Mistake, recognised
from dpviz.exercises.lessons.lesson_12.step_noise import clipped, lengths, require_noise
from dpviz.exercises.probes import short, vector

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    gradients = rng.normal(size=(6, 2)) * np.array([[0.2], [0.5], [0.8], [1.5], [3.0], [6.0]])
    return {
        "w": rng.normal(size=2).round(1),
        "gradients": gradients.round(2),
        "clip": 1.0,
        "z": round(float(rng.uniform(0.5, 1.5)), 1),
        "batch": int(rng.integers(5, 9)),
        "eta": 0.5,
    }


WAYS: tuple[tuple[Callable[[np.ndarray, float], np.ndarray], str], ...] = (
    (lambda g, clip: clipped(g, clip).sum(axis=0), ""),
    (lambda g, _: g.sum(axis=0), "not clipped"),
    (lambda g, clip: len(g) * clipped(g.mean(axis=0), clip), "mean clipped"),
    (lambda g, clip: clipped(g.sum(axis=0), clip), "sum clipped"),
    (lambda g, clip: (g * clip / lengths(g)).sum(axis=0), "all of length C"),
    (lambda g, clip: np.clip(g, -clip, clip).sum(axis=0), "coordinates clipped"),
    (lambda g, clip: (g * min(1.0, clip / float(lengths(g).max()))).sum(axis=0), "all by one factor"),
    (lambda g, clip: g[lengths(g)[:, 0] <= clip].sum(axis=0), "long ones left out"),
)
DIVISORS: tuple[tuple[Callable[[int, float], float], str], ...] = (
    (lambda _, batch: batch, ""),
    (lambda drawn, _: drawn, "divided by the number drawn"),
    (lambda *_: 1.0, "not divided"),
    (lambda drawn, batch: drawn * batch, "divided twice"),
)
OUTCOMES: tuple[Mistake, ...] = (
    (lambda w, move, eta: w - eta * move, ""),
    (lambda w, move, eta: w + eta * move, "uphill"),
    (lambda w, move, _: w - move, "without the learning rate"),
    (lambda _, move, eta: -eta * move, "the step alone"),
    (lambda _, move, eta: eta * move, "the gradient alone"),
    (lambda *of: of[1], "the gradient alone"),
)


def _step(way: Callable[..., Any], divisor: Callable[..., float], outcome: Callable[..., Any]) -> Callable[..., Any]:
    return lambda w, g, clip, batch, eta: outcome(w, way(g, clip) / divisor(len(g), batch), eta)


STEP_MISTAKES: tuple[Mistake, ...] = tuple(
    (_step(way, divisor, outcome), clipping or dividing or moving)
    for way, clipping in WAYS
    for divisor, dividing in DIVISORS
    for outcome, moving in OUTCOMES
    if clipping or dividing or moving
)


def check(step: Any, given: Given, rng: Generator) -> Verdict:
    def quiet(w: np.ndarray, g: np.ndarray, clip: float, batch: float, eta: float) -> np.ndarray:
        answer = step(w, g, clip, 0.0, batch, eta, np.random.default_rng(3))
        return vector(answer, "What `step` returns", shape=w.shape, finite=False)

    def right(w: np.ndarray, g: np.ndarray, clip: float, batch: float, eta: float) -> np.ndarray:
        return w - eta * clipped(g, clip).sum(axis=0) / batch

    def shown(answer: np.ndarray, w: Any, g: Any, clip: float, batch: float, eta: float) -> list[tuple[str, object]]:
        return [
            ("w", short(w)),
            ("gradients", short(g.round(2), 90)),
            ("clip, z, batch, eta", f"{clip:g}, 0, {batch:g}, {eta:g}"),
            ("you return", short(answer.round(4))),
        ]

    fixed = np.array([[0.3, 0.4], [3.0, 4.0], [-0.6, 0.1], [-1.2, 0.9]])
    cases = [
        (np.array([5.0, -3.0]), fixed, 1.0, 8.0, 1.0),
        # Gradients that come twice, and one far longer than the rest.
        (np.array([5.0, -3.0]), np.vstack([fixed, fixed, 1e6 * fixed[1:2]]), 10.0, 3.0, 0.5),
        (np.array([0.5, 1.0, -2.0]), np.array([[9.0, 9.0, 9.0], [0.1, 0.0, -0.3]]), 2.0, 5.0, 0.1),
    ]
    for _ in range(4):
        m, dim = int(rng.integers(2, 12)), int(rng.integers(2, 6))
        g = rng.choice([-1, 1], size=(m, dim)) * rng.uniform(0.2, 1.0, size=(m, dim))
        g = (g * rng.uniform(0.2, 6.0, size=(m, 1))).round(2)
        batch = float(rng.choice([size for size in (3, 6, 9, 14) if size != m]))
        cases.append((rng.normal(size=dim).round(1), g, 1.5, batch, round(float(rng.uniform(0.1, 0.9)), 1)))
    answers = [quiet(*case) for case in cases]
    wrong = [at for at, case in enumerate(cases) if not np.allclose(answers[at], right(*case), rtol=1e-5, atol=1e-6)]
    if wrong:
        rows = shown(answers[wrong[0]], *cases[wrong[0]])
        key = recognised(answers, cases, STEP_MISTAKES)
        say.when(key, key, rows)
        say.unless(all(np.isfinite(answer).all() for answer in answers), "not finite", rows)
        w, g, clip, batch, eta = cases[0]
        far = [np.vstack([g, [row]]) for row in ([300.0, 400.0], [-400.0, 300.0])]
        reach = max(float(np.linalg.norm(quiet(w, more, clip, batch, eta) - answers[0])) for more in far)
        moved = [("weights without it", short(answers[0].round(4))), ("how far it moves them", reach)]
        say.unless(reach <= eta * clip / batch * (1 + 1e-6), "moves too far", moved)
        return say("wrong without noise", rows)
    for empty, key in (
        (np.zeros((0, 2)), "nobody drawn"),
        (np.array([[0.0, 0.0], [3.0, 4.0]]), "a gradient of 0"),
        (np.array([[0.0, 0.0]]), "all gradients 0"),
    ):
        case = (np.array([5.0, -3.0]), empty, 1.0, 8.0, 0.5)
        answer = quiet(*case)
        say.unless(np.allclose(answer, right(*case), rtol=1e-5, atol=1e-6), key, shown(answer, *case))
    return say("correct", require_noise(step, given, rng))
