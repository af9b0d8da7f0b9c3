"""How far Laplace noise on k numbers reaches, by the theorem and exactly, solved for each of its parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric.check import counts, flag, fractions, held, nonnegatives, plain, positives
from dpviz._numeric.sizes import whole_size

Numbers = float | NDArray[np.float64]


def laplace_error_bound(
    beta: ArrayLike, dim_out: ArrayLike, epsilon: ArrayLike, sensitivity: ArrayLike, *, exact: bool = False
) -> Numbers:
    """The error that the worst of k released numbers reaches with probability at most β (LAP-3).

    ``ln(k/β) Δ/ε``.

    Parameters
    ----------
    beta : array_like
        Failure probability, in (0, 1].
    dim_out : array_like of int
        k, how many numbers are released, >= 1.
    epsilon : array_like
        ε in nats for all of them together, finite and > 0.
    sensitivity : array_like
        Δ > 0 of all of them together, in the l1 norm.
    exact : bool, default False
        The exact quantile, reached with probability β and not less: ``-ln(1 - (1 - β)^(1/k)) Δ/ε``.

    Returns
    -------
    float or ndarray
        In the unit of `sensitivity`.

    Examples
    --------
    >>> round(laplace_error_bound(0.05, 10, 0.5, 1), 6)
    10.596635
    """
    return plain(np.asarray(_reach(beta, dim_out, sensitivity, exact) / positives("epsilon", epsilon)))


def laplace_failure(
    distance: ArrayLike, dim_out: ArrayLike, epsilon: ArrayLike, sensitivity: ArrayLike, *, exact: bool = True
) -> Numbers:
    """Probability that the worst of k released numbers is off by `distance` or more (LAP-3).

    ``1 - (1 - exp(-distance ε/Δ))^k`` exactly; the theorem's bound on it is ``k exp(-distance ε/Δ)``.

    Parameters
    ----------
    distance : array_like
        Finite and >= 0, in the unit of `sensitivity`.
    dim_out, epsilon, sensitivity : array_like
        As in `laplace_error_bound`.
    exact : bool, default True
        False for the bound.

    Returns
    -------
    float or ndarray
        The bound is not cut at 1: above 1 it promises nothing.

    Examples
    --------
    >>> round(laplace_failure(10.596635, 10, 0.5, 1), 7)
    0.0488899
    """
    scales = nonnegatives("distance", distance) * positives("epsilon", epsilon) / positives("sensitivity", sensitivity)
    k = counts("dim_out", dim_out)
    if not flag("exact", exact):
        return plain(np.asarray(k * np.exp(-scales)))
    with np.errstate(divide="ignore"):
        return plain(np.asarray(-np.expm1(k * np.log1p(-np.exp(-scales)))))


def laplace_size(
    *,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    dim_out: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    exact: bool = False,
) -> int | NDArray[np.int64]:
    """People needed so that, with probability 1 - β, all k counts are off by at most a fraction α of n.

    ``n = ceil(ln(k/β) Δ / (ε α))``. Source: LAP-3, CONV-8, CONV-9.

    Parameters
    ----------
    alpha : array_like
        Tolerated error as a fraction of n, in (0, 1).
    beta, epsilon, dim_out : array_like
        As in `laplace_error_bound`; one count by default.
    sensitivity : array_like, default 1
        Δ > 0 of all counts together in the l1 norm, in people: not divided by n.
    exact : bool, default False
        From the exact probability instead of the theorem.

    Returns
    -------
    int or ndarray of int64
        The number of people, rounded up; at least 1.

    Examples
    --------
    >>> laplace_size(alpha=0.01, beta=0.05, epsilon=0.5)
    600
    """
    reach = _reach(beta, dim_out, sensitivity, exact)
    return whole_size(reach, positives("epsilon", epsilon) * fractions("alpha", alpha), large="epsilon * alpha")


def laplace_epsilon(
    *,
    alpha: ArrayLike,
    beta: ArrayLike,
    n: ArrayLike,
    dim_out: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    exact: bool = False,
) -> Numbers:
    """The least ε for which, with probability 1 - β, all k counts are off by at most α n (LAP-3).

    ``ε = ln(k/β) Δ / (n α)``. At β = 1 and k = 1 nothing is asked and ε is 0.

    Parameters
    ----------
    alpha, beta : array_like
        As in `laplace_size`.
    n : array_like of int
        People, >= 1.
    dim_out, sensitivity, exact : array_like, bool
        As in `laplace_size`.

    Returns
    -------
    float or ndarray
        In nats.
    """
    reach = _reach(beta, dim_out, sensitivity, exact)
    with np.errstate(over="ignore", divide="ignore"):
        return plain(np.asarray(held("epsilon", reach / (counts("n", n) * fractions("alpha", alpha)))))


def laplace_alpha(
    *,
    beta: ArrayLike,
    epsilon: ArrayLike,
    n: ArrayLike,
    dim_out: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    exact: bool = False,
) -> Numbers:
    """The error, as a fraction of n, that with probability 1 - β none of k counts passes (LAP-3).

    ``α = ln(k/β) Δ / (ε n)``.

    Parameters
    ----------
    beta, epsilon : array_like
        As in `laplace_size`.
    n : array_like of int
        People, >= 1.
    dim_out, sensitivity, exact : array_like, bool
        As in `laplace_size`.

    Returns
    -------
    float or ndarray
        Not cut at 1: above 1 nothing is promised.
    """
    error = laplace_error_bound(beta, dim_out, epsilon, sensitivity, exact=exact)
    return plain(np.asarray(error / counts("n", n)))


def laplace_beta(
    *,
    alpha: ArrayLike,
    epsilon: ArrayLike,
    n: ArrayLike,
    dim_out: ArrayLike = 1,
    sensitivity: ArrayLike = 1.0,
    exact: bool = False,
) -> Numbers:
    """The theorem's bound on the probability that one of k counts is off by α n or more (LAP-3).

    ``β = k exp(-ε α n / Δ)``.

    Parameters
    ----------
    alpha, epsilon : array_like
        As in `laplace_size`.
    n : array_like of int
        People, >= 1.
    dim_out, sensitivity : array_like
        As in `laplace_size`.
    exact : bool, default False
        The exact probability instead of the bound.

    Returns
    -------
    float or ndarray
        The bound is not cut at 1: above 1 it promises nothing.
    """
    error = fractions("alpha", alpha) * counts("n", n)
    return laplace_failure(error, dim_out, epsilon, sensitivity, exact=exact)


def _reach(beta: ArrayLike, dim_out: ArrayLike, sensitivity: ArrayLike, exact: bool) -> Any:
    """ε times the error that is reached with probability β."""
    failure, k = positives("beta", beta), counts("dim_out", dim_out)
    # Unlike elsewhere β = 1 is fine: the theorem then says that noise is at least 0 far away.
    if (failure > 1).any():
        raise ValueError(f"beta must be in (0, 1]; got {float(failure[failure > 1].flat[0])!r}")
    if not flag("exact", exact):
        scales = np.log(k / failure)
    else:
        with np.errstate(divide="ignore"):
            # -ln(1 - (1 - β)^(1/k)), without losing a small β; + 0.0 turns the -0.0 at β = 1 around.
            scales = -np.log(-np.expm1(np.log1p(-failure) / k)) + 0.0
    return scales * positives("sensitivity", sensitivity)
