"""The lesson on private learning: what its pictures claim."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.lessons.drawn import agrees, put, ran, scene


def test_the_consistent_learner_gives_someone_away(lesson):
    drawn = scene(lesson, "giveaway", "moved")
    found = ran(drawn)
    assert found["returned"] == [3, 4]
    assert math.isinf(found["consistent"])
    assert found["delta"] == 1.0
    # Nobody moves from 2 to 2.
    assert (drawn.numbers["consistent"] == [math.inf, math.inf, 0, math.inf, math.inf]).all()
    assert (drawn.numbers["delta"] == [1, 1, 0, 1, 1]).all()
    assert drawn.slot("consistent", 2) == "0 (same answer)"


def test_the_private_learner_never_passes_epsilon(lesson):
    drawn = scene(lesson, "giveaway", "epsilon")
    assert (drawn.numbers["loss"] <= drawn.values).all()


def test_numbers_as_the_page_opens(lesson):
    terms, overfit = scene(lesson, "terms"), scene(lesson, "overfit")
    assert (terms.slot("need", terms.start), terms.slot("direct", terms.start)) == ("2,125", "449")
    assert overfit.slot("enough", overfit.start) == "15"


def test_simulations_are_read_at_any_n(lesson):
    """Also at one between the slider's steps; the code draws the same samples."""
    for name, n in (("curve", 101), ("health", 5911)):
        put(lesson, name, n=n)
        drawn = scene(lesson, name)
        assert {"free", "low", "high"} <= agrees(drawn)
        assert f"{n:,}" in drawn.sentences[0]


def test_the_simulated_learners_stay_below_their_bounds(lesson):
    for axis in ("epsilon", "n", "alpha"):
        drawn = scene(lesson, "curve", axis)
        for truth, bound in ((1, 2), (3, 4)):
            simulated, promised = drawn.motion["data", truth, "y"], drawn.motion["data", bound, "y"]
            assert (simulated <= promised + 5 * np.sqrt(promised * (1 - promised) / 1000) + 1e-3).all()
    drawn = scene(lesson, "health")
    assert (drawn.motion["data", 1, "y"] <= drawn.motion["data", 2, "y"]).all()
    drawn = scene(lesson, "overfit")
    assert (drawn.numbers["gap"] <= drawn.numbers["most"]).all()


@pytest.mark.parametrize("kind", ["points", "thresholds"])
def test_the_hard_case_needs_no_more_than_the_bound(lesson, kind):
    put(lesson, "bits", kind=kind)
    drawn = scene(lesson, "bits")
    bound, exact = drawn.figure["data"][:2]
    assert (exact["y"] <= np.ceil(bound["y"][np.searchsorted(bound["x"], exact["x"])])).all()
    solved = int(np.flatnonzero(drawn.values == 60)[0])
    assert drawn.slot("hard", solved) == f"{ran(drawn, solved)['exact']:,}"


def test_the_hard_case_can_be_solved_wherever_the_sliders_go(lesson):
    own = {local: lesson.sections["bits"].names[local] for local in ("epsilon", "alpha", "beta")}
    assert lesson.parameters.range_of(own["alpha"])[1] == 0.4
    put(lesson, "bits", kind="points", alpha=0.5, epsilon=0.01)
    put(lesson, "bits", alpha=0.02, beta=0.001)
    least, _ = lesson.parameters.range_of(own["epsilon"])
    assert least == getattr(lesson.parameters, own["epsilon"]) > 0.01  # brought along
    assert max(scene(lesson, "bits").figure["data"][1]["y"]) > 80_000


def test_privacy_costs_less_as_epsilon_grows(lesson):
    private = scene(lesson, "health").motion["data", 1, "y"][:, -1]
    assert private[0] > private[-1]
    curve = scene(lesson, "curve").motion["data", 1, "y"]
    assert curve[0].sum() > curve[20].sum() > curve[-1].sum()


def test_the_terms_cross_at_twice_alpha(lesson):
    drawn = scene(lesson, "terms")
    assert drawn.numbers["rules"] == ["privacy" if e <= 0.2 else "sampling" for e in drawn.values]


def test_other_samples_are_drawn_for_one_picture(lesson):
    law, curve = scene(lesson, "law").sentences, scene(lesson, "curve").sentences
    put(lesson, "law", seed=2)
    assert scene(lesson, "law").sentences != law
    assert scene(lesson, "curve").sentences == curve


def test_the_cost_of_privacy_is_read_where_the_curves_cross_five_percent(lesson):
    drawn = scene(lesson, "curve", "epsilon")
    private, free = (drawn.motion["data", k, "y"] for k in (1, 3))
    n = np.asarray(drawn.figure["data"][1]["x"])
    for failure, found in ((private, drawn.numbers["enough"]), (free, drawn.numbers["plainly"])):
        reached = np.isfinite(found)
        assert ((failure <= 0.05).any(axis=1) == reached).all()
        k = (failure[reached] <= 0.05).argmax(axis=1)
        assert (n[k - 1] < found[reached]).all()
        assert (found[reached] <= n[k] * (1 + 1e-12)).all()
    at = drawn.start
    assert f"a factor of about {drawn.numbers['enough'][at] / drawn.numbers['plainly'][at]:.2g}" in drawn.sentences[at]
    assert "more than 2,000 records with privacy" in drawn.sentences[0]


@pytest.mark.parametrize(("beside", "lines"), [("none", 2), ("realizable", 4), ("laplace", 3)])
def test_the_terms_are_compared_with_what_is_chosen(lesson, beside, lines):
    put(lesson, "terms", beside=beside)
    drawn = scene(lesson, "terms")
    assert sum(len(mark["x"]) > 2 for mark in drawn.figure["data"]) == lines + 1  # and the larger of both terms
    assert ("Occam’s razor asks for 100, " in drawn.sentences[drawn.start]) == (beside == "realizable")
    assert ("Laplace noise on all 1,025 errors it is 870,949." in drawn.sentences[drawn.start]) == (beside == "laplace")
