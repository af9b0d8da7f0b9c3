"""The exact privacy loss between two distributions, and the least δ at a given ε."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_log_distribution


def log_ratios(log_p: NDArray[np.float64], log_q: NDArray[np.float64]) -> NDArray[np.float64]:
    """ln(p/q) of each outcome; an outcome impossible under both (0/0) counts as 0, c/0 is infinite."""
    with np.errstate(invalid="ignore"):
        ratios = log_p - log_q
    return np.where(np.isneginf(log_p) & np.isneginf(log_q), 0.0, ratios)


def excess(log_p: NDArray[np.float64], log_q: NDArray[np.float64], epsilon: NDArray[np.float64]) -> NDArray[np.float64]:
    """sum_y max(0, p - e^ε q), written as p (1 - e^(ε - ln(p/q))) so that e^ε never overflows."""
    overshoot = log_ratios(log_p, log_q) - epsilon[..., None]
    # Outcomes with p <= e^ε q get overshoot 0 and so add exactly nothing. Sums of floats end at 1 only nearly.
    return np.minimum(np.sum(np.exp(log_p) * -np.expm1(-np.maximum(overshoot, 0.0)), axis=-1), 1.0)


def _pair(p: ArrayLike, q: ArrayLike, log: bool) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[int, ...]]:
    log_p, log_q = as_log_distribution("p", p, log=log), as_log_distribution("q", q, log=log)
    if log_p.shape[-1] != log_q.shape[-1]:
        raise ValueError(
            f"p and q must be distributions over the same outcomes; "
            f"got {log_p.shape[-1]} and {log_q.shape[-1]} outcomes"
        )
    check.broadcast(p=log_p, q=log_q)
    return log_p, log_q, np.broadcast_shapes(log_p.shape[:-1], log_q.shape[:-1])


def privacy_loss(p: ArrayLike, q: ArrayLike, *, log: bool = False) -> float | NDArray[np.float64]:
    """Exact privacy loss between two finite distributions, max over outcomes y of abs(ln p(y) - ln q(y)).

    It is the least ε for which both ``p <= e^ε q`` and ``q <= e^ε p`` hold on every event. Outcomes that
    are impossible under both distributions are ignored; an outcome possible under only one makes the loss infinite.
    Source: CONV-4.

    Parameters
    ----------
    p, q : array_like, shape (..., m)
        Probabilities of the m outcomes along the last axis; the axes before it broadcast.
    log : bool, default False
        Set it when `p` and `q` are natural logarithms of probabilities (-inf for 0). Probabilities below
        1e-308 lose digits as plain numbers and none as logarithms.

    Returns
    -------
    float or ndarray of shape (...)
        The loss in nats, in [0, inf]. A float when `p` and `q` are single distributions.

    Examples
    --------
    Randomised response that keeps a bit with probability 3/4 has loss ln 3:

    >>> round(privacy_loss([0.75, 0.25], [0.25, 0.75]), 9)
    1.098612289
    """
    log_p, log_q, batch = _pair(p, q, log)
    loss = np.abs(log_ratios(log_p, log_q)).max(axis=-1)
    return loss if batch else float(loss)


def smallest_delta(p: ArrayLike, q: ArrayLike, epsilon: ArrayLike, *, log: bool = False) -> float | NDArray[np.float64]:
    """Least δ for which two finite distributions satisfy (ε, δ) both ways (CONV-4).

    This is the larger of ``sum_y max(0, p - e^ε q)`` and ``sum_y max(0, q - e^ε p)``: a mechanism is
    (ε, δ)-private for the pair exactly when this number is at most δ.

    Parameters
    ----------
    p, q : array_like, shape (..., m)
        As for `privacy_loss`.
    epsilon : array_like, shape (...)
        ε in nats, finite and >= 0, broadcast against the axes of `p` and `q` before the last. At ε = 0 the
        answer is the total variation distance.
    log : bool, default False
        As there.

    Returns
    -------
    float or ndarray of shape (...)
        δ in [0, 1]. A float when nothing is batched.

    Examples
    --------
    >>> round(smallest_delta([0.75, 0.25], [0.25, 0.75], 1.0), 9)
    0.070429543
    """
    log_p, log_q, batch = _pair(p, q, log)
    eps = check_epsilon(epsilon)
    try:
        shape = np.broadcast_shapes(batch, eps.shape)
    except ValueError:
        raise ValueError(
            f"epsilon must have a shape that broadcasts with the distributions' {batch}; got {eps.shape}"
        ) from None
    delta = np.maximum(excess(log_p, log_q, eps), excess(log_q, log_p, eps))
    return delta if shape else float(delta)


def check_epsilon(epsilon: ArrayLike) -> NDArray[np.float64]:
    """ε at which δ is asked for: finite and >= 0, any shape."""
    return check.nonnegatives("epsilon", epsilon)
