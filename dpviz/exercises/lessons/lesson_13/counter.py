"""The tree itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz._numeric.stats import normal_cdf
from dpviz.counting import factors
from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Floats, Generator, Says
from dpviz.exercises.probes import NORMAL, cut_off, draws, fits_cdf, vector

say = Says(__file__)
#: Days with nodes of four sizes; a σ of which no power, nor its double, is what a usual mistake makes of the noise.
T, RUNS, SIGMA = 11, 1500, 2.5


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
        (T.bit_length() * tree, "paid again"),
        (_squares(factors("refined", T).left), "refined"),
    ]


def _near(found: Floats, exact: Floats) -> bool:
    """Whether covariances of so many runs may be these: within seven standard errors each: there are 66."""
    wide = np.diag(exact)
    return bool((np.abs(found - exact) <= 7 * np.sqrt((exact**2 + np.outer(wide, wide)) / RUNS)).all())


def check(totals: Any, given: Given, rng: Generator) -> Verdict:
    def run(stream: Floats, sigma: float, draw: Generator) -> Floats:
        found = vector(totals(np.array(stream), sigma, draw), "What `totals` returns")
        say.unless(found.shape == (len(stream),), "not a total a day", got=found.shape, days=len(stream))
        return found

    for size in (1, 2, 5, 8, 13, 40):
        stream = rng.normal(scale=3.0, size=size)
        found, true = run(stream, 1e-15, np.random.default_rng(0)), np.cumsum(stream)
        rows = [("stream", *(f"{x:g}" for x in stream)), ("your totals", *(f"{x:.3g}" for x in found))]
        say.unless(np.allclose(found, true, atol=1e-6), "wrong totals", rows)
    # Some of its nodes are 0, most are not.
    stream = np.where(np.isin(np.arange(T), (4, 5)), 0.0, rng.normal(scale=3.0, size=T))

    def noise(stream: Floats) -> Floats:
        return (np.array(draws(run, stream, SIGMA, size=RUNS, rng=rng)) - np.cumsum(stream)) / SIGMA

    seen = noise(stream)
    say.unless(bool((np.abs(seen.mean(axis=0)) < 5 * np.sqrt(T / RUNS)).all()), "not around the total")
    found, exact = np.cov(seen.T), _squares(factors("tree", T).left)
    rows = [("day", *range(1, T + 1)), ("variance ÷ σ², yours", *(f"{v:.2f}" for v in np.diag(found))),
            ("the tree’s", *(f"{v:g}" for v in np.diag(exact)))]  # fmt: skip
    if not _near(found, exact):
        for other, key in _mistakes():
            say.when(_near(found, other), key, rows)
        say.unless(not np.allclose(np.diag(found), np.diag(exact), rtol=0.2), "covariance", rows)
        say.when(_near(np.cov(noise(0 * stream).T), exact), "by the stream", rows)
        say.end("other noise", rows)
    # Day t adds one node to those of an earlier day: what it adds is that node's noise.
    earlier = np.array([t - (t & -t) for t in range(1, T + 1)])
    single = seen - np.where(earlier > 0, seen[:, earlier - 1], 0.0)
    sizes = np.corrcoef((single**2).T) - np.eye(T)
    say.unless(float(np.abs(sizes).max()) < 0.25, "one size", rows)
    # Seven standard errors of all nodes together, which are fewer per cent than those of each day.
    say.unless(abs(float(single.var()) - 1) < 7 * np.sqrt(2 / single.size), "other noise", rows)
    say.unless(fits_cdf(single.ravel(), normal_cdf).ok, "not normal", rows)
    # After a power of two days one node is the whole total.
    last = np.array(draws(run, np.zeros(8), SIGMA, size=RUNS, rng=rng))[:, -1] / SIGMA
    of_eight = [("days", 8), ("variance ÷ σ² of the last total, yours", f"{last.var():.2f}"), ("the tree’s", 1)]
    say.unless(fits_cdf(last, normal_cdf).ok, "other noise", of_eight)
    ends = cut_off(lambda size, draw: bool(np.abs(run(np.zeros(1), 1.0, draw)[0]) > size), NORMAL, rng, draws=4)
    say.when(ends, "ends", far=NORMAL.shown_far)
    return say("correct", rows)
