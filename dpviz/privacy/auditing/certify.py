"""The certificate: the chosen event counted in fresh draws, and whether the draws look fresh at all."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz._counts import bincount
from dpviz._stats import clopper_pearson
from dpviz.privacy.auditing.events import Event
from dpviz.privacy.auditing.outcomes import Layout

Shares = tuple[tuple[float, float], tuple[float, float]]

# Standard errors by which successive answers must depend on one another before anything is said.
DEPENDENT = 6.0


def certify(
    event: Event, layout: Layout, outcomes: tuple[Any, Any], *, delta: float, confidence: float
) -> tuple[float, tuple[int, int], Shares]:
    """A lower bound on ε, the counts, and the bounds on both probabilities.

    One lower and one upper bound are used, each wrong with probability at most (1 - confidence) / 2.
    """
    held = [event.holds(layout.table(world)) for world in outcomes]
    runs = len(held[0])
    counts = int(np.count_nonzero(held[0])), int(np.count_nonzero(held[1]))
    miss = min((1.0 - confidence) / 2.0, math.nextafter(0.5, 0.0))
    shares = (clopper_pearson(counts[0], runs, miss=miss), clopper_pearson(counts[1], runs, miss=miss))
    low, high = shares[event.more][0] - delta, shares[1 - event.more][1]
    # ε = 0 is always a lower bound.
    bound = max(0.0, math.log(low / high)) if low > 0 else 0.0
    return bound, counts, shares


def look_dependent(outcomes: tuple[Any, Any], layout: Layout) -> bool:
    """Whether an answer depends on the one before it: equal too often, or correlated.

    Looks at each world's answers in the order in which they were drawn.
    """
    for world in outcomes:
        table = layout.table(world)
        for column in [*table.numbers.T[:20], *table.labels.T[:20]]:
            values, codes = np.unique(column, return_inverse=True)
            runs = len(codes) - 1
            if len(values) == 1 or runs < 50:
                continue
            ranks = codes - codes.mean()
            lag = float((ranks[1:] * ranks[:-1]).mean() / (ranks**2).mean())
            shares = bincount(codes) / len(codes)
            expected = float((shares**2).sum())
            again = float(np.mean(codes[1:] == codes[:-1]))
            # Equal neighbours are pairs that share draws: twice the binomial's variance is enough.
            error = math.sqrt(2 * expected * (1 - expected) / runs) + 2 / runs
            if abs(lag) > DEPENDENT / math.sqrt(runs) or again - expected > DEPENDENT * error:
                return True
    return False


def all_equal(outcomes: Any, layout: Layout) -> bool:
    """Whether every answer is the same, beyond what the event says."""
    table = layout.table(outcomes)
    return all(
        bool((column[1:] == column[:-1]).all() or np.isnan(column).all())
        for column in [*table.numbers.T, *table.labels.T]
    )
