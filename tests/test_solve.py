"""Bisection: the answer is on the safe side, and a neighbouring float (or number) is not."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz._numeric.solve import doubled_until, least_integer, safe_end, safe_ends


@given(st.floats(1e-300, 1e6), st.booleans())
def test_the_answer_is_safe_and_the_next_float_is_not(edge, rises):
    if rises:
        assert safe_end(lambda x: x >= edge, 2e6, 0.0) == edge
    else:
        assert safe_end(lambda x: x <= edge, 0.0, 2e6) == edge


def test_a_root_that_no_float_holds_is_rounded_to_the_side_asked_for():
    above, below = safe_end(lambda x: x * x >= 2, 2.0, 0.0), safe_end(lambda x: x * x <= 2, 0.0, 2.0)
    assert below * below < 2 < above * above
    assert math.nextafter(below, 3) == above


def test_a_tolerance_ends_sooner_and_stays_safe():
    tried = []

    def holds(x):
        tried.append(x)
        return x >= math.pi

    found = safe_end(holds, 4.0, 3.0, tolerance=0.01)
    assert math.pi <= found <= math.pi + 0.01
    assert len(tried) == 7


@pytest.mark.parametrize("ends", [(1.0, 1.0), (1.0, math.nextafter(1.0, 2))])
def test_an_empty_bracket_is_its_safe_end_and_nothing_is_tried(ends):
    assert safe_end(lambda x: pytest.fail("tried"), *ends) == 1.0
    assert safe_ends(lambda x: pytest.fail("tried"), *ends) == 1.0


def test_where_nothing_else_holds_the_safe_end_itself_is_returned():
    assert safe_end(lambda x: False, 1.0, 0.0) == 1.0
    assert safe_ends(lambda x: np.zeros_like(x, dtype=bool), [1.0, 2.0], 0.0).tolist() == [1.0, 2.0]


def test_many_brackets_at_once_are_the_same_as_one_by_one():
    goals = np.array([[1e-200, 0.3], [2.0, 1e5]])
    found = safe_ends(lambda x: x**3 >= goals, goals + 1, 0.0)
    assert (found**3 >= goals).all()
    assert (np.nextafter(found, 0) ** 3 < goals).all()
    for one, goal in zip(found.flat, goals.flat, strict=True):
        assert one == safe_end(lambda x, goal=goal: np.float64(x) ** 3 >= goal, goal + 1, 0.0)


def test_brackets_may_face_either_way_and_broadcast():
    edges = np.array([0.25, 0.5, 0.75])
    assert safe_ends(lambda x: x <= edges, 0.0, np.ones(3)).tolist() == edges.tolist()
    rough = safe_ends(lambda x: x >= edges, np.ones(3), 0.0, tolerance=0.1)
    assert ((edges <= rough) & (rough <= edges + 0.1)).all()
    assert safe_ends(lambda x: x >= 0.5, 1.0, 0.0).shape == ()


def test_doubling_stops_at_the_first_that_holds():
    goals = np.array([0.5, 1.0, 5.0, 1e9])
    assert doubled_until(lambda x: x >= goals, np.ones(4)).tolist() == [1, 1, 8, 2**30]


@given(st.integers(1, 5000), st.integers(1, 5000))
def test_the_least_integer_by_trying_all(edge, most):
    tried = []

    def holds(n):
        tried.append(n)
        return n >= edge

    assert least_integer(holds, most=most) == (edge if edge <= most else None)
    assert max(tried) <= min(most, 2 * edge)
    assert len(tried) <= 2 * edge.bit_length() + 2 if edge <= most else len(tried) <= most.bit_length() + 1
