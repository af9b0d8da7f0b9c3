"""The exact loss by looking at every sample and every neighbour: the closed form's witness."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.learning.parity.distribution import distribution_of, hypotheses
from dpviz.learning.parity.learner import LossParts, PrivateParityLearner

Record = tuple[tuple[int, ...], int]


@dataclass(frozen=True, kw_only=True)
class EnumeratedLoss(LossParts):
    """What looking at every pair of neighbours found.

    Attributes
    ----------
    pair : tuple of two tuples of records
        Two neighbours that attain the total; a record is (x, y). The event is more probable on the first.
    event : int
        The outcome that attains it: a parity's index, or 2**d for FAIL.
    samples : int
        How many samples of n - 1 records, each with every record added, were looked at.
    """

    pair: tuple[tuple[Record, ...], tuple[Record, ...]]
    event: int
    samples: int


def enumerated_loss(
    learner: PrivateParityLearner, bits: int, n: int, *, neighbouring: str, max_samples: int = 20_000
) -> EnumeratedLoss:
    """Exact loss over all samples of n labelled examples of d bits, labels arbitrary, and all their neighbours.

    Parameters
    ----------
    learner : PrivateParityLearner
    bits : int
        d >= 1; up to 3 is quick.
    n : int
        Records in a sample, >= 1. Under ``"add_remove"`` one of each pair has n - 1.
    neighbouring : {"replace", "add_remove"}
    max_samples : int, default 20000
        The most samples of n records to go through; above it nothing is computed.

    Returns
    -------
    EnumeratedLoss

    Notes
    -----
    Source: DP-2, PAR-5. Samples that share n - 1 records are neighbours of each other under ``"replace"``, so the
    largest ratio of an outcome is its largest probability among them divided by its smallest.

    Examples
    --------
    >>> found = enumerated_loss(PrivateParityLearner(1.0), 2, 2, neighbouring="replace")
    >>> round(found.total, 8), round(found.fail, 8)
    (0.51082562, 0.22314355)
    """
    check.instance("learner", learner, PrivateParityLearner)
    bits, n = check.count("bits", bits, cap=20), check.count("n", n)
    replace = check.relation(neighbouring) == "replace"
    samples = math.comb(2 ** (bits + 1) + n - 1, n)
    if samples > check.count("max_samples", max_samples):
        raise ValueError(
            f"max_samples must be at least the number of samples; got {max_samples}, with {samples:,} samples of "
            f"n = {n} examples of {bits} bits"
        )
    cores, smaller, larger = _profiles(bits, n)
    # Shape (cores, records, outcomes).
    distributions = distribution_of(larger, learner.keep, learner.coin, drop=learner._drop)
    with np.errstate(divide="ignore", invalid="ignore"):
        if replace:
            top, low = distributions.max(axis=1), distributions.min(axis=1)
            ratio = np.where(top > 0, np.log(top) - np.log(low), 0.0)
        else:
            core = distribution_of(smaller, learner.keep, learner.coin, drop=learner._drop)[:, None, :]
            apart = np.abs(np.log(distributions) - np.log(core))
            ratio = np.where((distributions > 0) | (core > 0), apart, 0.0).max(axis=1)
    row, event = (int(i) for i in np.unravel_index(int(np.argmax(ratio)), ratio.shape))
    records = _records(bits)
    base = tuple(records[i] for i in cores[row])
    column = distributions[row, :, event]
    if replace:
        pair = (*base, records[int(column.argmax())]), (*base, records[int(column.argmin())])
    else:
        here = core[row, 0, event]
        with np.errstate(divide="ignore", invalid="ignore"):
            apart = np.abs(np.log(column) - np.log(here))
        far = int(np.argmax(np.where((column > 0) | (here > 0), apart, 0.0)))
        pair = (base, (*base, records[far]))
        if column[far] > here:
            pair = pair[::-1]
    return EnumeratedLoss(
        hypotheses=float(ratio[:, :-1].max()),
        fail=float(ratio[:, -1].max()),
        pair=pair,
        event=event,
        samples=len(cores),
    )


def _records(bits: int) -> list[Record]:
    return [(tuple(int(b) for b in x), y) for x in hypotheses(bits) for y in (0, 1)]


@lru_cache(maxsize=8)
def _profiles(bits: int, n: int) -> tuple[list[tuple[int, ...]], NDArray[np.float64], NDArray[np.float64]]:
    """All samples of n - 1 records, their profiles, and those with each record added.

    Shapes (cores, n, m) and (cores, records, n + 1, m), m = 2**d + 1. They hold for every keep-probability and coin.
    """
    every = hypotheses(bits).astype(np.int64)
    masks = [int(sum(1 << i for i in np.flatnonzero((every @ np.array(x)) % 2 == y))) for x, y in _records(bits)]
    # Every set of parities that examples can lead to, and where each record leads from it.
    sets, place = [(1 << len(every)) - 1], {(1 << len(every)) - 1: 0}
    step: list[list[int]] = []
    for found in sets:  # grows while it is walked through
        step.append([])
        for mask in masks:
            both = found & mask
            if both not in place:
                place[both] = len(sets)
                sets.append(both)
            step[-1].append(place[both])
    draw = np.zeros((len(sets), len(every) + 1))
    for i, found in enumerate(sets):
        inside = [j for j in range(len(every)) if found >> j & 1]
        draw[i, inside or [len(every)]] = 1 / max(1, len(inside))
    leads = np.zeros((len(masks), len(sets), len(sets)))
    for i, targets in enumerate(step):
        leads[np.arange(len(masks)), i, targets] = 1.0

    known: dict[tuple[int, ...], NDArray[np.float64]] = {(): np.eye(1, len(sets))}
    for size in range(1, n):
        for sample in combinations_with_replacement(range(len(masks)), size):
            before = known[sample[:-1]]
            counts = np.zeros((size + 1, len(sets)))
            counts[:-1] += before
            counts[1:] += before @ leads[sample[-1]]
            known[sample] = counts
        known = {sample: counts for sample, counts in known.items() if len(sample) == size}
    cores = list(known)
    ways = np.stack([known[sample] for sample in cores])
    smaller = ways @ draw
    larger = np.zeros((len(cores), len(masks), n + 1, len(every) + 1))
    larger[:, :, :-1] += smaller[:, None]
    for i, lead in enumerate(leads):
        larger[:, i, 1:] += ways @ (lead @ draw)
    # Means and not sums over the ways to keep k of them, as `profile` has.
    ways_to_keep = [np.array([[math.comb(size, k)] for k in range(size + 1)], dtype=np.float64) for size in (n - 1, n)]
    return cores, smaller / ways_to_keep[0], larger / ways_to_keep[1]
