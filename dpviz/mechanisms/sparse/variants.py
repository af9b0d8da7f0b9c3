"""The six published variants of the sparse vector technique, and what each of them really loses (SVT-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.sparse._integral import Floats
from dpviz.mechanisms.sparse.above_threshold import as_stream
from dpviz.mechanisms.sparse.pattern import as_pattern, pattern_log_probability
from dpviz.mechanisms.sparse.sparse_vector import SparseRelease, compare
from dpviz.mechanisms.sparse.split import Scales


@dataclass(frozen=True, kw_only=True)
class Variant:
    """What one published algorithm does. Each claims ε; with ε₁ = ``share`` ε and ε₂ = ε - ε₁ its noise has

    scale Δ/ε₁ on the threshold, c times that if ``threshold_by_count``, and ``query_factor`` Δ/ε₂ on each answer, c
    times that if ``query_by_count``; a factor of 0 is no noise.

    Attributes
    ----------
    number : int
        In figure 1 of Lyu, Su & Li.
    author : str
        Who published it, and when.
    share : float
        ε₁/ε.
    threshold_by_count, query_by_count : bool
        Whether the scale grows with c.
    query_factor : float
        0, 1 or 2.
    resample : bool
        Whether the threshold's noise is drawn anew after each positive.
    numeric : bool
        Whether a positive is answered by the very noisy answer that was compared.
    stops : bool
        Whether it stops after c positives.
    private : bool
        Whether it is ε-private, as claimed.
    """

    number: int
    author: str
    share: float = 0.5
    threshold_by_count: bool = False
    query_factor: float = 1.0
    query_by_count: bool = False
    resample: bool = False
    numeric: bool = False
    stops: bool = True
    private: bool = False

    def scales(self, epsilon: ArrayLike, *, count: int, sensitivity: float = 1.0) -> Scales:
        """Scales of the noise on threshold and answers at a claimed ε > 0, in nats, with c >= 1 and Δ > 0.

        ``queries`` is None where the answers get no noise.
        """
        each = check.positive("sensitivity", sensitivity) / check.positives("epsilon", epsilon)
        times = check.count("count", count)
        wide = each / self.share * (times if self.threshold_by_count else 1)
        narrow = each * self.query_factor / (1.0 - self.share) * (times if self.query_by_count else 1)
        return Scales(
            threshold=plain(np.asarray(wide)), queries=plain(np.asarray(narrow)) if self.query_factor else None
        )

    def true_epsilon(self, epsilon: float, *, count: int, monotonic: bool = False) -> float:
        """ε that it really has at a claimed one, the least for streams of any length; infinite if there is none.

        For variant 4 (1 + 6c)/4 ε, (1 + 3c)/4 ε if all answers move in the same direction between neighbours
        (`monotonic`); for 1 and 2 at most ε.
        """
        claimed, times = check.positive("epsilon", epsilon), check.count("count", count)
        together = check.flag("monotonic", monotonic)
        if not self.stops or self.numeric:
            return float("inf")
        scales = self.scales(claimed, count=times)
        return float(
            (times if self.resample else 1) / scales.threshold + (1.0 if together else 2.0) * times / scales.queries
        )

    def release(
        self,
        answers: ArrayLike,
        threshold: float,
        rng: np.random.Generator,
        *,
        epsilon: float,
        count: int,
        sensitivity: float = 1.0,
    ) -> SparseRelease:
        """Which of k answers are said to be above the public threshold, at a claimed ε > 0; one run.

        For variant 3 with the noisy answers that were compared. `count` is c >= 1, `sensitivity` Δ > 0.
        """
        stream, level = as_stream(answers), check.number("threshold", threshold)
        scales = self.scales(check.positive("epsilon", epsilon), count=count, sensitivity=sensitivity)
        stop = count if self.stops else None
        above, noisy = compare(
            stream - level, scales.threshold, scales.queries, stop, self.resample, check.generator(rng)
        )
        return SparseRelease(above=above, values=noisy[above] + level if self.numeric else noisy[:0])

    def log_probability(
        self,
        pattern: ArrayLike,
        answers: ArrayLike,
        threshold: ArrayLike,
        *,
        epsilon: ArrayLike,
        count: int,
        sensitivity: float = 1.0,
        outputs: ArrayLike | None = None,
    ) -> float | NDArray[np.float64]:
        """Logarithm of the probability of a pattern; for variant 3, given what it puts out, of the density.

        Shape (...) for answers of shape (..., k); minus infinity for what cannot happen. The pattern, shape (n,), ends
        with the stream, or with the c-th positive if the variant stops; `epsilon` is the claimed one, `outputs` what
        variant 3 answers to the positives.
        """
        stream = as_scores(answers, "answers")
        scales = self.scales(epsilon, count=count, sensitivity=sensitivity)
        as_pattern(pattern, stream.shape[-1], count if self.stops else None)
        if outputs is not None and not self.numeric:
            raise ValueError(f"outputs must be left out: variant {self.number} publishes no numbers; got {outputs!r}")
        return pattern_log_probability(
            pattern,
            stream,
            threshold,
            threshold_scale=scales.threshold,
            query_scale=scales.queries,
            resample=self.resample,
            outputs=outputs,
        )

    def loss(
        self,
        pattern: ArrayLike,
        answers: ArrayLike,
        neighbour: ArrayLike,
        threshold: ArrayLike,
        *,
        epsilon: ArrayLike,
        count: int,
        sensitivity: float = 1.0,
        outputs: ArrayLike | None = None,
    ) -> float | NDArray[np.float64]:
        """Exact privacy loss of a pattern: ln of its probability on one stream over that on the neighbour.

        In nats, of either sign; infinite where the neighbour cannot give the pattern, 0 where neither can. Arguments as
        in `log_probability`.
        """
        streams = as_scores(answers, "answers"), as_scores(neighbour, "neighbour")
        if streams[0].shape[-1] != streams[1].shape[-1]:
            raise ValueError(
                f"answers and neighbour must be of one length; got {streams[0].shape} and {streams[1].shape}"
            )
        here, there = (
            np.asarray(
                self.log_probability(
                    pattern, stream, threshold, epsilon=epsilon, count=count, sensitivity=sensitivity, outputs=outputs
                )
            )
            for stream in streams
        )
        with np.errstate(invalid="ignore"):
            return plain(np.asarray(np.where(here == there, 0.0, here - there)))


VARIANTS: Mapping[int, Variant] = MappingProxyType(
    {
        1: Variant(number=1, author="Lyu, Su & Li 2017", query_factor=2.0, query_by_count=True, private=True),
        2: Variant(
            number=2,
            author="Dwork & Roth 2014",
            threshold_by_count=True,
            query_factor=2.0,
            query_by_count=True,
            resample=True,
            private=True,
        ),
        3: Variant(number=3, author="Roth 2011", query_by_count=True, numeric=True),
        4: Variant(number=4, author="Lee & Clifton 2014", share=0.25),
        5: Variant(number=5, author="Stoddard, Chen & Machanavajjhala 2014", query_factor=0.0, stops=False),
        6: Variant(number=6, author="Chen, Xiao, Zhang & Xu 2015", stops=False),
    }
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Counterexample:
    """Two neighbouring streams, and an output that tells them apart. The threshold is 0.

    Attributes
    ----------
    answers, neighbour : ndarray of shape (k,)
        No two answers differ by more than Δ.
    pattern : ndarray of bool, shape (k,)
        What is put out.
    outputs : ndarray of shape (1,) or None
        What variant 3 answers to its positive.
    """

    answers: Floats
    neighbour: Floats
    pattern: NDArray[np.bool_]
    outputs: Floats | None = None


def counterexample(variant: int, queries: int, *, count: int = 1, sensitivity: float = 1.0) -> Counterexample:
    """Neighbours and an output whose loss grows with the length of the stream, as far as the variant lets it (SVT-5).

    Variants 1 and 4: k - c times below, then c times above. Variant 2: that in c parts. Variant 3: k - 1 times below,
    then the number 0: loss (k - 2)ε/(2c). Variant 5: k - 1 times below, then above: infinite. Variant 6: half below,
    half above: loss at least floor(k/2) ε/2. Those of 3, 5 and 6 are the streams of the paper's proofs.

    Parameters
    ----------
    variant : int
        From 1 to 6.
    queries : int
        k >= 2, and above `count`.
    count, sensitivity : int, float, default 1
        c >= 1 and Δ > 0.

    Returns
    -------
    Counterexample
    """
    which = check.count("variant", variant, most=len(VARIANTS))
    times = check.count("count", count, most=999_999)
    size = check.entries("queries", queries, least=max(2, times + 1))
    step = check.positive("sensitivity", sensitivity)
    # Answers and neighbour, where the output is "below" and where it is "above".
    here, there = ((0.0, 0.0), (step, -step)) if which == 6 else ((0.0, step), (step, 0.0))
    above = np.zeros(size, dtype=bool)
    if which == 6:
        above[size - size // 2 :] = True
    elif which in (3, 5):
        above[-1] = True
    elif which == 2:
        # As long before each positive, so that each threshold is pushed up.
        above[size - 1 - np.arange(times) * (size // times)] = True
    else:
        above[-times:] = True
    return Counterexample(
        answers=np.where(above, here[1], here[0]),
        neighbour=np.where(above, there[1], there[0]),
        pattern=above,
        outputs=np.zeros(1) if which == 3 else None,
    )
