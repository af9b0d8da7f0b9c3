"""Workloads and marginals: answers against the matrix, closure, names, views, exact sensitivities, bad inputs."""

import tracemalloc
from itertools import combinations, pairwise, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.queries import Marginals, Workload


def matrix(workload):
    return np.array([workload.values(i) for i in range(workload.num_queries)])


def test_a_counting_query_on_four_records():
    """QR-1: 00, 01, 01, 11 and "is the second bit 1?"."""
    records = [[0, 0], [0, 1], [0, 1], [1, 1]]
    ones = Marginals(bits=2, order=1)
    p = ones.distribution(ones.histogram(records), 4)
    assert ones.answers(p)[ones.index([1], [1])] == 3 / 4
    assert Workload([[0, 1, 0, 1]]).answers(p) == [3 / 4]


@pytest.mark.parametrize(("bits", "order", "many"), [(3, 2, 12), (10, 2, 180), (10, 3, 960), (20, 3, 9120)])
def test_how_many_marginals_there_are(bits, order, many):
    assert Marginals(bits, order).num_queries == many


@pytest.mark.parametrize(
    ("bits", "order", "up_to"),
    [(1, 1, False), (2, 2, True), (5, 2, False), (6, 6, True), (7, 3, False), (9, 3, True), (11, 2, False)],
)
def test_all_answers_are_those_of_the_matrix(bits, order, up_to):
    workload = Marginals(bits, order, up_to=up_to)
    cells = np.random.default_rng(1).random((2, 3, 2**bits))
    np.testing.assert_allclose(workload.answers(cells), cells @ matrix(workload).T, rtol=0, atol=1e-10)


def test_answers_on_counts_are_exact():
    workload = Marginals(12, 3)
    counts = np.random.default_rng(2).integers(0, 1000, 2**12)
    whole = counts.astype(np.int64).reshape((2,) * 12)
    expected = [
        whole.sum(axis=tuple(i for i in range(12) if i not in chosen)).ravel() for chosen in combinations(range(12), 3)
    ]
    assert (workload.answers(counts) == np.concatenate(expected)).all()


@given(st.integers(1, 8), st.data())
def test_every_table_sums_to_the_mass(bits, data):
    order = data.draw(st.integers(1, bits))
    workload = Marginals(bits, order)
    p = np.random.default_rng(data.draw(st.integers(0, 99))).dirichlet(np.ones(2**bits))
    answers = workload.answers(p)
    sums = [answers[a:b].sum() for a, b in pairwise(workload.starts)]
    np.testing.assert_allclose(sums, 1.0, atol=1e-12)
    which = data.draw(st.integers(0, len(workload.sets) - 1))
    np.testing.assert_allclose(
        workload.marginal(p, which).ravel(), answers[workload.starts[which] :][: 2**order], atol=1e-12
    )


def test_closure_adds_each_complement_once():
    assert Marginals(3, 2).closed_size == 24
    assert Marginals(3, 1).closed_size == 6
    assert Marginals(4, 2, up_to=True).closed_size == 8 + 2 * 24
    assert Workload([[0, 1], [1, 0], [0, 1]]).closed_size == 2
    for workload in (Marginals(4, 2, up_to=True), Workload(np.random.default_rng(3).random((5, 4)))):
        index, sign = workload.closure
        rows = [tuple(workload.values(i, s).round(9)) for i, s in zip(index.tolist(), sign.tolist(), strict=True)]
        both = np.vstack([matrix(workload), 1 - matrix(workload)])
        assert len(set(rows)) == len(rows)
        assert set(rows) == {tuple(row) for row in both.round(9)}


def test_the_closure_says_the_largest_absolute_error():
    from dpviz.queries import signed_gaps

    rng = np.random.default_rng(4)
    for workload in (Marginals(4, 1), Marginals(4, 2), Workload(rng.random((7, 16)))):
        p, estimate = rng.dirichlet(np.ones(16), 2)
        gaps = signed_gaps(workload, estimate, p)
        largest = np.abs(matrix(workload) @ (estimate - p)).max()
        assert gaps.max() == pytest.approx(largest, abs=1e-12)


@pytest.mark.parametrize("up_to", [False, True])
def test_numbers_parts_names_and_cells_agree(up_to):
    workload = Marginals(4, 3, up_to=up_to, names=("a", "b", "c", "d"))
    records = np.array(list(product((0, 1), repeat=4)))
    for index in range(workload.num_queries):
        attributes, values = workload.part(index)
        assert workload.index(attributes, values) == index
        inside = (records[:, attributes] == values).all(axis=1)
        assert (workload.values(index) == inside).all()
        assert (workload.cells(np.arange(16), index).ravel() == np.flatnonzero(inside)).all()
        words = workload.name(index).split(" and ")
        assert words == ["abcd"[i] if v else f"not {'abcd'[i]}" for i, v in zip(attributes, values, strict=True)]


def test_names_of_complements():
    workload = Marginals(2, 2, up_to=True, names=("smoker", "female"))
    assert workload.name(workload.index([0], [1]), sign=-1) == "not smoker"
    assert workload.name(workload.index([0], [0]), sign=-1) == "smoker"
    assert workload.name(workload.index([0, 1], [1, 0]), sign=-1) == "not (smoker and not female)"
    assert Workload([[1, 0]]).name(0, -1) == "not (query 1)"
    assert Workload([[1, 0]]).name(0) == "query 1"


def test_cells_are_a_view():
    workload = Marginals(5, 2)
    weights = np.ones(32)
    workload.cells(weights, 7)[...] = 0
    assert (weights == 1 - workload.values(7)).all()


def test_records_and_cells_are_the_same_thing():
    workload = Marginals(5, 2)
    records = np.random.default_rng(5).integers(0, 2, (50, 5))
    cells = records @ [16, 8, 4, 2, 1]
    assert (workload.records(cells) == records).all()
    assert (workload.records(cells.astype(np.uint64)) == records).all()
    assert (workload.histogram(records) == np.bincount(cells.astype(np.intp), minlength=32)).all()


def brute_sensitivity(rows, power, neighbouring):
    columns = rows.T
    if neighbouring == "add_remove":
        moved = [np.abs(x) for x in columns]
    else:
        moved = [np.abs(x - y) for x in columns for y in columns]
    return max((m**power).sum() ** (1 / power) for m in moved)


@pytest.mark.parametrize("neighbouring", ["replace", "add_remove"])
@pytest.mark.parametrize(("norm", "power"), [("l1", 1), ("l2", 2)])
def test_sensitivities_by_brute_force(norm, power, neighbouring):
    rng = np.random.default_rng(6)
    for workload in (
        Marginals(4, 2),
        Marginals(5, 3),
        Marginals(4, 3, up_to=True),
        Workload(rng.integers(0, 2, (9, 12))),
        Workload(rng.random((9, 12))),
    ):
        found = workload.sensitivity(norm, neighbouring=neighbouring)
        assert found == pytest.approx(brute_sensitivity(matrix(workload), power, neighbouring), rel=1e-12)
    assert Marginals(10, 2).sensitivity("l1") == 2 * comb(10, 2)
    assert Marginals(10, 2).sensitivity("l2") == pytest.approx((2 * comb(10, 2)) ** 0.5)


@pytest.mark.parametrize("apart", [2.2209e-8, 1e-12, 1e-200])
def test_the_sensitivity_of_answers_that_hardly_differ(apart):
    """A distance as a² + b² - 2ab has no digits left there; too small a sensitivity is too little noise."""
    base = 0.0 if apart < 1e-20 else 0.8208271907731284
    moved = (base + apart) - base
    assert Workload([[base, base + apart]]).sensitivity("l2") == pytest.approx(moved, rel=1e-12, abs=0)
    assert Workload([[base, base + apart]] * 4).sensitivity("l2") == pytest.approx(2 * moved, rel=1e-12, abs=0)
    assert Workload([[0.0, apart]]).sensitivity("l2", neighbouring="add_remove") == pytest.approx(
        apart, rel=1e-12, abs=0
    )
    assert Workload([[base] * 3]).sensitivity("l2") == 0


def test_a_sensitivity_over_many_cells_takes_little_memory():
    """All pairs of 5000 cells at once are 200 MB, three times over."""
    workload = Workload([np.linspace(0, 0.5, 5000)])
    tracemalloc.start()
    try:
        assert workload.sensitivity("l2") == 0.5
        assert tracemalloc.get_traced_memory()[1] < 5e7
    finally:
        tracemalloc.stop()


def test_a_million_cells_are_answered_in_little_memory():
    """No k × 2^d matrix: that would be 76 GB."""
    workload, cells = Marginals(20, 3), np.full(2**20, 2.0**-20)
    tracemalloc.start()
    try:
        answers = workload.answers(cells)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    np.testing.assert_allclose(answers, 1 / 8, atol=1e-12)
    assert most < 60e6


BAD = [
    (lambda: Marginals(25, 1), ValueError, "bits must be a whole number from 1 to 24; got 25"),
    (lambda: Marginals(4, 0), ValueError, "order"),
    (lambda: Marginals(4, 5), ValueError, "order must be a whole number from 1 to 4; got 5"),
    (lambda: Marginals(24, 12), ValueError, "order must give at most"),
    (lambda: Marginals(4, 2.0), TypeError, "order"),
    (lambda: Marginals(2, 1, names=("a",)), ValueError, "names"),
    (lambda: Marginals(2, 1, names=("a", "a")), ValueError, "names must be all different"),
    (lambda: Marginals(2, 1).answers([1, 0, 0]), ValueError, "cells must have shape"),
    (lambda: Marginals(2, 1).answers([np.nan] * 4), ValueError, "cells must be finite"),
    (lambda: Marginals(2, 1).values(4), ValueError, "index"),
    (lambda: Marginals(2, 2).index([0], [1]), ValueError, "attributes"),
    (lambda: Marginals(2, 1).histogram([[0, 2]]), ValueError, "records must hold 0 and 1"),
    (lambda: Marginals(2, 1).histogram(np.empty((0, 2))), ValueError, "n >= 1"),
    (lambda: Marginals(2, 1).records([4]), ValueError, "cells must be from 0 to 3"),
    (lambda: Marginals(2, 1).sensitivity("l3"), ValueError, "norm"),
    (lambda: Workload([[0, 1.5]]), ValueError, r"values in \[0, 1\]; got 1.5 at \(0, 1\)"),
    (lambda: Workload([[0, -0.1]]), ValueError, "values in"),
    (lambda: Workload(np.empty((0, 4))), ValueError, "k >= 1"),
    (lambda: Workload(np.empty((4, 0))), ValueError, "k >= 1"),
    (lambda: Workload([["a"]]), TypeError, "matrix"),
    (lambda: Workload([[0, 1]]).distribution([1, 2, 3], 6), ValueError, "histogram must have 2 cells"),
    (lambda: Workload([[0, 1]]).distribution([1, 2], 4), ValueError, "n must be the sum of the histogram, 3"),
    (lambda: Workload([[0, 1]]).distribution([0, 0], 0), ValueError, "n must be"),
    (lambda: Workload([[0, 1]]).distribution([1.5, 1.5], 3), ValueError, "whole numbers"),
    (lambda: Workload([[0, 1]]).distribution([-1, 4], 3), ValueError, "whole numbers"),
    (lambda: Workload([[0, 1]]).distribution([1, 2], 3.0), TypeError, "n must be"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_inputs_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
