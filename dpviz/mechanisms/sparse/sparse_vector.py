"""SparseVector: which queries of a stream are above a threshold, until c of them are; on request their values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.sparse._integral import Floats
from dpviz.mechanisms.sparse.above_threshold import as_stream
from dpviz.mechanisms.sparse.pattern import as_pattern, pattern_log_probability, patterns
from dpviz.mechanisms.sparse.split import Scales, sparse_scales


@dataclass(frozen=True, eq=False, kw_only=True)
class SparseRelease:
    """What a run of the sparse vector technique publishes.

    Attributes
    ----------
    above : ndarray of bool, shape (n,)
        For each query that was looked at: whether it is said to be above. The rest of the stream is not answered.
    values : ndarray of shape (positives,)
        A noisy answer to each query above; empty where none are published.
    """

    above: NDArray[np.bool_]
    values: Floats


@dataclass(frozen=True, kw_only=True)
@check.fields(
    epsilon=check.positive,
    count=check.count,
    sensitivity=check.positive,
    threshold_share=check.fraction,
    numeric_share=check.slack,
    monotonic=check.flag,
    resample=check.flag,
)
class SparseVector:
    """Compare each answer of a stream with a threshold, both noisy, and stop after c positives: ε-privately (SVT-2).

    Drawn with ordinary floats: for teaching, not for protecting data (CONV-7).

    Parameters
    ----------
    epsilon : float
        ε in nats of the whole run, finite and > 0.
    count : int
        c >= 1: positives after which it stops.
    sensitivity : float, default 1
        Δ > 0: the most that any answer changes between neighbours.
    threshold_share : float, default 1/2
        ε₁/(ε₁ + ε₂) in (0, 1); the best is `optimal_share`.
    numeric_share : float, default 0
        ε₃/ε in [0, 1): what fresh noise on the answers above gets; 0 to publish none.
    monotonic : bool, default False
        Whether between any two neighbours all answers move in the same direction.
    resample : bool, default False
        Whether the threshold's noise is drawn anew after each positive (Dwork & Roth), which takes c times as much
        of it, or kept (Lyu, Su & Li).

    Examples
    --------
    >>> mechanism = SparseVector(epsilon=1.0, count=2, numeric_share=0.5)
    >>> mechanism.scales
    Scales(threshold=4.0, queries=16.0, answers=4.0)
    """

    epsilon: float
    count: int
    sensitivity: float = 1.0
    threshold_share: float = 0.5
    numeric_share: float = 0.0
    monotonic: bool = False
    resample: bool = False

    @property
    def scales(self) -> Scales:
        """Scales of the noise on the threshold, on the answers compared, and on those published."""
        return sparse_scales(
            self.epsilon,
            count=self.count,
            sensitivity=self.sensitivity,
            threshold_share=self.threshold_share,
            numeric_share=self.numeric_share,
            monotonic=self.monotonic,
            resample=self.resample,
        )

    def log_probability(
        self, pattern: ArrayLike, answers: ArrayLike, threshold: ArrayLike
    ) -> float | NDArray[np.float64]:
        """Logarithm of the probability of a pattern of "above" (True) and "below", as `pattern_log_probability`.

        The pattern, shape (n,), ends with the c-th positive, or with the stream; answers have shape (..., k), the
        threshold (...).
        """
        stream = as_scores(answers, "answers")
        as_pattern(pattern, stream.shape[-1], self.count)
        scales = self.scales
        return pattern_log_probability(
            pattern,
            stream,
            threshold,
            threshold_scale=scales.threshold,
            query_scale=scales.queries,
            resample=self.resample,
        )

    def probabilities(self, answers: ArrayLike, threshold: ArrayLike) -> NDArray[np.float64]:
        """Probability of every pattern, in the order of ``patterns(k, count)``, for short streams."""
        stream = as_scores(answers, "answers")
        every = patterns(stream.shape[-1], self.count)
        return np.exp(np.stack([self.log_probability(one, stream, threshold) for one in every], axis=-1))

    def release(self, answers: ArrayLike, threshold: float, rng: np.random.Generator) -> SparseRelease:
        """Which of k answers are said to be above the public threshold, and noisy answers to them: one private run.

        Equal generators draw the same noise, up to its scale, whatever ε is.
        """
        stream, level = as_stream(answers), check.number("threshold", threshold)
        scales = self.scales
        check.generator(rng)
        above, _ = compare(stream - level, scales.threshold, scales.queries, self.count, self.resample, rng)
        chosen = stream[: above.size][above]
        fresh = rng.laplace(size=chosen.size)
        return SparseRelease(
            above=above, values=chosen[:0] if scales.answers is None else chosen + scales.answers * fresh
        )


def compare(
    gaps: Floats, wide: float, narrow: float | None, count: int | None, resample: bool, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], Floats]:
    """Whether each noisy gap is above the threshold's noise, until so many are; and the noisy gaps, as far as that."""
    noise = rng.laplace(size=(2, gaps.size + 1))
    noisy = gaps if narrow is None else gaps + narrow * noise[0, 1:]
    level, drawn, above = wide * noise[1, 0], 0, np.zeros(gaps.size, dtype=bool)
    for i, gap in enumerate(noisy.tolist()):
        above[i] = gap >= level
        if above[i]:
            drawn += 1
            if drawn == count:
                return above[: i + 1], noisy[: i + 1]
            if resample:
                level = wide * noise[1, i + 1]
    return above, noisy
