"""Concept classes: labels, errors of all concepts at once, and the class too large to list."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.learning.concepts import Conjunctions, Intervals, Parities, Points, Thresholds

AVOCADO = Conjunctions({"colour": ("green", "dark"), "firmness": ("hard", "medium", "soft")})
CLASSES = [
    Points(1),
    Points(3),
    Thresholds(1),
    Thresholds(3),
    Intervals(1),
    Intervals(8),
    Parities(1),
    Parities(4),
    AVOCADO,
    Conjunctions({"a": (0, 1), "b": (0, 1), "c": ("x",)}),
]
IDS = [repr(c)[:40] for c in CLASSES]

# One line each, as the definition says it; the instance is what the class calls x.
RULES = {
    "Points": lambda c, j, x: x == j,
    "Thresholds": lambda c, j, x: x < j,
    "Intervals": lambda c, j, x: c.ends(j) is not None and c.ends(j)[0] <= x <= c.ends(j)[1],
    "Parities": lambda c, j, x: bin(j & x).count("1") % 2 == 1,
    "Conjunctions": lambda c, j, x: all(
        dict(zip(c.names, c.decode(x), strict=True))[name] == value for name, value in c.tests(j).items()
    ),
}


def table(c):
    rule = RULES[type(c).__name__]
    return np.array([[rule(c, j, int(x)) for x in c.instances] for j in range(c.size)])


@pytest.mark.parametrize("c", CLASSES, ids=IDS)
def test_labels_are_the_definition(c):
    expected = table(c)
    assert expected.shape == (len(c), c.universe) == (c.size, c.universe)
    np.testing.assert_array_equal(c.labels(), expected)
    j = c.size - 1
    np.testing.assert_array_equal(c.label(j, c.instances), expected[j])
    assert c.label(j, c.first).shape == ()


@pytest.mark.parametrize("c", CLASSES, ids=IDS)
def test_no_two_concepts_are_the_same_and_each_has_a_name_of_its_own(c):
    if c.size <= 1 or "x" in repr(c)[-20:]:  # a feature with one value tells nothing: its test changes no label
        return
    assert len(np.unique(c.labels(), axis=0)) == c.size
    assert len({c.name(j) for j in range(c.size)}) == c.size


@pytest.mark.parametrize("c", CLASSES, ids=IDS)
def test_errors_are_counted_record_by_record(c):
    rng = np.random.default_rng(1)
    X = rng.integers(c.first, c.first + c.universe, size=(2, 3, 7))
    y = rng.integers(0, 2, size=(2, 3, 7))
    expected = (table(c)[:, X - c.first] != y).sum(axis=-1)
    found = c.errors(X, y)
    assert found.shape == (2, 3, c.size)
    np.testing.assert_array_equal(found, np.moveaxis(expected, 0, -1))
    np.testing.assert_array_equal(c.errors(X[1, 2], y[1, 2].astype(bool)), found[1, 2])


@pytest.mark.parametrize("c", CLASSES, ids=IDS)
def test_the_concept_that_labels_never_errs(c):
    weights = np.random.default_rng(1).dirichlet(np.ones(c.universe), size=20)
    for target in range(c.size):
        assert (c.population_errors(weights, target)[:, target] == 0).all()


@pytest.mark.parametrize("c", CLASSES, ids=IDS)
def test_population_errors_add_up_the_disagreement(c):
    rng = np.random.default_rng(2)
    weights = rng.dirichlet(np.ones(c.universe), size=4)
    labels = table(c)
    target = c.size // 2
    found = c.population_errors(weights, target)
    np.testing.assert_allclose(found, weights @ (labels != labels[target]).T, atol=1e-15)
    assert (found[:, target] < 1e-15).all()
    assert (found >= 0).all()
    yes = rng.random(c.universe)
    expected = weights[0] @ np.where(labels, 1 - yes, yes).T
    np.testing.assert_allclose(c.population_errors(weights[0], yes), expected, atol=1e-15)


def test_acceptance_numbers():
    # PAC-2, PAC-10, PAC-11, EXP-7
    assert Thresholds(2).population_errors([0.25] * 4, 2)[4] == 0.5
    parity = Parities(4)
    assert parity.label(0b1101, 0b1101)
    assert not parity.label(0b1101, 0b0111)
    assert [int(b) for b in parity.label(0b1010, [8, 4, 2, 1])] == [1, 0, 1, 0]  # c_r(e_i) = r_i
    np.testing.assert_array_equal(
        parity.population_errors(np.full(16, 1 / 16), 5), np.where(np.arange(16) == 5, 0, 0.5)
    )
    line = Intervals(10)
    ends = [(1, 1), (1, 3), (3, 10), (1, 10)]
    assert [line.label(line.index(*pair), [2, 7]).tolist() for pair in ends] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]
    assert len(Intervals(8)) == 37
    assert Intervals(8).index(5, 2) == 0
    assert [Intervals(8).index(*Intervals(8).ends(j)) for j in range(1, 37)] == list(range(1, 37))
    np.testing.assert_array_equal(Thresholds(3).errors([2, 2, 5, 6], [1, 1, 0, 0]), [2, 2, 2, 0, 0, 0, 1, 2, 2])


def test_a_parity_of_62_bits_is_folded_right():
    rng = np.random.default_rng(3)
    r, x = (rng.integers(0, 2**62, size=50) for _ in range(2))
    expected = [bin(int(a) & int(b)).count("1") % 2 == 1 for a, b in zip(r, x, strict=True)]
    np.testing.assert_array_equal(Parities(62).label(r, x), expected)


def test_sixty_bits_label_and_have_a_size():
    c = Thresholds(60)
    assert c.size == 2**60 + 1
    if c.size <= sys.maxsize:  # in a browser no `len` counts so far
        assert len(c) == c.size
    assert Thresholds(200).size == 2**200 + 1
    assert c.label([0, 2**59, 2**60], 2**59 - 1).tolist() == [False, True, True]
    with pytest.raises(OverflowError):
        len(Points(63))
    with pytest.raises(ValueError, match="bits must be at most 62"):
        Points(70).label(3, 3)
    for ask in (c.labels, lambda: c.labels([1]), lambda: c.errors([1], [1]), lambda: c.population_errors([1.0], 0)):
        with pytest.raises(ValueError, match=r"1,152,921,504,606,846,97\d.*at most 10,000,000"):
            ask()


def test_conjunctions_translate_rows_and_tests():
    rows = [("dark", "medium"), ("green", "soft")]
    x = AVOCADO.encode(rows)
    assert [AVOCADO.decode(v) for v in x] == rows
    j = AVOCADO.index({"firmness": "medium", "colour": "dark"})
    assert AVOCADO.tests(j) == {"colour": "dark", "firmness": "medium"}
    assert AVOCADO.label(j, x).tolist() == [True, False]
    assert AVOCADO.name(0) == "every x"
    assert AVOCADO.labels()[0].all()
    assert not (~AVOCADO.labels()).all(axis=1).any()  # nothing accepts nothing
    assert hash(AVOCADO) == hash(Conjunctions(AVOCADO.features))


@given(st.data())
def test_swapping_labels_turns_the_errors_over(data):
    c = data.draw(st.sampled_from(CLASSES))
    n = data.draw(st.integers(1, 12))
    X = data.draw(st.lists(st.integers(c.first, c.first + c.universe - 1), min_size=n, max_size=n))
    y = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    np.testing.assert_array_equal(c.errors(X, y) + c.errors(X, ~y), n)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: Intervals(4).index(0, 2), ValueError, "a must be a whole number from 1 to 4; got 0"),
        (lambda: Conjunctions({"a": ("x", "x")}), ValueError, "different values"),
        (lambda: Conjunctions([("a", "x"), ("a", "y")]), ValueError, "different names"),
        (lambda: AVOCADO.encode([("blue", "hard")]), ValueError, "colour must be one of 'green', 'dark'; got 'blue'"),
        (lambda: AVOCADO.encode([("green",)]), ValueError, "rows must hold 2 values"),
        (lambda: AVOCADO.index({"size": "big"}), ValueError, "tests must name features"),
        (lambda: Intervals(4).errors([0], [1]), ValueError, "from 1 to 4; got 0"),
        (lambda: Points(2).errors([1], [2]), ValueError, "labels 0 and 1; got 2 in record 0"),
        (lambda: Points(2).errors([1, 2], [1]), ValueError, "X's shape"),
        (lambda: Points(1).population_errors([0.5, 0.6], 0), ValueError, "sum to 1"),
    ],
)
def test_bad_input_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()
