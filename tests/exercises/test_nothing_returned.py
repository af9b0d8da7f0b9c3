"""A function that returns nothing: what is said depends on what it does instead."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from dpviz.exercises import start
from dpviz.exercises.judge.codec import decode, encode


def stub(value, sensitivity, epsilon, rng): ...


def told(value, sensitivity, epsilon, rng):
    """A docstring is no answer."""


def printed(value, sensitivity, epsilon, rng):
    print(value + rng.laplace(scale=sensitivity / epsilon))


def forgotten(value, sensitivity, epsilon, rng):
    value + rng.laplace(scale=sensitivity / epsilon)


def yielded(value, sensitivity, epsilon, rng):
    yield value + rng.laplace(scale=sensitivity / epsilon)


@pytest.mark.parametrize(
    ("function", "kind", "word"),
    [
        (stub, "missing", "three dots"),
        (told, "missing", "three dots"),
        (printed, "working", "in place of `print`"),
        (forgotten, "working", "without `return`"),
        (yielded, "working", "`yield`"),
        (lambda value, *_: (value for _ in range(1)), "working", "`for` in round brackets"),
    ],
)
def test_each_gets_its_own_sentence(function, kind, word):
    verdict = start(1, seed="Ada").check("laplace", function)
    assert (verdict.kind, word in verdict.sentence) == (kind, True), verdict.sentence


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Fraction(2**61 + 1), 2**61 + 1),
        (Decimal(2**61 + 1), 2**61 + 1),
        (Fraction(1, 4), 0.25),
        (Decimal("0.25"), 0.25),
    ],
)
def test_exact_numbers_stay_exact_where_they_are_whole(value, plain):
    found = decode(encode(value))
    assert found == plain
    assert type(found) is type(plain)
