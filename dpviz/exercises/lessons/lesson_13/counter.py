"""The tree itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.counting import factors
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import draws, vector

say = Says(__file__)
T, RUNS, SIGMA = 7, 1500, 2.0


def _squares(left: Floats) -> Floats:
    """Covariances of the totals, for σ = 1."""
    return left @ left.T


def _mistakes() -> list[tuple[Floats, str]]:
    tree = _squares(factors("tree", T).left)
    return [
        (np.diag(np.diag(tree)), "drawn anew"),
        (_squares(np.tri(T)), "on each day"),
        (np.eye(T), "on each total"),
        (np.ones((T, T)), "one for all"),
        (SIGMA**2 * tree, "σ squared"),
        (tree / SIGMA, "root of σ"),
        (2 * tree, "Laplace"),
        (tree / SIGMA**2, "σ missing"),
        (_squares(factors("tree", T).left) * 3, "paid again"),
        (_squares(factors("refined", T).left), "refined"),
    ]


def _near(found: Floats, exact: Floats) -> bool:
    """Whether covariances of so many runs may be these: within five standard errors each."""
    wide = np.diag(exact)
    return bool((np.abs(found - exact) <= 5 * np.sqrt((exact**2 + np.outer(wide, wide)) / RUNS)).all())


def check(totals: Any, given: Given, rng: Generator) -> Verdict:
    def run(stream: Floats, sigma: float, draw: Generator) -> Floats:
        found = vector(totals(np.array(stream), sigma, draw), "What `totals` returns")
        say.unless(found.shape == (len(stream),), "not a total a day", got=found.shape, days=len(stream))
        return found

    for size in (1, 2, 5, 8, 13):
        stream = rng.integers(0, 2, size=size).astype(float)
        found, true = run(stream, 1e-15, np.random.default_rng(0)), np.cumsum(stream)
        rows = [("stream", *(f"{x:g}" for x in stream)), ("your totals", *(f"{x:.3g}" for x in found))]
        say.unless(np.allclose(found, true, atol=1e-6), "wrong totals", rows)
    seen = np.array(draws(run, np.zeros(T), SIGMA, size=RUNS, rng=rng))
    say.unless(bool((np.abs(seen.mean(axis=0)) < 5 * SIGMA * np.sqrt(T / RUNS)).all()), "not around the total")
    found, exact = np.cov(seen.T) / SIGMA**2, _squares(factors("tree", T).left)
    rows = [("day", *range(1, T + 1)), ("variance ÷ σ², yours", *(f"{v:.2f}" for v in np.diag(found))),
            ("the tree’s", *(f"{v:g}" for v in np.diag(exact)))]  # fmt: skip
    if not _near(found, exact):
        for other, key in _mistakes():
            say.when(_near(found, other), key, rows)
        say.unless(not np.allclose(np.diag(found), np.diag(exact), rtol=0.2), "covariance", rows)
        say.end("other noise", rows)
    kurtosis = float(np.mean((seen[:, 0] / seen[:, 0].std()) ** 4))
    say.unless(abs(kurtosis - 3) < 1.2, "not normal", rows)
    return say("correct", rows)
