"""The lesson on privacy: every picture along every axis, code that gives the same numbers, the budget, links."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.lessons.privacy.parameters import MOST
from dpviz.lessons.privacy.wiring import PrivacyLesson
from tests.lessons.drawn import look_over, put, ran, scene

AXES = {name: picture.axes for name, picture in PrivacyLesson().pictures.items()}
STATES = [
    {"question": question, "noise": noise}
    for question in ("count", "mean", "bin")
    for noise in ("laplace", "gaussian")
]


@pytest.fixture
def lesson():
    return PrivacyLesson()


@pytest.mark.parametrize("state", STATES, ids=lambda state: "-".join(state.values()))
@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, state, name, axis):
    put(lesson, **state)
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)


@pytest.mark.parametrize("question", ["count", "mean", "bin"])
@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
def test_the_code_of_two_worlds_gives_what_is_drawn(lesson, question, noise):
    put(lesson, question=question, noise=noise)
    worlds = scene(lesson, "worlds")
    for frame in (0, worlds.start, len(worlds) - 1):
        found = ran(worlds, frame)
        assert found["mechanism"].scale == pytest.approx(float(worlds.slot("scale", frame)), rel=1e-3)
        assert found["paid"] == pytest.approx(float(worlds.slot("paid", frame)), rel=1e-2, abs=1e-4)
    seat = scene(lesson, "seat")
    assert ran(seat)["belief"] == pytest.approx(float(seat.slot("posterior", seat.start)), abs=1e-3)
    roc = scene(lesson, "roc")
    found = ran(roc)
    np.testing.assert_allclose(found["hits"], roc.motion["data", 1, "y"][roc.start][::20], atol=1e-9)
    np.testing.assert_allclose(found["ceiling"], roc.motion["data", 0, "y"][roc.start][::20], atol=1e-9)


@pytest.mark.parametrize("relation", ["replace", "add_remove"])
@pytest.mark.parametrize("question", ["count", "bin"])
def test_laplace_never_passes_epsilon_and_reaches_it_where_it_should(lesson, question, relation):
    put(lesson, question=question, neighbouring=relation)
    worlds = scene(lesson, "worlds")
    share = worlds.motion["data", 2, "y"]
    half = question == "bin" and relation == "replace"
    np.testing.assert_allclose(np.abs(share).max(axis=1), 0.5 if half else 1.0, rtol=1e-9)


def test_gauss_pays_exactly_the_delta_it_was_made_for(lesson):
    put(lesson, noise="gaussian")
    worlds = scene(lesson, "worlds")
    assert {worlds.slot("paid", frame) for frame in range(len(worlds))} == {"1.00e-5"}


def test_no_attack_is_above_its_ceiling_and_laplace_touches_it(lesson):
    for noise in ("laplace", "gaussian"):
        put(lesson, noise=noise)
        roc = scene(lesson, "roc")
        slack = roc.motion["data", 0, "y"] - roc.motion["data", 1, "y"]
        assert slack.min() > -1e-9
        if noise == "laplace":
            assert slack[roc.values < 4, 1].max() < 1e-9


def test_a_belief_stays_between_its_limits(lesson):
    put(lesson, prior=0.2, epsilon=1.0)
    seat = scene(lesson, "seat")
    belief = seat.motion["data", 5, "y"][:, 0]
    odds = 0.25 * np.exp([-1.0, 1.0])
    assert belief.min() >= odds[0] / (1 + odds[0]) - 1e-12
    assert belief.max() <= odds[1] / (1 + odds[1]) + 1e-12
    assert belief.min() < 0.1 < 0.4 < belief.max()


def test_rounding_leaks_until_everything_is_zero(lesson):
    exact = scene(lesson, "exact")
    worst = dict(zip(exact.values.tolist(), exact.slots["worst"], strict=True))
    assert worst[1] == worst[10] == worst[200] == "∞"
    assert worst[500] == "0"  # of 200 people: every table gives 0
    assert exact.slots["delta"][0] == "1"
    assert math.isinf(ran(exact)["worst"])


def test_the_accuracy_of_the_theory_s_example(lesson):
    put(lesson, kind="histogram", neighbouring="add_remove", k=10, beta=0.05, epsilon=0.5)
    errors = scene(lesson, "errors")
    found = ran(errors)
    assert found["bound"] == pytest.approx(10.596635, abs=1e-6)
    assert found["chance"] == pytest.approx(0.04888987, abs=1e-8)
    assert errors.slot("exact", errors.start) == "0.0489"


@pytest.mark.parametrize("kind", ["histogram", "separate"])
@pytest.mark.parametrize("unknown", ["n", "epsilon", "alpha", "beta"])
def test_what_is_needed_is_enough_and_the_code_agrees(lesson, unknown, kind):
    put(lesson, unknown=unknown, kind=kind, k=5)
    drawn = scene(lesson, "needed")
    found = ran(drawn)
    said = float(drawn.slot("solved", drawn.start).replace(",", ""))
    assert found["by_bound"] == pytest.approx(said, rel=1e-3, abs=5e-5)
    assert found["exactly"] <= found["by_bound"]
    if unknown == "beta":
        return
    put(lesson, k=5)
    from dpviz.mechanisms.error_sweep import sensitivity_of, worst_error_tail

    at = lesson.parameters.snapshot() | {unknown: found["exactly"]}
    scale = sensitivity_of(kind, 5, at["neighbouring"]) / at["epsilon"]
    chance = worst_error_tail(at["alpha"] * at["n"], 5, scale)[0]
    assert chance <= at["beta"] * (1 + 1e-9)
    assert chance > 0.8 * at["beta"]


def test_composition_of_the_theory_s_example(lesson):
    drawn = scene(lesson, "composition", "releases")
    found = ran(drawn)
    assert found["basic"] == pytest.approx(10)
    assert found["classic"] == pytest.approx(5.850235, abs=1e-6)
    assert found["tanh"] == pytest.approx(5.298110, abs=1e-6)
    assert found["crossing"] == drawn.motion["data", 5, "x"][drawn.start][0]
    ten = int(np.searchsorted(drawn.values, 10))
    assert "plain addition is best" in drawn.sentences[ten]
    assert drawn.slots["least"][ten] == "1"


def test_the_budget_pays_until_it_is_spent_and_then_refuses(lesson):
    panel = lesson.spending()
    press = panel.children[0].children[-2]._message
    for _ in range(20):
        press({"kind": "press"})
    assert lesson.parameters.asked == 10  # 10 × 0.1 = 1
    assert lesson.refusal.text.startswith("Refused: epsilon must be at most 0")
    lesson.parameters.budget = 1.5
    assert lesson.refusal.text == ""
    press({"kind": "press"})
    assert lesson.parameters.asked == 11


def test_a_budget_cut_below_what_was_asked_pays_for_less(lesson):
    put(lesson, asked=30, budget=3.0)
    assert scene(lesson, "budget").slots["asked"][-1] == "30"
    put(lesson, budget=0.5)
    drawn = scene(lesson, "budget")
    assert max(int(asked) for asked in drawn.slots["asked"]) == 5
    assert "refused" in drawn.sentences[drawn.start]
    lesson._ask()
    assert lesson.parameters.asked == 30
    assert "Refused" in lesson.refusal.text


def test_the_code_of_the_budget_gives_the_answers(lesson):
    drawn = scene(lesson, "budget")
    found = ran(drawn)
    np.testing.assert_allclose(found["answers"], drawn.motion["data", 0, "y"][drawn.start][:4])
    assert found["left"] == pytest.approx(0.6)
    assert np.isnan(drawn.motion["data", 0, "y"][drawn.start][4:]).all()
    assert len(drawn.motion["data", 0, "y"][0]) == MOST


def test_a_mean_knows_one_relation(lesson):
    put(lesson, neighbouring="add_remove")
    lesson.parameters.question = "mean"
    assert lesson.parameters.neighbouring == "replace"
    with pytest.raises(ValueError, match="neighbouring must be one of replace"):
        lesson.parameters.neighbouring = "add_remove"


def test_link_restores_and_bad_values_are_told(lesson):
    lesson.open_link("?question=bin&neighbouring=add_remove&epsilon=0.37&n=321&luck=0.9&delta=7")
    assert lesson.parameters.question == "bin"
    assert lesson.parameters.epsilon == 0.37
    assert [p["parameter"] for p in lesson.page.problems] == ["delta"]
    other = PrivacyLesson()
    other.open_link("?" + lesson.parameters.query())
    assert other.parameters.snapshot() == lesson.parameters.snapshot()


def test_another_output_is_another_place_of_the_same_slider(lesson):
    panel = lesson.attack()
    seen = set()
    for _ in range(12):
        panel.children[0].children[-1]._message({"kind": "press"})
        seen.add(lesson.parameters.luck)
    assert len(seen) > 3
    assert all(0 < luck < 1 for luck in seen)


def test_nothing_done_afterwards_makes_the_loss_grow(lesson):
    for way in ("round", "clamp", "random"):
        put(lesson, map=way, seed=3)
        for axis in ("epsilon", "step"):
            drawn = scene(lesson, "processed", axis)
            tried, after, before, promised = drawn.motion["data", 4, "x"].T
            assert (after <= before + 1e-9).all()
            assert (tried <= before + 1e-9).all()
            assert (before <= promised + 1e-9).all()
        found = ran(drawn)
        assert found["after"] == pytest.approx(float(drawn.slot("after", drawn.start)), rel=1e-3)


def test_a_vote_reaches_its_limit_and_a_negative_worth_is_refused(lesson):
    put(lesson, worth=0.0, epsilon=1.0)
    drawn = scene(lesson, "vote")
    assert float(drawn.slot("here", drawn.start)) == pytest.approx(float(drawn.slot("limit", drawn.start)))
    holds = np.array(drawn.card.assumptions[0].holds)
    np.testing.assert_array_equal(holds, drawn.values >= 0)
    assert "utilities must be >= 0" in drawn.sentences[0]
    assert "refused" not in drawn.sentences[-1]
    here, below, above = (drawn.motion["data", i, "y"][0] for i in (0, 3, 4))
    assert (
        (below <= here + 1e-12) & (here <= above + 1e-12)
    ).all()  # the limits for any sign hold everywhere
    worths = np.asarray(drawn.at(0).data[0].x)
    printed = drawn.motion["data", 1, "y"][0]
    assert (
        here[worths < 0] > printed[worths < 0] + 1e-9
    ).all()  # and the printed one fails wherever it is refused
    assert ran(drawn)["here"] == pytest.approx(float(drawn.slot("here", drawn.start)), rel=1e-5)


def test_groups_and_relations_of_the_theory_s_examples(lesson):
    put(lesson, size=4, epsilon=0.5)
    drawn = scene(lesson, "group")
    assert drawn.slot("group", drawn.start) == "2"
    np.testing.assert_allclose(drawn.motion["data", 0, "y"], drawn.motion["data", 1, "y"])
    put(lesson, epsilon=0.3)
    assert ran(scene(lesson, "group"))["replaced"] == 0.6


def test_low_bits_betray_the_plain_sampler_and_not_the_lattice(lesson):
    drawn = scene(lesson, "bits")
    plain, lattice = ran(drawn)["betrayed"]
    assert plain > 0.05
    assert lattice == 0
    # common luck: on the lattice both worlds' digits have the same law, within five standard errors
    here, there = drawn.motion["data", 2, "y"][drawn.start], drawn.motion["data", 3, "y"][drawn.start]
    assert (np.abs(here - there) <= 5 * np.sqrt((here + there) / 4000) + 1e-9).all()
    before = drawn.sentences[drawn.start]
    lesson._redraw()
    assert scene(lesson, "bits").sentences[drawn.start] != before
