"""A page as slides, in a real Chromium: a whole lecture, by keys alone, from the last row, with a second window."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import afresh, expect, first_by_day, in_both_themes, serious, some_by_day, violations
from tests.lessons.presenting import SMALL, WHERE, begin_to_present, shown, there
from tests.lessons.reader import FRAMES, fits
from tests.serving import Served

pytestmark = pytest.mark.browser

LESSON = "02_exponential_mechanism"
ADDRESS = f"voila/render/{LESSON}.ipynb"
LECTURE = {
    "title": "A <b>short</b> lecture",
    "scenes": [
        {"section": "law", "state": "", "name": "The mechanism", "note": "Ask <i>first</i>.", "minutes": 3},
        {"section": "law", "state": "law.epsilon=1", "name": "Larger ε", "cover": True, "minutes": 2},
        {"section": "nowhere", "state": "", "name": "Gone"},
        {"section": "tail", "state": "tail.n=1000", "name": "The tail"},
    ],
}
OFF = """for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {get() { throw new Error('off') }});"""
GARBAGE = """try {
    for (const store of [localStorage, sessionStorage]) for (const name of ['lecture', 'present', 'speaker'])
        store.setItem(`dpviz-${name}:${location.pathname}`, '{"index": "x", "scenes": 5, "id": 7}');
} catch {}"""


def hidden(lecture: Any) -> str:
    """A lecture behind a link's #."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezer.compress(json.dumps(lecture).encode()) + squeezer.flush()
    return "#lecture=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.fixture
def present(one_page: Any, server: Served) -> Callable[..., Any]:
    """Open the lesson afresh and present it: ``present("?theme=dark", width=390)``."""

    def open_(rest: str = hidden(LECTURE), **window: Any) -> Any:
        afresh(one_page, server.url(ADDRESS + rest), **window)
        begin_to_present(one_page)
        return one_page

    return open_


@pytest.mark.parametrize("size", first_by_day((390, 844), (1024, 768), (1280, 800), (1920, 1080)))
def test_it_fits_the_window_and_the_last_row_reads_it(present, size: tuple[int, int]) -> None:
    width, height = size
    page = present(width=width, height=height)
    for number in range(4):
        there(page)
        fits(page, width)
        if width > 700:
            assert page.evaluate(SMALL) == {}
        plot = page.locator(".dpvp-now .dpv-plot")
        if number in (0, 1):
            box = plot.bounding_box()
            assert box["height"] > (0.3 if width > 700 else 0.2) * height
            drawn = page.locator(".dpvp-now .main-svg").first.bounding_box()
            assert abs(drawn["height"] - box["height"]) <= 1
        page.keyboard.press("PageDown")
        if number == 1:
            page.keyboard.press("PageDown")  # the first lifts the cover
    assert page.complaints == []


@pytest.mark.slow
def test_a_pin_the_card_and_the_words_leave_half_of_the_height_to_the_picture(present) -> None:
    page = present(width=1280, height=800)
    page.locator(".dpvp-now .dpv-chart-tools button").get_by_text("Pin", exact=True).evaluate("(pin) => pin.click()")
    page.locator(".dpvp-now .dpv-pin").wait_for()
    for key, opened in (("t", ".dpv-theorem"), ("n", ".dpviz-prose")):
        page.keyboard.press(key)
        page.locator(f".dpvp-now {opened}").first.wait_for()
        page.evaluate(FRAMES)
        assert page.locator(".dpvp-now .dpv-plot").bounding_box()["height"] >= 400, opened
    assert page.complaints == []


@pytest.mark.parametrize(("theme", "width", "height"), in_both_themes((390, 844), (1280, 844), by_day=1))
def test_axe_finds_nothing(present, theme: str, width: int, height: int) -> None:
    page = present(f"?theme={theme}" + hidden(LECTURE), width=width, height=height)
    for keys in (["PageDown"], ["v", "t", "n"], ["?"], ["Escape", "o"]):
        for key in keys:
            page.keyboard.press(key)
        there(page)
        assert violations(page, contrast=True) == [], keys
    assert page.complaints == []


@pytest.mark.slow
def test_the_reader_leaves_where_the_scene_was_and_keeps_the_state(present) -> None:
    page = present()
    page.keyboard.press("End")
    shown(page, "4 / 4 · The tail")
    there(page)
    page.keyboard.press("Escape")
    page.wait_for_selector(".dpvp-bar", state="detached")
    page.wait_for_function("location.search.includes('tail.n=1000')")
    top = page.locator("#step-tail").bounding_box()["y"]
    assert -5 < top < 400
    assert page.locator(".dpvp-out").count() == 0
    page.wait_for_function("document.querySelector('#step-law .dpv-plot').clientHeight > 200")
    page.keyboard.press("p")
    shown(page, "4 / 4 · The tail")
    assert page.complaints == []


def test_nothing_is_changed_by_accident(present) -> None:
    page = present()
    slider = page.locator(".dpvp-now .dpviz-controls input[type=range]").first
    slider.focus()
    before = slider.input_value()
    page.keyboard.press("ArrowRight")  # on purpose
    assert slider.input_value() == str(int(before) + 1)
    page.keyboard.press("PageDown")
    shown(page, "2 / 4 · Larger ε")
    there(page)
    page.keyboard.press("PageUp")
    shown(page, "1 / 4 · The mechanism")
    there(page)
    assert slider.input_value() == before
    assert page.evaluate("[...window.__dpviz.lessons.values()][0].query") == ""
    choice = page.locator(".dpvp-now .dpviz-controls select").first
    chosen = choice.input_value()
    for key in ("l", "l", "m", "b", "."):  # to nobody but the page
        page.keyboard.press(key)
    assert choice.input_value() == chosen
    choice.focus()
    page.keyboard.press("PageDown")
    shown(page, "2 / 4 · Larger ε")
    there(page)
    assert page.evaluate("document.activeElement.matches('.dpvp-where')")
    assert page.locator("#step-law .dpviz-controls select").first.input_value() == chosen
    box = page.locator(".dpvp-now .dpviz-controls input[type=range]").first.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, 400)
    there(page)
    assert page.evaluate("[...window.__dpviz.lessons.values()][0].query") == "law.epsilon=1"
    assert page.locator(".dpvp-now input[type=file]:visible").count() == 0
    assert page.complaints == []


@pytest.mark.slow
def test_keys_are_letters_where_somebody_writes(one_page, server) -> None:
    page = one_page
    afresh(page, server.url(ADDRESS))
    field = page.locator("select").first
    field.focus()
    page.keyboard.press("p")
    assert page.locator(".dpvp-bar").count() == 0
    page.keyboard.press("Control+p")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    assert "Next scene" in page.locator("dialog[open]").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Present").click()
    page.wait_for_selector(".dpvp-bar")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.innerText") == "Present"


@pytest.mark.slow
def test_the_cover_is_lifted_by_click_by_enter_by_key_and_by_the_clicker(present) -> None:
    page = present()
    cover = page.locator(".dpvp-cover")
    for lift in ("click", "Enter", "v", "PageDown"):
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        shown(page, "1 / 4 · The mechanism")
        page.keyboard.press("PageDown")
        shown(page, "2 / 4 · Larger ε")
        cover.wait_for()
        assert not page.locator(".dpvp-now .dpv-sentence").is_visible()
        assert page.locator(".dpvp-now .dpviz-controls .dpv-head").first.is_visible()
        if lift == "click":
            cover.click(position={"x": 20, "y": cover.bounding_box()["height"] - 12})  # beside what is asked
        elif lift == "Enter":
            cover.get_by_role("button").focus()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(lift)
        cover.wait_for(state="detached")
        shown(page, "2 / 4 · Larger ε")
        assert page.locator(".dpvp-now .dpv-sentence").is_visible()


@pytest.mark.slow
def test_a_scene_of_a_section_that_is_gone_says_so_and_the_lecture_goes_on(present) -> None:
    page = present()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    shown(page, "3 / 4 · Gone")
    assert "no such section" in page.locator(".dpvp-message").inner_text()
    page.keyboard.press("PageDown")
    shown(page, "4 / 4 · The tail")
    assert not page.locator(".dpvp-message").is_visible()
    assert page.complaints == []


@pytest.mark.slow
def test_fast_clicks_end_at_the_last_scene_in_its_state(present) -> None:
    scenes = [{"section": "law", "state": f"law.n={n}", "name": str(n)} for n in range(20, 160, 10)]
    page = present(hidden({"scenes": scenes}))
    page.evaluate("""() => {
        window.said = [];
        const line = document.querySelector('#step-law .dpv-sentence');
        new MutationObserver(() => window.said.push(Number(line.textContent.match(/(\\d+) people/)?.[1])))
            .observe(line, {childList: true, characterData: true, subtree: true});
    }""")
    for _ in range(20):
        page.keyboard.press("PageDown")
    shown(page, "14 / 14 · 150")
    there(page)
    page.wait_for_function("document.querySelector('#step-law .dpv-sentence').textContent.includes('150 people')")
    said = page.evaluate("window.said")
    assert page.evaluate("[...window.__dpviz.lessons.values()][0].query") == "law.n=150"
    assert said == sorted(said), "painted out of order"


@pytest.mark.slow
def test_what_is_kept_survives_the_page_a_link_and_a_file(present, tmp_path: Path) -> None:
    page = present()
    slider = page.locator(".dpvp-now .dpviz-controls input[type=range]").first
    slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("k")
    shown(page, "2 / 5 · The mechanism, kept")
    kept = page.evaluate("[...window.__dpviz.lessons.values()][0].presentation.scene.state")
    assert kept.startswith("law.epsilon=")
    page.keyboard.press("o")
    dialog = page.get_by_role("dialog", name="Scenes")
    assert dialog.get_by_role("heading").inner_text() == "A <b>short</b> lecture"
    dialog.get_by_label("Move The mechanism, kept up").press("Enter")
    assert "1. The mechanism, kept" in dialog.inner_text()
    dialog.locator("summary").first.click()
    dialog.get_by_label("Name").first.fill("<img src=x onerror=alert(1)>")
    dialog.get_by_label("What to say").first.fill("Wait.")
    dialog.get_by_label("Minutes").first.fill("2.5")
    dialog.get_by_label("Minutes").first.press("Tab")
    assert dialog.locator("img").count() == 0
    dialog.get_by_label("Delete Gone").click()
    assert "Gone is deleted." in dialog.inner_text()
    dialog.get_by_role("button", name="Undo").click()
    assert "4. Gone" in dialog.inner_text()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save a file").click()
    assert download.value.suggested_filename == f"{LESSON}.lecture.json"
    download.value.save_as(tmp_path / "mine.json")
    saved = json.loads((tmp_path / "mine.json").read_text())
    first = {"section": "law", "state": kept, "name": "<img src=x onerror=alert(1)>", "cover": False}
    assert saved["scenes"][0] == {**first, "note": "Wait.", "minutes": 2.5}
    link = page.evaluate("[...window.__dpviz.lessons.values()][0].presentation.store.link()")
    assert "?" not in link
    page.evaluate("location.hash = ''")
    page.reload()
    mine = "[...window.__dpviz.lessons.values()][0].presentation.store.lecture"
    page.wait_for_function("document.documentElement.dataset.dpvizReady !== undefined")
    page.wait_for_selector(".dpvp-bar")  # it was presenting, and still is
    assert page.evaluate(mine) == saved
    page.keyboard.press("o")
    dialog.get_by_role("button", name="The notebook’s own").click()
    assert page.evaluate(mine) != saved
    dialog.locator("input[type=file]").set_input_files(tmp_path / "mine.json")
    page.wait_for_function(f"({mine}).scenes.length === 5")
    (tmp_path / "bad.json").write_text("{")
    dialog.locator("input[type=file]").set_input_files(tmp_path / "bad.json")
    dialog.get_by_text("There is no lecture in this file.").wait_for()
    assert page.evaluate(mine) == saved
    assert page.complaints == []


@pytest.mark.slow
def test_a_link_carries_the_lecture(present) -> None:
    page = present()
    assert page.evaluate("[...window.__dpviz.lessons.values()][0].presentation.store.lecture.title") == LECTURE["title"]
    assert page.locator(".dpvp b, .dpvp i").count() == 0


BOMB = {"title": "x", "scenes": [{"section": "law", "note": "a" * 3_000_000}]}
HOSTILE = {
    "a bomb": hidden(BOMB),
    "no letters": "#lecture=%%%",
    "zeros": "#lecture=AAAA",
    "a list": hidden([1]),
    "long": "#lecture=" + "A" * 20_000,
    "no scenes": hidden({"scenes": "law"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", some_by_day(HOSTILE, 3))
def test_a_hostile_link_carries_nothing(present, name: str) -> None:
    page = present(HOSTILE[name])
    assert page.evaluate("[...window.__dpviz.lessons.values()][0].presentation.store.lecture.title") != "x"
    assert page.complaints == []


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_or_garbage_presents_all_the_same(new_page, server) -> None:
    for spoil in (OFF, GARBAGE):
        page = new_page()
        page.add_init_script(spoil)
        afresh(page, server.url(ADDRESS))
        page.keyboard.press("p")
        page.wait_for_selector(".dpvp-bar")
        page.keyboard.press("PageDown")
        there(page)
        page.keyboard.press("k")
        page.wait_for_function(f"document.querySelector('{WHERE}').textContent.endsWith('kept')")
        assert page.complaints == []


@pytest.fixture
def speaker(present) -> Iterator[tuple[Any, Any]]:
    """The hall's window and the speaker's."""
    page = present()
    with page.context.expect_page() as opened:
        page.keyboard.press("s")
    second = opened.value
    second.complaints = []
    second.on("pageerror", lambda error: second.complaints.append(str(error)))
    second.locator("h1", has_text="The mechanism").wait_for()
    yield page, second
    second.close()


def test_the_speaker_sees_what_to_say_the_clock_and_what_comes(speaker) -> None:
    page, second = speaker
    assert "Ask <i>first</i>." in second.locator(".dpvs-notes").inner_text()
    assert second.locator("h2").inner_text() == "Next: Larger ε"
    second.locator(".dpvs-preview .main-svg").first.wait_for()
    expect(second.locator(".dpvs-time").nth(1)).to_have_text(re.compile(r"\d:\d\d"))
    assert "of 3:00" in second.locator(".dpvs-plan").inner_text()
    second.keyboard.press("PageDown")
    shown(page, "2 / 4 · Larger ε")
    second.locator("h1", has_text="Larger ε").wait_for()
    second.get_by_role("button", name="Cover or show the picture").click()
    page.wait_for_selector(".dpvp-cover", state="detached")
    page.keyboard.press("PageUp")
    second.locator("h1", has_text="The mechanism").wait_for()
    second.get_by_role("button", name="4. The tail").click()
    shown(page, "4 / 4 · The tail")
    second.keyboard.press("b")
    page.wait_for_selector(".dpvp-black:not([hidden])")
    second.get_by_role("button", name="Pause").click()
    second.get_by_role("button", name="Go on").wait_for()
    assert serious(second) == []
    assert page.complaints == second.complaints == []


@pytest.mark.slow
def test_either_window_finds_the_other_again(speaker) -> None:
    page, second = speaker
    second.keyboard.press("PageDown")
    shown(page, "2 / 4 · Larger ε")
    second.reload()
    second.locator("h1", has_text="Larger ε").wait_for()
    page.reload()
    page.wait_for_function("document.documentElement.dataset.dpvizReady !== undefined")
    shown(page, "2 / 4 · Larger ε")
    second.keyboard.press("PageUp")
    shown(page, "1 / 4 · The mechanism")
    second.locator("h1", has_text="The mechanism").wait_for()
    assert page.complaints == second.complaints == []
