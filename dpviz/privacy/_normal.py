"""The normal law's two functions that privacy needs, element by element, from the standard library's erfc."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

_ERFC = np.frompyfunc(math.erfc, 1, 1)
_QUANTILE = np.frompyfunc(NormalDist().inv_cdf, 1, 1)

# Past this the continued fraction below is exact to the last digits, and erfc would lose some.
_FAR = 5.0
_DEPTH = 100


def normal_cdf(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Φ(x), the probability that a standard normal is at most x; exact far in the lower tail too."""
    return 0.5 * np.asarray(_ERFC(-np.asarray(x) / math.sqrt(2.0)), dtype=np.float64)


def normal_density(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The standard normal density, φ(x)."""
    with np.errstate(under="ignore", over="ignore"):
        return np.exp(-0.5 * np.square(x)) / math.sqrt(2.0 * math.pi)


def normal_quantile(level: NDArray[np.float64]) -> NDArray[np.float64]:
    """The x with Φ(x) = level, for levels in [0, 1]; the ends are infinite."""
    level = np.asarray(level, dtype=np.float64)
    inner = (level > 0) & (level < 1)
    found = np.asarray(_QUANTILE(np.where(inner, level, 0.5)), dtype=np.float64)
    return np.where(inner, found, np.where(level > 0, np.inf, -np.inf))


def mills(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Φ(-x) / φ(x) for x >= 0: about 1/x for large x, where both of its parts have underflowed."""
    x = np.asarray(x, dtype=np.float64)
    near = np.minimum(x, _FAR)
    close = normal_cdf(-near) / normal_density(near)
    # Laplace's continued fraction 1/(x + 1/(x + 2/(x + 3/(x + ...)))), from the inside out.
    far = np.maximum(x, _FAR)
    tail = far
    for step in range(_DEPTH, 0, -1):
        tail = far + step / tail
    return np.where(x > _FAR, 1.0 / tail, close)
