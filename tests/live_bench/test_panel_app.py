"""The live panel as a reader meets it: through Voilà, in a real Chromium."""

import pytest

from tests.browser import afresh, expect, in_both_themes, serious
from tests.serving import write_notebook

pytestmark = pytest.mark.browser

CELLS = (
    "# Mine",
    "import dpviz",
    "def mine(data, rng):\n    return sum(data) + rng.laplace(scale=0.5)",
    "dpviz.bench(mine, 1.0, data=[0], neighbour=[1], trials={trials})",
)


@pytest.fixture
def open_bench(one_page, scratch):
    def open_(trials, query="", **window):
        cells = [cell.format(trials=trials) for cell in CELLS]
        afresh(one_page, scratch.url(write_notebook(scratch.folder, f"mine{trials}", *cells) + query), **window)
        one_page.wait_for_selector(".dpv-plot .main-svg .point path", state="attached")
        return one_page

    return open_


def said(page, words):
    page.locator(".dpv-sentence").filter(has_text=words).wait_for()
    return page.locator(".dpv-sentence").inner_text()


def drawn(page):
    page.wait_for_function("/[\\d,]+ draws/.test(document.querySelector('.dpv-sentence').textContent)")
    return int(page.locator(".dpv-sentence").inner_text().split(" draws")[0].rpartition(" ")[2].replace(",", ""))


def test_it_is_watched_paused_and_goes_on_by_keyboard(open_bench):
    page = open_bench(10_000_000)
    page.get_by_role("progressbar", name="Computing: mine on the bench").wait_for()
    said(page, "Refuted: with 99 % confidence")
    page.get_by_text("Nothing found is no proof of privacy.").wait_for()
    page.get_by_label("ε, as claimed").focus()
    page.keyboard.press("End")  # what is drawn meanwhile does not take the slider back
    said(page, "ε = 20 is not refuted")
    button = page.get_by_role("button", name="Pause")
    button.focus()
    page.keyboard.press("Enter")
    said_so = page.get_by_text("Stopped at")
    said_so.wait_for()
    paused = drawn(page)
    page.wait_for_timeout(700)
    assert drawn(page) == paused
    page.get_by_label("δ, as claimed").focus()
    page.keyboard.press("End")
    said(page, "and δ = 0.5 is not refuted")
    page.wait_for_function("location.search.includes('delta=0.5')")
    page.get_by_role("button", name="Go on").press("Enter")
    page.wait_for_function(f"!document.querySelector('.dpv-sentence').textContent.includes('{paused:,} draws')")
    assert drawn(page) > paused
    assert page.complaints == []


def test_more_draws_are_asked_for_when_all_are_made(open_bench):
    page = open_bench(500, "?claim=5")
    assert "ε = 5 is not refuted" in said(page, "1,000 draws")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_role("button", name="More draws").press("Enter")
    said(page, "2,000 draws")
    assert page.complaints == []


@pytest.mark.parametrize(("theme", "width", "height"), in_both_themes((390, 844), (1280, 800), by_day=1))
def test_it_fits_and_is_readable(open_bench, width, height, theme):
    page = open_bench(500, f"?theme={theme}", width=width, height=height)
    said(page, "1,000 draws")
    page.get_by_role("button", name="Theorem").click()
    page.get_by_text("What the counts certify").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page, contrast=True) == []
