"""What the concepts of a small class say of a few points: labellings, their growth, and the bounds on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpviz import _check
from dpviz.learning.concepts import ConceptClass, Intervals, Parities, Points, Thresholds
from dpviz.learning.vc import growth_function, sauer_bound, sauer_power, vc_dimension

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LINES: dict[str, ConceptClass] = {
    "points": Points(3),
    "thresholds": Thresholds(3),
    "intervals": Intervals(8),
    "parities": Parities(3),
}


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
