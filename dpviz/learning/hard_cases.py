"""How private learning of points and thresholds grows with d, exactly: a distribution that makes it hard.

A class of 2^d concepts has that many ways to fail. A few heavy instances next to the target bring this out, and
make the exponential learner's failure a sum over how often each of them was seen, for any d.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz._numeric.solve import least_integer
from dpviz._numeric.stats import Floats, likely_counts, log_binomial, log_poisson, sigmoid

MOST_N = 100_000

KINDS = ("points", "thresholds")


def private_failure(kind: str, bits: int, n: int, epsilon: float, *, mass: float) -> float:
    """Exact probability that the exponential learner does not return the target (EXP-7, PP-5, PP-6).

    For points, instance j (the target's) has probability `mass`, and one other instance has the rest. For thresholds,
    the target is the middle cut; the instance on either side of it has probability `mass`, and instance 0 the rest.
    Every concept but the target then errs by at least `mass`. The counts of records at the heavy instances are
    binomial; what is left out of the sum weighs less than 1e-12.

    Parameters
    ----------
    kind : {"points", "thresholds"}
    bits, n : int
        d, from 2 to 1000, and records, >= 1.
    epsilon : float
        ε in nats, finite and > 0; one record replaced.
    mass : float
        In (0, 1) for points, (0, 1/2) for thresholds. With an α below `mass`, this is the probability to err by
        more than α.

    Examples
    --------
    >>> round(private_failure("thresholds", 4, 26, 0.5, mass=0.12), 2)
    0.88
    """
    check.one_of("kind", kind, KINDS)
    bits = check.count("bits", bits, least=2, most=1000)
    n = check.count("n", n, most=MOST_N)
    rate = check.positive("epsilon", epsilon) / 2
    mass = check.fraction("mass", mass)
    if kind == "points":
        k = likely_counts(n, mass)
        chance = np.exp(log_binomial(k, n, mass))
        # Rivals: the other instance's concept errs on all n records; all the rest on the k at the target.
        rivals = np.logaddexp(_log(bits, -2) - rate * k, -rate * n)
        return float(chance @ sigmoid(rivals))  # their share r/(1 + r), against a target of weight 1
    if mass >= 0.5:
        raise ValueError(f"mass must be below 1/2 for thresholds; got {mass!r}")
    # Cut j = 2^(d-1): records at j - 1 and at instance 0 lie below it, records at j above.
    below, above, chance = _trinomial(n, mass)
    left = _log(bits - 1, -1) - rate * below  # cuts 1 … j - 1 accept instance 0, and miss j - 1
    right = _log(bits - 1, 0) - rate * above  # cuts j + 1 … 2^d accept instance j too
    rivals = np.logaddexp(np.logaddexp(left, right), -rate * (n - above))  # cut 0 misses all below
    return min(float((chance * sigmoid(rivals)).sum()), 1.0)


def private_exact_size(kind: str, bits: int, epsilon: float, *, mass: float, beta: float) -> int:
    """The least n with which `private_failure` is at most β, by bisection: it falls with n."""
    failure = check.fraction("beta", beta)
    found = least_integer(lambda n: private_failure(kind, bits, n, epsilon, mass=mass) <= failure, most=MOST_N)
    if found is None:
        raise ValueError(f"n must be at most {MOST_N:,}; more are needed")
    return found


def _log(power: int, plus: int) -> float:
    """Logarithm of 2^power and so many more, of any length; minus infinity of 0."""
    number = 2**power + plus
    return math.log(number) if number else -math.inf


def _trinomial(n: int, p: float) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Counts of two kinds of probability p each, as a column and a row, and the probability of each pair."""
    one = likely_counts(n, p)
    rest = n - one[:, None] - one
    left = np.arange(max(rest.min(), 0), max(rest.max(), 0) + 1)
    # Multinomial: independent Poisson counts, given their sum.
    each = np.exp(log_poisson(one, n * p))
    others = np.exp(log_poisson(left, n * (1 - 2 * p)) - log_poisson(n, n))
    chance = each[:, None] * each * others[np.maximum(rest - left[0], 0)]
    return one[:, None], one[None, :], np.where(rest >= 0, chance, 0.0)
