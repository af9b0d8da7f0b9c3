"""Errors measured, repetition by repetition: noise on every answer beside weights, on a row of tables.

Repetition r of every mechanism, on every table, draws from ``default_rng([SEED, r])``.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.mechanisms.laplace import laplace_noise
from dpviz.queries import (
    GaussianBaseline,
    LaplaceBaseline,
    Marginals,
    PracticalMultiplicativeWeights,
    PrivateMultiplicativeWeights,
    affordable_alpha,
)
from dpviz.queries.error_cases import Case

Floats = NDArray[np.float64]

MECHANISMS = ("laplace_naive", "laplace", "gaussian_naive", "gaussian", "practical", "theorem")
NOISE = 4  # of them put noise on every answer
DELTA, BETA = 1e-6, 0.05
REPETITIONS, SEED = 20, 1
REPLAYS = 3  # how often practical mode goes through its measurements again


@dataclass(frozen=True, eq=False, kw_only=True)
class Errors:
    """Errors of the six `MECHANISMS` on a row of F tables.

    `promised`, of shape (6, F), is what theory says the largest error is at most, with probability 1 - β; NaN where it
    says nothing. `alpha`, of shape (F,), is the least α of the theorem's run for which n is enough; NaN where none
    below 1/4 is: then it is not run. The largest and the mean error of the queries in each repetition, of shape (6, R,
    F), are NaN in those to come.
    """

    promised: Floats
    alpha: Floats
    largest: Floats
    means: Floats

    @property
    def mean(self) -> Floats:
        """The largest error, its mean over the repetitions: shape (6, F)."""
        return _mean(self.largest)

    @property
    def half(self) -> Floats:
        """Two standard errors of `mean`, at most the mean itself; NaN before the second repetition."""
        done = (~np.isnan(self.largest)).sum(axis=1)
        off = np.nansum((self.largest - self.mean[:, None]) ** 2, axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            error = 2.0 * np.sqrt(off / (done - 1) / done)
        # Equal errors differ in their last digit.
        return np.where(done > 1, np.minimum(np.round(error, 12), self.mean), np.nan)

    @property
    def average(self) -> Floats:
        """The mean error of the queries, its mean over the repetitions: shape (6, F)."""
        return _mean(self.means)


def _mean(errors: Floats) -> Floats:
    done = (~np.isnan(errors)).sum(axis=1)
    return np.where(done > 0, np.nansum(errors, axis=1) / np.maximum(done, 1), np.nan)


def measure(cases: Sequence[Case], rounds: Sequence[int]) -> Iterator[tuple[float, Errors]]:
    """Measure every mechanism on every table: first the noise whole, then the weights a repetition at a time.

    Noisy answers are cut to [0, 1], which is post-processing (DP-4). Practical mode has T rounds (one number a table),
    whole marginals where the queries are marginals, and no promise. The theorem's run is in tight mode, with δ (QR-4,
    QR-5, PMW-6, PMW-9).

    Yields the fraction done, and what is known. After each run there is a pair; its errors are new ones only when a
    repetition is complete.
    """
    shape = len(MECHANISMS), REPETITIONS, len(cases)
    largest, means, promised = np.full(shape, np.nan), np.full(shape, np.nan), np.full(shape[::2], np.nan)
    for f, case in enumerate(cases):
        for m, method in enumerate(noise(case.epsilon)):
            promised[m, f] = method.error_bound(case.workload, case.n, BETA)
        largest[:NOISE, :, f], means[:NOISE, :, f] = _noisy(case)
    alpha = np.array([affordable_alpha(case.n, **given(case), beta=BETA / 2, delta=DELTA) for case in cases])
    promised[-1] = 4.0 * alpha

    def known(done: int) -> Errors:
        to_come = np.zeros(shape, dtype=bool)
        to_come[NOISE:, done:] = True
        parts = {"largest": np.where(to_come, np.nan, largest), "means": np.where(to_come, np.nan, means)}
        return Errors(promised=promised, alpha=alpha, **parts)

    now, step, each = known(0), 0, len(cases) + int((~np.isnan(alpha)).sum())
    yield 0.0, now
    for r in range(REPETITIONS):
        for f, case in enumerate(cases):
            for m, weights in enumerate(_weights(case, rounds[f], alpha[f]), start=NOISE):
                run = weights.run(case.histogram, case.workload, case.n, np.random.default_rng([SEED, r]))
                largest[m, r, f], means[m, r, f] = run.max_error[-1], run.mean_error[-1]
                step += 1
                if step % each:
                    yield step / (each * REPETITIONS), now
        now = known(r + 1)
        yield (r + 1) / REPETITIONS, now


def given(case: Case) -> dict[str, Any]:
    """What of a table matters to how many records theory asks for."""
    return {"universe": case.workload.size, "closed_size": case.workload.closed_size, "epsilon": case.epsilon}


@lru_cache(maxsize=64)
def noise(epsilon: float) -> tuple[LaplaceBaseline | GaussianBaseline, ...]:
    """The four ways to put noise on every answer."""
    return (
        LaplaceBaseline(epsilon, calibration="naive"),
        LaplaceBaseline(epsilon),
        GaussianBaseline(epsilon, DELTA, calibration="naive", mode="analytic"),
        GaussianBaseline(epsilon, DELTA, mode="analytic"),
    )


def _noisy(case: Case) -> tuple[Floats, Floats]:
    """The largest and the mean errors of noise on every answer: shape (4, R) each."""
    k = case.workload.num_queries
    scales = [method.scale(case.workload, case.n) for method in noise(case.epsilon)]
    found = np.empty((2, NOISE, REPETITIONS))
    for r in range(REPETITIONS):
        draws = (
            laplace_noise(1.0, np.random.default_rng([SEED, r]), (k,)),
            np.random.default_rng([SEED, r]).standard_normal(k),
        )
        for m, scale in enumerate(scales):
            errors = np.abs(np.clip(case.answers + scale * draws[m // 2], 0.0, 1.0) - case.answers)
            found[:, m, r] = errors.max(), errors.mean()
    return found[0], found[1]


def _weights(case: Case, rounds: int, alpha: float) -> list[Any]:
    """Weights in practice, and the theorem's run where it promises something."""
    measured: Any = "marginal" if isinstance(case.workload, Marginals) else "query"
    made: list[Any] = [PracticalMultiplicativeWeights(case.epsilon, rounds, measure=measured, replays=REPLAYS)]
    if not math.isnan(alpha):
        made.append(PrivateMultiplicativeWeights(case.epsilon, alpha, delta=DELTA, mode="optimal"))
    return made
