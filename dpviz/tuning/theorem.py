"""What the theorem on successive halving promises: the hardness of a problem, and the budget that is enough.

The constants of successive halving are quoted from Karnin, Koren and Somekh (2013); pages that show them say so.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.sizes import whole_size
from dpviz.tuning.halving import as_means, round_count


def hardness(means: ArrayLike) -> float:
    """H₂: the largest ``i / gap_i²`` over the arms but the best, in falling order of their means (SH-2; i starts at 2).

    About how many pulls the hardest part of the problem takes. `means` are in [0, 1], in any order; n >= 2.

    Examples
    --------
    >>> round(hardness([0.9, 0.8, 0.7, 0.5]), 6)
    200.0
    """
    ordered = np.sort(as_means(means))[::-1]
    gaps = ordered[0] - ordered[1:]
    if gaps[0] == 0:
        raise ValueError(f"means must have one best arm; got two of {ordered[0]:g}")
    with np.errstate(divide="ignore"):
        return float(np.max(np.arange(2, ordered.size + 1) / np.square(gaps)))


def sufficient_budget(means: ArrayLike, *, beta: float) -> int:
    """A budget with which the best arm is lost with probability at most β: ``8 H₂ R ln(3 R / β)``, rounded up.

    Source: SH-2, with quoted constants; R = ceil(log2 n) rounds; `means` as in `hardness`. The rewards must be
    independent draws, not points of a loss curve.

    Examples
    --------
    >>> sufficient_budget([0.9, 0.8, 0.7, 0.5], beta=0.05)
    15320
    """
    h2, failure = hardness(means), check.fraction("beta", beta)
    rounds = round_count(np.size(means))
    demand = 8 * rounds * (math.log(3 * rounds) - math.log(failure))
    return int(whole_size(demand, 1 / h2, large="the gap between the best means"))


def failure_bound(means: ArrayLike, budget: ArrayLike) -> float | np.ndarray:
    """Bound on the probability of losing the best arm: ``3 R exp(-B / (8 H₂ R))``, not cut at 1.

    Source: SH-2, with quoted constants; R = ceil(log2 n) rounds; `means` as in `hardness`, B >= 1 in pulls.
    """
    h2, pulls = hardness(means), _pulls(budget)
    rounds = round_count(np.size(means))
    found = 3 * rounds * np.exp(-pulls / (8 * h2 * rounds))
    return float(found) if found.ndim == 0 else found


def uniform_bound(means: ArrayLike, budget: ArrayLike) -> float | np.ndarray:
    """Bound on the probability of losing the best arm when all arms are pulled alike: ``sum exp(-floor(B/n) gap_i²)``.

    Not cut at 1; arguments as in `failure_bound`. Source: SH-4: Hoeffding's inequality for the difference of two means,
    once for each other arm.
    """
    ordered = np.sort(as_means(means))[::-1]
    if ordered[0] == ordered[1]:
        raise ValueError(f"means must have one best arm; got two of {ordered[0]:g}")
    pulls = _pulls(budget)
    each = np.floor(pulls / ordered.size)
    found = np.exp(-each[..., None] * np.square(ordered[0] - ordered[1:])).sum(axis=-1)
    return float(found) if found.ndim == 0 else np.asarray(found)


def _pulls(budget: ArrayLike) -> np.ndarray:
    pulls = check.finite("budget", budget)
    if (pulls < 1).any():
        raise ValueError(f"budget must be at least 1; got {float(pulls[pulls < 1].flat[0]):g}")
    return pulls
