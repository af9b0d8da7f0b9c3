"""δ of many releases, of one kind, around one ε: a Fourier series, with every error on a known side.

Probabilities are tilted, multiplied by e^(t loss), so that sums near the ε looked for are the likely ones. Then
δ(ε) e^(tε) is a mean of w(sum - ε), with w(d) = e^-td (1 - e^-d) for d > 0, and 0 else. Made periodic, w is a Fourier
series, and of its frequencies all but a few dozen are damped to nothing by so many releases. Counted as errors, on the
safe side: what lies outside of a period (Chernoff's bound), the other frequencies (|φ|² between samples is at most the
line through them and its second derivative, 2 Var, times an eighth of their distance squared), and all rounding.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.counts import bincount, distinct

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
Ints = NDArray[np.int64]

UNIT = 2.0**-53
MOST_POINTS = 2**22
_LOST = 35.0  # what a period leaves out is below e^-LOST, and what the frequencies leave out about that much smaller
_CORE, _HARD = 8, 1000  # places around the likeliest taken one by one, from so many releases on
_MANY = 300  # frequencies
_RUNS = 10  # of places
_DEAR = 500  # from one frequency in so many places on, all places at once cost less


class Series:
    """Sums of k losses tilted by t per place; `start` to `end` are the places of the sums that δ is wanted at.

    `masses`, of shape (2, m), are the pessimistic and the optimistic grid's at `places`, whole numbers of `step` from 0
    up. `cumulant` gives about the logarithm of one tilted loss's factor, to choose by.
    """

    def __init__(
        self,
        masses: Array,
        places: Ints,
        step: float,
        k: int,
        tilt: float,
        deviation: float,
        ends: tuple[int, int],
        cumulant: Callable[[Array], Array],
    ) -> None:
        self.k, self.tilt = k, tilt
        # Losses are counted from the likeliest: of few hits that is nearly all there is.
        mode = int(np.argmax(np.log(np.maximum(masses[0], 1e-300)) + tilt * places))
        self.offset = k * int(places[mode])
        away = (places - places[mode]).astype(np.float64)
        raised = masses * np.exp(tilt * away)
        factors = raised.sum(axis=1)
        q = raised / factors[:, None]
        logs = k * np.log(factors)

        def beyond(side: float) -> int:
            """How far out, at most, the sum is but for a chance of e^-LOST, by Chernoff's bound with another tilt."""
            shifts = side * np.geomspace(1e-3, 1e3, 121) * tilt
            shifts = shifts[np.maximum((tilt + shifts) * away[-1], (tilt + shifts) * away[0]) < 600.0]
            bounds = (k * (cumulant(tilt + shifts) - cumulant(np.array([tilt]))) + _LOST) / np.abs(shifts)
            shift = float(shifts[np.argmin(bounds)])
            with np.errstate(divide="ignore"):
                other = k * np.log((masses * np.exp((tilt + shift) * away)).sum(axis=1))
            return math.ceil(float((other - logs + _LOST).max()) / abs(shift)) + 1

        start, end = ends[0] - self.offset, ends[1] - self.offset
        high = min(beyond(1.0), k * int(places[-1]) - self.offset)
        low = max(-beyond(-1.0), -self.offset)
        above = max(high - start, 1)
        self.size = smooth_length(above + max(end - low, 0) + 1)

        deaf = _LOST + math.log(3.0 * deviation + 1.0)  # a frequency damped by e^-this does not matter
        variance = float((q @ np.square(away)).max())
        numbers = _heard(q, places, k, variance, self.size, deviation, deaf)
        self.usable = len(numbers) <= _MANY or self.size <= MOST_POINTS
        if not self.usable:
            return
        # φ - 1, and its error: of the losses next to the likeliest relative to their own part, which is small where
        # frequencies are low; of all others relative to their chance.
        core = np.flatnonzero((np.abs(away) <= _CORE * (k > _HARD)) & (away != 0))
        rest = q.copy()
        rest[:, [mode, *core]] = 0.0
        others = rest.sum(axis=1)[:, None]
        phi, far = _transforms(rest, places, numbers, self.size, int(places[mode]))
        phi -= others
        wrong = others * (far + 16.0 * UNIT) + tilt * (q @ np.abs(away))[:, None] * UNIT
        # Of e^(iaω) - 1 = z_a the next is z_a + z_1 + z_a z_1, right to 16 a units of |z_1|.
        beside = np.zeros((2, 2 * _CORE + 1))
        beside[:, away[core].astype(np.intp)] = q[:, core]
        omega = 2.0 * math.pi / self.size * numbers
        cosine, sine, less = np.cos(omega), np.sin(omega), -2.0 * np.square(np.sin(0.5 * omega))  # cosine - 1
        turn = less + 1j * sine
        power, weight = np.zeros_like(turn), np.zeros((2, 1))
        for a in range(1, _CORE + 1 if len(core) else 1):
            power += turn + power * turn
            up, down = beside[:, [a]], beside[:, [-a]]
            phi.real += (up + down) * power.real
            phi.imag += (up - down) * power.imag
            weight += a * (up + down)
        wrong = wrong + weight * np.abs(turn) * (2.0 * _CORE + 32.0) * UNIT
        sizes = np.abs(1.0 + phi)
        near = np.abs(phi) < 0.5
        with np.errstate(divide="ignore"):
            log_sizes = np.where(near, 0.5 * np.log1p(phi.real * (2.0 + phi.real) + np.square(phi.imag)), np.log(sizes))
        angles = k * np.arctan2(phi.imag, 1.0 + phi.real)
        power = np.exp(k * log_sizes) * (np.cos(angles) + 1j * np.sin(angles))

        # The sum of w's e^(-iω d) up to `above`: x^j - y^j of two geometric series, without their differences.
        x, rising = math.exp(-tilt) * (cosine - 1j * sine), -math.expm1(-step)
        last = math.exp(-tilt * above) * turned(-numbers * above, self.size) * x
        rest = -math.expm1(-step * (above + 1)), x * (math.exp(-step) * -math.expm1(-step * above))
        # Two times e^(-t - iω) - 1, to all its digits.
        first, second = (less + math.expm1(-t) * cosine - 1j * math.exp(-t) * sine for t in (tilt, tilt + step))
        below = first * second
        wave = (x * rising - last * (rest[0] - rest[1])) / below
        largest = np.abs((np.abs(x) * rising + np.abs(last) * (rest[0] + np.abs(rest[1]))) / below)
        weights = np.where((numbers == 0) | (2 * numbers == self.size), 1.0, 2.0) / self.size
        self.numbers, self.terms = numbers, weights * wave * power
        many = len(numbers) > max(_MANY, self.size // _DEAR)
        self.whole = _everywhere(self.terms / weights, numbers, self.size) if many else None

        least = np.exp((k - 1) * np.log(sizes + wrong))
        slack = k * (wrong + 48.0 * UNIT * np.abs(phi)) * least * np.abs(wave)
        added = len(numbers) if self.whole is None else 4.0 * math.log2(self.size)
        slack += (sizes + wrong) * least * largest * (added + 60.0) * UNIT
        ratio = tilt / step
        most = math.exp(-ratio * math.log1p(1.0 / ratio)) / (1.0 + ratio)  # of w
        total = -1.0 / math.expm1(-tilt) + 1.0 / math.expm1(-tilt - step)
        self.error = slack @ weights + 2.0 * 1.001 * most * math.exp(-_LOST) + 1.001 * total * math.exp(-deaf)
        self.logs = logs[:, None]
        rounding = UNIT * (k * (2.0 * np.abs(np.log(factors)) + 80.0) + 2.0 * np.abs(logs) + 64.0)
        self.rounding = rounding[:, None]

    def deltas(self, places: Ints) -> Array:
        """The finite part of δ at such places, of shape (2, m): at most and at least."""
        at, sign = places - self.offset, np.array([[1.0], [-1.0]])
        if self.whole is None:
            sums = np.einsum("rmf,rf->rm", turned(-at[:, :, None] * self.numbers, self.size), self.terms).real
        else:
            sums = np.take_along_axis(self.whole, at % self.size, axis=1)
        sums = np.maximum(sums + sign * self.error[:, None], 0.0)
        inexact = 1.0 + sign * (self.rounding + 4.0 * UNIT * self.tilt * np.abs(at))
        return np.asarray(sums * np.exp(np.minimum(self.logs - self.tilt * at, 700.0)) * inexact)

    def error_at(self, place: int) -> float:
        """How much of δ there, at most, is allowance for errors."""
        logs = self.logs[:, 0] - self.tilt * (place - self.offset)
        return float((self.error * np.exp(np.minimum(logs, 700.0))).max())


def _heard(q: Array, places: Ints, k: int, variance: float, size: int, deviation: float, deaf: float) -> Ints:
    """The frequencies, as numbers of turns in a period, that may be damped by less."""
    damped = math.exp(-2.0 * deaf / k)
    count = 2 * smooth_length(max(8, math.ceil(max(0.95 * deviation, math.pi * math.sqrt(variance / damped)))))
    if count >= size:
        return np.arange(size // 2 + 1, dtype=np.int64)
    squares = np.square(np.abs(np.fft.rfft(_folded(q, places, count)))).max(axis=0)
    between = np.maximum(squares[1:], squares[:-1]) + 1.001 * variance * (math.pi / count) ** 2 + 1e-9
    loud = np.concatenate([[False], between > damped, [False]])
    turns = np.flatnonzero(loud[1:] != loud[:-1]).tolist()
    runs = [
        np.arange(begin * size // count, min(end * size // count + 1, size // 2) + 1, dtype=np.int64)
        for begin, end in zip(turns[::2], turns[1::2], strict=True)
    ]
    return distinct(np.concatenate(runs))


def _transforms(q: Array, places: Ints, numbers: Ints, size: int, centre: int) -> tuple[Complex, float]:
    """The sum of q e^(iω loss) on either grid at each frequency, and a bound on its error, relative to that of q."""
    # Places are equally far apart in runs, far out further than at the centre.
    cuts = [0, *(np.flatnonzero(np.diff(places, 2)) + 2).tolist(), len(places)]
    runs = list(itertools.pairwise(cuts if len(cuts) <= _RUNS else (0, len(places))))
    every = [int(np.gcd.reduce(np.diff(places[a:b]))) or 1 for a, b in runs]
    sizes = [int(places[b - 1] - places[a]) // apart + 1 for (a, b), apart in zip(runs, every, strict=True)]
    widths = [math.isqrt(count - 1) + 1 for count in sizes]
    if len(numbers) * sum(70 * width + count for width, count in zip(widths, sizes, strict=True)) > 50 * size:
        phi = np.fft.rfft(_folded(q, places, size))[:, numbers].conj() * turned(-numbers * centre, size)
        return phi, 4.0 * UNIT * (math.log2(size) + 1.0)
    phi = np.zeros((2, len(numbers)), dtype=np.complex128)
    for (a, b), apart, count, width in zip(runs, every, sizes, widths, strict=True):
        height = -(-count // width)
        dense = np.zeros((2, height * width))
        dense[:, (places[a:b] - places[a]) // apart] = q[:, a:b]
        columns = turned(apart * np.arange(width, dtype=np.int64)[:, None] * numbers, size)
        starts = places[a] - centre + apart * width * np.arange(height, dtype=np.int64)
        # Half of the products are enough: the grids' probabilities are real.
        inner = (dense.reshape(2 * height, width) @ columns.view(np.float64)).view(np.complex128)
        phi += (inner.reshape(2, height, -1) * turned(starts[:, None] * numbers, size)).sum(axis=1)
    return phi, (2 * max(widths) + len(runs)) * UNIT


def _folded(q: Array, places: Ints, size: int) -> Array:
    return np.array([bincount(places % size, row, size) for row in q])


def turned(parts: Ints, size: int) -> Complex:
    """e^(2πi part / size), of whole numbers: angles without rounding that grows."""
    return np.asarray(np.exp(2j * math.pi / size * (parts % size)))


def _everywhere(coefficients: Complex, numbers: Ints, size: int) -> Array:
    """The real sum of such frequencies at all places at once."""
    transform = np.zeros((2, size // 2 + 1), dtype=np.complex128)
    transform[:, numbers] = coefficients.conj()
    return np.asarray(np.fft.irfft(transform, size))


def smooth_length(least: int) -> int:
    """A size of at least that many points whose transform is fast: 2^a 3^b 5^c with b, c <= 3."""
    best = 1 << max(0, least - 1).bit_length()
    for odd in (3, 5, 9, 15, 25, 27, 45, 75, 125, 135, 225, 375, 675, 1125, 3375):
        times = -(-least // odd)
        best = min(best, odd << max(0, times - 1).bit_length())
    return best
