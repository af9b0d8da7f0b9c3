"""The lesson on privacy accounting: what the pictures of its first half say."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.accounting.losses import MIDDLES, tail_and_delta, weighted
from dpviz.lessons.accounting.shared import NOISES, exact_epsilon, losses, reached
from dpviz.mechanisms import RandomizedResponse, gaussian_epsilon
from dpviz.privacy import GaussianPair, LaplacePair, smallest_delta
from tests.browser import first_by_day
from tests.lessons.drawn import agrees, put, ran, scene

# The loss of one release --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("noise", [0.7, 1.0, 2.3, 5.0])
def test_the_tail_and_its_weight_are_those_of_the_mechanism(noise):
    epsilons = np.linspace(0, 4, 41)
    for kind, pair in (("gaussian", GaussianPair), ("laplace", LaplacePair)):
        tail, delta = tail_and_delta(kind, noise, epsilons)
        worlds = pair(here=0, there=1, scale=noise)
        np.testing.assert_allclose(tail, worlds.loss_tail(epsilons), rtol=1e-12)
        np.testing.assert_allclose(delta, worlds.delta(epsilons), rtol=1e-9, atol=2e-15)
    this, other = RandomizedResponse(epsilon=1 / noise).distribution()
    _, delta = tail_and_delta("response", noise, epsilons)
    np.testing.assert_allclose(delta, smallest_delta(this, other, epsilons), atol=2e-15)


@pytest.mark.parametrize("mechanism", NOISES)
@pytest.mark.parametrize("epsilon", [0.0, 0.33, 0.9, 2.0])
def test_the_orange_bars_add_up_to_delta_and_none_is_higher_than_its_tail(mechanism, epsilon):
    for noise in (0.7, 1.3, 4.0):
        probability, beyond, kept = weighted(mechanism, noise, epsilon)
        tail, delta = tail_and_delta(mechanism, noise, np.array(epsilon))
        last = reached(mechanism, noise, MIDDLES[-1] + 0.05)  # what lies to the right of the picture
        assert kept.sum() == pytest.approx(float(delta), abs=float(last) + 1e-12)
        assert beyond.sum() == pytest.approx(float(tail), abs=float(last) + 1e-12)
        assert (kept <= beyond + 1e-15).all()
        assert (beyond <= probability + 1e-15).all()
        assert (kept[epsilon - 0.1 > MIDDLES] <= 1e-15).all()


def test_a_loss_that_is_reached_and_never_exceeded_counts_nothing(lesson):
    put(lesson, "losses", mechanism="laplace")
    drawn = scene(lesson, "losses")
    assert "with probability 50 %. It is never more than that" in drawn.sentences[drawn.start]
    assert "So δ is 0" in drawn.sentences[-1]


def test_the_slider_of_the_noise_is_called_as_the_mechanisms_parameter(lesson):
    panel = lesson.show("losses")
    named = {"gaussian": "σ", "laplace": "b,", "response": "Probability of the truth"}
    for mechanism, word in named.items():
        put(lesson, "losses", mechanism=mechanism)
        assert any(getattr(control, "label", "").startswith(word) for control in _all(panel)), mechanism


def _all(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _all(child)


# Sums of losses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mechanism", NOISES)
def test_the_bars_of_a_sum_hold_all_of_it_and_have_its_mean(lesson, mechanism):
    put(lesson, "sums", mechanism=mechanism)
    drawn = scene(lesson, "sums")
    one = losses(mechanism, 10)
    mean = float(one.losses @ one.masses)
    for frame in (0, 5, drawn.start, len(drawn) - 1):
        bars = drawn.at(frame).data[0]
        heights, middles = np.array(bars.y), np.array(bars.x)
        assert heights.sum() == pytest.approx(1, abs=1e-4)
        width = middles[1] - middles[0]
        assert heights @ middles == pytest.approx(drawn.values[frame] * mean, abs=width / 2)


@pytest.mark.parametrize("mechanism", ["laplace", "response"])
def test_fewer_than_all_losses_are_needed_and_ever_less_of_them(lesson, mechanism):
    put(lesson, "sums", mechanism=mechanism)
    drawn = scene(lesson, "sums")
    share = np.asarray(drawn.numbers["share"])
    assert share[0] > 0.99
    assert (np.diff(share[1:]) < 0).all()  # that of two releases is a hair above that of one
    assert share[-1] < 1 / 3


# The accountants ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mechanism", NOISES)
@pytest.mark.parametrize("noise", first_by_day(2.0, 10.0))
def test_every_accountant_is_right_and_the_truth_is_in_the_bracket(lesson, mechanism, noise):
    put(lesson, "accountants", mechanism=mechanism, noise=noise)
    drawn = scene(lesson, "accountants")
    low, high = (np.asarray(drawn.numbers[name]) for name in ("low", "high"))
    for frame in (0, 10, 20, drawn.start):
        k = int(drawn.values[frame])
        finer = losses(mechanism, noise, parts=200).epsilon_of(k, 1e-5)
        if mechanism == "gaussian":
            finer = (gaussian_epsilon(noise / np.sqrt(k), 1e-5),) * 2
        assert low[frame] <= finer[1] * (1 + 1e-9)
        assert finer[0] <= high[frame] * (1 + 1e-9)
    assert (high <= low * 1.01).all()
    for name in ("basic", "advanced", "zcdp", "renyi"):
        assert (np.asarray(drawn.numbers[name]) >= low).all(), name
    assert (np.asarray(drawn.numbers["renyi"]) <= np.asarray(drawn.numbers["zcdp"])).all()
    # Gaussian DP is exact for Gaussian noise, and for others more than Rényi says, from some number of releases on.
    gdp, renyi = np.asarray(drawn.numbers["gdp"]), np.asarray(drawn.numbers["renyi"])
    assert (low * (1 - 1e-9) <= gdp).all()
    assert (gdp <= high * (1 + 1e-9)).all() if mechanism == "gaussian" else gdp[-1] > renyi[-1]
    assert {"basic", "advanced", "zcdp", "renyi", "gdp", "low", "high"} <= agrees(drawn, drawn.start, rtol=1e-9)


def test_the_pages_thousand_releases(lesson):
    drawn = scene(lesson, "accountants")
    said = drawn.sentences[drawn.start]
    for number in ("between 17.855 and 17.857", "492.9", "204.4", "zCDP 20.17", "Rényi 19.05"):
        assert number in said
    put(lesson, "accountants", mechanism="laplace")
    drawn = scene(lesson, "accountants")
    assert "says 100, " in drawn.sentences[drawn.start]
    assert "advanced 20.17" in drawn.sentences[drawn.start]


def test_the_bracket_comes_in_stages_and_says_so_until_then(lesson):
    section = lesson.sections["accountants"]
    axis = section.axes[0]
    made = list(section.stages(lesson.state(), axis, lesson.parameters.grid(axis)))
    assert made[-1][0] == 1
    assert "…" in "".join(made[0][1].sentences)
    assert "…" not in "".join(made[-1][1].sentences)


# The orders and the grid --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mechanism", NOISES)
def test_the_orders_have_a_valley_above_the_exact_epsilon(lesson, mechanism):
    put(lesson, "orders", mechanism=mechanism)
    drawn = scene(lesson, "orders")
    found = ran(drawn)
    epsilon = np.asarray(drawn.numbers["epsilon"])
    exact = exact_epsilon(mechanism, 10, 100, 1e-5)
    assert epsilon.min() >= found["best"].epsilon * (1 - 1e-9)
    assert found["best"].epsilon > exact
    turn = int(epsilon.argmin())
    assert (np.diff(epsilon[: turn + 1]) < 0).all()
    assert (np.diff(epsilon[turn:]) > 0).all()
    assert drawn.values[turn] == pytest.approx(found["best"].order, rel=0.06)


def test_the_exact_epsilon_is_between_the_grids_at_every_step(lesson):
    for values in ({}, {"releases": 400, "noise": 4}, {"releases": 1, "noise": 20}):
        put(lesson, "steps", **values)
        drawn = scene(lesson, "steps")
        low, high, upward = (np.asarray(drawn.numbers[name]) for name in ("low", "high", "upward"))
        exact = drawn.numbers["exact"]
        assert (low <= exact).all()
        assert (exact <= high).all()
        assert (high <= upward + 1e-9).all()
        assert (upward - exact <= np.asarray(drawn.numbers["most"]) + 1e-9).all()


def test_half_the_step_is_a_quarter_of_the_bracket(lesson):
    drawn = scene(lesson, "steps")
    width = dict(zip(drawn.values, np.asarray(drawn.numbers["high"]) - drawn.numbers["low"], strict=True))
    assert width[0.025] == pytest.approx(width[0.05] / 4, rel=0.03)
    assert width[0.0125] == pytest.approx(width[0.025] / 4, rel=0.03)
    assert "between 4.1726 and 4.4823" in drawn.sentences[drawn.start]
