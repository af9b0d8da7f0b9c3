"""The two simple ways to answer many queries: Laplace or normal noise on each."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.mechanisms import GaussianMechanism, LaplaceMechanism, laplace_error_bound
from dpviz.queries.base import Floats, Queries
from dpviz.queries.private import queries

CALIBRATIONS = ("exact", "naive")
Calibration = Literal["exact", "naive"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Release:
    """Noisy answers of all k queries, beside the truth.

    Attributes
    ----------
    noisy_answers, answers : ndarray of shape (k,)
        What is released, and the exact fractions.
    scale : float
        Of the noise on each answer: Laplace's b, or the normal σ, as a fraction.
    epsilon, delta : float
        The guarantee under ``"replace"``.
    """

    noisy_answers: Floats
    answers: Floats
    scale: float
    epsilon: float
    delta: float

    @property
    def max_error(self) -> float:
        """The largest error of a query."""
        return float(np.abs(self.noisy_answers - self.answers).max())

    @property
    def mean_error(self) -> float:
        """The mean error of the queries."""
        return float(np.abs(self.noisy_answers - self.answers).mean())


@dataclass(frozen=True)
@check.fields(epsilon=check.positive, calibration=check.word(CALIBRATIONS))
class LaplaceBaseline:
    """Every answer with Laplace noise, ε-private under ``"replace"`` (QR-4, QR-3).

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    calibration : {"exact", "naive"}
        The l1 sensitivity: of this workload exactly, or k/n, which holds for any k queries.

    Examples
    --------
    >>> from dpviz.queries import Marginals
    >>> pairs = Marginals(bits=10, order=2)
    >>> [LaplaceBaseline(1.0, calibration=way).scale(pairs, 1000) for way in ("naive", "exact")]
    [0.18, 0.09]
    """

    epsilon: float
    _: KW_ONLY
    calibration: Calibration = "exact"

    def scale(self, workload: Queries, n: int) -> float:
        """Laplace's b of the noise on each answer, as a fraction of n."""
        asked = queries(workload)
        moved = float(asked.num_queries) if self.calibration == "naive" else asked.sensitivity("l1")
        return LaplaceMechanism(epsilon=self.epsilon, sensitivity=moved / check.count("n", n)).scale

    def error_bound(self, workload: Queries, n: int, beta: float) -> float:
        """What the largest error reaches with probability at most β: ``b ln(k/β)``, a fraction of n (QR-4)."""
        return float(laplace_error_bound(beta, queries(workload).num_queries, 1.0, self.scale(workload, n)))

    def run(self, histogram: ArrayLike, workload: Queries, n: int, rng: np.random.Generator) -> Release:
        """Answer once, from a histogram of |U| cells, whose sum n is public; noisy answers are not cut to [0, 1].

        Equal generators give the same random numbers at every ε.
        """
        answers = queries(workload)._answers(workload.distribution(histogram, n))
        scale = self.scale(workload, n)
        noisy = LaplaceMechanism(epsilon=1.0, sensitivity=scale).release(answers, rng)
        return Release(noisy_answers=np.asarray(noisy), answers=answers, scale=scale, epsilon=self.epsilon, delta=0.0)


@dataclass(frozen=True)
@check.fields(calibration=check.word(CALIBRATIONS))
class GaussianBaseline:
    """Every answer with normal noise, (ε, δ)-private under ``"replace"`` (QR-5, GAU-1, QR-3).

    Parameters
    ----------
    epsilon, delta : float
        ε in nats, finite and > 0 (below 1 in the classical mode), and δ in (0, 1).
    calibration : {"exact", "naive"}
        The l2 sensitivity: of this workload exactly, or sqrt(k)/n, which holds for any k queries.
    mode : {"classical", "analytic"}
        The textbook's σ, or the least σ of the exact curve.
    """

    epsilon: float
    delta: float
    _: KW_ONLY
    calibration: Calibration = "exact"
    mode: Literal["classical", "analytic"] = "classical"

    def __post_init__(self) -> None:
        made = GaussianMechanism(epsilon=self.epsilon, delta=self.delta, sensitivity=1.0, mode=self.mode)
        object.__setattr__(self, "epsilon", made.epsilon)
        object.__setattr__(self, "delta", made.delta)
        object.__setattr__(self, "_unit", made.scale)

    def scale(self, workload: Queries, n: int) -> float:
        """σ of the noise on each answer, as a fraction of n."""
        moved = queries(workload).num_queries ** 0.5
        if self.calibration == "exact":
            moved = workload.sensitivity("l2")
        return float(moved * self._unit / check.count("n", n))  # type: ignore[attr-defined]

    def error_bound(self, workload: Queries, n: int, beta: float) -> float:
        """What the largest error reaches with probability at most β: ``σ sqrt(2 ln(2k/β))``, a fraction of n (QR-5)."""
        k = queries(workload).num_queries
        return self.scale(workload, n) * math.sqrt(2.0 * math.log(2.0 * k / check.fraction("beta", beta)))

    def run(self, histogram: ArrayLike, workload: Queries, n: int, rng: np.random.Generator) -> Release:
        """Answer once, as `LaplaceBaseline.run`."""
        answers = queries(workload)._answers(workload.distribution(histogram, n))
        scale = self.scale(workload, n)
        noisy = answers + scale * check.generator(rng).standard_normal(len(answers))
        return Release(noisy_answers=noisy, answers=answers, scale=scale, epsilon=self.epsilon, delta=self.delta)
