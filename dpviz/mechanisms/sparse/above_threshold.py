"""AboveThreshold: tell only which query of a stream is the first above a threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.sparse._integral import Floats, edges_of, log_integrals, log_sides
from dpviz.mechanisms.sparse.pattern import in_noise
from dpviz.mechanisms.sparse.split import Scales, sparse_scales


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, sensitivity=check.positive, threshold_share=check.fraction, monotonic=check.flag)
class AboveThreshold:
    """Add noise to a threshold once, and to each answer, until the first noisy answer is above: ε-privately (SVT-1).

    What is paid does not depend on how many answers were below. Drawn with ordinary floats: for teaching, not for
    protecting data (CONV-7).

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    sensitivity : float, default 1
        Δ > 0: the most that any answer changes between neighbours.
    threshold_share : float, default 1/2
        ε₁/ε in (0, 1): what the threshold's noise gets. With 1/2 the scales are 2Δ/ε and 4Δ/ε.
    monotonic : bool, default False
        Whether between any two neighbours all answers move in the same direction. Half the noise on the answers is
        then enough.

    Examples
    --------
    >>> mechanism = AboveThreshold(epsilon=2.0)
    >>> mechanism.scales.threshold, mechanism.scales.queries
    (1.0, 2.0)
    >>> mechanism.probabilities([-4, 5, 0], 0).round(3)
    array([0.087, 0.862, 0.017, 0.033])
    """

    epsilon: float
    sensitivity: float = 1.0
    threshold_share: float = 0.5
    monotonic: bool = False

    @property
    def scales(self) -> Scales:
        """Scales of the noise in the unit of the answers: Δ/ε₁ and 2Δ/ε₂, or Δ/ε₂ when monotonic."""
        return sparse_scales(
            self.epsilon, sensitivity=self.sensitivity, threshold_share=self.threshold_share, monotonic=self.monotonic
        )

    def probabilities(self, answers: ArrayLike, threshold: ArrayLike) -> NDArray[np.float64]:
        """Probability that each of k queries is the first above, and last that none is: shape (..., k + 1).

        As `above_threshold_probabilities` at this ε.
        """
        return above_threshold_probabilities(
            answers,
            threshold,
            self.epsilon,
            sensitivity=self.sensitivity,
            threshold_share=self.threshold_share,
            monotonic=self.monotonic,
        )

    def release(self, answers: ArrayLike, threshold: float, rng: np.random.Generator) -> int | None:
        """The index of the first of k answers above the public threshold, None if there is none: one private run.

        Equal generators draw the same noise, up to its scale, whatever ε is.
        """
        stream = as_stream(answers)
        level = check.number("threshold", threshold)
        scales = self.scales
        check.generator(rng)
        level += float(rng.laplace(scale=scales.threshold))
        above = np.flatnonzero(stream + rng.laplace(scale=scales.queries, size=stream.size) >= level)
        return int(above[0]) if above.size else None


def as_stream(answers: ArrayLike) -> Floats:
    """One stream of answers."""
    stream = as_scores(answers, "answers").astype(np.float64)
    if stream.ndim != 1:
        raise ValueError(f"answers must have shape (k,), one stream; got {stream.shape}")
    return stream


def above_threshold_probabilities(
    answers: ArrayLike,
    threshold: ArrayLike,
    epsilon: ArrayLike,
    *,
    sensitivity: ArrayLike = 1.0,
    threshold_share: ArrayLike = 0.5,
    monotonic: bool = False,
) -> NDArray[np.float64]:
    """The distribution of `AboveThreshold` for many ε, thresholds and splits at once (SVT-1).

    Parameters
    ----------
    answers : array_like, shape (..., k)
        The true answers, finite; k >= 1.
    threshold, epsilon, sensitivity, threshold_share : array_like, shape (...)
        The public threshold, ε in nats, Δ, and ε₁/ε in (0, 1).
    monotonic : bool, default False
        As in `AboveThreshold`.

    Returns
    -------
    ndarray, shape (..., k + 1)
        Entry i: query i is the first above; the last: none is. By one-dimensional integrals whose relative error is
        below 1e-10 for every probability above 1e-290.

    Examples
    --------
    >>> above_threshold_probabilities([0, 5, 0], 3, [0.5, 5.0]).round(3)
    array([[0.379, 0.324, 0.076, 0.22 ],
           [0.016, 0.931, 0.   , 0.053]])
    """
    stream = as_scores(answers, "answers").astype(np.float64)
    scales = sparse_scales(epsilon, sensitivity=sensitivity, threshold_share=threshold_share, monotonic=monotonic)
    gaps, nu, _, shape = in_noise(stream, threshold, scales.threshold, scales.queries)
    size = stream.shape[-1]
    # Equal answers are one factor: their logarithms are taken once.
    columns, where = np.unique(gaps, axis=1, return_inverse=True)
    where = where.ravel()

    def logs(rows: NDArray[np.intp], z: Floats) -> Floats:
        below, above = log_sides((z[..., None] - columns[rows, None, :]) / nu[rows, None, None])
        found = np.empty((*z.shape, size + 1))
        found[..., 0] = -np.abs(z) - math.log(2.0)
        found[..., 1:] = below[..., where]
        np.cumsum(found, axis=-1, out=found)
        found[..., :-1] += above[..., where]
        return found

    logarithms = log_integrals(logs, edges_of(columns, nu, 1, size), size + 1, nu)
    return np.exp(logarithms).reshape(*shape, size + 1)
