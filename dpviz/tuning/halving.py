"""Successive halving: pull every arm a little, keep the better half, and spend as much again on those."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pull = Callable[[Ints, int, np.random.Generator], ArrayLike]


class Round(NamedTuple):
    """How many arms are still in, and how often each is pulled."""

    arms: int
    pulls: int


def round_count(arms: int) -> int:
    """R = ceil(log2 n), without a logarithm's rounding."""
    return (arms - 1).bit_length()


def schedule(arms: int, budget: int) -> tuple[Round, ...]:
    """The rounds: with R = ceil(log2 n) of them, each arm of a round is pulled floor(B / (arms in it × R)) times.

    It depends on n >= 2 and B alone, not on what is seen. B is at least n × R, so that every arm is pulled once in
    every round; the rounds use at most B pulls. Source: SH-1.

    Examples
    --------
    >>> [tuple(one) for one in schedule(8, 240)]
    [(8, 10), (4, 20), (2, 40)]
    """
    n = check.count("arms", arms, least=2)
    rounds = round_count(n)
    if isinstance(budget, int | np.integer) and not isinstance(budget, bool) and budget < n * rounds:
        raise ValueError(
            f"budget must be at least {n * rounds} (one pull of each of {n} arms in each of {rounds} rounds); got "
            f"{budget}"
        )
    total = check.count("budget", budget)
    found, left = [], n
    for _ in range(rounds):
        found.append(Round(left, total // (left * rounds)))
        left = (left + 1) // 2
    return tuple(found)


@dataclass(frozen=True)
class RoundOutcome:
    """What one round saw.

    Attributes
    ----------
    arms : ndarray of int, shape (s,)
        The arms that were in, increasing.
    pulls : int
        How often each was pulled.
    means : ndarray of shape (s,)
        The mean reward of each in this round; earlier rounds' rewards are not used again.
    kept : ndarray of int, shape (ceil(s / 2),)
        The arms that stay, increasing.
    """

    arms: Ints
    pulls: int
    means: Floats
    kept: Ints


@dataclass(frozen=True)
class Halving:
    """A run of successive halving, round by round."""

    rounds: tuple[RoundOutcome, ...]

    @property
    def survivor(self) -> int:
        """The arm that is left."""
        return int(self.rounds[-1].kept[0])

    @property
    def pulls(self) -> int:
        """Pulls used in all."""
        return sum(len(one.arms) * one.pulls for one in self.rounds)


@dataclass(frozen=True)
class BernoulliArms:
    """Arms that pay 1 with a probability of their own, else 0 (SH-1).

    Parameters
    ----------
    means : array_like of shape (n,)
        Each arm's probability, in [0, 1]; n >= 2.
    """

    means: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "means", as_means(self.means))

    def __call__(self, arms: Ints, pulls: int, rng: np.random.Generator) -> Floats:
        """Fresh rewards of these arms, shape (len(arms), pulls)."""
        chosen = check.integers("arms", arms, least=0, most=self.means.size - 1)
        if chosen.ndim != 1:
            raise ValueError(f"arms must have shape (n,); got {chosen.shape}")
        shape = chosen.size, check.entries("pulls", pulls, each=chosen.size)
        return (check.generator(rng).random(shape) < self.means[chosen, None]).astype(np.float64)


def as_means(means: ArrayLike, name: str = "means") -> Floats:
    """Mean rewards of n >= 2 arms, each in [0, 1]."""
    found = check.finite(name, means)
    if found.ndim != 1 or found.size < 2:
        raise ValueError(f"{name} must have shape (n,) with n >= 2 arms; got {found.shape}")
    bad = (found < 0) | (found > 1)
    if bad.any():
        first = int(np.argmax(bad))
        raise ValueError(f"{name} must lie in [0, 1]; got {found[first]:g} at {first}")
    return found


def best_half(scores: NDArray[Any], keep: int, rng: np.random.Generator) -> Ints:
    """Places of the `keep` largest of each row's last axis, ties broken at random; in no order."""
    ties = rng.random(scores.shape)
    order = np.lexsort((ties, scores), axis=-1)
    return order[..., -keep:]


def successive_halving(pull: Pull, arms: int, budget: int, *, rng: np.random.Generator) -> Halving:
    """Find a good arm with a fixed number of pulls (SH-1).

    Each round's means are of fresh samples; equal means are put in random order.

    Parameters
    ----------
    pull : callable
        ``pull(arms, pulls, rng) -> array of shape (len(arms), pulls)``: fresh rewards in [0, 1], for example
        `BernoulliArms`.
    arms, budget : int
        n >= 2, and B >= n × ceil(log2 n), in pulls.
    rng : numpy.random.Generator
        For the pulls, and for ties.

    Examples
    --------
    >>> arms = BernoulliArms([0.9, 0.1, 0.1, 0.1])
    >>> successive_halving(arms, 4, 400, rng=np.random.default_rng(0)).survivor
    0
    """
    plan, rng = schedule(arms, budget), check.generator(rng)
    check.entries("budget", budget)  # a pull is a number held
    check.function("pull", pull)
    left = np.arange(arms, dtype=np.int64)
    rounds = []
    for size, pulls in plan:
        rewards = check.finite("rewards", pull(left, pulls, rng))
        if rewards.shape != (size, pulls):
            raise ValueError(f"pull must return rewards of shape {(size, pulls)}; got {rewards.shape}")
        if ((rewards < 0) | (rewards > 1)).any():
            came = float(rewards[(rewards < 0) | (rewards > 1)][0])
            raise ValueError(f"rewards must lie in [0, 1]; got {came!r}")
        means = rewards.mean(axis=1)
        kept = np.sort(left[best_half(means, (size + 1) // 2, rng)])
        rounds.append(RoundOutcome(left, pulls, means, kept))
        left = kept
    return Halving(tuple(rounds))
