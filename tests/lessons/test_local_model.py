"""The lesson on the local model and shuffling: what its pictures and its words say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.lessons.local_model import prefixes
from dpviz.lessons.local_model.shared import FORMS
from dpviz.local import ShuffledResponse, mean_variance
from tests.lessons.drawn import put, scene


@pytest.mark.parametrize("axis", ["n", "epsilon"])
def test_nobody_pays_more_than_a_curator_and_no_less_than_the_bound(lesson, axis):
    numbers = scene(lesson, "root", axis).numbers
    assert (numbers["bound"] < numbers["local"]).all()
    assert (numbers["central"] < numbers["local"]).all()


def test_the_ratio_grows_with_the_root_of_n(lesson):
    drawn = scene(lesson, "root")
    slope = np.polyfit(np.log(drawn.values), np.log(drawn.numbers["ratio"]), 1)[0]
    assert slope == pytest.approx(0.5, abs=1e-6)
    assert drawn.numbers["ratio"][-1] == pytest.approx(678, abs=0.5)
    # As good as a curator with 1,000 people, and the bound beside the truth.
    central = drawn.numbers["central"][drawn.start]
    assert (drawn.numbers["local"][drawn.start] / central) ** 2 * 1000 == pytest.approx(460_000, rel=0.01)
    assert drawn.numbers["bound"][-1] / drawn.numbers["local"][-1] == pytest.approx(0.41, abs=0.005)


def test_the_dots_lie_where_the_bars_say(lesson):
    drawn = scene(lesson, "root")
    for place, error in ((1, "central"), (3, "local")):
        dots = drawn.motion["data", place, "x"]
        off = (dots - dots.mean(axis=1, keepdims=True)).std(axis=1)
        assert (off < 1.6 * drawn.numbers[error]).all()
        assert (off > 0.5 * drawn.numbers[error]).all()


@pytest.mark.parametrize("form", FORMS)
def test_estimates_and_bars_come_from_one_protocol(lesson, form):
    put(lesson, "answers", form=form)
    drawn = scene(lesson, "answers")
    cells, estimates = drawn.motion["data", 0, "z"], drawn.motion["data", 2, "y"]
    assert set(np.unique(cells)) <= {0.0, 1.0}
    ends = drawn.motion["data", 3, "y"].reshape(len(drawn), 8, 3)[:, :, :2]
    spread = (ends[:, :, 1] - ends[:, :, 0]) / 4
    assert (np.abs(estimates - ends.mean(axis=2)) < 5 * spread).all()
    mostly_others = 1 - drawn.numbers["own"] / (drawn.numbers["own"] + 7 * drawn.numbers["other"])
    if form == "optimised":  # “four of five blue cells are not the person's own”
        assert mostly_others[drawn.start] == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize("axis", ["epsilon", "categories", "n"])
def test_the_border_parts_the_two_that_can_be_best(lesson, axis):
    drawn = scene(lesson, "oracles", axis)
    numbers = drawn.numbers
    k = drawn.values if axis == "categories" else 16
    np.testing.assert_array_equal(numbers["kary"] < numbers["optimised"], k < numbers["border"])
    assert (numbers["best"] == np.minimum(numbers["kary"], numbers["optimised"])).all()
    n = drawn.values if axis == "n" else 10_000
    np.testing.assert_allclose(
        numbers["hadamard"] ** 2 - numbers["optimised"] ** 2, np.full(len(drawn), 1 / n), rtol=1e-6
    )


@pytest.mark.parametrize("axis", ["local", "others", pytest.param("n", marks=pytest.mark.slow)])
def test_exact_blanket_formula_and_no_shuffling_are_in_this_order(lesson, axis):
    numbers = scene(lesson, "shuffle", axis).numbers
    local = scene(lesson, "shuffle", axis).values if axis == "local" else 1.0
    assert (numbers["exact"] <= numbers["blanket"] + 1e-12).all()
    assert (numbers["blanket"] <= numbers["clones"] + 1e-9).all()
    assert (numbers["clones"] <= local + 1e-9).all()


def test_the_numbers_that_the_words_name(lesson):
    shuffle, survey = scene(lesson, "shuffle"), scene(lesson, "survey")
    named = {"exact": 0.127, "blanket": 0.150, "clones": 0.566, "first": 1.0}
    for name, value in named.items():
        assert shuffle.numbers[name][shuffle.start] == pytest.approx(value, abs=0.0006)
    named = {"curator": 0.0005, "shuffler": 0.002, "nobody": 0.026, "hidden": 3.8}
    for name, value in named.items():
        assert survey.numbers[name][survey.start] == pytest.approx(value, rel=0.05)
    assert (survey.numbers["curator"] < survey.numbers["shuffler"]).all()
    assert (survey.numbers["shuffler"] < survey.numbers["nobody"]).all()
    bit, laplace = (lambda e: mean_variance("one_bit", epsilon=e)), (lambda e: mean_variance("laplace", epsilon=e))
    assert bit(2.32) < laplace(2.32)
    assert bit(2.33) > laplace(2.33)


def test_the_bells_are_those_of_the_loss(lesson):
    drawn = scene(lesson, "shuffle")
    made = ShuffledResponse(n=1000, local_epsilon=1.0)
    counts, zero, one = made.distributions()
    x, y = drawn.motion["data", 0, "x"][drawn.start], drawn.motion["data", 0, "y"][drawn.start]
    at = np.searchsorted(counts, x[np.isfinite(x)])
    np.testing.assert_allclose(y[np.isfinite(x)], zero[at])
    np.testing.assert_allclose(drawn.motion["data", 1, "y"][drawn.start][np.isfinite(x)], one[at])


def test_many_people_find_all_frequent_values_and_few_do_not(lesson):
    found = scene(lesson, "prefixes").numbers["found"]
    assert found[0] <= 2
    assert (found[-5:] == 8).all()


def test_few_people_lose_most_frequent_values_among_short_prefixes():
    lost = []
    for seed in range(10):
        levels, _ = prefixes.shown(1000, 2.0, "2", seed)
        for value in prefixes.VALUES:
            missed = [one.bits for one in levels if value >> (16 - one.bits) not in one.candidates[one.kept]]
            lost += missed[:1]
    assert np.isin(lost, [4, 6]).mean() > 0.5


@pytest.mark.parametrize("rule", ["majority", "random", "parity"])
def test_no_question_tells_more_parities_than_the_sum_of_squares_allows(lesson, rule):
    put(lesson, "parities", rule=rule)
    drawn = scene(lesson, "parities")
    np.testing.assert_allclose(drawn.numbers["squares"], np.ones(len(drawn)), rtol=1e-9)
    assert (drawn.numbers["standing"] <= drawn.numbers["cap"]).all()
    if rule == "parity":
        assert (drawn.numbers["standing"] == 1).all()
    else:
        assert math.log2(drawn.numbers["many"][-1]) == 14
        assert drawn.numbers["share"][-1] < 0.01
