"""Lesson 15 as its users meet it: what is special to it."""

from __future__ import annotations

import pytest

from tests.lessons.reader import drag, sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "15_kinder_than_the_worst_case.ipynb"


def test_a_slower_envelope_reaches_farther_tables(open_lesson):
    page = open_lesson("#the-envelope-over-all-distances")
    sentence(page, 1, "The largest point is at distance 12")
    before, during = drag(page, 1, "β, how fast it may change", 0.0)
    assert before != during
    sentence(page, 1, "The largest point is at distance 25")
    assert page.complaints == []
