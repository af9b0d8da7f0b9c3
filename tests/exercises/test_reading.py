"""What an answer may be: every type of number counts as the number it is."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from dpviz.exercises.probes import count, distribution, number, short, vector, whole
from dpviz.exercises.verdict import Answered

LARGE = 2**60 - 3


@pytest.mark.parametrize(
    "value",
    [3, 3.0, np.int8(3), np.float32(3), np.longdouble(3), np.array(3), np.array([3.0]), Fraction(3), Decimal(3)],
)
def test_every_type_of_number_is_read(value):
    assert number(value, "`n`") == whole(value, "`n`") == count(value, "`n`", "people") == 3
    assert vector([value, value], "`x`").ravel().tolist() == [3, 3]
    assert short(value)


@pytest.mark.parametrize("value", [LARGE, np.int64(LARGE), np.array(LARGE), Fraction(LARGE), Decimal(LARGE)])
def test_large_whole_numbers_stay_exact(value):
    assert whole(value, "`t`") == LARGE


@pytest.mark.parametrize(
    "value", [True, "3", None, [3], np.array([1, 2]), 3j, float("nan"), Decimal("inf"), float("inf"), object()]
)
def test_what_is_no_number_gets_a_sentence(value):
    with pytest.raises(Answered):
        number(value, "`n`")


@pytest.mark.parametrize("value", [2.5, Fraction(5, 2), Decimal("2.5"), 0, -1, 10**400])
def test_what_counts_nothing_gets_a_sentence(value):
    with pytest.raises(Answered):
        count(value, "`n`", "people")


def test_probabilities_in_single_precision_are_probabilities():
    found = distribution(np.full(7, 1 / 7, dtype=np.float32), "yours")
    assert found.sum() == pytest.approx(1, abs=1e-15)
    with pytest.raises(Answered, match="sum to"):
        distribution([0.5, 0.4], "yours")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.longdouble(1) / 3, "0.3333"),
        (np.array([1, 2], dtype=np.longdouble), "[1.0, 2.0]"),
        ([np.float64(0.25), (np.int64(3), np.bool_(True))], "[0.25, (3, True)]"),
        (np.clongdouble(1), "np.clongdouble('1+0j')"),
        (np.zeros((3, 8_000_000), bool), "[[" + "False, " * 8 + "F…"),
        ("x" * 100, "'" + 58 * "x" + "…"),
    ],
)
def test_values_are_told_in_a_few_words(value, text):
    assert short(value) == text
