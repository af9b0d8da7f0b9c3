"""The lesson on successive halving: what its pictures say."""

from __future__ import annotations

import numpy as np
import pytest

from tests.lessons.drawn import agrees, put, ran, scene


def test_the_run_on_screen_is_the_run_of_its_code(lesson):
    drawn = scene(lesson, "rounds")
    found = ran(drawn)
    assert found["survivor"] == drawn.numbers["survivor"]
    assert len(drawn) == 5  # nothing yet, then four rounds of sixteen arms
    np.testing.assert_allclose(drawn.motion["data", 1, "y"][1], found["run"].rounds[0].means, atol=1e-12)
    alive = [sum(colour == "#0063a3" for colour in row) for row in drawn.motion["data", 1, "marker", "color"]]
    assert alive == [16, 8, 4, 2, 1]


def test_the_slider_of_the_rounds_ends_with_the_rounds(lesson):
    put(lesson, "rounds", arms=32)
    put(lesson, "rounds", round=5)
    put(lesson, "rounds", arms=4)
    assert lesson.parameters.round == 2
    assert lesson.parameters.range_of("round") == (0, 2)


def test_the_theorems_example_is_exact_and_far_below_its_bound(lesson):
    put(lesson, "failure", shape="needle", budget=1728)
    drawn = scene(lesson, "failure")
    found = ran(drawn)
    assert found["enough"] == 86397
    assert {"exact", "bound", "enough"} <= agrees(drawn)
    assert found["low"][0] - 0.02 < found["exact"] < found["high"][0] + 0.02
    assert found["exact"] < 0.1  # at two per cent of the budget, as the page says


def test_the_measured_rate_grows_in_stages_and_keeps_the_budget_of_time(lesson):
    section = lesson.sections["failure"]
    axis = section.axes[0]
    fractions = [f for f, _ in section.stages(lesson.state(), axis, lesson.parameters.grid(axis))]
    assert fractions[-1] == 1
    assert len(fractions) == 20
    drawn = scene(lesson, "failure")
    assert "2,000 runs" in drawn.sentences[0]


@pytest.mark.slow
def test_halving_is_better_than_equal_pulls_where_arms_differ_and_not_where_all_are_alike(lesson):
    drawn = scene(lesson, "uniform")
    assert "equal pulls (125 of each arm) lose the best arm with probability 7.8 %" in drawn.sentences[drawn.start]
    assert "Halving is better here" in drawn.sentences[drawn.start]
    assert not any("Equal pulls are better" in sentence for sentence in drawn.sentences)
    put(lesson, "uniform", shape="needle")
    said = scene(lesson, "uniform").sentences
    assert "Halving is better here" in said[0]
    assert "Equal pulls are better here" in said[-1]


def test_a_measured_line_ends_where_no_run_failed(lesson):
    put(lesson, "failure", shape="ladder")
    for name in ("failure", "uniform"):
        drawn = scene(lesson, name)
        line = drawn.figure["data"][1]["y"]
        there = ~np.isnan(line)
        assert there[0]
        assert (np.diff(there.astype(int)) <= 0).all()  # one piece
        # From there on the upper end of the band says how often it may be lost.
        low, high = np.split(drawn.figure["data"][0]["y"], 2)
        above = drawn.figure["data"][3]["y"]
        assert (np.isnan(above) == there).all()
        assert (low[~there] == above[~there]).all()
        assert (high[::-1][~there] == above[~there]).all()


@pytest.mark.parametrize("way", ["none", "evaluation", "mean"])
def test_the_code_of_the_tuning_gives_its_choice_and_its_cost(lesson, way):
    put(lesson, "tuning", way=way, step=3)
    drawn = scene(lesson, "tuning")
    found = ran(drawn)
    chosen = found["arms"].regularizations[found["chosen"]]
    assert f"λ = {chosen:.3g}".replace("e-0", "e-") in drawn.sentences[3]
    assert drawn.card.assumptions[0].holds == (way != "none",)
    if way == "none":
        assert drawn.slot("total", 3) == "∞"
        assert "no promise" in drawn.sentences[3]
        assert "Not private" in drawn.card.title
    else:
        assert found["total"] == pytest.approx(1.0)
        assert drawn.slot("total", 3) == "1"
        assert drawn.slot("releases", 3) == {"evaluation": "96", "mean": "14"}[way]
    assert drawn.slot("training", 3) == "4"


def test_asking_less_often_costs_less_accuracy(lesson):
    drawn = scene(lesson, "choice")
    evaluation, mean, once = (np.array([float(v) for v in drawn.slots[w]]) for w in ("evaluation", "mean", "once"))
    middle = slice(5, 22)
    assert (evaluation[middle] >= mean[middle] - 0.005).all()
    assert (mean[middle] >= once[middle] - 0.005).all()


def test_the_code_of_the_tuning_needs_the_engine_alone(lesson):
    for name in ("tuning", "choice"):
        assert "dpviz.lessons" not in scene(lesson, name).code_at(0)


def test_the_cards_say_what_a_round_and_a_look_are(lesson):
    drawn = scene(lesson, "rounds")
    assert [drawn.slot("pulls", f) for f in range(5)] == ["31", "31", "62", "125", "250"]
    assert drawn.slot("used", 4) == f"{16 * 31 + 8 * 62 + 4 * 125 + 2 * 250:,}"
    drawn = scene(lesson, "choice")
    assert (drawn.slot("evaluation_looks", 0), drawn.slot("mean_looks", 0)) == ("96", "14")
    assert float(drawn.slot("mean_scale", drawn.start)) == pytest.approx(0.014)
    assert not scene(lesson, "tuning").card.filled  # no promise, so no number that looks like one
