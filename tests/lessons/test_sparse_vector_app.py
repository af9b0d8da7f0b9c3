"""Lesson 11 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import panel, sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOK = "11_sparse_vector.ipynb"


def test_other_noise_stops_elsewhere(open_lesson):
    page = open_lesson("?stream.epsilon=0.05&stream.seed=5")
    sentence(page, "week by week", "Published: “above” in week 1, and the run ends.")
    page.get_by_role("button", name="Draw again").first.click()
    sentence(page, "week by week", "“above” in week 4, and the run ends.")
    assert page.complaints == []


def test_a_week_is_changed_by_a_click_and_an_exact_threshold_breaks_the_promise(open_lesson):
    page = open_lesson("?change=mmmmmmmm#why-must-the-threshold-be-noisy")
    sentence(page, "Two neighbouring", "within ε = 1")
    one = panel(page, "Two neighbouring")
    one.get_by_role("button", name="8: plus one").click()
    one.get_by_role("button", name="8: minus one").wait_for()
    sentence(page, "Two neighbouring", "“above” in week 8, with a loss of 0.9714 nats: within ε = 1")
    one.get_by_label("The threshold is").select_option(label="exact")
    sentence(page, "Two neighbouring", "with a loss of 2 nats: more than ε = 1, so the promise is broken")
    assert page.complaints == []
