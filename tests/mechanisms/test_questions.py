"""Questions: exact on tiny tables, against slow definitions written straight from the records."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.data import Column
from dpviz.mechanisms.selection import candidates_in, median, mode, neighbour_changes, threshold

RELATIONS = ("replace", "add_remove")


def numbers(values, **settings) -> Column:
    return Column(name="x", label="X", kind="number", values=np.array(values, dtype=float), **settings)


def words(codes, *categories, **settings) -> Column:
    return Column(name="w", label="W", kind="category", values=np.array(codes), categories=categories, **settings)


# --- tiny tables, by hand ---------------------------------------------------------------------------------------


def test_mode_by_hand():
    question = mode(words([0, 2, 2, 1, 2], "a", "b", "c", public=True))
    assert question.candidates == ("a", "b", "c")
    assert question.record_types == ("a", "b", "c")
    assert question.histogram().tolist() == [1, 1, 3]
    assert question.scores(question.histogram()).tolist() == [1, 1, 3]


def test_mode_of_some_candidates_counts_the_others_for_none():
    question = mode(words([0, 2, 2, 1, 2], "a", "b", "c", public=True), ["c", "a"])
    assert question.record_types == ("c", "a", "any other value")
    assert question.scores(question.histogram()).tolist() == [3, 1]
    assert "no candidate" in question.note


def test_mode_of_numbers():
    question = mode(numbers([3, 1, 3, 7], low=1, high=7, whole=True, public=True), [3, 1])
    assert question.candidate_values.tolist() == [3, 1]
    assert question.types.tolist() == [0, 1, 0, 2]
    every = mode(numbers([3, 1, 3], low=1, high=3, whole=True, public=True), range(1, 4))
    assert every.record_types == ("1", "2", "3")  # nothing else is possible


@pytest.mark.parametrize(
    ("values", "candidates", "other"),
    [
        ([1, 2, 3], [1, 2, "(missing)"], ["any other value"]),
        ([1, 2, np.nan], [1, 2, 3], ["any other value"]),
        ([1, np.nan, 3], [1, 2, 3, "(missing)"], []),
        ([1, 2, 3], [1, 2, 3], []),
    ],
)
def test_mode_of_numbers_has_a_type_for_every_record_where_values_may_be_missing(values, candidates, other):
    question = mode(numbers(values, low=1, high=3, whole=True, public=True), candidates)
    assert list(question.record_types) == [*map(str, candidates), *other]
    held = [str(candidate) if candidate != "(missing)" else "nan" for candidate in candidates]
    texts = [f"{value:.0f}" for value in values]
    assert question.scores(question.histogram()).tolist() == [texts.count(word) for word in held]


def test_median_by_hand():
    question = median(numbers([1, 2, 2, 10]), low=0, high=4, step=1)
    assert question.record_types[:4] == ("below 0", "0", "between 0 and 1", "1")
    assert question.record_types[-1] == "above 4"
    # n/2 = 2: below/above each candidate 0/4, 0/3, 1/1, 3/1, 3/1.
    assert question.scores(question.histogram()).tolist() == [-2, -1, 0, -1, -1]
    assert "Values below 0 count as smaller" in question.note
    assert "values above 4 count as larger" in question.note


def test_median_types_follow_the_public_coding():
    whole = median(numbers([0, 3], low=0, high=3, whole=True), low=0, high=3, step=1)
    assert whole.record_types == ("0", "1", "2", "3")
    assert whole.note == ""
    coarse = median(numbers([0, 6], low=0, high=9, whole=True), low=0, high=6, step=2)
    assert coarse.record_types[:3] == ("0", "between 0 and 2", "2")
    assert coarse.record_types[-1] == "above 6"
    tight = median(numbers([0, 2], low=0, high=2, whole=True), low=0, high=6, step=2)
    assert tight.record_types == ("0", "between 0 and 2", "2")
    real = median(numbers([0.0, 0.5], low=0, high=1), low=0, high=2, size=3)
    assert real.record_types == ("0", "between 0 and 1", "1")
    halves = median(numbers([1, 2], whole=True), low=0.5, high=2.5, step=1)
    assert halves.record_types == ("below 0.5", "between 0.5 and 1.5", "between 1.5 and 2.5", "above 2.5")


def test_grids_are_exact_decimals():
    assert median(numbers([0.3]), low=0, high=1, step=0.1).candidate_values.tolist()[3] == 0.3
    sized = median(numbers([0.3]), low=0, high=1, size=11)
    assert sized.candidate_values.tolist() == [k / 10 for k in range(11)]
    assert sized.scores(sized.histogram()).argmax() == 3
    for settings in ({"step": 0.07}, {"size": 101}):
        large = median(numbers([0.3]), low=41234.56, high=41241.56, **settings).candidate_values
        assert large.tolist() == [(4123456 + 7 * k) / 100 for k in range(101)]


def test_grids_keep_what_is_no_decimal_or_tiny():
    for settings in ({"size": 4}, {"step": 1 / 3}):
        assert median(numbers([0.3]), low=0, high=1, **settings).candidate_values.tolist() == [0, 1 / 3, 2 / 3, 1]
    tiny = median(numbers([0.0]), low=0, high=1e-12, step=1e-13).candidate_values
    np.testing.assert_allclose(tiny, np.arange(11) * 1e-13, rtol=1e-15)


def test_threshold_by_hand():
    x, y = numbers([0, 1, 2, 3]), words([0, 0, 1, 1], "no", "yes", public=True)
    question = threshold(x, y, positive="yes", low=0, high=4, step=1)
    assert question.scores(question.histogram()).tolist() == [-2, -1, 0, -1, -2]
    assert question.record_types[:3] == ("below 0, not yes", "below 0, yes", "0 to below 1, not yes")
    down = threshold(x, y, positive="no", low=0, high=4, step=1, direction="at_most", words=("n", "y"))
    assert down.scores(down.histogram()).tolist() == [-1, 0, -1, -2, -2]
    assert down.record_types[:3] == ("0 or less, n", "0 or less, y", "above 0 up to 1, n")


def test_threshold_names_whole_numbers():
    x, y = numbers([0, 9], low=0, high=9, whole=True), numbers([0, 1], low=0, high=1)
    up = threshold(x, y, positive=1, low=0, high=9, step=3)
    assert up.record_types[::2] == (
        "0 to 2, not x ≥ 1",
        "3 to 5, not x ≥ 1",
        "6 to 8, not x ≥ 1",
        "9 or more, not x ≥ 1",
    )
    down = threshold(x, y, positive=1, low=0, high=8, step=1, direction="at_most", words=("n", "y"))
    assert down.record_types[::2][:3] == ("0 or less, n", "1, n", "2, n")


# --- sensitivity, monotonicity and neighbours, over all tiny tables ---------------------------------------------


def slow_mode(table, candidates):
    return [sum(value == c for value in table) for c in candidates]


def slow_median(table, grid):
    half = len(table) / 2
    return [-max(0, sum(v < g for v in table) - half, sum(v > g for v in table) - half) for g in grid]


def slow_threshold(table, grid, up):
    return [-sum((x >= g if up else x <= g) != y for x, y in table) for g in grid]


def cases():
    """A question, all records a table can hold, and the slow score."""
    letters = [0, 1, 2, 3]
    yield (
        "mode",
        mode(words(letters, "a", "b", "c", "d", public=True), ["b", "c", "a"]),
        letters,
        lambda table: slow_mode(table, [1, 2, 0]),
    )
    reals = [-1, 0, 0.5, 1, 1.5, 2, 9]
    yield ("median", median(numbers(reals), low=0, high=2, step=1), reals, lambda table: slow_median(table, [0, 1, 2]))
    wholes = [0, 1, 2, 3, 4]
    yield (
        "coarse median",
        median(numbers(wholes, low=0, high=4, whole=True), low=0, high=4, step=2),
        wholes,
        lambda table: slow_median(table, [0, 2, 4]),
    )
    pairs = [(x, y) for x in (-1, 0, 0.5, 1, 3) for y in (0, 1)]
    for direction in ("at_least", "at_most"):
        x, y = zip(*pairs, strict=True)
        yield (
            f"threshold {direction}",
            threshold(numbers(x), numbers(y), positive=1, low=0, high=1, size=2, direction=direction),
            pairs,
            lambda table, up=direction == "at_least": slow_threshold(table, [0, 1], up),
        )


CASES = {name: rest for name, *rest in cases()}
MOST = 3


def tables(records, sizes=range(MOST + 1)):
    """All tables up to MOST records, as tuples of places in `records`."""
    for size in sizes:
        yield from combinations_with_replacement(range(len(records)), size)


@pytest.mark.parametrize("name", CASES)
def test_scores_are_the_definition_on_every_tiny_table(name):
    question, records, slow = CASES[name]
    for table in tables(records):
        counts = np.bincount(question.types[list(table)], minlength=len(question.record_types))
        assert question.scores(counts).tolist() == slow([records[place] for place in table])


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("name", CASES)
def test_sensitivity_is_exact_and_monotonic_is_true(name, relation):
    """From the definition: the largest move over all tables and neighbours is the sensitivity, no more, no less."""
    question, records, slow = CASES[name]
    largest, mixed = 0.0, False
    scores = {table: np.array(slow([records[place] for place in table])) for table in tables(records)}
    for table, before in scores.items():
        for gone in range(len(table)):
            rest = table[:gone] + table[gone + 1 :]
            after = (
                [scores[tuple(sorted((*rest, new)))] for new in range(len(records))]
                if relation == "replace"
                else [scores[rest]]
            )
            for other in after:
                change = other - before
                largest = max(largest, np.abs(change).max())
                mixed |= bool(change.min() < 0 < change.max())
    assert largest == question.sensitivity(relation)
    assert mixed is not question.monotonic(relation)


def test_sensitivities_are_the_ones_proved():
    found = {name: [case[0].sensitivity(relation) for relation in RELATIONS] for name, case in CASES.items()}
    assert found["mode"] == found["threshold at_least"] == [1, 1]
    assert found["median"] == [1, 0.5]
    for name, case in CASES.items():
        assert case[0].monotonic("add_remove") is ("median" not in name)
        assert not case[0].monotonic("replace")
        with pytest.raises(ValueError, match="neighbouring must be one of 'replace', 'add_remove'; got 'swap'"):
            case[0].sensitivity("swap")
        with pytest.raises(ValueError, match="neighbouring"):
            case[0].monotonic("swap")


def slow_neighbours(counts, relation):
    """(gone, came, histogram) of every neighbour."""
    r = len(counts)
    for gone in range(-1, r):
        for came in range(-1, r):
            replaced = gone >= 0 and came >= 0
            if gone == came or replaced != (relation == "replace") or (gone >= 0 and not counts[gone]):
                continue
            other = counts.copy()
            if gone >= 0:
                other[gone] -= 1
            if came >= 0:
                other[came] += 1
            yield gone, came, other


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_neighbour_changes_are_all_and_exact(name, relation, data):
    question = CASES[name][0]
    r = len(question.record_types)
    counts = np.array(data.draw(st.lists(st.integers(0, 2), min_size=r, max_size=r)))
    pairs, changes = neighbour_changes(question, counts, neighbouring=relation)
    found = {tuple(pair): change.tolist() for pair, change in zip(pairs.tolist(), changes, strict=True)}
    assert len(found) == len(pairs)
    before = question.scores(counts)
    assert found == {
        (gone, came): (question.scores(other) - before).tolist()
        for gone, came, other in slow_neighbours(counts, relation)
    }
    if len(changes):
        assert np.abs(changes).max() <= question.sensitivity(relation)


# --- histograms -------------------------------------------------------------------------------------------------


@given(types=st.lists(st.integers(0, 3), min_size=1, max_size=40), picks=st.lists(st.integers(0, 10**6), max_size=10))
def test_running_histograms_are_the_histograms(types, picks):
    question = mode(words(types, "a", "b", "c", "d", public=True))
    ns = [1 + pick % len(types) for pick in picks]
    running = question.running_histograms(np.array(ns, dtype=int))
    assert running.shape == (len(ns), 4)
    for n, counts in zip(ns, running, strict=True):
        assert counts.tolist() == question.histogram(n).tolist() == [types[:n].count(k) for k in range(4)]
        assert counts.sum() == n


def test_histogram_of_chosen_rows():
    question = mode(words([0, 1, 1, 2], "a", "b", "c", public=True))
    assert question.n == 4
    assert question.histogram([3, 1, 1]).tolist() == [0, 2, 1]
    for bad in (0, 5):
        with pytest.raises(ValueError, match=f"rows must be a whole number from 1 to 4; got {bad}"):
            question.histogram(bad)
        with pytest.raises(ValueError, match="ns must be from 1 to 4"):
            question.running_histograms([1, bad])
    with pytest.raises(TypeError, match="ns must be whole numbers"):
        question.running_histograms([1.5])


@given(st.lists(st.lists(st.integers(0, 9), min_size=5, max_size=5), min_size=1, max_size=6))
def test_scores_of_a_batch_are_the_scores_of_each(rows):
    question = CASES["coarse median"][0]
    batch = question.scores(np.array(rows)[:, None])
    assert batch.shape == (len(rows), 1, 3)
    for row, scores in zip(rows, batch[:, 0], strict=True):
        assert scores.tolist() == question.scores(row).tolist()
        assert not np.signbit(scores[scores == 0]).any()  # a perfect score reads 0, not -0


@pytest.mark.parametrize(
    ("counts", "message"),
    [([1, 2], r"shape \(..., 4\), one a record type; got \(2,\)"), ([1, 2, -1, 0], ">= 0; got -1"), (3, "got ()")],
)
def test_bad_counts(counts, message):
    with pytest.raises(ValueError, match=message):
        CASES["mode"][0].scores(counts)


def test_neighbours_of_several_tables_at_once_are_refused():
    with pytest.raises(ValueError, match=r"counts must have shape \(r,\), one table; got \(1, 4\)"):
        neighbour_changes(CASES["mode"][0], [[1, 1, 1, 1]], neighbouring="replace")


# --- candidates and what is refused -----------------------------------------------------------------------------


def test_candidates_must_be_declared_where_the_coding_is_not_public():
    brought = words([0, 1, 0], "a", "b")
    with pytest.raises(ValueError, match="candidates must be declared for column 'w'"):
        mode(brought)
    assert candidates_in(brought) == ("a", "b")
    # What nobody holds may be declared; what is held and not declared counts for none.
    question = mode(brought, ["a", "z"])
    assert question.record_types == ("a", "z", "any other value")
    assert question.histogram().tolist() == [2, 0, 1]


PUBLIC = words([0, 1], "a", "b", "c", public=True)
COUNT = numbers([1, 2], low=0, high=5, whole=True, public=True)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: mode(PUBLIC, ["a"]), "candidates must be 2 to 101 values; got 1"),
        (lambda: mode(COUNT, range(200)), "got 200"),
        (lambda: mode(PUBLIC, ["a", "a"]), "candidates must be different; got 'a' twice"),
        (lambda: mode(PUBLIC, ["a", "z"]), "must be categories of 'w' .*got 'z'"),
        (lambda: mode(COUNT, [1, 9]), "must be whole numbers from 0 to 5; got 9"),
        (lambda: mode(COUNT, [1, 1.5]), "whole numbers from 0 to 5; got 1.5"),
        (lambda: mode(COUNT, [1, "x"]), "finite numbers or '.missing.'; got 'x'"),
        (lambda: mode(COUNT), "candidates must be declared"),
        (lambda: median(COUNT, low=3, high=3, step=1), "low must be below high; got low=3 and high=3"),
        (lambda: median(COUNT, low=0, high=3), "exactly one of step and size"),
        (lambda: median(COUNT, low=0, high=3, step=1, size=4), "exactly one of step and size"),
        (lambda: median(COUNT, low=0, high=3, step=2), "divide high - low = 3 into whole steps; got 2"),
        (lambda: median(COUNT, low=0, high=3, step=-1), "step must be a finite number > 0; got -1"),
        (lambda: median(COUNT, low=0, high=3, step=0.001), "2 to 101 grid points; 0.001 gives 3,001"),
        (lambda: median(COUNT, low=0, high=3, size=102), "size must be a whole number from 2 to 101; got 102"),
        (lambda: median(COUNT, low=0, high=np.inf, size=3), "high must be a finite number"),
        (lambda: median(PUBLIC, low=0, high=1, step=1), "A median needs numbers, but column 'w' holds words"),
        (lambda: threshold(PUBLIC, COUNT, positive=1, low=0, high=1, step=1), "A threshold needs numbers"),
        (
            lambda: threshold(COUNT, PUBLIC, positive=("a", "b", "c"), low=0, high=1, step=1),
            "positive must be some, not all, of the categories of 'w'",
        ),
        (lambda: threshold(COUNT, PUBLIC, positive="q", low=0, high=1, step=1), "got 'q'"),
        (lambda: threshold(COUNT, PUBLIC, positive=(), low=0, high=1, step=1), "some, not all"),
        (
            lambda: threshold(COUNT, PUBLIC, positive="a", low=0, high=1, step=1, direction="up"),
            "direction must be one of 'at_least', 'at_most'; got 'up'",
        ),
        (
            lambda: threshold(numbers([1, np.nan]), COUNT, positive=1, low=0, high=1, step=1),
            "'x' has 1 missing value. A threshold needs a value in every record",
        ),
        (
            lambda: threshold(COUNT, numbers([1, np.nan]), positive=1, low=0, high=1, step=1),
            "'x' has 1 missing value. A label needs a value in every record",
        ),
    ],
)
def test_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_a_word_for_a_number_is_a_wrong_type():
    with pytest.raises(TypeError, match="positive must be a number for column 'x'; got 'yes'"):
        threshold(COUNT, COUNT, positive="yes", low=0, high=1, step=1)


def test_numbers_read_off_are_candidates_for_the_mode_again():
    column = numbers([12345, np.nan, 0.12345678901234, 12345, -1e20, 1234567.5])
    read = candidates_in(column)
    assert read == ("-1e+20", "0.12345678901234", "12345", "1234567.5", "(missing)")
    assert mode(column, read).histogram().tolist() == [1, 1, 2, 1, 1, 0]


def test_too_many_values_to_be_candidates():
    column = numbers(np.arange(150))
    with pytest.raises(ValueError, match=r"'x' holds 150 different values; .* asked of 101 at most"):
        candidates_in(column)
    assert len(candidates_in(column, most=150)) == 150
