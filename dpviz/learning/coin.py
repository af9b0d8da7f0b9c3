"""One concept as a coin: how often its error on a sample leaves a band about its error on the distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

MOST_N = 10_000
"""The most tosses: what is added up grows with their square."""

Floats = NDArray[np.float64]


def coin_deviation(n: Any, alpha: ArrayLike, *, sides: int) -> Floats:
    """Exact probability that one concept of error 1/2 leaves the band of width α after n records (PAC-6).

    The counterexample. With one of `sides`, ``L_D > L_X + α``; with two, ``|L_X - L_D| > α``. n is from 1 to 10,000, α
    in (0, 1).

    Examples
    --------
    >>> coin_deviation([1, 2, 3, 4], 0.49, sides=2).tolist()
    [1.0, 0.5, 0.25, 0.125]
    """
    both = check.count("sides", sides, most=2) == 2
    numbers, widths = check.integers("n", n, least=1, most=MOST_N), check.fractions("alpha", alpha)
    check.broadcast(n=numbers, alpha=widths)
    size, width = np.broadcast_arrays(numbers, widths)
    found, distribution = np.empty(size.shape), np.ones(1)
    for k in range(1, int(size.max()) + 1):
        distribution = np.convolve(distribution, [0.5, 0.5])
        here = size == k
        if here.any():
            # One rounded division: 1/100 is then the float 0.01, and not above a width of 0.01.
            short = (k / 2 - np.arange(k + 1)) / k
            far = (np.abs(short) if both else short) > width[here][:, None]
            found[here] = far @ distribution
    return found
