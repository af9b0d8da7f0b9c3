"""Answers are read whatever type their numbers have, and told in a few words."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from dpviz.exercises.probes import distribution, number, short, vector, whole
from dpviz.exercises.verdict import Answered

HALVES = [0.5, np.float32(0.5), np.longdouble(0.5), Fraction(1, 2), Decimal("0.5"), np.array(0.5), np.array([0.5])]


@pytest.mark.parametrize("half", HALVES, ids=lambda half: type(half).__name__)
def test_numbers_of_all_types_are_read(half):
    assert number(half, "it") == 0.5
    assert vector([half] if not isinstance(half, np.ndarray) else half, "it").sum() == 0.5


@pytest.mark.parametrize("value", [True, np.bool_(True), "0.5", 1j, [0.5], float("inf"), np.array([1.0, 2.0])])
def test_what_is_no_number_is_told(value):
    with pytest.raises(Answered, match="it should be"):
        number(value, "it")


@pytest.mark.parametrize("three", [3, 3.0, np.int8(3), Fraction(3), Decimal(3), np.array(3)])
def test_whole_numbers_of_all_types_are_read(three):
    assert whole(three, "it") == 3


def test_a_distribution_in_single_precision_is_one():
    assert distribution(np.full(10, 0.1, dtype=np.float32), "it").sum() == pytest.approx(1, abs=1e-12)
    with pytest.raises(Answered, match=r"sum to 1\.00001, not to 1"):
        distribution([0.5, 0.50001], "it")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.longdouble(1) / 3, "0.3333"),
        (np.array([1, 2], dtype=np.longdouble), "[1.0, 2.0]"),
        ([np.float64(0.25), (np.int64(3), np.bool_(True))], "[0.25, (3, True)]"),
        (np.clongdouble(1), "np.clongdouble('1+0j')"),
        ("x" * 100, "'" + 58 * "x" + "…"),
    ],
)
def test_values_are_told_in_a_few_words(value, text):
    assert short(value) == text
