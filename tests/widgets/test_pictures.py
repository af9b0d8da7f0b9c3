"""Sliders and pictures in a real Chromium, with a stand-in for the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import stretched
from tests.widgets.parts import block, drawn, hear, marks, mount, moving, put, saved, sent, slider, unfold

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_a_drag_moves_the_picture_and_the_kernel_hears_once(lesson: Open) -> None:
    page = lesson()
    moving(page)
    before = marks(page, "chart")
    for index in (3, 4, 3):
        put(page, "slider", index)
    assert marks(page, "chart") != before
    assert saved(page, "slider") == []
    assert page.inner_text("#chart .dpv-sentence") == "At 2.0 the best answer has probability 0.8."
    assert page.inner_text("#slider output") == "ε = 2.0"
    put(page, "slider", 3, "change")
    assert saved(page, "slider") == [{"value": 2}]
    assert page.complaints == []


@pytest.mark.parametrize("index", [0, 4])
def test_a_frame_looks_exactly_as_if_it_were_drawn_afresh(lesson: Open, index: int) -> None:
    page = lesson()
    moving(page)
    put(page, "slider", index)
    mount(page, "fresh", "chart", block=block())
    drawn(page, "fresh")
    assert marks(page, "chart") == marks(page, "fresh")
    assert len(marks(page, "chart")) == 6  # three bars, a line, a shape, an annotation


def test_a_picture_whose_axis_moves_along_is_drawn_right_too(lesson: Open) -> None:
    page = lesson()
    free = block()
    free["figure"]["layout"]["yaxis"] = {}  # plotly chooses the range anew for each frame
    mount(page, "slider", "slider", **slider())
    mount(page, "chart", "chart", block=free)
    drawn(page, "chart")
    put(page, "slider", 4)
    mount(page, "fresh", "chart", block=free)
    drawn(page, "fresh")
    assert marks(page, "chart") == marks(page, "fresh")


def test_the_keyboard_moves_it_and_the_kernel_hears_once_at_the_end(lesson: Open) -> None:
    page = lesson()
    moving(page)
    page.evaluate(stretched(250, 3000))  # in which the next key comes
    page.focus("#slider input")
    assert page.get_attribute("#slider input", "aria-valuetext") == "ε = 1.0"
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    assert page.get_attribute("#slider input", "aria-valuetext") == "ε = 10.0, more accurate"
    page.wait_for_function("models.slider.saved.length > 0")
    page.wait_for_timeout(400)
    assert saved(page, "slider") == [{"value": 10}]
    assert "At 10.0" in page.inner_text("#chart .dpv-sentence")


def test_a_slider_shown_twice_moves_together(lesson: Open) -> None:
    page = lesson()
    moving(page)
    page.evaluate("""() => {
      const el = document.createElement("div");
      el.id = "twin";
      document.querySelector("main").append(el);
      runtime.render({ model: models.slider, el });
    }""")
    put(page, "twin", 0)
    assert page.input_value("#slider input") == "0"
    assert page.inner_text("#slider output") == "ε = 0.1"
    put(page, "twin", 0, "change")
    assert saved(page, "slider") == [{"value": 0.1}]


def test_a_value_set_by_the_kernel_moves_slider_and_picture(lesson: Open) -> None:
    page = lesson()
    moving(page)
    page.evaluate("() => models.slider.set('value', 0.5)")
    page.wait_for_function("document.querySelector('#chart .dpv-sentence').textContent.startsWith('At 0.5')")
    assert page.input_value("#slider input") == "1"


def news(page: Any, value: float) -> None:
    """The kernel says of the slider that it is at this value; then the page paints."""
    page.evaluate(
        """async value => {
          models.slider.set("value", value);
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        }""",
        value,
    )


def stands(page: Any, value: float) -> None:
    assert page.inner_text("#slider output") == f"ε = {value}"
    assert f"At {value}" in page.inner_text("#chart .dpv-sentence")


@pytest.mark.parametrize("app", [True, False])
def test_a_key_is_not_undone_by_what_the_kernel_says_before_it_has_heard_of_it(lesson: Open, app: bool) -> None:
    page = lesson(app=app)
    moving(page)
    hear(page, "page", {"kind": "restored"})
    news(page, 0.5)  # nobody has moved it
    stands(page, 0.5)
    page.evaluate(stretched(250, 3000))  # in which the kernel's news come
    page.focus("#slider input")
    page.keyboard.press("End")
    news(page, 2)
    stands(page, 10.0)
    page.wait_for_function("models.slider.saved.length === 1")
    assert saved(page, "slider") == [{"value": 10}]
    # Two are on their way: what the kernel says before it answers the first is older than the second.
    page.keyboard.press("Home")
    page.wait_for_function("models.slider.saved.length === 2")
    news(page, 2)
    stands(page, 0.1)
    assert page.evaluate("models.slider.get('value')") == 0.1  # where the kernel will be
    hear(page, "page", {"kind": "synced"})
    news(page, 2)  # it cannot take that one
    stands(page, 2.0)
    hear(page, "page", {"kind": "synced"})
    news(page, 0.5)
    stands(page, 0.5)
    assert saved(page, "slider")[1]["value"] == 0.1


@pytest.mark.slow
def test_a_key_is_not_undone_by_a_new_kernel_that_reads_the_link_meanwhile(lesson: Open) -> None:
    page = lesson()
    moving(page)
    hear(page, "page", {"kind": "restored"})
    put(page, "slider", 3, "input", "change")
    hear(page, "page", {"kind": "synced"})
    detail = "{ detail: { status: 'connected', another: true } }"
    page.evaluate(f"document.dispatchEvent(new CustomEvent('dpviz-kernel', {detail}))")
    news(page, 0.5)  # where it begins
    news(page, 2)
    put(page, "slider", 0, "input", "change")
    news(page, 2)
    stands(page, 0.1)
    hear(page, "page", {"kind": "restored"})
    news(page, 0.5)
    stands(page, 0.5)


def test_words_table_code_and_card_say_the_frame_on_screen(lesson: Open) -> None:
    page = lesson()
    moving(page)
    unfold(page)
    assert page.inner_text("#chart .dpv-hidden") == ""  # nothing to announce before anything moves
    put(page, "slider", 4)
    assert page.get_attribute("#chart .dpv-plot", "aria-label") == (
        "Probability of each answer. At 10.0 the best answer has probability 0.9."
    )
    assert page.text_content("#chart math mn") == "10.0"
    assert page.inner_text("#chart .dpv-verdict") == "✗ does not hold:"
    page.wait_for_function("document.querySelector('#chart .dpv-hidden').textContent.startsWith('At 10.0')")
    assert page.inner_text("#chart tbody tr:first-child") == "a\t0.9"
    assert page.get_attribute("#chart tbody th", "scope") == "row"
    assert page.inner_text("#chart pre") == "f(10.0, n=200, {})"


def test_the_theorem_says_the_frame_on_screen_where_nobody_unfolded_it(lesson: Open) -> None:
    page = lesson()
    moving(page)
    put(page, "slider", 4)
    assert page.text_content("#chart math mn") == "10.0"  # for slides and paper, which show it at once


def test_what_is_unfolded_may_be_gone_from_the_next_picture(lesson: Open) -> None:
    page = lesson()
    moving(page)
    unfold(page)
    bare = block(card=None, code="", table={"columns": [], "rows": [[]]}, title="Another")
    page.evaluate("block => models.chart.set('block', pack(block))", bare)
    put(page, "slider", 4)
    page.wait_for_function("document.querySelector('#chart .dpv-hidden').textContent.startsWith('At 10.0')")
    assert page.locator("#chart :is(.dpv-card, .dpv-scroll, .dpv-code)").count() == 0
    assert page.complaints == []


@pytest.mark.slow
def test_the_place_of_a_picture_is_there_before_it_is_drawn(lesson: Open) -> None:
    page = lesson()
    height = page.evaluate(
        "block => { mount('chart', 'chart', { block }); return document.querySelector('.dpv-plot').clientHeight; }",
        block(),
    )
    drawn(page, "chart")
    assert height == page.evaluate("document.querySelector('.dpv-plot').clientHeight") >= 300


# Prefetching


def test_one_request_is_out_and_the_last_one_asked_always_runs(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page")
    for name in ("epsilon", "n", "beta"):
        mount(page, name, "slider", **slider(name))
    for name in ("epsilon", "n", "beta"):
        page.hover(f"#{name} label")

    def asked() -> list[str]:
        return [message["axis"] for message in sent(page) if message["kind"] == "prefetch"]

    assert asked() == ["epsilon"]
    hear(page, "page", {"kind": "prefetched", "axis": "epsilon"})
    assert asked() == ["epsilon", "beta"]
    hear(page, "page", {"kind": "prefetched", "axis": "beta"})
    page.focus("#n input")
    assert asked() == ["epsilon", "beta", "n"]


def test_a_picture_waits_for_its_frames_and_then_shows_where_the_slider_is(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page")
    mount(page, "n", "slider", **slider("n"))
    mount(page, "chart", "chart", block=block())
    drawn(page, "chart")
    before = marks(page, "chart")
    put(page, "n", 4)
    assert marks(page, "chart") == before
    page.evaluate("block => models.chart.set('block', pack(block))", block("n"))
    page.wait_for_function("document.querySelector('#chart .dpv-sentence').textContent.startsWith('At 10.0')")
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert marks(page, "chart") != before


# Play


def test_play_step_and_reset(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page")
    page.evaluate("""() => {
      models.page.onsend = ({ kind, axis }) => kind === "prefetch" && models.page.hear({ kind: "prefetched", axis });
    }""")
    mount(page, "run", "slider", **slider("round", play=True, value=0.1))
    mount(page, "chart", "chart", block=block("round"))
    drawn(page, "chart")
    # At once: it plays for less than two seconds.
    press = "play => { play.click(); return play.textContent; }"
    assert page.locator("#run .dpv-primary").evaluate(press) == "Pause"
    page.wait_for_function("document.querySelector('#run input').value === '4'")
    page.wait_for_function("models.run.saved.length === 1")
    assert saved(page, "run") == [{"value": 10}]
    assert page.inner_text("#run .dpv-primary") == "Play"
    page.click("text=Reset")
    page.wait_for_function("models.run.saved.length === 2")
    assert page.input_value("#run input") == "0"
    # Both in one task of the page, as a value is saved once nothing has moved for a while.
    page.evaluate("""() => {
      const step = [...document.querySelectorAll("button")].find((button) => button.textContent === "Step");
      step.click();
      step.click();
    }""")
    page.wait_for_function("models.run.saved.length === 3")
    assert saved(page, "run")[1:] == [{"value": 0.1}, {"value": 1}]


@pytest.mark.slow
def test_pause_stops_where_it_is(lesson: Open) -> None:
    page = lesson()
    mount(page, "run", "slider", **slider("round", play=True, value=0.1))
    page.evaluate("() => models.run.set('value', 0.1)")
    page.evaluate(stretched(400, 3000))  # a step
    page.focus("#run .dpv-primary")
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('#run input').value === '1'")
    page.keyboard.press("Enter")
    page.wait_for_timeout(4000)
    assert page.input_value("#run input") == "1"
    assert saved(page, "run") == [{"value": 0.5}]


def test_a_picture_out_of_view_says_what_is_new_while_others_grow(lesson: Open) -> None:
    page = lesson()
    moving(page)
    mount(page, "far", "chart", block=block())
    drawn(page, "far")
    said = page.evaluate(
        """async () => {
            document.querySelector('#far').style.marginTop = '6000px';
            await new Promise((resolve) => setTimeout(resolve, 200));
            const change = (key, words) =>
                models[key].set('block', { ...models[key].get('block'), sentences: Array(5).fill(words) });
            const growing = setInterval((n) => change('chart', `${performance.now()}`), 50);
            change('far', 'new');
            await new Promise((resolve) => setTimeout(resolve, 1000));
            clearInterval(growing);
            return document.querySelector('#far .dpv-sentence').innerText;
        }"""
    )
    assert said == "new"
