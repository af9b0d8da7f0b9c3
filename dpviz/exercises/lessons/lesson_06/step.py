"""One step."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import distribution, short

say = Says(__file__)


def instance(rng: Generator) -> dict[str, Any]:
    truth = rng.multinomial(20, [0.5, 0.1, 0.1, 0.2, 0.1]) / 20
    return {"truth": truth, "estimate": np.full(5, 0.2), "query": np.array([1, 0, 0, 1, 0])}


def _divergence(truth: np.ndarray, estimate: np.ndarray) -> float:
    some = truth > 0
    with np.errstate(divide="ignore"):
        return float(truth[some] @ np.log(truth[some] / estimate[some]))


def _weighted(estimate: np.ndarray, exponents: np.ndarray) -> np.ndarray:
    weights = estimate * np.exp(exponents - exponents.max())
    return weights / weights.sum()


def check(step: Any, given: Given, rng: Generator) -> Verdict:
    def found(estimate: np.ndarray, query: np.ndarray, answer: float, eta: float) -> np.ndarray:
        return distribution(step(estimate, query, answer, eta), "What `step` returns", size=len(estimate))

    estimate = np.array([0.4, 0.3, 0.2, 0.1])
    query = np.array([1.0, 1.0, 0.0, 0.0])

    def rows(answer: float, eta: float, new: np.ndarray) -> list[tuple[str, object]]:
        return [
            ("estimate", short(estimate)),
            ("query", short(query.astype(int))),
            ("its answer on the estimate", float(query @ estimate)),
            ("the answer measured", answer),
            ("η", eta),
            ("your new estimate", short(new.round(4))),
            ("answer on it", float(query @ new)),
        ]

    high, low = found(estimate, query, 0.2, 0.5), found(estimate, query, 0.9, 0.5)
    above, below = float(query @ high) > 0.7 + 1e-6, float(query @ low) > 0.7 + 1e-6
    for new, answer in ((high, 0.2), (low, 0.9)):
        say.when(np.allclose(new, estimate), "no step", rows(answer, 0.5, new))
    for new, answer in ((high, 0.2), (low, 0.9)):
        kept = bool((new > 0).all()) and abs(new[0] / new[1] - 4 / 3) < 1e-4 and abs(new[2] / new[3] - 2) < 1e-4
        say.unless(kept, "proportions changed", rows(answer, 0.5, new))
    say.when(above and not below, "the wrong sign", rows(0.2, 0.5, high))
    say.when(above, "not when too high", rows(0.2, 0.5, high))
    say.unless(below, "not when too low", rows(0.9, 0.5, low))
    # The exponent, as a multiple of η: how the odds of a counted cell to one not counted change.
    down, up = (math.log(new[0] / new[2] / 2) / 0.5 for new in (high, low))
    times = [f"{new[0] / new[2] / 2:.4f}" for new in (high, low)]
    moved = [
        ("the answer measured, where the estimate’s is 0.7", "0.2", "0.9"),
        ("η", "0.5", "0.5"),
        ("a counted weight is multiplied by (against the others)", *times),
    ]
    say.unless(abs(down / up + 2.5) > 1e-3, "step grows with the gap", moved)
    twice, once = found(high, query, 0.2, 0.5), found(estimate, query, 0.2, 1.0)
    say.unless(
        np.allclose(twice, once, rtol=1e-4),
        "steps do not add up",
        [("two steps at η = 0.5", short(twice.round(5))), ("one step at η = 1", short(once.round(5)))],
    )
    say.unless(abs(down + up) < 1e-3, "unequal up and down", moved)
    say.unless(abs(up - 1) < 1e-3, "another length", moved, how="longer" if up > 1 else "shorter")
    # Values between 0 and 1, any truth: the exact distribution, and the potential's drop.
    for _ in range(6):
        truth, start = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
        asked = rng.random(6).round(2)
        exact, eta = float(asked @ truth), round(float(rng.uniform(0.1, 0.6)), 2)
        gap = float(asked @ start) - exact
        if abs(gap) < 1e-3:
            continue
        new = found(start, asked, exact, eta)
        drop = _divergence(truth, start) - _divergence(truth, new)
        shown = [
            ("query", short(asked)),
            ("gap", abs(gap)),
            ("η", eta),
            ("the potential falls by", drop),
            ("promised: at least", eta * abs(gap) - eta**2 / 8),
        ]
        say.unless(
            np.allclose(new, _weighted(start, -math.copysign(eta, gap) * asked), rtol=1e-4, atol=1e-6),
            "values between 0 and 1",
            shown,
        )
    with np.errstate(all="ignore"):
        for asked, answer in ((np.ones(4), 0.5), (np.array([1, 1, 0.9995, 0.9995]), 2.0), (query, 0.9), (query, 0.2)):
            values = vector_or_nothing(step(estimate, asked, answer, 5_000.0))
            wanted = _weighted(estimate, math.copysign(5_000.0, answer - asked @ estimate) * asked)
            say.unless(
                values is not None and values.shape == (4,) and np.allclose(values, wanted, rtol=1e-2, atol=1e-6),
                "overflow",
                [("query", short(asked)), ("measured", answer), ("η", 5000), ("your estimate", short(values))],
            )
    before = _divergence(given.truth, given.estimate)
    new = found(given.estimate, given.query, float(given.query @ given.truth), 0.3)
    return say(
        "correct", {"your table’s potential before, after": f"{before:.4f}, {_divergence(given.truth, new):.4f}"}
    )


def vector_or_nothing(value: Any) -> np.ndarray | None:
    """The array, or None if not every entry is a finite number."""
    found = np.asarray(value)
    return found.astype(float) if found.dtype.kind in "biuf" and np.isfinite(found).all() else None
