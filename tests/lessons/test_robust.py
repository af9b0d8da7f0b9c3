"""The lesson on adversarial training: every picture along every axis, code that gives the same numbers, links."""

from __future__ import annotations

import pytest

from dpviz.lessons.robust.wiring import RobustLesson
from tests.lessons.drawn import look_over, put, ran, scene

AXES = {name: picture.axes for name, picture in RobustLesson().pictures.items()}
STATES = [{"norm": "linf"}, {"norm": "l2", "model": "bent", "surface": "loss", "radius": 0.37, "epoch": 0}]


@pytest.fixture
def lesson():
    return RobustLesson()


@pytest.mark.parametrize("state", STATES, ids=["linf", "l2"])
@pytest.mark.parametrize(("name", "axis"), [(n, a) for n, axes in AXES.items() for a in axes])
def test_every_picture_along_every_axis(lesson, state, name, axis):
    put(lesson, **state)
    drawn = scene(lesson, name, axis)
    assert drawn.values[drawn.start] == getattr(lesson.parameters, axis)
    look_over(drawn)


@pytest.mark.parametrize("surface", ["kink", "smooth", "loss"])
def test_the_code_of_the_envelope_and_the_kink_that_is_told(lesson, surface):
    put(lesson, surface=surface, theta=0.0)
    drawn = scene(lesson, "envelope")
    found = ran(drawn)
    assert found["left"] == pytest.approx(float(drawn.slot("left", drawn.start)), abs=1e-5)
    assert found["right"] == pytest.approx(float(drawn.slot("right", drawn.start)), abs=1e-5)
    kink = surface != "smooth"
    assert ("kink" in drawn.sentences[drawn.start]) == kink
    assert drawn.card.assumptions[2].holds[drawn.start] == (not kink)
    assert sum("kink" in sentence for sentence in drawn.sentences) == kink


@pytest.mark.parametrize("norm", ["linf", "l2"])
@pytest.mark.parametrize("model", ["straight", "bent"])
def test_the_code_of_the_attack_gives_its_losses(lesson, norm, model):
    put(lesson, norm=norm, model=model, radius=0.5)
    drawn = scene(lesson, "worst")
    for frame in (0, 3, 30):
        found = ran(drawn, frame)
        assert found["reached"] == pytest.approx(float(drawn.slot("reached", frame)), abs=1e-6)
        assert found["largest"] == pytest.approx(float(drawn.slot("largest", frame)), abs=1e-6)
    known = {"linf": "2.578890", "l2": "2.231602"}
    if model == "straight":
        assert drawn.slot("largest", 0) == known[norm]
        assert "has arrived" in drawn.sentences[-1]
    elif norm == "linf":
        assert "lesser peak" in drawn.sentences[-1]


@pytest.mark.parametrize("norm", ["linf", "l2"])
def test_the_code_of_training_gives_the_weights(lesson, norm):
    put(lesson, norm=norm, epoch=40)
    for name, slot in (("weights", "strong"), ("boundary", "robust")):
        drawn = scene(lesson, name)
        found = ran(drawn)
        assert found[slot] == pytest.approx(float(drawn.slot(slot, drawn.start)), abs=2e-3)
    put(lesson, epoch=120)
    drawn = scene(lesson, "tradeoff")
    found = ran(drawn)
    assert found["attacked"] == pytest.approx(float(drawn.slot("robust_at", drawn.start)), abs=1e-4)
    assert found["plain_attacked"] == pytest.approx(float(drawn.slot("plain_at", drawn.start)), abs=1e-4)


def test_weak_features_die_against_the_square_and_not_against_the_disc(lesson):
    dead = [int(n) for n in scene(lesson, "weights").slots["dead"]]
    assert dead[0] == 0
    assert dead[20] == dead[-1] == 20
    assert dead == sorted(dead)
    put(lesson, norm="l2")
    assert max(int(n) for n in scene(lesson, "weights").slots["dead"]) == 0


def test_the_numbers_that_the_page_opens_with(lesson):
    drawn = scene(lesson, "tradeoff")
    for slot, said in (("plain_clean", 0.86), ("plain_at", 0.70), ("clean", 0.84), ("robust_at", 0.79)):
        assert float(drawn.slot(slot, drawn.start)) == pytest.approx(said, abs=0.005)


def test_the_band_widens_and_the_boundary_stands_up(lesson):
    drawn = scene(lesson, "boundary", "radius")
    thick = [float(t) for t in drawn.slots["thick"]]
    assert thick[0] == 0
    assert thick == sorted(thick)
    assert float(drawn.slots["weak"][0]) > 0.3
    assert float(drawn.slots["weak"][-1]) == 0
    assert scene(lesson, "boundary").sentences[0].startswith("Before the first step")


def test_other_examples_and_links(lesson):
    panel = lesson.luck()
    panel.children[0].children[-1]._message({"kind": "press"})
    assert lesson.parameters.seed == 2
    lesson.open_link("?norm=l2&radius=0.33&theta=0.5&model=round&epoch=7.5")
    assert (lesson.parameters.norm, lesson.parameters.radius) == ("l2", 0.33)
    assert {p["parameter"] for p in lesson.page.problems} == {"model", "epoch"}
    other = RobustLesson()
    other.open_link("?" + lesson.parameters.query())
    assert other.parameters.snapshot() == lesson.parameters.snapshot()
