"""Permute and flip: go through the candidates in a random order, and stop at the first whose coin shows heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms._chooser import Chooser
from dpviz.mechanisms.noisy_max import ReportNoisyMax, drawn_in_parts


@dataclass(frozen=True, kw_only=True)
class PermuteAndFlip(Chooser):
    """Choose one of m candidates, ε-privately, and never worse than the exponential mechanism does (EXP-8).

    The candidates come in a random order. Candidate y is taken with probability ``exp((u(y) - OPT) / scale)``, else the
    next one is asked; a best candidate is taken when it is met. For every t it falls at least t below the best no more
    often than the exponential mechanism, with the same parameters. Its distribution is that of `ReportNoisyMax` with
    exponential noise. Drawn with ordinary floats: for teaching, not for protecting data (CONV-7).

    Parameters
    ----------
    epsilon, sensitivity, monotonic : float, bool
        As in `ExponentialMechanism`.

    Examples
    --------
    >>> mechanism = PermuteAndFlip(epsilon=1.0, sensitivity=1.0)
    >>> mechanism.probabilities([-2, -1, 0, -1, -2]).round(4)
    array([0.1095, 0.1945, 0.3921, 0.1945, 0.1095])
    """

    def _same(self) -> ReportNoisyMax:
        """The mechanism of the same distribution."""
        return ReportNoisyMax(
            epsilon=self.epsilon, sensitivity=self.sensitivity, noise="exponential", monotonic=self.monotonic
        )

    def probabilities(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Probability of each candidate, with a relative error below 1e-10 for each above 1e-290."""
        return self._same().probabilities(scores)

    def expected_score(self, scores: ArrayLike) -> float | NDArray[np.float64]:
        """The expected score of the choice, shape (...), from scores as in `probabilities`, in their unit.

        At least what `ExponentialMechanism` has.
        """
        checked = as_scores(scores).astype(np.float64)
        best = checked.max(axis=-1)
        return plain(best - ((best[..., None] - checked) * self.probabilities(checked)).sum(axis=-1))

    def select(self, scores: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | NDArray[np.intp]:
        check.generator(rng)

        def winners(rows: NDArray[np.float64], times: int) -> NDArray[np.intp]:
            # An exponential number is above t with probability e^-t: so a coin's bias is never rounded to 0 early.
            with np.errstate(over="ignore"):
                heads = rng.standard_exponential((times, *rows.shape)) >= -rows / self.scale
            # Those who come after the first heads flip too, which changes nothing.
            return np.where(heads, rng.random(heads.shape), 2.0).argmin(axis=-1)

        return drawn_in_parts(winners, scores, size)
