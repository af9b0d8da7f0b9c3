"""Every check of parameters with every kind of value: what is accepted comes back, the rest is refused by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from dpviz._numeric import check as checks

pytestmark = pytest.mark.whole

MOST = 2**63 - 1
RNG = np.random.default_rng(0)

NUMBERS = [
    *(0, 1, 2, 3, 4, 5, 6, -1, -2, 100_000_000, 100_000_001, 2**53 + 1, 2**62, 2**62 + 1, MOST, MOST + 1),
    *(-MOST, 10**400, -(10**400), 0.0, -0.0, 0.5, 1.0, 1.5, -0.5, 2.0, 5e-324, 1e-101, 1e-100, 1e-12),
    *(1 - 2**-53, 1 + 2**-52, 1e99),
    *(1e100, 1.1e100, -1e100, -1.1e100, 1e308, -1e308, math.inf, -math.inf, math.nan, Fraction(1, 2), Fraction(5)),
    *(np.float16(0.5), np.float32(3), np.float64(np.nan), np.float64(2), np.int8(-1), np.int8(3), np.uint8(0)),
    *(np.uint64(2**64 - 1), np.int64(5)),
]
FLAGS = [True, False, np.True_, np.False_]
WORDS = ["text", "", "replace", "add_remove", "Replace"]
OTHERS = [
    *(None, 1j, np.complex128(1), Decimal("0.5"), b"text", object(), int, {}, {"a": 1}, (), [], [1], ["a", "b"], [0.5]),
    *(np.array([]), np.array(1), np.array(0.5), np.array([1]), np.array(1j), np.array(["text"]), np.array([None])),
    *(len, RNG, np.random.RandomState(0), np.random),
]
VALUES = [*NUMBERS, *FLAGS, *WORDS, *OTHERS]

Inside = Callable[[Any], bool]


def among(value: Any, values: list[Any]) -> bool:
    return any(value is one for one in values)


def plain(value: Any) -> Any:
    """A number as Python's own, which is compared without rounding."""
    return value.item() if isinstance(value, np.generic) else value


def whole(value: Any) -> bool:
    return among(value, NUMBERS) and isinstance(value, int | np.integer)


REALS: dict[str, Inside] = {
    "number": lambda x: -1e100 <= x <= 1e100,
    "positive": lambda x: 1e-100 <= x <= 1e100,
    "moderate": lambda x: 1e-100 <= x <= 100,
    "nonnegative": lambda x: 0 <= x <= 1e100,
    "fraction": lambda x: 1e-100 <= x < 1,
    "slack": lambda x: 0 <= x < 1,
    "share": lambda x: 0 <= x <= 1,
}
WHOLES: dict[str, tuple[Callable[..., int], Inside]] = {
    "count": (checks.count, lambda k: 1 <= k <= MOST),
    "count from 0": (partial(checks.count, least=0), lambda k: 0 <= k <= MOST),
    "count from 2 to 5": (partial(checks.count, least=2, most=5), lambda k: 2 <= k <= 5),
    "count to a cap": (partial(checks.count, cap=5), lambda k: 1 <= k <= 5),
    "count without a cap": (partial(checks.count, cap=None), lambda k: k >= 1),
    "entries": (checks.entries, lambda k: 1 <= k <= 100_000_000),
    "entries, each of many": (partial(checks.entries, each=20_000_000, least=0), lambda k: 0 <= k <= 5),
    "sign": (lambda _, value: checks.sign(value), lambda k: k in (1, -1)),
}
# What else there is, and which of the values each takes.
KINDS: dict[str, tuple[Callable[[str, Any], Any], Inside]] = {
    "flag": (checks.flag, lambda v: among(v, FLAGS)),
    "text": (checks.text, lambda v: among(v, WORDS)),
    "one_of": (partial(checks.one_of, accepted=("replace", "text")), lambda v: v is WORDS[0] or v is WORDS[2]),
    "relation": (lambda _, value: checks.relation(value), lambda v: v is WORDS[2] or v is WORDS[3]),
    "generator": (lambda _, value: checks.generator(value), lambda v: v is RNG),
    "function": (checks.function, callable),
    "instance": (partial(checks.instance, kind=list), lambda v: type(v) is list),
}
NAMED = {"sign": "sign", "relation": "neighbouring", "generator": "rng"}


def refuses(check: Callable[..., Any], name: str, value: Any, kinds: tuple[type[Exception], ...]) -> None:
    with pytest.raises(kinds, match=f"^{name} must (be|not be) ") as caught:
        check("the_name", value)
    assert type(caught.value) in kinds
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("kind", REALS)
def test_a_number_comes_back_as_a_float_if_it_is_in_range(kind):
    check, inside = getattr(checks, kind), REALS[kind]
    for value in VALUES:
        if not among(value, NUMBERS):
            refuses(check, "the_name", value, (TypeError,))
        elif inside(plain(value)):
            result = check("the_name", value)
            assert type(result) is float
            assert result == float(value)
        else:
            refuses(check, "the_name", value, (ValueError,))


@pytest.mark.parametrize("kind", WHOLES)
def test_a_whole_number_comes_back_as_an_int_if_it_is_in_range(kind):
    check, inside = WHOLES[kind]
    name = NAMED.get(kind, "the_name")
    for value in VALUES:
        if not whole(value):
            refuses(check, name, value, (TypeError,))
        elif inside(plain(value)):
            result = check("the_name", value)
            assert type(result) is int
            assert result == value
        else:
            refuses(check, name, value, (ValueError,))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_number_comes_back_if_it_is_of_its_kind(kind):
    check, takes = KINDS[kind]
    for value in VALUES:
        if takes(value):
            result = check("the_name", value)
            assert result is value or (kind == "flag" and type(result) is bool and result == value)
        else:
            words = isinstance(value, str) and kind in ("one_of", "relation")
            refuses(check, NAMED.get(kind, "the_name"), value, (ValueError if words else TypeError,))


def test_several_texts_or_items_are_gone_through():
    assert checks.texts("the_name", ["a", "b"]) == ("a", "b")
    assert checks.texts("the_name", ("a",)) == ("a",)
    assert checks.items("the_name", np.array([1, 2])) == [1, 2]
    for value in (None, 1, 0.5, object(), True):
        refuses(checks.items, "the_name", value, (TypeError,))
        refuses(checks.texts, "the_name", value, (TypeError,))
    with pytest.raises(TypeError, match=r"^the_name\[1\] must be a text"):
        checks.texts("the_name", ["a", 1])


def test_a_sequence_has_places():
    for value in ([], (), [1], range(3), np.array([1])):
        checks.sequence("the_name", value, "a list")
    for value in (None, 1, "text", b"text", {1}, {}, np.array(1), object()):
        with pytest.raises(TypeError, match=r"^the_name must be a list; got "):
            checks.sequence("the_name", value, "a list")


FLOATS: dict[str, tuple[Callable[..., Any], Inside]] = {
    "finite": (checks.finite, REALS["number"]),
    "positives": (checks.positives, REALS["positive"]),
    "nonnegatives": (checks.nonnegatives, REALS["nonnegative"]),
    "fractions": (checks.fractions, REALS["fraction"]),
    "slacks": (checks.slacks, REALS["slack"]),
    "shares": (checks.shares, REALS["share"]),
    "between": (partial(checks.between, low=-0.5, high=1.5), lambda x: -0.5 <= x <= 1.5),
}
INTEGERS: dict[str, tuple[Callable[..., Any], Inside, type]] = {
    "counts": (checks.counts, lambda k: 1 <= float(k) <= 2**62, np.float64),
    "counts from 0": (partial(checks.counts, least=0, cap=5), lambda k: 0 <= k <= 5, np.float64),
    "integers": (checks.integers, lambda k: -MOST <= k <= MOST, np.int64),
    "integers from 2 to 5": (partial(checks.integers, least=2, most=5), lambda k: 2 <= k <= 5, np.int64),
    "integers from 0": (partial(checks.integers, least=0), lambda k: 0 <= k <= MOST, np.int64),
}
RIGHT = {"integers from 2 to 5": 3, "between": 1} | dict.fromkeys(("fractions", "slacks"), 0.5)
NO_NUMBERS = [1j, "text", None, object(), True, 10**400]
EMPTY = [[], np.array([]), np.empty((0, 3)), np.array([], int)]


def arrays(value: Any, right: float) -> list[Any]:
    """A value alone, and as an entry of an array of otherwise right ones, in every way that it can be written."""
    return [value, [value], np.array(value), [right, value], np.array([[right, right], [right, value]])]


@pytest.mark.parametrize("kind", FLOATS)
def test_numbers_come_back_as_an_array_of_floats_if_all_are_in_range(kind):
    check, inside = FLOATS[kind]
    for value in NUMBERS:
        if isinstance(value, Fraction) or (isinstance(value, int) and not -(2**63) <= value < 2**64):
            continue
        for given in arrays(value, RIGHT.get(kind, 1)):
            if not inside(plain(value)):
                refuses(check, "the_name", given, (ValueError,))
                continue
            result = check("the_name", given)
            assert result.dtype == np.float64
            np.testing.assert_array_equal(result, np.asarray(given, dtype=np.float64))


@pytest.mark.parametrize("kind", INTEGERS)
def test_whole_numbers_come_back_as_an_array_if_all_are_in_range(kind):
    check, inside, dtype = INTEGERS[kind]
    for value in NUMBERS:
        if not whole(value) or not -(2**63) <= value < 2**64:
            continue
        if isinstance(value, np.uint64):
            continue  # beside a signed one numpy makes floats of both
        for given in arrays(value, RIGHT.get(kind, 1)):
            if not inside(plain(value)):
                refuses(check, "the_name", given, (ValueError, TypeError) if value > MOST else (ValueError,))
                continue
            result = check("the_name", given)
            assert result.dtype == dtype
            np.testing.assert_array_equal(result, np.asarray(given, dtype=dtype))
    for value in (0.5, 2.0, math.nan, np.float32(3)):
        for given in arrays(value, 3):
            refuses(check, "the_name", given, (TypeError,))


@pytest.mark.parametrize("kind", [*FLOATS, *INTEGERS])
def test_arrays_of_anything_else_are_refused(kind):
    check = (FLOATS | INTEGERS)[kind][0]
    for value in NO_NUMBERS:
        for given in ([value], np.array(value), np.array([value], object), [[value], [value]]):
            refuses(check, "the_name", given, (TypeError,))
    refuses(check, "the_name", [[1], [1, 2]], (ValueError,))
    for value in EMPTY:
        if kind == "finite":
            assert check("the_name", value).size == 0
        else:
            whole_ones = kind in INTEGERS and np.asarray(value).dtype.kind == "f"
            refuses(check, "the_name", value, (TypeError if whole_ones else ValueError,))


def test_anything_rectangular_is_an_array():
    assert checks.array("the_name", [[1, 2], [3, 4]]).shape == (2, 2)
    refuses(checks.array, "the_name", [[1], [1, 2]], (ValueError,))


def test_shapes_must_go_together():
    checks.broadcast(one=np.ones(3), other=np.ones((2, 1)))
    with pytest.raises(ValueError, match=r"^one and other must have shapes that broadcast; got \(3,\), \(2,\)"):
        checks.broadcast(one=np.ones(3), other=np.ones(2))


def test_what_no_float_holds_is_refused():
    assert checks.held("the_name", 1.0) == 1.0
    for value in (math.inf, math.nan, np.array([1.0, math.inf])):
        with pytest.raises(ValueError, match=r"^the_name must be a number that a float can hold"):
            checks.held("the_name", value)


def test_a_whole_number_beyond_64_bits_and_none_at_all_are_told():
    with pytest.raises(ValueError, match=rf"^codes must be whole numbers from 0 to {MOST}; got {MOST + 1} at 0$"):
        checks.integers("codes", np.array([MOST + 1], np.uint64), least=0)
    with pytest.raises(TypeError, match=r"^seeds must be whole numbers from 0 to 2, at least one; got \[\]"):
        checks.integers("seeds", [], least=0, most=2)


def test_a_number_within_two_ends():
    assert [checks.within("the_name", value, 0.5, 2) for value in (0.5, 2)] == [0.5, 2.0]
    for value in (0.4, 2.1, math.nan, -1, "1", True):
        refuses(lambda name, one: checks.within(name, one, 0.5, 2), "the_name", value, (TypeError, ValueError))


def test_declared_checks_come_before_the_rest_and_are_inherited():
    @dataclass(frozen=True)
    @checks.fields(epsilon=checks.positive, step=checks.optional(checks.number))
    class Parent:
        epsilon: float
        step: float | None = None
        seen: list[float] = field(default_factory=list)

        def __post_init__(self):
            self.seen.append(self.epsilon)

    @dataclass(frozen=True)
    @checks.fields(size=checks.whole(least=2), mode=checks.word(("a", "b")))
    class Child(Parent):
        size: int = 2
        mode: str = "a"

    child = Child(np.float32(2), size=np.int8(3))
    assert (type(child.epsilon), type(child.size), child.step, child.seen) == (float, int, None, [2.0])
    assert set(Child.__checks__) == {"epsilon", "step", "size", "mode"}
    assert replace(child, step=1).step == 1.0
    for name, bad in {"epsilon": 0, "size": 1, "mode": "c", "step": "x"}.items():
        with pytest.raises((TypeError, ValueError), match=f"^{name} must be"):
            Child(**{"epsilon": 1.0, name: bad})


def test_every_check_is_looked_at():
    made = {"shown", "wrong_type", "wrong_value", "plain", "fields", "whole", "word", "optional"}
    tried = {name.partition(" ")[0].rstrip(",") for name in [*REALS, *WHOLES, *KINDS, *FLOATS, *INTEGERS]}
    tried |= {"texts", "items", "sequence", "array", "broadcast", "held", "within"}
    there = {
        name for name, thing in vars(checks).items() if callable(thing) and thing.__module__ == "dpviz._numeric.check"
    }
    assert {name for name in there if not name.startswith("_")} == tried | made
