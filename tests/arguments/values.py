"""What a parameter is tried with, made from the example of it that is valid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.arguments.registry import Case


def is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def numbers(value: Any) -> np.ndarray | None:
    """An example as an array, where it is one of numbers."""
    if isinstance(value, list | tuple | np.ndarray) and len(value):
        try:
            array = np.asarray(value)
        except ValueError:
            return None
        return array if array.dtype.kind in "biuf" else None
    return None


BAD = [
    *(np.nan, np.inf, -np.inf, 0, -1, 1e308, 10**400, -(10**400), True, 1j, "text", None, [], np.array([]), object()),
    *(np.float64(np.nan), np.array(1j), np.array(["text"])),
]
BAD_ENTRIES = [np.nan, np.inf, -np.inf, -1, 1e308, 10**400, 1j, "text", None]


def _with_entry(array: np.ndarray, entry: Any) -> list[Any]:
    entries = array.astype(object)
    entries.flat[0] = entry
    return entries.tolist()


def bad_values(case: Case, name: str) -> Iterator[Any]:
    yield from BAD
    example = case.example(name)
    array = numbers(example)
    if array is None and is_number(example) and "ArrayLike" in str(case.parameters[name].annotation):
        array = np.array([example, example])
    if array is not None:
        for bad in BAD_ENTRIES:
            yield _with_entry(array, bad)
            if isinstance(bad, float | complex):
                yield np.array(_with_entry(array, bad))
        yield array.astype(complex)
        yield array.astype(object)
        yield array[:0]


def few_bad_values(case: Case, name: str) -> Iterator[Any]:
    """NaN, another type, and what is out of any range."""
    example = case.example(name)
    array = numbers(example)
    other = 1j if isinstance(example, str) else "text"
    if array is None:
        yield from (np.nan, other, -1, -1e308)
    else:
        yield from (other, *(_with_entry(array, bad) for bad in (np.nan, other, -1e308)))


def equal_values(example: Any) -> Iterator[tuple[Any, Any]]:
    """Another type of number, and the plain value it is equal to."""
    array = numbers(example)
    if is_number(example):
        yield from ((True, 1), (np.True_, 1))
        yield np.float16(example), float(np.float16(example))
        yield np.float32(example), float(np.float32(example))
        if float(example).is_integer():
            whole = int(example)
            for kind in (np.int8, np.uint8, np.uint64):
                if np.iinfo(kind).min <= whole <= np.iinfo(kind).max:
                    yield kind(whole), whole
                    yield np.array(whole, kind), whole
    elif array is not None and array.dtype.kind in "iuf":
        for kind in (np.float16, np.float32):
            yield array.astype(kind), array.astype(kind).astype(np.float64).tolist()
        if (array == np.round(array)).all() and array.max() < 128:
            for kind in (np.int8,) + (np.uint8, np.uint64) * bool(array.min() >= 0):
                yield array.astype(kind), array.astype(int).tolist()


def few_equal_values(example: Any) -> Iterator[tuple[Any, Any]]:
    """A number of another type: without a sign where it is whole, else of 32 bits."""
    *_, last = [None, *(pair for pair in equal_values(example) if not isinstance(pair[0], np.float16))]
    if last is not None:
        yield last


SMALL = [5e-324, 1e-300, 1e-90, 1e-12, 1e-6]
LARGE = [1e6, 1e12, 1e90, 1e300]
FLOATS = [-1e90, *SMALL, 1 - 1e-12, 1 - 2**-53, 1.0, *LARGE]
COUNTS = [1, 2, 10**6, 2**31, 2**53 + 1, 2**62, 2**63 - 1]


def extremes(case: Case, name: str) -> Iterator[Any]:
    """The ends of what a number may be, and for an array each of them as its first entry."""
    example = case.example(name)
    array = numbers(example)
    if is_number(example):
        yield from COUNTS if isinstance(example, int) else FLOATS
    elif array is not None and array.dtype.kind in "iuf":
        for value in COUNTS if array.dtype.kind in "iu" else FLOATS:
            changed = array.astype(array.dtype if array.dtype.kind == "f" else np.int64)
            changed.flat[0] = value
            yield changed


def few_extremes(case: Case, name: str) -> Iterator[Any]:
    """The largest."""
    *_, last = [None, *extremes(case, name)]
    if last is not None:
        yield last


def whole(case: Case) -> bool:
    """It takes a whole number, or an array of them."""
    examples = [case.example(name) for name in case.parameters]
    arrays = [array for array in map(numbers, examples) if array is not None]
    return any(map(_is_whole, examples)) or any(array.dtype.kind in "iu" for array in arrays)


def _is_whole(value: Any) -> bool:
    return is_number(value) and isinstance(value, int | np.integer)
