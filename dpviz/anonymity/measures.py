"""How diverse each class's sensitive values are (l-diversity), and how close to the whole table's (t-closeness).

Every function takes counts of shape (c, m): class by sensitive value. A table has a property when each of its classes
has it, so what a table reaches is the least (or for a distance the largest) entry of what these return.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]

GROUNDS = ("ordered", "categorical")


def as_counts(counts: ArrayLike, name: str = "counts") -> Floats:
    """Check counts (or shares) of shape (c, m): >= 0, and no class empty."""
    found = check.finite(name, counts)
    if found.ndim != 2 or not found.size:
        raise ValueError(f"{name} must have shape (c, m), classes by values, not empty; got {found.shape}")
    if (found < 0).any():
        raise ValueError(f"{name} must be >= 0; got {float(found[found < 0][0])!r}")
    empty = found.sum(axis=1) == 0
    if empty.any():
        raise ValueError(f"{name} must hold somebody in every class; got an empty class at {int(np.argmax(empty))}")
    return found


def shares(counts: ArrayLike) -> Floats:
    """Each class's distribution of the sensitive value, shape (c, m), from counts >= 0; no class is empty (LEG-2)."""
    found = as_counts(counts)
    return found / found.sum(axis=1, keepdims=True)


def distinct_diversity(counts: ArrayLike) -> NDArray[np.int64]:
    """Distinct l-diversity: how many different sensitive values each class, a row of `counts`, holds, shape (c,)
    (LEG-2).
    """
    return np.count_nonzero(as_counts(counts), axis=1)


def entropy_diversity(counts: ArrayLike) -> Floats:
    """Entropy l-diversity: e^H of each class, H in nats, shape (c,). It reaches l when e^H >= l (LEG-2).

    It is between 1 and the number of different values of the class, a row of `counts`, shape (c, m).

    Examples
    --------
    >>> entropy_diversity([[2, 1, 1]]).round(6).tolist()
    [2.828427]
    """
    found, p, most = as_counts(counts), shares(counts), distinct_diversity(counts)
    # Measured from equally frequent values, whose e^H is then their number, to the last digit.
    odds = found * most[:, None] / found.sum(axis=1, keepdims=True)
    below = np.exp(-np.sum(p * np.log(np.where(odds > 0, odds, 1.0)), axis=1))
    diversity: Floats = np.clip(most * below, 1.0, most)
    return diversity


def closeness(counts: ArrayLike, *, ground: str, whole: ArrayLike | None = None) -> Floats:
    """How far each class's distribution is from the whole table's, shape (c,), in [0, 1] (LEG-3).

    Parameters
    ----------
    counts : array_like, shape (c, m)
        Class by value; with one value only, every distance is 0.
    ground : {"ordered", "categorical"}
        The earth mover's distance of values in order, a step from one end to the other costing 1:
        ``1/(m-1) * sum_i abs(sum_{j<=i} (p_j - q_j))``; or total variation.
    whole : array_like, shape (m,), optional
        Counts to compare with; by default the sum over the classes.

    Examples
    --------
    >>> salaries = [[1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0, 1]]
    >>> closeness(salaries, ground="ordered", whole=[1] * 9).round(6).tolist()
    [0.375, 0.166667]
    """
    found = as_counts(counts)
    check.one_of("ground", ground, GROUNDS)
    total = found.sum(axis=0) if whole is None else check.finite("whole", whole)
    if total.shape != (found.shape[1],):
        raise ValueError(f"whole must have shape ({found.shape[1]},), one count a value; got {total.shape}")
    whole_shares = as_counts(total[None, :], "whole")
    difference = shares(found) - shares(whole_shares)
    if found.shape[1] == 1:
        return np.zeros(len(found))
    if ground == "categorical":
        apart = np.abs(difference).sum(axis=1) / 2
    else:
        apart = np.abs(np.cumsum(difference, axis=1)).sum(axis=1) / (found.shape[1] - 1)
    clipped: Floats = np.minimum(apart, 1.0)  # rounding may carry a distance of 1 past it
    return clipped
