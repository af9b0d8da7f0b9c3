"""The Laplace mechanism: the answer plus noise whose density falls by e at every `scale`."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import nonnegatives, plain
from dpviz.privacy.pairs import LaplacePair, laplace_losses


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, sensitivity=check.positive)
class LaplaceMechanism:
    """Add Laplace noise to a number, or to each of several, ε-privately (LAP-1, LAP-2).

    With the true l1 `sensitivity` the release is ε-private under the neighbouring relation that the sensitivity was
    computed for. A histogram's counts together have sensitivity 1 under ``"add_remove"`` and 2 under ``"replace"``. The
    noise is made of ordinary floats, whose low bits can tell more than ε allows: for teaching, not for protecting data
    (CONV-7). `LatticeLaplace` draws without that leak.

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    sensitivity : float
        Δ > 0: the most that the answer moves between neighbours, in the l1 norm and the answer's unit.

    Examples
    --------
    >>> mechanism = LaplaceMechanism(epsilon=0.5, sensitivity=1)
    >>> mechanism.scale
    2.0
    >>> round(mechanism.release(120, np.random.default_rng(7)), 4)
    120.5759
    """

    epsilon: float
    sensitivity: float

    @property
    def scale(self) -> float:
        """Δ/ε, Laplace's b, in the answer's unit; the noise's standard deviation is sqrt(2) times that."""
        return self.sensitivity / self.epsilon

    @property
    def standard_deviation(self) -> float:
        """Of the noise on one number: sqrt(2) Δ/ε."""
        return math.sqrt(2.0) * self.scale

    def release(self, value: ArrayLike, rng: np.random.Generator) -> float | NDArray[np.float64]:
        """The answer, a number or finite numbers of any shape, with independent noise on each. Not rounded, not cut."""
        centre = check.finite("value", value)
        noisy = laplace_noise(self.scale, check.generator(rng), centre.shape)
        noisy += centre
        return plain(noisy)

    def pair(self, value: float, neighbour: float) -> LaplacePair:
        """The two worlds in which the true answer, one number, is `value` or `neighbour`."""
        answers = {"here": check.finite("value", value), "there": check.finite("neighbour", neighbour)}
        return LaplacePair(**answers, scale=self.scale)

    def density(self, output: ArrayLike, value: ArrayLike = 0.0) -> float | NDArray[np.float64]:
        """Density of each released number, per unit of the answer; `value` is the true answer, broadcast."""
        return plain(np.exp(-np.abs(self._z(output, value))) / (2.0 * self.scale))

    def cdf(self, output: ArrayLike, value: ArrayLike = 0.0) -> float | NDArray[np.float64]:
        """Probability that one released number is at most `output`; exact far in the lower tail too."""
        z = self._z(output, value)
        half = 0.5 * np.exp(-np.abs(z))
        return plain(np.where(z < 0, half, 1.0 - half))

    def tail(self, distance: ArrayLike) -> float | NDArray[np.float64]:
        """Probability that the noise on one number is further from 0 than each distance >= 0."""
        return plain(np.exp(-nonnegatives("distance", distance) / self.scale))

    def loss(self, output: ArrayLike, value: ArrayLike, neighbour: ArrayLike) -> float:
        """Exact loss of one output, in nats, with its sign: ln(density if `value` is true / density if `neighbour` is).

        All three are numbers, or arrays of one shape: ``(||neighbour - output||_1 - ||value - output||_1) / scale``.
        """
        drawn, here, there = self._same(output, value, neighbour)
        return math.fsum(laplace_losses(drawn, here, there).ravel()) / self.scale

    def worst_loss(self, value: ArrayLike, neighbour: ArrayLike) -> float:
        """The largest loss of any output between two answers, in nats: their l1 distance in scales.

        It is ε when the answers are one sensitivity apart, and more than ε tells that the sensitivity is wrong or the
        two are no neighbours.
        """
        here, there = self._same(value, neighbour)
        return math.fsum(np.abs(here - there).ravel()) / self.scale

    def _z(self, output: ArrayLike, value: ArrayLike) -> NDArray[np.float64]:
        drawn, centre = check.finite("output", output), check.finite("value", value)
        check.broadcast(output=drawn, value=centre)
        return (drawn - centre) / self.scale

    def _same(self, *arrays: ArrayLike) -> list[NDArray[np.float64]]:
        names = ("output", "value", "neighbour")[-len(arrays) :]
        found = [check.finite(name, array) for name, array in zip(names, arrays, strict=True)]
        if len({array.shape for array in found}) != 1:
            shapes = ", ".join(str(array.shape) for array in found)
            raise ValueError(f"{', '.join(names)} must have one shape; got {shapes}")
        return found


# A uniform of rng.random() is a multiple of 2^-53 in [0, 1). Shifted by this much it lies symmetrically around 0 and
# never on 0 or at ±1/2, where the logarithm would be infinite; the subtraction is exact.
_HALF = 0.5 - 2.0**-54


def laplace_noise(scale: float, rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Independent Laplace noise, by inversion: faster than `rng.laplace`, which takes no short cuts in C.

    Its size is at most 37.5 times the `scale`, since a uniform has 53 bits.
    """
    centred = rng.random(shape)
    centred -= _HALF
    noise = np.asarray(np.abs(centred))
    noise *= -2.0
    np.log1p(noise, out=noise)
    noise *= -scale
    return np.copysign(noise, centred, out=noise)
