"""The estimate while it is being made: plain weights, and their logarithms once floats could no longer hold them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.queries.base import Floats, Queries

# Plain weights are kept as long as the largest surely is no more than e^REACH times the smallest: they are faster,
# and between 1e-100 and 1e100 nothing underflows then. One huge step is all it takes to leave that.
REACH = 300.0
SMALL, LARGE = 1e-100, 1e100
# Where almost all weight went at once, the difference that carries the sum has lost digits: look at the cells.
CANCELLED = 1e-3

# Multiply an array of weights in place by what a step says, or with True add that step's exponents to their logarithms.
Change = Callable[[Floats, bool], None]


class Weights:
    """Positive weights of |U| cells, all 1 / |U| at first. Their sum is carried along as `total`.

    Attributes
    ----------
    array : ndarray of shape (|U|,)
        The weights; those too small for a float are 0 here, but not forgotten.
    total : float
        Their sum.
    """

    def __init__(self, size: int) -> None:
        self.array: Floats = np.full(size, 1.0 / size)
        self.total = 1.0
        self._reach = 0.0
        self._logs: Floats | None = None
        self._log_total = 0.0

    def tilt(self, change: Change, exponents: Floats | float, shares: Floats | float | None = None) -> float:
        """Change the weights; ln of the factor by which their sum grew.

        `exponents` is what the change multiplies by the exponentials of: one for some of the cells, or one for each
        pattern, all cells together; `shares` is what part of the sum each of them meets, where that is known.
        """
        each = [0.0, exponents] if isinstance(exponents, float) else [0.0, *exponents.tolist()]
        reach = self._reach + (max(each) - min(each))
        if self._logs is None and reach > REACH:
            self._logs, self._log_total = np.log(self.array), math.log(self.total)
        if self._logs is not None:
            return self._tilt_logs(change, self._logs)
        change(self.array, False)
        growth = 0.0 if shares is None else 1.0 + float(np.dot(shares, np.expm1(exponents)))
        if growth < CANCELLED:
            growth = float(self.array.sum()) / self.total
        self.total *= growth
        self._reach = reach
        if not SMALL < self.total < LARGE:
            self.normalise()
        return math.log(growth)

    def tilt_query(self, workload: Queries, index: int, exponent: float, share: float | None = None) -> float:
        """Multiply by ``exp(exponent q)``; `share` is the answer of q, where it is known and q is 0 or 1."""
        return self.tilt(lambda array, logs: workload._tilt(array, index, exponent, logs), exponent, share)

    def _tilt_logs(self, change: Change, logs: Floats) -> float:
        before = self._log_total
        with np.errstate(over="ignore"):  # beyond 1e308 a weight is 0 for ever
            change(logs, True)
            top = float(logs.max())
            logs -= top
        np.exp(logs, out=self.array)
        self.total = float(self.array.sum())
        self._log_total = math.log(self.total)
        self._reach = -float(logs.min())
        if self._reach < REACH / 2.0:
            self._logs = None
        return top + self._log_total - before

    def normalise(self) -> Floats:
        """The array, once it sums to 1."""
        self.array /= self.array.sum()
        self.total = 1.0
        return self.array

    def logarithms(self, cells: Any = slice(None)) -> Floats:
        """Ln of the share of these cells (all, without any), also where the share itself is no float any more."""
        if self._logs is not None:
            return np.asarray(self._logs[cells] - self._log_total)
        return np.asarray(np.log(self.array[cells]) - math.log(self.total))


def log_sum_exp(logs: Floats) -> float:
    """Ln of the sum of numbers given by their logarithms; the sum of none is 0."""
    top = float(np.max(logs, initial=-math.inf))
    return top if math.isinf(top) else top + math.log(float(np.exp(logs - top).sum()))
