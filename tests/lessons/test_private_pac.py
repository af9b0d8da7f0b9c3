"""The lesson on private learning: every picture along every axis, code that gives the same numbers, links."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.lessons.private_pac.wiring import PrivatePacLesson
from tests.lessons.drawn import look_over, put, ran, scene

AXES = {name: picture.axes for name, picture in PrivatePacLesson().pictures.items()}
STATES = [
    {},
    {"kind": "points", "known": "conjunction", "moved": 2, "epsilon": 2.0, "bits": 60, "alpha": 0.3},
]


@pytest.fixture
def lesson():
    return PrivatePacLesson()


def said(drawn, slot, frame=None):
    text = drawn.slot(slot, drawn.start if frame is None else frame)
    return float(text.replace(",", "").split(" (")[0])


@pytest.mark.parametrize("state", STATES, ids=["as it opens", "far away"])
@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, state, name, axis):
    put(lesson, **state)
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)


def test_the_consistent_learner_gives_someone_away(lesson):
    drawn = scene(lesson, "giveaway", "moved")
    found = ran(drawn)
    assert found["cuts"] == (3, 4)
    assert math.isinf(found["meter"].loss)
    assert found["meter"].delta == 1.0
    assert found["loss"] == pytest.approx(said(drawn, "loss"), rel=1e-3)
    assert found["loss"] <= lesson.parameters.epsilon
    assert drawn.slot("consistent", 2).startswith("0")  # nobody moves from 2 to 2
    assert drawn.slot("delta", 3) == "1"


def test_the_private_learner_never_passes_epsilon(lesson):
    drawn = scene(lesson, "giveaway", "epsilon")
    assert all(said(drawn, "loss", frame) <= drawn.values[frame] for frame in range(len(drawn)))


def test_the_code_gives_what_is_drawn(lesson):
    law = scene(lesson, "law")
    found = ran(law)
    assert found["bad"] == pytest.approx(said(law, "bad"), abs=1e-4)
    assert found["expected"] == pytest.approx(said(law, "expected"), abs=1e-4)
    assert found["bound"] == pytest.approx(said(law, "bound"), rel=1e-3)
    terms = scene(lesson, "terms")
    found = ran(terms)
    assert found["need"] == said(terms, "need") == 2125
    assert found["direct"] == said(terms, "direct") == 449
    assert math.ceil(found["laplace"]) == said(terms, "laplace")
    bits = scene(lesson, "bits")
    found = ran(bits)
    assert (found["direct"], found["truth"], found["free"]) == (
        said(bits, "direct"), said(bits, "truth"), said(bits, "free"),
    )  # fmt: skip
    overfit = scene(lesson, "overfit")
    found = ran(overfit)
    assert found["gap"] == pytest.approx(said(overfit, "gap"), abs=1e-4)
    assert found["memory"] == pytest.approx(said(overfit, "memory"), abs=1e-4)
    assert found["alone"] == pytest.approx(said(overfit, "alone"), abs=1e-4)
    assert found["enough"] == said(overfit, "enough") == 20


def test_the_code_of_the_simulations_meets_the_picture(lesson):
    """CONV-5: other draws, the same law."""
    curve = scene(lesson, "curve")
    found = ran(curve)
    p = said(curve, "share")
    assert abs(found["share"][1, 0] - p) <= 5 * math.sqrt(2 * p * (1 - p) / 1000) + 1e-3
    assert found["bound"] == pytest.approx(said(curve, "bound"), rel=1e-3)
    health = scene(lesson, "health")
    found = ran(health)
    spread = (found["high"] - found["low"])[1, 0] / 3.92
    assert abs(found["mean"][1, 0] - said(health, "mean")) <= 5 * math.sqrt(2) * spread
    assert found["ceiling"] == pytest.approx(said(health, "ceiling"), abs=1e-4)


def test_bounds_are_above_the_truth(lesson):
    for axis in AXES["curve"]:
        drawn = scene(lesson, "curve", axis)
        for truth, bound in ((1, 2), (3, 4)):
            simulated, promised = drawn.motion["data", truth, "y"], drawn.motion["data", bound, "y"]
            assert (simulated <= promised + 5 * np.sqrt(promised * (1 - promised) / 1000) + 1e-3).all()
    for kind in ("points", "thresholds"):
        put(lesson, kind=kind)
        drawn = scene(lesson, "bits")
        ends = [drawn.figure["data"][k]["y"] for k in (0, 1)]
        at = np.searchsorted(drawn.figure["data"][0]["x"], drawn.figure["data"][1]["x"])
        assert (ends[1] <= np.ceil(ends[0][at])).all()
    drawn = scene(lesson, "health")
    assert (drawn.motion["data", 1, "y"] <= drawn.motion["data", 2, "y"]).all()
    drawn = scene(lesson, "overfit")
    assert all(said(drawn, "gap", f) <= said(drawn, "most", f) for f in range(len(drawn)))


def test_privacy_costs_less_as_epsilon_grows(lesson):
    private = scene(lesson, "health").motion["data", 1, "y"][:, -1]
    assert private[0] > private[-1]
    curve = scene(lesson, "curve").motion["data", 1, "y"]
    assert curve[0].sum() > curve[20].sum() > curve[-1].sum()


def test_the_terms_cross_at_twice_alpha(lesson):
    drawn = scene(lesson, "terms")
    rules = [drawn.slot("rules", frame) for frame in range(len(drawn))]
    assert rules == ["privacy" if e <= 0.2 else "sampling" for e in drawn.values]


def test_another_sample_is_another_seed(lesson):
    before = scene(lesson, "law").sentences
    lesson._again()
    assert lesson.parameters.seed == 2
    assert scene(lesson, "law").sentences != before


def test_links(lesson):
    lesson.open_link("?epsilon=2&n=300&bits=60&kind=points&known=conjunction")
    assert lesson.page.problems == []
    state = lesson.parameters
    assert (state.epsilon, state.n, state.bits, state.kind) == (2, 300, 60, "points")
    lesson.open_link("?epsilon=0&n=1&kind=lines&bits=61")
    told = {problem["parameter"]: problem["message"] for problem in lesson.page.problems}
    assert set(told) == {"epsilon", "n", "kind", "bits"}
    assert "from 0.01 to 10" in told["epsilon"]
    assert state.n == 300
