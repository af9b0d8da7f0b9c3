"""A function that returns nothing: what is said depends on what it does instead."""

from __future__ import annotations

import pytest

from dpviz.exercises import start


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
