"""What is special to the second lesson's page: its link, its run of draws, a file of the reader's, a lost kernel."""

from __future__ import annotations

import json
import re

import pytest

from dpviz.lessons.exponential import OUTLINE
from tests.browser import expect
from tests.lessons.reader import chart, sentence

pytestmark = pytest.mark.browser

NOTEBOOK = "02_exponential_mechanism.ipynb"
# The heights of the bars of a picture's lower half, as drawn.
BARS = """(chart) => [...chart.querySelectorAll('.xy2 .point path, .x2y2 .point path')]
    .map((bar) => bar.getBBox().height)"""


def slider(page, label, number=0):
    return page.get_by_label(label).nth(number)


def bars(page, number=0):
    return chart(page, number).evaluate(BARS)


def wait_until_moved(page, before, number=0):
    page.wait_for_function(
        f"([chart, before]) => JSON.stringify(({BARS})(chart)) !== before",
        arg=[chart(page, number).element_handle(), _text(before)],
    )


def _text(values):
    return "[" + ",".join(repr(v).removesuffix(".0") for v in values) + "]"


def test_a_value_between_the_steps_is_typed_in_the_page_and_in_a_slide(open_lesson):
    page = open_lesson()
    slider(page, "ε, the privacy parameter").focus()
    control = page.locator(".dpv-slider").first
    high = control.bounding_box()["height"]
    page.keyboard.press("Enter")
    assert control.bounding_box()["height"] == high  # its label is as broad as it was
    page.keyboard.type(".123")
    page.keyboard.press("Enter")
    sentence(page, 0, "ε = 0.123")
    page.wait_for_function("location.search.includes('law.epsilon=0.123')")
    page.keyboard.press("p")
    there = page.locator(".dpvp-now .dpv-slider").first
    there.locator("input").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("10^-2")
    page.keyboard.press("Enter")
    assert there.locator("output").inner_text() == "0.01"
    # Escape leaves the field first, and the slides only after that.
    page.keyboard.press("Enter")
    for bars_of_slides in (1, 0):
        page.keyboard.press("Escape")
        assert page.locator(".dpvp-bar").count() == bars_of_slides
    assert page.complaints == []


def test_a_picture_that_moves_restyles_itself_and_not_the_page(open_lesson, browser):
    page = open_lesson()
    slider(page, "ε, the privacy parameter").focus()
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    before = bars(page)
    page.keyboard.press("End")
    wait_until_moved(page, before)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [one["args"]["elementCount"] for one in events if "elementCount" in one.get("args", {})]
    # A `:has()` of whatever is there, or of the body, restyles all of these at each mark that is drawn.
    assert 0 < max(restyled) < page.locator("body *").count() / 4


@pytest.mark.slow
def test_every_picture_is_of_the_question_that_is_chosen(open_lesson):
    page = open_lesson()
    page.get_by_label("Question").first.select_option("age")
    for number in range(len(OUTLINE.sections)):
        chart(page, number)
        page.wait_for_function(
            "number => [...document.querySelectorAll('.dpv-chart')][number]"
            ".querySelector('.dpv-title').innerText.includes('Median age')",
            arg=number,
        )
    assert page.complaints == []


@pytest.mark.slow
def test_a_bad_link_is_answered_and_the_page_lives(open_lesson):
    page = open_lesson("?law.epsilon=-4&law.n=many")
    problem = page.get_by_role("alert").filter(has_text="epsilon")
    problem.first.wait_for()
    text = page.locator("body").inner_text()
    assert "takes a number from 0.001 to 10" in text
    assert "takes a whole number from 10 to 5,912" in text
    assert "Traceback" not in text
    before = bars(page)
    slider(page, "ε, the privacy parameter").focus()
    page.keyboard.press("PageDown")
    wait_until_moved(page, before)


@pytest.mark.slow
def test_play_fills_the_histogram(open_lesson):
    page = open_lesson()
    sentence = chart(page, 1).locator(".dpv-sentence")
    page.wait_for_function("line => line.innerText.includes('Of 100 draws')", arg=sentence.element_handle())
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("line => line.innerText.includes('Of 1,000 draws')", arg=sentence.element_handle())
    first = sentence.inner_text()
    page.get_by_role("button", name="Draw again").click()
    page.wait_for_function(
        "([line, before]) => line.innerText !== before && line.innerText.includes('seed 2')",
        arg=[sentence.element_handle(), first],
    )
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function("line => line.innerText.includes('No answer')", arg=sentence.element_handle())
    page.get_by_role("button", name="Step").click()
    page.wait_for_function("line => line.innerText.includes('first answer drawn')", arg=sentence.element_handle())


@pytest.mark.slow
def test_the_picture_follows_the_window(open_lesson):
    page = open_lesson(height=1000)
    plot = chart(page, 2).locator(".dpv-plot")
    plot.locator(".main-svg").first.wait_for(state="attached")
    height = """([plot, low, high]) => low < plot.offsetHeight && plot.offsetHeight <= high
        && plot.offsetHeight === plot.querySelector('.main-svg').height.baseVal.value"""
    page.wait_for_function(height, arg=[plot.element_handle(), 500, 900])
    page.set_viewport_size({"width": 1280, "height": 640})
    page.wait_for_function(height, arg=[plot.element_handle(), 259, 500])
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.wait_for_function(height, arg=[plot.element_handle(), 500, 900])


@pytest.mark.slow
def test_code_and_table_follow(open_lesson):
    page = open_lesson()
    first = chart(page, 0)
    first.get_by_text("Code", exact=True).click()
    first.get_by_text("Numbers", exact=True).click()
    expect(first.locator("pre")).to_contain_text("epsilon = 0.1")
    expect(first.locator("tbody tr")).to_have_count(4)
    slider(page, "ε, the privacy parameter").focus()
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('.dpv-chart pre').innerText.includes('epsilon = 10')")


CSV = "age,city\n" + "\n".join(f"{20 + i % 30},{'AB'[i % 3 == 0]}" for i in range(300))


def test_own_table_from_file_to_private_answer(open_lesson):
    page = open_lesson()
    chooser = page.locator("input[type=file]")
    chooser.scroll_into_view_if_needed()
    chooser.set_input_files({"name": "mine.csv", "mimeType": "text/csv", "buffer": CSV.encode()})
    page.get_by_text("mine.csv: 300 records and 2 columns").wait_for()
    page.get_by_label("Ask", exact=True).select_option("median")
    page.get_by_label("Smallest answer possible").fill("15")
    page.get_by_label("Largest answer possible").fill("65")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Ask, and spend ε").click()
    answer = page.get_by_text("The private answer:")
    answer.wait_for()
    assert 15 <= int(re.search(r"answer: (\d+)", answer.inner_text())[1]) <= 65
    # every picture above now shows the reader's own question
    chart(page, 0)
    page.wait_for_function("document.querySelector('.dpv-title').innerText.includes('median of age')")
    # a bad file is answered beside the input, and nothing is lost
    chooser.set_input_files({"name": "bad.csv", "mimeType": "text/csv", "buffer": b"PK\x03\x04 no table"})
    page.get_by_role("alert").filter(has_text="bad.csv").wait_for()
    page.get_by_role("button", name="Ask, and spend ε").click()
    page.get_by_text("ε = 0.2 in all").wait_for()
    assert page.complaints == []


@pytest.mark.slow
def test_a_large_file_goes_through_and_a_too_large_one_is_refused(open_lesson):
    page = open_lesson()
    chooser = page.locator("input[type=file]")
    line = b"12345,abcdefgh\n"
    large = b"age,city\n" + line * (9_900_000 // len(line))
    chooser.set_input_files({"name": "large.csv", "mimeType": "text/csv", "buffer": large})
    page.get_by_text(f"large.csv: {9_900_000 // len(line):,} records").wait_for()
    chooser.set_input_files({"name": "huge.csv", "mimeType": "text/csv", "buffer": large + line * 10_000})
    page.get_by_role("alert").filter(has_text="huge.csv").wait_for()


def test_a_page_whose_kernel_is_gone_gets_another_and_stays_in_its_state(open_lesson, server):
    page = open_lesson()
    page.wait_for_selector("html[data-dpviz-kernel=connected]", state="attached")
    kernel = page.evaluate("document.documentElement.dataset.dpvizKernelId")
    before = bars(page)
    ended = "async (id) => (await fetch(`/dpviz/kernels/${id}/end`, { method: 'POST' })).ok"
    assert page.evaluate(ended, kernel)
    slider(page, "ε, the privacy parameter").focus()
    page.keyboard.press("Home")
    wait_until_moved(page, before)
    page.wait_for_function(
        "(id) => document.documentElement.dataset.dpvizKernelId !== id"
        " && document.documentElement.dataset.dpvizKernel === 'connected'",
        arg=kernel,
    )
    assert "ε = 0.001" in sentence(page, 0, "ε = 0.001")
    assert "law.epsilon=0.001" in page.evaluate("location.search")
    assert page.locator(".dpv-alarm *").count() == 0
