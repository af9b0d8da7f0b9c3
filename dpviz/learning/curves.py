"""Learning curves: the error of what is learnt as the sample grows, by simulation with common random numbers.

All sizes n are prefixes of the same samples, and all learners meet the same samples; those with the same kind of noise
meet the same random numbers too, only scaled by their ε. What moves along a slider is then ε or n, and not chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.stats import Floats, mean_interval, normal_quantile, wilson
from dpviz.learning.concepts import MOST_CELLS, ConceptClass

# A chunk of repetitions whose errors of all concepts stay in the processor's cache.
CACHE = 1 << 16
SPREAD = float(normal_quantile(np.asarray(0.975)))


@runtime_checkable
class NoisyLearner(Protocol):
    """A learner that takes the concept with the least ``errors + scale · noise``."""

    @property
    def noise(self) -> str:
        """``"gumbel"`` (taken off, so that the best are favoured) or ``"laplace"``."""

    @property
    def scale(self) -> float:
        """Scale of the noise, in records."""


@dataclass(frozen=True)
class LearningCurve:
    """Population errors of what was learnt, and what they say.

    Attributes
    ----------
    n : ndarray of int64, shape (K,)
        Records.
    errors : ndarray of shape (L, K, R)
        Population error of the concept that each learner returned, at each n, in each repetition.
    best, worst : float
        The least and the largest population error of any concept in the class; the least is 0 on realisable data.
    """

    n: NDArray[np.int64]
    errors: NDArray[np.float64]
    best: float
    worst: float = 1.0

    @property
    def repetitions(self) -> int:
        """How many repetitions are in."""
        return int(self.errors.shape[-1])

    def mean(self) -> tuple[Floats, Floats, Floats]:
        """Mean population error with a band that holds it with 95 % confidence, each single one: three of shape (L, K).

        The band is `mean_interval`'s, between the least and the largest error there is: it has a width also where all
        repetitions agree.
        """
        return self.errors.mean(axis=-1), *mean_interval(self.errors, self.best, self.worst, spread=SPREAD)

    def failure(self, alpha: ArrayLike) -> tuple[Floats, Floats, Floats]:
        """Share of runs that missed the best concept's error by more than α, with Wilson's band of 95 %.

        Estimate, low and high have shape (..., L, K) for α of shape (...).
        """
        wanted = check.finite("alpha", alpha)[..., None, None, None]
        # An error of exactly α, up to the last digit of a sum of probabilities, is no failure.
        failed = np.count_nonzero(self.errors > wanted + self.best + 1e-12, axis=-1)
        low, high = wilson(failed, self.repetitions, spread=SPREAD)
        return failed / self.repetitions, low, high

    def quantile(self, beta: float) -> Floats:
        """The error that all but a share β of the runs stay at or below, shape (L, K)."""
        return np.quantile(self.errors, 1 - check.fraction("beta", beta), axis=-1, method="inverted_cdf")


def learning_curve(
    concepts: ConceptClass,
    learners: Sequence[NoisyLearner | str],
    weights: ArrayLike,
    target: int | ArrayLike,
    n: ArrayLike,
    *,
    repetitions: int,
    rng: np.random.Generator,
) -> LearningCurve:
    """Learn again and again from growing samples (PAC-4, PP-1, PP-3).

    Noise is drawn in single precision, which moves a probability by about 1e-4 of itself: far less than the band of any
    number of repetitions that can be waited for.

    Parameters
    ----------
    concepts : ConceptClass
        With errors that can be listed: |C| and the universe of moderate size.
    learners : sequence
        Private learners (`ExponentialLearner`) of this class, and ``"erm"`` for the first concept with fewest errors.
    weights : array_like, shape (N,)
        Probability of each instance.
    target : int, or array_like of shape (N,)
        The concept that labels; or the probability of label 1 at each instance, when no concept need be perfect.
    n, repetitions : array_like of int, shape (K,), and int
        Sizes, rising, from 1 to 10^7, and how many samples, >= 1.
    rng : numpy.random.Generator

    Examples
    --------
    >>> from dpviz.learning.concepts import Thresholds
    >>> from dpviz.learning.exponential_learner import ExponentialLearner
    >>> line = Thresholds(4)
    >>> curve = learning_curve(line, ["erm", ExponentialLearner(line, 0.5)], [1 / 16] * 16, 8, [10, 100],
    ...                        repetitions=200, rng=np.random.default_rng(1))
    >>> curve.mean()[0].round(2)
    array([[0.07, 0.  ],
           [0.2 , 0.03]])
    """
    repetitions = check.entries("repetitions", repetitions)
    # Only the last curve is wanted.
    growing = growing_curve(concepts, learners, weights, target, n, repetitions=repetitions, rng=rng)
    return deque(growing, maxlen=1)[0]


def growing_curve(
    concepts: ConceptClass,
    learners: Sequence[NoisyLearner | str],
    weights: ArrayLike,
    target: int | ArrayLike,
    n: ArrayLike,
    *,
    repetitions: int,
    rng: np.random.Generator,
    chunk: int | None = None,
) -> Iterator[LearningCurve]:
    """As `learning_curve`, told as it grows: after each `chunk` of repetitions, the curve of all that are in.

    A chunk is >= 1, by default as many repetitions as fit the processor's cache and have no more than 10^7 records
    together. The same seed and chunk give the same curves.
    """
    sizes = _sizes(n)
    repetitions = check.entries("repetitions", repetitions)
    population = check.instance("concepts", concepts, ConceptClass).population_errors(weights, target)
    if population.ndim != 1:
        raise ValueError(f"weights must have shape ({concepts.universe},); got {np.shape(weights)}")
    noises = _noises(learners)
    source = _Source(concepts, weights, target)
    most = max(concepts.size, concepts.universe)
    fitting = max(1, min(CACHE // most, MOST_CELLS // int(sizes[-1])))
    step = fitting if chunk is None else check.count("chunk", chunk)
    found = np.empty((len(noises), len(sizes), repetitions))
    for begin in range(0, repetitions, step):
        rows = min(step, repetitions - begin)
        draws = check.generator(rng).spawn(1)[0]
        picks = _run(concepts, noises, *source.draw(rows, int(sizes[-1]), draws), sizes, draws)
        found[:, :, begin : begin + rows] = population[picks]
        yield LearningCurve(sizes, found[:, :, : begin + rows], float(population.min()), float(population.max()))


class _Source:
    """Labelled samples from a finite distribution."""

    def __init__(self, concepts: ConceptClass, weights: ArrayLike, target: int | ArrayLike) -> None:
        self.cumulative = np.cumsum(np.asarray(weights, dtype=np.float64))
        self.labels = None
        self.chances = None
        if np.ndim(target) == 0:
            self.labels = concepts.label(target, concepts.instances)
        else:
            self.chances = np.asarray(target, dtype=np.float64)

    def draw(self, rows: int, n: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Positions and labels, both of shape (rows, n)."""
        where = self.cumulative.searchsorted(rng.random((rows, n)) * self.cumulative[-1], side="right")
        if self.labels is not None:
            return where, self.labels[where]
        assert self.chances is not None
        return where, rng.random((rows, n)) < self.chances[where]


def _run(
    concepts: ConceptClass,
    noises: list[tuple[str, float]],
    where: NDArray[np.int64],
    labels: NDArray[np.bool_],
    sizes: NDArray[np.int64],
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """The concept each learner picks, at each n, in each row; shape (L, K, rows)."""
    rows, count = len(where), concepts.universe
    shape = (rows, concepts.size)
    kinds = sorted({kind for kind, _ in noises} - {"none"})
    # In this order, so that leaving a learner out changes another's noise only if no other has its kind of noise.
    unit = {kind: _unit_noise(kind, shape, rng) for kind in kinds}
    # A scale of 1e30 hides all errors already, and a larger one might not be a number in single precision.
    added = [unit[kind] * np.float32(min(scale, 1e30)) if kind in unit else None for kind, scale in noises]
    moves = np.zeros((rows, count), dtype=np.float32)
    ones = np.zeros((rows, 1), dtype=np.float32)
    cells = where + count * np.arange(rows)[:, None]
    signs = np.where(labels, np.float32(-1), np.float32(1))
    picks = np.empty((len(noises), len(sizes), rows), dtype=np.int64)
    scores = np.empty(shape, dtype=np.float32)
    before = 0
    for k, size in enumerate(sizes.tolist()):
        fresh = slice(before, size)
        np.add.at(moves.reshape(-1), cells[:, fresh].reshape(-1), signs[:, fresh].reshape(-1))
        ones += labels[:, fresh].sum(axis=1, dtype=np.float32)[:, None]
        # Without the number of ones, which is the same for every concept, the order of the concepts is the same.
        errors = concepts._sums(moves)
        for learner, noise in enumerate(added):
            total = errors if noise is None else np.add(errors, noise, out=scores)
            picks[learner, k] = total.argmin(axis=-1)
        before = size
    return picks


def _unit_noise(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    if kind == "gumbel":
        # Minus a Gumbel variable is the logarithm of an exponential one; the least errors win.
        exponential = rng.standard_exponential(shape, dtype=np.float32)
        return np.log(np.maximum(exponential, np.finfo(np.float32).tiny))
    return rng.laplace(size=shape).astype(np.float32)


def _noises(learners: Sequence[NoisyLearner | str]) -> list[tuple[str, float]]:
    learners = check.items("learners", learners, 'learners, or the word "erm", in a list')
    if not learners:
        raise ValueError('learners must hold at least one learner or the word "erm"; got none')
    found: list[tuple[str, float]] = []
    for learner in learners:
        if isinstance(learner, str):
            check.one_of("learners", learner, ("erm",))
            found.append(("none", 0.0))
        elif not isinstance(learner, NoisyLearner):
            raise check.wrong_type("learners", 'learners, or the word "erm"', learner)
        else:
            found.append((check.one_of("noise", learner.noise, ("gumbel", "laplace")), float(learner.scale)))
    return found


def _sizes(n: Any) -> NDArray[np.int64]:
    sizes = np.atleast_1d(np.asarray(n))
    if sizes.dtype.kind not in "iu":
        raise TypeError(f"n must hold whole numbers >= 1; got dtype {sizes.dtype}")
    if sizes.ndim != 1 or not sizes.size or sizes[0] < 1 or (sizes[1:] <= sizes[:-1]).any():
        raise ValueError(f"n must hold whole numbers >= 1, rising; got {n!r}")
    if sizes[-1] > MOST_CELLS:
        raise ValueError(f"n must be at most {MOST_CELLS}; got {sizes[-1]}")
    return sizes.astype(np.int64)
