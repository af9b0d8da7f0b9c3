"""Propose-test-release: propose a bound on the local sensitivity, test privately that it holds by far, and use it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms._arguments import at_most_half
from dpviz.mechanisms.laplace import LaplaceMechanism
from dpviz.sensitivity._arguments import sensitivities
from dpviz.sensitivity._hockey_stick import laplace_hockey_stick

Floats = NDArray[np.float64]


def distance_to_instability(sensitivities_at: ArrayLike, bound: ArrayLike) -> int | NDArray[np.int64]:
    """How many records must be replaced until the local sensitivity is above a bound (SEN-6).

    0 where it is above the bound in these data; n + 1 where it is in none. It changes by at most 1 to a neighbour.

    Parameters
    ----------
    sensitivities_at : array_like, shape (..., n + 1)
        As in `smooth_sensitivity`.
    bound : array_like, shape (...)
        The proposed bound, >= 0, broadcast against the axes before the last.

    Examples
    --------
    >>> distance_to_instability([1, 5, 15, 15, 17, 20], 6.0)
    2
    """
    found, most = sensitivities(sensitivities_at), check.nonnegatives("bound", bound)
    check.broadcast(sensitivities_at=found[..., 0], bound=most)
    return plain((found <= most[..., None]).sum(axis=-1, dtype=np.int64))


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.moderate, delta=at_most_half, bound=check.nonnegative)
class ProposeTestRelease:
    """Release an answer with noise for a proposed sensitivity, if the data are far from breaking it; else refuse.

    The guarantee is for neighbours that differ in a replaced record, as the distance is. Source: SEN-6.

    Parameters
    ----------
    epsilon : float
        ε of the whole, in nats, at most 100: half for the test, half for the answer; all for the test if `bound` is 0.
    delta : float
        δ, above 0 and at most 1/2.
    bound : float
        The proposed local sensitivity, >= 0; at 0 the answer is released as it is. Public: not chosen by these data.

    Examples
    --------
    >>> release = ProposeTestRelease(epsilon=1.0, delta=1e-5, bound=2.0)
    >>> round(release.threshold, 3)
    21.64
    >>> round(release.answers(25), 4)
    0.9068
    """

    epsilon: float
    delta: float
    bound: float

    @property
    def test_epsilon(self) -> float:
        """What the test costs of ε."""
        return self.epsilon / 2 if self.bound else self.epsilon

    @property
    def threshold(self) -> float:
        """``ln(1/(2δ))`` scales of the test's noise: the noisy distance must be above it."""
        return -math.log(2.0 * self.delta) / self.test_epsilon

    @property
    def scale(self) -> float:
        """Of the noise on the answer: 2 bound/ε."""
        return 2.0 * self.bound / self.epsilon

    def answers(self, distance: ArrayLike) -> float | Floats:
        """Probability of an answer, and not ⊥, at each distance to instability."""
        return plain(self._passed(check.counts("distance", distance, least=0)))

    def _passed(self, distance: Floats) -> Floats:
        test = LaplaceMechanism(epsilon=self.test_epsilon, sensitivity=1)
        return np.asarray(test.cdf(distance - self.threshold))

    def release(self, value: float, distance: int, rng: np.random.Generator) -> float | None:
        """The noisy answer, or None for ⊥.

        Parameters
        ----------
        value : float
            The true answer.
        distance : int
            The distance to instability of the data at `bound`.
        rng : numpy.random.Generator
            The source of randomness.
        """
        centre, far = check.number("value", value), check.count("distance", distance, least=0)
        shift, noise = check.generator(rng).laplace(size=2)
        if far + shift / self.test_epsilon <= self.threshold:
            return None
        return centre + self.scale * float(noise)

    def exact_delta(self, epsilon: ArrayLike) -> float | Floats:
        """The least δ at each ε >= 0, of all pairs of neighbours there may be.

        At distance 0 in both the answers may be any two numbers. Everywhere else they differ by at most `bound`, and
        the distances by at most 1.
        """
        eps = check.nonnegatives("epsilon", epsilon)
        # Beyond it an answer is as good as certain, and nothing changes any more.
        last = self.threshold + 40.0 / self.test_epsilon
        if last > check.MOST_STEPS:
            raise ValueError(
                f"epsilon must be so large that at most {check.MOST_STEPS} distances matter; got {self.epsilon!r}, of "
                f"which {last:.3g} do"
            )
        far = np.arange(math.ceil(last) + 1.0)
        worst = np.full(eps.shape, float(self._passed(np.zeros(()))))
        for at, one in np.ndenumerate(eps):  # one by one: a row of all distances is large enough
            for here, there in ((far, far + 1), (far + 1, far), (far[1:], far[1:])):
                worst[at] = max(worst[at], float(self._pairs(here, there, np.asarray(one)).max()))
        return plain(worst)

    def _pairs(self, here: Floats, there: Floats, epsilon: Floats) -> Floats:
        p, q = self._passed(here), self._passed(there)
        # ⊥ has probability 1 - p, which is the same curve from the other side.
        r, s = self._passed(2 * self.threshold - here), self._passed(2 * self.threshold - there)
        times = np.exp(np.minimum(epsilon, 700.0))  # far above the largest ratio that there is
        refused = np.maximum(r - times * s, 0.0)
        if not self.bound:
            return refused + np.maximum(p - times * q, 0.0)
        return refused + p * laplace_hockey_stick(0.0, self.epsilon / 2, 1.0, 1.0, epsilon - np.log(p / q))
