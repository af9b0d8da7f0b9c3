"""Every public callable of the engine takes what it should, and refuses the rest by name (CONV-6).

What each check accepts is proved in test_check.py; by day, that each parameter has its check: with a few values. All
callables with all values are marked ``slow``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from dpviz.data import TableError
from dpviz.learning import NotRealizableError
from tests.arguments.bounded import TookTooLong, memory, outcome
from tests.arguments.names import REFUSED, refused
from tests.arguments.registry import CASES, NEEDLESS_EXAMPLES, WITHOUT_EXAMPLE, Case
from tests.arguments.results import differ, trouble
from tests.arguments.rules import DISTRIBUTIONS, MONOTONE, PROBABILITIES, SIZES, broken_rule, wrong_way
from tests.arguments.values import (
    bad_values,
    equal_values,
    extremes,
    few_bad_values,
    few_equal_values,
    few_extremes,
    whole,
)

#: They fit or search with each value, for a second: not by day.
DEAR = ("erm.DPSGDClassifier.fit", "erm.DPSGDClassifier.score", "privacy.dpsgd_noise", "privacy.watch")


def each(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """A test of each; what takes whole numbers is tried where they have 32 bits, too."""
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(
                one, id=one.name, marks=[pytest.mark.whole] * whole(one) + [pytest.mark.slow] * (one.name in DEAR)
            )
            for one in cases
        ],
    )


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    with memory():
        yield


def test_every_public_callable_has_an_example_and_every_example_a_callable():
    assert WITHOUT_EXAMPLE == []
    assert NEEDLESS_EXAMPLES == []


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


def refused_or_answered(case: Case, name: str, values: Iterable[Any]) -> Iterator[str]:
    """What is wrong with how bad values are refused, or answered."""
    for value in values:
        if name in case.slow and isinstance(value, int) and value == -1:
            continue  # all cores
        if (value is None and case.default(name) is None) or (value is True and isinstance(case.example(name), bool)):
            continue
        names = (name, *case.parameters) if only_its_shape(value) else (name,)
        if found := judged(case, outcome(lambda value=value: case(**{name: value})), *names):
            yield f"{name}={brief(value)}: {found}"


def refused_as_declared(case: Case) -> Iterator[str]:
    """Where a class lets through what the check declared for a field refuses, or refuses it in other words."""
    for name, check in getattr(case.make(), "__checks__", {}).items():
        for value in bad_values(case, name):
            error = outcome(lambda check=check, name=name, value=value: check(name, value))
            result = outcome(lambda name=name, value=value: case(**{name: value}))
            if isinstance(error, Exception) and repr(result) != repr(error):
                yield f"{name}={brief(value)}: {brief(result)}, not {brief(error)}"


def answered_equally(case: Case, name: str, pairs: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    """Where numbers of another type get another answer than their equals."""
    if name in case.undefined:
        return  # the caller's, whatever it is, and given back as it came
    for other, plain in pairs:
        result, right = (outcome(lambda value=value: case(**{name: value})) for value in (other, plain))
        found = judged(case, result, name)
        if not (found or isinstance(right, BaseException) or isinstance(result, TypeError | ValueError)):
            found = differ(result, right)
        if found:
            yield f"{name}={other!r}: {found}"


def answered_or_refused(case: Case, name: str, values: Iterable[Any]) -> Iterator[str]:
    """What is wrong with the answers to extreme values, or with how they are refused."""
    for value in values:
        if name in case.slow and isinstance(value, int) and value == 10**6:
            continue
        if found := extreme_trouble(case, outcome(lambda value=value: case(**{name: value}))):
            yield f"{name}={brief(value)}: {found}"


CHECKED = [case for case in CASES if case.checked and case.parameters]


@each(CASES)
def test_its_example_is_valid_and_each_parameter_has_its_check(case):
    assert set(case.arguments) <= set(case.parameters)
    result = outcome(case)
    if sys.platform == "emscripten" and isinstance(result, ImportError):
        pytest.skip(str(result))
    assert not isinstance(result, BaseException), repr(result)
    assert trouble_with(case, result) == ""
    wrong = [*refused_as_declared(case)]
    for name in case.parameters if case.checked else ():
        wrong += refused_or_answered(case, name, few_bad_values(case, name))
        wrong += answered_equally(case, name, few_equal_values(case.example(name)))
        wrong += answered_or_refused(case, name, few_extremes(case, name))
    assert not wrong, "\n" + "\n".join(wrong)


@each([case for case in CHECKED if set(case.parameters) & set(REFUSED)])
def test_a_name_means_one_range(case):
    wrong = []
    for name in case.parameters:
        for value in refused(case, name):
            result = outcome(lambda name=name, value=value: case(**{name: value}))
            if not isinstance(result, TypeError | ValueError) or judged(case, result, name):
                wrong.append(f"{name}={value!r}: {brief(result)}")
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@each(CHECKED)
def test_any_bad_value_is_refused_by_name_or_answered_rightly(case):
    wrong = [found for name in case.parameters for found in refused_or_answered(case, name, bad_values(case, name))]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@each(CHECKED)
def test_equal_numbers_of_other_types_get_the_same_answer(case):
    wrong = [
        found for name in case.parameters for found in answered_equally(case, name, equal_values(case.example(name)))
    ]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@each(CHECKED)
def test_an_extreme_value_is_answered_rightly_or_refused_with_the_range(case):
    wrong = [found for name in case.parameters for found in answered_or_refused(case, name, extremes(case, name))]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.slow
@each([case for case in CHECKED if case.name in MONOTONE])
def test_a_result_goes_the_way_it_should_from_one_end_of_a_range_to_the_other(case):
    for name, sign in MONOTONE[case.name].items():
        found = []
        for value in [*extremes(case, name), case.example(name)]:
            result = outcome(lambda name=name, value=value: case(**{name: value}))
            if not isinstance(result, BaseException):
                found.append((value, result))
        found.sort(key=lambda pair: pair[0])
        assert len(found) > 1
        wrong = wrong_way([result for _, result in found], sign)
        assert not wrong, f"{name} in {[value for value, _ in found]}: {wrong}"


def test_the_rules_are_about_something():
    names = {case.name.rpartition(".")[2] for case in CASES}
    assert set(MONOTONE) <= {case.name for case in CASES}
    assert names >= SIZES
    assert names & PROBABILITIES
    assert names & DISTRIBUTIONS
