"""How many examples learning a parity takes, with privacy and without; all sizes broadcast."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, plain, positives
from dpviz._numeric.sizes import whole_size
from dpviz.learning.parity.learner import optimal_keep, standard_keep

Sizes = int | NDArray[np.int64]
SPLITS = ("data", "budget")


def consistent_size(*, bits: ArrayLike, alpha: ArrayLike, beta: ArrayLike) -> Sizes:
    """Examples after which any parity of d >= 1 bits that fits them is good: ``ceil((d ln 2 + ln(1/β)) / α)`` (PAR-3).

    Error α and failure probability β are in (0, 1).

    Examples
    --------
    >>> consistent_size(bits=8, alpha=0.1, beta=0.05)
    86
    """
    return _one_run(counts("bits", bits), fractions("alpha", alpha), fractions("beta", beta), 1.0, large="alpha")


def _one_run(bits: Any, alpha: Any, beta: Any, keep: Any, *, large: str) -> Sizes:
    """Examples after which a run that does not fail is bad with probability at most β (PAR-6, CONV-8)."""
    return whole_size(bits * math.log(2) - np.log(beta), keep * alpha, large=large)


def runs_needed(beta: ArrayLike) -> Sizes:
    """Runs that all fail with probability at most β/2, β in (0, 1), for a fair coin: ``ceil(log2(2/β))`` (PAR-7).

    Examples
    --------
    >>> runs_needed(0.05), runs_needed(0.01)
    (6, 8)
    """
    return whole_size(1 - np.log2(fractions("beta", beta)), large="beta")


@dataclass(frozen=True, kw_only=True)
class AmplifiedSize:
    """What amplification asks for: numbers, or arrays where it was asked for arrays.

    Attributes
    ----------
    runs, block : int or ndarray of int
        k, and the examples that one run reads.
    total : int or ndarray of int
        Examples in all: ``runs * block`` when the data are split, `block` when the budget is.
    keep, each : float or ndarray
        The keep-probability of each run, and the ε it is made for.
    """

    runs: Any
    block: Any
    total: Any
    keep: Any
    each: Any


def amplified_size(
    *,
    bits: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    split: str = "data",
    keep: str = "standard",
) -> AmplifiedSize:
    """Examples with which the amplified learner is an (α, β) learner (PAR-6, PAR-7, PAR-8).

    Parameters
    ----------
    bits, alpha, beta : array_like
        d >= 1; error and failure probability, in (0, 1).
    epsilon : array_like
        In all, in nats, > 0.
    split : {"data", "budget"}
        k runs on blocks of their own at ε each, or k runs on all the data at ε/k each.
    keep : {"standard", "optimal"}
        Each run's keep-probability: a quarter of its ε, or tanh(ε/2) of it (for replaced records).

    Examples
    --------
    >>> amplified_size(bits=8, alpha=0.1, beta=0.05, epsilon=1.0).total
    2220
    >>> amplified_size(bits=8, alpha=0.1, beta=0.05, epsilon=1.0, keep="optimal").block
    200
    """
    check.one_of("split", split, SPLITS)
    keep = check.one_of("keep", keep, ("standard", "optimal"))
    runs = runs_needed(beta)
    each = plain(np.asarray(positives("epsilon", epsilon) / (runs if split == "budget" else 1)))
    p = standard_keep(each) if keep == "standard" else optimal_keep(each, neighbouring="replace")
    d, a, half = counts("bits", bits), fractions("alpha", alpha), fractions("beta", beta) / 2
    block = _one_run(d, a, half, np.asarray(p), large="epsilon * alpha")
    if split == "data":
        whole_size(np.multiply(runs, block, dtype=float), large="epsilon * alpha")  # the total is a number too
    total = block * (runs if split == "data" else 1)
    return AmplifiedSize(runs=runs, block=block, total=total, keep=p, each=each)
