"""What a learner is to expect, exactly, and why a private one cannot overfit: its two errors stay close.

Samples from a distribution with few labelled records are enumerated as counts of each record; nothing is simulated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import fractions, plain, positives
from dpviz._numeric.sizes import whole_size
from dpviz._numeric.stats import likely_counts, log_binomial, log_poisson, sigmoid
from dpviz.learning.concepts import ConceptClass

Floats = NDArray[np.float64]

MOST_RECORDS = 10**12
"""The most records: likely counts are added up one by one, and grow with the square root of this."""


@runtime_checkable
class RandomisedLearner(Protocol):
    """A learner with a distribution over the concepts that follows from their errors."""

    def distribution(self, errors: ArrayLike) -> Floats:
        """Probabilities, shape (..., |C|), from the errors of all concepts, in records, shape (..., |C|)."""


@dataclass(frozen=True)
class ExactErrors:
    """What a learner returns on average over all samples of one size.

    Attributes
    ----------
    n : int
    distribution : ndarray of shape (|C|,)
        Probability that each concept is returned, over sample and coins.
    concept_errors : ndarray of shape (|C|,)
        Each concept's population error.
    population, empirical : float
        Expected error of what is returned: on a fresh instance, and on the sample it was learned from.
    samples : int
        How many samples (as counts of each record) were added up.
    """

    n: int
    distribution: Floats
    concept_errors: Floats
    population: float
    empirical: float
    samples: int

    @property
    def ratio(self) -> float:
        """Population error over empirical error; at most e^ε for an ε-private learner."""
        return self.population / self.empirical if self.empirical else math.inf

    def failure(self, alpha: float) -> float:
        """Exact probability that the error exceeds the best concept's by more than α."""
        # An error of exactly α, up to the last digit of a sum of probabilities, is no failure.
        bad = self.concept_errors > alpha + self.concept_errors.min() + 1e-12
        return float(self.distribution[bad].sum())


def exact_errors(
    concepts: ConceptClass,
    learner: RandomisedLearner,
    weights: ArrayLike,
    target: int | ArrayLike,
    n: int,
    *,
    max_samples: int = 100_000,
) -> ExactErrors:
    """Expected population error and empirical error of a learner, by enumeration of all samples.

    Parameters
    ----------
    concepts : ConceptClass
    learner : object with ``distribution(errors)``
        Such as `ExponentialLearner`.
    weights : array_like, shape (N,)
        Probability of each instance; those of probability 0 cost nothing.
    target : int, or array_like of shape (N,)
        The concept that labels; or the probability of label 1 at each instance.
    n : int
        Records, >= 1.
    max_samples : int, default 100000
        The most samples (as counts of each record) to add up; above it nothing is computed.

    Returns
    -------
    ExactErrors

    Notes
    -----
    Source: GEN-1, PAC-2, PAC-3.

    Examples
    --------
    >>> from dpviz.learning.concepts import Thresholds
    >>> from dpviz.learning.exponential_learner import ExponentialLearner
    >>> line = Thresholds(2)
    >>> found = exact_errors(line, ExponentialLearner(line, 1.0), [1 / 4] * 4, 2, 4)
    >>> round(found.population, 6), round(found.empirical, 6), round(found.ratio, 6)
    (0.236101, 0.176249, 1.339584)
    """
    people = check.count("n", n)
    most = check.count("max_samples", max_samples)
    population = check.instance("concepts", concepts, ConceptClass).population_errors(weights, target)
    if not isinstance(learner, RandomisedLearner):
        raise check.wrong_type("learner", "a learner with a distribution over the concepts", learner)
    if population.ndim != 1:
        raise ValueError(f"weights must have shape ({concepts.universe},); got {np.shape(weights)}")
    distribution = np.asarray(weights, dtype=np.float64)
    yes = (
        concepts.label(target, concepts.instances).astype(np.float64)
        if np.ndim(target) == 0
        else np.asarray(target, dtype=np.float64)
    )
    mass = np.stack([distribution * (1 - yes), distribution * yes])
    label, where = np.nonzero(mass)
    total = math.comb(people + len(where) - 1, len(where) - 1)
    if total > most:
        raise ValueError(
            f"max_samples must be at least the number of samples; got {most}, with {total:,} samples of n = "
            f"{people} from {len(where)} records"
        )
    # How each record counts against each concept: shape (records, |C|).
    wrong = (concepts.labels(where + concepts.first) != label[:, None].astype(bool).T).T.astype(np.float64)
    found = _multisets(people, len(where))
    # Multinomial: independent Poisson counts, given their sum.
    each = log_poisson(np.arange(people + 1), people * mass[label, where][:, None])
    chance = np.exp(each[np.arange(len(where)), found].sum(axis=1) - log_poisson(people, people))
    returned = np.zeros(concepts.size)
    empirical = 0.0
    step = max(1, (1 << 20) // concepts.size)
    for begin in range(0, total, step):
        part = slice(begin, begin + step)
        errors = found[part] @ wrong
        distributions = learner.distribution(errors)
        returned += chance[part] @ distributions
        empirical += float(chance[part] @ (distributions * errors).sum(axis=1)) / people
    return ExactErrors(people, returned, population, float(returned @ population), empirical, total)


def _multisets(n: int, kinds: int) -> NDArray[np.int64]:
    """Every way to share n records among some kinds, a row each."""
    rows, left = np.zeros((1, 0), dtype=np.int64), np.array([n])
    for _ in range(kinds - 1):
        repeats = (left + 1).astype(np.intp)
        first = np.repeat(np.cumsum(repeats) - repeats, repeats)
        taken = np.arange(repeats.sum()) - first
        rows = np.column_stack([np.repeat(rows, repeats, axis=0), taken])
        left = np.repeat(left, repeats) - taken
    return np.column_stack([rows, left])


def generalisation_size(epsilon: ArrayLike, *, beta: ArrayLike) -> Any:
    """How many records make the two errors of an ε-differentially private learner agree up to ε.

    Parameters
    ----------
    epsilon : array_like
        ε in nats, finite and > 0; it is also the distance allowed between the errors.
    beta : array_like
        Probability to fail, in (0, 1): ``n >= ln(2/β)/ε²`` gives ``|L_D - L_X| <= ε`` with probability at least 1 - β.

    Returns
    -------
    int or ndarray of int64

    Notes
    -----
    Source: GEN-2.

    Examples
    --------
    >>> generalisation_size(0.5, beta=0.05)
    15
    """
    eps = positives("epsilon", epsilon)
    return whole_size(math.log(2) - np.log(fractions("beta", beta)), np.square(eps), large="epsilon")


@dataclass(frozen=True)
class Overfitting:
    """Expected errors of two learners of *all* functions on N points, labelled by coin flips, at each n and ε.

    Attributes
    ----------
    memoriser : float or ndarray
        Population error of the memoriser; its empirical error is 0.
    population, empirical : float or ndarray
        Errors of the exponential learner.
    """

    memoriser: Any
    population: Any
    empirical: Any

    @property
    def gap(self) -> Any:
        """Population error less empirical error of the exponential learner."""
        return self.population - self.empirical


def all_functions_gap(epsilon: ArrayLike) -> Any:
    """The exponential learner's gap on all functions when no two records share a point: ``tanh(ε/4)/2``.

    Parameters
    ----------
    epsilon : array_like
        ε in nats, finite and > 0.

    Returns
    -------
    float or ndarray
        Expected population error less expected empirical error.

    Notes
    -----
    Source: GEN-3.

    Examples
    --------
    >>> round(all_functions_gap(0.5), 5)
    0.06218
    """
    return plain(np.asarray(np.tanh(positives("epsilon", epsilon) / 4) / 2))


def overfitting(n: ArrayLike, points: int, epsilon: ArrayLike) -> Overfitting:
    """Expected errors of the memoriser and of the exponential learner on all 2^N functions, exactly.

    The class factorises: at each point the learner flips a coin of its own, weighted by the records seen there.
    Each point's true label is a coin flip made once; instances are uniform.

    Parameters
    ----------
    n : array_like of int
        Records, >= 1.
    points : int
        N >= 1.
    epsilon : array_like
        ε in nats, finite and > 0; one record replaced.

    Returns
    -------
    Overfitting
        In the shape to which `n` and `epsilon` broadcast.

    Notes
    -----
    Source: GEN-3, PAC-12. With k records at a point, all with its true label, the coin is wrong with probability
    ``1/(1 + e^{εk/2})``.

    Examples
    --------
    >>> found = overfitting(1000, 10**7, 0.5)
    >>> round(found.gap, 4), round(found.memoriser, 4)
    (0.0622, 0.5)
    """
    people, eps = np.broadcast_arrays(check.integers("n", n, least=1, most=MOST_RECORDS), positives("epsilon", epsilon))
    size = check.count("points", points)
    fresh, seen = np.empty(people.shape), np.empty(people.shape)
    for count in np.unique(people).tolist():
        place = people == count
        # A fresh instance meets Bin(n, 1/N) records; a record of the sample meets itself and Bin(n - 1, 1/N) others.
        fresh[place] = _wrong(count, size, eps[place], 0)
        seen[place] = _wrong(count - 1, size, eps[place], 1)
    memoriser = 0.5 * np.exp(people * math.log1p(-1 / size)) if size > 1 else np.zeros(people.shape)
    return Overfitting(plain(np.asarray(memoriser)), plain(fresh), plain(seen))


def _wrong(n: int, points: int, epsilon: Floats, already: int) -> Floats:
    """Mean over k ~ Bin(n, 1/points) of ``1/(1 + e^{ε(k + already)/2})``, for each ε of shape (E,)."""
    k = likely_counts(n, 1 / points, left_out=1e-30)
    chance = np.exp(log_binomial(k, n, 1 / points))
    return np.asarray(sigmoid(-epsilon[:, None] * (k + already) / 2) @ chance)
