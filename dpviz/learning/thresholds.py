"""The consistent threshold learner on N equally likely instances, exactly, and by simulation.

The learner cuts just above the largest instance labelled 1 (`learn_threshold`). `target` is the cut that labels: the
number of instances below it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, plain
from dpviz._numeric.sizes import whole_size
from dpviz.learning.bounds import chance_missed, region_size
from dpviz.learning.curves import LearningCurve

Numbers = float | NDArray[np.float64]


MOST_PLACES = 1 << 24
"""The most instances to draw from: what a uniform number in single precision tells apart."""


def threshold_failure(
    n: ArrayLike, alpha: ArrayLike, *, universe: ArrayLike, target: ArrayLike, any_consistent: bool = False
) -> Numbers:
    """Exact probability that the learner errs by more than α; its arguments broadcast.

    Source: PAC-9; PAC-7 for any consistent cut. It fails exactly when no record fell into the region next below the cut
    that just exceeds α; some cut does when this region or the one above holds none, by inclusion and exclusion.

    Parameters
    ----------
    n : array_like of int
        Records, >= 1.
    alpha : array_like
        In (0, 1).
    universe, target : array_like of int
        N >= 1, and the cut that labels, from 1 to N.
    any_consistent : bool, default False
        The probability that *some* cut with an error above α fits all records, whether the learner takes it or not.

    Examples
    --------
    >>> round(threshold_failure(20, 0.1, universe=64, target=10), 4)
    0.0986
    >>> round(threshold_failure(20, 0.1, universe=64, target=10, any_consistent=True), 4)
    0.19
    """
    records = counts("n", n)
    least, size, cut = _nearest_bad(alpha, universe, target)
    below, above = least <= cut, least <= size - cut
    with np.errstate(divide="ignore"):  # a region that is the whole line is never missed
        missed, both = (chance_missed(records, np.minimum(k * least / size, 1)) for k in (1, 2))
    if not check.flag("any_consistent", any_consistent):
        return plain(np.asarray(np.where(below, missed, 0.0)))
    return plain(np.asarray((below.astype(float) + above) * missed - (below & above) * both))


def threshold_size(alpha: ArrayLike, beta: ArrayLike, *, universe: ArrayLike, target: ArrayLike) -> Any:
    """The least n with which the learner errs by more than α with probability at most β (PAC-9).

    The arguments broadcast; β is in (0, 1), the others are as in `threshold_failure`.

    Examples
    --------
    >>> threshold_size(0.1, 0.05, universe=64, target=10)
    26
    """
    failure = fractions("beta", beta)
    least, size, cut = _nearest_bad(alpha, universe, target)
    # A region that is the whole line holds the first record.
    bad = (least <= cut) & (least < size)
    needed = region_size(np.where(bad, least / size, 0.5), failure, exact=True)
    return whole_size(np.where(bad, needed, 1), large="alpha")


def threshold_error(n: ArrayLike, *, universe: ArrayLike, target: ArrayLike) -> Numbers:
    """The learner's expected error, exactly: ``(1/N) sum_{g <= j} (1 - g/N)^n``; its arguments broadcast (PAC-9).

    N and j as in `threshold_failure`, n >= 1, and j at most 2^24. The gap below the cut is at least g when g instances
    are all missed.

    Examples
    --------
    >>> round(threshold_error(100, universe=1024, target=512), 6)
    0.009421
    """
    size, cut = _line(universe, target)
    if (cut > MOST_PLACES).any():
        raise ValueError(f"target must be at most {MOST_PLACES} for a sum over all gaps; got {target!r}")
    asked = np.broadcast_arrays(counts("n", n), size, cut)
    # What several ask alike is added up once: a sum may have thousands of terms.
    different, place = np.unique(np.stack([a.ravel() for a in asked]), axis=1, return_inverse=True)
    sums = [((1 - np.arange(1, cut + 1) / size) ** k).sum() / size for k, size, cut in different.T]
    return plain(np.array(sums)[place.ravel()].reshape(asked[0].shape))


def threshold_curve(
    n: ArrayLike, *, universe: int, target: int, repetitions: int, rng: np.random.Generator
) -> LearningCurve:
    """The learner's errors again and again, by simulation, from samples of which all sizes n are beginnings (PAC-9).

    As `learning_curve` with ``"erm"``, and much faster: a running maximum is all there is to compute. The sizes, shape
    (K,), rise; the others are as in `threshold_failure`. The same state of `rng` gives the same places on the line,
    whatever N: a finer scale only says more exactly where.
    """
    sizes = counts("n", n, cap=check.MOST_ENTRIES).astype(np.int64)
    if sizes.ndim != 1 or (sizes[1:] <= sizes[:-1]).any():
        raise ValueError(f"n must hold whole numbers >= 1, rising; got {n!r}")
    size, cut = (int(v) for v in _line(universe, target))
    if size > MOST_PLACES:
        raise ValueError(f"universe must be at most {MOST_PLACES}; got {size}")
    shape = check.entries("repetitions", repetitions, each=int(sizes[-1])), int(sizes[-1])
    places = check.generator(rng).random(shape, dtype=np.float32)
    instances = (places * np.float32(size)).astype(np.int32)
    learned = np.where(instances < cut, instances + 1, 0)
    # The largest of each stretch between two sizes, then the largest so far.
    stretches = np.maximum.reduceat(learned, np.r_[0, sizes[:-1]].astype(np.intp), axis=1)
    gap = cut - np.maximum.accumulate(stretches, axis=1)
    return LearningCurve(sizes, (gap.T / size)[None], 0.0, max(cut, size - cut) / size)


def _line(universe: ArrayLike, target: ArrayLike) -> tuple[Any, Any]:
    size, cut = np.broadcast_arrays(counts("universe", universe), counts("target", target))
    if (cut > size).any():
        raise ValueError(f"target must be at most universe; got {target!r} with universe {universe!r}")
    return size, cut


def _nearest_bad(alpha: ArrayLike, universe: ArrayLike, target: ArrayLike) -> tuple[Any, Any, Any]:
    """How many steps of 1/N away the nearest cut with an error above α is; N and the cut that labels."""
    size, cut = _line(universe, target)
    return np.floor(fractions("alpha", alpha) * size + 1e-9) + 1, size, cut
