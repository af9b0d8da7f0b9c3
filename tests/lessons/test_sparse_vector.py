"""The lesson on the sparse vector technique: what its pictures say."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.sparse_vector import neighbours as two
from dpviz.lessons.sparse_vector.shared import COUNTS, OUTBREAK, THRESHOLD
from dpviz.mechanisms.sparse import AboveThreshold, SparseVector
from tests.lessons.drawn import agrees, put, ran, scene


@pytest.mark.parametrize("seed", range(5))
def test_the_run_on_screen_is_one_of_the_mechanism(lesson, seed):
    put(lesson, "stream", seed=seed)
    drawn = scene(lesson, "stream")
    for frame in (0, 10, drawn.start, len(drawn) - 1):
        epsilon = float(drawn.values[frame])
        found = AboveThreshold(epsilon=epsilon).release(COUNTS, THRESHOLD, np.random.default_rng(seed))
        week = 0 if found is None else found + 1
        assert drawn.numbers["week"][frame] == week
        assert ran(drawn, frame)["week"] == week
        dots = drawn.motion["data", 3, "y"][frame], drawn.motion["data", 4, "y"][frame]
        last = week or len(COUNTS)
        assert np.isnan(np.array(dots)[:, last:]).all()  # nothing after it is looked at
        if week:
            assert dots[1][week - 1] >= drawn.motion["data", 1, "y"][frame][0]  # the noisy threshold


def test_it_stops_where_the_bars_say(lesson):
    drawn = scene(lesson, "stream")
    p = drawn.motion["data", 7, "y"]
    np.testing.assert_allclose(p.sum(axis=1), 1, atol=1e-9)
    rng = np.random.default_rng(1)
    runs = [AboveThreshold(epsilon=1.0).release(COUNTS, THRESHOLD, rng) for _ in range(4000)]
    share = np.mean([run == OUTBREAK - 1 for run in runs])
    exact = p[drawn.start][OUTBREAK - 1]
    assert abs(share - exact) < 5 * np.sqrt(exact * (1 - exact) / 4000)
    assert drawn.numbers["outbreak"][drawn.start] == exact


def test_with_little_budget_it_stops_early(lesson):
    drawn = scene(lesson, "stream")
    assert drawn.motion["data", 7, "y"][0].argmax() == 0
    hump = scene(lesson, "stream", "threshold").numbers["outbreak"]
    assert 20 < hump.argmax() < 45  # it rises and falls again
    assert hump[0] < 0.01 > 0.5 * hump[-1]


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_no_number_of_questions_loses_more_than_epsilon_and_the_other_two_pay_for_each(lesson, epsilon):
    put(lesson, "paid", epsilon=epsilon)
    drawn = scene(lesson, "paid")
    loss, k = drawn.numbers["loss"], drawn.values

    assert (loss <= epsilon * (1 + 1e-9)).all()
    assert (np.diff(loss) > -1e-6).all()
    assert loss[-1] > 0.95 * epsilon
    exposed, each = drawn.numbers["exposed"], drawn.numbers["each"]
    np.testing.assert_allclose(each, k * epsilon / 4)
    assert (exposed <= each + 1e-12).all()
    assert (exposed >= each - epsilon / 4).all()  # all but the last pay in full
    assert {"loss", "exposed"} <= agrees(drawn)


def test_the_loss_is_that_of_the_whole_distribution(lesson):
    drawn = scene(lesson, "paid")
    found = ran(drawn)
    here, there = AboveThreshold(epsilon=1.0).probabilities(np.stack([found["counts"], found["neighbour"]]), 0)
    assert found["loss"] == pytest.approx(np.log(here[-2] / there[-2]), rel=1e-9)


@pytest.mark.parametrize("change", ["mmmmmmmf", "fffffffm", "smfsmfsm", "ssssssss", "mmmmmmmm"])
@pytest.mark.parametrize("axis", ["epsilon", "distance"])
def test_whatever_one_patient_changes_no_output_loses_more_than_epsilon(lesson, change, axis):
    put(lesson, "neighbours", change=change)
    drawn = scene(lesson, "neighbours", axis)
    epsilon = drawn.values if axis == "epsilon" else 1.0
    assert (drawn.numbers["worst"] <= epsilon + 1e-9).all()
    for bars in (0, 1):
        np.testing.assert_allclose(drawn.motion["data", bars, "y"].sum(axis=1), 1, atol=1e-9)
    assert "worst" in agrees(drawn) or change == "ssssssss"


def test_with_an_exact_threshold_every_week_pays(lesson):
    put(lesson, "neighbours", noise="exact")
    drawn = scene(lesson, "neighbours")
    assert {"worst"} <= agrees(drawn)
    assert drawn.numbers["worst"][drawn.start] == pytest.approx(2.0)
    assert "the promise is broken" in drawn.sentences[drawn.start]
    np.testing.assert_allclose(drawn.motion["data", 0, "y"].sum(axis=1), 1, atol=1e-12)
    assert (scene(lesson, "neighbours", "distance").numbers["worst"] <= two.WEEKS / 4 + 1e-9).all()


def test_never_alone_costs_half(lesson):
    """All counts one higher: only the threshold must move, which is half of ε."""
    put(lesson, "neighbours", change="mmmmmmmm")
    drawn = scene(lesson, "neighbours")
    never = np.log(drawn.motion["data", 0, "y"][:, -1] / drawn.motion["data", 1, "y"][:, -1])
    assert (never <= drawn.values / 2 + 1e-9).all()


@pytest.mark.parametrize(
    ("axis", "beta"), [("questions", 0.05), ("questions", 0.001), ("questions", 0.5), ("epsilon", 0.05)]
)
def test_the_theorem_asks_for_more_than_is_needed(lesson, axis, beta):
    put(lesson, "accuracy", beta=beta)
    drawn = scene(lesson, "accuracy", axis)
    numbers = drawn.numbers
    assert (numbers["enough"] < numbers["theorem"]).all()
    assert (numbers["failure"] < beta / 5).all()
    assert {"theorem", "enough", "failure", "each"} <= agrees(drawn)


def test_what_is_enough_grows_with_half_the_slope_of_the_theorem(lesson):
    numbers = scene(lesson, "accuracy").numbers
    grown = [numbers[name][-1] - numbers[name][-11] for name in ("enough", "theorem")]  # a hundredfold
    assert grown[1] == pytest.approx(8 * np.log(100))
    assert grown[0] == pytest.approx(4 * np.log(100), rel=1e-3)
    assert numbers["each"][-1] > 1000 * numbers["theorem"][-1]


def test_the_worst_stream_fails_just_as_often_as_allowed(lesson):
    put(lesson, "accuracy", questions=20)
    drawn = scene(lesson, "accuracy")
    enough = drawn.numbers["enough"][drawn.start]
    stream = [-enough] * 19 + [enough]
    right = SparseVector(epsilon=1.0, count=1).log_probability(np.arange(20) == 19, stream, 0)
    assert 1 - np.exp(right) == pytest.approx(0.05, rel=1e-6)
