"""Lesson 4 as its readers meet it: a link and its mistakes."""

from __future__ import annotations

import pytest

from tests.lessons.reader import sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "04_private_pac_learning.ipynb"


def test_a_link_and_its_mistakes(open_lesson):
    page = open_lesson("?curve.epsilon=2&bits.bits=60&health.n=0&theme=dark")
    page.get_by_text("takes a whole number from 10 to 10,000").wait_for(timeout=20_000)
    assert "ε = 2" in sentence(page, 2, "1,000 runs")
    sentence(page, 4, "1,152,921,504,606,846,977 thresholds")
    assert page.complaints == []
