"""Shuffling for all data sets at once: the binomial blanket, closed bounds, and the local ε that a central ε allows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.solve import safe_end
from dpviz._numeric.stats import likely_counts, log_binomial, sigmoid
from dpviz.local.shuffled import LEAST, LEFT_OUT, MOST_PEOPLE, check_local, largest_delta, least_epsilon

Floats = NDArray[np.float64]
PARTS = 16  # groups of blanket sizes at most


def binomial_blanket(epsilon: ArrayLike, *, n: int, local_epsilon: float) -> Any:
    """A δ that n shuffled randomised responses have at each ε, whatever the data (SHUF-2).

    Each of the n - 1 others ignores their bit with probability γ = 2/(e^ε₀ + 1) and tosses a fair coin. Who does so is
    told, so their answers alone hide the person. Sizes of the blanket are put into groups, each counted as its
    smallest: a larger one is more private. So δ is never below the exact one of any data set (`ShuffledResponse`).

    Parameters
    ----------
    epsilon : array_like
        ε in nats, finite and >= 0.
    n : int
        People, from 2 to 10^8.
    local_epsilon : float
        ε₀ of each randomised response, from 0.001 to 30.

    Examples
    --------
    >>> round(binomial_blanket(0.1, n=1000, local_epsilon=1.0), 7)
    8.91e-05
    """
    eps = check.nonnegatives("epsilon", epsilon)
    p, q = _view(check.count("n", n, least=2, most=MOST_PEOPLE), check_local(local_epsilon))
    return plain(np.asarray(np.vectorize(lambda e: float(largest_delta(p, q, np.asarray(e))))(eps)))


def blanket_epsilon(delta: ArrayLike, *, n: int, local_epsilon: float) -> Any:
    """`binomial_blanket` solved for ε, in nats: whatever the data, shuffling is (ε, δ)-private (SHUF-2).

    Parameters
    ----------
    delta : array_like
        δ in (0, 1), at least 1e-15.
    n, local_epsilon : int, float
        As in `binomial_blanket`.

    Examples
    --------
    >>> round(blanket_epsilon(1e-6, n=10_000, local_epsilon=1.0), 4)
    0.0433
    """
    slack = check.between("delta", delta, 1e-15, 1.0 - 1e-15)
    p, q = _view(check.count("n", n, least=2, most=MOST_PEOPLE), check_local(local_epsilon))
    return plain(np.asarray(least_epsilon(p, q, slack)))


def amplification_bound(form: str, *, local_epsilon: ArrayLike, delta: float, n: int) -> Any:
    """What published theorems say in closed form of n shuffled ε₀-private answers of any kind (SHUF-3).

    Parameters
    ----------
    form : {"clones", "first"}
        Feldman, McMillan and Talwar (2021), or Erlingsson and others (2019).
    local_epsilon : array_like
        ε₀ in nats, finite and > 0.
    delta : float
        δ in (0, 1).
    n : int
        People, >= 2.

    Returns
    -------
    float or ndarray
        ε in nats, or ε₀ itself where the theorem does not apply or says more.

    Examples
    --------
    >>> round(amplification_bound("clones", local_epsilon=1.0, delta=1e-6, n=10_000), 4)
    0.214
    """
    check.one_of("form", form, ("clones", "first"))
    eps, slack = check.positives("local_epsilon", local_epsilon), check.fraction("delta", delta)
    people = check.count("n", n, least=2)
    with np.errstate(over="ignore", invalid="ignore"):
        if form == "clones":
            inside = eps <= math.log(people / (16.0 * math.log(2.0 / slack)))
            root = 8.0 * np.sqrt(np.exp(eps) * math.log(4.0 / slack) / people) + 8.0 * np.exp(eps) / people
            found = np.log1p(np.tanh(eps / 2.0) * root)
        else:
            inside = (eps < 0.5) & (slack < 0.01) & (people >= 1000)
            found = 12.0 * eps * math.sqrt(math.log(1.0 / slack) / people)
    return plain(np.asarray(np.where(inside, np.minimum(found, eps), eps)))


def local_epsilon_for(epsilon: float, *, delta: float, n: int) -> float:
    """The largest ε₀ with which n shuffled randomised responses are (ε, δ)-private, whatever the data (SHUF-2).

    By the blanket: at least ε, and at most 30; right to four digits and on the safe side.

    Parameters
    ----------
    epsilon : float
        ε in nats, from 0.001 to 30.
    delta : float
        δ in (0, 1), at least 1e-15.
    n : int
        As in `binomial_blanket`.

    Examples
    --------
    >>> round(local_epsilon_for(0.5, delta=1e-6, n=10_000), 2)
    4.3
    """
    eps = check.positive("epsilon", epsilon)
    if not 1e-3 <= eps <= 30.0:
        raise ValueError(f"epsilon must be from 0.001 to 30; got {epsilon!r}")
    holds = lambda local: blanket_epsilon(delta, n=n, local_epsilon=local) <= eps  # noqa: E731
    return safe_end(holds, eps, 30.0, tolerance=1e-4 * eps)


def _view(n: int, local_epsilon: float) -> tuple[Floats, Floats]:
    """Both distributions of what is seen: the size of the blanket, and how many in it, or the person, answer 1."""
    keep, flip = float(sigmoid(local_epsilon)), float(sigmoid(-local_epsilon))
    share = 2.0 * flip
    sizes = likely_counts(n - 1, share, left_out=LEFT_OUT)
    weights = np.exp(log_binomial(sizes, n - 1, share, miss=keep - flip))
    # Sizes that differ by a hundredth hide nearly alike.
    starts = np.arange(0, len(sizes), max(1, -(-len(sizes) // PARTS), int(sizes[len(sizes) // 2] // 100)))
    zero, one = [], []
    for start, weight in zip(starts, np.add.reduceat(weights, starts.astype(np.intp)), strict=True):
        size = int(sizes[start])
        coins = weight * np.exp(log_binomial(likely_counts(size, 0.5, left_out=LEFT_OUT), size, 0.5))
        zero.append(np.convolve(coins, [keep, flip]))
        one.append(np.convolve(coins, [flip, keep]))
    seen = np.concatenate(zero), np.concatenate(one)
    held = np.minimum(*seen) > LEAST
    return seen[0][held], seen[1][held]
