"""The runs that the pictures of the lesson share, each made once for what it depends on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.lessons.multiplicative_weights import people
from dpviz.lessons.multiplicative_weights.parameters import ROUNDS
from dpviz.queries import PrivateRun, Trajectory, run_size
from dpviz.queries.learner_sweep import learner_sweep
from dpviz.queries.private_sweep import private_sweep, resized
from dpviz.queries.traps import TRAPS, TrapRun, run_with_trap

BETA = 0.025  # of either of the two promises; together 0.05
WRONG_ROUNDS = 60  # of a learner that goes the wrong way; it would go on for ever


def rounds(sign: str) -> int:
    """After how many rounds a learner is given up."""
    return ROUNDS if sign == "away" else WRONG_ROUNDS


@lru_cache(maxsize=8)
def learnt(
    truth: str, cells: str, pick: str, sign: str, seed: int, alpha: tuple[float, ...], eta: tuple[float, ...]
) -> tuple[Trajectory, ...]:
    """The learner's run for each frame."""
    queries, histogram = people.toy(truth, cells)
    return learner_sweep(
        histogram / histogram.sum(),
        queries,
        alpha=alpha,
        eta=eta,
        rounds=rounds(sign),
        pick=pick,
        seed=seed,
        wrong_sign=sign == "towards",
    )


@lru_cache(maxsize=8)
def private(
    truth: str,
    cells: str,
    mode: Any,
    split: str,
    seed: int,
    epsilon: tuple[float, ...],
    n: tuple[int, ...],
    alpha: tuple[float, ...],
    delta: tuple[float, ...],
) -> tuple[tuple[PrivateRun, ...], NDArray[np.int64]]:
    """The private run of each frame, and how many people its promise asks for."""
    queries, histogram = people.toy(truth, cells)
    slack = delta if split == "better" else (0.0,) * len(delta)
    runs = private_sweep(
        histogram, queries, epsilon=epsilon, n=n, alpha=alpha, delta=slack, mode=mode, seed=seed
    )
    needed = [
        run_size(
            universe=queries.size,
            closed_size=queries.closed_size,
            alpha=a,
            beta=BETA,
            epsilon=e,
            delta=d,
            mode=mode,
        )
        for e, a, d in zip(epsilon, alpha, slack, strict=True)
    ]
    return runs, np.array(needed)


@lru_cache(maxsize=4)
def slips(cells: str, seed: int, epsilon: float, n: int, alpha: float) -> tuple[TrapRun, ...]:
    """Every slip with the same luck, on people who are all in one eighth of the cells."""
    queries, histogram = people.toy("corner", cells)
    return tuple(
        run_with_trap(
            trap,
            resized(histogram, n),
            queries,
            n,
            np.random.default_rng(seed),
            epsilon=epsilon,
            alpha=alpha,
            mode="tight",
        )
        for trap in TRAPS
    )
