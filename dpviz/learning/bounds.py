"""How large a sample must be: uniform convergence, Occam's razor, the VC bounds, and the exact answers for points and
thresholds. Each is solved for n, and where it helps for what n buys.

`size` is |C|, a Python whole number as large as it likes, or an array. Sizes are rounded up to whole records.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, plain
from dpviz._numeric.sizes import whole_size
from dpviz.learning.private_sizes import log_size

Numbers = float | NDArray[np.float64]
Sizes = int | NDArray[np.int64]


def uniform_convergence_size(size: int | ArrayLike, alpha: ArrayLike, beta: ArrayLike, *, sides: int = 1) -> Sizes:
    """Records after which every concept's error on the sample is near its error on the distribution (PAC-6).

    ``ln(k |C| / β) / (2 α²)`` with k sides: with probability at least 1 - β, ``L_D <= L_X + α`` for every concept
    (one side), or ``|L_X - L_D| <= α`` for every concept (two sides). Holds whatever the labels; the constant of one
    side is too small for two.

    Parameters
    ----------
    size : int or array_like of int
        ``|C|`` >= 1.
    alpha, beta : array_like
        The width α, and the failure probability; in (0, 1).
    sides : {1, 2}, default 1

    Examples
    --------
    >>> [uniform_convergence_size(1024, 0.1, 0.05, sides=k) for k in (1, 2)]
    [497, 532]
    """
    width = fractions("alpha", alpha)
    return whole_size(_log_both(size, beta, sides) / width, 2 * width, large="alpha")


def uniform_convergence_width(size: int | ArrayLike, n: ArrayLike, beta: ArrayLike, *, sides: int = 1) -> Numbers:
    """The width α that n records buy: ``sqrt(ln(k |C| / β) / (2 n))`` with k sides, not cut at 1 (PAC-6)."""
    return plain(np.asarray(np.sqrt(_log_both(size, beta, sides) / (2 * counts("n", n)))))


def uniform_convergence_failure(size: int | ArrayLike, n: ArrayLike, alpha: ArrayLike, *, sides: int = 1) -> Numbers:
    """Bound on the probability that some concept leaves the band: ``k |C| exp(-2 n α²)``, not cut at 1.

    Infinite where it is too large for a float; n >= 1, the others as in `uniform_convergence_size`. Source: PAC-6:
    Hoeffding's inequality for each side of each concept, and the union bound.
    """
    decay = 2 * counts("n", n) * fractions("alpha", alpha) ** 2
    with np.errstate(over="ignore"):
        return plain(np.asarray(np.exp(log_size(size) + math.log(_sides(sides)) - decay)))


def occam_size(size: int | ArrayLike, alpha: ArrayLike, beta: ArrayLike) -> Sizes:
    """Records after which any consistent concept is good: ``ln(|C| / β) / α`` (PAC-7).

    ``|C|`` >= 1; error α and failure probability β are in (0, 1).

    Examples
    --------
    >>> occam_size(1024, 0.1, 0.05), occam_size(17, 0.1, 0.05), occam_size(2**20, 0.1, 0.05)
    (100, 59, 169)
    """
    width = fractions("alpha", alpha)
    return whole_size(_log_both(size, beta, 1), width, large="alpha")


def occam_failure(size: int | ArrayLike, n: ArrayLike, alpha: ArrayLike, *, exponential: bool = True) -> Numbers:
    """Bound on the probability that some concept of error above α fits all n records, not cut at 1 (PAC-7).

    ``|C| exp(-α n)``; without `exponential` the step before it, ``|C| (1 - α)^n``, which is smaller. Infinite where it
    is too large for a float.
    """
    width = fractions("alpha", alpha)
    rate = width if check.flag("exponential", exponential) else -np.log1p(-width)
    with np.errstate(over="ignore"):
        return plain(np.asarray(np.exp(log_size(size) - counts("n", n) * rate)))


def region_failure(n: ArrayLike, alpha: ArrayLike) -> Numbers:
    """Probability that n records all miss a region of mass α in (0, 1): ``(1 - α)^n`` (PAC-8, PAC-9).

    The learners of `Points` (improper) and `Thresholds` fail only then, whatever |C|.

    Examples
    --------
    >>> round(region_failure(29, 0.1), 6), round(region_failure(30, 0.1), 6)
    (0.047101, 0.042391)
    """
    return plain(np.asarray(chance_missed(counts("n", n), fractions("alpha", alpha))))


def region_size(alpha: ArrayLike, beta: ArrayLike, *, exact: bool = False) -> Sizes:
    """Records with which the learners of `Points` (improper) and `Thresholds` succeed: ``ln(1/β) / α`` (PAC-8, PAC-9).

    α and β are in (0, 1). If `exact`, the least n with ``(1 - α)^n <= β`` instead: ``ln β / ln(1 - α)``.

    Examples
    --------
    >>> region_size(0.1, 0.05), region_size(0.1, 0.05, exact=True)
    (30, 29)
    """
    width, failure = fractions("alpha", alpha), fractions("beta", beta)
    if not check.flag("exact", exact):
        return whole_size(-np.log(failure), width, large="alpha")
    needed = np.log(failure) / np.log1p(-width)
    nearest = np.rint(needed)
    # So near a whole number rounding would decide.
    close = np.abs(needed - nearest) <= 1e-12 * nearest
    return whole_size(np.where(close, nearest + (chance_missed(nearest, width) > failure), needed), large="alpha")


def proper_point_size(alpha: ArrayLike, beta: ArrayLike) -> Sizes:
    """Records for the learner of `Points` that answers with a random point it has not seen (PAC-8).

    ``(2/α) ln(2 / (α β))``, α and β in (0, 1): by then every point of mass above α/2 has been seen.

    Examples
    --------
    >>> proper_point_size(0.1, 0.05)
    120
    """
    width, failure = fractions("alpha", alpha), fractions("beta", beta)
    return whole_size(2 * (math.log(2) - np.log(width) - np.log(failure)), width, large="alpha")


def vc_size(vc: ArrayLike, alpha: ArrayLike, beta: ArrayLike) -> Sizes:
    """Records after which any consistent concept is good, by the VC dimension alone (VC-4).

    ``max{ (4/α) log2(2/β), (8 VC/α) log2(13/α) }``, VC >= 1, α and β in (0, 1). The constants are quoted from memory of
    the literature.

    Examples
    --------
    >>> vc_size(1, 0.1, 0.05)
    562
    """
    width, failure = fractions("alpha", alpha), fractions("beta", beta)
    demand = np.maximum(4 * (1 - np.log2(failure)), 8 * counts("vc", vc) * (math.log2(13) - np.log2(width)))
    return whole_size(demand, width, large="alpha")


def chance_missed(n: Any, alpha: Any) -> Any:
    """``(1 - α)^n``: a power where 1 - α is exact, else by a logarithm that keeps the digits of a small α."""
    hit = 1.0 - alpha
    return np.where(1.0 - hit == alpha, hit**n, np.exp(n * np.log1p(-alpha)))


def _sides(sides: int) -> int:
    return check.count("sides", sides, least=1, most=2)


def _log_both(size: int | ArrayLike, beta: ArrayLike, sides: int) -> Any:
    return log_size(size) + math.log(_sides(sides)) - np.log(fractions("beta", beta))
