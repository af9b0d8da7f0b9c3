"""The lesson on adversarial training: what its pictures say, and links."""

from __future__ import annotations

import numpy as np
import pytest

from tests.lessons.drawn import put, scene


@pytest.mark.parametrize("surface", ["kink", "smooth", "loss"])
def test_the_kink_is_told(lesson, surface):
    put(lesson, surface=surface, theta=0.0)
    drawn = scene(lesson, "envelope")
    kink = surface != "smooth"
    assert ("kink" in drawn.sentences[drawn.start]) == kink
    assert drawn.card.assumptions[2].holds[drawn.start] == (not kink)
    assert sum("kink" in sentence for sentence in drawn.sentences) == kink
    assert "-" not in drawn.sentences[drawn.start]  # a hyphen for a minus sign
    marks = drawn.motion["data", 14, "x"][drawn.start]
    assert (len(set(marks)) > 2) == kink  # all that attain it are marked
    np.testing.assert_allclose(drawn.numbers["below"], drawn.numbers["left"], atol=2e-6)
    np.testing.assert_allclose(drawn.numbers["above"], drawn.numbers["right"], atol=2e-6)


def test_the_known_losses_and_the_trap_of_the_bent_model(lesson):
    for norm, known in (("linf", "1.313262"), ("l2", "1.049169")):
        put(lesson, "worst", norm=norm, model="straight", radius=0.5)
        drawn = scene(lesson, "worst")
        assert drawn.slot("largest", 0) == known
        assert "has arrived" in drawn.sentences[-1]
    put(lesson, "worst", norm="linf", model="bent")
    drawn = scene(lesson, "worst")
    assert "local maximum" in drawn.sentences[-1]
    assert "0.25" in drawn.table.rows[-1][1]  # the margin where PGD sits: it misses what is there
    assert drawn.sentences[-1].endswith("The worst margin is −0.35: an adversarial example.")


def test_the_square_has_an_adversarial_example_and_the_disc_none(lesson):
    assert scene(lesson, "worst").sentences[0].endswith("The worst margin is −0.10: an adversarial example.")
    put(lesson, "worst", norm="l2")
    assert "The worst margin is 0.05, so no adversarial example" in scene(lesson, "worst").sentences[0]


def test_weak_features_die_against_the_square_and_not_against_the_disc(lesson):
    dead = scene(lesson, "weights").numbers["dead"].tolist()
    assert dead[0] == 0
    assert dead[20] == dead[-1] == 20
    assert dead == sorted(dead)
    put(lesson, "weights", norm="l2")
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


def test_another_draw_belongs_to_its_section(lesson):
    panel = lesson.show("weights")
    panel.children[0].children[-1]._message({"kind": "press"})
    state = lesson.parameters.snapshot()
    assert (state["weights.seed"], state["boundary.seed"]) == (2, 1)
