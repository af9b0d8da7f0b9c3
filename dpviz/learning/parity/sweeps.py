"""Parities along one axis: everything a picture needs, a frame at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.learning.parity._bits import Bits, constraints
from dpviz.learning.parity.incremental import System, trace
from dpviz.learning.parity.law import hypotheses
from dpviz.learning.parity.learner import PrivateParityLearner
from dpviz.learning.parity.ranks import full_rank_probability
from dpviz.learning.parity.sizes import AmplifiedSize, amplified_size
from dpviz.learning.parity.solution import label, solve

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sample:
    """Labelled examples, and the parity that labelled them.

    Attributes
    ----------
    X : ndarray of uint8, shape (n, d)
    y : ndarray of uint8, shape (n,)
    target : ndarray of uint8, shape (d,)
    """

    X: Bits
    y: Bits
    target: Bits


def teaching_sample(bits: int, *, seed: int, wrong: bool = False) -> Sample:
    """Uniform examples, d + 2 of them, chosen so that the first d + 1 have full rank; one label may be wrong.

    Parameters
    ----------
    bits : int
        d >= 1.
    seed : int
    wrong : bool, default False
        Flip the label of the last example. The others determine the parity, so it contradicts them.

    Returns
    -------
    Sample
    """
    bits = _check.count("bits", bits)
    rng = np.random.default_rng([seed, bits])
    target = rng.integers(0, 2, bits, dtype=np.uint8)
    if not target.any():
        target[0] = 1
    while True:
        X = rng.integers(0, 2, (bits + 2, bits), dtype=np.uint8)
        if solve(X[:-1], np.zeros(bits + 1, dtype=np.uint8)).rank == bits:
            break
    y = label(target, X)
    if wrong:
        y[-1] ^= 1
    return Sample(X, y, target)


def members(states: tuple[System, ...], X: Bits, y: Bits) -> NDArray[np.bool_]:
    """Which parities fit the examples so far, shape (n + 1, 2**d); for small d."""
    every = hypotheses(states[0].bits).astype(np.int64)
    fits = (every @ X.T.astype(np.int64)) % 2 == y  # (2**d, n)
    inside = np.ones((len(y) + 1, len(every)), dtype=bool)
    inside[1:] = np.logical_and.accumulate(fits.T, axis=0)
    return inside


@dataclass(frozen=True, eq=False)
class Halving:
    """What each example did to the parities that fit.

    Attributes
    ----------
    states : tuple of System, length n + 1
    inside : ndarray of bool, shape (n + 1, 2**d)
    """

    states: tuple[System, ...]
    inside: NDArray[np.bool_]


def halving_sweep(X: ArrayLike, y: ArrayLike) -> Halving:
    """Follow the parities that fit, one example more each frame.

    Parameters
    ----------
    X : array_like of bits, shape (n, d)
    y : array_like of bits, shape (n,)

    Returns
    -------
    Halving

    Notes
    -----
    Source: PAR-2.
    """
    rows, labels = constraints(X, y, names=("X", "y"))
    states = trace(rows, labels)
    return Halving(states, members(states, rows, labels))


def rank_simulation(bits: int, n: ArrayLike, *, trials: int, seed: int) -> Floats:
    """Share of trials in which n uniform examples have full rank, for every n of one growing sample a trial.

    Parameters
    ----------
    bits : int
        d, from 1 to 64.
    n : array_like of int, shape (m,)
    trials : int
    seed : int

    Returns
    -------
    ndarray of shape (m,)

    Notes
    -----
    Source: PAR-3. All trials are eliminated together, one word each.
    """
    bits = _check.count("bits", bits, most=64)
    rng = np.random.default_rng([seed, bits])
    wanted = np.asarray(n)
    most = int(wanted.max(initial=0))
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
    return (needed[:, None] <= wanted.ravel()).mean(axis=0).reshape(wanted.shape)


@dataclass(frozen=True, eq=False)
class RankCurve:
    """The chance of full rank against n, for one d.

    Attributes
    ----------
    n : ndarray of int
    exact, simulated : ndarray
    half : ndarray
        Half width of the simulation's band: two standard errors of the exact chance.
    trials : int
    """

    n: NDArray[np.int64]
    exact: Floats
    simulated: Floats
    half: Floats
    trials: int


def rank_curve(bits: int, extra: ArrayLike, *, trials: int, seed: int) -> RankCurve:
    """The chance that d + extra uniform examples have full rank: the formula, and a simulation with its band."""
    n = np.maximum(bits + np.asarray(extra, dtype=np.int64), 0)
    exact = full_rank_probability(bits, n)
    return RankCurve(n, exact, rank_simulation(bits, n, trials=trials, seed=seed),
                     2 * np.sqrt(exact * (1 - exact) / trials), trials)  # fmt: skip


@dataclass(frozen=True, eq=False)
class LiveRuns:
    """The runs of one amplified learner on split data, uniform examples.

    Attributes
    ----------
    size : AmplifiedSize
    stopped : ndarray of bool, shape (k,)
    kept, rank : ndarray of int, shape (k,)
        0 where the coin ended the run.
    right : ndarray of bool, shape (k,)
        Whether the run's parity is the true one.
    """

    size: AmplifiedSize
    stopped: NDArray[np.bool_]
    kept: NDArray[np.int64]
    rank: NDArray[np.int64]
    right: NDArray[np.bool_]

    @property
    def first(self) -> int | None:
        """The run whose parity is published."""
        passed = np.flatnonzero(~self.stopped)
        return int(passed[0]) if len(passed) else None


def live_runs(
    *, bits: int, alpha: float, beta: float, epsilon: float, keep: str = "seed", seed: int = 0
) -> LiveRuns:
    """Run the amplified learner once, on the examples it asks for.

    Parameters
    ----------
    bits : int
        d >= 1.
    alpha, beta : float
        In (0, 1).
    epsilon : float
        In nats.
    keep : {"seed", "tight"}
    seed : int

    Returns
    -------
    LiveRuns

    Notes
    -----
    Source: PAR-7, PAR-8. Only kept examples are drawn: how many are kept is binomial, and the rest is never looked at.
    """
    size = amplified_size(bits=bits, alpha=alpha, beta=beta, epsilon=epsilon, keep=keep)
    learner = PrivateParityLearner(epsilon, size.keep)
    rng = np.random.default_rng([seed, bits])
    target = rng.integers(0, 2, bits, dtype=np.uint8)
    stopped = rng.random(size.runs) < learner.coin
    kept = np.where(stopped, 0, rng.binomial(size.block, learner.keep, size.runs))
    rank, right = np.zeros(size.runs, dtype=np.int64), np.zeros(size.runs, dtype=bool)
    for i in np.flatnonzero(~stopped):
        X = rng.integers(0, 2, (int(kept[i]), bits), dtype=np.uint8)
        found = solve(X, label(target, X))
        rank[i] = found.rank
        right[i] = bool((found.draw(rng) == target).all())
    return LiveRuns(size, stopped, kept.astype(np.int64), rank, right)
