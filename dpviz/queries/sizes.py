"""How many records a promised error needs: Laplace, Gaussian, private multiplicative weights."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.mechanisms import laplace_size as laplace_size_of_counts
from dpviz.mechanisms._arguments import counts, fractions, plain, positives
from dpviz.queries.budget import COMPOSITIONS, MODES, Composition, Mode, epsilon_per_round, mistake_bound

Sizes = int | NDArray[np.int64]


def laplace_size(
    *,
    num_queries: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    sensitivity: float | None = None,
) -> Sizes:
    """Records that answering all k queries with Laplace noise needs.

    ``n = ceil(Δ ln(k/β) / (ε α))``.

    Parameters
    ----------
    num_queries : array_like of int
        k >= 1.
    alpha, beta, epsilon : array_like
        Error in (0, 1), failure probability in (0, 1), ε > 0 in nats. All broadcast.
    sensitivity : float, optional
        Δ, in records and the l1 norm, of all answers together under ``"replace"``. Without it k, which is always
        enough; ``workload.sensitivity()`` is exact.

    Returns
    -------
    int or ndarray of int64
        n, rounded up.

    Notes
    -----
    Source: QR-4.

    Examples
    --------
    >>> laplace_size(num_queries=180, alpha=0.1, beta=0.05, epsilon=1.0)
    14740
    >>> laplace_size(num_queries=180, alpha=0.1, beta=0.05, epsilon=1.0, sensitivity=90)
    7370
    """
    fractions("beta", beta)
    if sensitivity is not None:
        return laplace_size_of_counts(
            alpha=alpha, beta=beta, epsilon=epsilon, dim_out=num_queries, sensitivity=sensitivity
        )
    # With Δ = k: the error may be k times smaller for a sensitivity of 1.
    k = counts("num_queries", num_queries)
    each = positives("epsilon", epsilon) / k
    return laplace_size_of_counts(alpha=alpha, beta=beta, epsilon=each, dim_out=num_queries)


def gaussian_size(
    *,
    num_queries: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    delta: ArrayLike,
    sensitivity: float | None = None,
    mode: Literal["classical", "analytic"] = "classical",
) -> Sizes:
    """Records that answering all k queries with normal noise needs.

    ``n = ceil((2/(ε α)) Δ sqrt(ln(1.25/δ) ln(2k/β)))``.

    Parameters
    ----------
    num_queries : array_like of int
        k >= 1.
    alpha, beta, epsilon, delta : array_like
        Error in (0, 1), failure probability in (0, 1), ε > 0 in nats, δ in (0, 1). All broadcast.
    sensitivity : float, optional
        Δ, in records and the l2 norm, of all answers together under ``"replace"``. Without it sqrt(k), which is always
        enough; ``workload.sensitivity("l2")`` is exact.
    mode : {"classical", "analytic"}
        The textbook's σ, for ε < 1 only, or the least σ of the exact curve.

    Returns
    -------
    int or ndarray of int64
        n, rounded up.

    Notes
    -----
    Source: QR-5, GAU-1.

    Examples
    --------
    >>> gaussian_size(num_queries=180, alpha=0.1, beta=0.05, epsilon=0.9, delta=1e-6)
    3330
    """
    _check.one_of("mode", mode, ("classical", "analytic"))
    k, error, miss = counts("num_queries", num_queries), fractions("alpha", alpha), fractions("beta", beta)
    eps, slack = positives("epsilon", epsilon), fractions("delta", delta)
    if mode == "classical" and (eps >= 1).any():
        raise ValueError(
            f'epsilon must be in (0, 1) with mode="classical"; got {float(eps[eps >= 1].flat[0])!r}: the formula is '
            'not proved there; mode="analytic" uses the exact curve and takes any epsilon'
        )
    moved = np.sqrt(k) if sensitivity is None else _check.positive("sensitivity", sensitivity)
    if mode == "classical":
        sigma = np.sqrt(2.0 * np.log(1.25 / slack)) / eps
    else:
        from dpviz.mechanisms import gaussian_scale

        # Each is solved for by bisection: once for equal ε and δ.
        pairs = np.stack(np.broadcast_arrays(eps, slack), axis=-1)
        some, place = np.unique(pairs.reshape(-1, 2), axis=0, return_inverse=True)
        sigma = np.asarray(gaussian_scale(some[:, 0], some[:, 1]))[place].reshape(pairs.shape[:-1])
    return _ceiled(moved * sigma * np.sqrt(2.0 * np.log(2.0 * k / miss)) / error)


def pmw_size(
    *,
    universe: int,
    num_queries: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    delta: float = 0.0,
    mode: Mode = "slide",
    composition: Composition = "better",
) -> Sizes:
    """Records that private multiplicative weights needs for an error of at most α, with probability 1 - β.

    The run is made with α/4 and may fail with β/2 in either of its two steps:
    ``n = ceil(2 ln(4kL/β) / (ε₀ α/4))``, which is ``16 L ln(4kL/β) / (ε α)`` without δ.

    Parameters
    ----------
    universe : int
        |U| >= 2.
    num_queries : array_like of int
        k before complements are added, >= 1.
    alpha, beta, epsilon : array_like
        The error wanted, in (0, 1); failure probability in (0, 1); ε > 0 in nats. All broadcast.
    delta : float, default 0
        δ in [0, 1).
    mode : {"slide", "tight"}
    composition : {"better", "basic", "solved", "closed"}
        As in `epsilon_per_round`; ``"closed"`` is the textbook's.

    Returns
    -------
    int or ndarray of int64
        n, rounded up. To run with that promise, take ``PrivateMultiplicativeWeights(epsilon, alpha / 4, …)``.

    Notes
    -----
    Source: PMW-9, PMW-10.

    Examples
    --------
    >>> pmw_size(universe=2**10, num_queries=180, alpha=0.1, beta=0.05, epsilon=1.0, mode="tight")
    16146240
    """
    size = _check.count("universe", universe, least=2)
    _check.one_of("mode", mode, MODES)
    _check.one_of("composition", composition, COMPOSITIONS)
    k, error = counts("num_queries", num_queries), fractions("alpha", alpha)
    miss, eps = fractions("beta", beta), positives("epsilon", epsilon)
    try:
        k, error, miss, eps = np.broadcast_arrays(k, error, miss, eps)
    except ValueError:
        raise ValueError("num_queries, alpha, beta and epsilon must have shapes that broadcast") from None
    people = np.empty(k.shape)
    for at in np.ndindex(k.shape):
        run = float(error[at]) / 4.0
        rounds = math.ceil(mistake_bound(size, run, mode))
        each = epsilon_per_round(float(eps[at]), rounds, delta=delta, composition=composition)
        people[at] = 2.0 * math.log(4.0 * k[at] * rounds / miss[at]) / (each * run)
    return _ceiled(people)


def run_size(
    *,
    universe: int,
    closed_size: int,
    alpha: float,
    beta: float,
    epsilon: float,
    delta: float = 0.0,
    mode: Mode = "slide",
    composition: Composition = "better",
) -> int:
    """Records with which a run at α keeps both of its promises with probability 1 - β each, so that it ends within 4α.

    ``n = ceil(2 ln(|Q| L / β) / (ε₀ α))``.

    Parameters
    ----------
    universe : int
        |U| >= 2.
    closed_size : int
        |Q|, queries with their complements: ``workload.closed_size``.
    alpha, beta : float
        The run's own α, and the failure probability of either step, in (0, 1).
    epsilon, delta, mode, composition
        As in `PrivateMultiplicativeWeights`.

    Returns
    -------
    int
        n, rounded up.

    Notes
    -----
    Source: PMW-9.

    Examples
    --------
    >>> run_size(universe=64, closed_size=80, alpha=0.1, beta=0.05, epsilon=1.0, mode="tight")
    105792
    """
    rounds = math.ceil(mistake_bound(_check.count("universe", universe, least=2), alpha, mode))
    each = epsilon_per_round(epsilon, rounds, delta=delta, composition=composition)
    many = _check.count("closed_size", closed_size)
    people = 2.0 * math.log(many * rounds / _check.fraction("beta", beta)) / (each * alpha)
    return int(_ceiled(np.asarray(people)))


def _ceiled(people: NDArray[np.float64]) -> Sizes:
    found = np.maximum(np.ceil(people), 1.0)
    if not (found <= 2.0**62).all():
        raise ValueError(
            f"epsilon * alpha must be large enough for n to be at most 2^62; got n = {found.max():.3g}"
        )
    return plain(np.asarray(found).astype(np.int64))
