"""What the lesson on private learning shows, everything along one slider at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.learning.bounds import region_size
from dpviz.learning.concepts import Thresholds
from dpviz.learning.curves import LearningCurve, NoisyLearner, learning_curve
from dpviz.learning.exponential_learner import ExponentialLearner
from dpviz.learning.hard_cases import private_exact_size
from dpviz.learning.learners import learn_threshold
from dpviz.mechanisms.exponential import exponential_laws
from dpviz.privacy import privacy_loss

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LINE = Thresholds(3)
WIDE = Thresholds(4)
TARGET = 8  # the cut that labels in WIDE: its middle
MOST = 2000  # records in the longest sample; all shorter ones are its beginnings
SIZES = np.unique(np.geomspace(5, MOST, 41).round()).astype(np.int64)
REPETITIONS = 1000
HARD = 1.2  # the hard case has this many times α on the instances that tell


@dataclass(frozen=True)
class Giveaway:
    """Two neighbouring samples of two records, and what learners make of them, a frame at a time.

    Attributes
    ----------
    cuts : ndarray of int, shape (F, 2)
        The consistent learner's answer on each sample.
    here, there : ndarray of shape (F, 9)
        The exponential learner's law on each.
    loss : ndarray of shape (F,)
        Its exact privacy loss between them, in nats.
    """

    cuts: Ints
    here: Floats
    there: Floats
    loss: Floats


def giveaway(moved: ArrayLike, epsilon: ArrayLike) -> Giveaway:
    """The samples (2, 1), (5, 0) and (moved, 1), (5, 0) on the instances 0 … 7 (PP-2).

    Parameters
    ----------
    moved : array_like of int, shape (F,)
        From 0 to 4: below the record labelled 0, so that both samples have a consistent cut.
    epsilon : array_like, shape (F,)
        In nats, > 0.
    """
    places, eps = np.asarray(moved, dtype=np.int64), np.asarray(epsilon, dtype=np.float64)
    pairs = [
        (learn_threshold(LINE, [2, 5], [1, 0]).index, learn_threshold(LINE, [x, 5], [1, 0]).index)
        for x in places
    ]
    fives = np.full(len(places), 5)
    records = np.stack([places, fives], axis=1)
    labels = np.tile([1, 0], (len(places), 1))
    here = exponential_laws(-LINE.errors(np.tile([2, 5], (len(places), 1)), labels), eps, sensitivity=1.0)
    there = exponential_laws(-LINE.errors(records, labels), eps, sensitivity=1.0)
    return Giveaway(np.array(pairs), here, there, np.asarray(privacy_loss(here, there)))


@dataclass(frozen=True)
class LawSweep:
    """The exponential learner on one growing sample, a frame at a time.

    Attributes
    ----------
    errors : ndarray of shape (F, 17)
        Share of the sample that each cut labels wrongly.
    law : ndarray of shape (F, 17)
    population : ndarray of shape (17,)
        Each cut's population error.
    bad : ndarray of shape (F,)
        Probability to return a cut that errs by more than α.
    expected : ndarray of shape (F,)
        Expected population error.
    """

    errors: Floats
    law: Floats
    population: Floats
    bad: Floats
    expected: Floats


def law_sweep(n: ArrayLike, epsilon: ArrayLike, alpha: ArrayLike, *, seed: int) -> LawSweep:
    """The law over the 17 cuts of 16 equally likely instances; the middle cut labels.

    Parameters
    ----------
    n : array_like of int, shape (F,)
        Records, up to `MOST`.
    epsilon, alpha : array_like, shape (F,)
    seed : int
        Of the sample.
    """
    people = np.asarray(n, dtype=np.int64)
    X = np.random.default_rng(seed).integers(0, WIDE.universe, MOST)
    y = X < TARGET
    counts = {k: WIDE.errors(X[:k], y[:k]) for k in set(people.tolist())}
    errors = np.stack([counts[k] for k in people.tolist()])
    law = exponential_laws(-errors, np.asarray(epsilon, dtype=np.float64), sensitivity=1.0)
    population = WIDE.population_errors(np.full(16, 1 / 16), TARGET)
    far = population > np.asarray(alpha)[:, None] + 1e-12
    return LawSweep(errors / people[:, None], law, population, (law * far).sum(axis=1), law @ population)


@lru_cache(maxsize=8)
def curves(bits: int, epsilons: tuple[float, ...], *, seed: int) -> LearningCurve:
    """Learning curves of the consistent learner (row 0) and of the exponential learner at each ε.

    Parameters
    ----------
    bits : int
        d: thresholds on 2^d equally likely instances, the middle cut labels.
    epsilons : tuple of float
    seed : int
    """
    line = Thresholds(bits)
    learners: list[NoisyLearner | str] = ["erm", *(ExponentialLearner(line, epsilon) for epsilon in epsilons)]
    weights = np.full(line.universe, 1 / line.universe)
    return learning_curve(
        line,
        learners,
        weights,
        line.universe // 2,
        SIZES,
        repetitions=REPETITIONS,
        rng=np.random.default_rng(seed),
    )


@lru_cache(maxsize=32)
def hard_sizes(
    kind: str, bits: tuple[int, ...], epsilon: float, alpha: float, beta: float
) -> tuple[Ints, int]:
    """Records that the learners need on a hard distribution, exactly: at each d, and without privacy at any.

    Parameters
    ----------
    kind : {"points", "thresholds"}
    bits : tuple of int
        Values of d, >= 2.
    epsilon, alpha, beta : float
        The instances that tell have probability 1.2 α each (see `dpviz.learning.hard_cases`).
    """
    mass = HARD * alpha
    found = [private_exact_size(kind, d, epsilon, mass=mass, beta=beta) for d in bits]
    return np.array(found), int(region_size(mass, beta, exact=True))
