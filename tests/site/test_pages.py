"""The built site from a plain file server, in a real Chromium: alive before Python is, and all of it afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS
from tests.browser import first_by_day, violations
from tests.lessons.files import drag_offline, saved
from tests.lessons.outlines import OUTLINES
from tests.lessons.reader import chart, drag_in, fits, printed, see_all, sentence
from tests.site.serving import FileHost

pytestmark = pytest.mark.browser

SECOND = f"{Path(LESSONS[1].notebook).stem}.html"
EPSILON = "ε, the privacy parameter"
PICTURE = "Which answer is given"
ENGINE = "**/python/wasm.*.bin"  # no Python without it
DRAWN = ".dpv-plot .main-svg :is(.barlayer, .scatterlayer) path"
CSV = "age,city\n" + "\n".join(f"{20 + i % 30},{'AB'[i % 3 == 0]}" for i in range(300))

Open = Callable[..., Any]


@pytest.fixture
def open_page(new_page: Open, host: FileHost) -> Iterator[Open]:
    """Open a page of the site: ``open_page("2/?law.epsilon=1", hold=True, width=390)``.

    With ``hold`` its engine does not come before ``page.release()``. What any page or worker asks for is kept.
    """

    def open_(path: str = SECOND, *, hold: bool = False, script: str = "", **window: Any) -> Any:
        page = new_page(service_workers="block", **window)
        page.asked = []
        page.context.on("request", lambda request: page.asked.append(request.url))
        held: list[Any] = []
        if hold:
            page.context.route(ENGINE, lambda route: route.continue_() if page.released else held.append(route))
        if script:
            page.add_init_script(script)

        def release() -> None:
            page.released = True
            for route in held:
                route.continue_()

        page.released, page.release = False, release
        page.goto(host.address + path)
        return page

    return open_


def kernel(page: Any) -> str:
    state: str = page.evaluate("document.documentElement.dataset.dpvizKernel")
    return state


def ready(page: Any) -> None:
    """Wait until the engine is there and owes nothing."""
    page.wait_for_function(
        """() => document.documentElement.dataset.dpvizKernel === "connected"
            && document.querySelector(".dpv-busy").getAttribute("aria-busy") === "false" """
    )


def hosts(page: Any) -> set[str]:
    return {re.sub(r"^\w+://([^/]*).*", r"\1", url) for url in page.asked if re.match(r"^(http|ws)", url)}


def said(page: Any) -> dict[str, tuple[str, str]]:
    """Title and sentence of each picture that is there."""
    found: list[tuple[str, str, str]] = page.evaluate(
        """() => [...document.querySelectorAll(".dpviz-step[data-picture]")]
            .filter((step) => step.querySelector(".dpv-sentence")?.innerText)
            .map((step) => [step, step.querySelector(".dpv-title"), step.querySelector(".dpv-sentence")])
            .map(([step, title, sentence]) => [step.dataset.picture, title.innerText, sentence.innerText])"""
    )
    return {name: (title, words) for name, title, words in found}


def natively(slug: str, query: str) -> dict[str, tuple[str, str]]:
    """The same, of the lesson in this process, in the state of a link; but for pictures made in stages."""
    lesson = OUTLINES[slug].make()
    lesson.open_link(query)
    shown = {}
    for name, section in lesson.sections.items():
        if section.stages is None:
            block = lesson.peek(lesson.parameters.query(), name)["block"]
            shown[name] = (printed(block["title"]), printed(block["sentences"][block["start"]]))
    lesson.close()
    return shown


@pytest.mark.parametrize(
    "entry",
    [LESSONS[0], *(pytest.param(entry, marks=pytest.mark.slow) for entry in LESSONS[1:])],
    ids=lambda entry: entry.slug,
)
def test_a_lesson_follows_the_hand_before_python_is_there_and_answers_afterwards(open_page: Open, entry: Any) -> None:
    page = open_page(f"{Path(entry.notebook).stem}.html", hold=True)
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    opening = natively(entry.slug, "")
    for name in opening:
        page.locator(f'[data-picture="{name}"] .dpv-plot .main-svg').first.wait_for(state="attached")
    assert {name: words for name, words in said(page).items() if name in opening} == opening
    panel = page.locator(".dpviz-panel:has(.dpv-chart):not(.dpviz-opening)").first
    for slider in panel.locator(".dpv-slider input[type=range]").all():
        before, during = drag_in(page, panel, slider, 0.9)
        if before != during:
            break
    assert before != during
    page.get_by_text("The engine is starting …").wait_for()
    assert kernel(page) == "starting"
    assert len(page.evaluate("location.search")) > 1  # kept, whatever happens
    page.release()
    ready(page)
    now = natively(entry.slug, page.evaluate("location.search"))
    assert now != opening
    page.wait_for_function("(words) => document.body.innerText.includes(words)", arg=next(iter(now.values()))[1])
    assert {name: words for name, words in said(page).items() if name in now} == now
    assert page.get_by_text("The engine is starting …").count() == 0
    assert hosts(page) == {page.evaluate("location.host")}
    assert any("/python/wasm." in address for address in page.asked)  # what a worker asks for is seen
    assert page.complaints == []


STATE = "law.epsilon=0.5&law.n=1000&theme=dark"


@pytest.mark.slow
def test_a_link_is_restored_also_by_its_short_address_and_there_again_after_back(open_page: Open) -> None:
    page = open_page(f"2/?{STATE}#tail")
    page.wait_for_url(lambda address: SECOND in address)
    for _ in range(2):
        sentence(page, PICTURE, "With ε = 0.5 and 1,000 people")
        ready(page)
        assert page.locator("#step-law").get_by_label(EPSILON).first.get_attribute("aria-valuetext") == "0.5"
        assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
        assert sorted(page.evaluate("location.search.slice(1)").split("&")) == sorted(STATE.split("&"))
        assert page.evaluate("location.hash") == "#tail"
        page.reload()
    page.locator("a[rel=home]").first.click()
    page.wait_for_selector(".dpviz-gallery, main")
    page.wait_for_function("() => !location.pathname.endsWith('_mechanism.html')")
    page.go_back()
    page.wait_for_url(lambda address: SECOND in address)
    sentence(page, PICTURE, "With ε = 0.5 and 1,000 people")
    page.go_forward()
    page.wait_for_function("() => !location.pathname.endsWith('_mechanism.html')")
    assert hosts(page) == {page.evaluate("location.host")}
    assert page.complaints == []


@pytest.mark.slow
def test_a_bad_link_is_told_and_the_rest_of_it_is_taken(open_page: Open) -> None:
    page = open_page(f"{SECOND}?law.epsilon=0.5&law.n=many")
    page.locator(".dpv-problem", has_text="law.n").wait_for()
    sentence(page, PICTURE, "With ε = 0.5 and 200 people")
    assert page.complaints == []


@pytest.mark.slow
def test_one_picture_alone_of_another_table(open_page: Open) -> None:
    page = open_page(f"{SECOND}?only=law&theme=dark&data=voters&question=mode-vote")
    sentence(page, 0, "American National Election Study 1996, 944 people.")
    assert page.locator(".dpviz-step[data-picture]:visible").count() == 1
    assert page.evaluate("document.documentElement.dataset.dpvizTheme") == "dark"
    assert violations(page) == []
    assert page.complaints == []


@pytest.mark.slow
def test_by_keyboard_alone_before_the_engine_is_there_and_after(open_page: Open) -> None:
    page = open_page(hold=True, width=390, height=844, color_scheme="dark")
    chart(page, PICTURE)
    page.wait_for_selector(DRAWN, state="attached")
    page.locator("#step-law").get_by_label(EPSILON).first.focus()
    page.keyboard.press("Home")
    sentence(page, PICTURE, "With ε = 0.001")
    page.get_by_text("The engine is starting …").wait_for()
    page.keyboard.press("End")
    sentence(page, PICTURE, "With ε = 10")
    page.wait_for_function("() => location.search.includes('law.epsilon=10')")
    assert kernel(page) == "starting"
    assert violations(page) == []
    fits(page, 390)
    page.release()
    ready(page)
    sentence(page, PICTURE, "With ε = 10")
    page.keyboard.press("Home")
    sentence(page, PICTURE, "With ε = 0.001")
    page.wait_for_function("() => location.search.includes('law.epsilon=0.001')")
    ready(page)
    assert said(page)["law"] == natively("exponential", "law.epsilon=0.001")["law"]
    assert page.complaints == []


@pytest.mark.slow
def test_what_a_reader_does_is_done_in_the_page(open_page: Open) -> None:
    """Play, another draw, a prediction, a pin, a question; and afterwards a table of one's own: no request goes out."""
    page = open_page()
    see_all(page)
    ready(page)
    asked = len(page.asked)

    draws = page.locator(".dpviz-step[data-picture]", has=page.get_by_role("button", name="Draw again")).first
    sentence = draws.locator(".dpv-sentence")
    before = sentence.inner_text()
    draws.get_by_role("button", name="Step").first.click()
    page.wait_for_function("([one, before]) => one.innerText !== before", arg=[sentence.element_handle(), before])
    ready(page)
    draws.get_by_role("button", name="Draw again").first.click()
    ready(page)
    assert "seed=" in page.evaluate("location.search")

    play = page.get_by_role("button", name="Play").first
    slider = page.locator(".dpv-slider", has=play).get_by_role("slider")
    at = slider.input_value()
    play.click()
    page.wait_for_function("([one, at]) => one.value !== at", arg=[slider.element_handle(), at])
    page.get_by_role("button", name="Pause").evaluate_all("(found) => found[0]?.click()")  # it may be over by now
    ready(page)

    place = page.locator('[data-picture="law"]')
    place.get_by_role("button", name="Pin").click()
    place.get_by_text("Pinned at").first.wait_for()
    page.locator("#step-law").get_by_label(EPSILON).first.focus()
    page.keyboard.press("Home")
    page.wait_for_function(
        "() => location.search.includes('pin.law=') && location.search.includes('law.epsilon=0.001')"
    )

    asking = page.locator(".dpviz-step[data-picture]", has=page.locator(".dpv-prediction")).first
    asking.get_by_role("button", name="Prediction").click()
    drawn = asking.locator(".dpv-prediction").first
    drawn.get_by_role("slider").first.focus()
    page.keyboard.press("End")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("PageDown")
    drawn.get_by_role("button", name="Show the truth").click()
    drawn.get_by_role("status").get_by_text("You drew it").wait_for()

    question = page.locator("form.dpv-question:has(input[type=radio]):visible").first
    question.get_by_role("radio").first.check()
    question.get_by_role("button").first.click()
    question.locator(".dpv-feedback").get_by_text(re.compile("Right|Not quite")).wait_for()

    page.locator("input[type=file]").set_input_files(
        {"name": "mine.csv", "mimeType": "text/csv", "buffer": CSV.encode()}
    )
    page.get_by_text("mine.csv: 300 records and 2 columns").wait_for()
    page.get_by_label("Ask", exact=True).select_option("median")
    page.get_by_label("Smallest answer possible").fill("15")
    page.get_by_label("Largest answer possible").fill("65")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Ask, and spend ε").click()
    answer = page.get_by_text("The private answer:")
    answer.wait_for()
    found = re.search(r"answer: (\d+)", answer.inner_text())
    assert found
    assert 15 <= int(found[1]) <= 65
    page.locator("#step-law .dpv-chart").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#step-law .dpv-title').innerText.includes('median of age')")
    page.locator("input[type=file]").set_input_files(
        {"name": "bad.csv", "mimeType": "text/csv", "buffer": b"PK\x03\x04"}
    )
    page.get_by_role("alert").filter(has_text="bad.csv").wait_for()
    # A new address makes Chromium look for the page's icon again; that is all.
    assert {address.rpartition("/")[2] for address in page.asked[asked:] if address.startswith("http")} <= {"icon.svg"}
    assert page.complaints == []


@pytest.mark.slow
def test_files_are_made_in_the_page_and_one_opens_from_a_disk(open_page: Open, new_page: Open, tmp_path: Path) -> None:
    page = open_page(f"{SECOND}?law.epsilon=0.5&law.n=1000")
    sentence(page, PICTURE, "With ε = 0.5 and 1,000 people")
    ready(page)
    place = page.locator('[data-picture="law"]')
    place.get_by_role("button", name="Save …").click()
    assert saved(page, place, "PNG", tmp_path).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "ε = 0.5" in saved(page, place, "SVG", tmp_path).read_text()
    assert "probability" in saved(page, place, "every step", tmp_path).read_text("utf-8-sig")
    file = saved(page, place, "HTML", tmp_path)
    assert page.complaints == []
    drag_offline(new_page, file)


@pytest.mark.slow
def test_a_picture_in_stages_grows_is_stopped_and_goes_on(open_page: Open) -> None:
    page = open_page(f"{Path(LESSONS[6].notebook).stem}.html?curve_n.source=unseparable")
    number = list(OUTLINES[LESSONS[6].slug].make().sections).index("curve_n")
    curves = chart(page, number)  # it has no title before a reader comes near
    curves.get_by_role("button", name="Pause").click()
    curves.get_by_role("button", name="Go on").click()
    sentence(page, number, "of 1,000 releases are in")
    page.get_by_role("slider", name="n, training size").first.press("ArrowRight")
    sentence(page, number, "9,000 unseparable records")
    assert page.complaints == []


@pytest.mark.slow
def test_presenting_sharing_and_printing(open_page: Open) -> None:
    page = open_page(f"{SECOND}?law.epsilon=0.5")
    sentence(page, PICTURE, "With ε = 0.5")
    ready(page)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share this page")
    short = page.evaluate("new URL('2/?law.epsilon=0.5', location.href).href")
    assert dialog.locator(".dpv-short").inner_text() == short
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")

    page.evaluate(
        "addEventListener('beforeprint', () => (window.printed = document.querySelectorAll('.dpv-on-paper').length))"
    )
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert page.evaluate("printed") is not None

    page.keyboard.press("p")
    page.wait_for_selector(".dpvp-bar")
    where = page.locator(".dpvp-where")
    for number in (1, 2, 3):
        page.wait_for_function(f"() => document.querySelector('.dpvp-where').textContent.startsWith('{number} / ')")
        page.wait_for_function("() => document.querySelector('.dpvp-now')")
        ready(page)
        if page.locator(".dpvp-cover").count():
            page.keyboard.press("PageDown")
            page.wait_for_selector(".dpvp-cover", state="detached")
        page.keyboard.press("PageDown")
    assert where.count() == 1
    assert page.complaints == []


ASK = "(address) => fetch(address).then((answer) => answer.status, (error) => String(error))"
SEE = """(src) => new Promise((resolve) =>
    Object.assign(new Image(), { src, onload: () => resolve(true), onerror: () => resolve(false) }))"""


def test_a_page_may_ask_its_own_host_only(open_page: Open, site: Path) -> None:
    page = open_page(hold=True)
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    with FileHost(site) as other:
        assert page.evaluate(ASK, "index.html") == 200
        assert "TypeError" in page.evaluate(ASK, other.address)
        assert page.evaluate(SEE, f"{other.address}pictures/privacy/picture.svg") is False
        assert other.answers == []
    assert all("Content Security Policy" in line or "policy" in line for line in page.complaints)


FAILURES = {
    "an old browser": "delete window.DecompressionStream; delete window.Worker",
    "a file is missing": "",
    "no workers": "delete window.Worker",
}


@pytest.mark.parametrize("why", first_by_day(*FAILURES))
def test_an_engine_that_cannot_start_is_said_and_the_picture_still_follows(open_page: Open, why: str) -> None:
    page = open_page("404.html", script=FAILURES[why])
    page.complaints.clear()
    if not FAILURES[why]:
        page.context.route(ENGINE, lambda route: route.fulfill(status=404, body="not here"))
    page.goto(page.url.replace("404.html", SECOND))
    page.get_by_role("alert").filter(has_text="The engine of this page could not start in this browser.").wait_for()
    assert kernel(page) == "failed"
    page.wait_for_selector(DRAWN, state="attached")
    panel = page.locator(".dpviz-panel:has(.dpv-chart):not(.dpviz-opening)").first
    before, during = drag_in(page, panel, panel.get_by_label(EPSILON), 0.1)
    assert before != during
    page.locator("#step-law").get_by_label(EPSILON).first.focus()
    page.keyboard.press("End")
    sentence(page, PICTURE, "With ε = 10")
    place = page.locator('[data-picture="law"]')
    place.get_by_role("button", name="Save …").click()
    assert place.get_by_role("button", name="PNG").is_enabled()
    if not FAILURES[why]:
        looked_at(page)
    assert any("The engine:" in line for line in page.complaints)


def looked_at(page: Any) -> None:
    """Axe finds nothing of any impact, light and dark, on a phone and on a screen."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for wide, high in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": wide, "height": high})
            fits(page, wide)
            assert violations(page) == []


@pytest.mark.parametrize("path", first_by_day("", SECOND, "glossary.html"))
def test_axe_finds_nothing(open_page: Open, path: str) -> None:
    page = open_page(path)
    if path == SECOND:
        see_all(page)
        ready(page)
    looked_at(page)
    assert hosts(page) == {page.evaluate("location.host")}
    assert page.complaints == []
