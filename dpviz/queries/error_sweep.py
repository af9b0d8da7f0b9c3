"""Error measured, and error promised: Laplace, Gaussian and private multiplicative weights on the same tables.

All see the same luck: repetition r of every mechanism, on every table, draws from ``default_rng([seed, r])``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz import _check
from dpviz._solve import safe_end
from dpviz.mechanisms import GaussianMechanism
from dpviz.mechanisms.laplace import laplace_noise
from dpviz.queries.base import Floats
from dpviz.queries.error_cases import Case
from dpviz.queries.marginals import Marginals
from dpviz.queries.practical import PracticalMultiplicativeWeights
from dpviz.queries.private import PrivateMultiplicativeWeights
from dpviz.queries.sizes import run_size

MECHANISMS = ("laplace_naive", "laplace_exact", "gaussian_naive", "gaussian_exact", "practical", "theorem")
BASELINES = 4
REPLAYS = 3  # how often practical mode goes through its measurements again
LEAST_ALPHA, MOST_ALPHA = 1e-3, 0.25 * (1 - 1e-9)  # 4α = 1 promises nothing


@dataclass(frozen=True, eq=False, kw_only=True)
class ErrorSweep:
    """Errors of six mechanisms on a row of F tables, in the order of `MECHANISMS`.

    Attributes
    ----------
    epsilon, n, num_queries, universe : ndarray of shape (F,)
        Of each table.
    uniform : ndarray of shape (F,)
        The largest error of the uniform distribution, where every run of multiplicative weights begins.
    promised : ndarray of shape (6, F)
        What theory says the largest error is at most, with probability 1 - β; NaN where it says nothing.
    alpha : ndarray of shape (F,)
        α that the theorem's run is made with: the least for which n is enough. NaN where 4α would be 1 or more: then it
        is not run.
    needed : ndarray of shape (F,)
        People from which on the theorem promises an error below 1.
    mean, low, high : ndarray of shape (6, F)
        The largest error, cut to at most 1: its mean over the repetitions, and two standard errors to each side (NaN
        before the second repetition).
    average : ndarray of shape (6, F)
        The mean error of the queries, likewise a mean over the repetitions.
    repetitions : ndarray of shape (6,)
        How many are in.
    rounds_used : ndarray of shape (F,)
        How many rounds the theorem's run took, on average; NaN where it did not run.
    """

    epsilon: Floats
    n: NDArray[np.int64]
    num_queries: NDArray[np.int64]
    universe: NDArray[np.int64]
    uniform: Floats
    promised: Floats
    alpha: Floats
    needed: NDArray[np.int64]
    mean: Floats
    low: Floats
    high: Floats
    average: Floats
    repetitions: NDArray[np.int64]
    rounds_used: Floats

    def best(self, at: int) -> str:
        """The mechanism with the least mean of the largest error on one table."""
        found = np.where(np.isnan(self.mean[:, at]), np.inf, self.mean[:, at])
        return MECHANISMS[int(found.argmin())]


def error_sweep(
    cases: Sequence[Case],
    *,
    delta: float,
    beta: float,
    rounds: int | Sequence[int],
    repetitions: int,
    seed: int,
) -> Iterator[tuple[float, ErrorSweep]]:
    """Measure every mechanism on every table, a repetition at a time.

    Laplace (ε) and Gaussian noise (ε, δ; least σ of the exact curve), each by the naive and the exact sensitivity, with
    answers cut to [0, 1] afterwards. Practical mode: T rounds, whole marginals where the queries are marginals,
    ``step="fit"``, replayed 3 times. The theorem's mode: tight, with δ, at the least α that n affords.

    Parameters
    ----------
    cases : sequence of Case
        At least one.
    delta, beta : float
        δ and the failure probability, in (0, 1).
    rounds : int or sequence of int
        T of practical mode, for all tables or one for each.
    repetitions : int
        R >= 1.
    seed : int

    Yields
    ------
    tuple of (float, ErrorSweep)
        The fraction done, and what is known: first the baselines whole, last everything, with fraction 1. After
        each run there is a pair; its sweep is a new one only when a repetition is complete.

    Notes
    -----
    Source: QR-4, QR-5, PMW-6, PMW-9, DP-4 (cutting is post-processing). Practical mode comes with no promise.
    """
    if not cases:
        raise ValueError("cases must hold at least one Case; got none")
    delta, beta = _check.fraction("delta", delta), _check.fraction("beta", beta)
    turns = [rounds] * len(cases) if isinstance(rounds, int) else list(rounds)
    if len(turns) != len(cases):
        raise ValueError(
            f"rounds must be one number, or one for each of {len(cases)} cases; got {len(turns)}"
        )
    methods = [_practical(case, t) for case, t in zip(cases, turns, strict=True)]
    repetitions = _check.count("repetitions", repetitions)
    return _measure(list(cases), methods, delta, beta, repetitions, seed)


def _measure(
    cases: list[Case],
    methods: list[PracticalMultiplicativeWeights],
    delta: float,
    beta: float,
    repetitions: int,
    seed: int,
) -> Iterator[tuple[float, ErrorSweep]]:
    frames, kinds = len(cases), len(MECHANISMS)
    alpha = np.array([affordable_alpha(case, delta=delta, beta=beta) for case in cases])
    able = ~np.isnan(alpha)
    largest = np.full((kinds, repetitions, frames), np.nan)
    average = np.full((kinds, repetitions, frames), np.nan)
    used = np.full((repetitions, frames), np.nan)
    scales = _scales(cases, delta)
    for f, case in enumerate(cases):
        _baselines(case, scales[:, f], seed, largest[:, :, f], average[:, :, f])
    sizes = np.array([case.workload.num_queries for case in cases])
    reach = np.stack([np.log(sizes / beta)] * 2 + [np.sqrt(2.0 * np.log(2.0 * sizes / beta))] * 2)
    promised = np.full((kinds, frames), np.nan)
    promised[:BASELINES] = scales * reach
    promised[-1] = 4.0 * alpha
    fixed = {
        "epsilon": np.array([case.epsilon for case in cases]),
        "n": np.array([case.n for case in cases]),
        "num_queries": sizes,
        "universe": np.array([case.workload.size for case in cases]),
        "uniform": np.array([case.uniform_error for case in cases]),
        "promised": promised,
        "alpha": alpha,
        "needed": np.array([_people(case, MOST_ALPHA, delta, beta) for case in cases]),
    }

    def known(done: int) -> ErrorSweep:
        counts = np.array([repetitions] * BASELINES + [done] * 2)
        return ErrorSweep(
            **fixed, **_summary(largest, average, counts), repetitions=counts,
            rounds_used=used[:done].mean(axis=0) if done else np.full(frames, np.nan),
        )  # fmt: skip

    now = known(0)
    total, steps = repetitions * (frames + int(able.sum())), 0
    yield 0.0, now
    for r in range(repetitions):
        for f, case in enumerate(cases):
            run: Any = methods[f].run(case.histogram, case.workload, case.n, np.random.default_rng([seed, r]))
            largest[-2, r, f], average[-2, r, f] = run.max_error[-1], run.mean_error[-1]
            steps += 1
            if able[f]:
                if steps < total:
                    yield steps / total, now
                run = PrivateMultiplicativeWeights(
                    case.epsilon, float(alpha[f]), delta=delta, mode="tight"
                ).run(case.histogram, case.workload, case.n, np.random.default_rng([seed, r]))
                largest[-1, r, f], average[-1, r, f] = run.max_error[-1], run.mean_error[-1]
                used[r, f] = run.rounds
                steps += 1
            if f == frames - 1:
                now = known(r + 1)
            yield steps / total, now


def _practical(case: Case, rounds: int) -> PracticalMultiplicativeWeights:
    measure: Any = "marginal" if isinstance(case.workload, Marginals) else "query"
    return PracticalMultiplicativeWeights(case.epsilon, rounds, measure=measure, step="fit", replays=REPLAYS)


def _scales(cases: list[Case], delta: float) -> Floats:
    """The noise on each answer, as a fraction: shape (4, F)."""
    each = {
        e: GaussianMechanism(epsilon=e, delta=delta, sensitivity=1.0, mode="analytic").scale
        for e in {case.epsilon for case in cases}
    }
    return np.array(
        [[case.moved(way, "l1") / (case.epsilon * case.n) for case in cases] for way in ("naive", "exact")]
        + [[case.moved(way, "l2") * each[case.epsilon] / case.n for case in cases] for way in ("naive", "exact")]
    )  # fmt: skip


def _baselines(case: Case, scales: Floats, seed: int, largest: Floats, average: Floats) -> None:
    """Fill in the errors of the four baselines: `largest` and `average` have shape (6, R)."""
    k = case.workload.num_queries
    for r in range(largest.shape[1]):
        noises = (
            laplace_noise(1.0, np.random.default_rng([seed, r]), (k,)),
            np.random.default_rng([seed, r]).standard_normal(k),
        )
        for at in range(BASELINES):
            noisy = case.answers + scales[at] * noises[at // 2]
            errors = np.abs(np.clip(noisy, 0.0, 1.0) - case.answers)
            largest[at, r], average[at, r] = errors.max(), errors.mean()


def _summary(largest: Floats, average: Floats, counts: NDArray[np.int64]) -> dict[str, Any]:
    shape = (len(counts), largest.shape[2])
    found = {name: np.full(shape, np.nan) for name in ("mean", "low", "high", "average")}
    for at, done in enumerate(counts):
        if not done:
            continue
        seen = largest[at, :done]
        found["mean"][at], found["average"][at] = seen.mean(axis=0), average[at, :done].mean(axis=0)
        if done > 1:
            error = 2.0 * seen.std(axis=0, ddof=1) / math.sqrt(done)
            found["low"][at] = np.maximum(found["mean"][at] - error, 0.0)
            found["high"][at] = np.minimum(found["mean"][at] + error, 1.0)
    return found


def affordable_alpha(case: Case, *, delta: float, beta: float) -> float:
    """The least α, to four digits, at which the theorem promises an error of 4α for this table's n; NaN if 4α >= 1.

    Parameters
    ----------
    case : Case
    delta, beta : float
        In (0, 1); either step of the run may fail with β/2.

    Returns
    -------
    float
        α in [0.001, 0.25), or NaN.

    Notes
    -----
    Source: PMW-9, PMW-8, in tight mode.
    """

    def enough(alpha: float) -> bool:
        return _people(case, alpha, delta, beta) <= case.n

    if not enough(MOST_ALPHA):
        return math.nan
    if enough(LEAST_ALPHA):
        return LEAST_ALPHA
    high, low = math.log(MOST_ALPHA), math.log(LEAST_ALPHA)
    return math.exp(safe_end(lambda log: enough(math.exp(log)), high, low, tolerance=math.log1p(1e-4)))


def _people(case: Case, alpha: float, delta: float, beta: float) -> int:
    """Records with which the theorem's run at α keeps its promise."""
    return run_size(
        universe=case.workload.size,
        closed_size=case.workload.closed_size,
        alpha=alpha,
        beta=beta / 2.0,
        epsilon=case.epsilon,
        delta=delta,
        mode="tight",
    )
