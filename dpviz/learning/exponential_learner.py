"""The generic private learner: it weighs the errors of all concepts and chooses at random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.learning.blocks import BlockDistribution, blocks_of
from dpviz.learning.concepts import ConceptClass, Points, Thresholds
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.exponential import ExponentialMechanism

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True)
@check.fields(epsilon=check.positive)
class ExponentialLearner:
    """The generic private learner: the exponential mechanism with minus the errors as score.

    Concept c is chosen with probability proportional to ``exp(-rate · errors(c))``: an ε-private, proper learner of
    any finite class. Source: EXP-4; EXP-2 for the monotone score; PP-3. The private promise holds for every sample,
    also one that no concept fits.

    Parameters
    ----------
    concepts : ConceptClass
    epsilon : float
        ε in nats, finite and > 0.
    neighbouring : {"replace", "add_remove"}, default "replace"
        ``"replace"``: one record, with its label, may become any other; an error count moves by at most 1 in either
        direction, and the rate is ε/2. ``"add_remove"``: all counts move the same way, and the rate is ε.

    Examples
    --------
    >>> from dpviz.learning.concepts import Thresholds
    >>> ExponentialLearner(Thresholds(2), 1.0).probabilities([0, 1, 2, 3], [1, 1, 0, 0]).round(6)
    array([0.124755, 0.205686, 0.339119, 0.205686, 0.124755])
    """

    concepts: ConceptClass
    epsilon: float
    neighbouring: str = "replace"

    def __post_init__(self) -> None:
        if not isinstance(self.concepts, ConceptClass):
            raise TypeError(
                f"concepts must be a concept class, like Thresholds(4); got {self.concepts!r} "
                f"of type {type(self.concepts).__name__}"
            )
        check.relation(self.neighbouring)

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
        """Probability of each concept, from how many records each labels wrongly; both of shape (..., |C|)."""
        # As floats: unsigned counts have no minus.
        return self.mechanism.probabilities(-as_scores(errors, "errors").astype(np.float64))

    def probabilities(self, X: ArrayLike, y: ArrayLike) -> Floats:
        """Probability of each concept, shape (..., |C|), on samples of shape (..., n) with any labels 0 and 1."""
        return self.distribution(self.concepts.errors(X, y))

    def log_probabilities(self, X: ArrayLike, y: ArrayLike) -> Floats:
        """Natural logarithm of the probability of each concept; it never underflows. Arguments as `probabilities`."""
        return self.mechanism.log_probabilities(-self.concepts.errors(X, y))

    def block_distribution(self, X: ArrayLike, y: ArrayLike) -> BlockDistribution:
        """The same distribution block by block, for points and thresholds of up to 62 bits, in time n log n (EXP-7).

        Examples
        --------
        >>> from dpviz.learning.concepts import Points
        >>> learner = ExponentialLearner(Points(40), 2.0)
        >>> f"{np.exp(learner.block_distribution([7] * 5, [1] * 5).log_probability(7)):.6e}"
        '1.349810e-10'
        """
        return BlockDistribution(blocks_of(self.concepts, X, y), self.rate)

    def select(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | Whole:
        """Draw a concept, or `size` of them, for one sample. Each is a release of its own: k draws cost k times ε."""
        if isinstance(self.concepts, Points | Thresholds):
            return self.block_distribution(X, y).select(rng, size)
        return self.mechanism.select(-self.concepts.errors(X, y), rng, size)

    def release(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator) -> int | Whole:
        """One private choice: `select` without `size`, under the name that every mechanism has."""
        return self.select(X, y, rng)
