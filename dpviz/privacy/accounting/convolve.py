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

from dpviz._numeric.counts import bincount
from dpviz.privacy.accounting.grid import LossGrid
from dpviz.privacy.accounting.series import smooth_length

Array = NDArray[np.float64]

MOST_POINTS = 2**23
_UNIT = 2.0**-53
# Exponents: what is less probable than e^-TAIL counts as infinite, what wraps around is below e^-WRAPPED, and tilted
# distributions have their centres where sums larger than that are about as probable as e^-CENTRE.
_TAIL, _WRAPPED, _CENTRES = 52.0, 38.0, (8.0, 22.0, 42.0)
_TILTS, _BLOCKS = 100, 200
_NEGLIGIBLE = -60.0


class _Sum:
    """The sum of independent losses, `times` of each grid; places are steps above `base`."""

    def __init__(self, parts: Sequence[tuple[LossGrid, int]]) -> None:
        self.step = parts[0][0].step
        self.times = [times for _, times in parts]
        self.places = [np.flatnonzero(grid.masses) for grid, _ in parts]
        self.logs = [np.log(grid.masses[at]) for (grid, _), at in zip(parts, self.places, strict=True)]
        self.base = sum(times * grid.first for grid, times in parts)
        self.lowest = sum(times * int(at[0]) for times, at in zip(self.times, self.places, strict=True))
        self.highest = sum(times * int(at[-1]) for times, at in zip(self.times, self.places, strict=True))

    def tilted(self, tilt: float) -> tuple[list[Array], float]:
        """Of each part the probabilities times e^(t loss), summing to 1; the logarithm of the mean of e^(t sum)."""
        found, logs = [], []
        for log, places, times in zip(self.logs, self.places, self.times, strict=True):
            raised = log + tilt * self.step * places
            most = float(raised.max())
            weights = np.exp(raised - most)
            total = float(weights.sum())
            found.append(weights / total)
            logs.append(times * (most + math.log(total)))
        return found, math.fsum(logs)

    def curve(self) -> tuple[Array, Array, Array]:
        """Many tilts t of either sign, about ln E[e^(t sum)] at each, and about how improbable their centres are.

        Only to choose tilts by: with blocks of losses, the wider the further from the likeliest.
        """
        blocks = []
        for log, places, times in zip(self.logs, self.places, self.times, strict=True):
            p, mode = np.exp(log), int(np.argmax(log))
            reach = np.unique(np.geomspace(1, len(p), _BLOCKS).astype(np.int64))
            starts = np.unique(np.concatenate([[0], mode - reach, [mode], mode + reach]))
            starts = starts[(starts >= 0) & (starts < len(p))].astype(np.intp)
            sums = np.add.reduceat(p, starts)
            losses = np.add.reduceat(p * places, starts) / np.maximum(sums, 1e-300) * self.step
            some = sums > 1e-300
            blocks.append((np.log(sums[some]), losses[some], times))
        spread = 0.0
        for log, loss, times in blocks:
            p = np.exp(log)
            spread += times * float(p @ np.square(loss - p @ loss / p.sum()))
        least = 0.5 / math.sqrt(max(spread, 1e-6 * self.step**2))
        sizes = np.geomspace(least, max(60.0 / self.step, 2.0 * least), _TILTS)
        tilts, logs, reached = _curve(blocks, np.concatenate([-sizes[::-1], sizes]))
        # Of a heavy tail the exponent jumps: again, closely, over those that may be used.
        used = (tilts > 0) & (reached < 300.0)
        ends = tilts[used].min(initial=least), tilts[used].max(initial=least)
        more = np.linspace(ends[0], 1.2 * ends[1], 2 * _TILTS)
        tilts, logs, reached = (
            np.concatenate(pair) for pair in zip((tilts, logs, reached), _curve(blocks, more), strict=True)
        )
        order = np.argsort(tilts)
        return tilts[order], logs[order], reached[order]


def _curve(blocks: list[tuple[Array, Array, int]], tilts: Array) -> tuple[Array, Array, Array]:
    logs, means = np.zeros_like(tilts), np.zeros_like(tilts)
    for log, loss, times in blocks:
        raised = log + tilts[:, None] * loss
        most = raised.max(axis=-1)
        weights = np.exp(raised - most[:, None])
        totals = weights.sum(axis=-1)
        logs += times * (most + np.log(totals))
        means += times * (weights @ loss) / totals
    return tilts, logs, tilts * means - logs


def convolved(parts: Sequence[tuple[LossGrid, int]], *, pessimistic: bool) -> LossGrid:
    """The distribution of the sum, each probability rounded up or down: precise down to 1e-20 or so."""
    if not all(grid.masses.any() for grid, _ in parts):
        return LossGrid(parts[0][0].step, 0, np.zeros(1), _infinite(parts))
    if len(parts) == 1 and parts[0][1] == 1:
        return parts[0][0]
    each = _Sum(parts)
    step, zero = each.step, each.tilted(0.0)[1]
    all_tilts, all_logs, reached = each.curve()
    rising = all_tilts > 0

    def at(exponent: float) -> float:
        return float(all_tilts[rising][min(np.searchsorted(reached[rising], exponent), rising.sum() - 1)])

    tilts = [0.0, *sorted({at(exponent) for exponent in _CENTRES})]
    logs = [each.tilted(t)[1] for t in tilts]

    def beyond(t: float, log: float, exponent: float, candidates: NDArray[np.bool_]) -> float:
        """Chernoff's bound: a sum past which, with this tilt, there is at most e^-exponent."""
        bounds = (all_logs[candidates] - log + exponent) / (all_tilts[candidates] - t)
        other = all_tilts[candidates][np.argmin(bounds) if all_tilts[candidates][0] > t else np.argmax(bounds)]
        return (each.tilted(other)[1] - log + exponent) / (other - t) / step

    low = max(math.floor(beyond(0.0, zero, _WRAPPED, ~rising)), each.lowest)
    high = min(math.ceil(beyond(0.0, zero, _TAIL, rising)), each.highest)
    high = max(high, low)
    end = high
    for t, log in zip(tilts, logs, strict=True):
        larger = all_tilts > max(1.05 * t, 0.0)
        end = max(end, min(math.ceil(beyond(t, log, _WRAPPED, larger)), each.highest) if larger.any() else each.highest)
    if end - low + 1 > MOST_POINTS:
        raise ValueError(
            f"step must be at least {step * (end - low + 1) / MOST_POINTS:.3g} for so many releases; got {step!r}"
        )
    size = smooth_length(end - low + 1)
    wrapped = 2.0 * math.exp(-_WRAPPED) if low > each.lowest or end < each.highest else 0.0
    least = np.full(high - low + 1, np.inf)
    found = np.zeros_like(least)
    places = step * (low + np.arange(len(least), dtype=np.float64))
    sign = 1.0 if pessimistic else -1.0
    relative = 1.0 + sign * 64.0 * _UNIT * sum(each.times)
    for t, log in zip(tilts, logs, strict=True):
        # Exponents are known to their last digits only, and may be millions.
        raised = relative + sign * 8.0 * _UNIT * (t * step * each.highest + abs(log))
        sums, error = _circular(each, t, size, low)
        error += wrapped
        scale = log - t * places
        better = scale + math.log(error) < least
        least = np.minimum(least, scale + math.log(error))
        with np.errstate(under="ignore"):
            value = np.maximum(sums[: len(least)][better], 0.0) + sign * error
            found[better] = np.maximum(value, 0.0) * np.exp(np.minimum(scale[better], 700.0)) * raised
    infinite = _infinite(parts)
    if pessimistic:
        # No probability is above 1, whatever the bound on its error says.
        np.minimum(found, 1.0, out=found)
        infinite = infinite * relative + (math.exp(zero - _TAIL) if high < each.highest else 0.0)
        found[0] += math.exp(zero - _WRAPPED) if low > each.lowest else 0.0
    return LossGrid(step, each.base + low, found, min(infinite, 1.0), math.fsum(grid.offset * k for grid, k in parts))


def _circular(each: _Sum, tilt: float, size: int, low: int) -> tuple[Array, float]:
    """The tilted sum's probabilities from `low` on, modulo `size`, and a bound on the error of each."""
    forward = 4.0 * _UNIT * (math.log2(size) + 1.0)
    transforms, log_sizes = [], []
    for places, weights in zip(each.places, each.tilted(tilt)[0], strict=True):
        transform = np.fft.rfft(bincount(places % size, weights, size))
        transforms.append(transform)
        log_sizes.append(np.log(np.abs(transform) + forward))
    whole = np.sum([times * sizes for times, sizes in zip(each.times, log_sizes, strict=True)], axis=0)
    # All but a few frequencies of a sum of many are as good as 0.
    heard = np.flatnonzero(whole > _NEGLIGIBLE)
    power, wrong = np.zeros(len(heard), dtype=np.complex128), np.zeros(len(heard))
    for transform, sizes, times in zip(transforms, log_sizes, each.times, strict=True):
        power += times * np.log(np.where(transform[heard] != 0, transform[heard], forward))
        # A factor is wrong by `forward` at most, its power by `times` that, times all the rest.
        wrong += times * (forward + 8.0 * _UNIT) * np.exp(whole[heard] - sizes[heard])
    product = np.zeros(size // 2 + 1, dtype=np.complex128)
    product[heard] = np.exp(power)
    error = 2.0 / size * float(np.sum(wrong + forward * np.abs(product[heard])))
    unheard = 4.0 * sum(each.times) * math.exp(_NEGLIGIBLE)
    return np.roll(np.fft.irfft(product, size), -(low % size)), error + unheard


def _infinite(parts: Sequence[tuple[LossGrid, int]]) -> float:
    """The probability that any of the losses is infinite."""
    finite = math.fsum(k * math.log1p(-grid.infinite) if grid.infinite < 1 else -math.inf for grid, k in parts)
    return -math.expm1(finite)
