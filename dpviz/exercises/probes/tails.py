"""Whether noise ends somewhere, seen by planting a draw far out in its tail."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from dpviz.exercises.judge.planted import Planted, planted, standing

#: Where a number of 64 bits is read as one from 0 to 1, these do not count; where it chooses a strip of a table of
#: exponentials or of normals, they choose narrow ones: what is drawn otherwise than from such a number stays small.
_LOWEST, _UNREAD = 0x14, 11
#: Who draws in single precision reads these bits first: they say nothing.
_FIRST_READ = 32
_RUNS, _FEW = 8, 1


@dataclass(frozen=True)
class Tail:
    """A kind of noise, in units of its scale.

    Each of `ways` is ``way(size, before, rng)``: a generator of which the draw after so many others is of that size.
    Honest noise is often of the size `near`, and then surely passes `shown_near`; as `far`, which it nearly never is.
    """

    ways: tuple[Callable[[float, int, np.random.Generator], Planted], ...]
    near: float
    shown_near: float
    far: float
    shown_far: float


# After it comes a draw that makes no noise.


def _low(size: float, before: int, rng: np.random.Generator) -> Planted:
    return planted([_number(0.5 * math.exp(-size), rng), _number(0.5, rng)], before, rng)


def _high(size: float, before: int, rng: np.random.Generator) -> Planted:
    return planted([_number(1.0 - 0.5 * math.exp(-size), rng), _number(0.5, rng)], before, rng)


def _number(share: float, rng: np.random.Generator) -> int:
    return _blurred(int(share * 2**53) << _UNREAD, _UNREAD, rng) | _LOWEST


def _blurred(number: int, lowest: int, rng: np.random.Generator) -> int:
    """With any bits of those that are read first, from the lowest that may change on."""
    return number >> _FIRST_READ << _FIRST_READ | int(rng.integers(2 ** (_FIRST_READ - lowest))) << lowest


def _normal(sign: int) -> Callable[[float, int, np.random.Generator], Planted]:
    def way(size: float, before: int, rng: np.random.Generator) -> Planted:
        for raws in (_strips if size < _STRIPS_END else _beyond_strips)(size, sign, rng):
            found = planted(raws, 0, rng)
            if abs(sign * Planted(standing(*found.place)).standard_normal() - size) < 0.4:
                bits = standing(*found.place)
                bits.advance(2**128 - before)
                return Planted(bits)
        raise AssertionError

    return way


#: Numpy draws a normal from strips of equal area: eight bits choose one, then one the sign, and 52 how far out.
_STRIPS_END = 3.6541528853610088


def _strips(size: float, sign: int, rng: np.random.Generator) -> Iterator[list[int]]:
    for strip in range(255, 0, -1):
        yield [_blurred(int((size > 0) * 0.98 * 2**52) << 9, 9, rng) | (sign < 0) << 8 | strip]


def _beyond_strips(size: float, sign: int, rng: np.random.Generator) -> Iterator[list[int]]:
    """Past them it is by how much that an exponential says, if the next draw takes it."""
    number = 2**52 - 1 if sign < 0 else 2**52 - 1 - 2**8
    while True:
        yield [number << 9, _number(-math.expm1(-_STRIPS_END * (size - _STRIPS_END)), rng)]


LAPLACE = Tail((_low, _high), near=5.0, shown_near=3.5, far=15.5, shown_far=13.0)
NORMAL = Tail((_normal(1), _normal(-1)), near=3.0, shown_near=2.3, far=6.3, shown_far=5.2)


def cut_off(
    passes: Callable[[float, np.random.Generator], bool], tail: Tail, rng: np.random.Generator, *, draws: int
) -> bool:
    """Whether noise that is drawn as numpy does, or from a number from 0 to 1, ends somewhere.

    It does if a draw that decides how large it is when it is large (planted, it makes it so; without, it is not) does
    not make it very large. Of noise drawn otherwise nothing is said.

    ``passes(size, rng)`` is a run of the student's function, and whether its noise was larger, in scales; `tail` is
    `LAPLACE` or `NORMAL`. Of the function's draws the first so many are tried; `rng` chooses the others.

    Returns
    -------
    bool
    """
    for before in range(draws):
        for way in tail.ways:

            def often(size: float, shown: float) -> int:
                return sum(passes(shown, way(size, before, rng)) for _ in range(_RUNS))  # noqa: B023

            if (
                often(tail.near, tail.shown_near) >= _RUNS - _FEW
                and often(0.0, tail.shown_near) <= _FEW
                and often(tail.far, tail.shown_far) <= _FEW
            ):
                return True
    return False
