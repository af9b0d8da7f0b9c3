"""A step of DP-SGD."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz._numeric.stats import normal_cdf
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.lessons.lesson_12.shared import Mistake, recognised
from dpviz.exercises.probes import draws, fits_cdf, short, vector

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


def _lengths(g: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(g, axis=-1, keepdims=True))


def _clipped(g: np.ndarray, clip: float) -> np.ndarray:
    return g * np.minimum(1.0, clip / np.maximum(_lengths(g), 1e-300))


WAYS: tuple[tuple[Callable[[np.ndarray, float], np.ndarray], str], ...] = (
    (lambda g, clip: _clipped(g, clip).sum(axis=0), ""),
    (lambda g, _: g.sum(axis=0), "not clipped"),
    (lambda g, clip: len(g) * _clipped(g.mean(axis=0), clip), "mean clipped"),
    (lambda g, clip: _clipped(g.sum(axis=0), clip), "sum clipped"),
    (lambda g, clip: (g * clip / _lengths(g)).sum(axis=0), "all of length C"),
    (lambda g, clip: np.clip(g, -clip, clip).sum(axis=0), "coordinates clipped"),
    (lambda g, clip: (g * min(1.0, clip / float(_lengths(g).max()))).sum(axis=0), "all by one factor"),
    (lambda g, clip: g[_lengths(g)[:, 0] <= clip].sum(axis=0), "long ones left out"),
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
    what = "What `step` returns"

    def quiet(w: np.ndarray, g: np.ndarray, clip: float, batch: float, eta: float) -> np.ndarray:
        answer = step(w, g, clip, 0.0, batch, eta, np.random.default_rng(3))
        return vector(answer, what, shape=w.shape, finite=False)

    def right(w: np.ndarray, g: np.ndarray, clip: float, batch: float, eta: float) -> np.ndarray:
        return w - eta * _clipped(g, clip).sum(axis=0) / batch

    def shown(case: tuple[np.ndarray, np.ndarray, float, float, float], answer: np.ndarray) -> list[tuple[str, object]]:
        w, g, clip, batch, eta = case
        return [
            ("w", short(w)),
            ("gradients", short(g.round(2), 90)),
            ("clip, z, batch, eta", f"{clip:g}, 0, {batch:g}, {eta:g}"),
            ("you return", short(answer.round(4))),
        ]

    fixed = np.array([[0.3, 0.4], [3.0, 4.0], [-0.6, 0.1], [-1.2, 0.9]])
    cases = [
        (np.array([5.0, -3.0]), fixed, 1.0, 8.0, 1.0),
        (np.array([5.0, -3.0]), fixed, 10.0, 3.0, 0.5),
        (np.array([0.5, 1.0, -2.0]), np.array([[9.0, 9.0, 9.0], [0.1, 0.0, -0.3]]), 2.0, 5.0, 0.1),
    ]
    for _ in range(4):
        m, dim = int(rng.integers(2, 12)), int(rng.integers(2, 6))
        # None of them is 0.
        g = rng.choice([-1, 1], size=(m, dim)) * rng.uniform(0.2, 1.0, size=(m, dim))
        g = (g * rng.uniform(0.2, 6.0, size=(m, 1))).round(2)
        batch = float(rng.choice([size for size in (3, 6, 9, 14) if size != m]))
        cases.append((rng.normal(size=dim).round(1), g, 1.5, batch, round(float(rng.uniform(0.1, 0.9)), 1)))
    answers = [quiet(*case) for case in cases]
    wrong = [at for at, case in enumerate(cases) if not np.allclose(answers[at], right(*case), rtol=1e-5, atol=1e-6)]
    if wrong:
        rows = shown(cases[wrong[0]], answers[wrong[0]])
        key = recognised(answers, cases, STEP_MISTAKES)
        say.when(key, key, rows)
        say.unless(all(np.isfinite(answer).all() for answer in answers), "not finite", rows)
        w, g, clip, batch, eta = cases[0]
        apart = eta * clip / batch
        reach = max(
            float(np.linalg.norm(quiet(w, np.vstack([g, [row]]), clip, batch, eta) - answers[0]))
            for row in ([300.0, 400.0], [-400.0, 300.0])
        )
        say.unless(
            reach <= apart * (1 + 1e-6),
            "moves too far",
            [("weights without it", short(answers[0].round(4))), ("how far it moves them", reach)],
        )
        return say("wrong without noise", rows)
    for empty, sentence in (
        (np.zeros((0, 2)), "nobody drawn"),
        (np.array([[0.0, 0.0], [3.0, 4.0]]), "a gradient of 0"),
        (np.array([[0.0, 0.0]]), "all gradients 0"),
    ):
        case = (np.array([5.0, -3.0]), empty, 1.0, 8.0, 0.5)
        answer = quiet(*case)
        say.unless(np.allclose(answer, right(*case), rtol=1e-5, atol=1e-6), sentence, shown(case, answer))
    return _check_step_noise(step, given, rng)


#: What changes, how, and mistakes by the factor that the noise is then off by.
NOISE_CHANGES: tuple[tuple[str, dict[str, Any], tuple[tuple[float, str], ...]], ...] = (
    (
        "if one example is drawn, not nine",
        {"g": lambda nine: nine[:1]},
        (
            (1 / 3, "noise for each example"),
            (1 / 9, "noise for each example"),
            (3.0, "shrinking noise"),
            (9.0, "shrinking noise"),
        ),
    ),
    ("if nobody is drawn", {"g": lambda nine: nine[:0]}, ()),
    ("if C is four times as large", {"clip": 8.0}, ((1 / 4, "noise without C"), (4.0, "noise grows faster than C"))),
    (
        "if z is four times as large",
        {"z": 6.0},
        ((1 / 4, "noise without z"), (4.0, "another power of z"), (1 / 2, "another power of z")),
    ),
    (
        "if the batch is four times as large",
        {"batch": 40.0},
        ((4.0, "noise without the batch"), (2.0, "noise by the root of the batch"), (1 / 4, "noise divided twice")),
    ),
    ("if eta is twice as large", {"eta": 1.0}, ((1 / 2, "noise without the learning rate"),)),
    (
        "if there are two coordinates, not eight",
        {"g": lambda nine: nine[:, :2]},
        ((1 / 2, "noise by coordinates"), (2.0, "noise by coordinates"), (4.0, "noise by coordinates")),
    ),
    ("if the gradients are a hundred times as long", {"g": lambda nine: 100 * nine}, ()),
)


def _check_step_noise(step: Any, given: Given, rng: Generator) -> Verdict:
    """The rest of the check: the step is right without noise."""
    nine = (rng.normal(size=(9, 8)) * 2).round(2)

    def noise(
        size: int, g: np.ndarray = nine, clip: float = 2.0, z: float = 1.5, batch: float = 10.0, eta: float = 0.5
    ) -> np.ndarray:
        """What is added to the weights, in units of what should be its standard deviation."""
        w = np.full(g.shape[1], 0.25)
        drawn = draws(step, w, g, clip, z, batch, eta, size=size, rng=rng)
        found = np.array([vector(one, "What `step` returns", shape=w.shape) for one in drawn])
        return (found - w + eta * _clipped(g, clip).sum(axis=0) / batch) / (eta * z * clip / batch)

    def typical(found: np.ndarray) -> float:
        return math.sqrt(float(found.var(axis=0).mean()))

    base = noise(2_000)
    plain = typical(base)
    say.unless(plain > 1e-9, "no noise")
    if base.std(axis=0).min() > 1e-9:
        together = np.abs(np.corrcoef(base.T) - np.eye(8)).max()
        say.unless(
            together < 0.15, "coordinates not independent", {"largest correlation of two coordinates": float(together)}
        )
    sizes: list[tuple[str, object]] = [("", "size of your noise ÷ the right one, about"), ("at first", f"{plain:.2g}")]
    for name, changed, usual in NOISE_CHANGES:
        changes = {key: value(nine) if callable(value) else value for key, value in changed.items()}
        other = typical(noise(150, **changes))
        ratio, rows = other / plain, [*sizes, (name, f"{other:.2g}")]
        for expected, sentence in usual:
            say.unless(abs(ratio - expected) > 0.2 * expected, sentence, rows)
        say.unless(ratio > 1e-9, "no noise here", rows)
        say.unless(0.75 < ratio < 1.33, "noise depends wrongly", rows)
    middle, error = base.mean(axis=0), float(base.std()) / math.sqrt(len(base))
    say.unless(float(np.abs(middle).max()) < 6 * error, "biased", {"off by, in its sd": short(middle)})
    wide = float(base.std())
    say.unless(
        0.93 < wide < 1.07,
        "another factor",
        [("your standard deviation ÷ the right one, about", f"{wide:.2f}")],
        how="wide" if wide > 1 else "narrow",
    )
    mixed = np.concatenate([base[:, :4] + base[:, 4:], base[:, :4] - base[:, 4:]]).ravel() / math.sqrt(2)
    say.unless(len(np.unique(base[:, 0])) > 0.9 * len(base), "again and again")
    own = noise(300, given.gradients, given.clip, given.z, given.batch, given.eta)
    pooled = np.concatenate([base.ravel(), own.ravel()])
    rows = [("draws", f"{pooled.size:,}"), ("farthest of them, in standard deviations", f"{np.abs(pooled).max():.1f}")]
    say.unless(fits_cdf(pooled, normal_cdf).ok and fits_cdf(mixed, normal_cdf).ok, "another shape", rows)
    return say("correct", rows)
