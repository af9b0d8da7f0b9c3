"""Post-processing: whatever is done to a release without looking at the data again."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution


def post_process(distribution: ArrayLike, kernel: ArrayLike) -> NDArray[np.float64]:
    """The distribution of what comes out when each outcome is changed at random by a stochastic matrix (DP-4).

    Loss and δ between two distributions never grow by this (`privacy_loss`, `smallest_delta` of the results).

    Parameters
    ----------
    distribution : array_like, shape (..., m)
        Probabilities of the m outcomes along the last axis.
    kernel : array_like, shape (..., m, r)
        Row y is the distribution of what becomes of outcome y, over r new outcomes. The axes before broadcast.

    Returns
    -------
    ndarray, shape (..., r)
        Probabilities of the new outcomes.

    Examples
    --------
    >>> post_process([0.5, 0.25, 0.25], as_kernel([0, 0, 1])).tolist()
    [0.75, 0.25]
    """
    checked = as_distribution("distribution", distribution)
    if np.ndim(kernel) < 2:
        raise ValueError(f"kernel must have shape (..., m, r); got {np.shape(kernel)}")
    rows = as_distribution("kernel", kernel)
    if rows.shape[-2] != checked.shape[-1]:
        raise ValueError(
            f"kernel must have a row for each of the {checked.shape[-1]} outcomes of distribution; got {rows.shape[-2]}"
        )
    return checked @ rows if rows.ndim == 2 else (checked[..., None, :] @ rows)[..., 0, :]


MOST_OUTCOMES = 10_000
"""The most rows and columns of a random kernel."""


def as_kernel(mapping: ArrayLike, outcomes: int | None = None) -> NDArray[np.float64]:
    """The stochastic matrix of a rule without chance: rounding, clamping, renaming (DP-4).

    Parameters
    ----------
    mapping : array_like of int, shape (m,)
        The new outcome of each outcome, by its index from 0.
    outcomes : int, optional
        How many new outcomes there are, r; one more than the largest in `mapping` if not given.

    Returns
    -------
    ndarray, shape (m, r)
        A 1 in each row.
    """
    targets = np.asarray(mapping)
    if targets.dtype.kind not in "iu":
        raise TypeError(f"mapping must hold whole numbers >= 0; got dtype {targets.dtype}")
    if targets.ndim != 1 or not targets.size:
        raise ValueError(f"mapping must have shape (m,) with m >= 1; got {targets.shape}")
    largest = max(int(targets.max()), 0) + 1
    size = check.entries("outcomes", largest if outcomes is None else outcomes, each=targets.size)
    bad = (targets < 0) | (targets >= size)
    if bad.any():
        where = int(np.flatnonzero(bad)[0])
        raise ValueError(f"mapping must hold outcomes from 0 to {size - 1}; got {targets[where]} at {where}")
    kernel = np.zeros((targets.size, size))
    kernel[np.arange(targets.size), targets] = 1.0
    return kernel


def random_kernel(size: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """A stochastic matrix drawn at random, from nearly a renaming to nearly a blur.

    Parameters
    ----------
    size : int
        How many outcomes there are, before and after.
    rng : numpy.random.Generator
        The source of randomness.

    Returns
    -------
    ndarray, shape (size, size)
        Rows by Dirichlet's distribution, all with one concentration, drawn from 0.01 to 3.
    """
    outcomes = check.count("size", size, cap=MOST_OUTCOMES)
    spread = 10.0 ** check.generator(rng).uniform(-2.0, 0.5)
    return rng.dirichlet(np.full(outcomes, spread), size=outcomes)
