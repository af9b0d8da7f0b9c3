"""A counter that publishes a running total every day: its noise, its exact privacy, and its releases."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.counting.variances import (
    LONGEST,
    METHODS,
    Method,
    levels_of,
    node_variances,
    prefix_variances,
    root_weights,
    stream_sensitivity,
)
from dpviz.mechanisms.gaussian_curve import gaussian_epsilon
from dpviz.privacy.accounting import LossDistribution

Floats = NDArray[np.float64]
Noise = Literal["normal", "laplace"]
NOISES = ("normal", "laplace")


@dataclass(frozen=True, kw_only=True)
@check.fields(
    method=check.word(METHODS), steps=check.whole(most=LONGEST), scale=check.positive, noise=check.word(NOISES)
)
class StreamCounter:
    """Publish a noisy running total on each of T days (CNT-1 to CNT-6).

    Neighbours are two streams one of which lacks a person (add/remove). Nothing published on a day depends on later
    days, so the promise holds for streams that react to what was published.

    Parameters
    ----------
    method : {"each_step", "each_total", "tree", "refined", "square_root"}
        Where the noise goes, as in `prefix_variances`.
    steps : int
        T, the days, from 1 to 2^24.
    scale : float
        Of the noise on each number that gets noise: σ of normal noise, b of Laplace noise.
    noise : {"normal", "laplace"}
        Laplace noise for all methods but the square root.

    Examples
    --------
    >>> counter = StreamCounter(method="tree", steps=1024, scale=11.0, noise="laplace")
    >>> counter.epsilon(0.0)
    1.0
    """

    method: Method
    steps: int
    scale: float
    noise: Noise = "normal"

    def __post_init__(self) -> None:
        if self.noise == "laplace" and self.method == "square_root":
            raise ValueError('noise must be "normal" with method="square_root"; got "laplace"')

    @property
    def deviations(self) -> Floats:
        """The standard deviation of the noise in each running total, shape (steps,)."""
        each = self.scale if self.noise == "normal" else math.sqrt(2.0) * self.scale
        return np.asarray(each * np.sqrt(prefix_variances(self.method, self.steps)))

    def epsilon(self, delta: float, *, days: int = 1) -> float:
        """The ε in nats of all numbers that get noise, for a person who is counted on so many days at most.

        The T totals tell no more than those numbers; those of a tree may tell less if `days` is above 1, those of a
        refined tree also for one. Exact for normal noise, and at δ = 0. Else Laplace noise on numbers that each move by
        at most one, accounted numerically from above; for a person of more days the numbers move further, so ε at δ = 0
        is given.

        Parameters
        ----------
        delta : float
            δ in [0, 1); 0 with Laplace noise only.
        days : int, default 1
            From 1 to `steps`.
        """
        slack, span = check.slack("delta", delta), check.count("days", days, most=self.steps)
        norm = "l2" if self.noise == "normal" else "l1"
        moved = float(stream_sensitivity(self.method, self.steps, days=span, norm=norm))
        if self.noise == "normal":
            return float(gaussian_epsilon(self.scale, check.fraction("delta", slack), sensitivity=moved))
        if slack == 0.0 or span > 1 or moved == 1.0:
            return moved / self.scale
        _, high = LossDistribution.laplace(self.scale).epsilon_of(int(moved), slack)
        return min(float(high), moved / self.scale)

    def errors(self, rng: np.random.Generator, *, size: int = 1) -> Floats:
        """The noise in each running total, of `size` independent releases: shape (size, steps)."""
        many = check.entries("size", size, each=2 * self.steps)
        unit = check.generator(rng).standard_normal if self.noise == "normal" else check.generator(rng).laplace
        shape = (many, self.steps)
        if self.method == "each_step":
            found = np.cumsum(unit(size=shape), axis=1)
        elif self.method == "each_total":
            found = np.asarray(unit(size=shape))
        elif self.method == "square_root":
            found = _convolved(unit(size=shape), root_weights(self.steps))
        else:
            found = self._tree(unit, many)
        return np.asarray(self.scale * found)

    def _tree(self, unit: object, many: int) -> Floats:
        days, found = np.arange(1, self.steps + 1, dtype=np.int64), np.zeros((many, self.steps))
        below: Floats | None = None
        for height, variance in enumerate(node_variances(levels_of(self.steps)).tolist()):
            nodes = unit(size=(many, self.steps >> height))  # type: ignore[operator]
            if below is not None and self.method == "refined":
                pairs = 2 * nodes.shape[1]
                nodes = variance * nodes + (1.0 - variance) * (below[:, 0:pairs:2] + below[:, 1:pairs:2])
            below = nodes
            used = np.flatnonzero((days >> height) & 1)
            found[:, used] += nodes[:, ((days[used] >> height) - 1).astype(np.intp)]
        return found

    def release(self, stream: ArrayLike, rng: np.random.Generator) -> Floats:
        """All noisy running totals of a stream, both of shape (steps,); neither rounded nor made to rise.

        A stream says how much each day adds, finite; one person changes it by at most 1 a day.
        """
        each = check.finite("stream", stream)
        if each.shape != (self.steps,):
            raise ValueError(f"stream must have shape ({self.steps},); got {each.shape}")
        return np.asarray(np.cumsum(each) + self.errors(rng)[0])


def _convolved(noise: Floats, weights: Floats) -> Floats:
    """The first entries of the convolution of each row with the weights, by Fourier transforms."""
    steps = len(weights)
    length = 1 << (2 * steps - 1).bit_length()
    found = np.fft.irfft(np.fft.rfft(noise, length, axis=1) * np.fft.rfft(weights, length), length, axis=1)
    return np.asarray(found[:, :steps])
