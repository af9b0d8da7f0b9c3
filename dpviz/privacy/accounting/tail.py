"""The ε of many releases at one δ, straight from Fourier's sum: no distribution of the sum is made."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.privacy.accounting.grid import LossGrid
from dpviz.privacy.accounting.series import UNIT, Series

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

_FEW = 2.0  # how far, as an exponent, Chernoff's bound of δ may be from its best
_BLOCKS, _TILTS, _POINTS, _AT_ONCE = 240, 160, 33, 4096
_ROUNDS = 8


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
            self.unit, self.offset, self.spacing = (
                pessimistic.step,
                pessimistic.offset,
                int(np.gcd.reduce(np.diff(places))),
            )
            self.step, self.smallest = self.unit * self.spacing, first + int(places[0])
            self.infinite = pessimistic.infinite + beyond * (1.0 + 2.0**-30), optimistic.infinite
            self.masses, self.places = both[:, places], (places - places[0]) // self.spacing
            self.last = int(self.places[-1])

    @cached_property
    def _blocks(self) -> tuple[Array, Array]:
        """Of blocks of losses, the wider the further from the likeliest, the probability and the mean: to choose by."""
        p = self.masses[0]
        reach = np.unique(np.geomspace(1, self.last, _BLOCKS).astype(np.int64))
        ends = int(self.places[np.argmax(p)]) + np.concatenate([-reach[::-1], [0], reach])
        starts = np.unique(np.searchsorted(self.places, np.clip(ends, 0, self.last))).astype(np.intp)
        sums = np.add.reduceat(p, starts)
        some = sums > 1e-300
        return np.log(sums[some]), np.add.reduceat(p * self.places, starts)[some] / sums[some]

    def _cumulants(self, tilts: Array) -> tuple[Array, Array]:
        """Of one tilted loss, about: the logarithm of the factor, and the variance."""
        logs, means = self._blocks
        raised = logs + tilts[:, None] * means
        most = raised.max(axis=1)
        weights = np.exp(raised - most[:, None])
        totals = weights.sum(axis=1)
        mean = weights @ means / totals
        return most + np.log(totals), np.maximum(weights @ np.square(means) / totals - np.square(mean), 0.0)

    @cached_property
    def _curve(self) -> tuple[Array, Array, Array]:
        spread = math.sqrt(max(float(self._cumulants(np.zeros(1))[1][0]), 1e-6))
        raised = max(self.last - int(self.places[np.argmax(self.masses[0])]), 1)
        tilts = np.minimum(np.geomspace(2e-5, 200.0, _TILTS) / spread, min(250.0 / raised, 30.0))
        return tilts, *self._cumulants(tilts)

    def epsilon(self, k: int, delta: float) -> tuple[float, float] | None:
        """(low, high), or None where sums take so few values that they are added up at once."""
        if not self.usable or k * self.last < _AT_ONCE:
            return None
        tilts, logs, variances = self._curve
        ratios = tilts / self.step
        chances = k * logs - ratios * np.log1p(1.0 / ratios) - np.log1p(ratios) - math.log(delta)
        never = np.array([infinite(k, grid) for grid in self.infinite])
        goal = delta - never * (1.0 + np.array([1.0, -1.0]) * 64.0 * UNIT * k)
        zero = math.floor(-k * (self.smallest + self.offset / self.unit) / self.spacing) - 1  # the ε there is below 0
        # δ is small enough where it is by Chernoff's bound. Of a heavy tail the ε is far below: then it is looked for
        # again, with the tilt that suits what was found.
        best = int(np.argmin(chances / tilts))
        end = max(math.ceil(chances[best] / tilts[best]) + 2, zero + 2)
        start = max(math.floor(end - 3.0 / tilts[best] - math.sqrt(k * variances[best] + 1.0)) - 4, zero)
        low, high = 0.0, math.inf
        good: int | None = None
        failed = zero
        for _ in range(_ROUNDS):
            if good is not None and good - end < 1e-3 * (good - zero) and failed > zero:
                break
            leaks = chances - tilts * end
            # Large tilts raise far tails: of those for which the bound is no more than a few times δ, the least.
            few = _FEW if good is None and failed == zero else 0.0
            at = int(np.argmax(leaks <= leaks.min() + few))
            deviation = math.sqrt(k * float(variances[at]) + 1.0)
            series = Series(
                self.masses, self.places, self.step, k, float(tilts[at]), deviation, (start, end),
                lambda tilts: self._cumulants(tilts)[0],
            )  # fmt: skip
            if not series.usable:
                break
            places, shares, at_start, at_end = _searched(series, goal, start, end)
            found = [self._loss(k, *pair) if pair[0] > zero else 0.0 for pair in zip(places, shares, strict=True)]
            if goal[0] > 0 and at_end[0]:
                high = min(high, found[0])
            if goal[1] <= 0:
                low = math.inf
            elif not at_start[1]:
                low = max(low, found[1])
            if goal[0] > 0 and not at_end[0]:
                # With a tilt for too small an ε errors are most of δ: the best is in between.
                failed = max(failed, end)
                end = end + 2 * (end - start) if good is None else (end + good + 1) // 2
            elif start > zero and at_start.any():
                further = max(start - 4 * (end - start), zero)
                start, end = further, start + 2 if at_start[0] else end
            elif zero < places[0] < end - 2 and series.error_at(max(places)) > 1e-3 * delta:
                good = places[0] if good is None else min(good, places[0])
                end = good + 2 if good > failed else (failed + good + 1) // 2
            else:
                break
        return low * (1.0 - 2.0**-46), high * (1.0 + 2.0**-46)

    def _loss(self, k: int, place: int, share: float) -> float:
        loss = k * self.offset + self.unit * (k * self.smallest + self.spacing * place)
        return max(loss + math.log1p(share * math.expm1(-self.step)), 0.0)


def _searched(series: Series, goal: Array, start: int, end: int) -> tuple[list[int], list[float], Any, Any]:
    """Of either row the first place whose δ is small enough, how far below it the ε lies, and whether the ends' are."""
    low, high, both = np.array([start, start]), np.array([end, end]), np.arange(2)
    ends: tuple[Any, Any] | None = None
    while True:
        at = low[:, None] + (high - low)[:, None] * np.arange(_POINTS, dtype=np.int64) // (_POINTS - 1)
        values = series.deltas(at)
        small = values <= goal[:, None]
        # At most: the first that is; at least: after the last that is not, for further off errors are larger.
        found = np.array(
            [
                np.argmax(small[0]) if small[0].any() else _POINTS - 1,
                min(_POINTS - int(np.argmin(small[1, ::-1])), _POINTS - 1) if not small[1].all() else 0,
            ]
        )
        ends = ends or (small.all(axis=1), small[:, -1])
        before = np.maximum(found - 1, 0)
        low, high = at[both, before], at[both, found]
        if (high - low <= 1).all():
            break
    upper, lower = values[both, before], values[both, found]
    gap = upper - lower
    share = np.where(gap > 0, (goal - lower) / np.where(gap > 0, gap, 1.0), 0.0)
    return high.tolist(), np.clip(share, 0.0, 1.0).tolist(), *ends


def infinite(k: int, one: float) -> float:
    """The chance that any of k losses is infinite, when one is with that chance."""
    return -math.expm1(k * math.log1p(-one)) if one < 1 else 1.0
