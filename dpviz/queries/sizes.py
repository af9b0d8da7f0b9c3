"""How many records a promised error needs: Laplace, Gaussian, private multiplicative weights."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts, fractions, positives
from dpviz._numeric.sizes import whole_size
from dpviz._numeric.solve import safe_end
from dpviz.mechanisms import gaussian_scale
from dpviz.mechanisms import laplace_size as laplace_size_of_counts
from dpviz.queries.budget import COMPOSITIONS, MODES, Composition, Mode, epsilon_per_round, mistake_bound

Sizes = int | NDArray[np.int64]
LEAST_ALPHA, MOST_ALPHA = 1e-3, 0.25 * (1 - 1e-9)  # 4α = 1 promises nothing


def laplace_size(
    *,
    num_queries: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    sensitivity: ArrayLike | None = None,
) -> Sizes:
    """Records that answering all k queries with Laplace noise needs: ``n = ceil(Δ ln(k/β) / (ε α))`` (QR-4).

    Parameters
    ----------
    num_queries : array_like of int
        k >= 1.
    alpha, beta, epsilon : array_like
        Error and failure probability, in (0, 1), and ε > 0 in nats. All broadcast.
    sensitivity : array_like, optional
        Δ > 0, in records and the l1 norm, of all answers together under ``"replace"``: ``workload.sensitivity()`` is
        exact. Without it k, which is always enough.

    Examples
    --------
    >>> laplace_size(num_queries=180, alpha=0.1, beta=0.05, epsilon=1.0)
    14740
    >>> laplace_size(num_queries=180, alpha=0.1, beta=0.05, epsilon=1.0, sensitivity=90)
    7370
    """
    k = counts("num_queries", num_queries)
    moved = k if sensitivity is None else positives("sensitivity", sensitivity)
    check.broadcast(
        num_queries=k,
        alpha=fractions("alpha", alpha),
        beta=fractions("beta", beta),
        epsilon=positives("epsilon", epsilon),
        sensitivity=moved,
    )
    return laplace_size_of_counts(alpha=alpha, beta=beta, epsilon=epsilon, dim_out=num_queries, sensitivity=moved)


def gaussian_size(
    *,
    num_queries: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    delta: ArrayLike,
    sensitivity: ArrayLike | None = None,
    mode: Literal["classical", "analytic"] = "classical",
) -> Sizes:
    """Records that answering all k queries with normal noise needs (QR-5, GAU-1).

    ``n = ceil((2/(ε α)) Δ sqrt(ln(1.25/δ) ln(2k/β)))``.

    Parameters
    ----------
    num_queries, alpha, beta, epsilon
        As in `laplace_size`.
    delta : array_like
        δ in (0, 1).
    sensitivity : array_like, optional
        Δ in the l2 norm: ``workload.sensitivity("l2")`` is exact. Without it sqrt(k), which is always enough.
    mode : {"classical", "analytic"}
        The textbook's σ, for ε < 1 only, or the least σ of the exact curve.

    Examples
    --------
    >>> gaussian_size(num_queries=180, alpha=0.1, beta=0.05, epsilon=0.9, delta=1e-6)
    3330
    """
    check.one_of("mode", mode, ("classical", "analytic"))
    k, error, miss = counts("num_queries", num_queries), fractions("alpha", alpha), fractions("beta", beta)
    eps, slack = positives("epsilon", epsilon), fractions("delta", delta)
    if mode == "classical" and (eps >= 1).any():
        raise ValueError(
            f'epsilon must be in (0, 1) with mode="classical"; got {float(eps[eps >= 1].flat[0])!r}: the formula is '
            'not proved there; mode="analytic" uses the exact curve and takes any epsilon'
        )
    moved = np.sqrt(k) if sensitivity is None else positives("sensitivity", sensitivity)
    if mode == "classical":
        sigma = np.sqrt(2.0 * np.log(1.25 / slack)) / eps
    else:
        pairs = np.stack(np.broadcast_arrays(eps, slack), axis=-1)
        some, place = np.unique(pairs.reshape(-1, 2), axis=0, return_inverse=True)
        sigma = _unit_scales(tuple(map(tuple, some.tolist())))[place.reshape(pairs.shape[:-1])]
    return whole_size(moved * sigma * np.sqrt(2.0 * np.log(2.0 * k / miss)), error, large="epsilon * alpha")


@lru_cache(maxsize=32)
def _unit_scales(pairs: tuple[tuple[float, float], ...]) -> NDArray[np.float64]:
    """σ for a sensitivity of 1 at each (ε, δ). Solved for by bisection, and the same ones are asked for again."""
    return np.atleast_1d(gaussian_scale(*np.array(pairs).T))


def pmw_size(
    *,
    universe: ArrayLike,
    num_queries: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    delta: float = 0.0,
    mode: Mode = "standard",
    composition: Composition = "better",
) -> Sizes:
    """Records that private multiplicative weights needs for an error <= α, with probability 1 - β (PMW-9, PMW-10).

    The run is made with α/4, as ``PrivateMultiplicativeWeights(epsilon, alpha / 4, …)``, and may fail with β/2 in
    either of its two steps: ``n = ceil(2 ln(4kL/β) / (ε₀ α/4))``, which is ``16 L ln(4kL/β) / (ε α)`` without δ.

    Parameters
    ----------
    universe, num_queries : array_like of int
        |U| >= 2, and k before complements are added, >= 1.
    alpha, beta, epsilon : array_like
        Error wanted and failure probability, in (0, 1), and ε > 0 in nats. All broadcast.
    delta, mode, composition
        As in `PrivateMultiplicativeWeights`; ``"closed"`` is the textbook's.

    Examples
    --------
    >>> pmw_size(universe=2**10, num_queries=180, alpha=0.1, beta=0.05, epsilon=1.0, mode="optimal")
    16146240
    """
    return run_size(
        universe=universe,
        closed_size=2 * counts("num_queries", num_queries, cap=2**61).astype(np.int64),
        alpha=fractions("alpha", alpha) / 4.0,
        beta=fractions("beta", beta) / 2.0,
        epsilon=epsilon,
        delta=delta,
        mode=mode,
        composition=composition,
    )


def run_size(
    *,
    universe: ArrayLike,
    closed_size: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    delta: float = 0.0,
    mode: Mode = "standard",
    composition: Composition = "better",
) -> Sizes:
    """Records with which a run at α keeps both promises with probability 1 - β each, and so ends within 4α (PMW-9).

    ``n = ceil(2 ln(|Q| L / β) / (ε₀ α))``.

    Parameters
    ----------
    universe, closed_size : array_like of int
        |U| >= 2, and |Q|, queries with their complements: ``workload.closed_size``.
    alpha, beta, epsilon : array_like
        The run's own α and the failure probability of either step, in (0, 1), and ε > 0 in nats. All broadcast.
    delta, mode, composition
        As in `PrivateMultiplicativeWeights`.

    Examples
    --------
    >>> run_size(universe=64, closed_size=80, alpha=0.1, beta=0.05, epsilon=1.0, mode="optimal")
    105792
    """
    mode = check.one_of("mode", mode, MODES)
    check.one_of("composition", composition, COMPOSITIONS)
    cells, many = counts("universe", universe, least=2), counts("closed_size", closed_size)
    error, miss, eps = fractions("alpha", alpha), fractions("beta", beta), positives("epsilon", epsilon)
    try:
        cells, error, eps = np.broadcast_arrays(cells, error, eps)
        np.broadcast_shapes(cells.shape, many.shape, miss.shape)
    except ValueError:
        raise ValueError("universe, queries, alpha, beta and epsilon must have shapes that broadcast") from None
    # ε₀ is solved for by bisection: once for equal |U|, α and ε.
    some, place = np.unique(np.stack([cells, error, eps], axis=-1).reshape(-1, 3), axis=0, return_inverse=True)
    planned = []
    for size, run, whole in some.tolist():
        most = whole_size(mistake_bound(int(size), run, mode), large="alpha")
        planned.append((most, epsilon_per_round(whole, most, delta=delta, composition=composition)))
    rounds, each = np.array(planned).T[:, place.reshape(cells.shape)]
    return whole_size(2.0 * np.log(many * rounds / miss), each * error, large="epsilon * alpha")


def affordable_alpha(
    n: int, *, universe: int, closed_size: int, beta: float, epsilon: float, delta: float = 0.0
) -> float:
    """The least α, to four digits, with which a run in tight mode on n records keeps both of its promises (PMW-9,
    PMW-8).

    In [0.001, 0.25), or NaN: 4α = 1 promises nothing. The others as in `run_size`.

    Examples
    --------
    >>> round(affordable_alpha(105_792, universe=64, closed_size=80, beta=0.05, epsilon=1.0), 4)
    0.1
    """
    people = check.count("n", n)

    def enough(alpha: float) -> bool:
        needed = run_size(universe=universe, closed_size=closed_size, alpha=alpha, beta=beta, epsilon=epsilon,
                          delta=delta, mode="optimal")  # fmt: skip
        return bool(needed <= people)

    if not enough(MOST_ALPHA):
        return math.nan
    if enough(LEAST_ALPHA):
        return LEAST_ALPHA
    high, low = math.log(MOST_ALPHA), math.log(LEAST_ALPHA)
    return math.exp(safe_end(lambda log: enough(math.exp(log)), high, low, tolerance=math.log1p(1e-4)))
