"""The lesson on running totals: what its pictures say."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.counting import StreamCounter, error_factor, error_lower_bound, factors
from dpviz.mechanisms import gaussian_scale
from tests.lessons.drawn import agrees, put, ran, scene


def test_the_two_simple_ways_are_equally_far_off_on_the_last_day_and_the_tree_half_as_far(lesson):
    last, worst = {}, {}
    for method in ("each_step", "each_total", "tree"):
        put(lesson, "stream", method=method)
        drawn = scene(lesson, "stream")
        assert {"sigma", "last", "worst"} <= agrees(drawn)
        last[method], worst[method] = (drawn.numbers[name][drawn.start] for name in ("last", "worst"))
    assert last["each_step"] == pytest.approx(last["each_total"]) == pytest.approx(16 * gaussian_scale(1.0, 1e-5))
    assert 0.5 < worst["tree"] / worst["each_step"] < 0.54
    assert last["tree"] == pytest.approx(3 * gaussian_scale(1.0, 1e-5))


def test_the_nodes_lit_up_hold_every_day_once_and_ada_once_a_level(lesson):
    drawn = scene(lesson, "tree")
    spans = factors("tree", 16).right
    lit = ~np.isnan(drawn.motion["data", 3, "y"])
    for day, row in enumerate(lit, start=1):
        assert (spans[row].sum(axis=0) == (np.arange(16) < day)).all()
        assert row.sum() == day.bit_count() == ran(drawn, day - 1)["plain"]
    hers = ~np.isnan(scene(lesson, "tree", "person").motion["data", 2, "y"])
    sizes = spans.sum(axis=1)
    assert all(sorted(sizes[row]) == [1, 2, 4, 8, 16] for row in hers)


@pytest.mark.parametrize(("noise", "first"), [("normal", 32), ("laplace", 2048)])
def test_the_tree_wins_from_the_days_on_that_the_text_names(lesson, noise, first):
    put(lesson, "largest", noise=noise)
    drawn = scene(lesson, "largest")
    assert {"worst", "scale"} <= agrees(drawn)
    better = drawn.values[drawn.numbers["worst"] < drawn.numbers["naive"] * (1 - 1e-9)]
    assert better.tolist() == [days for days in drawn.values if days >= first]


def test_the_simulated_largest_error_lies_between_a_days_deviation_and_the_bound(lesson):
    numbers = scene(lesson, "largest").numbers
    known = np.isfinite(numbers["mean"])
    assert known.sum() == 12
    assert (numbers["mean"][known] > numbers["worst"][known]).all()
    assert (numbers["mean"][known] < numbers["bound"][known]).all()
    largest = np.abs(StreamCounter(method="tree", steps=1024, scale=1.0).errors(np.random.default_rng(9), size=200))
    mean = largest.max(axis=1).mean() * 11**0.5 * gaussian_scale(1.0, 1e-5)
    assert numbers["low"][9] * 0.95 < mean < numbers["high"][9] * 1.05


@pytest.mark.parametrize("method", ["each_step", "tree", "refined", "square_root"])
def test_row_times_column_is_the_error_factor(lesson, method):
    put(lesson, "factors", method=method)
    drawn = scene(lesson, "factors")
    assert {"variance", "moved", "worst"} <= agrees(drawn)
    assert drawn.numbers["worst"][0] == pytest.approx(error_factor(method, 8))


def test_nothing_is_below_the_bound_and_the_square_root_is_near(lesson):
    for over in ("worst", "mean"):
        put(lesson, "bound", over=over)
        numbers = scene(lesson, "bound").numbers
        assert (numbers["bound"] <= numbers["root"]).all()
        assert (numbers["gap"] < 0.37).all()
    assert numbers["bound"] == pytest.approx(error_lower_bound(2 ** np.arange(1, 21)))
    assert numbers["log"][-1] == pytest.approx(numbers["bound"][-1], abs=2e-3)


def test_for_a_person_of_many_days_noise_on_each_day_is_the_best(lesson):
    numbers = scene(lesson, "person").numbers
    assert numbers["exact"][0] == pytest.approx(1.0) == pytest.approx(numbers["each"][0])
    assert (numbers["each"][1:] < numbers["group"][1:]).all()
    assert (numbers["exact"][1:] > numbers["group"][1:]).all()
    assert (numbers["zcdp"] > numbers["exact"]).all()


def test_doubling_saves_at_first_and_costs_later(lesson):
    drawn = scene(lesson, "forever")
    numbers = drawn.numbers
    early = numbers["doubled"] < numbers["fixed"]
    assert (early == (np.array(drawn.values) < 5000)).all()  # “up to about day 5,000”
    assert numbers["doubled"][-1] < 1.25 * numbers["fixed"][-1]


def test_models_learn_more_from_noisy_totals_than_from_noisy_gradients(lesson):
    numbers = scene(lesson, "training").numbers
    assert (numbers["accuracy"][1:] > numbers["each"][1:]).all()
    assert (numbers["root_low"][2:] > numbers["each_high"][2:]).all()
