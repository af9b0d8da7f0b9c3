"""Learners that are private: they weigh the errors of all concepts and choose at random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.learning.blocks import BlockDistribution, blocks_of
from dpviz.learning.concepts import ConceptClass, Points, Thresholds
from dpviz.mechanisms._arguments import as_scale, as_scores
from dpviz.mechanisms.exponential import ExponentialMechanism
from dpviz.mechanisms.noisy_max import ReportNoisyMax

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True)
@_check.fields(epsilon=_check.positive)
class _Learner:
    """A concept class, ε and the relation, checked once."""

    concepts: ConceptClass
    epsilon: float
    neighbouring: str = "replace"

    def __post_init__(self) -> None:
        if not isinstance(self.concepts, ConceptClass):
            raise TypeError(
                f"concepts must be a concept class, like Thresholds(4); got {self.concepts!r} "
                f"of type {type(self.concepts).__name__}"
            )
        _check.relation(self.neighbouring)

    def distribution(self, errors: ArrayLike) -> Floats:
        raise NotImplementedError

    def select(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | Whole:
        raise NotImplementedError

    def probabilities(self, X: ArrayLike, y: ArrayLike) -> Floats:
        """Probability of each concept on a sample, or on a batch of them.

        Parameters
        ----------
        X : array_like of int, shape (..., n)
            Instances.
        y : array_like of bool or of 0 and 1, shape (..., n)
            Labels, any.

        Returns
        -------
        ndarray, shape (..., |C|)
        """
        return self.distribution(self.concepts.errors(X, y))

    def release(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator) -> int | Whole:
        """One private choice: `select` without `size`, under the name that every mechanism has."""
        return self.select(X, y, rng)


@dataclass(frozen=True)
class ExponentialLearner(_Learner):
    """The generic private learner: the exponential mechanism with minus the errors as score.

    Concept c is chosen with probability proportional to ``exp(-rate · errors(c))``: an ε-private, proper learner of
    any finite class.

    Parameters
    ----------
    concepts : ConceptClass
    epsilon : float
        ε in nats, finite and > 0.
    neighbouring : {"replace", "add_remove"}, default "replace"
        ``"replace"``: one record, with its label, may become any other; an error count moves by at most 1 in either
        direction, and the rate is ε/2. ``"add_remove"``: all counts move the same way, and the rate is ε.

    Notes
    -----
    Source: EXP-4; EXP-2 for the monotone score; PP-3. The private promise holds for every sample, also one that no
    concept fits.

    Examples
    --------
    >>> from dpviz.learning.concepts import Thresholds
    >>> ExponentialLearner(Thresholds(2), 1.0).probabilities([0, 1, 2, 3], [1, 1, 0, 0]).round(6)
    array([0.124755, 0.205686, 0.339119, 0.205686, 0.124755])
    """

    @property
    def noise(self) -> str:
        """Adding this noise, of `scale`, to minus the errors and taking the best has the same distribution."""
        return "gumbel"

    @property
    def mechanism(self) -> ExponentialMechanism:
        """The exponential mechanism, for scores that are minus the errors, in records."""
        return ExponentialMechanism(epsilon=self.epsilon, sensitivity=1.0, monotonic=self.neighbouring == "add_remove")

    @property
    def scale(self) -> float:
        """Errors that make a concept e times less probable: 2/ε, or 1/ε under ``"add_remove"``."""
        return self.mechanism.scale

    @property
    def rate(self) -> float:
        """How much the logarithm of a weight falls with each error."""
        return 1.0 / self.scale

    def distribution(self, errors: ArrayLike) -> Floats:
        """Probability of each concept, from the errors of all.

        Parameters
        ----------
        errors : array_like, shape (..., |C|)
            Records that each concept labels wrongly.

        Returns
        -------
        ndarray, shape (..., |C|)
        """
        return self.mechanism.probabilities(_scores(errors))

    def log_probabilities(self, X: ArrayLike, y: ArrayLike) -> Floats:
        """Natural logarithm of the probability of each concept; it never underflows. Arguments as `probabilities`."""
        return self.mechanism.log_probabilities(-self.concepts.errors(X, y))

    def block_distribution(self, X: ArrayLike, y: ArrayLike) -> BlockDistribution:
        """The same distribution block by block, for points and thresholds of up to 62 bits, in time n log n.

        Parameters
        ----------
        X : array_like of int, shape (n,)
            Instances.
        y : array_like of bool or of 0 and 1, shape (n,)
            Labels, any.

        Returns
        -------
        BlockDistribution

        Notes
        -----
        Source: EXP-7.

        Examples
        --------
        >>> from dpviz.learning.concepts import Points
        >>> learner = ExponentialLearner(Points(40), 2.0)
        >>> f"{np.exp(learner.block_distribution([7] * 5, [1] * 5).log_probability(7)):.6e}"
        '1.349810e-10'
        """
        return BlockDistribution(blocks_of(self.concepts, X, y), self.rate)

    def select(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | Whole:
        """Draw concepts for one sample.

        Parameters
        ----------
        X : array_like of int, shape (n,)
            Instances.
        y : array_like of bool or of 0 and 1, shape (n,)
            Labels, any.
        rng : numpy.random.Generator
        size : int, optional
            Draws, >= 1. Each is a release of its own: k draws cost k times ε.

        Returns
        -------
        int or ndarray of int64, shape (size,)
        """
        if isinstance(self.concepts, Points | Thresholds):
            return self.block_distribution(X, y).select(rng, size)
        return self.mechanism.select(-self.concepts.errors(X, y), rng, size)


@dataclass(frozen=True)
class _NoisyErrors(_Learner):
    """Laplace noise on the errors, then the least."""

    @property
    def noise(self) -> str:
        """What is added to the errors, with `scale`."""
        return "laplace"

    @property
    def scale(self) -> float:
        """Scale of the noise, in records."""
        raise NotImplementedError

    @property
    def _choice(self) -> ReportNoisyMax:
        # Its scale is 2/ε for scores of sensitivity 1; asked for the ε that gives ours.
        return ReportNoisyMax(epsilon=2.0 / self.scale, sensitivity=1.0, noise="laplace")

    def distribution(self, errors: ArrayLike) -> Floats:
        """Probability of each concept, from the errors of all, shape (..., |C|); a one-dimensional integral."""
        return self._choice.probabilities(_scores(errors))

    def select(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | Whole:
        """Draw concepts for one sample; arguments as `ExponentialLearner.select`."""
        return self._choice.select(-self.concepts.errors(X, y), rng, size)


@dataclass(frozen=True)
class LaplaceLearner(_NoisyErrors):
    """Publish all |C| error counts with Laplace noise, and take the concept with the least.

    Replacing one record can move every count by one, so the noise has scale |C|/ε: this is the exercise that shows
    what it costs to publish more than the answer.

    Parameters
    ----------
    concepts : ConceptClass
    epsilon : float
        ε in nats, finite and > 0.
    neighbouring : {"replace", "add_remove"}, default "replace"
        The scale is |C|/ε under both: one record may count against every concept (for a class that has none such,
        |C| is an upper bound).

    Notes
    -----
    Source: EXP-5, LAP-2.

    Examples
    --------
    >>> from dpviz.learning.concepts import Thresholds
    >>> LaplaceLearner(Thresholds(4), 1.0).scale
    17.0
    """

    @property
    def scale(self) -> float:
        """Scale of the noise on each count, in records: |C|/ε."""
        return self.concepts.size / self.epsilon

    def publish(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator) -> Floats:
        """What is released: every concept's error count with noise, shape (|C|,)."""
        errors = self.concepts.errors(X, y)
        scale = as_scale(self.scale, self.concepts.size, self.epsilon)
        return errors + _check.generator(rng).laplace(scale=scale, size=errors.shape)


@dataclass(frozen=True)
class NoisyMinLearner(_NoisyErrors):
    """Laplace noise on all errors, but only the index of the least is told: report noisy min.

    Parameters
    ----------
    concepts : ConceptClass
    epsilon : float
        ε in nats, finite and > 0.
    neighbouring : {"replace", "add_remove"}, default "replace"

    Notes
    -----
    Source: EXP-6; not in the course's sources.
    """

    @property
    def scale(self) -> float:
        """Scale of the noise on each count, in records: 2/ε, or 1/ε under ``"add_remove"``."""
        return (2.0 if self.neighbouring == "replace" else 1.0) / self.epsilon


def _scores(errors: ArrayLike) -> Floats:
    """Minus the errors: as floats, since unsigned counts have no minus."""
    return -as_scores(errors, "errors").astype(np.float64)
