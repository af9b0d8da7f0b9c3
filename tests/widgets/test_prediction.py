"""Predictions that are drawn, in a real Chromium: by mouse, by finger, by keyboard, and what is said to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import in_both_themes, violations
from tests.widgets.parts import CURVE, block, hear, mount, sent, swipe

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
STEPS = [float(k) for k in range(1, 18)]
FALLS = [1 - k / 16 for k in range(17)]
EDGES = "document.querySelector('.dpv-frame').getAttribute('d').match(/[0-9.]+/g).map(Number)"
FIELD = ".dpv-prediction .dpv-pad"


def law(axis: str = "n", truth: list[float | None] | None = None) -> dict[str, Any]:
    """A picture along an axis of seventeen steps that tells one value."""
    return block(
        axis,
        values=STEPS,
        start=3,
        motion=[{"path": ["data", 0, "y"], "numbers": [[0.5, 0.3, 0.2]] * 17}],
        sentences=["So it is."],
        numbers={"p": FALLS if truth is None else truth},
    )


def prediction(page: Any, **traits: Any) -> None:
    """A prediction and, first, the page and the picture that has the truth."""
    mount(page, "page", "page")
    page.evaluate("models.page.widget_manager.kernel = kernel")
    mount(page, "chart", "chart", name="law", block=law())
    field = {"name": "predict.curve", "picture": "law", "prompt": "How does it change with *n*?", **CURVE, **traits}
    mount(page, "prediction", "prediction", **field)
    page.evaluate(
        "globalThis.heard = []; __dpviz.lessons.get('lesson').answered.add((name, how) => heard.push([name, how]))"
    )
    page.wait_for_selector(".dpv-frame", state="attached")


def settled(page: Any) -> None:
    """Let the kernel have answered all that it was asked."""
    for message in sent(page):
        if message["kind"] == "prefetch":
            hear(page, "page", {"kind": "prefetched", "axis": message["axis"]})
    for _ in range(10):
        hear(page, "page", {"kind": "synced"})
    page.evaluate("new Promise(done => setTimeout(done))")


def spot(page: Any, step: float, height: float) -> tuple[float, float]:
    """Where in the window a place of the field is."""
    return tuple(
        page.evaluate(
            f"""([step, height]) => {{
              const frame = document.querySelector('.dpv-frame');
              const [left, top, bottom, right] = {EDGES};
              const place = new DOMPoint(left + step / 16 * (right - left), bottom - height * (bottom - top));
              const there = place.matrixTransform(frame.getScreenCTM());
              return [there.x, there.y];
            }}""",
            [step, height],
        )
    )


def draw(page: Any, *places: tuple[float, float]) -> None:
    page.locator(FIELD).scroll_into_view_if_needed()
    page.mouse.move(*spot(page, *places[0]))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*spot(page, *place), steps=4)
    page.mouse.up()


def heights(page: Any, kind: str = "yours") -> list[tuple[int, float]]:
    """What is drawn, as (step, height)."""
    return [
        (round(16 * x), round(y, 2))
        for x, y in page.evaluate(
            f"""kind => {{
              const [left, top, bottom, right] = {EDGES};
              return [...document.querySelectorAll(`.dpv-${{kind}}`)]
                .flatMap(line => line.getAttribute('points').split(' '))
                .map(pair => pair.split(',').map(Number))
                .map(([x, y]) => [(x - left) / (right - left), (bottom - y) / (bottom - top)]);
            }}""",
            kind,
        )
    ]


def said(page: Any) -> str:
    return page.inner_text(".dpv-prediction [role=status]").replace("\u00a0", " ")


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def shown(page: Any) -> None:
    page.wait_for_selector(".dpv-true", state="attached")


def test_a_curve_is_drawn_by_mouse_and_the_truth_over_it(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    assert page.get_by_role("group", name="Predict How does it change with n?").is_visible()
    assert button(page, "Show the truth").get_attribute("aria-disabled") == "true"
    assert button(page, "Start again").is_hidden()
    draw(page, (0, 0), (16, 1))
    assert heights(page)[0] == (0, 0.0)
    assert heights(page)[8] == (8, pytest.approx(0.5, abs=0.02))
    assert heights(page)[-1] == (16, 1.0)
    assert heights(page, "true") == []
    button(page, "Show the truth").click()
    shown(page)
    assert heights(page, "true") == [(k, pytest.approx(height, abs=0.01)) for k, height in enumerate(FALLS)]
    assert said(page) == "You drew it rising; it falls. At n = 1 you drew 0 %; it is 100 %. It is so because it is."
    assert page.locator(".dpv-name").all_text_contents() == ["you", "truth"]
    assert page.evaluate("heard") == [["predict.curve", "drawn"]]
    draw(page, (0, 1), (16, 1))  # what is judged stays as it was
    assert heights(page)[0] == (0, 0.0)
    button(page, "Start again").click()
    assert heights(page) == heights(page, "true") == []
    assert said(page) == ""
    assert page.complaints == []


@pytest.mark.slow
def test_strokes_overwrite_each_other_are_joined_and_stay_in_the_field(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    draw(page, (0, 0.5), (4, 0.5))
    draw(page, (12, 0.5), (8, 0.5), (9, 3))
    drawn = dict(heights(page))
    assert sorted(drawn) == list(range(13))
    assert (drawn[4], drawn[8], drawn[9], drawn[10]) == (0.5, 1.0, 1.0, 0.5)
    assert drawn[6] == 0.75
    assert button(page, "Show the truth").get_attribute("aria-disabled") == "false"
    button(page, "Show the truth").click()
    shown(page)
    assert "Only what you drew is compared, from n = 1 to n = 13." in said(page)


def test_by_keyboard_alone(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    press = page.keyboard.press
    first = page.get_by_role("slider", name="probability of the best: point 1 of 9")
    first.focus()
    text = "document.activeElement.getAttribute('aria-valuetext')"
    assert page.evaluate(text) == "at n = 1: nothing drawn"
    press("ArrowUp")
    assert page.evaluate(text) == "at n = 1: 53 %"
    press("ArrowDown")
    press("PageDown")
    assert page.evaluate(text) == "at n = 1: 38 %"
    press("Home")
    press("ArrowLeft")  # there is none before the first
    assert page.evaluate(text) == "at n = 1: 0 %"
    press("Tab")
    press("Enter")
    assert said(page) == "Draw a longer piece first: over at least 3 of the 9 points. Or skip it."
    press("Shift+Tab")
    for _ in range(8):
        press("ArrowRight")
        press("PageUp")
        press("ArrowUp")
    assert page.evaluate(text) == "at n = 17: 100 %"
    assert len(heights(page)) == 17
    assert dict(heights(page))[2] == 0.15
    press("Tab")
    press("Enter")
    shown(page)
    assert said(page).startswith("You drew it rising; it falls. At n = ")
    assert page.evaluate("document.activeElement.textContent") == "Start again"  # and the focus is not lost
    assert page.get_by_role("slider").last.get_attribute("aria-valuetext") == "at n = 17: 100 %; in truth 0 %"
    press("Shift+Tab")
    press("Home")
    assert page.evaluate(text) == "at n = 17: 100 %; in truth 0 %"
    press("Tab")
    press("Enter")
    assert page.evaluate(text) == "at n = 1: nothing drawn"


def test_its_points_have_names_before_there_is_room_to_draw_in(lesson: Open) -> None:
    page = lesson()
    page.evaluate("document.querySelector('main').style.display = 'none'")
    mount(page, "prediction", "prediction", name="predict.curve", picture="law", prompt="How?", **CURVE)
    points = page.locator(".dpv-handles input")
    names = points.evaluate_all("points => points.map(point => point.ariaLabel)")
    assert names == [f"probability of the best: point {number} of 9" for number in range(1, 10)]
    page.evaluate("document.querySelector('main').style.display = ''")
    page.wait_for_selector(".dpv-frame", state="attached")
    assert page.complaints == []


def test_a_screen_reader_moves_a_point_without_keys(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    page.evaluate(
        """() => {
          const point = document.querySelectorAll('.dpv-handles input')[4];
          point.value = '30';
          point.dispatchEvent(new Event('input', { bubbles: true }));
        }"""
    )
    assert heights(page)[0] == (8, 0.75)


def test_by_finger_and_the_page_still_scrolls(lesson: Open) -> None:
    page = lesson(width=390, height=500, has_touch=True)
    prediction(page)
    page.locator(FIELD).scroll_into_view_if_needed()
    page.evaluate("document.querySelector('main').style.paddingBottom = '100vh'")
    before = page.evaluate("scrollY")
    there = [spot(page, 8 * k / 5, 1 - k / 5) for k in range(6)]
    swipe(page, *there, *(spot(page, 8 + 8 * k / 5, k / 5) for k in range(6)))
    page.wait_for_function("document.querySelector('.dpv-yours')?.getAttribute('points').split(' ').length === 17")
    assert page.evaluate("scrollY") == before
    drawn = dict(heights(page))
    assert (drawn[0], drawn[8], drawn[16]) == (1.0, pytest.approx(0, abs=0.02), 1.0)
    x, y = page.locator(".dpv-prediction .dpv-question-prompt").evaluate(
        "words => { const box = words.getBoundingClientRect(); return [box.x + 40, box.y + 10]; }"
    )
    swipe(page, *((x, y - 20 * k) for k in range(8)))
    page.wait_for_function("before => scrollY > before", arg=before)
    assert dict(heights(page)) == drawn
    # Once it is answered, the field is no pad any more.
    button(page, "Show the truth").click()
    shown(page)
    before, (x, y) = page.evaluate("scrollY"), spot(page, 8, 0.5)
    swipe(page, *((x, y - 20 * k) for k in range(8)))
    page.wait_for_function("before => scrollY > before", arg=before)


def test_one_click_skips_it(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    button(page, "Skip").click()
    shown(page)
    assert said(page) == "What happens: It is 100 % at n = 1, and 0 % at n = 17. It is so because it is."
    assert page.locator(".dpv-name").all_text_contents() == ["truth"]
    assert page.evaluate("heard") == [["predict.curve", "skipped"]]
    button(page, "Start again").click()
    draw(page, (0, 0), (16, 0))
    button(page, "Show the truth").click()
    shown(page)
    assert page.evaluate("heard.at(-1)") == ["predict.curve", "drawn"]


def test_a_picture_along_another_slider_is_asked_from_beside(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    page.evaluate("block => models.chart.set('block', pack(block))", law("epsilon", [0.0] * 17))
    draw(page, (0, 1), (16, 0))
    button(page, "Show the truth").click()
    page.wait_for_function("models.page.sent.some(({ content }) => content.kind === 'peek')")
    asked = next(message for message in sent(page) if message["kind"] == "peek")
    assert (asked["picture"], asked["axis"]) == ("law", "n")
    page.evaluate(
        "([id, block]) => models.page.set('peeked', { id, block, values: {} })", [asked["id"], law("n", [0.5] * 17)]
    )
    shown(page)
    assert said(page).startswith("You drew it falling; it hardly changes.")
    assert page.evaluate("models.chart.get('block').axis") == "epsilon"


def test_where_the_truth_is_not_to_be_had_the_drawing_stays(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    draw(page, (0, 0), (16, 1))
    page.evaluate("block => models.chart.set('block', pack(block))", law("epsilon"))
    page.evaluate("kernel.turn('dead')")
    button(page, "Show the truth").click()
    page.wait_for_function("document.querySelector('.dpv-prediction [role=status]').textContent !== ''")
    assert said(page) == (
        "The truth cannot be drawn just now: the computation behind this page does not answer. Your drawing stays."
    )
    assert len(heights(page)) == 17
    assert page.evaluate("heard") == []


def test_a_picture_that_is_still_computed_is_waited_for(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    mount(page, "staged", "chart", name="slow", staged=True, progress=0.4, block=law())
    page.evaluate("models.prediction.set('picture', 'slow')")
    draw(page, (0, 0), (16, 1))
    button(page, "Show the truth").click()
    page.wait_for_function("models.staged.sent.some(({ content }) => content.kind === 'seen' && content.visible)")
    page.wait_for_function("document.querySelector('.dpv-prediction [role=status]').textContent !== ''")
    assert said(page) == "The truth is being computed …"
    page.evaluate("models.staged.set('progress', -1)")
    shown(page)
    assert said(page).startswith("You drew it rising; it falls.")


@pytest.mark.slow
def test_another_state_of_the_page_has_another_truth(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    mount(
        page,
        "other",
        "choice",
        name="question",
        options=[{"value": "a", "label": "a"}, {"value": "b", "label": "b"}],
        value="a",
    )
    draw(page, (0, 0), (16, 1))
    button(page, "Show the truth").click()
    shown(page)
    page.locator("#other select").select_option("b")
    page.evaluate("block => models.chart.set('block', pack(block))", law("n", [k / 16 for k in range(17)]))
    settled(page)
    page.wait_for_function("document.querySelector('.dpv-prediction [role=status]').textContent.startsWith('Close')")
    assert said(page).startswith(
        "Close everywhere. You have moved something since: the truth is drawn for the page as it is now."
    )
    assert heights(page, "true")[0] == (0, 0.0)
    assert page.get_attribute(".dpv-prediction .dpv-feedback", "aria-live") == "off"  # the reader looks elsewhere


@pytest.mark.slow
def test_other_steps_of_the_slider_carry_the_drawing_along(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    draw(page, (0, 0), (16, 1))
    page.evaluate("models.prediction.set('texts', ['1', '5', '9'])")
    page.evaluate("models.prediction.set('values', [1, 5, 9])")
    assert page.get_by_role("slider").count() == 3
    assert [height for _, height in heights(page)] == pytest.approx([0, 0.25, 0.5], abs=0.02)


@pytest.mark.slow
def test_gaps_and_values_beyond_the_field(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    page.evaluate(
        "block => models.chart.set('block', pack(block))", law("n", [0.0] * 6 + [None] * 4 + [0.0] * 6 + [5.0])
    )
    draw(page, (0, 0), (16, 0))
    button(page, "Show the truth").click()
    shown(page)
    assert page.locator(".dpv-true").count() == 2
    assert max(height for _, height in heights(page, "true")) == 1.0
    assert "At n = 17 you drew 0 %; it is 500 %, beyond the top of the field." in said(page)


@pytest.mark.slow
def test_it_is_measured_anew_when_its_place_changes(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    draw(page, (0, 0.25), (16, 0.25))
    button(page, "Show the truth").click()
    shown(page)
    size = "document.querySelector('.dpv-stage svg').getAttribute('viewBox')"
    before = page.evaluate(size)
    # Moved elsewhere, with letters of 24 px, as a lecture shows it.
    page.evaluate(
        """() => {
          const room = document.createElement('div');
          room.style.width = '500px';
          document.documentElement.style.fontSize = '24px';
          document.body.append(room);
          room.append(document.querySelector('.dpv-prediction'));
        }"""
    )
    page.wait_for_function(f"before => {size} !== before", arg=before)
    assert page.evaluate("document.querySelector('.dpv-stage').clientWidth") <= 500
    assert heights(page)[8] == (8, pytest.approx(0.25, abs=0.01))
    assert heights(page, "true")[16] == (16, 0.0)


def test_the_truth_is_drawn_at_once_for_whoever_wants_no_motion(lesson: Open) -> None:
    moves = "getComputedStyle(document.querySelector('.dpv-truth')).animationName"
    for wish, name in (("reduce", "none"), ("no-preference", "dpv-reveal")):
        page = lesson(reduced_motion=wish)
        prediction(page)
        page.evaluate("document.querySelector('.dpv-truth').classList.add('dpv-reveal')")
        assert page.evaluate(moves) == name


@pytest.mark.slow
def test_on_paper_there_is_an_empty_field(lesson: Open) -> None:
    page = lesson()
    prediction(page)
    draw(page, (0, 0), (16, 1))
    button(page, "Show the truth").click()
    shown(page)
    page.emulate_media(media="print")
    for gone in (".dpv-drawing", ".dpv-truth", ".dpv-answer", ".dpv-help", ".dpv-feedback"):
        assert page.locator(f".dpv-prediction {gone}").first.is_hidden(), gone
    assert page.get_by_text("How does it change").is_visible()
    assert page.locator(".dpv-frame").first.is_visible()


def test_in_a_notebook_its_keys_are_its_own_and_not_jupyterlabs(lesson: Open) -> None:
    page = lesson(app=False)
    prediction(page)
    page.get_by_role("slider").first.focus()
    for key in ("ArrowUp", "ArrowRight"):
        held = page.evaluate_handle("document.activeElement")
        page.keyboard.press(key)
        assert held.evaluate("input => input.hasAttribute('data-lm-suppress-shortcuts')"), key
    assert len(heights(page)) == 2  # one point, and the short line that stands for it


@pytest.mark.parametrize(("theme", "width", "height"), in_both_themes((390, 900), (1280, 900), (1920, 900), by_day=1))
def test_axe_finds_nothing(lesson: Open, theme: str, width: int, height: int) -> None:
    page = lesson(f"?theme={theme}", width=width, height=height, reduced_motion="reduce")
    prediction(page, label="of all the answers that could be given the best one’s probability")
    page.locator("#chart").evaluate("chart => chart.remove()")  # it has tests of its own
    page.evaluate("Object.assign(document.querySelector('h1'), { hidden: false, className: 'dpviz' })")
    assert violations(page) == []
    draw(page, (0, 0), (16, 1))
    button(page, "Show the truth").click()
    shown(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert min(one.bounding_box()["height"] for one in page.locator(".dpv-button:visible").all()) >= 44
    edge = page.locator(".dpv-prediction").bounding_box()
    for name in page.locator(".dpv-name, .dpv-stage text").all():
        box = name.bounding_box()
        assert edge["x"] <= box["x"]
        assert box["x"] + box["width"] <= edge["x"] + edge["width"]


# Questions that ask for a prediction ----------------------------------------------------------------------

OPTIONS = [
    {"label": "Half of it", "feedback": "Only *plain* things halve.", "right": False},
    {"label": "All of it", "feedback": "ε = 1 is all there is.", "right": True},
]


def test_a_chosen_prediction_is_met_and_not_marked(lesson: Open) -> None:
    page = lesson()
    mount(page, "question", "question", heading="Predict", name="predict.all", prompt="How much?", options=OPTIONS)
    page.evaluate("globalThis.heard = []; __dpviz.lessons.get('lesson').answered.add((...said) => heard.push(said))")
    status = page.locator("#question [role=status]")
    button(page, "That is my prediction").click()
    assert status.inner_text() == "Choose one of the answers first."
    page.get_by_label("Half of it").check()
    button(page, "That is my prediction").click()
    assert status.inner_text() == "✗ Not as it turns out. Only plain things halve."
    page.get_by_label("All of it").check()
    button(page, "That is my prediction").click()
    assert status.inner_text().replace("\u00a0", " ") == "✓ As you said. ε = 1 is all there is."
    button(page, "Skip").click()
    assert status.inner_text().replace("\u00a0", " ") == "What happens: “All of it” ε = 1 is all there is."
    assert page.evaluate("heard.map(([name, how]) => how)") == ["wrong", "right", "skipped"]
    assert page.evaluate("heard[0][0]") == "predict.all"


def test_a_number_predicted_may_be_skipped(lesson: Open) -> None:
    page = lesson()
    mount(page, "question", "question", heading="Predict", prompt="How many?", unit="people")
    button(page, "Skip").click()
    assert sent(page, "question") == [{"kind": "skip", "typed": ""}]
    hear(page, "question", {"kind": "judged", "typed": "", "verdict": "skipped", "text": "12, at most."})
    assert page.inner_text("#question [role=status]") == "What happens: 12, at most."
    assert page.get_by_role("textbox").get_attribute("aria-invalid") == "false"


def test_a_question_to_check_oneself_has_no_skip(lesson: Open) -> None:
    page = lesson()
    mount(page, "question", "question", heading="Check yourself", prompt="How much?", options=OPTIONS)
    assert button(page, "Skip").count() == 0
    assert button(page, "Check").is_visible()
