"""How private learning of points and thresholds grows with d, exactly: a distribution that makes it hard.

A class of 2^d concepts has that many ways to be unlucky. A few heavy instances next to the target bring this out, and
make the exponential learner's failure a sum over how often each of them was seen, for any d.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpviz import _check

Floats = NDArray[np.float64]
MOST_N = 100_000

KINDS = ("points", "thresholds")


def private_failure(kind: str, bits: int, n: int, epsilon: float, *, mass: float) -> float:
    """Exact probability that the exponential learner does not return the target.

    For points, instance j (the target's) has probability `mass`, and one other instance has the rest. For thresholds,
    the target is the middle cut; the instance on either side of it has probability `mass`, and instance 0 the rest.
    Every concept but the target then errs by at least `mass`.

    Parameters
    ----------
    kind : {"points", "thresholds"}
    bits : int
        d, from 2 to 1000.
    n : int
        Records, >= 1.
    epsilon : float
        ε in nats, finite and > 0; one record replaced.
    mass : float
        In (0, 1) for points, (0, 1/2) for thresholds. With an α below `mass`, this is the probability to err by
        more than α.

    Returns
    -------
    float

    Notes
    -----
    Source: EXP-7, PP-5, PP-6. The counts of records at the heavy instances are binomial; what is left out of the sum
    weighs less than 1e-12.

    Examples
    --------
    >>> round(private_failure("thresholds", 4, 26, 0.5, mass=0.12), 2)
    0.88
    """
    _check.one_of("kind", kind, KINDS)
    bits = _check.count("bits", bits, least=2, most=1000)
    n = _check.count("n", n, most=MOST_N)
    rate = _check.positive("epsilon", epsilon) / 2
    mass = _check.fraction("mass", mass)
    if kind == "points":
        k, chance = _binomial(n, mass)
        # Rivals: the other instance's concept errs on all n records; all the rest on the k at the target.
        rivals = np.logaddexp(_log(2, bits, -2) - rate * k, -rate * n)
        return float(chance @ _share(rivals))
    if mass >= 0.5:
        raise ValueError(f"mass must be below 1/2 for thresholds; got {mass!r}")
    # Cut j = 2^(d-1): records at j - 1 and at instance 0 lie below it, records at j above.
    below, above, chance = _trinomial(n, mass)
    left = _log(2, bits - 1, -1) - rate * below  # cuts 1 … j - 1 accept instance 0, and miss j - 1
    right = _log(2, bits - 1, 0) - rate * above  # cuts j + 1 … 2^d accept instance j too
    rivals = np.logaddexp(np.logaddexp(left, right), -rate * (n - above))  # cut 0 misses all below
    return min(float((chance * _share(rivals)).sum()), 1.0)


def private_exact_size(kind: str, bits: int, epsilon: float, *, mass: float, beta: float) -> int:
    """The least n with which the exponential learner returns the target with probability at least 1 - β.

    Parameters
    ----------
    kind, bits, epsilon, mass
        As in `private_failure`.
    beta : float
        In (0, 1).

    Returns
    -------
    int
        Found by bisection, as the failure falls with n.
    """
    failure = _check.fraction("beta", beta)
    return _least(lambda n: private_failure(kind, bits, n, epsilon, mass=mass) <= failure)


def _least(enough: Callable[[int], bool]) -> int:
    high = 1
    while not enough(high):
        if high >= MOST_N:
            raise ValueError(f"n must be at most {MOST_N:,}; more are needed")
        high = min(2 * high, MOST_N)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _log(base: int, power: int, plus: int) -> float:
    """Logarithm of a whole number of any length; minus infinity of 0."""
    number = base**power + plus
    return math.log(number) if number else -math.inf


def _share(log_rivals: Floats) -> Floats:
    """r/(1 + r), the rivals' share against a target of weight 1."""
    return 0.5 * (1 + np.tanh(log_rivals / 2))


def _binomial(n: int, p: float) -> tuple[Floats, Floats]:
    """Counts and their probabilities, without the tails that weigh less than 1e-12 together."""
    k = _likely(n, p)
    known = _log_factorials(n)
    whole = k.astype(np.int64)
    logs = known[n] - known[whole] - known[n - whole] + k * math.log(p) + (n - k) * math.log1p(-p)
    return k, np.exp(logs)


def _trinomial(n: int, p: float) -> tuple[Floats, Floats, Floats]:
    """Counts of two kinds of probability p each, as a column and a row, and the probability of each pair."""
    one, known = _likely(n, p), _log_factorials(n)
    whole = one.astype(np.int64)
    rest = n - whole[:, None] - whole
    logs = known[n] - known[whole][:, None] - known[whole] - known[np.maximum(rest, 0)]
    logs += (one[:, None] + one) * math.log(p) + rest * math.log1p(-2 * p)
    return one[:, None], one[None, :], np.where(rest >= 0, np.exp(logs), 0.0)


def _likely(n: int, p: float) -> Floats:
    """The counts of Bin(n, p) that are not too far from its mean: Bernstein's bound leaves out less than 1e-12."""
    spread = n * p * (1 - p)
    reach = 7.6 * math.sqrt(spread) + 20
    return np.arange(
        max(0, math.floor(n * p - reach)), min(n, math.ceil(n * p + reach)) + 1, dtype=np.float64
    )


@lru_cache(maxsize=1)
def _factorials(most: int) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


def _log_factorials(n: int) -> Floats:
    """Ln k! for k up to n at least."""
    return _factorials(1 << max(10, n.bit_length()))
