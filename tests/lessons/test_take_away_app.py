"""Comparing and taking away, as a reader does it: the pin, each file of a picture, and the page without a server."""

from __future__ import annotations

import csv
import io
import struct
from xml.etree import ElementTree

import pytest

from tests.browser import violations
from tests.lessons.files import EPSILON, drag_offline, saved
from tests.lessons.reader import fits, step

pytestmark = pytest.mark.browser

NOTEBOOK = "02_exponential_mechanism.ipynb"
PICTURE = "Which answer is given"


def press(page, place, key, times=1):
    place.get_by_label(EPSILON).focus()
    for _ in range(times):
        page.keyboard.press(key)


@pytest.mark.slow
@pytest.mark.parametrize("size", [390, 1280, 1920])
def test_a_frame_is_pinned_compared_and_in_the_link(open_lesson, size):
    page = open_lesson("?theme=dark" if size == 390 else "", width=size)
    place = step(page, PICTURE)
    place.get_by_role("button", name="Pin").focus()
    page.keyboard.press("Enter")
    place.get_by_text("Pinned at ε = 0.1, n = 200.").first.wait_for()
    press(page, place, "ArrowLeft", 15)
    place.get_by_text("0.1 → 0.0316 (−0.0684)").wait_for()
    assert "88\u00a0% → 53\u00a0% (−35 percentage points)" in place.locator(".dpv-pin-change").inner_text()
    page.wait_for_function("location.search.includes('law.epsilon=0.0316') && location.search.includes('pin.law=')")
    place.get_by_role("button", name="Save …").click()
    assert violations(page, ".dpv-chart") == []
    fits(page, size)
    page.reload()
    place = step(page, PICTURE)
    place.get_by_text("0.1 → 0.0316 (−0.0684)").wait_for()
    place.locator(".dpv-ghost .bars path").first.wait_for(state="attached")
    assert page.locator(".dpv-problem").count() == 0  # the kernel leaves a pin alone
    place.get_by_role("button", name="Pin").click()
    page.wait_for_function("!location.search.includes('pin.')")
    assert page.complaints == []


@pytest.mark.slow
def test_pins_of_a_link_that_are_nonsense_do_no_harm(open_lesson):
    page = open_lesson("?pin.law=law.epsilon%3D1e999%26law.n%3D%3Cscript%3E&pin.nosuch=1&pin.tail=" + 3000 * "x")
    place = step(page, PICTURE)
    place.get_by_text("Pinned at ε = 0.1, n = 200.").first.wait_for()
    page.wait_for_function("!location.search.includes('pin.tail')")
    assert page.locator(".dpv-problem").count() == 0
    assert page.complaints == []


def test_each_file_is_what_it_says(open_lesson, tmp_path):
    page = open_lesson("?theme=dark&law.epsilon=0.5", width=390)
    place = step(page, PICTURE)
    place.get_by_text("ε = 0.5").first.wait_for()
    place.get_by_role("button", name="Save …").click()

    root = ElementTree.parse(saved(page, place, "SVG", tmp_path)).getroot()
    assert root.get("width") == "960"
    words = "".join(root.itertext())
    assert "Which answer is given" in words
    assert "ε = 0.5, n = 200" in words
    text = (tmp_path / "dpviz-law.svg").read_text()
    assert "url(http" not in text
    assert "localhost" not in text
    assert "127.0.0.1" not in text
    assert 'fill="#ffffff"' in text
    assert "rgb(0, 99, 163)" in text

    png = saved(page, place, "PNG", tmp_path).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", png[16:24])
    assert (wide, high) == (1920, 2 * int(root.get("height")))

    now = list(csv.reader(io.StringIO(saved(page, place, "Numbers, CSV", tmp_path).read_text("utf-8-sig"))))
    assert now[0][0].startswith("# Which answer")
    assert "n = 200" in ",".join(now[1])
    assert now[2] == ["answer", "score", "probability"]
    assert len(now) == 7
    every = list(csv.reader(io.StringIO(saved(page, place, "every step", tmp_path).read_text("utf-8-sig"))))
    assert every[2] == ["epsilon", "answer", "score", "probability"]
    assert len({row[0] for row in every[3:]}) * 4 == len(every) - 3 > 400
    assert [["0.5", *row] for row in now[3:]] == [row for row in every[3:] if row[0] == "0.5"]

    code = saved(page, place, "Code, .py", tmp_path).read_text()
    compile(code, "dpviz-law.py", "exec")
    assert "epsilon = 0.5" in code


@pytest.mark.slow
def test_the_page_without_a_server_is_dragged_with_the_network_off(open_lesson, new_page, tmp_path):
    page = open_lesson("?law.epsilon=0.5&law.n=1000")
    place = step(page, PICTURE)
    place.get_by_text("ε = 0.5").first.wait_for()
    place.get_by_role("button", name="Save …").click()
    file = saved(page, place, "HTML", tmp_path)
    drag_offline(new_page, file)
