"""The memoriser: right on every record it has seen, and a coin everywhere else."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric.check import counts, plain


def memoriser_error(n: ArrayLike, *, universe: ArrayLike) -> float:
    """The memoriser's mean error on N equally likely instances, over sample and coins: ``(1/2) (1 - 1/N)^n`` (PAC-12).

    Examples
    --------
    >>> round(memoriser_error(100, universe=1024), 6)
    0.453459
    """
    # log1p keeps the digits when 1/N is small; N = 1 has seen everything after one record.
    with np.errstate(divide="ignore"):
        return plain(np.asarray(0.5 * np.exp(counts("n", n) * np.log1p(-1 / counts("universe", universe)))))
