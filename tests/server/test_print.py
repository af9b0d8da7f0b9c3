"""A lesson on paper: each picture as it stands, light, with its parameters in words; room for answers, and none."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pypdf
import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.lessons.reader import fits
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTEBOOKS = {entry.slug: entry.notebook for entry in LESSONS}

#: Answer every question in every way; returns what is said to each.
ANSWER_ALL = """() => {
  const said = [];
  for (const form of document.querySelectorAll("form.dpv-question:has(input[type=radio])")) {
    for (const radio of form.querySelectorAll("input[type=radio]")) {
      radio.click();
      form.requestSubmit();
      said.push(form.querySelector(".dpv-feedback").textContent);
    }
  }
  return said;
}"""
#: The state of every picture just before the page is printed.
WATCH = """() => addEventListener("beforeprint", () => {
  window.printed = [...document.querySelectorAll(".dpv-chart .dpv-plot")].map((plot) => {
    const layers = [...plot.querySelectorAll(".main-svg")];
    const words = plot.querySelector("g[class*=tick] text");
    const boxes = layers.map((layer) => layer.getAttribute("viewBox"));
    return { boxes, words: words && getComputedStyle(words).fill };
  });
})"""
WIDTHS = """() => [...document.querySelectorAll(".dpv-chart .dpv-plot")].map(
  (plot) => [plot.clientWidth, Number(plot.querySelector(".main-svg").getAttribute("width")),
    plot.querySelector(".main-svg").hasAttribute("viewBox")])"""


def letters(text: str) -> str:
    """A text without what a line's end may change, and with no two letters in one."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


@pytest.fixture
def open_lesson(server: Served, new_page: Callable[..., Any]) -> Callable[..., Any]:
    def open_(slug: str, query: str = "", **window: Any) -> Any:
        page = new_page(**window)
        page.goto(server.url(f"voila/render/{NOTEBOOKS[slug]}{query}"))
        page.wait_for_selector("html[data-dpviz-ready]", state="attached")
        return page

    return open_


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_handout(open_lesson: Callable[..., Any], paper: str) -> None:
    page = open_lesson("exponential", "?law.epsilon=0.5&theme=dark", color_scheme="dark")
    # The picture is far from the top of the page: who prints gets it all the same.
    page.keyboard.press("Control+p")
    page.wait_for_function("document.querySelector('#step-law .dpv-sentence').textContent.includes('ε = 0.5')")
    prompts = page.locator(".dpv-question").evaluate_all(
        "all => all.map((one) => one.querySelector('legend, label, .dpv-question-prompt').lastChild.textContent)"
    )
    options = page.locator(".dpv-option").all_text_contents()
    said = page.evaluate(ANSWER_ALL)
    assert min(len(prompts), len(options), len(said)) > 3
    page.evaluate(WATCH)
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(format=paper))).pages
    text = letters(" ".join(sheet.extract_text() for sheet in sheets))
    assert 5 < len(sheets) < 20
    for words in [*prompts, *options]:
        assert letters(words) in text, words
    for words in [*said, "Back to the text", "Draw again a thousand", "Copy link", "Embed", "All lessons"]:
        assert letters(words) not in text, words
    # The picture that begins the page is on the first sheet, with the words around it.
    opening = page.locator(".dpviz-opening .dpv-sentence").inner_text()
    assert letters(opening) in letters(sheets[0].extract_text())
    assert letters("ε, the privacy parameter = 0.5") in text
    assert letters("Scale of the probabilities = linear") in text
    assert letters("In this state: " + page.evaluate("location.origin") + "/2?law.epsilon=0.5") in text
    printed = page.evaluate("printed")
    assert len(printed) == page.locator(".dpv-chart").count() > 4
    # Also those that nobody has scrolled to; dark letters, though the page is dark itself.
    assert all(plot["boxes"] and all(plot["boxes"]) for plot in printed)
    assert {plot["words"] for plot in printed} == {"rgb(31, 41, 51)"}
    # And afterwards the page is as it was.
    page.wait_for_function(f"({WIDTHS})().every(([place, drawn, boxed]) => place === drawn && !boxed)")
    assert page.locator(".dpv-on-paper").count() == 0
    assert page.complaints == []


def test_no_sheet_is_wider_than_the_paper(open_lesson: Callable[..., Any]) -> None:
    page = open_lesson("privacy", width=390)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 660, "height": 900})
    fits(page, 660)
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    assert len(sheets) < 32


def test_what_was_not_computed_says_so(open_lesson: Callable[..., Any]) -> None:
    """A picture in stages is begun when a reader comes near it."""
    page = open_lesson("private_regression")
    empty = page.locator(".dpv-title").evaluate_all("titles => titles.filter((title) => !title.textContent).length")
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    text = letters(" ".join(sheet.extract_text() for sheet in sheets))
    assert 0 < text.count(letters("This picture takes a while to compute.")) <= empty
