"""The ε of many releases at one δ, straight from Fourier's sum: no distribution of the sum is made.

Probabilities are tilted, multiplied by e^(t loss), so that sums near the ε looked for are the likely ones. Then
δ(ε) e^(tε) is a mean of w(sum - ε), with w(d) = e^-td (1 - e^-d) for d > 0, and 0 else. Made periodic, w is a Fourier
series, and of its frequencies all but a few dozen are damped to nothing by so many releases. Counted as errors, on the
safe side: what lies outside of a period (Chernoff's bound), the other frequencies (|φ|² between samples is at most the
line through them and its second derivative, 2 Var, times an eighth of their distance squared), and all rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount
from dpviz.privacy.accounting.grid import LossGrid

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

_UNIT = 2.0**-53
_LOST = 38.0  # what a period leaves out is below e^-LOST, and what the frequencies leave out about that much smaller
_FEW = 2.0  # how far, as an exponent, Chernoff's bound of δ may be from its best
_BLOCKS, _TILTS, _POINTS = 60, 160, 33
_MANY = 300  # frequencies, from which on all places at once cost less
MOST_POINTS = 2**22


class Tail:
    """Sums of losses of one kind, on both grids at once; places are whole numbers of `step` above the smallest loss."""

    def __init__(self, pessimistic: LossGrid, optimistic: LossGrid, cut: float) -> None:
        grids = (pessimistic, optimistic)
        first = min(grid.first for grid in grids)
        both = np.zeros((2, max(grid.first + len(grid.masses) for grid in grids) - first))
        for row, grid in zip(both, grids, strict=True):
            row[grid.first - first : grid.first - first + len(grid.masses)] = grid.masses
        # The largest losses, of a chance below `cut`, count as infinite or are left out: a tilt would raise them most.
        from_top = np.cumsum(both[0, ::-1])
        few = int(np.searchsorted(from_top, cut))
        beyond = float(from_top[few - 1]) if few else 0.0
        both[:, both.shape[1] - few :] = 0.0
        places = np.flatnonzero(both.any(axis=0)).astype(np.int64)
        self.usable = len(places) > 1 and bool(both.any(axis=1).all())
        if self.usable:
            self.unit, self.spacing = pessimistic.step, int(np.gcd.reduce(np.diff(places)))
            self.step, self.smallest = self.unit * self.spacing, first + int(places[0])
            self.infinite = pessimistic.infinite + beyond * (1.0 + 2.0**-30), optimistic.infinite
            self.masses, self.places = both[:, places], (places - places[0]) // self.spacing
            self.last = int(self.places[-1])

    @cached_property
    def _blocks(self) -> tuple[Array, Array]:
        """Of blocks of losses, the wider the further from the likeliest, the probability and the mean: to choose by."""
        p = self.masses[0]
        mode = int(np.argmax(p))
        reach = np.unique(np.geomspace(1, len(p), _BLOCKS).astype(np.intp))
        starts = np.unique(np.concatenate([[0], mode - reach, [mode], mode + reach]))
        starts = starts[(starts >= 0) & (starts < len(p))].astype(np.intp)
        sums = np.add.reduceat(p, starts)
        some = sums > 1e-300
        return np.log(sums[some]), np.add.reduceat(p * self.places, starts)[some] / sums[some]

    def _cumulants(self, tilts: Array) -> tuple[Array, Array, Array]:
        """Of one tilted loss, about: the logarithm of the factor, the mean, the variance."""
        logs, means = self._blocks
        raised = logs + tilts[:, None] * means
        most = raised.max(axis=1)
        weights = np.exp(raised - most[:, None])
        totals = weights.sum(axis=1)
        mean = weights @ means / totals
        return most + np.log(totals), mean, np.maximum(weights @ np.square(means) / totals - np.square(mean), 0.0)

    @cached_property
    def _curve(self) -> tuple[Array, Array, Array, Array]:
        spread = math.sqrt(max(float(self._cumulants(np.zeros(1))[2][0]), 1e-6))
        tilts = np.minimum(np.geomspace(2e-5, 200.0, _TILTS) / spread, 250.0 / self.last)
        return tilts, *self._cumulants(tilts)

    def _chosen(self, k: int, delta: float) -> tuple[float, float, float, float, float]:
        """A tilt, the mean and the standard deviation of the tilted sum; between which places the ε at δ is, about."""
        tilts, logs, means, variances = self._curve
        ratios = tilts / self.step
        chances = k * logs - ratios * np.log1p(1.0 / ratios) - np.log1p(ratios) - math.log(delta)
        highest = chances / tilts  # where δ is enough, by Chernoff's bound with this tilt
        best = int(np.argmin(highest))
        # Large tilts raise far tails: of those for which the bound is no more than a few times δ there, the least.
        at = int(np.argmax(chances - tilts * highest[best] <= _FEW))
        deviation = math.sqrt(k * float(variances[at]) + 1.0)
        above = float(highest[best])
        return float(tilts[at]), k * float(means[at]), deviation, above - 3.0 / float(tilts[best]) - deviation, above

    def epsilon(self, k: int, delta: float) -> tuple[float, float] | None:
        """(low, high), or None where this way is not one."""
        if not self.usable or k * self.last < _POINTS:  # sums of so few values are added up at once
            return None
        tilt, about, deviation, least_end, most_end = self._chosen(k, delta)
        centre = round(about / k)  # from here on sums are counted from k * centre
        away = (self.places - centre).astype(np.float64)
        # Chernoff's bound of the tail beyond, with a few tilts on either side of this one.
        shifts = np.array([0.03, 0.06, 0.12, 0.25, 0.5, 1.0, -0.4, -0.7, -1.0]) * math.sqrt(2.0 * _LOST) / deviation
        tilts = np.concatenate([[tilt], tilt + shifts])
        with np.errstate(over="ignore", invalid="ignore"):
            raised = np.exp(tilts[:, None] * away)
            factors = raised @ self.masses.T
        if not (factors[0].min() > 1e-200 and factors[0].max() < 1e200 and raised[0].max() < 1e250):
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = k * np.log(factors)
            bounds = np.nan_to_num((logs[1:] - logs[0] + _LOST).max(axis=1) / np.abs(shifts), nan=np.inf)
        if not (np.isfinite(bounds[:6]).any() and np.isfinite(bounds[6:]).any()):
            return None
        high = min(math.ceil(float(bounds[:6].min())) + 1, k * (self.last - centre))
        low = max(math.floor(-float(bounds[6:].min())) - 1, -k * centre)
        zero = math.floor(-k * (self.smallest / self.spacing + centre)) - 1  # the ε there is below 0
        start = max(math.floor(least_end) - k * centre - 2, zero)
        end = max(math.ceil(most_end) - k * centre + 2, start + 2)
        above = max(high - start, 1)
        size = smooth_length(above + max(end - low, 0) + 1)
        if size > MOST_POINTS:
            return None

        q = self.masses * (raised[0] / factors[0][:, None])
        moved = tilt * float((q @ np.abs(away)).max())
        variance = float((q @ np.square(away)).max())
        numbers = self._heard(q, k, variance, size, deviation)
        phi, wrong = self._transforms(q, numbers, size, centre)
        wrong += (moved + 16.0) * _UNIT
        omega = 2.0 * math.pi / size * numbers

        def geometric(s: float) -> NDArray[np.complex128]:
            ends = np.exp(-s * above) * _turned(-numbers * above, size)
            return np.exp(-s - 1j * omega) * (1.0 - ends) / -np.expm1(-s - 1j * omega)

        both = geometric(tilt), geometric(tilt + self.step)
        weights = np.where((numbers == 0) | (2 * numbers == size), 1.0, 2.0) / size
        sizes = np.abs(phi)
        terms = weights * (both[0] - both[1]) * np.exp(k * np.log(np.where(sizes > 0, phi, wrong)))
        least = np.exp((k - 1) * np.log(sizes + wrong))
        slack = k * (wrong + 12.0 * _UNIT) * least * np.abs(both[0] - both[1])
        slack += (sizes + wrong) * least * (np.abs(both[0]) + np.abs(both[1])) * (len(numbers) + 40.0) * _UNIT
        error = slack @ weights
        ratio = tilt / self.step
        most = math.exp(-ratio * math.log1p(1.0 / ratio)) / (1.0 + ratio)  # of w
        total = -1.0 / math.expm1(-tilt) + 1.0 / math.expm1(-tilt - self.step)
        error += 2.0 * 1.001 * most * math.exp(-_LOST) + 1.001 * total * math.exp(-self._deaf(deviation))
        rounding = _UNIT * (k * (2.0 * np.abs(np.log(factors[0])) + 80.0) + 2.0 * np.abs(logs[0]) + 64.0)

        never = np.array([_infinite(k, grid) for grid in self.infinite])
        never *= 1.0 + np.array([1.0, -1.0]) * 64.0 * _UNIT * k
        goal = delta - never

        whole = _everywhere(terms / weights, numbers, size) if len(numbers) > _MANY else None

        def deltas(at: Ints) -> Array:
            """The finite part of δ at such places, of shape (2, m): at most and at least."""
            if whole is None:
                sums = np.einsum("rmf,rf->rm", _turned(-at[:, :, None] * numbers, size), terms).real
            else:
                sums = np.take_along_axis(whole, at % size, axis=1)
            sign = np.array([[1.0], [-1.0]])
            sums = np.maximum(sums + sign * error[:, None], 0.0)
            inexact = 1.0 + sign * (rounding[:, None] + 4.0 * _UNIT * tilt * np.abs(at))
            return np.asarray(sums * np.exp(np.minimum(logs[0][:, None] - tilt * at, 700.0)) * inexact)

        found = self._searched(deltas, goal, start, end, zero)
        if found is None:
            return None
        # Not where errors, however safe, would be most of the answer.
        last = max(found[0])
        if last > zero and float((error * np.exp(np.minimum(logs[0] - tilt * last, 700.0)) / delta).max()) > 1e-5:
            return None
        epsilons = []
        for at, share, rest in zip(*found, goal.tolist(), strict=True):
            if rest < 0:
                epsilons.append(math.inf)
                continue
            loss = self.unit * (k * (self.smallest + self.spacing * centre) + self.spacing * int(at))
            epsilons.append(max(loss + math.log1p(share * math.expm1(-self.step)), 0.0) if at > zero else 0.0)
        return epsilons[1] * (1.0 - 2.0**-46), epsilons[0] * (1.0 + 2.0**-46)

    @staticmethod
    def _deaf(deviation: float) -> float:
        """A frequency damped by e^-this does not matter."""
        return _LOST + math.log(3.0 * deviation + 1.0)

    def _folded(self, q: Array, size: int) -> Array:
        at = self.places % size
        return np.array([bincount(at, row, size) for row in q])

    def _heard(self, q: Array, k: int, variance: float, size: int, deviation: float) -> Ints:
        """The frequencies, as numbers of turns in a period, that may be damped by less."""
        damped = math.exp(-2.0 * self._deaf(deviation) / k)
        count = 2 * smooth_length(max(8, math.ceil(max(0.95 * deviation, math.pi * math.sqrt(variance / damped)))))
        if count >= size:
            return np.arange(size // 2 + 1, dtype=np.int64)
        squares = np.square(np.abs(np.fft.rfft(self._folded(q, count)))).max(axis=0)
        between = np.maximum(squares[1:], squares[:-1]) + 1.001 * variance * (math.pi / count) ** 2 + 1e-9
        loud = np.concatenate([[False], between > damped, [False]])
        turns = np.flatnonzero(loud[1:] != loud[:-1]).tolist()
        runs = [
            np.arange(begin * size // count, min(end * size // count + 1, size // 2) + 1, dtype=np.int64)
            for begin, end in zip(turns[::2], turns[1::2], strict=True)
        ]
        return np.unique(np.concatenate(runs))

    def _transforms(self, q: Array, numbers: Ints, size: int, centre: int) -> tuple[NDArray[np.complex128], float]:
        """The mean of e^(iω loss) on either grid at each frequency, and a bound on its error."""
        width = math.ceil(math.sqrt(self.last + 1))
        height = -(-(self.last + 1) // width)
        if len(numbers) * (60 * (width + height) + 4 * width * height) > 50 * size:
            phi = np.fft.rfft(self._folded(q, size))[:, numbers].conj() * _turned(-numbers * centre, size)
            return phi, 4.0 * _UNIT * (math.log2(size) + 1.0)
        dense = np.zeros((2, height * width))
        dense[:, self.places] = q
        columns = _turned(np.arange(width, dtype=np.int64)[:, None] * numbers, size)
        rows = _turned((np.arange(height, dtype=np.int64) * width - centre)[:, None] * numbers, size)
        inner = dense.reshape(2 * height, width) @ columns
        return (inner.reshape(2, height, -1) * rows).sum(axis=1), (width + height) * _UNIT

    @staticmethod
    def _searched(
        deltas: Callable[[Ints], Array], goal: Array, start: int, end: int, zero: int
    ) -> tuple[list[int], list[float]] | None:
        """Of either row the first place whose δ is small enough, and how far below it the ε lies; None if not there."""
        goal = np.where(goal < 0, np.inf, goal)
        low, high, both = np.array([start, start]), np.array([end, end]), np.arange(2)
        while True:
            at = low[:, None] + (high - low)[:, None] * np.arange(_POINTS, dtype=np.int64) // (_POINTS - 1)
            values = deltas(at)
            small = values <= goal[:, None]
            # At most: the first that is; at least: after the last that is not, for further off errors are larger.
            found = np.array(
                [np.argmax(small[0]), _POINTS - int(np.argmin(small[1, ::-1])) if not small[1].all() else 0]
            )
            if not small[:, -1].all() or (start > zero and ((found == 0) & np.isfinite(goal)).any()):
                return None
            before = np.maximum(found - 1, 0)
            low, high = at[both, before], at[both, found]
            if (high - low <= 1).all():
                break
        upper, lower = values[both, before], values[both, found]
        gap = upper - lower
        share = np.where(gap > 0, (goal - lower) / np.where(gap > 0, gap, 1.0), 0.0)
        return high.tolist(), np.clip(share, 0.0, 1.0).tolist()


def _turned(parts: Ints, size: int) -> NDArray[np.complex128]:
    """e^(2πi part / size), of whole numbers: angles without rounding that grows."""
    return np.asarray(np.exp(2j * math.pi / size * (parts % size)))


def _everywhere(coefficients: NDArray[np.complex128], numbers: Ints, size: int) -> Array:
    """The real sum of such frequencies at all places at once."""
    transform = np.zeros((2, size // 2 + 1), dtype=np.complex128)
    transform[:, numbers] = coefficients.conj()
    return np.asarray(np.fft.irfft(transform, size))


def _infinite(k: int, infinite: float) -> float:
    return -math.expm1(k * math.log1p(-infinite)) if infinite < 1 else 1.0


def smooth_length(least: int) -> int:
    """A size of at least that many points whose transform is fast: 2^a 3^b 5^c with b, c <= 3."""
    best = 1 << max(0, least - 1).bit_length()
    for odd in (3, 5, 9, 15, 25, 27, 45, 75, 125, 135, 225, 375, 675, 1125, 3375):
        times = -(-least // odd)
        best = min(best, odd << max(0, times - 1).bit_length())
    return best
