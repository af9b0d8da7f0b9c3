"""What the lesson on PAC learning shows: growing samples, union bounds, shattering, learning curves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.learning import bounds, toy
from dpviz.learning.concepts import ConceptClass, Intervals, Parities, Points, Thresholds
from dpviz.learning.curves import LearningCurve
from dpviz.learning.memoriser import memoriser_error
from dpviz.learning.vc import growth_function, sauer_bound, sauer_power, vc_dimension

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EXAMPLES: dict[str, tuple[ConceptClass, int]] = {
    "scurvy": (toy.SCURVY, toy.ENOUGH),
    "avocados": (toy.AVOCADOS, toy.RIPE),
}

LINES: dict[str, ConceptClass] = {
    "points": Points(3),
    "thresholds": Thresholds(3),
    "intervals": Intervals(8),
    "parities": Parities(3),
}

SIZES = np.unique(np.geomspace(1, 2000, 60).round()).astype(np.int64)
"""Records at which a learning curve is simulated."""

REPETITIONS = 1000


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


def coin_deviation(n: ArrayLike, alpha: float, *, sides: int) -> Floats:
    """Exact probability that one concept of error 1/2 leaves the band of width α after n records.

    Parameters
    ----------
    n : array_like of int, shape (K,)
    alpha : float
        In (0, 1).
    sides : {1, 2}
        1: ``L_D > L_X + α``. 2: ``|L_X - L_D| > α``.

    Returns
    -------
    ndarray of shape (K,)

    Notes
    -----
    Source: PAC-6, the counterexample.

    Examples
    --------
    >>> coin_deviation([1, 2, 3, 4], 0.49, sides=2).tolist()
    [1.0, 0.5, 0.25, 0.125]
    """
    _check.fraction("alpha", alpha)
    found = []
    for size in np.asarray(n, dtype=np.int64).tolist():
        law = np.ones(1)
        for _ in range(_check.count("n", size)):
            law = np.convolve(law, [0.5, 0.5])
        short = 0.5 - np.arange(size + 1) / size
        far = (np.abs(short) if _check.count("sides", sides, most=2) == 2 else short) > alpha
        found.append(law[far].sum())
    return np.array(found)


def cut_of(bits: int) -> int:
    """The cut that labels the doses of THRESHOLD_d: 10 of 64, in whatever steps the doses come."""
    return max(1, round(toy.ENOUGH / toy.SCURVY.universe * 2 ** _check.count("bits", bits)))


@dataclass(frozen=True)
class Union:
    """The union bound over the bad cuts, in rising order of roughness, a frame at a time.

    Attributes
    ----------
    errors : ndarray of shape (F, |C|)
        Error of each cut on the distribution; NaN beyond the class where the class changes.
    survive : ndarray of shape (F, |C|)
        Probability that the cut fits all n records.
    bad : ndarray of bool, shape (F, |C|)
        Whether its error is above α.
    exact : ndarray of shape (F,)
        Probability that some bad cut fits all records.
    total : ndarray of shape (F,)
        The sum over the bad cuts.
    power, exponential : ndarray of shape (F,)
        ``|C| (1 - α)^n`` and ``|C| exp(-α n)``.
    """

    errors: Floats
    survive: Floats
    bad: NDArray[np.bool_]
    exact: Floats
    total: Floats
    power: Floats
    exponential: Floats


def union_sweep(bits: int, n: ArrayLike, alpha: ArrayLike) -> Union:
    """Occam's razor for thresholds on equally likely doses, with the exact answer beside it.

    Parameters
    ----------
    bits : int
        d of THRESHOLD_d.
    n, alpha : array_like, shape (F,)

    Returns
    -------
    Union

    Notes
    -----
    Source: PAC-7. Some bad cut below the target fits exactly when the nearest of them does, and so above it: two
    regions that no record may fall in, and inclusion and exclusion give the probability.
    """
    concepts, size = Thresholds(bits), 2**bits
    n, alpha = (np.asarray(v) for v in np.broadcast_arrays(np.asarray(n, dtype=np.int64), alpha))
    target = cut_of(bits)
    gap = np.abs(np.arange(size + 1) - target)
    errors = np.broadcast_to(gap / size, (len(n), size + 1))
    survive = (1 - errors) ** n[:, None]
    bad = errors > alpha[:, None] + 1e-12
    least = nearest_bad(alpha, size)
    below, above = (np.where(least <= room, least / size, np.nan) for room in (target, size - target))
    both = np.where(np.isnan(below + above), np.nan, below + above)
    exact = np.nan_to_num((1 - below) ** n) + np.nan_to_num((1 - above) ** n)
    # Where the two regions overlap nothing there is no dose left at all: 0^n = 0.
    exact -= np.nan_to_num(np.maximum(1 - both, 0) ** n)
    return Union(
        errors=errors,
        survive=survive,
        bad=bad,
        exact=exact,
        total=np.where(bad, survive, 0).sum(axis=1),
        power=np.asarray(bounds.occam_failure(concepts.size, n, alpha, exponential=False)),
        exponential=np.asarray(bounds.occam_failure(concepts.size, n, alpha)),
    )


def nearest_bad(alpha: ArrayLike, size: int) -> Ints:
    """How many steps of 1/N away the nearest cut with error above α is."""
    return np.asarray(np.floor(np.asarray(alpha) * size + 1e-9), dtype=np.int64) + 1


def threshold_failure(bits: int, n: ArrayLike, alpha: ArrayLike) -> Floats:
    """Exact probability that the consistent threshold learner errs by more than α, on equally likely doses.

    Parameters
    ----------
    bits : int
        d of THRESHOLD_d; the cut is `cut_of` of it.
    n, alpha : array_like, broadcast together

    Returns
    -------
    ndarray

    Notes
    -----
    Source: PAC-9. It fails exactly when the region next below the cut holds no record; where the doses below the
    cut weigh no more than α together, it cannot.
    """
    size = 2**bits
    least = nearest_bad(alpha, size)
    missed = (1 - np.minimum(least / size, 1.0)) ** np.asarray(n)
    return np.where(least <= cut_of(bits), missed, 0.0)


def threshold_size(bits: int, alpha: ArrayLike, beta: ArrayLike) -> Floats:
    """The least n with `threshold_failure` at most β."""
    least = nearest_bad(alpha, 2**bits)
    share = np.minimum(least / 2**bits, 1 - 1e-12)
    needed = np.ceil(np.log(np.asarray(beta)) / np.log1p(-share) - 1e-9)
    return np.where(least <= cut_of(bits), np.maximum(needed, 1), 1.0)


@lru_cache(maxsize=32)
def threshold_curve(bits: int, *, seed: int) -> LearningCurve:
    """The learning curve of the consistent threshold learner by simulation, at `SIZES`.

    The learner's cut lies just above the largest record labelled 1, so a running maximum is all there is to compute.
    All scales meet the same luck: a finer one only says more exactly where the same doses lie.
    """
    size, cut = 2**bits, cut_of(bits)
    luck = np.random.default_rng(seed).random((REPETITIONS, int(SIZES[-1])), dtype=np.float32)
    doses = (luck * np.float32(size)).astype(np.int32)
    learned = np.where(doses < cut, doses + 1, 0)
    # The largest of each stretch between two sizes, then the largest so far.
    stretches = np.maximum.reduceat(learned, np.r_[0, SIZES[:-1]], axis=1)
    gap = cut - np.maximum.accumulate(stretches, axis=1)
    return LearningCurve(SIZES, (gap.T / size)[None], 0.0)


def threshold_error(n: ArrayLike, size: int, target: int) -> Floats:
    """Expected error of the consistent threshold learner on N equally likely instances, exactly.

    ``(1/N) sum_{g = 1}^{j} (1 - g/N)^n``: the gap below the cut is at least g when g instances are all missed.
    """
    missed = 1 - np.arange(1, target + 1) / size
    return np.array([(missed**k).sum() / size for k in np.asarray(n, dtype=np.float64)])


def memory_sweep(n: ArrayLike, size: int) -> tuple[Floats, Floats]:
    """Expected errors of the memoriser and of the threshold learner, half of N instances labelled 1.

    Notes
    -----
    Source: PAC-9, PAC-12.
    """
    return np.asarray(memoriser_error(n, universe=size)), threshold_error(n, size, size // 2)


@dataclass(frozen=True)
class Growth:
    """The growth function of a class beside its bounds.

    Attributes
    ----------
    vc : int
    ways, all_ways, sauer : ndarray of int, shape (9,)
        For 0, …, 8 points: the most labellings, 2^n, and Sauer's bound.
    power : ndarray of shape (9,)
        ``(e n / VC)^VC``; NaN for n < VC.
    """

    vc: int
    ways: Ints
    all_ways: Ints
    sauer: Ints
    power: Floats


@lru_cache(maxsize=8)
def growth_sweep(line: str) -> Growth:
    """The growth function of one of `LINES`, by trying all sets of points (VC-2, VC-3)."""
    concepts, counts = LINES[line], range(9)
    vc = vc_dimension(concepts)
    return Growth(
        vc=vc,
        ways=np.array([growth_function(concepts, k) for k in counts]),
        all_ways=np.array([2**k for k in counts]),
        sauer=np.array([sauer_bound(k, vc) for k in counts]),
        power=np.array([sauer_power(k, vc) if k >= vc else np.nan for k in counts]),
    )


@dataclass(frozen=True)
class Shattering:
    """How each concept labels the reader's points.

    Attributes
    ----------
    points : ndarray of int, shape (k,)
        Instances chosen.
    wanted : int
        The reader's own labelling, read as a binary number, first point first.
    ways : ndarray of int, shape (|C|,)
        Each concept's labelling, likewise.
    found : ndarray of bool, shape (|C|, 2^k)
        Which labellings the concepts up to this one have made.
    """

    points: Ints
    wanted: int
    ways: Ints
    found: NDArray[np.bool_]


def shattering(line: str, labels: str) -> Shattering:
    """How the concepts of one of `LINES` label some of its eight instances (VC-1).

    Parameters
    ----------
    line : {"points", "thresholds", "intervals", "parities"}
    labels : str of length 8
        One character an instance: "." not chosen, else the wanted label "0" or "1".

    Returns
    -------
    Shattering
    """
    concepts = LINES[_check.one_of("line", line, tuple(LINES))]
    if len(labels) != 8 or set(labels) - set(".01"):
        raise ValueError(f"labels must be 8 characters, each '.', '0' or '1'; got {labels!r}")
    points = np.flatnonzero(np.array(list(labels)) != ".") + concepts.first
    made = concepts.labels(points)
    worth = 1 << np.arange(len(points))[::-1]
    ways = made @ worth if len(points) else np.zeros(concepts.size, dtype=np.int64)
    found = np.zeros((concepts.size, 1 << len(points)), dtype=np.bool_)
    found[np.arange(concepts.size), ways] = True
    chosen = labels.replace(".", "")
    return Shattering(points, int(chosen, 2) if chosen else 0, ways, np.logical_or.accumulate(found, axis=0))
