"""Laplace noise on a lattice, and why: what the low bits of floating-point noise tell."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.mechanisms.laplace import laplace_noise

# Beyond this many steps a float64 cannot hold every lattice point, nor a geometric draw its probabilities.
_STEPS = 2.0**53
_FINEST = 2.0**-40


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, sensitivity=check.positive, grid=check.positive)
class LatticeLaplace:
    """Two-sided geometric noise on the multiples of a power of two: Laplace's distribution, kept to a lattice.

    The true answer must be on the lattice, and the release is on it too, whatever the answer was. All outputs are
    possible in all worlds, and the low bits tell nothing. Source: LAP-2, CONV-7. Noise of g steps has probability
    ``tanh(λ/2) exp(-λ abs(g))``, λ = grid/scale: exactly ε-private. It is drawn as the difference of two geometric
    numbers, from a seeded generator whose probabilities hold to about 1e-16: for teaching still, and not for protecting
    data.

    Parameters
    ----------
    epsilon : float
        ε in nats, finite and > 0.
    sensitivity : float
        Δ > 0 in the l1 norm, of answers on the lattice; `nearest` may move two answers apart by one step a number.
    grid : float, default 2^-10
        The lattice's step: a power of two, at least 2^-40 of the scale. With 1, whole numbers only.

    Examples
    --------
    >>> mechanism = LatticeLaplace(epsilon=1.0, sensitivity=1, grid=0.25)
    >>> mechanism.release([3.0, 4.5], np.random.default_rng(1)).tolist()
    [-1.25, 4.5]
    """

    epsilon: float
    sensitivity: float
    grid: float = 2.0**-10

    def __post_init__(self) -> None:
        if math.frexp(self.grid)[0] != 0.5:
            raise ValueError(f"grid must be a power of two; got {self.grid!r}")
        if not self.grid >= _FINEST * self.scale:
            raise ValueError(
                f"grid must be at least 2^-40 of the scale {self.scale:g}, {_FINEST * self.scale:g}; got {self.grid!r}"
            )

    @property
    def scale(self) -> float:
        """Δ/ε in the answer's unit: noise becomes e times less probable at every scale."""
        return self.sensitivity / self.epsilon

    @property
    def rate(self) -> float:
        """λ = grid/scale: what one step costs, in nats."""
        return self.grid / self.scale

    def nearest(self, value: ArrayLike) -> float | NDArray[np.float64]:
        """The multiple of `grid` nearest to each finite number, any shape; of two, the upper.

        Two answers may end up to one step further apart than they were; if their largest distance is a multiple of
        `grid`, they do not.
        """
        steps = check.finite("value", value) / self.grid
        # The part of a step is exact, as a half added to the steps would not be.
        below = np.floor(steps)
        return plain(np.asarray((below + (steps - below >= 0.5)) * self.grid))

    def release(self, value: ArrayLike, rng: np.random.Generator) -> float | NDArray[np.float64]:
        """The answer, multiples of `grid` in any shape (`nearest` makes them so), with independent lattice noise on
        each.
        """
        steps = self._steps("value", value)
        p = -math.expm1(-self.rate)
        check.generator(rng)
        # Both are counted from 1, which their difference forgets.
        noise = rng.geometric(p, steps.shape) - rng.geometric(p, steps.shape)
        return plain(np.asarray((steps + noise) * self.grid))

    def log_probability(self, output: ArrayLike, value: ArrayLike = 0.0) -> float | NDArray[np.float64]:
        """ln(probability) of each released number, exactly: ``ln tanh(λ/2) - λ steps``.

        Outputs and true answers are multiples of `grid`, broadcast against each other.
        """
        drawn, centre = self._steps("output", output), self._steps("value", value)
        return plain(np.asarray(math.log(math.tanh(self.rate / 2.0)) - self.rate * np.abs(drawn - centre)))

    def probability(self, output: ArrayLike, value: ArrayLike = 0.0) -> float | NDArray[np.float64]:
        """Probability of each released number, exactly, or 0 far away; arguments as in `log_probability`."""
        return plain(np.exp(self.log_probability(output, value)))

    def loss(self, output: ArrayLike, value: ArrayLike, neighbour: ArrayLike) -> float:
        """Exact loss in nats, with its sign: ln(probability of `output` if `value` is true / if `neighbour` is).

        All are multiples of `grid`; arrays of one shape are one release of several numbers. At most their distance in
        scales.
        """
        names = ("output", "value", "neighbour")
        drawn, here, there = (
            self._steps(name, array) for name, array in zip(names, (output, value, neighbour), strict=True)
        )
        if not drawn.shape == here.shape == there.shape:
            raise ValueError(
                f"output, value and neighbour must have one shape; got {drawn.shape}, {here.shape}, {there.shape}"
            )
        return int((np.abs(drawn - there) - np.abs(drawn - here)).sum()) * self.grid / self.scale

    def _steps(self, name: str, value: ArrayLike) -> NDArray[np.int64]:
        with np.errstate(over="ignore"):
            steps = check.finite(name, value) / self.grid
        bad = (steps != np.rint(steps)) | (np.abs(steps) > _STEPS / 2)
        if bad.any():
            came = float(steps[bad].flat[0]) * self.grid
            raise ValueError(
                f"{name} must be a multiple of the grid {self.grid!r}, at most 2^52 of them; got {came!r} "
                "(nearest() rounds to the grid)"
            )
        return steps.astype(np.int64)


def lowest_bit(values: ArrayLike) -> NDArray[np.int64]:
    """The exponent j of each finite float's last binary digit that is 1: the value is an odd multiple of 2^j.

    It is 1024 for 0, which is a multiple of everything.

    Examples
    --------
    >>> lowest_bit([1.0, 0.75, 6.0, 0.1]).tolist()
    [0, -2, 1, -55]
    """
    fractions, exponents = np.frexp(check.finite("values", values))
    whole = (np.abs(fractions) * 2.0**53).astype(np.int64)
    last = np.maximum(whole & -whole, 1)
    digits = np.frexp(last.astype(np.float64))[1] - 1
    return np.where(whole == 0, 1024, exponents.astype(np.int64) - 53 + digits)


def finest_bit(centre: float) -> int | None:
    """The finest binary digit j that float noise around a finite centre can ever show; None around 0, where it shows
    all.

    Every float that is `centre` plus noise is a multiple of 2^j, whatever the noise: for noise of at least half the
    centre's size, the noise and the centre are; for smaller noise the sum is at least half the centre, and a float of
    that size is.

    Examples
    --------
    >>> finest_bit(1.0), finest_bit(1000.0), finest_bit(0.0)
    (-53, -44, None)
    """
    place = _answer("centre", centre)
    return None if place == 0 else max(math.frexp(place)[1] - 54, -1074)


def _answer(name: str, value: float) -> float:
    place = check.finite(name, value)
    if place.ndim:
        raise TypeError(f"{name} must be a number; got an array of shape {place.shape}")
    return float(place)


@dataclass(frozen=True)
class LowBits:
    """What the low bits of releases tell about two worlds.

    Attributes
    ----------
    here, there : ndarray of shape (size,)
        The releases around each centre.
    here_bits, there_bits : ndarray of int64, shape (size,)
        `lowest_bit` of each.
    here_betrayed, there_betrayed : float
        The share of each world's releases that the other world cannot produce at all: for those the loss is infinite.
    """

    here: NDArray[np.float64]
    there: NDArray[np.float64]
    here_bits: NDArray[np.int64]
    there_bits: NDArray[np.int64]
    here_betrayed: float
    there_betrayed: float


def low_bits(
    here: float, there: float, *, scale: float, size: int, rng: np.random.Generator, grid: float | None = None
) -> LowBits:
    """Releases around two centres with plain float noise, or with lattice noise, and what their low bits betray.

    Source: CONV-7. Betrayed is only what `finest_bit` proves impossible in the other world; there are subtler leaks.
    Between 0 and 1 every fourth release is betrayed or so; between 1000 and 1001, whose floats are equally fine, none
    is by this alone.

    Parameters
    ----------
    here, there : float
        The two true answers; multiples of `grid` if there is one.
    scale : float
        Laplace's b > 0.
    size : int
        Releases in each world, >= 1.
    rng : numpy.random.Generator
        The source of randomness.
    grid : float, optional
        A power of two: draw from `LatticeLaplace`. Not given: the plain float sampler, `laplace_noise`.

    Returns
    -------
    LowBits
    """
    centres = _answer("here", here), _answer("there", there)
    scale, size = check.positive("scale", scale), check.entries("size", size)
    check.generator(rng)
    finest = [finest_bit(centre) for centre in centres]
    if grid is None:
        drawn = [laplace_noise(scale, rng, (size,)) + centre for centre in centres]
    else:
        mechanism = LatticeLaplace(epsilon=1.0, sensitivity=scale, grid=grid)
        drawn = [np.asarray(mechanism.release(np.full(size, centre), rng)) for centre in centres]
        # Each world reaches every multiple of the grid.
        finest = [None, None]
    bits = [lowest_bit(values) for values in drawn]
    shares = [
        0.0 if other is None else float(np.mean(own < other)) for own, other in zip(bits, reversed(finest), strict=True)
    ]
    return LowBits(
        here=drawn[0],
        there=drawn[1],
        here_bits=bits[0],
        there_bits=bits[1],
        here_betrayed=shares[0],
        there_betrayed=shares[1],
    )
