"""Tuning when every validation score is a noisy release.

A score on m validation people is a mean of zeros and ones: replacing one of them moves it by at most 1/m. So each score
that is looked at costs privacy, whether or not it is ever printed. Three ways to pay are compared here, for the same
total: noise on every evaluation, noise on each arm's mean in a round (the evaluations of one round see the same people,
so their mean moves by at most 1/m too), and report noisy max, which asks once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.mechanisms.noisy_max import ReportNoisyMax
from dpviz.privacy.composition import advanced_composition
from dpviz.tuning.halving import Floats, RoundOutcome, as_means, best_half, schedule

WAYS = ("evaluation", "mean", "once")


@dataclass(frozen=True)
class PrivateCost:
    """What a tuning costs, and the noise that pays for it.

    Attributes
    ----------
    releases : int
        Noisy numbers looked at (for ``"once"``: the one answer).
    each : float
        ε of one of them, in nats.
    total : float
        ε of all together, in nats, by basic composition: the number that was asked for.
    scale : float
        Laplace scale of the noise on one of them, as a share of the validation people.
    """

    releases: int
    each: float
    total: float
    scale: float

    def advanced(self, slack: float) -> float:
        """ε of all together by advanced composition with a slack δ' in (0, 1), if that is less than `total`."""
        found, _ = advanced_composition(self.each, self.releases, slack)
        return min(float(found), self.total)


def private_cost(arms: int, budget: int, *, epsilon: float, records: int, noise: str) -> PrivateCost:
    """Split a budget of ε over a tuning; known beforehand, since the schedule does not depend on the data.

    Source: SH-3, LAP-2, DP-6, EXP-6. Laplace noise of scale ``1 / (m ε_each)``; for report noisy max twice that, and
    the scores themselves are not released.

    Parameters
    ----------
    arms, budget : int
        n >= 2, and B >= n × ceil(log2 n), in evaluations.
    epsilon : float
        What all of it may cost one validation person, in nats, > 0; neighbouring is ``"replace"``.
    records : int
        m >= 1, the validation people.
    noise : {"evaluation", "mean", "once"}
        A release is each evaluation, each arm's mean in a round, or the final answer (report noisy max).

    Examples
    --------
    >>> private_cost(8, 240, epsilon=1.0, records=500, noise="mean").releases
    14
    """
    plan, total = schedule(arms, budget), check.positive("epsilon", epsilon)
    m = check.count("records", records)
    check.one_of("noise", noise, WAYS)
    releases = {
        "evaluation": sum(one.arms * one.pulls for one in plan),
        "mean": sum(one.arms for one in plan),
        "once": 1,
    }[noise]
    each = total / releases
    return PrivateCost(releases, each, each * releases, (2.0 if noise == "once" else 1.0) / (m * each))


@dataclass(frozen=True)
class PrivateTuning:
    """A tuning, many times over.

    Attributes
    ----------
    survivors : ndarray of int, shape (runs,)
        The arm chosen in each run.
    rounds : tuple of RoundOutcome
        The first run, round by round; empty for ``"once"``.
    cost : PrivateCost
    """

    survivors: NDArray[np.intp]
    rounds: tuple[RoundOutcome, ...]
    cost: PrivateCost


def private_tuning(
    scores: ArrayLike, budget: int, *, epsilon: float, records: int, noise: str, rng: np.random.Generator, runs: int = 1
) -> PrivateTuning:
    """Choose the arm with the best validation score, privately for the validation people (SH-3).

    The choice is ε-differentially private for the validation people under ``"replace"``. It says nothing of the people
    the models were trained on. A noisy mean may leave [0, 1] and is kept as it is; the theorem on successive halving,
    which is about rewards in [0, 1], does not cover it.

    Parameters
    ----------
    scores : array_like of shape (n,)
        Exact validation score of each arm: the share of the validation people classified right.
    budget, epsilon, records, noise
        As in `private_cost`.
    rng : numpy.random.Generator
    runs : int, default 1
        How many independent tunings, at least 1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> private_tuning([0.9, 0.5], 40, epsilon=1.0, records=1000, noise="mean", rng=rng).survivors
    array([0])
    """
    values, rng = as_means(scores, "scores"), check.generator(rng)
    runs = check.entries("runs", runs, each=values.size)
    cost = private_cost(values.size, budget, epsilon=epsilon, records=records, noise=noise)
    if noise == "once":
        mechanism = ReportNoisyMax(epsilon=cost.each, sensitivity=1 / records)
        chosen = np.asarray(mechanism.select(values, rng, size=runs), dtype=np.intp)
        return PrivateTuning(chosen, (), cost)
    left = np.broadcast_to(np.arange(values.size, dtype=np.intp), (runs, values.size))
    rounds = []
    for size, pulls in schedule(values.size, budget):
        means = values[left] + cost.scale * _noise(left.shape, pulls if noise == "evaluation" else 1, rng)
        kept = np.sort(np.take_along_axis(left, best_half(means, (size + 1) // 2, rng), axis=1), axis=1)
        rounds.append(RoundOutcome(left[0], pulls, means[0], kept[0]))
        left = kept
    return PrivateTuning(left[:, 0].copy(), tuple(rounds), cost)


def _noise(shape: tuple[int, ...], averaged: int, rng: np.random.Generator) -> Floats:
    """Mean of so many independent Laplace draws of scale 1: the difference of two gamma draws, divided."""
    return np.asarray(rng.gamma(averaged, size=shape) - rng.gamma(averaged, size=shape)) / averaged
