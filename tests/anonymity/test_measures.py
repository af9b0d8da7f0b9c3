"""Generalising, k-anonymity, l-diversity, t-closeness: the theory's numbers, brute force, properties, refusals."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.anonymity import (
    Bands,
    Groups,
    beliefs,
    closeness,
    distinct_diversity,
    entropy_diversity,
    equivalence_classes,
    generalise_all,
    group_beliefs,
    homogeneous,
    sensitive_counts,
)
from dpviz.data import health

AGE = Bands(name="age", low=0, high=65, starts=[range(0, 66, 5), range(0, 66, 10), range(0, 66, 20)])
COUNTS = st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any), min_size=1, max_size=6)


def test_k_anonymity_of_the_theory_s_example():
    classes = equivalence_classes([0] * 3 + [1] * 4 + [2] * 5)
    assert classes.k_anon == 3
    assert classes.below(4).sum() == 3


def test_diversity_of_the_theory_s_example():
    counts = [[2, 1, 1]]
    assert distinct_diversity(counts).tolist() == [3]
    assert entropy_diversity(counts)[0] == pytest.approx(2.828427, abs=1e-6)
    assert entropy_diversity(counts)[0] >= 2
    assert entropy_diversity(counts)[0] < 3


@given(st.integers(1, 200), st.integers(1, 10**6))
def test_equally_frequent_values_are_as_diverse_as_they_are_many(values, each):
    assert entropy_diversity([[each] * values + [0]]).tolist() == [values]


def test_closeness_of_the_theory_s_example():
    whole = [1] * 9
    low, mixed = [1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0, 1]
    found = closeness([low, mixed], ground="ordered", whole=whole)
    np.testing.assert_allclose(found, [0.375, 1 / 6], atol=1e-12)


def test_total_variation_is_the_largest_difference_on_an_event():
    p, q = np.array([3, 1, 0, 4]), np.array([1, 2, 2, 3])
    events = itertools.product([0, 1], repeat=4)
    brute = max(abs(np.dot(event, p / 8 - q / 8)) for event in events)
    assert closeness([p], ground="categorical", whole=q)[0] == pytest.approx(brute, abs=1e-12)


def test_earth_mover_by_moving_sorted_earth():
    # In one dimension the best plan matches both sides in order: grain by grain.
    p, q = [5, 0, 1, 2], [1, 3, 2, 2]
    grains = zip(np.repeat(range(4), p), np.repeat(range(4), q), strict=True)
    brute = sum(abs(a - b) for a, b in grains) / 8 / 3
    assert closeness([p], ground="ordered", whole=q)[0] == pytest.approx(brute, abs=1e-12)


@given(COUNTS)
def test_the_measures_keep_their_order(counts):
    distinct, entropy = distinct_diversity(counts), entropy_diversity(counts)
    assert (entropy <= distinct + 1e-9).all()
    assert (entropy >= 1 - 1e-12).all()
    np.testing.assert_array_equal(homogeneous(counts), distinct == 1)
    for ground in ("ordered", "categorical"):
        apart = closeness(counts, ground=ground)
        assert (apart >= 0).all()
        assert (apart <= 1).all()
    # Steps of 1/(m - 1) at most: moving earth costs at most its amount.
    assert (closeness(counts, ground="ordered") <= closeness(counts, ground="categorical") + 1e-12).all()


@given(COUNTS, st.integers(0, 3))
def test_background_knowledge_by_trying_everything(counts, known):
    found = beliefs(counts, known)
    for row, got in zip(counts, found, strict=True):
        for value in range(4):
            if row[value] == 0:
                assert math.isnan(got[value])
                continue
            others = [v for v in range(4) if v != value]
            worst = max(
                row[value] / (sum(row) - sum(row[v] for v in out)) for out in itertools.combinations(others, known)
            )
            assert got[value] == pytest.approx(worst)


def test_diversity_resists_as_much_background_knowledge_as_it_says():
    counts = [[5, 1, 1, 0]]  # three values: two known to be false are enough, one is not
    assert np.nanmax(beliefs(counts, 1)) < 1
    assert np.nanmax(beliefs(counts, 2)) == 1


def test_similar_values_give_away_a_diverse_class():
    counts = [[0, 0, 4, 4], [4, 0, 0, 4]]
    assert distinct_diversity(counts).tolist() == [2, 2]
    assert group_beliefs(counts, [2, 3]).tolist() == [1, 0.5]


def test_the_classes_of_the_real_table_by_a_dictionary():
    table = health()
    columns = generalise_all(
        [AGE, Groups(name="sex", words=["male", "female"])],
        [table.column("age").values, table.column("sex").values],
        [2, 0],
    )
    classes = equivalence_classes(*columns)
    sensitive = table.column("health").values
    brute = defaultdict(Counter)
    for age, sex, value in zip(*columns, sensitive, strict=True):
        brute[int(age), int(sex)][int(value)] += 1
    counts = sensitive_counts(classes, sensitive, 4)
    assert len(classes) == len(brute)
    for key, row in zip(classes.keys.tolist(), counts.tolist(), strict=True):
        assert row == [brute[tuple(key)][v] for v in range(4)]
    assert classes.sizes.sum() == 5912


@pytest.mark.parametrize("top", [9, 2**31, 2**62, 2**63 - 1])
def test_classes_of_codes_as_large_as_hashes(top):
    """Codes that are ids or hashes are told apart like any others: nothing is multiplied by them."""
    assert equivalence_classes([0, 4, 1, 5, 2, 6, 3, 7, 0, 4], [0] * 8 + [top] * 2).k_anon == 1
    rng = np.random.default_rng(8)
    columns = [rng.choice(rng.integers(0, top, 5, endpoint=True), 300) for _ in range(4)]
    classes, brute = equivalence_classes(*columns), Counter(zip(*map(np.ndarray.tolist, columns), strict=True))
    assert list(map(tuple, classes.keys.tolist())) == sorted(brute)
    assert classes.sizes.tolist() == [brute[key] for key in sorted(brute)]
    assert all((classes.keys[classes.of, i] == column).all() for i, column in enumerate(columns))


@pytest.mark.parametrize("level", range(5))
def test_coarser_never_parts_who_was_alike(level):
    ages = np.arange(66)
    fine, coarse = AGE.generalise(ages, max(level - 1, 0)), AGE.generalise(ages, level)
    assert len(set(zip(fine.tolist(), coarse.tolist(), strict=True))) == len(set(fine.tolist()))
    assert len(AGE.labels(level)) == coarse.max() + 1


def test_bands_of_a_range_too_wide_to_be_listed():
    wide = Bands(name="pay", low=-(10**15), high=10**15, starts=[[-(10**15), 0]])
    assert [wide.generalise([-(10**15), -1, 0, 10**15], level).tolist() for level in range(3)] == [
        [0, 10**15 - 1, 10**15, 2 * 10**15],
        [0, 0, 1, 1],
        [0, 0, 0, 0],
    ]


def test_the_words_of_each_level():
    assert AGE.labels(3) == ("0–19", "20–39", "40–59", "60–65")
    assert AGE.labels(4) == ("*",)
    site = Groups(name="site", words=["a", "b", "c"])
    assert site.levels == 2
    assert (site.labels(0), site.labels(1)) == (("a", "b", "c"), ("*",))
    assert (site.generalise([2, 0, 1], 0).tolist(), site.generalise([2, 0, 1], 1).tolist()) == ([2, 0, 1], [0, 0, 0])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: equivalence_classes([0, 1], [0]), "equal lengths"),
        (lambda: distinct_diversity([[1, 0], [0, 0]]), "empty class at 1"),
        (lambda: sensitive_counts(equivalence_classes([0]), [0, 1], 2), "one value for each of 1 records"),
        (lambda: Bands(name="a", low=0, high=9, starts=[[0, 4], [0, 5]]), "among those of the level before"),
        (lambda: Bands(name="a", low=0, high=9, starts=[[1, 4]]), "increase from low"),
        (lambda: Bands(name="a", low=0, high=2**53, starts=[]), "high must be at most 1000000000000000"),
        (lambda: generalise_all([AGE], [[1]], []), "one entry a column; got 1, 1 and 0"),
    ],
)
def test_what_is_wrong_is_told(call, words):
    with pytest.raises(ValueError, match=words):
        call()
