"""A kernel that is killed while it computes a picture in stages: the next one takes the picture to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import expect
from tests.faults import processes
from tests.faults.line import Line
from tests.faults.test_killed import KERNEL, another, end_its_kernel
from tests.serving import Served

UNDER_WAY = ".dpviz-step[data-picture={picture}] .dpv-progress:not(.dpv-idle)"


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    ("notebook", "picture"), [("10_successive_halving.ipynb", "failure"), ("07_private_regression.ipynb", "curve_n")]
)
def test_the_picture_is_completed(
    faulty: Served, neighbour: Line, open_page: Callable[..., Any], notebook: str, picture: str
) -> None:
    others = processes.kernels(faulty.process.pid)
    page = open_page(faulty, notebook)
    page.evaluate("(name) => document.getElementById(name).scrollIntoView()", picture)
    under_way = page.locator(UNDER_WAY.format(picture=picture))
    under_way.wait_for()
    before = page.evaluate(KERNEL)
    end_its_kernel(faulty, others)
    another(page, before)
    under_way.wait_for(state="hidden")
    assert page.evaluate(KERNEL) != before
    assert page.locator(".dpv-alarm *").count() == 0
    step = page.locator(f".dpviz-step[data-picture={picture}]")
    expect(step.locator(".dpv-sentence")).not_to_be_empty()
    step.locator(".main-svg").first.wait_for(state="attached")
