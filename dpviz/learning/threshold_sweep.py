"""Thresholds on equally likely doses, exactly: the union bound, the chance to fail, learning curves, the memoriser."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.learning import bounds, toy
from dpviz.learning.concepts import Thresholds
from dpviz.learning.curves import LearningCurve
from dpviz.learning.memoriser import memoriser_error

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SIZES = np.unique(np.geomspace(1, 2000, 60).round()).astype(np.int64)
"""Records at which a learning curve is simulated."""

REPETITIONS = 1000


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
