"""How fast random examples fill the space: exact distributions of the rank of random bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import counts

MOST_BITS = 4096
"""Distributions of ranks are tables of the square of this."""


def full_rank_probability(bits: ArrayLike, n: ArrayLike) -> NDArray[np.float64]:
    """Probability that n >= 0 uniform examples of d >= 1 bits have rank d; both broadcast (PAR-3).

    ``prod_{i<d} (1 - 2**(i - n))``, and 0 for n < d.

    Examples
    --------
    >>> full_rank_probability(3, [3, 4]).tolist()
    [0.328125, 0.615234375]
    """
    d, number = counts("bits", bits)[..., None], check.integers("n", n, least=0)[..., None]
    if d.max() > MOST_BITS:
        raise ValueError(f"bits must be at most {MOST_BITS}; got {int(d.max())}")
    i = np.arange(d.max())
    factors = np.where(i < d, 1.0 - np.exp2(np.minimum(i - number, 0.0)), 1.0)
    return np.prod(np.maximum(factors, 0.0), axis=-1)


def full_rank_rate(bits: int, n: ArrayLike, *, trials: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Share of trials in which n uniform examples of d bits, 1 to 64, have rank d, in the shape of n >= 0 (PAR-3).

    A trial is one growing sample. All are eliminated together, one word each.

    Examples
    --------
    >>> full_rank_rate(3, [2, 3, 13], trials=100, rng=np.random.default_rng(1)).tolist()
    [0.0, 0.25, 1.0]
    """
    bits = check.count("bits", bits, most=64)
    trials, rng = check.entries("trials", trials, each=bits), check.generator(rng)
    number = check.integers("n", n, least=0)
    most = int(number.max(initial=0))
    basis = np.zeros((bits, trials), dtype=np.uint64)
    rank = np.zeros(trials, dtype=np.int64)
    needed = np.full(trials, most + 1)
    for k in range(1, most + 1):
        new = rng.integers(0, 2**64, trials, dtype=np.uint64) >> np.uint64(64 - bits)
        waiting = np.ones(trials, dtype=bool)
        for j in range(bits):
            has = waiting & (new >> np.uint64(j) & np.uint64(1)).astype(bool)
            free = has & (basis[j] == 0)
            basis[j][free] = new[free]
            rank += free
            waiting &= ~free
            new = np.where(has, new ^ basis[j], new)
        needed[(rank == bits) & (needed > most)] = k
        if (rank == bits).all():
            break
    return (needed <= number[..., None]).mean(axis=-1)
