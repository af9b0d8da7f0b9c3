"""How many records: real demands rounded up to whole numbers, with one limit for the whole engine."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric.check import plain

MOST = 2**62
"""No number of records or people is larger; what would be is refused, as 64 bits hold little more."""


def whole_size(demand: ArrayLike, per: ArrayLike = 1.0, *, large: str) -> int | NDArray[np.int64]:
    """``ceil(demand / per)``, at least 1: an int, or int64 in the shape to which both broadcast.

    `large` names the parameters that have to be larger where the answer would be above 2^62.
    """
    with np.errstate(over="ignore", divide="ignore"):
        found = np.maximum(np.ceil(np.divide(demand, per)), 1.0)
    if not (found <= MOST).all():
        raise ValueError(f"{large} must be large enough for n to be at most 2^62; got n = {found.max():.3g}")
    return plain(np.asarray(found).astype(np.int64))
