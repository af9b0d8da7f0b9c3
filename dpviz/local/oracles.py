"""Frequency oracles: each person's answer supports some of k values, and the counts of support tell the frequencies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.counts import bincount
from dpviz._numeric.parities import odd_overlap, walsh_hadamard
from dpviz.mechanisms import FrequencyEstimate, KaryRandomizedResponse

FORMS = ("kary", "unary", "optimised", "hadamard")
_MOST_EPSILON = 100.0
_BLOCK = 2**22  # people whose answers are held at once
Floats = NDArray[np.float64]


def _support(form: str, epsilon: ArrayLike, categories: ArrayLike) -> tuple[Floats, Floats, Floats, Floats]:
    """How probably an answer supports the person's own value, and any other one (RR-1, LOC-2, LOC-3).

    Then the difference, with all its digits where the two are nearly equal, and how probably the own value is missed,
    with all its digits where that is small.
    """
    check.one_of("form", form, FORMS)
    eps = check.between("epsilon", epsilon, check.SMALLEST, _MOST_EPSILON)
    size = check.counts("categories", categories, least=2)
    check.broadcast(epsilon=eps, categories=size)
    eps, size = np.broadcast_arrays(eps, size)
    if form == "unary":
        eps = eps / 2.0
    small, fall = np.exp(-eps), -np.expm1(-eps)
    if form == "kary":
        own = 1.0 / (1.0 + (size - 1.0) * small)
        return own, own * small, own * fall, (size - 1.0) * own * small
    own, other, gap = 1.0 / (1.0 + small), small / (1.0 + small), fall / (1.0 + small)
    if form == "unary":
        return own, other, gap, other
    half = np.full(eps.shape, 0.5)
    return (half, other, gap / 2.0, half) if form == "optimised" else (own, half, gap / 2.0, other)


def frequency_variance(
    form: str, *, epsilon: ArrayLike, categories: ArrayLike, n: ArrayLike, frequency: ArrayLike = 0.0
) -> Any:
    """The exact variance of a value's estimated frequency over the coins, the data being fixed (LOC-2, LOC-3).

    ``(f own (1 - own) + (1 - f) other (1 - other)) / (n (own - other)²)``. At f = 0 times n: (e^ε + k - 2)/(e^ε - 1)²
    for ``"kary"``, e^(ε/2)/(e^(ε/2) - 1)² for ``"unary"``, 4e^ε/(e^ε - 1)² for ``"optimised"``, and 1 more than that
    for ``"hadamard"``.

    Parameters
    ----------
    form, epsilon, categories : str, array_like, array_like of int
        As in `FrequencyOracle`; k >= 2.
    n : array_like of int
        People, >= 1.
    frequency : array_like, default 0
        f, the share of people who have the value, in [0, 1]. All four numbers broadcast.

    Examples
    --------
    >>> round(frequency_variance("hadamard", epsilon=np.log(3), categories=10, n=1), 9)
    4.0
    """
    own, other, gap, miss = _support(form, epsilon, categories)
    people, share = check.counts("n", n), check.shares("frequency", frequency)
    check.broadcast(epsilon=own, n=people, frequency=share)
    spread = share * own * miss + (1.0 - share) * other * (1.0 - other)
    return check.held("the variance", plain(np.asarray(spread / people / np.square(gap))))


@dataclass(frozen=True, kw_only=True)
@check.fields(form=check.word(FORMS), epsilon=check.positive, categories=check.whole(least=2, most=2**20))
class FrequencyOracle:
    """How many people have each of k values, asked of people who trust nobody; ε-private under ``"replace"``.

    Each answer supports some of the values: the person's own with probability `own`, any other one with probability
    `other`. So the counts of support give all frequencies without bias. Source: RR-1, LOC-2, LOC-3.

    Parameters
    ----------
    form : {"kary", "unary", "optimised", "hadamard"}
        k-ary response; a bit for each value, all flipped with one probability; the same, but the one is kept with
        probability 1/2 and zeros are flipped with probability 1/(e^ε + 1); a column of a K × K Hadamard matrix.
    epsilon : float
        ε in nats, > 0 and at most 100.
    categories : int
        k, from 2 to 2^20, numbered from 0.

    Examples
    --------
    >>> oracle = FrequencyOracle(form="hadamard", epsilon=np.log(3), categories=5)
    >>> oracle.own, oracle.other, oracle.bits
    (0.75, 0.5, 3)
    """

    form: str
    epsilon: float
    categories: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "_support", _support(self.form, self.epsilon, self.categories))

    @property
    def own(self) -> float:
        """How probably an answer supports the person's own value."""
        return float(self._support[0])  # type: ignore[attr-defined]

    @property
    def other(self) -> float:
        """How probably an answer supports any other value."""
        return float(self._support[1])  # type: ignore[attr-defined]

    @property
    def gap(self) -> float:
        """``own - other``, with all its digits."""
        return float(self._support[2])  # type: ignore[attr-defined]

    @property
    def _miss(self) -> float:
        """``1 - own``, with all its digits."""
        return float(self._support[3])  # type: ignore[attr-defined]

    @property
    def bits(self) -> int:
        """How many bits one person sends."""
        if self.form == "hadamard":
            return self.categories.bit_length()
        return (self.categories - 1).bit_length() if self.form == "kary" else self.categories

    def release(self, value: ArrayLike, rng: np.random.Generator) -> NDArray[np.int64]:
        """Each person's answer, from the true values, from 0 to k - 1, shape (n,).

        ``"kary"``: values, shape (n,). Encodings: k bits a person, shape (n, k). ``"hadamard"``: columns from 0 to K -
        1, shape (n,), K the least power of 2 above k.
        """
        values = self._answers("value", value, self.categories)
        check.generator(rng)
        if self.form == "kary":
            mechanism = KaryRandomizedResponse(epsilon=self.epsilon, categories=self.categories)
            return np.asarray(mechanism.release(values, rng))
        if self.form == "hadamard":
            return self._column(values, rng)
        check.entries("n", values.size, each=self.categories)
        drawn = rng.random((values.size, self.categories))
        own = np.arange(values.size), values
        found = drawn < self.other
        found[own] = self._hits(drawn[own])
        return found.astype(np.int64)

    def supports(self, answers: ArrayLike) -> NDArray[np.bool_]:
        """Which values each answer supports, shape (n, k), from answers as `release` returns them."""
        if self.form in ("unary", "optimised"):
            found = check.integers("answers", answers, least=0, most=1)
            if found.ndim != 2 or found.shape[1] != self.categories:
                raise ValueError(f"answers must have shape (n, {self.categories}); got {found.shape}")
            return found.astype(np.bool_)
        size = self.categories if self.form == "kary" else 2**self.bits
        found = self._answers("answers", answers, size)
        check.entries("n", found.size, each=self.categories)
        each = np.arange(self.categories)
        if self.form == "kary":
            return np.asarray(found[:, None] == each)
        return ~odd_overlap(each + 1, found[:, None])

    def estimate(self, support: ArrayLike, *, n: int) -> FrequencyEstimate:
        """The frequencies of all values, without bias: ``(support/n - other) / (own - other)``.

        The squares of the standard errors are unbiased.

        Parameters
        ----------
        support : array_like of int, shape (k,)
            Sums over the rows of `supports`, or `draw_support`.
        n : int
            Answers.
        """
        people = check.count("n", n, cap=2**53)
        counts = check.integers("support", support, least=0, most=people)
        if counts.shape != (self.categories,):
            raise ValueError(f"support must have shape ({self.categories},); got {counts.shape}")
        above, q = counts / people - self.other, self.other
        # The variance is linear in the frequency, so that of an unbiased estimate of it is unbiased. The estimate is
        # above / gap; times own (1 - own) - other (1 - other), which is gap (1 - own - other), it is of moderate size.
        variance = (q * (1.0 - q) + above * (self._miss - q)) / people / self.gap**2
        return FrequencyEstimate(above / self.gap, np.sqrt(np.maximum(variance, 0.0)), people)

    def draw_support(self, counts: ArrayLike, rng: np.random.Generator) -> NDArray[np.int64]:
        """How many answers support each value, from how many people have each, both of shape (k,).

        Drawn at once for any number of people: the same law as one by one.
        """
        people = check.integers("counts", counts, least=0, most=2**40)
        if people.shape != (self.categories,):
            raise ValueError(f"counts must have shape ({self.categories},); got {people.shape}")
        check.generator(rng)
        n = int(people.sum())
        if self.form in ("unary", "optimised"):  # the bits are independent
            return rng.binomial(people, self.own) + rng.binomial(n - people, self.other)
        # Whoever does not answer truly answers by a fair draw: from all values, or from all columns.
        if self.form == "kary":
            true = rng.binomial(people, self.gap)
            fair = rng.multinomial(n - int(true.sum()), np.full(self.categories, 1.0 / self.categories))
            return np.asarray(true + fair)
        size = 2**self.bits
        true = rng.binomial(people, 2.0 * self.own - 1.0)
        columns = rng.multinomial(n - int(true.sum()), np.full(size, 1.0 / size))
        if true.sum() <= size * np.count_nonzero(true):  # one by one is quicker
            ends = np.cumsum(true)
            for first in range(0, int(ends[-1]), _BLOCK):
                some = np.arange(first, min(first + _BLOCK, int(ends[-1])))
                columns += counted(self._column(np.searchsorted(ends, some, side="right"), rng, True), size)
        else:
            for value in np.flatnonzero(true):
                own = np.flatnonzero(~odd_overlap(np.asarray(value + 1), np.arange(size)))
                columns[own] += rng.multinomial(true[value], np.full(size // 2, 2.0 / size))
        signed = walsh_hadamard(columns)[1 : self.categories + 1]
        return np.rint((n + signed) / 2.0).astype(np.int64)

    def distribution(self) -> NDArray[np.float64]:
        """The distribution of the answer for each true value, shape (k, answers), where the answers can be listed.

        Encodings: of the rows of k bits as binary numbers, the first value's bit the lowest.
        """
        k = self.categories
        if self.form in ("unary", "optimised"):
            check.count("categories", k, least=2, most=12)
            ones = (np.arange(2**k)[None, :, None] >> np.arange(k)) & 1
            true = np.eye(k, dtype=np.bool_)[:, None, :]
            one, zero = np.where(true, self.own, self.other), np.where(true, self._miss, 1.0 - self.other)
            return np.asarray(np.prod(np.where(ones == 1, one, zero), axis=2))
        size = k if self.form == "kary" else 2**self.bits
        check.count("categories", k, least=2, most=4096)
        inside = self.supports(np.arange(size)).T
        held = inside.sum(axis=1, keepdims=True)
        return np.asarray(np.where(inside, self.own / held, self._miss / (size - held)))

    def _hits(self, drawn: Floats) -> NDArray[np.bool_]:
        """Whether the own value is supported: a uniform is a multiple of 2^-53, so it is missed no less often."""
        return np.asarray(1.0 - 2.0**-53 - drawn >= self._miss)

    def _column(self, values: NDArray[np.int64], rng: np.random.Generator, true: bool = False) -> NDArray[np.int64]:
        """A column, uniform among those with the sign that was drawn: flipping one shared bit changes the sign."""
        drawn = rng.integers(2**self.bits, size=values.shape)
        wanted = true | self._hits(rng.random(values.shape))
        row = values + 1
        lowest = row & -row
        return np.asarray(np.where(odd_overlap(row, drawn) == wanted, drawn ^ lowest, drawn))

    @staticmethod
    def _answers(name: str, value: ArrayLike, size: int) -> NDArray[np.int64]:
        found = check.integers(name, value, least=0, most=size - 1)
        if found.ndim != 1:
            raise ValueError(f"{name} must have shape (n,); got {found.shape}")
        return found


def counted(values: ArrayLike, categories: int) -> NDArray[np.int64]:
    """How many people have each value."""
    return np.asarray(bincount(values, minlength=categories))
