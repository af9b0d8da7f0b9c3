"""The parameters that lessons share, and what a package of a lesson gives away."""

from __future__ import annotations

import importlib

import pytest

from dpviz.frame.lesson import Lesson
from dpviz.frame.parameters import Parameters
from dpviz.lessons import common


class Usual(Parameters):
    neighbouring = common.neighbouring()
    epsilon = common.epsilon()
    delta = common.delta()
    n = common.people()
    alpha = common.alpha()
    beta = common.beta()


def test_the_usual_ranges_and_words():
    usual = Usual()
    assert {name: usual.range_of(name) for name in ("epsilon", "delta", "n", "alpha", "beta")} == {
        "epsilon": (0.01, 10),
        "delta": (1e-9, 0.1),
        "n": (10, 5912),
        "alpha": (0.001, 0.5),
        "beta": (0.001, 0.5),
    }
    assert Usual.declared()["epsilon"].ends == ("more private", "more accurate")
    assert usual.texts("delta", [1e-5]) == ["1e-5"]
    assert usual.texts("alpha", [0.05]) == ["5 % of n"]
    assert list(usual.options_of("neighbouring")) == ["replace", "add_remove"]


def test_a_lesson_says_otherwise_by_name():
    class Other(Parameters):
        epsilon = common.epsilon(1.0, high=3, label="ε of the first half")

    other = Other()
    assert other.epsilon == 1
    assert other.range_of("epsilon") == (0.01, 3)
    assert Other.declared()["epsilon"].label == "ε of the first half"
    with pytest.raises(ValueError, match=r"epsilon must be a number from 0\.01 to 3; got 5"):
        other.epsilon = 5


@pytest.mark.parametrize("name", ["privacy", "exponential"])
def test_a_package_gives_its_lesson(name):
    package = importlib.import_module(f"dpviz.lessons.{name}")
    assert isinstance(package.lesson, Lesson)
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        _ = package.other
