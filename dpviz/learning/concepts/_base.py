"""What every concept class has: its concepts and instances by number, their labels, and the errors of all concepts.

A class says how its concepts label (`label`) and how a weighting of the instances adds up over what each concept
accepts (`_sums`). All errors follow from the sums: a concept errs on the records labelled 1 except the ones it
accepts, and on the records labelled 0 that it accepts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.counts import bincount

MOST_CELLS = 10_000_000
"""The most numbers a table over all concepts may hold; what would be larger raises, naming the count."""

MOST_BITS = 62
"""Instances are held as 64-bit whole numbers: samples, but not sizes, stop here."""

MOST_DIGITS = 10_000
"""Classes of 2^bits concepts stop here: sizes are Python integers, and beyond this nobody could print one."""


class ConceptClass(ABC):
    """A finite set of concepts, each a rule that gives every instance the label 0 or 1 (PAC-1).

    Concepts are numbered from 0 to ``size - 1``, instances are whole numbers from `first` on. The classes themselves
    are `Points`, `Thresholds`, `Intervals`, `Parities` and `Conjunctions`.
    """

    @property
    @abstractmethod
    def size(self) -> int:
        """``|C|``, the number of concepts, however large."""

    @property
    @abstractmethod
    def universe(self) -> int:
        """The number of instances, however large."""

    @property
    def first(self) -> int:
        """The smallest instance; they are first, first + 1, …, first + universe - 1."""
        return 0

    @abstractmethod
    def name(self, index: int) -> str:
        """A concept in a few words."""

    @abstractmethod
    def _accepts(self, index: NDArray[np.int64], position: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Labels, with both arguments checked and broadcast; positions count from 0."""

    @abstractmethod
    def _sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of `values`, shape (..., N), over the instances each concept accepts: shape (..., |C|)."""

    def __len__(self) -> int:
        """``|C|``; Python's `len` stops at 2^63 - 1, `size` does not."""
        return self.size

    @property
    def instances(self) -> NDArray[np.int64]:
        """All instances, shape (N,)."""
        self._affordable(self.universe, f"{self.universe:,} instances")
        return np.arange(self.first, self.first + self.universe, dtype=np.int64)

    def label(self, index: ArrayLike, x: ArrayLike) -> NDArray[np.bool_]:
        """Label of each instance by each concept, True for 1, in the shape to which `index` and `x` broadcast.

        Concepts are from 0 to ``size - 1``. It works for classes too large to list, but for `Intervals`.
        """
        chosen = self._whole("index", index, 0, self.size - 1, "a concept")
        position = self.positions("x", x)
        check.broadcast(index=chosen, x=position)
        return self._accepts(chosen, position)

    def labels(self, x: ArrayLike | None = None) -> NDArray[np.bool_]:
        """Labels of k instances, or of all, by all concepts, shape (|C|, k)."""
        points = self.universe if x is None else check.array("x", x).size
        self._affordable(self.size * points, f"{self.size:,} concepts × {points:,} instances")
        position = self.positions("x", self.instances if x is None else x)
        if position.ndim != 1:
            raise ValueError(f"x must have shape (k,); got {position.shape}")
        return self._accepts(np.arange(self.size, dtype=np.int64)[:, None], position)

    def errors(self, X: ArrayLike, y: ArrayLike) -> NDArray[np.int64]:
        """Number of records each concept labels wrongly, from 0 to n, shape (..., |C|) (PAC-3).

        Instances and their labels, bool or 0 and 1, have shape (..., n), n >= 1; leading axes are a batch of samples.
        Takes time in proportion to n + N + |C| a sample (N log N for parities), not to n |C|.
        """
        position, truth = self.sample(X, y)
        batch = position.shape[:-1]
        rows = int(np.prod(batch))
        widest = max(self.size, self.universe)
        self._affordable(rows * widest, f"{rows:,} samples × {widest:,} concepts or instances")
        # Each sample has cells of its own: one count serves the whole batch.
        cell = position.reshape(rows, -1) + self.universe * np.arange(rows)[:, None]
        wanted = truth.reshape(rows, -1)
        cells = rows * self.universe
        ones = bincount(cell[wanted], minlength=cells)
        moves = bincount(cell[~wanted], minlength=cells) - ones
        total = wanted.sum(axis=1, dtype=np.int64)[:, None]
        return (total + self._sums(moves.reshape(rows, -1))).reshape((*batch, self.size))

    def population_errors(self, weights: ArrayLike, target: int | ArrayLike) -> NDArray[np.float64]:
        """Probability that each concept labels a fresh instance wrongly, exactly, shape (..., |C|) (PAC-2).

        `weights`, shape (..., N), are the instances' probabilities, in order. `target` is the concept that labels; or,
        for the agnostic case, the probability of label 1 at each instance, shape (N,).
        """
        widest = max(self.size, self.universe)
        self._affordable(widest, f"{widest:,} concepts or instances")
        distribution = self._distribution(weights)
        rows = distribution.size // self.universe
        self._affordable(rows * widest, f"{rows:,} distributions × {widest:,} concepts or instances")
        yes = self._label_distribution(target)
        ones, zeros = distribution * yes, distribution * (1 - yes)
        missed = ones.cumsum(axis=-1)[..., -1:] - self._sums(ones)
        # A rest of rounding, some 1e-17 below 0, is no error; nor is one above it, of the concept that labels.
        errors = np.maximum(missed + self._sums(zeros), 0.0)
        if np.ndim(target) == 0:
            errors[..., np.asarray(target)] = 0.0
        return errors

    def positions(self, name: str, x: ArrayLike) -> NDArray[np.int64]:
        """Instances counted from 0, ``x - first``, if all are in the universe; errors call them `name`."""
        last = self.first + self.universe - 1
        return self._whole(name, x, self.first, last, "an instance") - self.first

    def sample(self, X: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """A labelled sample, checked: instances counted from 0, and labels, bool or 0 and 1; shape (..., n), n >= 1."""
        records = check.array("X", X)
        if records.ndim == 0 or records.size == 0:
            raise ValueError(f"X must have shape (..., n) with n >= 1 records; got {records.shape}")
        truth = check.array("y", y)
        if truth.dtype.kind not in "biu":
            raise TypeError(f"y must hold labels 0 and 1; got dtype {truth.dtype}")
        position = self.positions("X", records)
        if truth.shape != position.shape:
            raise ValueError(f"y must have X's shape, {position.shape}; got {truth.shape}")
        bad = (truth != 0) & (truth != 1)
        if bad.any():
            where = int(np.flatnonzero(bad)[0])
            raise ValueError(f"y must hold labels 0 and 1; got {truth.flat[where]} in record {where}")
        return position, truth.astype(np.bool_)

    def _whole(self, name: str, value: ArrayLike, low: int, high: int, what: str) -> NDArray[np.int64]:
        if high >= 2**63:
            raise ValueError(
                f"bits must be at most {MOST_BITS} where single instances or concepts are named; got {self!r}"
            )
        array = check.array(name, value)
        accepted = f"{what} of {self!r}, a whole number from {low} to {high}"
        if array.dtype.kind not in "iu":
            raise TypeError(f"{name} must be {accepted}; got dtype {array.dtype}")
        if array.size and (int(array.min()) < low or int(array.max()) > high):
            where = int(np.flatnonzero((array < low) | (array > high))[0])
            at = f" at place {where}" if array.ndim else ""
            raise ValueError(f"{name} must be {accepted}; got {array.flat[where]}{at}")
        return array.astype(np.int64, copy=False)

    def _index(self, index: int) -> int:
        """One concept's number, checked; for `name`, which has no limit of bits."""
        return check.count("index", index, least=0, most=self.size - 1)

    def _distribution(self, weights: ArrayLike) -> NDArray[np.float64]:
        distribution = check.finite("weights", weights)
        if distribution.ndim == 0 or distribution.shape[-1] != self.universe:
            raise ValueError(f"weights must have shape (..., {self.universe}); got {distribution.shape}")
        if (distribution < 0).any():
            raise ValueError(f"weights must be >= 0; got {distribution.min()!r}")
        total = distribution.sum(axis=-1)
        if (abs(total - 1) > 1e-9).any():
            raise ValueError(f"weights must sum to 1; got {total.flat[int(np.argmax(abs(total - 1)))]!r}")
        return distribution

    def _label_distribution(self, target: int | ArrayLike) -> NDArray[np.float64]:
        if np.ndim(target) == 0:
            concept = self._whole("target", target, 0, self.size - 1, "a concept")
            return self._accepts(concept, np.arange(self.universe, dtype=np.int64)).astype(np.float64)
        yes = check.finite("target", target)
        if yes.shape != (self.universe,):
            raise ValueError(f"target must be a concept or have shape ({self.universe},); got {yes.shape}")
        if yes.min() < 0 or yes.max() > 1:
            raise ValueError(f"target must hold probabilities in [0, 1]; got {yes.min()!r} to {yes.max()!r}")
        return yes

    def _affordable(self, cells: int, what: str) -> None:
        if cells > MOST_CELLS:
            raise ValueError(
                f"a table over {self!r} would hold {what} = {cells:,} numbers; at most {MOST_CELLS:,} are listed"
            )


@dataclass(frozen=True)
@check.fields(bits=check.whole(cap=MOST_DIGITS))
class BitClass(ConceptClass):
    """A class over the bit strings of length `bits`."""

    bits: int

    @property
    def size(self) -> int:
        """``2^d`` concepts."""
        return 1 << self.bits

    @property
    def universe(self) -> int:
        """``2^d`` instances."""
        return 1 << self.bits
