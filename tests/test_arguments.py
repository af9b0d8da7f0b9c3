"""Every public callable of the engine takes what it should, and refuses the rest by name (CONV-6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dpviz.data import TableError
from dpviz.learning import NotRealizableError
from tests.arguments.bounded import TookTooLong, outcome
from tests.arguments.registry import CASES, WITHOUT_EXAMPLE, Case
from tests.arguments.results import differ, trouble
from tests.arguments.rules import DISTRIBUTIONS, MONOTONE, PROBABILITIES, SIZES, broken_rule, wrong_way

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
    found = outcome(
        lambda: (
            trouble(result, case.name, infinite=case.infinite, undefined=case.undefined)
            or broken_rule(case.name, result)
        )
    )
    return found if isinstance(found, str) else brief(found)


@pytest.mark.parametrize(("case", "name"), PAIRS)
def test_a_bad_value_is_refused_by_name_or_answered_rightly(case, name):
    wrong = []
    for value in bad_values(case, name):
        if name in case.slow and isinstance(value, int) and value == -1:
            continue  # all cores
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
            entries = array.tolist()
            changed = np.array(entries, dtype=array.dtype if array.dtype.kind == "f" else np.int64)
            changed.flat[0] = value
            yield changed


def extreme_trouble(case: Case, result: Any) -> str:
    if isinstance(result, TableError | NotRealizableError):
        return ""  # in words, about the data
    if isinstance(result, ValueError):
        named = re.search(
            rf"(?<![A-Za-z0-9_])({'|'.join([*case.parameters, *case.later])})(?![A-Za-z0-9_])", str(result)
        )
        says = re.search(r"must|at most|at least|below|needs", str(result))
        return "" if named and says else f"names no parameter with its range: {brief(result)}"
    return judged(case, result)


@pytest.mark.parametrize(("case", "name"), [pair for pair in PAIRS if any(True for _ in extremes(*pair.values))])
def test_an_extreme_value_is_answered_rightly_or_refused_with_the_range(case, name):
    wrong = []
    for value in extremes(case, name):
        if name in case.slow and isinstance(value, int) and value == 10**6:
            continue
        if found := extreme_trouble(case, outcome(lambda value=value: case(**{name: value}))):
            wrong.append(f"{name}={brief(value)}: {found}")
    assert not wrong, "\n" + "\n".join(wrong)


MOVING = [
    pytest.param(*pair.values, id=pair.id) for pair in PAIRS if pair.values[1] in MONOTONE.get(pair.values[0].name, ())
]


@pytest.mark.parametrize(("case", "name"), MOVING)
def test_a_result_goes_the_way_it_should_from_one_end_of_a_range_to_the_other(case, name):
    found = []
    for value in [*extremes(case, name), case.example(name)]:
        result = outcome(lambda value=value: case(**{name: value}))
        if not isinstance(result, BaseException):
            found.append((value, result))
    found.sort(key=lambda pair: pair[0])
    assert len(found) > 1
    wrong = wrong_way([result for _, result in found], MONOTONE[case.name][name])
    assert not wrong, f"{name} in {[value for value, _ in found]}: {wrong}"


def test_the_rules_are_about_something():
    names = {case.name.rpartition(".")[2] for case in CASES}
    assert set(MONOTONE) <= {case.name for case in CASES}
    assert names >= SIZES
    assert names & PROBABILITIES
    assert names & DISTRIBUTIONS
