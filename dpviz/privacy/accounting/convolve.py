"""Losses of several releases: sums of independent losses, by Fourier transforms, with every error on a known side.

Transforms have errors of about 1e-16 of the largest probability, too much for tails. So probabilities are multiplied by
e^(t loss) before and divided by it after, with several t, and of each sum the value with the least error is taken. The
error's bound, that of what wraps around included, is added to the probabilities that bound δ from above, and taken
from the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.accounting.grid import LossGrid

Array = NDArray[np.float64]

MOST_POINTS = 2**23
_UNIT = 2.0**-53
# Probabilities are exponents here: what is beyond e^-TAIL counts as infinite; what wraps around is below e^-WRAPPED.
_TAIL, _WRAPPED, _CENTRES, _FAR = 57.0, 45.0, (8.0, 24.0, 50.0), 200.0


class _Sum:
    """The sum of independent losses: `times` of each grid."""

    def __init__(self, parts: Sequence[tuple[LossGrid, int]]) -> None:
        self.step = parts[0][0].step
        self.places = [np.flatnonzero(grid.probabilities) for grid, _ in parts]
        with np.errstate(divide="ignore"):
            self.logs = [np.log(grid.probabilities[at]) for (grid, _), at in zip(parts, self.places, strict=True)]
        self.firsts = [grid.first for grid, _ in parts]
        self.losses = [self.step * at for at in self.places]
        self.times = [times for _, times in parts]
        self.base = sum(times * first for times, first in zip(self.times, self.firsts, strict=True))
        self.lowest = sum(times * int(at[0]) for times, at in zip(self.times, self.places, strict=True))
        self.highest = sum(times * int(at[-1]) for times, at in zip(self.times, self.places, strict=True))

    def tilted(self, tilt: float) -> tuple[list[Array], list[float]]:
        """Of each part the probabilities times e^(t loss), summing to 1, and the logarithms of their former sums."""
        found, logs = [], []
        for log, loss in zip(self.logs, self.losses, strict=True):
            raised = log + tilt * loss
            most = float(raised.max())
            weights = np.exp(raised - most)
            total = float(weights.sum())
            found.append(weights / total)
            logs.append(most + math.log(total))
        return found, logs

    def moments(self, tilt: float) -> tuple[float, float]:
        """The logarithm of the mean of e^(t sum), times all probability, and its slope; losses from `base` on."""
        weights, logs = self.tilted(tilt)
        means = [float(w @ loss) for w, loss in zip(weights, self.losses, strict=True)]
        return (
            math.fsum(k * log for k, log in zip(self.times, logs, strict=True)),
            math.fsum(k * mean for k, mean in zip(self.times, means, strict=True)),
        )

    def tilt(self, exponent: float) -> float:
        """About the t whose mean is exceeded (t < 0: not reached) with probability e^-exponent; any t > 0 is right."""
        sign, exponent = math.copysign(1.0, exponent), abs(exponent)
        spread = 0.0
        for weights, loss, k in zip(self.tilted(0.0)[0], self.losses, self.times, strict=True):
            mean = float(weights @ loss)
            spread += k * float(weights @ np.square(loss - mean))
        t = math.sqrt(2.0 * exponent / max(spread, self.step**2 * 1e-12))
        zero, most = self.moments(0.0)[0], 60.0 / self.step
        for _ in range(6):
            t = min(t, most)
            log, mean = self.moments(sign * t)
            reached = sign * t * mean - (log - zero)
            t *= min(max(math.sqrt(exponent / max(reached, 1e-3 * exponent)), 0.2), 5.0)
        return sign * min(t, most)


def convolved(parts: Sequence[tuple[LossGrid, int]], *, pessimistic: bool) -> LossGrid:
    """The distribution of the sum, each probability rounded up or down."""
    if len(parts) == 1 and parts[0][1] == 1:
        return parts[0][0]
    each = _Sum(parts)
    step, zero = each.step, each.moments(0.0)[0]
    tilts = [0.0] + [each.tilt(exponent) for exponent in _CENTRES]
    logs = [each.moments(t)[0] for t in tilts]

    # Chernoff's bound tells where each end may be cut. Places are steps above `base`.
    down, up, far = each.tilt(-_WRAPPED), each.tilt(_TAIL), each.tilt(_FAR)
    low = max(math.floor((zero - each.moments(down)[0] - _WRAPPED) / -down / step), each.lowest)
    high = min(math.ceil((each.moments(up)[0] - zero + _TAIL) / up / step), each.highest)
    far = max(far, 1.5 * tilts[-1])
    log_far = each.moments(far)[0]
    ends = [(log_far - log + _WRAPPED) / (far - t) / step for t, log in zip(tilts, logs, strict=True)]
    end = max(min(math.ceil(max(ends)), each.highest), high)
    if end - low + 1 > MOST_POINTS:
        raise ValueError(
            f"step must be at least {step * (end - low + 1) / MOST_POINTS:.3g} for so many releases; got {step!r}"
        )
    size = fast_length(end - low + 1)
    wrapped = 2.0 * math.exp(-_WRAPPED) if low > each.lowest or end < each.highest else 0.0
    best = np.full(high - low + 1, np.inf)
    found = np.zeros_like(best)
    places = step * (low + np.arange(len(best)))
    sign = 1.0 if pessimistic else -1.0
    relative = 1.0 + sign * 64.0 * _UNIT * sum(each.times)
    for t, log in zip(tilts, logs, strict=True):
        sums, error = _circular(each, t, size, low)
        scale = log - t * places
        with np.errstate(under="ignore", over="ignore"):
            errors = np.exp(np.minimum(scale + math.log(error + wrapped), 700.0))
            better = errors < best
            value = (np.maximum(sums[: len(best)], 0.0) + sign * (error + wrapped))[better] * np.exp(scale[better])
        found[better] = np.maximum(value * relative, 0.0)
        best = np.minimum(best, errors)
    infinite = _infinite(parts)
    if pessimistic:
        infinite = infinite * relative + (math.exp(zero - _TAIL) if high < each.highest else 0.0)
        found[0] += math.exp(zero - _WRAPPED) if low > each.lowest else 0.0
    return LossGrid(step, each.base + low, found, min(infinite, 1.0))


def _circular(each: _Sum, tilt: float, size: int, low: int) -> tuple[Array, float]:
    """The tilted sum's probabilities from `low` on, modulo `size`, and a bound on the error of each."""
    weights, _ = each.tilted(tilt)
    log_product: NDArray[np.complex128] | float = 0.0
    log_sizes, steps = [], math.log2(size) + 1.0
    forward = 4.0 * _UNIT * steps
    for place, weight, k in zip(each.places, weights, each.times, strict=True):
        folded = np.bincount((place % size).astype(np.intp), weight, size)
        transform = np.fft.rfft(folded)
        sizes = np.abs(transform)
        transform = np.where(sizes > 1e-300, transform, 1e-300)
        log_product = log_product + k * np.log(transform)
        log_sizes.append(np.log(sizes + forward))
    with np.errstate(under="ignore"):
        product = np.exp(log_product)
        # Each factor is wrong by `forward` at most, its power by k times that and the rest.
        whole = sum(k * size for k, size in zip(each.times, log_sizes, strict=True))
        wrong = sum(k * (forward + 8.0 * _UNIT) * np.exp(whole - size) for k, size in zip(each.times, log_sizes, strict=True))
        error = 2.0 * float(np.sum(wrong + forward * np.abs(product))) / size
    sums = np.fft.irfft(product, size)
    return np.roll(sums, -(low % size)), error


def _infinite(parts: Sequence[tuple[LossGrid, int]]) -> float:
    """The probability that any of the losses is infinite."""
    finite = math.fsum(k * math.log1p(-grid.infinite) if grid.infinite < 1 else -math.inf for grid, k in parts)
    return -math.expm1(finite)


def fast_length(least: int) -> int:
    """A size of at least that many points whose transform is fast: a power of 2, or 3, 5 or 9 times one."""
    power = 1 << max(0, least - 1).bit_length()
    return min(size for size in (power, power // 8 * 5, power // 4 * 3, power // 16 * 9) if size >= least)
