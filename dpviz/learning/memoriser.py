"""The memoriser: right on every record it has seen, and a coin everywhere else."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import counts, plain


def memoriser_error(n: ArrayLike, *, universe: ArrayLike | None = None, weights: ArrayLike | None = None) -> float:
    """The memoriser's expected error on the distribution, over the sample and its coins, exactly.

    ``(1/2) sum_x D(x) (1 - D(x))^n``; on N equally likely instances ``(1/2) (1 - 1/N)^n``.

    Parameters
    ----------
    n : array_like of int, any shape
        Records, >= 1.
    universe : array_like of int, optional
        N, for the uniform distribution; broadcast with `n`.
    weights : array_like, shape (N,), optional
        Probability of each instance. Exactly one of the two.

    Returns
    -------
    float or ndarray
        Fractions, in the shape of `n` and `universe` broadcast.

    Notes
    -----
    Source: PAC-12.

    Examples
    --------
    >>> round(memoriser_error(100, universe=1024), 6)
    0.453459
    """
    records = counts("n", n)
    if (universe is None) == (weights is None):
        raise ValueError("give exactly one of universe and weights")
    if universe is not None:
        # log1p keeps the digits when 1/N is small; N = 1 has seen everything after one record.
        with np.errstate(divide="ignore"):
            return plain(np.asarray(0.5 * np.exp(records * np.log1p(-1 / counts("universe", universe)))))
    distribution = check.finite("weights", weights if weights is not None else [])
    if distribution.ndim != 1 or (distribution < 0).any() or abs(distribution.sum() - 1) > 1e-9:
        raise ValueError("weights must be probabilities of shape (N,) that sum to 1")
    return plain(np.asarray(0.5 * ((1 - distribution) ** records[..., None] @ distribution)))
