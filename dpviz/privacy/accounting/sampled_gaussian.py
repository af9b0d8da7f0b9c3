"""Normal noise on a Poisson sample of the people: its Rényi divergence at whole orders."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import log_binomial

Floats = float | NDArray[np.float64]

ORDERS = np.concatenate([np.arange(2, 64), np.arange(64, 128, 4), np.arange(128, 1025, 64)]).astype(np.int64)
"""The orders that `dpsgd_renyi` tries."""


def renyi_sampled_gaussian(order: ArrayLike, noise_multiplier: ArrayLike, rate: ArrayLike) -> Floats:
    """Rényi divergence of normal noise on a Poisson sample, when one record is added or removed (ACC-5).

    ``ln(sum over k of C(α, k) q^k (1-q)^(α-k) e^(k(k-1)/(2σ²))) / (α-1)``.

    Parameters
    ----------
    order : array_like of int
        α from 2 to 10,000.
    noise_multiplier : array_like
        σ/Δ, the noise's standard deviation over the sensitivity, finite and > 0.
    rate : array_like
        q in [0, 1]: everybody is in the sample with probability q, independently; all three broadcast.

    Returns
    -------
    float or ndarray
        The divergence in nats: the larger of both directions, exactly.

    Examples
    --------
    >>> f"{renyi_sampled_gaussian(8, 1.1, 0.01):.6e}"
    '5.840703e-04'
    """
    alpha = check.integers("order", order, least=2, most=10_000)
    sigma, q = check.positives("noise_multiplier", noise_multiplier), check.shares("rate", rate)
    check.broadcast(order=alpha, noise_multiplier=sigma, rate=q)
    shape = np.broadcast_shapes(alpha.shape, sigma.shape, q.shape)
    # Each order needs as many terms as it says: equal orders are done together.
    found = np.empty(shape)
    alphas, sigma, q = np.broadcast_arrays(alpha, sigma, q)
    for one in np.unique(alpha):
        here = alphas == one
        found[here] = log_moment(int(one), sigma[here], q[here]) / (one - 1.0)
    return check.plain(np.asarray(check.held("the divergence", found)))


def log_moment(alpha: int, sigma: NDArray[np.float64], q: NDArray[np.float64]) -> NDArray[np.float64]:
    """(α-1) times the divergence, for arrays of one axis."""
    # k = 0 and 1 have the factor 1, as all would have without the data: what is more than 1 begins at k = 2.
    k = np.arange(2.0, alpha + 1.0)
    with np.errstate(over="ignore", divide="ignore"):
        grown = 0.5 * k * (k - 1.0) / np.square(sigma)[:, None]
        logs = grown + np.log(-np.expm1(-grown)) + log_binomial(k, alpha, q[:, None])
    most = logs.max(axis=-1)
    with np.errstate(divide="ignore"):
        total = most + np.log(np.exp(logs - np.where(np.isfinite(most), most, 0.0)[:, None]).sum(axis=-1))
    with np.errstate(under="ignore"):
        return np.where(total > 30.0, total, np.log1p(np.exp(np.minimum(total, 30.0))))
