"""Shattering by brute force: the tables of VC-2, Sauer's bound, and searches that are refused."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dpviz.learning import vc
from dpviz.learning.concepts import Conjunctions, Intervals, Parities, Points, Thresholds


@pytest.mark.parametrize(
    ("concepts", "expected"),
    [
        *((Points(d), 1) for d in (1, 2, 3)),
        *((Thresholds(d), 1) for d in (1, 3)),
        (Intervals(1), 1),
        (Intervals(8), 2),
        *((Parities(d), d) for d in (1, 2, 3, 4)),
        (Conjunctions({"a": "xy", "b": "xy", "c": "xy"}), 3),
    ],
    ids=repr,
)
def test_vc_dimension(concepts, expected):
    assert vc.vc_dimension(concepts) == expected
    witness = vc.largest_shattered(concepts)
    assert len(witness) == expected
    assert vc.shattered(concepts, witness)


def test_growth_on_more_points_than_an_integer_has_bits():
    assert [vc.growth_function(Thresholds(7), k) for k in (1, 127, 128)] == [2, 128, 129]
    table = np.zeros((4, 130), dtype=np.bool_)
    table[[1, 2, 3], [0, 64, 129]] = True
    assert vc.growth_function(table, 130) == 4


def test_growth_of_intervals_meets_sauer_and_that_of_parities_stops_at_eight():
    growth = [vc.growth_function(Intervals(8), k) for k in range(7)]
    assert growth == [1, 2, 4, 7, 11, 16, 22]
    assert growth == [vc.sauer_bound(k, 2) for k in range(7)]
    assert vc.sauer_power(6, 2) == pytest.approx(66.50, abs=0.005)
    assert [vc.growth_function(Parities(3), k) for k in range(8)] == [1, 2, 4, 8, 8, 8, 8, 8]
    assert vc.sauer_bound(5, 0) == 1


def test_what_can_and_cannot_be_labelled():
    ways = {"".join("01"[int(bit)] for bit in row) for row in vc.dichotomies(Intervals(9), [2, 5, 7])}
    assert ways == {format(k, "03b") for k in range(8)} - {"101"}
    assert not vc.shattered(Thresholds(3), [2, 5])
    assert len(vc.dichotomies(Thresholds(3), [])) == 1
    assert vc.shattered(Thresholds(3), [])
    for d in (2, 4):
        unit = [1 << i for i in reversed(range(d))]
        assert vc.shattered(Parities(d), unit)


def brute(table, k):
    return max(len({tuple(row) for row in table[:, list(s)]}) for s in itertools.combinations(range(table.shape[1]), k))


@given(arrays(bool, st.tuples(st.integers(1, 10), st.integers(1, 5))))
@pytest.mark.filterwarnings("ignore:.*merged")
def test_any_table_agrees_with_brute_force_and_with_sauer(table):
    growth = [brute(table, k) for k in range(table.shape[1] + 1)]
    d = max(k for k, ways in enumerate(growth) if ways == 2**k)
    assert vc.vc_dimension(table) == d
    assert [vc.growth_function(table, k) for k in range(len(growth))] == growth
    assert all(ways <= vc.sauer_bound(k, d) for k, ways in enumerate(growth))
    assert all(vc.sauer_bound(k, d) <= vc.sauer_power(k, d) for k in range(d, len(growth)) if d)


@pytest.mark.filterwarnings("error")
def test_the_rougher_bound_is_infinite_beyond_floats():
    assert vc.sauer_power(6, 2) == pytest.approx((math.e * 3) ** 2, rel=1e-15)
    assert vc.sauer_power(10**6, 400) == math.inf
    assert vc.sauer_bound(10**6, 400) > 10**308


def test_no_more_sets_are_made_than_may_be_tried(monkeypatch):
    monkeypatch.setattr(vc, "MOST_STEPS", 100_000)  # of the 1953 pairs on 64 concepts
    with pytest.raises(ValueError, match=r"1,563 or more sets of 2 points on 64 .*100,032"):
        vc.vc_dimension(Parities(6))


def test_what_is_refused():
    with pytest.raises(ValueError, match="different; got 3 more than once"):
        vc.dichotomies(Points(3), [1, 3, 3])
    with pytest.raises(ValueError, match=r"523,776 sets of 2 points on 1,025 .*536,870,400.*at most 200,000,000"):
        vc.growth_function(Thresholds(10), 2)
    with pytest.raises(ValueError, match="at most 10,000,000"):
        vc.vc_dimension(Points(40))
    with pytest.raises(ValueError, match="k must be a whole number from 0 to 8; got 9"):
        vc.growth_function(Points(3), 9)
    with pytest.raises(ValueError, match="table of labels"):
        vc.vc_dimension(np.zeros((0, 3), dtype=bool))
    with pytest.raises(ValueError, match="n must be a whole number >= 3"):
        vc.sauer_power(2, 3)
    with pytest.warns(UserWarning, match="1 of 3 concepts label as another one does"):
        assert vc.vc_dimension(np.array([[True], [True], [False]])) == 1
