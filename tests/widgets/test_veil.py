"""Pictures that wait for a prediction, in a real Chromium: what shows meanwhile, and what opens them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import serious
from tests.widgets.parts import CURVE, block, hear, mount, sent
from tests.widgets.test_prediction import OPTIONS, button, draw, heights, law

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
VERDICT = ".dpv-predicted [role=status]"


def ask(page: Any, key: str, kind: str = "question", picture: str = "law", **traits: Any) -> None:
    """A prediction among the words."""
    page.evaluate(
        """([key, kind, traits]) => {
          const output = document.createElement('div');
          output.className = 'dpviz-output';
          output.id = `words-${key}`;
          document.querySelector('main').append(output);
          mount(key, kind, traits, `#words-${key}`);
        }""",
        [
            key,
            kind,
            {
                "name": f"predict.{key}",
                "picture": picture,
                "prompt": f"How about {key}?",
                **({"heading": "Predict", "options": OPTIONS} if kind == "question" else CURVE),
                **traits,
            },
        ],
    )


def begin(page: Any) -> None:
    mount(page, "page", "page")
    page.evaluate("models.page.widget_manager.kernel = kernel")


def picture(page: Any, name: str = "law") -> None:
    mount(page, name, "chart", name=name, block=law())
    page.wait_for_selector(f"#{name} .bars .point path", state="attached")


def seen(page: Any, what: str, chart: str = "law") -> bool:
    """Whether a part of a picture can be seen."""
    return bool(
        page.evaluate(
            "what => document.querySelector(what).checkVisibility({ visibilityProperty: true, opacityProperty: true })",
            f"#{chart} {what}",
        )
    )


def is_open(page: Any, chart: str = "law", mark: str = ".bars .point path") -> bool:
    shown = {seen(page, part, chart) for part in (mark, ".dpv-sentence", ".dpv-chart-tools")}
    assert len(shown) == 1
    assert shown == {"So it is." in page.get_attribute(f"#{chart} [role=img]", "aria-label")}
    return shown.pop()


def test_a_picture_waits_with_its_axes_and_opens_when_something_is_chosen(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one")
    picture(page)
    assert not is_open(page)
    assert all(seen(page, part) for part in (".xaxislayer-above", ".yaxislayer-above text", ".dpv-title"))
    assert page.locator("#words-one").is_hidden()
    assert serious(page) == []
    page.locator("#law").get_by_label("Half of it").check()
    button(page, "That is my prediction").click()
    assert is_open(page)
    assert page.inner_text(VERDICT) == "✗ Not as it turns out. Only plain things halve."
    assert page.evaluate("document.activeElement.className") == "dpv-predicted"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Prediction"
    assert page.locator(VERDICT).is_hidden()
    assert page.locator("#words-one").is_hidden()
    assert page.complaints == []


def test_a_picture_that_comes_first_is_veiled_when_the_prediction_comes(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    picture(page)
    assert is_open(page)
    ask(page, "one")
    assert not is_open(page)
    ask(page, "other", picture="elsewhere")
    page.evaluate("document.querySelector('#one').clear()")
    assert is_open(page)


@pytest.mark.slow
def test_a_number_opens_it_when_it_is_judged(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one", options=[])
    picture(page)
    page.get_by_role("textbox").fill("7")
    page.keyboard.press("Enter")
    assert sent(page, "one") == [{"kind": "check", "typed": "7"}]
    assert not is_open(page)
    hear(page, "one", {"kind": "judged", "typed": "7", "verdict": "wrong", "text": "It is 12."})
    assert is_open(page)
    assert page.inner_text(VERDICT) == "✗ Not as it turns out. It is 12."
    assert page.get_by_role("textbox").input_value() == "7"


def test_the_truth_comes_over_what_was_drawn_before_the_picture(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one", "prediction")
    picture(page)
    page.wait_for_selector("#law .dpv-frame", state="attached")
    draw(page, (0, 0), (16, 1))
    page.keyboard.press("Escape")
    button(page, "Show the truth").click()
    page.wait_for_selector(".dpv-true", state="attached")
    assert not is_open(page)
    button(page, "Show the picture").click()
    assert is_open(page)
    assert page.inner_text(VERDICT).startswith("You drew it rising; it falls.")
    assert page.evaluate("document.activeElement.className") == "dpv-predicted"
    assert len(heights(page)) == 17  # the drawing is there still
    assert button(page, "Show the picture").count() == 0


@pytest.mark.parametrize(("kind", "width"), [("question", 1280), ("question", 390), ("prediction", 1280)])
def test_keys_alone_answer_and_skip(lesson: Open, kind: str, width: int) -> None:
    page = lesson(veiled=True, width=width)
    begin(page)
    page.evaluate("document.querySelector('main').classList.add('dpviz-step')")  # as in a lesson
    ask(page, "one", kind)
    picture(page)
    assert page.get_attribute("#law [role=img]", "aria-label").endswith("what is asked here, or skipped it.")
    while page.evaluate("document.activeElement.textContent") != "Skip":
        page.keyboard.press("Tab")
    if kind == "question":
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        assert seen(page, ".dpv-sentence")
        assert page.evaluate("document.activeElement.innerText").count("Not as it turns out.") == 1
        assert page.evaluate("document.activeElement.closest('.dpv-chart') !== null")
    else:
        page.keyboard.press("Enter")
        assert is_open(page)
        assert "So it is." in page.evaluate("document.activeElement.ariaLabel")
        assert page.locator(".dpv-predicted").is_hidden()


def test_what_is_skipped_opens_at_once_and_leaves_all_its_place_to_the_picture(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one", "prediction")
    ask(page, "number", picture="other", options=[])
    picture(page)
    picture(page, "other")
    page.locator("#other").get_by_role("button", name="Skip").click()  # no kernel has said what it is
    assert is_open(page, "other")
    page.locator("#law").get_by_role("button", name="Skip").click()
    assert is_open(page)
    assert page.locator(".dpv-predicted:visible").count() == 0
    page.wait_for_function("document.querySelector('.dpv-predicted [role=status]').textContent.startsWith('What')")


@pytest.mark.slow
def test_several_come_one_after_the_other(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one")
    ask(page, "two")
    picture(page)
    assert page.get_by_text("How about two?").is_hidden()
    page.locator("#law").get_by_label("All of it").check()
    button(page, "That is my prediction").click()
    assert not is_open(page)
    assert page.get_by_text("As you said.").is_visible()
    assert page.get_by_text("How about two?").is_hidden()  # one at a time
    assert page.evaluate("document.activeElement.textContent") == "Next question"
    page.keyboard.press("Enter")
    assert page.get_by_text("As you said.").is_hidden()
    assert page.get_by_text("How about two?").is_visible()
    assert page.evaluate("document.activeElement.closest('.dpv-question').innerText.includes('two')")
    button(page, "Skip").click()
    assert is_open(page)
    button(page, "Prediction").click()
    assert page.locator(VERDICT).all_inner_texts()[0].startswith("✓ As you said.")


def test_whoever_skips_three_may_skip_all_and_may_come_back(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    for number in "12345":
        ask(page, f"ask{number}", picture=f"law{number}")
        picture(page, f"law{number}")
    for number in "123":
        assert button(page, "Skip them all").count() == 0
        page.locator(f"#law{number}").get_by_role("button", name="Skip").click()
    assert page.evaluate("document.activeElement.textContent") == "Skip them all"
    assert not is_open(page, "law4")
    page.keyboard.press("Enter")
    assert is_open(page, "law4")
    assert "So it is." in page.evaluate("document.activeElement.ariaLabel")  # of the picture that was skipped last
    assert page.evaluate("localStorage.getItem('dpviz.predictions.1')") == "skip"
    page.locator("#law5").get_by_role("button", name="Prediction").click()
    assert page.locator("#law5").get_by_text("How about ask5?").is_visible()


@pytest.mark.slow
def test_slides_and_paper_have_it_among_the_words(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one")
    picture(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert is_open(page)
    assert page.locator("#words-one").get_by_text("How about one?").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not is_open(page)
    assert page.locator("#law").get_by_text("How about one?").is_visible()


@pytest.mark.parametrize(("query", "app", "only"), [("?epsilon=1", True, False), ("", False, False), ("", True, True)])
def test_links_to_a_state_notebooks_and_embeds_have_no_veil(lesson: Open, query: str, app: bool, only: bool) -> None:
    page = lesson(query, app=app, veiled=True)
    if only:
        page.evaluate("document.documentElement.dataset.dpvizOnly = 'law'")
    begin(page)
    ask(page, "one")
    mount(page, "law", "chart", name="law", block=law())
    if query:
        hear(page, "page", {"kind": "restored"})
    page.wait_for_selector("#law .bars .point path", state="attached")
    assert is_open(page)
    assert page.locator("#words-one").is_visible() is (only or not app)  # an embed's page hides all other outputs


def test_what_moves_behind_the_veil_is_not_told(lesson: Open) -> None:
    page = lesson(veiled=True)
    begin(page)
    ask(page, "one")
    mount(page, "law", "chart", name="law", block=block("n"))
    page.wait_for_selector("#law .bars .point path", state="attached")
    page.evaluate("__dpviz.lessons.get('lesson').bus.publish('n', 10)")
    page.wait_for_timeout(400)
    assert page.locator("#law [aria-live=polite]").first.inner_text() == ""
