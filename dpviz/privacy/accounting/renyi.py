"""Rényi divergences of mechanisms, and of any two finite distributions.

A mechanism's curve, divergence against order, adds up over releases: k releases have k times the divergence.
`dpviz.privacy.accounting.conversion` says which (ε, δ) a curve guarantees.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.loss import _pair, log_ratios

Floats = float | NDArray[np.float64]

LARGEST_ORDER = 1e50


def orders(order: ArrayLike) -> NDArray[np.float64]:
    """Orders of a Rényi divergence, from 1 (Kullback and Leibler's divergence) up."""
    return check.between("order", order, 1.0, LARGEST_ORDER)


def renyi_gaussian(order: ArrayLike, scale: ArrayLike, *, sensitivity: float = 1.0) -> Floats:
    """Rényi divergence of normal noise: ``α Δ² / (2 σ²)``, the same in both directions (ACC-3).

    Parameters
    ----------
    order, scale : array_like
        α >= 1, and the standard deviation σ, finite and > 0; they broadcast.
    sensitivity : float, default 1
        Δ > 0 in the Euclidean norm, in the unit of σ.

    Returns
    -------
    float or ndarray
        The divergence in nats.

    Examples
    --------
    >>> renyi_gaussian([1.0, 2.0, 32.0], 2.0).tolist()
    [0.125, 0.25, 4.0]
    """
    alpha, sigma = orders(order), check.positives("scale", scale)
    check.broadcast(order=alpha, scale=sigma)
    with np.errstate(over="ignore"):
        found = 0.5 * alpha * np.square(check.positive("sensitivity", sensitivity) / sigma)
    return check.plain(np.asarray(check.held("the divergence", found)))


def renyi_laplace(order: ArrayLike, scale: ArrayLike, *, sensitivity: float = 1.0) -> Floats:
    """Rényi divergence of Laplace noise on one number, the same in both directions (ACC-3).

    With ε = Δ/b: ``ln(α/(2α-1) e^((α-1)ε) + (α-1)/(2α-1) e^(-αε)) / (α-1)``, and ε - 1 + e^-ε at order 1.

    Parameters
    ----------
    order, scale : array_like
        α >= 1, and the noise's scale b, finite and > 0; they broadcast.
    sensitivity : float, default 1
        Δ > 0, in the unit of b.

    Returns
    -------
    float or ndarray
        The divergence in nats; below Δ/b, which it reaches at large orders.

    Examples
    --------
    >>> renyi_laplace([1.0, 2.0, 32.0], 1.0).round(6).tolist()
    [0.367879, 0.619124, 0.978148]
    """
    alpha, b = orders(order), check.positives("scale", scale)
    check.broadcast(order=alpha, scale=b)
    alpha, epsilon = np.broadcast_arrays(alpha, check.positive("sensitivity", sensitivity) / b)
    over = alpha - 1.0
    safe, grown = np.where(over > 0, over, 1.0), over * epsilon
    # In the sum of both exponentials, minus 1, what is linear in ε cancels: it is left out, and no digits are lost.
    near = np.minimum(grown, 1.0)
    small = (alpha * _beyond_line(near) / safe + _beyond_line(-alpha * epsilon)) / (2.0 * alpha - 1.0)
    close = np.where(over > 0, np.log1p(over * small) / safe, small)
    logs = grown - np.log(2.0 - 1.0 / alpha) + np.log1p(over / alpha * np.exp(-(2.0 * alpha - 1.0) * epsilon))
    return check.plain(np.where(grown <= 1.0, close, logs / safe))


def _beyond_line(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """``e^x - 1 - x``, never negative, with all its digits near 0."""
    near = np.where(np.abs(x) < 0.5, x, 0.0)
    series = np.full_like(near, 1.0 / 15)
    for denominator in range(14, 2, -1):
        series = (1.0 + near * series) / denominator
    return np.where(np.abs(x) < 0.5, 0.5 * np.square(near) * (1.0 + near * series), np.expm1(x) - x)


def renyi_randomized_response(order: ArrayLike, epsilon: ArrayLike) -> Floats:
    """Rényi divergence of randomised response on a bit; no ε-private mechanism has a larger one (ACC-3).

    ``ln((e^(αε) + e^((1-α)ε)) / (1 + e^ε)) / (α-1)``, and ``ε tanh(ε/2)`` at order 1.

    Parameters
    ----------
    order, epsilon : array_like
        α >= 1, and ε in nats, finite and > 0; they broadcast.

    Returns
    -------
    float or ndarray
        The divergence in nats, below ε.

    Examples
    --------
    >>> renyi_randomized_response([1.0, 2.0, 32.0], 1.0).round(6).tolist()
    [0.462117, 0.735326, 0.989895]
    """
    alpha, eps = orders(order), check.positives("epsilon", epsilon)
    check.broadcast(order=alpha, epsilon=eps)
    alpha, eps = np.broadcast_arrays(alpha, eps)
    over = alpha - 1.0
    safe, grown = np.where(over > 0, over, 1.0), over * eps
    part = -np.expm1(-alpha * eps) / (1.0 + np.exp(-eps))
    close = np.log1p(part * np.expm1(np.minimum(grown, 1.0))) / safe
    far = (grown + np.log(part + (1.0 - part) * np.exp(-grown))) / safe
    return check.plain(np.where(over > 0, np.where(grown <= 1.0, close, far), part * eps))


def renyi_divergence(p: ArrayLike, q: ArrayLike, order: ArrayLike, *, log: bool = False) -> Floats:
    """Rényi divergence of one finite distribution from another: ``ln(sum p^α q^(1-α)) / (α-1)`` (ACC-3).

    Privacy needs both directions: the larger of this and the same with `p` and `q` exchanged.

    Parameters
    ----------
    p, q : array_like, shape (..., m)
        As for `privacy_loss`.
    order : array_like, shape (...)
        α >= 1; at 1 Kullback and Leibler's divergence.
    log : bool, default False
        As there.

    Returns
    -------
    float or ndarray of shape (...)
        The divergence in nats, in [0, inf]; infinite if an outcome is possible under `p` only.

    Examples
    --------
    >>> round(renyi_divergence([0.75, 0.25], [0.25, 0.75], 2.0), 6)
    0.847298
    """
    log_p, log_q, batch = _pair(p, q, log)
    alpha = orders(order)
    try:
        np.broadcast_shapes(batch, alpha.shape)
    except ValueError:
        raise ValueError(
            f"order must have a shape that broadcasts with the distributions' {batch}; got {alpha.shape}"
        ) from None
    ratios = log_ratios(log_p, log_q)
    over = (alpha - 1.0)[..., None]
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        grown = over * ratios
        # The sum minus 1, from terms that are never negative: none of the digits of a small divergence is lost.
        # An outcome of `q` only has q (α-1) as its term, the limit.
        both = np.isfinite(log_p)
        p_, q_ = np.exp(log_p), np.exp(log_q)
        near = np.where(ratios > -1.0, p_ * _beyond_line(-np.maximum(ratios, -1.0)), q_ - p_ * (1.0 - ratios))
        first = np.where(both, near, q_)
        small = (np.where(both, p_ * _beyond_line(grown), 0.0) + over * first).sum(axis=-1)
        straight = first.sum(axis=-1)
        close = np.log1p(small) / (alpha - 1.0)
        logs = np.where(both, log_p + grown, -np.inf)
        most = logs.max(axis=-1)
        far = (most + np.log(np.exp(logs - np.where(np.isfinite(most), most, 0.0)[..., None]).sum(axis=-1))) / (
            alpha - 1.0
        )
        found = np.where(alpha > 1.0, np.where(small < 1.0, close, far), straight)
    found = np.where((both & ~np.isfinite(log_q)).any(axis=-1), np.inf, found)
    return check.plain(np.maximum(found, 0.0))
