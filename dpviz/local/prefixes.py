"""The most frequent of very many values, prefix by prefix: each person answers about one length of prefix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.local.oracles import FrequencyOracle


@dataclass(frozen=True)
class PrefixLevel:
    """One length of prefix.

    Attributes
    ----------
    bits : int
        How long the prefixes are.
    candidates : ndarray of int64, shape (c,)
        The prefixes that were asked about, as numbers.
    estimates : ndarray of shape (c,)
        The share of people with each, without bias.
    standard_error : float
        Of a prefix that nobody has.
    kept : ndarray of bool, shape (c,)
        Those that were looked into further; at the last level, those that are reported.
    """

    bits: int
    candidates: NDArray[np.int64]
    estimates: NDArray[np.float64]
    standard_error: float
    kept: NDArray[np.bool_]


def prefix_search(
    counts: ArrayLike, *, epsilon: float, step: int, keep: int, rng: np.random.Generator
) -> tuple[PrefixLevel, ...]:
    """Find the values that most people have, of 2^L values, without asking about each (LOC-6).

    Everybody picks one length of prefix at random and answers once, by optimised unary encoding over the prefixes of
    that length that are left; who has none of them encodes zeros only. ε-private under ``"replace"``. The sums of the
    answers are drawn, and not one answer after the other. The levels come one a length, the shortest first.

    Parameters
    ----------
    counts : array_like of int, shape (2^L,)
        How many people have each value, L >= 1; a value's first bit is its highest.
    epsilon : float
        ε in nats, > 0 and at most 100.
    step : int
        By how many bits prefixes grow, from 1 to 8; L is a multiple of it.
    keep : int
        How many prefixes of each length are kept, at most 1024: those with the largest estimates.
    rng : numpy.random.Generator
        The source of randomness.

    Examples
    --------
    >>> counts = [0] * 14 + [60_000, 40_000]
    >>> last = prefix_search(counts, epsilon=2.0, step=2, keep=2, rng=np.random.default_rng(0))[-1]
    >>> last.candidates[last.kept].tolist()
    [14, 15]
    """
    people = check.integers("counts", counts, least=0, most=2**40)
    size = people.size
    length = size.bit_length() - 1
    if people.ndim != 1 or size < 2 or size != 1 << length:
        raise ValueError(f"counts must have shape (2^L,) with L >= 1; got {people.shape}")
    grow = check.count("step", step, most=8)
    if length % grow:
        raise ValueError(f"step must divide the {length} bits of a value; got {step}")
    most = check.count("keep", keep, most=1024)
    check.generator(rng)
    if people.sum() < 1:
        raise ValueError("counts must hold at least 1 person; got 0")
    levels, kept, left = length // grow, np.zeros(1, dtype=np.int64), people
    found = []
    for level in range(1, levels + 1):
        here = rng.binomial(left, 1.0 / (levels - level + 1))  # those that picked this length
        left = left - here
        bits = level * grow
        candidates = (kept[:, None] * 2**grow + np.arange(2**grow)).ravel()
        oracle = FrequencyOracle(form="optimised", epsilon=epsilon, categories=len(candidates))
        asked = max(int(here.sum()), 1)
        having = here.reshape(2**bits, -1).sum(axis=1)[candidates]
        support = rng.binomial(having, oracle.own) + rng.binomial(int(here.sum()) - having, oracle.other)
        made = oracle.estimate(support, n=asked)
        error = float(np.sqrt(oracle.other * (1 - oracle.other) / asked) / oracle.gap)
        best = np.sort(np.argsort(-made.frequencies, kind="stable")[:most])
        chosen = np.zeros(len(candidates), dtype=np.bool_)
        chosen[best] = True
        found.append(PrefixLevel(bits, candidates, made.frequencies, error, chosen))
        kept = candidates[best]
    return tuple(found)
