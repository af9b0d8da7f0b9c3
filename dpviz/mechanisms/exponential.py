"""The exponential mechanism: choose a candidate, the better ones exponentially more often."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import positives
from dpviz.mechanisms import draws
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms._chooser import Chooser


def rate_per_unit(epsilon: NDArray[np.float64], sensitivity: float, monotonic: bool) -> NDArray[np.float64]:
    """ε/(2Δ), or ε/Δ for monotonic scores: how much a unit of score adds to ln(weight)."""
    share = 1.0 if check.flag("monotonic", monotonic) else 2.0
    return epsilon / (share * check.positive("sensitivity", sensitivity))


def exponential_distributions(
    scores: ArrayLike, epsilons: ArrayLike, *, sensitivity: float, monotonic: bool = False, log: bool = False
) -> NDArray[np.float64]:
    """Distributions of the exponential mechanism for many ε at once (EXP-1).

    Candidate y gets probability proportional to ``exp(ε u(y) / (2Δ))``, or ``exp(ε u(y) / Δ)`` when `monotonic`
    (EXP-2).

    Parameters
    ----------
    scores : array_like, shape (..., m)
        Score u of each of the m candidates, higher is better; any finite numbers, in the unit of `sensitivity`.
    epsilons : array_like, shape (F,) or any
        ε in nats, each finite and > 0. Broadcast against the axes of `scores` before the last: one row of scores with F
        values of ε gives F distributions, and F rows with F values of ε are taken in pairs.
    sensitivity, monotonic : float, bool
        As in `ExponentialMechanism`.
    log : bool, default False
        Return natural logarithms of the probabilities, which never underflow.

    Returns
    -------
    ndarray, shape (F, m) or (..., m)
        One distribution along the last axis.

    Examples
    --------
    >>> exponential_distributions([-2, -1, 0, -1, -2], [1.0, 4.0], sensitivity=1).round(4)
    array([[0.1248, 0.2057, 0.3391, 0.2057, 0.1248],
           [0.014 , 0.1035, 0.7649, 0.1035, 0.014 ]])
    """
    checked = as_scores(scores).astype(np.float64, copy=False)
    rate = rate_per_unit(positives("epsilons", epsilons), sensitivity, monotonic)
    try:
        np.broadcast_shapes(rate.shape, checked.shape[:-1])
    except ValueError:
        raise ValueError(
            f"epsilons must have a shape that broadcasts with the batch {checked.shape[:-1]} of scores; "
            f"got {rate.shape}"
        ) from None
    with np.errstate(over="ignore"):
        exponents = rate[..., None] * (checked - checked.max(axis=-1, keepdims=True))
    if check.flag("log", log):
        # The best candidate adds exactly 1 to the sum, so its logarithm is at least 0 and always finite.
        exponents -= np.log(np.exp(exponents).sum(axis=-1, keepdims=True))
        return exponents
    weights = np.exp(exponents, out=exponents)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights


@dataclass(frozen=True, kw_only=True)
class ExponentialMechanism(Chooser):
    """Choose one of m candidates by its score, ε-privately (EXP-1, EXP-2).

    Candidate y is chosen with probability proportional to ``exp(u(y) / scale)``. With the scores' true
    `sensitivity` this is ε-private under the neighbouring relation that the sensitivity was computed for. The random
    draws are made with ordinary floats: for teaching, not for protecting data (CONV-7).

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    sensitivity : float
        Δ > 0: the most that any candidate's score changes between neighbours, in the unit of the scores.
    monotonic : bool, default False
        Whether between any two neighbours all scores move in the same direction. Counts do under
        ``"add_remove"``, and not under ``"replace"``. Half the noise is then enough.

    Examples
    --------
    >>> mechanism = ExponentialMechanism(epsilon=1.0, sensitivity=1.0)
    >>> mechanism.probabilities([-2, -1, 0, -1, -2]).round(6)
    array([0.124755, 0.205686, 0.339119, 0.205686, 0.124755])
    >>> mechanism.select([-2, -1, 0, -1, -2], np.random.default_rng(7))
    2
    """

    def probabilities(self, scores: ArrayLike) -> NDArray[np.float64]:
        return exponential_distributions(scores, self.epsilon, sensitivity=self.sensitivity, monotonic=self.monotonic)

    def log_probabilities(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Natural logarithm of the probability of each candidate, shape (..., m), from scores as in `probabilities`.

        Finite and <= 0: also of candidates below 1e-308 of the likeliest, whose `probabilities` lose digits and then
        are 0.
        """
        return exponential_distributions(
            scores, self.epsilon, sensitivity=self.sensitivity, monotonic=self.monotonic, log=True
        )

    def select(self, scores: ArrayLike, rng: np.random.Generator, size: int | None = None) -> int | NDArray[np.intp]:
        # The cumulative weights are inverted; a candidate below 1e-308 of the best is never drawn.
        rate = float(rate_per_unit(np.asarray(self.epsilon), self.sensitivity, self.monotonic))
        return draws.draw(as_scores(scores), rate, rng, size)
