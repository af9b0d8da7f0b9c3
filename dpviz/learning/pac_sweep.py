"""A sample as it grows: every concept's error on it beside its error on the distribution, and what luck can do."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.learning import toy
from dpviz.learning.concepts import ConceptClass

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EXAMPLES: dict[str, tuple[ConceptClass, int]] = {
    "scurvy": (toy.SCURVY, toy.ENOUGH),
    "avocados": (toy.AVOCADOS, toy.RIPE),
}


@dataclass(frozen=True)
class GrowingSample:
    """One sample of records as it grows: each frame sees its first n.

    Attributes
    ----------
    concepts : ConceptClass
    target : int
        The concept that labels.
    n : ndarray of int, shape (F,)
    counts : ndarray of int, shape (F, N)
        How often each instance has been seen.
    truth : ndarray of bool, shape (N,)
        The label of each instance.
    sample : ndarray of shape (F, |C|)
        Error of each concept on the sample.
    population : ndarray of shape (|C|,)
        Error of each concept on the distribution: all instances equally likely.
    learned : ndarray of int, shape (F,)
        The first concept without an error on the sample.
    """

    concepts: ConceptClass
    target: int
    n: Ints
    counts: Ints
    truth: NDArray[np.bool_]
    sample: Floats
    population: Floats
    learned: Ints

    @property
    def gap(self) -> Floats:
        """How far sample and distribution are apart for the concept where it is most, shape (F,)."""
        return np.abs(self.sample - self.population).max(axis=1)

    @property
    def deepest(self) -> Floats:
        """How far the sample flatters the concept that it flatters most, ``max (L_D - L_X)``, shape (F,)."""
        return (self.population - self.sample).max(axis=1)

    @property
    def consistent(self) -> NDArray[np.bool_]:
        """Which concepts have no error on the sample, shape (F, |C|)."""
        return self.sample == 0

    def head(self, frames: int) -> GrowingSample:
        """The first frames alone."""
        return replace(
            self,
            n=self.n[:frames],
            counts=self.counts[:frames],
            sample=self.sample[:frames],
            learned=self.learned[:frames],
        )

    @property
    def worst(self) -> Floats:
        """The largest error on the distribution among the consistent concepts, shape (F,)."""
        return np.where(self.consistent, self.population, -1.0).max(axis=1)


def growing_sample(example: str, n: ArrayLike, *, seed: int) -> GrowingSample:
    """Records of a toy example, all instances equally likely, one after another.

    Parameters
    ----------
    example : {"scurvy", "avocados"}
    n : array_like of int, shape (F,)
        Records seen, >= 1.
    seed : int
        The same seed gives the same records, whatever n.

    Returns
    -------
    GrowingSample

    Notes
    -----
    Source: PAC-2, PAC-3, PAC-5, PAC-13.
    """
    concepts, target = EXAMPLES[_check.one_of("example", example, tuple(EXAMPLES))]
    sizes = np.asarray(n, dtype=np.int64)
    X = np.random.default_rng(seed).integers(concepts.universe, size=int(sizes.max()))
    # Frames that see the same records share their counts.
    different, place = np.unique(sizes, return_inverse=True)
    counts = np.array([np.bincount(X[:k], minlength=concepts.universe) for k in different])
    labels = concepts.labels()
    wrong = labels != labels[target]
    errors = counts @ wrong.T.astype(np.int64)
    return GrowingSample(
        concepts=concepts,
        target=target,
        n=sizes,
        counts=counts[place],
        truth=labels[target],
        sample=(errors / different[:, None])[place],
        population=wrong.mean(axis=1),
        learned=errors.argmin(axis=1)[place],
    )
