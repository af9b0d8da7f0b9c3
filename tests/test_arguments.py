"""Every public callable of the engine takes what it should, and refuses the rest by name (CONV-6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dpviz.data import TableError
from tests.arguments.bounded import TookTooLong, outcome
from tests.arguments.registry import CASES, WITHOUT_EXAMPLE, Case
from tests.arguments.results import differ, trouble

PAIRS = [
    pytest.param(case, name, id=f"{case.name}-{name}") for case in CASES if case.checked for name in case.parameters
]


def test_every_public_callable_has_an_example():
    assert WITHOUT_EXAMPLE == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_example_is_valid(case):
    assert set(case.arguments) <= set(case.parameters)
    result = outcome(case)
    assert not isinstance(result, BaseException), repr(result)
    assert trouble_with(case, result) == ""


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
    np.nan,
    np.inf,
    -np.inf,
    0,
    -1,
    1e308,
    10**400,
    -(10**400),
    True,
    1j,
    "text",
    None,
    [],
    np.array([]),
    object(),
    np.float64(np.nan),
    np.array(1j),
    np.array(["text"]),
]
BAD_ENTRIES = [np.nan, np.inf, -np.inf, -1, 1e308, 10**400, 1j, "text", None]


def bad_values(case: Case, name: str) -> Iterator[Any]:
    yield from BAD
    example = case.example(name)
    array = numbers(example)
    if array is None and is_number(example) and "ArrayLike" in str(case.parameters[name].annotation):
        array = np.array([example, example])
    if array is not None:
        for bad in BAD_ENTRIES:
            entries = array.astype(object)
            entries.flat[0] = bad
            yield entries.tolist()
            if isinstance(bad, float | complex):
                yield np.array(entries.tolist())
        yield array.astype(complex)
        yield array.astype(object)
        yield array[:0]


def brief(value: Any) -> str:
    return re.sub(r"0{20,}", "0..0", repr(value)).replace("\n", "")[:160]


def only_its_shape(value: Any) -> bool:
    """Nothing wrong but how much there is: the message may name what it does not fit."""
    return isinstance(value, list | np.ndarray) and np.size(value) == 0


def judged(case: Case, result: Any, *names: str) -> str:
    """What is wrong with the answer to a bad value of a parameter."""
    if isinstance(result, TableError):
        return ""  # in words, for whoever brought the table
    if isinstance(result, TypeError | ValueError):
        named = re.search(rf"(?<![A-Za-z0-9_])({'|'.join(names)})(?![A-Za-z0-9_])", str(result))
        return "" if named else f"does not name {names[0]}: {brief(result)}"
    if isinstance(result, TookTooLong):
        return "does not return"
    if isinstance(result, BaseException):
        return brief(result)
    return trouble_with(case, result)


def trouble_with(case: Case, result: Any) -> str:
    found = outcome(lambda: trouble(result, case.name, infinite=case.infinite, undefined=case.undefined))
    return found if isinstance(found, str) else brief(found)


@pytest.mark.parametrize(("case", "name"), PAIRS)
def test_a_bad_value_is_refused_by_name_or_answered_rightly(case, name):
    wrong = []
    for value in bad_values(case, name):
        if (value is None and case.default(name) is None) or (value is True and isinstance(case.example(name), bool)):
            continue
        names = (name, *case.parameters) if only_its_shape(value) else (name,)
        if found := judged(case, outcome(lambda value=value: case(**{name: value})), *names):
            wrong.append(f"{name}={brief(value)}: {found}")
    assert not wrong, "\n" + "\n".join(wrong)


def equal_values(example: Any) -> Iterator[tuple[Any, Any]]:
    """Another type of number, and the plain value it is equal to."""
    array = numbers(example)
    if is_number(example):
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


@pytest.mark.parametrize(("case", "name"), PAIRS)
def test_equal_numbers_of_other_types_get_the_same_answer(case, name):
    if name in case.undefined:
        return  # the caller's, whatever it is, and given back as it came
    wrong = []
    pairs = [(True, 1), (np.True_, 1)] * is_number(case.example(name)) + list(equal_values(case.example(name)))
    for other, plain in pairs:
        result, right = (outcome(lambda value=value: case(**{name: value})) for value in (other, plain))
        if isinstance(right, BaseException) or isinstance(result, TypeError | ValueError):
            found = judged(case, result, name)
        else:
            found = judged(case, result, name) or differ(result, right)
        if found:
            wrong.append(f"{name}={other!r}: {found}")
    assert not wrong, "\n" + "\n".join(wrong)
