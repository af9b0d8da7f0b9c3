"""The lesson on private multiplicative weights: what its pictures claim, and the numbers of its text."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.multiplicative_weights.shared import ROUNDS
from dpviz.lessons.multiplicative_weights.traps import LABELS, LAPS
from dpviz.queries.traps import TRAPS
from tests.lessons.drawn import put, ran, scene


def test_weight_leaves_the_shaded_cells_and_the_answer_falls(lesson):
    drawn = scene(lesson, "bars")
    inside = drawn.motion["data", 0, "y"] > 0
    before, after = drawn.motion["data", 2, "y"], drawn.motion["data", 1, "y"]
    assert not inside[0].any()
    for frame in range(1, len(drawn)):
        assert (after[frame][inside[frame]] < before[frame][inside[frame]]).all()
        assert (after[frame][~inside[frame]] > before[frame][~inside[frame]]).all()
    assert len(drawn) == 10  # nine mistakes, then none above 5 %
    assert "done after 9 mistakes" in drawn.sentences[-1]


def test_kl_falls_as_the_theorem_says_and_rises_with_the_wrong_sign(lesson):
    drawn = scene(lesson, "descent")
    kl, at_most = (drawn.motion["data", k, "y"][-1] for k in (2, 1))
    assert (np.diff(kl) < 0).all()
    assert (kl <= at_most + 1e-12).all()
    assert "9 mistakes, where the theorem allows fewer than 555" in drawn.sentences[-1]
    put(lesson, sign="towards")
    drawn = scene(lesson, "descent")
    assert (np.diff(drawn.motion["data", 2, "y"][-1]) > 0).all()
    assert drawn.card.assumptions[0].holds[0] is False
    assert "are still mistakes" in drawn.sentences[-1]


def test_the_round_on_screen_is_the_round_of_the_slider_whichever_moves(lesson):
    put(lesson, **{"descent.round": 4})
    for axis in lesson.sections["descent"].axes:
        drawn = scene(lesson, "descent", axis)
        assert drawn.sentences[drawn.start].startswith("Round 4: ")
    put(lesson, step=3)
    for axis in lesson.sections["private"].axes:
        drawn = scene(lesson, "private", axis)
        assert drawn.sentences[drawn.start].startswith("Round 3 chose")


def test_too_large_a_rate_never_ends_and_the_bound_is_never_passed(lesson):
    drawn = scene(lesson, "rate")
    made, bound = drawn.numbers["made"], drawn.numbers["bound"]
    assert (made < bound).all()
    assert drawn.slot("mistakes", len(drawn) - 1) == f"more than {ROUNDS}"
    put(lesson, **{"rate.eta": 0.2})
    drawn = scene(lesson, "rate")
    assert drawn.values[np.argmin(drawn.numbers["bound"])] == pytest.approx(4 * 0.05)


@pytest.mark.parametrize("split", ["basic", "better"])
def test_a_private_round_chooses_by_the_distribution_of_its_code(lesson, split):
    put(lesson, split=split, **{"private.epsilon": 0.5, "step": 2})
    drawn = scene(lesson, "private")
    found = ran(drawn)
    assert found["name"] in drawn.sentences[drawn.start]
    assert np.sort(drawn.motion["data", 2, "y"][drawn.start]) == pytest.approx(np.sort(found["chances"]))
    assert found["chances"].sum() == pytest.approx(1)


def test_with_more_privacy_only_the_noise_and_the_choice_change(lesson):
    drawn = scene(lesson, "private", "private.epsilon")
    # Round 1 sees the same gaps whatever ε is, and chooses the more evenly the smaller it is.
    assert np.ptp(drawn.motion["data", 0, "y"], axis=0).max() == 0
    top = drawn.motion["data", 2, "y"].max(axis=1)
    assert (np.diff(top) >= 0).all()
    scale = drawn.numbers["scale"].tolist()
    assert scale == sorted(scale, reverse=True)


def test_the_run_ends_where_its_slider_does(lesson):
    assert lesson.parameters.range_of("step") == (1, 7)  # the text: stopped after seven rounds
    assert "stop. " in scene(lesson, "private").sentences[-1]
    assert scene(lesson, "private").slot("rounds", 0) == "555"
    put(lesson, step=7)
    put(lesson, people=1000)  # so few that the run ends at once
    assert lesson.parameters.step == lesson.parameters.range_of("step")[1] == 1
    assert lesson.parameters.range_of("lap")[1] <= LAPS


@pytest.mark.parametrize("trap", TRAPS)
def test_each_slip_shows_what_it_breaks(lesson, trap):
    assert set(LABELS) == set(TRAPS)
    put(lesson, trap=trap)
    drawn = scene(lesson, "traps")
    private, kept = (a.holds[0] for a in drawn.card.assumptions)
    found = ran(drawn, len(drawn) - 1)
    assert found["slip"].trap == trap
    assert found["slip"].private == private
    assert found["slip"].kept == kept
    broken = {"inverted_rate", "exact_answers"}
    assert private == (trap not in broken)
    if trap in ("wrong_sign", "absolute_score", "error_alpha"):
        assert not kept
    if trap in ("none", "log2", "inverted_rate", "exact_answers"):
        assert kept
    assert len(drawn.table.rows[0]) == len(TRAPS)
