"""Private runs along an axis, each with the same luck, and populations of any size that look alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.queries.base import Queries
from dpviz.queries.budget import Composition, Mode
from dpviz.queries.private import PrivateMultiplicativeWeights, PrivateRun


def resized(histogram: ArrayLike, n: int) -> NDArray[np.int64]:
    """A histogram of n records with the same shares, as nearly as whole numbers allow (largest remainders).

    Parameters
    ----------
    histogram : array_like of numbers >= 0, shape (|U|,)
        Counts or shares, not all 0.
    n : int
        Records, >= 1.

    Returns
    -------
    ndarray of int64, shape (|U|,)
        Counts that sum to n.

    Notes
    -----
    Source: QR-1.

    Examples
    --------
    >>> resized([1, 1, 1], 10).tolist()
    [4, 3, 3]
    """
    found = _check.finite("histogram", histogram)
    people = _check.count("n", n)
    if (found < 0).any() or not found.sum() > 0:
        raise ValueError(f"histogram must hold numbers >= 0, not all 0; got {found.tolist()[:8]!r}")
    exact = found / found.sum() * people
    counts = np.floor(exact + 1e-9).astype(np.int64)
    left = int(people - counts.sum())
    order = np.argsort(-(exact - counts), kind="stable")
    counts[order[:left]] += 1
    return counts


def private_sweep(
    histogram: ArrayLike,
    workload: Queries,
    *,
    epsilon: ArrayLike,
    n: ArrayLike,
    alpha: ArrayLike,
    delta: ArrayLike = 0.0,
    mode: Mode = "slide",
    composition: Composition = "better",
    seed: int = 1,
) -> tuple[PrivateRun, ...]:
    """One private run for each frame, all with the same luck; equal frames share a run.

    Parameters
    ----------
    histogram : array_like, shape (|U|,)
        The shares of the cells; each run has n records with these shares.
    workload : Queries
    epsilon, n, alpha, delta : array_like, shapes that broadcast to (F,)
        As `PrivateMultiplicativeWeights` takes them.
    mode, composition
        The same.
    seed : int
        Of every run.

    Returns
    -------
    tuple of F PrivateRun

    Notes
    -----
    Source: PMW-6, PMW-7, PMW-8.
    """
    done: dict[tuple[float, ...], PrivateRun] = {}
    found = []
    frames = np.broadcast_arrays(np.atleast_1d(epsilon), n, alpha, delta)
    for e, many, a, d in zip(*(x.tolist() for x in frames), strict=True):
        if (e, many, a, d) not in done:
            mechanism = PrivateMultiplicativeWeights(e, a, delta=d, mode=mode, composition=composition)
            people = int(many)
            done[e, many, a, d] = mechanism.run(
                resized(histogram, people), workload, people, np.random.default_rng(seed)
            )
        found.append(done[e, many, a, d])
    return tuple(found)
