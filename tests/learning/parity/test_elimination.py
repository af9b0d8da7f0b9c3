"""Elimination against brute force, against galois, and one constraint at a time."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.learning import parity
from dpviz.learning.parity.distribution import hypotheses


@st.composite
def systems(draw, most_bits=6, most_rows=8):
    bits = draw(st.integers(1, most_bits))
    rows = draw(st.integers(0, most_rows))
    flat = draw(st.lists(st.integers(0, 1), min_size=rows * (bits + 1), max_size=rows * (bits + 1)))
    table = np.array(flat, dtype=np.int64).reshape(rows, bits + 1)
    return table[:, :-1], table[:, -1]


def solutions(A, b):
    every = hypotheses(A.shape[1])
    return every[((every.astype(int) @ A.T) % 2 == b).all(axis=1)]


@pytest.mark.parametrize(
    ("A", "b", "consistent", "size"),
    [
        ([[1, 0], [0, 1]], [1, 0], True, 1),
        ([[1, 0]], [1], True, 2),
        ([[0, 0]], [1], False, 0),
        ([[0, 0]], [0], True, 4),
        (np.zeros((0, 2), dtype=int), np.zeros(0, dtype=int), True, 4),
    ],
)
def test_the_listed_systems(A, b, consistent, size):
    found = parity.solve(A, b)
    assert (found.consistent, found.size) == (consistent, size)
    if len(A) == 2:
        assert found.particular.tolist() == [1, 0]


@given(systems())
def test_solutions_are_those_of_brute_force(system):
    A, b = system
    found, wanted = parity.solve(A, b), solutions(A, b)
    assert found.size == len(wanted)
    assert found.rank + len(found.nullspace) == A.shape[1]
    assert not (A @ found.nullspace.T % 2).any()
    if found.consistent:
        assert (A @ found.particular % 2 == b).all()


@given(systems())
def test_one_at_a_time_is_the_same_as_all_at_once(system):
    A, b = system
    states, found = parity.trace(A, b), parity.solve(A, b)
    last = states[-1]
    assert (last.rank, last.size, last.consistent) == (found.rank, found.size, found.consistent)
    np.testing.assert_array_equal(last.solution.nullspace, found.nullspace)
    if found.consistent:
        np.testing.assert_array_equal(last.solution.particular, found.particular)
    for before, after in pairwise(states):
        assert after.size in {before.size, before.size / 2, 0}
        wanted = {before.size: "implied", before.size / 2: "halved"}.get(after.size, "contradicted")
        assert after.effect == (wanted if before.size else "contradicted")


@given(systems())
def test_by_hand_ends_in_the_reduced_matrix(system):
    A, b = system
    steps, reduced = parity.row_steps(A, b), parity.row_reduce(A)
    np.testing.assert_array_equal(steps[-1].matrix[:, :-1], reduced.matrix)
    for before, after in pairwise(steps):
        assert ((before.matrix != after.matrix).any(axis=1)).sum() in (1, 2)


@given(st.integers(1, 150), st.integers(1, 150), st.integers(0, 2**32), st.sampled_from([0.02, 0.2, 0.5]))
def test_blocks_reduce_as_galois_does(rows, columns, seed, share):
    galois = pytest.importorskip("galois")
    matrix = (np.random.default_rng(seed).random((rows, columns)) < share).astype(np.uint8)
    found = parity.row_reduce(matrix)
    np.testing.assert_array_equal(found.matrix, galois.GF2(matrix).row_reduce())
    assert (found.matrix[np.arange(found.rank), found.pivots] == 1).all()


def test_two_thousand_unknowns():
    rng = np.random.default_rng(5)
    target = rng.integers(0, 2, 2048)
    A = rng.integers(0, 2, (1024, 2048))
    found = parity.solve(A, A @ target % 2)
    assert found.size == 2 ** (2048 - found.rank)
    r = found.draw(rng, 3)
    assert not ((A @ r.T - (A @ target)[:, None]) % 2).any()
    assert len({tuple(x) for x in r}) == 3
    state = parity.System(2048).add(A[0], int(A[0] @ target % 2))
    assert state.effect == "halved"
    assert state.size == 2**2047


def test_draws_are_uniform():
    found = parity.solve([[1, 1, 1, 0]], [1])
    draws = found.draw(np.random.default_rng(3), 8000) @ (1 << np.arange(4))
    names, counts = np.unique(draws, return_counts=True)
    assert len(names) == 8
    assert (np.abs(counts - 1000) <= 5 * np.sqrt(1000 * 7 / 8) + 1).all()


def test_labels():
    assert parity.label([1, 1, 0, 1], [1, 1, 0, 1]) == 1
    assert parity.label([1, 1, 0, 1], [0, 1, 1, 1]) == 0


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: parity.solve([[1, 0], [1]], [1, 1]), ValueError, "unequal length"),
        (lambda: parity.solve([[0, 0]], [1]).draw(np.random.default_rng()), ValueError, "clash"),
        (lambda: parity.row_reduce([[1, 0]], columns=3), ValueError, "columns"),
    ],
)
def test_bad_inputs_are_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()
