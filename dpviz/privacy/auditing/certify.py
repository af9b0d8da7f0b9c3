"""The certificate: the chosen event counted in fresh draws, and whether the draws look fresh at all."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz._numeric.stats import clopper_pearson
from dpviz.privacy.auditing.events import Event
from dpviz.privacy.auditing.outcomes import Table

Shares = tuple[tuple[float, float], tuple[float, float]]

# Standard errors by which successive answers must depend on one another before anything is said.
DEPENDENT = 6.0
LOOKED_AT = 20  # columns of numbers, and of labels

KEPT = "The answers are not independent of one another: something is kept from call to call."
SHARED = "The answers on the two data sets are not independent of one another: they share their noise."

Codes = NDArray[np.int64]


def certify(
    event: Event, tables: tuple[Table, Table], *, delta: float, confidence: float
) -> tuple[float, tuple[int, int], Shares]:
    """A lower bound on ε, the counts, and the bounds on both probabilities.

    One lower and one upper bound are used, each wrong with probability at most (1 - confidence) / 2.
    """
    held = [event.holds(table) for table in tables]
    counts = int(np.count_nonzero(held[0])), int(np.count_nonzero(held[1]))
    return certified(counts, len(held[0]), event.more, delta=delta, confidence=confidence)


def certified(
    counts: tuple[int, int], runs: int, more: int, *, delta: float, confidence: float
) -> tuple[float, tuple[int, int], Shares]:
    """The same from counts of so many runs in each world; `more` is the world in which the event is the likelier."""
    miss = min((1.0 - confidence) / 2.0, math.nextafter(0.5, 0.0))
    shares = (clopper_pearson(counts[0], runs, miss=miss), clopper_pearson(counts[1], runs, miss=miss))
    return float(loss_at_least(shares, more, delta)), counts, shares


def loss_at_least(shares: Shares, more: int, delta: Any) -> NDArray[np.float64]:
    """What bounds on both probabilities say about ε at each δ: ln((p - δ) / q), and 0 where that is less."""
    low, high = shares[more][0] - np.asarray(delta, dtype=np.float64), shares[1 - more][1]
    # ε = 0 is always a lower bound.
    return np.log(np.maximum(low, high) / high)


def dependence(tables: tuple[Table, Table]) -> str:
    """What answers have to do with one another that should be independent, in a sentence; empty if nothing is seen.

    Answers are compared with the one before in their world, and with those of the same and the next trial in the other
    world, in the order in which they were drawn.
    """
    here, there = tables
    pairs = [(a, b, False) for a, b in zip(here.numbers.T, there.numbers.T, strict=True)][:LOOKED_AT]
    pairs += [(a, b, True) for a, b in zip(here.labels.T, there.labels.T, strict=True)][:LOOKED_AT]
    shared = False
    for one, other, label in pairs:
        _, pooled = np.unique(np.concatenate([one, other]), return_inverse=True)
        a, b = np.split(pooled, 2)
        if any(_go_together(world[1:], world[:-1], label=label) for world in (a, b)):
            return KEPT
        shared = shared or any(_go_together(x, y, label=label) for x, y in ((a, b), (a[1:], b[:-1]), (b[1:], a[:-1])))
    return SHARED if shared else ""


def _go_together(one: Codes, other: Codes, *, label: bool) -> bool:
    """Whether two columns go together more than chance would have it. The codes of labels have no order."""
    runs = len(one)
    if runs < 50:
        return False
    if not label:
        ranks, others = one - one.mean(), other - other.mean()
        # Sums and no `@`: for so short a product the threads of a BLAS cost a hundred times what they spare.
        size = float((ranks**2).sum() * (others**2).sum()) / runs
        most = float(np.abs(ranks).max() * np.abs(others).max())
        if size > 0:
            # Bennett's inequality: a few rare answers that meet by chance are no sum with a normal distribution.
            far = most * abs(float((ranks * others).sum())) / size
            if size / most**2 * ((1 + far) * math.log1p(far) - far) > DEPENDENT**2 / 2:
                return True
    # How often both are the same, and how often they would be by chance.
    again = float(np.mean(one == other))
    if again == 0:
        return False
    shares = [bincount(codes, minlength=int(max(one.max(), other.max())) + 1) / runs for codes in (one, other)]
    expected = float(shares[0] @ shares[1])
    # Equal neighbours are pairs that share draws: twice the binomial's variance is enough.
    error = math.sqrt(2 * expected * (1 - expected) / runs) + 2 / runs
    return again - expected > DEPENDENT * error


def all_equal(table: Table) -> bool:
    """Whether every answer is the same, beyond what the event says."""
    return all(
        bool((column[1:] == column[:-1]).all() or np.isnan(column).all())
        for column in [*table.numbers.T, *table.labels.T]
    )
