"""The private learner's exact distribution on one sample, for every keep-probability at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric.stats import log_binomial
from dpviz.learning.parity._bits import Bits, constraints

MOST_BITS = 10
MOST_SETS = 4096  # different solution sets that one sample may lead to


def hypotheses(bits: int) -> Bits:
    """All parities over d bits, shape (2**d, d); row i has bit j of i in column j."""
    return (np.arange(1 << bits)[:, None] >> np.arange(bits) & 1).astype(np.uint8)


def profile(X: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
    """How the sizes of the kept part lead to the outputs, shape (n + 1, 2**d + 1), d at most 10 (PAR-4).

    Entry (k, r): the mean, over all ways to keep k of the examples, of the probability that r is then drawn; the last
    column is for no solution. Each row sums to 1. Subsets with the same solutions are counted together, so long samples
    cost no more than short ones.
    """
    rows, labels = constraints(X, y, names=("X", "y"))
    bits = rows.shape[1]
    if bits > MOST_BITS:
        raise ValueError(f"X must have at most {MOST_BITS} columns for an exact distribution; got {bits}")
    every = hypotheses(bits)
    full = (1 << (1 << bits)) - 1
    # A set of parities is a number with a bit for each; ways[set][k] is the share of the subsets of k examples that
    # lead there: of the subsets themselves there are too many for a float beyond a thousand examples.
    ways: dict[int, NDArray[np.float64]] = {full: np.eye(1, len(rows) + 1)[0]}
    size = np.arange(len(rows) + 1)
    for many, (x, label) in enumerate(zip(rows, labels, strict=True), start=1):
        # Of the subsets of k among so many examples, k / many have the last one.
        new = np.minimum(size / many, 1.0)
        fits = (every.astype(np.int64) @ x) & 1 == label
        mask = int.from_bytes(np.packbits(fits, bitorder="little").tobytes(), "little") & full
        grown = {found: shares * (1 - new) for found, shares in ways.items()}
        for found, shares in ways.items():
            both = found & mask
            moved = np.concatenate([[0.0], shares[:-1]]) * new
            grown[both] = grown[both] + moved if both in grown else moved
        ways = grown
        if len(ways) > MOST_SETS:
            raise ValueError(f"X must lead to at most {MOST_SETS} different solution sets; got {len(ways)} or more")
    table = np.zeros((len(rows) + 1, (1 << bits) + 1))
    for found, shares in ways.items():
        if found == 0:
            table[:, -1] += shares
            continue
        raw = np.frombuffer(found.to_bytes(max(1, (1 << bits) // 8), "little"), dtype=np.uint8)
        inside = np.flatnonzero(np.unpackbits(raw, count=1 << bits, bitorder="little"))
        table[:, inside] += (shares / len(inside))[:, None]
    return table


def distribution_of(
    table: NDArray[np.float64], keep: ArrayLike, coin: ArrayLike, *, drop: float | None = None
) -> NDArray[np.float64]:
    """The distributions that a profile gives, for whole arrays of keep-probabilities and coins.

    `table` is from `profile`, of shape (..., n + 1, m); keep and coin broadcast to a shape S, and the result has shape
    S + (..., m). `drop` is 1 - keep, where a float of `keep` has lost it.
    """
    p, kappa = np.broadcast_arrays(np.asarray(keep, dtype=np.float64), np.asarray(coin, dtype=np.float64))
    n = table.shape[-2] - 1
    weight = np.exp(log_binomial(np.arange(n + 1), n, p[..., None], miss=drop))
    distribution = np.tensordot(weight, np.moveaxis(table, -2, 0), axes=1) if p.ndim else np.einsum(
        "k,...km->...m", weight, table
    )  # fmt: skip
    share = kappa.reshape(kappa.shape + (1,) * (distribution.ndim - kappa.ndim))
    distribution = distribution * (1 - share)
    distribution[..., -1] += share[..., 0]
    return distribution
