"""Pictures that the reader is not near: not drawn before they are, and marked until then."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.frame.lesson import Lesson
from dpviz.frame.outline import make_lesson
from dpviz.frame.section import Section
from tests.frame.test_lesson import TOY, d, picture, x
from tests.frame.test_stages import elsewhere, slow_lesson


@pytest.fixture
def lesson():
    """Two pictures that follow the same two sliders, each of which counts how often it is drawn."""

    def draw(name):
        def drawn(at):
            made.drawn[name] += 1
            return picture(at, f"{name} at d = {np.max(at.d)}, x = {np.max(at.x)},")

        return drawn

    sections = {name: Section(draw(name), axes=(x, d), parameters=TOY) for name in ("upper", "lower")}
    made = make_lesson(sections, {}, Lesson)
    made.drawn = dict.fromkeys(sections, 0)
    for name in sections:
        made.show(name)
    made.drawn = dict.fromkeys(sections, 0)
    return made


def near(lesson, *pictures):
    lesson.page._receive(None, {"kind": "near", "pictures": list(pictures)}, [])


def said(lesson, name):
    return lesson._charts[name].block["sentences"][0]


def test_where_no_page_tells_who_is_near_all_are_drawn(lesson):
    lesson.control("d").set_state({"value": 5.0})
    assert lesson.drawn == {"upper": 1, "lower": 1}
    assert not any(chart.stale for chart in lesson._charts.values())


def test_a_change_draws_what_is_near_and_marks_the_rest(lesson):
    near(lesson, "upper")
    before = lesson._charts["lower"].block
    lesson.control("d").set_state({"value": 5.0})
    assert lesson.drawn == {"upper": 1, "lower": 0}
    assert lesson._charts["lower"].block is before
    assert (lesson._charts["upper"].stale, lesson._charts["lower"].stale) == (False, True)
    near(lesson, "lower")
    assert lesson.drawn == {"upper": 1, "lower": 1}
    assert "d = 5" in said(lesson, "lower")
    assert not lesson._charts["lower"].stale


def test_back_in_the_state_that_it_shows_it_is_not_drawn_again(lesson):
    near(lesson, "upper")
    lesson.control("d").set_state({"value": 5.0})
    lesson.control("d").set_state({"value": 3.0})
    assert not lesson._charts["lower"].stale
    near(lesson, "lower")
    assert lesson.drawn["lower"] == 0


def test_another_slider_in_hand_concerns_what_is_near(lesson):
    near(lesson, "upper")
    lesson.prefetch("d")
    assert (lesson._charts["upper"].block["axis"], lesson._charts["lower"].block["axis"]) == ("d", "x")
    assert not lesson._charts["lower"].stale  # nothing that it shows is another yet
    lesson.control("d").set_state({"value": 5.0})
    assert lesson._charts["lower"].stale
    near(lesson, "upper", "lower")
    assert lesson._charts["lower"].block["axis"] == "d"
    assert lesson.drawn == {"upper": 1, "lower": 1}


def test_a_link_opens_with_what_is_near_and_a_scene_is_drawn_wherever_it_is(lesson):
    near(lesson)
    lesson.open_link("?d=4")
    assert lesson.drawn == {"upper": 0, "lower": 0}
    lesson.go("d=2", "lower")
    assert lesson.drawn == {"upper": 0, "lower": 1}
    assert lesson._charts["upper"].stale


def test_rubbish_changes_nothing(lesson):
    near(lesson, "upper")
    for pictures in (None, "upper", {"upper": 1}, 3):
        lesson.page._receive(None, {"kind": "near", "pictures": pictures}, [])
    assert lesson._far == {"lower"}
    near(lesson, "nothing", 4)
    assert lesson._far == {"upper", "lower"}


def test_of_one_in_stages_nothing_goes_on_in_a_state_that_was_left():
    lesson = slow_lesson()
    elsewhere(lesson.look)
    near(lesson)
    lesson.control("wish").set_state({"value": 7.0})
    assert (lesson.open, lesson.chart.stale, lesson.sentence) == (0, True, "1 of 10 with 0 at 1.")
    elsewhere(lesson.look)  # as the page tells when it comes near
    assert (lesson.open, lesson.chart.stale, lesson.sentence) == (1, False, "1 of 10 with 7 at 1.")
    assert np.isclose(lesson.chart.progress, 0.1)
