"""Sample and aggregate: any statistic of disjoint blocks, so that one person changes one of the results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.sensitivity._arguments import several


def block_statistics(
    records: ArrayLike, blocks: int, statistic: Callable[[NDArray[Any]], float], rng: np.random.Generator
) -> NDArray[np.float64]:
    """A statistic of each of so many blocks, into which the records are dealt at random (SEN-9).

    The blocks, from 1 to n, differ in size by at most 1, and a replaced record changes one of the results at most.

    Parameters
    ----------
    records : array_like, shape (n, ...)
        One record a row.
    blocks : int
        How many, from 1 to n.
    statistic : callable
        Takes the rows of a block, returns a number; it need not be private, nor of known sensitivity.
    rng : numpy.random.Generator
        Deals the records, without looking at them.

    Examples
    --------
    >>> block_statistics(np.arange(12.0), 3, np.max, np.random.default_rng(0))
    array([ 9., 11., 10.])
    """
    rows = several("records", check.finite("records", records))
    many = check.count("blocks", blocks, most=len(rows))
    check.function("statistic", statistic)
    order = check.generator(rng).permutation(len(rows))
    found = [float(statistic(rows[part])) for part in np.array_split(order, many)]
    return np.array(check.held("statistic", np.array(found)))
