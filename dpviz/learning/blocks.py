"""The exponential learner on 2^60 concepts: concepts with equal errors stand together, so there are few blocks.

A sample of n records cuts the thresholds into at most n + 1 runs of neighbours with the same number of errors, and
leaves all but at most n of the points without a record. Block by block everything is exact: sizes and drawn concepts
are whole numbers, weights are logarithms.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.counts import bincount
from dpviz.learning.concepts import ConceptClass, Points, Thresholds

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Blocks:
    """Runs of concepts with equal errors, in order; together they are the class.

    A run may be the rest of the class with single concepts taken out (the points nobody was seen at); then it says
    which.

    Attributes
    ----------
    start, stop : ndarray of int64, shape (m,)
        Block i holds the concepts from ``start[i]`` to ``stop[i] - 1``; the rest block, if any, spans the class.
    errors : ndarray of int64, shape (m,)
        Records that each concept of the block labels wrongly.
    holes : ndarray of int64, shape (k,)
        Concepts, rising, that belong to blocks of their own and not to the last block. Empty for thresholds.
    """

    start: Whole
    stop: Whole
    errors: Whole
    holes: Whole

    @cached_property
    def sizes(self) -> Whole:
        """How many concepts each block holds, exactly; shape (m,)."""
        sizes = self.stop - self.start
        if self.holes.size:
            sizes[-1] -= self.holes.size
        return sizes

    def block_of(self, index: ArrayLike) -> Whole:
        """The block each concept is in, in the shape of `index`."""
        wanted = np.asarray(index, dtype=np.int64)
        if not self.holes.size:
            # With no holes the starts rise; a class in one block has one start.
            return np.searchsorted(self.start, wanted, side="right") - 1
        place = np.searchsorted(self.holes, wanted)
        at_hole = self.holes[np.minimum(place, self.holes.size - 1)] == wanted
        return np.where(at_hole, place, len(self.errors) - 1)

    def concepts_at(self, block: Whole, offset: Whole) -> Whole:
        """The concept at each offset of a block, offsets from 0 to its size - 1; arrays of one shape."""
        found = self.start[block] + offset
        if not self.holes.size:
            return found
        # The rest's r-th concept has as many holes below it as there are holes h_i with h_i - i <= r.
        below = np.searchsorted(self.holes - np.arange(self.holes.size), offset, side="right")
        return np.where(block == len(self.errors) - 1, offset + below, found)


def blocks_of(concepts: ConceptClass, X: ArrayLike, y: ArrayLike) -> Blocks:
    """Blocks of concepts with equal errors on one sample, without listing the class, in time n log n (EXP-7).

    For `Points` or `Thresholds` of up to 62 bits, n >= 1 instances, and any labels, also ones that no concept fits.

    Examples
    --------
    >>> found = blocks_of(Thresholds(3), [2, 2, 5, 6], [1, 1, 0, 0])
    >>> found.sizes.tolist(), found.errors.tolist()
    ([3, 3, 1, 2], [2, 0, 1, 2])
    """
    if not isinstance(concepts, Points | Thresholds):
        raise TypeError(f"concepts must be Points or Thresholds; got {concepts!r}")
    position, label = concepts.sample(X, y)
    if position.ndim != 1:
        raise ValueError(f"X must have shape (n,); got {position.shape}")
    seen, where = np.unique(position, return_inverse=True)
    ones = bincount(where[label], minlength=seen.size)
    zeros = bincount(where[~label], minlength=seen.size)
    total = int(label.sum())
    none = np.zeros(0, dtype=np.int64)
    if isinstance(concepts, Thresholds):
        # Concept j errs on the ones at or above j and on the zeros below: it changes just above each seen instance.
        errors = total + np.concatenate([[0], np.cumsum(zeros - ones)])
        start = np.concatenate([[0], seen + 1])
        return Blocks(start, np.concatenate([seen + 1, [concepts.size]]), errors, none)
    errors = total - ones + zeros
    if seen.size == concepts.size:
        return Blocks(seen, seen + 1, errors, none)
    return Blocks(np.append(seen, 0), np.append(seen + 1, concepts.size), np.append(errors, total), seen)


@dataclass(frozen=True)
class BlockDistribution:
    """The distribution of the exponential learner over the blocks of a class.

    `rate` is how much the logarithm of a concept's weight falls with each error: ε/2 when a record is replaced.
    """

    blocks: Blocks
    rate: float

    @cached_property
    def log_probabilities(self) -> Floats:
        """Log of the probability that the choice is in each block, shape (m,); finite."""
        weights = np.log(self.blocks.sizes) - self.rate * self.blocks.errors
        weights -= weights.max()
        return np.asarray(weights - np.log(np.exp(weights).sum()))

    @cached_property
    def probabilities(self) -> Floats:
        """Probability that the choice is in each block, shape (m,)."""
        return np.exp(self.log_probabilities)

    def log_probability(self, index: ArrayLike) -> Floats:
        """Log of the probability of single concepts, in the shape of `index`."""
        chosen = check.integers("index", index, least=0, most=int(self.blocks.stop.max()) - 1)
        block = self.blocks.block_of(chosen)
        return np.asarray((self.log_probabilities - np.log(self.blocks.sizes))[block])

    def select(self, rng: np.random.Generator, size: int | None = None) -> int | Whole:
        """Draw a concept, or `size` of them, exactly uniform inside a block; each is a release of its own."""
        draws = 1 if size is None else check.entries("size", size)
        cumulative = self.probabilities.cumsum()
        block = cumulative.searchsorted(check.generator(rng).random(draws) * cumulative[-1], side="right")
        found = self.blocks.concepts_at(block, rng.integers(0, self.blocks.sizes[block]))
        return int(found[0]) if size is None else found

    def within(self, low: int, high: int) -> float:
        """Probability that the choice is a concept from `low` to `high`, both included.

        Counts of concepts are exact, so no digit is lost however large the class is.
        """
        shared = np.minimum(self.blocks.stop, high + 1) - np.maximum(self.blocks.start, low)
        shared = np.maximum(shared, 0)
        if self.blocks.holes.size:
            inside = np.searchsorted(self.blocks.holes, [low, high + 1])
            shared[-1] -= int(inside[1] - inside[0])
        share = np.array([float(Fraction(int(a), int(b))) for a, b in zip(shared, self.blocks.sizes, strict=True)])
        return float(np.minimum((self.probabilities * share).sum(), 1.0))
