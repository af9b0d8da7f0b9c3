"""What no local protocol can do better than: every answer about a bit is made from a randomised response."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import likely_counts, log_binomial, sigmoid
from dpviz.privacy import privacy_loss
from dpviz.privacy.distributions import as_distribution

Floats = NDArray[np.float64]
_ROOM = 1e-9


def as_randomized_response(zero: ArrayLike, one: ArrayLike, *, epsilon: float) -> Floats:
    """How to make an ε-private answer about a bit from a randomised response to it (LOC-1).

    Parameters
    ----------
    zero, one : array_like, shape (m,)
        The answer's distribution for a person whose bit is 0, and for one whose bit is 1. A loss between them above ε
        is refused.
    epsilon : float
        ε in nats, > 0 and at most 100.

    Returns
    -------
    ndarray of shape (2, m)
        Row b is the distribution from which to answer when the randomised response was b.

    Examples
    --------
    >>> as_randomized_response([0.5, 0.25, 0.25], [0.25, 0.25, 0.5], epsilon=np.log(3)).round(3).tolist()
    [[0.625, 0.25, 0.125], [0.125, 0.25, 0.625]]
    """
    eps = check.moderate("epsilon", epsilon)
    p, q = as_distribution("zero", zero), as_distribution("one", one)
    if p.ndim != 1 or p.shape != q.shape:
        raise ValueError(f"zero and one must be two distributions of shape (m,); got {p.shape} and {q.shape}")
    if (loss := privacy_loss(p, q)) > eps + _ROOM:
        raise ValueError(f"epsilon must be at least the loss between zero and one, {loss:.6g}; got {epsilon!r}")
    # (p - e^-ε q) / (1 - e^-ε), which would be 0/0 for a tiny ε
    apart = (p - q) / math.expm1(eps)
    made = np.maximum(np.stack([p + apart, q - apart]), 0.0)
    return np.asarray(made / made.sum(axis=1, keepdims=True))


def local_error_bound(n: int, *, epsilon: float) -> float:
    """A root mean squared error, of the estimated share of ones, below which no ε-local protocol can be (LOC-1).

    Some table of n bits has at least this error. Two tables with n/2 - m and n/2 + m ones are told apart by the best
    test on n randomised responses, which errs with a probability that is computed exactly; m is chosen by the normal
    approximation, and any m is valid.

    Parameters
    ----------
    n : int
        People, from 2 to 10^9; each answers once, and may have heard the answers before.
    epsilon : float
        ε in nats, finite and > 0.

    Examples
    --------
    >>> round(local_error_bound(10_000, epsilon=1.0), 6)
    0.003906
    """
    people = check.count("n", n, least=2, most=10**9)
    eps = check.positive("epsilon", epsilon)
    keep, flip = float(sigmoid(eps)), float(sigmoid(-eps))
    spread = math.sqrt(people * keep * flip)
    apart = 1.19 * spread / math.tanh(eps / 2.0)  # where m² times the error is largest
    ones = min(max(math.floor(people / 2.0 - apart), 0), (people - 1) // 2)
    # The answers "1" of the table with fewer ones: a sum of two binomials, more than half only by chance.
    x, y = likely_counts(ones, keep, left_out=1e-13), likely_counts(people - ones, flip, left_out=1e-13)
    first, second = np.exp(log_binomial(x, ones, keep)), np.exp(log_binomial(y, people - ones, flip))
    at_least = np.append(np.cumsum(second[::-1])[::-1], 0.0)
    tail = lambda least: at_least[np.clip(least - y[0], 0, len(y))]  # noqa: E731
    over, tied_or_over = tail(people // 2 + 1 - x), tail((people + 1) // 2 - x)
    error = float(first @ (0.5 * (over + tied_or_over)))
    return (0.5 - ones / people) * math.sqrt(error)
