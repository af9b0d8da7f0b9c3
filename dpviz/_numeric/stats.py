"""The normal and the binomial distribution, and where a probability lies when a share was counted.

The standard library's erfc and numpy are enough: probabilities are right to about 13 digits, far tails included.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.solve import safe_end

Floats = NDArray[np.float64]

_ERFC = np.frompyfunc(math.erfc, 1, 1)
_QUANTILE = np.frompyfunc(NormalDist().inv_cdf, 1, 1)

# Past this the continued fraction of `mills` is exact to the last digits, and erfc would lose some.
_FAR = 5.0
_DEPTH = 100

# ln k! - k ln k + k; from 16 on Stirling's series is exact to the last digit.
_SMALL = np.array([0.0] + [math.log(math.factorial(k)) - k * math.log(k) + k for k in range(1, 16)])


def sigmoid(x: ArrayLike) -> Floats:
    """``1 / (1 + e^-x)``, with all its digits where it is small; one minus it is that of -x."""
    x = np.asarray(x, dtype=np.float64)
    # One exponential of minus the size, whatever the sign: no overflow.
    with np.errstate(under="ignore"):
        small = np.exp(-np.abs(x))
    return np.asarray(np.where(x < 0, small, 1.0) / (1.0 + small))


def normal_cdf(x: Floats) -> Floats:
    """Φ(x), the probability that a standard normal is at most x; exact far in the lower tail too."""
    return 0.5 * np.asarray(_ERFC(-np.asarray(x) / math.sqrt(2.0)), dtype=np.float64)


def normal_density(x: Floats) -> Floats:
    """The standard normal density, φ(x)."""
    with np.errstate(under="ignore", over="ignore"):
        return np.exp(-0.5 * np.square(x)) / math.sqrt(2.0 * math.pi)


def normal_quantile(level: Floats) -> Floats:
    """The x with Φ(x) = level, for levels in [0, 1]; the ends are infinite."""
    level = np.asarray(level, dtype=np.float64)
    inner = (level > 0) & (level < 1)
    found = np.asarray(_QUANTILE(np.where(inner, level, 0.5)), dtype=np.float64)
    return np.where(inner, found, np.where(level > 0, np.inf, -np.inf))


def mills(x: Floats) -> Floats:
    """Φ(-x) / φ(x) for x >= 0: about 1/x for large x, where both of its parts have underflowed."""
    return mills_and_fall(x)[0]


def mills_and_fall(x: Floats) -> tuple[Floats, Floats]:
    """`mills` and minus its slope, ``1 - x mills(x)``, with all the digits of both."""
    x = np.asarray(x, dtype=np.float64)
    near = np.minimum(x, _FAR)
    close = normal_cdf(-near) / normal_density(near)
    if not (x > _FAR).any():
        return close, 1.0 - near * close
    # Laplace's continued fraction 1/(x + 1/(x + 2/(x + 3/(x + ...)))), from the inside out.
    far = np.maximum(x, _FAR)
    tail = far
    for step in range(_DEPTH, 1, -1):
        tail = far + step / tail
    rest = 1.0 / tail
    apart = 1.0 / (far + rest)
    return np.where(x > _FAR, apart, close), np.where(x > _FAR, rest * apart, 1.0 - near * close)


def log_poisson(k: ArrayLike, mean: ArrayLike) -> Floats:
    """Logarithm of the Poisson distribution's ``mean^k e^-mean / k!``, for whole k >= 0 and mean >= 0; they broadcast.

    Binomial and multinomial probabilities are products of these. Loader's form (2000) takes the logarithm of k! and
    of the powers together, where they nearly cancel, so no digits are lost for large k.
    """
    count, mu = np.asarray(k, dtype=np.float64), np.asarray(mean, dtype=np.float64)
    some = np.maximum(count, 1.0)
    with np.errstate(divide="ignore"):
        off = (mu - some) / some
        log_ratio = np.where(np.abs(off) < 0.5, np.log1p(np.maximum(off, -0.5)), np.log(mu / some))
    logs = some * (log_ratio - off) - _stirling(some)
    return np.where(count > 0, logs, -mu)


def _stirling(k: Floats) -> Floats:
    """Ln k! - k ln k + k, for whole k >= 1: Stirling's formula with its series, a table where that is too short."""
    s = 1.0 / np.square(k)
    series = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / k
    small = _SMALL[np.minimum(k, len(_SMALL) - 1).astype(np.int64)]
    return np.where(k < len(_SMALL), small, series + 0.5 * np.log(2.0 * math.pi * k))


def log_binomial(k: ArrayLike, n: ArrayLike, p: ArrayLike, *, miss: ArrayLike | None = None) -> Floats:
    """Logarithm of the probability of k successes in n trials; -inf for an impossible k. They broadcast.

    `miss` is 1 - p, for a p so near 1 that a float of it has lost how near.
    """
    count, trials, share = (np.asarray(x, dtype=np.float64) for x in (k, n, p))
    rest = 1.0 - share if miss is None else np.asarray(miss, dtype=np.float64)
    possible = (count >= 0) & (count <= trials)
    hits = np.where(possible, count, 0.0)
    logs = log_poisson(hits, trials * share) + log_poisson(trials - hits, trials * rest)
    return np.where(possible, logs + _stirling(np.maximum(trials, 1.0)) * (trials > 0), -np.inf)


def likely_counts(n: int, p: float, *, left_out: float = 1e-12) -> NDArray[np.int64]:
    """The counts around the mean of Bin(n, p); by Bernstein's bound the others weigh less than `left_out` together."""
    reach = _reach(n * p * (1.0 - p), left_out)
    return np.arange(max(0, math.floor(n * p - reach)), min(n, math.ceil(n * p + reach)) + 1)


def _reach(variance: float, left_out: float) -> float:
    third = math.log(2.0 / left_out) / 3.0
    return third + math.sqrt(third * third + 6.0 * third * variance)


def binomial_tail(k: int, n: int, p: float) -> float:
    """P(at least k successes in n trials), with all its digits where it is small."""
    if k <= 0 or p >= 1.0:
        return 1.0 if k <= n else 0.0
    if k > n or p <= 0.0:
        return 0.0
    if k < n * p:
        return 1.0 - binomial_tail(n - k + 1, n, 1.0 - p)
    # Each term is a multiple of the one before, and smaller.
    j = np.arange(k, min(n, k + math.ceil(_reach(n * p * (1.0 - p), 1e-18))))
    terms = np.cumprod((n - j) / (j + 1.0) * (p / (1.0 - p)))
    return min(1.0, math.exp(float(log_binomial(k, n, p))) * (1.0 + float(terms.sum())))


def wilson(successes: ArrayLike, trials: ArrayLike, *, spread: float = 2.0) -> tuple[Floats, Floats]:
    """Wilson's score interval around a share that was counted: its ends, `spread` standard errors to each side.

    Without trials they are 0 and 1: nothing is known.
    """
    hit, runs = np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    if (hit < 0).any() or (hit > runs).any():
        raise ValueError("successes must be between 0 and trials; got a count outside")
    n = np.maximum(runs, 1.0)
    share, z2 = hit / n, spread**2
    upper = share + z2 / (2 * n) + spread * np.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # The two ends are the roots of a quadratic, and their product is known: so the lower one loses no digits.
    low = np.square(share) / np.where(upper > 0, upper, 1.0)
    # The end is exact where the formula reaches it only up to rounding.
    high = np.where((runs > 0) & (hit < runs), np.minimum(upper / (1 + z2 / n), 1.0), 1.0)
    return low, high


def mean_interval(values: ArrayLike, low: ArrayLike, high: ArrayLike, *, spread: float = 2.0) -> tuple[Floats, Floats]:
    """An interval for the mean of independent numbers from `low` to `high`, along the last axis: its two ends.

    Agresti and Coull's for a share, for numbers in between too: `spread` standard errors around the mean of the values
    and, besides, of spread²/2 more at either end of the range. So it has a width where all values are the same, holds
    their mean, and does not leave the range.
    """
    seen, low, high = (np.asarray(x, dtype=np.float64) for x in (values, low, high))
    more = spread**2 / 2.0
    weight = seen.shape[-1] + 2.0 * more
    centre = (seen.sum(axis=-1) + more * (low + high)) / weight
    off = np.square(seen - centre[..., None]).sum(axis=-1)
    half = spread * np.sqrt(off + more * (np.square(centre - low) + np.square(high - centre))) / weight
    return np.maximum(centre - half, low), np.minimum(centre + half, high)


def clopper_pearson(successes: int, trials: int, *, miss: float) -> tuple[float, float]:
    """Clopper and Pearson's exact bounds on a probability, from independent trials.

    Wilson's interval is near the truth on average; these two bounds are never too bold, for any probability and
    any number of trials. `miss`, in (0, 0.5), is the chance that *one* is wrong: both hold together but for 2 `miss`.

    Examples
    --------
    >>> low, high = clopper_pearson(10, 100, miss=0.025)
    >>> f"{low:.6f} {high:.6f}"
    '0.049005 0.176223'
    """
    runs = check.count("trials", trials)
    hits = check.count("successes", successes, least=0, most=runs)
    if not 0 < miss < 0.5:
        raise ValueError(f"miss must be a number in (0, 0.5); got {miss!r}")

    rest = _lower(runs - hits, runs, miss)
    high = 1.0 - rest
    if 1.0 - high > rest:  # rounded down, to the unsafe side
        high = math.nextafter(high, 1.0)
    return _lower(hits, runs, miss), high


def _lower(hits: int, runs: int, miss: float) -> float:
    """The p at which `hits` or more have probability `miss`, by Newton's method from Wilson's bound.

    As a function of ln p the logarithm of that probability is concave, with slope ``hits Pr[hits] / Pr[>= hits]``: from
    the second step on each p is below the one wanted.
    """
    if hits == 0:
        return 0.0
    p = float(wilson(hits, runs, spread=-NormalDist().inv_cdf(miss))[0])
    for _ in range(50):
        tail = binomial_tail(hits, runs, p)
        step = math.log(miss / tail) * tail / (hits * math.exp(float(log_binomial(hits, runs, p))))
        p *= math.exp(step)
        if abs(step) < 1e-13:
            break
    # The last digits on the safe side, from a bracket as narrow as it can be.
    below, above = math.nextafter(p, 0.0), p
    while binomial_tail(hits, runs, below) >= miss:
        below, above = below - 2.0 * (p - below), below
    while above < 1.0 and binomial_tail(hits, runs, above) < miss:
        below, above = above, above + 2.0 * (above - below)
    return safe_end(lambda p: binomial_tail(hits, runs, p) < miss, below, min(above, 1.0))
