"""Randomised responses in a random order: only how many say 1 is seen, and its exact privacy loss."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.stats import likely_counts, log_binomial, sigmoid
from dpviz.privacy.accounting import LossDistribution
from dpviz.privacy.loss import excess

Floats = NDArray[np.float64]
LEFT_OUT = 1e-18
LEAST = 1e-290  # of probabilities: a float of a smaller one loses digits, or is 0
MOST_PEOPLE = 10**8


def check_local(value: object) -> float:
    """A local ε that is neither so small that nothing is learnt, nor so large that nothing is hidden."""
    epsilon = check.positive("local_epsilon", value)
    if not 1e-3 <= epsilon <= 30.0:
        raise ValueError(f"local_epsilon must be from 0.001 to 30; got {value!r}")
    return epsilon


@dataclass(frozen=True, kw_only=True)
@check.fields(n=check.whole(least=2, most=MOST_PEOPLE))
class ShuffledResponse:
    """What n shuffled randomised responses tell about one person, whose bit is 0 or 1; the others' bits are given.

    The order is random, so only the number of answers "1" is seen: a sum of two binomial numbers and one bit. The
    relation is ``"replace"``. Counts that together weigh less than 1e-18 are left out of the distributions and added to
    δ. Source: SHUF-1.

    Parameters
    ----------
    n : int
        People, from 2 to 10^8.
    local_epsilon : float
        ε₀ of each randomised response, from 0.001 to 30.
    ones : int, default 0
        How many of the n - 1 others have the bit 1.

    Examples
    --------
    >>> shuffled = ShuffledResponse(n=10_000, local_epsilon=1.0)
    >>> round(shuffled.epsilon(1e-6), 4)
    0.0357
    """

    n: int
    local_epsilon: float
    ones: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "local_epsilon", check_local(self.local_epsilon))
        object.__setattr__(self, "ones", check.count("ones", self.ones, least=0, most=self.n - 1))

    @cached_property
    def _parts(self) -> tuple[NDArray[np.int64], Floats, Floats]:
        keep, flip = float(sigmoid(self.local_epsilon)), float(sigmoid(-self.local_epsilon))
        rest = self.n - 1 - self.ones
        first, second = likely_counts(self.ones, keep, left_out=LEFT_OUT), likely_counts(rest, flip, left_out=LEFT_OUT)
        others = np.convolve(
            np.exp(log_binomial(first, self.ones, keep, miss=flip)), np.exp(log_binomial(second, rest, flip, miss=keep))
        )
        counts = int(first[0] + second[0]) + np.arange(len(others) + 1, dtype=np.int64)
        # At an end that is cut off, half of what leads to the outermost count is missing.
        inner = slice(int(counts[0] > 0), len(counts) - int(counts[-1] < self.n))
        zero, one = np.convolve(others, [keep, flip])[inner], np.convolve(others, [flip, keep])[inner]
        held = np.minimum(zero, one) > LEAST
        return counts[inner][held], zero[held], one[held]

    def distributions(self) -> tuple[NDArray[np.int64], Floats, Floats]:
        """The numbers of answers "1", and how probable each is if the person's bit is 0, and if it is 1."""
        counts, zero, one = self._parts
        return counts.copy(), zero.copy(), one.copy()

    def loss(self) -> Floats:
        """The privacy loss ln(one/zero) at each of the counts: it grows with the count."""
        _, zero, one = self._parts
        return np.log(one) - np.log(zero)

    def delta(self, epsilon: ArrayLike) -> Any:
        """The least δ at each ε >= 0, in both directions."""
        _, zero, one = self._parts
        return plain(np.asarray(largest_delta(zero, one, check.nonnegatives("epsilon", epsilon))))

    def epsilon(self, delta: ArrayLike) -> Any:
        """The least ε in nats at each δ in (0, 1), at least 1e-15, in both directions."""
        _, zero, one = self._parts
        return plain(np.asarray(least_epsilon(zero, one, check.between("delta", delta, 1e-15, 1.0 - 1e-15))))

    def losses(self, *, step: float | None = None) -> tuple[LossDistribution, LossDistribution]:
        """The loss as a random variable, to be composed with others: with the bit 1, and with the bit 0.

        For privacy take the worse. `step` is the distance of grid points in nats; by default a fine one beside the
        loss's standard deviation.
        """
        _, zero, one = self._parts
        zero, one = zero / zero.sum(), one / one.sum()
        if step is None:
            step = max(0.01 * float(np.sqrt(one @ np.square(self.loss()))), self.local_epsilon / 2.0**17)
        return LossDistribution.from_pair(one, zero, step=step), LossDistribution.from_pair(zero, one, step=step)


def largest_delta(p: Floats, q: Floats, epsilon: Floats) -> Floats:
    """Least δ for both directions at each ε, of two distributions from which at most 2 `LEFT_OUT` is missing."""
    with np.errstate(divide="ignore"):
        log_p, log_q = np.log(p), np.log(q)
    found = np.maximum(excess(log_p, log_q, epsilon), excess(log_q, log_p, epsilon))
    return np.asarray(np.minimum(found + 2.0 * LEFT_OUT, 1.0))


def least_epsilon(p: Floats, q: Floats, delta: Floats) -> Floats:
    """Least ε >= 0 for both directions at each δ: δ(ε) is linear in e^ε between two losses."""
    return np.maximum(_one_way(p, q, delta), _one_way(q, p, delta))


def _one_way(p: Floats, q: Floats, delta: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        ratio = np.log(p) - np.log(q)
    order = np.argsort(-ratio, kind="stable")
    ratio, above, below = ratio[order], np.cumsum(p[order]), np.cumsum(q[order])
    with np.errstate(over="ignore", invalid="ignore"):
        # δ at the ε that is each loss, where only larger losses count; it grows as the loss falls.
        at = np.append(0.0, above[:-1] - np.exp(ratio[1:]) * below[:-1])
    left = np.maximum(delta - 2.0 * LEFT_OUT, 0.0)
    # The last loss at which δ is still small enough, and all outcomes of at least that loss.
    last = np.searchsorted(np.maximum.accumulate(at), left, side="right") - 1
    last = np.clip(last, 0, len(at) - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log(np.maximum(above[last] - left, 0.0) / below[last])
    return np.asarray(np.maximum(found, 0.0))
