"""The lesson on adversarial training: every picture along every axis, code that gives the same numbers, links."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.robust import make as RobustLesson
from tests.lessons.drawn import agrees, look_over, put, scene

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


@pytest.mark.parametrize("state", STATES, ids=["linf", "l2"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("envelope", {"phi", "left", "right"}),
        ("worst", {"reached", "largest"}),
        ("weights", {"strong", "weak", "best_strong", "best_weak"}),
        ("boundary", {"accuracy", "robust"}),
        ("tradeoff", {"robust_at", "plain_at"}),
    ],
)
def test_the_code_gives_the_numbers_of_the_picture(lesson, state, name, told):
    put(lesson, **state)
    for axis in AXES[name]:
        assert told <= agrees(scene(lesson, name, axis))


@pytest.mark.parametrize("surface", ["kink", "smooth", "loss"])
def test_the_kink_is_told(lesson, surface):
    put(lesson, surface=surface, theta=0.0)
    drawn = scene(lesson, "envelope")
    kink = surface != "smooth"
    assert ("kink" in drawn.sentences[drawn.start]) == kink
    assert drawn.card.assumptions[2].holds[drawn.start] == (not kink)
    assert sum("kink" in sentence for sentence in drawn.sentences) == kink
    np.testing.assert_allclose(drawn.numbers["below"], drawn.numbers["left"], atol=2e-6)
    np.testing.assert_allclose(drawn.numbers["above"], drawn.numbers["right"], atol=2e-6)


def test_the_known_losses_and_the_trap_of_the_bent_model(lesson):
    for norm, known in (("linf", "2.578890"), ("l2", "2.231602")):
        put(lesson, norm=norm, model="straight", radius=0.5)
        drawn = scene(lesson, "worst")
        assert drawn.slot("largest", 0) == known
        assert "has arrived" in drawn.sentences[-1]
    put(lesson, norm="linf", model="bent")
    assert "lesser peak" in scene(lesson, "worst").sentences[-1]


def test_weak_features_die_against_the_square_and_not_against_the_disc(lesson):
    dead = scene(lesson, "weights").numbers["dead"].tolist()
    assert dead[0] == 0
    assert dead[20] == dead[-1] == 20
    assert dead == sorted(dead)
    put(lesson, norm="l2")
    assert scene(lesson, "weights").numbers["dead"].max() == 0


def test_the_numbers_that_the_page_opens_with(lesson):
    drawn = scene(lesson, "tradeoff")
    for slot, said in (("plain_clean", 0.86), ("plain_at", 0.70), ("clean", 0.84), ("robust_at", 0.79)):
        assert float(drawn.slot(slot, drawn.start)) == pytest.approx(said, abs=0.005)


def test_the_band_widens_and_the_boundary_stands_up(lesson):
    drawn = scene(lesson, "boundary", "radius")
    thick = [float(t) for t in drawn.slots["thick"]]
    assert thick[0] == 0
    assert thick == sorted(thick)
    assert drawn.numbers["weak"][0] > 0.3
    assert drawn.numbers["weak"][-1] == 0
    assert scene(lesson, "boundary").sentences[0].startswith("Before the first step")


def test_other_examples_and_links(lesson):
    panel = lesson.show("weights", "norm", "radius", "epoch", "seed")
    panel.children[0].children[-2]._message({"kind": "press"})
    assert lesson.parameters.seed == 2
    lesson.open_link("?norm=l2&radius=0.33&theta=0.5&model=round&epoch=7.5")
    assert (lesson.parameters.norm, lesson.parameters.radius) == ("l2", 0.33)
    assert {p["parameter"] for p in lesson.page.problems} == {"model", "epoch"}
    other = RobustLesson()
    other.open_link("?" + lesson.parameters.query())
    assert other.parameters.snapshot() == lesson.parameters.snapshot()
