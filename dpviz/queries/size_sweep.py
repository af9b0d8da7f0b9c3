"""Records that a promised error needs for all marginals of an order: noise on every answer, or weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.queries.budget import Mode
from dpviz.queries.sizes import gaussian_size, laplace_size, pmw_size

WAYS = (
    "laplace_naive",
    "laplace_exact",
    "gaussian_naive",
    "gaussian_exact",
    "slide",
    "tight",
    "slide_delta",
    "tight_delta",
)


@dataclass(frozen=True, eq=False, kw_only=True)
class SizeSweep:
    """Records needed, for each of F workloads and of the eight `WAYS`.

    Attributes
    ----------
    bits, order, num_queries : ndarray of shape (F,)
        d, l, and k = C(d, l) 2^l.
    sizes : ndarray of shape (8, F)
        n, rounded up.
    """

    bits: NDArray[np.int64]
    order: NDArray[np.int64]
    num_queries: NDArray[np.int64]
    sizes: NDArray[np.float64]

    def gain(self, at: int, rival: str, *, way: str = "tight") -> float:
        """How many times as many records the rival needs as multiplicative weights do; below 1 where it needs fewer."""
        return float(self.sizes[WAYS.index(rival), at] / self.sizes[WAYS.index(way), at])


def size_sweep(
    bits: ArrayLike,
    order: ArrayLike,
    *,
    alpha: ArrayLike,
    beta: ArrayLike,
    epsilon: ArrayLike,
    delta: float,
) -> SizeSweep:
    """Records that all l-way marginals of d attributes need for an error of at most α with probability 1 - β.

    Parameters
    ----------
    bits, order : array_like of int, shape (F,)
        d and l, 1 <= l <= d <= 62.
    alpha, beta, epsilon : array_like, shape (F,)
        In (0, 1), in (0, 1), and > 0 in nats.
    delta : float
        δ in (0, 1), of Gaussian noise and of the last two ways.

    Returns
    -------
    SizeSweep

    Notes
    -----
    Source: QR-3, QR-4, QR-5 (with the least σ of the exact curve, so that any ε will do), PMW-8, PMW-10 (with the
    better of basic and advanced composition, solved).

    Examples
    --------
    >>> found = size_sweep([20], [8], alpha=[0.1], beta=[0.05], epsilon=[1.0], delta=1e-6)
    >>> [int(n) for n in found.sizes[[1, 4, 5], 0]]
    [51105296, 469369904, 54984551]
    """
    d, way, a, b, e = np.broadcast_arrays(bits, order, alpha, beta, epsilon)
    bad = (way < 1) | (way > d) | (d > 62)
    if bad.any():
        raise ValueError(
            f"order and bits must be whole numbers with 1 <= order <= bits <= 62; got order {way[bad][0]} of "
            f"{d[bad][0]} bits"
        )
    sets = np.array([comb(int(i), int(j)) for i, j in zip(d, way, strict=True)])
    k = sets << way
    given = {"num_queries": k, "beta": b, "epsilon": e}
    # A sensitivity that is Δ times as large is an error that must be Δ times as small.
    noisy = [
        laplace_size(**given, alpha=a / k, sensitivity=1.0),
        laplace_size(**given, alpha=a / (2.0 * sets), sensitivity=1.0),
        *(
            gaussian_size(**given, alpha=a / moved**0.5, delta=delta, sensitivity=1.0, mode="analytic")
            for moved in (k, 2.0 * sets)
        ),
    ]
    asked = [(int(d[f]), int(k[f]), float(a[f]), float(b[f]), float(e[f])) for f in range(len(d))]
    weights = [
        [_pmw(*one, slack, mode) for one in asked]
        for slack in (0.0, float(delta))
        for mode in ("slide", "tight")
    ]
    return SizeSweep(
        bits=d.astype(np.int64),
        order=way.astype(np.int64),
        num_queries=k,
        sizes=np.array([*noisy, *weights], dtype=np.float64),
    )


@lru_cache(maxsize=16384)
def _pmw(bits: int, queries: int, alpha: float, beta: float, epsilon: float, delta: float, mode: Mode) -> int:
    return int(
        pmw_size(
            universe=1 << bits,
            num_queries=queries,
            alpha=alpha,
            beta=beta,
            epsilon=epsilon,
            delta=delta,
            mode=mode,
        )
    )
