"""Questions in a real Chromium, and what the kernel answers to a number."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from dpviz.widgets import Question
from tests.browser import first_by_day, serious
from tests.widgets.parts import hear, mount, sent
from tests.widgets.test_widgets import hear as ask
from tests.widgets.test_widgets import sent as answers

Open = Callable[..., Any]
OPTIONS = [
    {"label": "Half of it", "feedback": "Only *plain* things halve.", "right": False},
    {"label": "All of it", "feedback": "ε = 1 is all there is.", "right": True},
    {"label": "None", "feedback": "Something is always lost.", "right": False},
]


def test_a_number_is_judged_in_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question(prompt="How many?")
    messages = answers(question, monkeypatch)
    ask(question, {"kind": "check", "typed": "4"})  # nobody judges yet
    question.on_check(lambda typed: ("right", f"{typed} it is."))
    ask(question, {"kind": "check", "typed": "4"})
    assert [{**message, "buffers": None} for message in messages] == [
        {"kind": "judged", "typed": "4", "verdict": "right", "text": "4 it is.", "buffers": None}
    ]


def test_a_judge_that_fails_says_so(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: str) -> tuple[str, str]:
        raise KeyError("x")

    question = Question()
    question.on_check(fail)
    messages = answers(question, monkeypatch)
    with caplog.at_level(logging.CRITICAL, logger="dpviz"):
        ask(question, {"kind": "check", "typed": "4"})
    assert messages[0]["verdict"] == "unreadable"
    assert "KeyError" in messages[0]["text"]
    assert "Traceback" not in messages[0]["text"]


def choice(page: Any) -> None:
    mount(page, "question", "question", prompt="How much is lost?", options=OPTIONS)


def number(page: Any, **traits: Any) -> None:
    mount(page, "question", "question", prompt="How many people?", unit="people", **traits)


def said(page: Any) -> str:
    return page.inner_text("#question [role=status]").replace("\u00a0", " ")


@pytest.mark.browser
def test_choices_are_answered_without_a_kernel_by_keyboard(lesson: Open) -> None:
    page = lesson()
    choice(page)
    group = page.get_by_role("group", name="Check yourself How much is lost?")
    assert group.get_by_role("radio").count() == 3
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert said(page) == "✗ Not quite. Only plain things halve."
    assert page.inner_text("#question [role=status] em") == "plain"
    page.keyboard.press("ArrowDown")
    assert said(page) == ""  # what was said belongs to the answer before
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert said(page) == "✓ Right. ε = 1 is all there is."
    assert page.locator("#question .dpv-tried").all_inner_texts() == ["✗", "✓", ""]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert said(page) == "✗ Not quite. Something is always lost."  # and again, as often as one likes
    assert sent(page, "question") == []


@pytest.mark.browser
def test_nothing_chosen_nothing_typed(lesson: Open) -> None:
    page = lesson()
    choice(page)
    page.get_by_role("button", name="Check").click()
    assert said(page) == "Choose one of the answers first."
    page = lesson()
    number(page)
    page.get_by_role("button", name="Check").click()
    assert said(page) == "Type a number first."
    assert sent(page, "question") == []


@pytest.mark.browser
def test_a_number_goes_to_the_kernel_and_back(lesson: Open) -> None:
    page = lesson()
    number(page)
    field = page.get_by_role("textbox", name="Check yourself How many people?")
    field.fill("12")
    field.press("Enter")
    assert sent(page, "question") == [{"kind": "check", "typed": "12"}]
    judged = {"kind": "judged", "typed": "12", "verdict": "wrong", "text": "Think of the table."}
    hear(page, "question", {**judged, "typed": "11", "text": "late"})  # of another view
    assert said(page) == ""
    hear(page, "question", judged)
    assert said(page) == "✗ Not quite. Think of the table."
    field.fill("twelve")
    assert said(page) == ""
    field.press("Enter")
    hear(page, "question", {**judged, "typed": "twelve", "verdict": "unreadable", "text": "Type a number."})
    assert said(page) == "Type a number."
    assert field.get_attribute("aria-invalid") == "true"


@pytest.mark.browser
def test_without_a_kernel_a_number_is_not_judged(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page")
    number(page)
    page.get_by_role("textbox").fill("12")
    page.get_by_role("button", name="Check").click()
    page.evaluate("kernel.turn('dead')")
    assert "there is none just now" in said(page)
    page.get_by_role("button", name="Check").click()
    assert "there is none just now" in said(page)


@pytest.mark.browser
def test_another_state_asks_another_question(lesson: Open) -> None:
    page = lesson()
    choice(page)
    page.get_by_label("None").check()
    page.get_by_role("button", name="Check").click()
    page.evaluate("models.question.set('prompt', 'And now?')")
    assert said(page) == ""
    assert page.get_by_role("group", name="Check yourself And now?").is_visible()
    assert page.get_by_label("None").is_checked()


@pytest.mark.browser
@pytest.mark.parametrize("theme", first_by_day("light", "dark"))
def test_axe_finds_nothing_serious_on_a_phone(lesson: Open, theme: str) -> None:
    page = lesson(f"?theme={theme}", width=390, height=844)
    choice(page)
    mount(page, "number", "question", prompt="How many people are there in all?", unit="people")
    page.get_by_label("None").check()
    page.get_by_role("button", name="Check").first.click()
    page.get_by_role("button", name="Check").last.click()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert min(box.bounding_box()["height"] for box in page.locator(".dpv-option, .dpv-button").all()) >= 44


@pytest.mark.browser
def test_in_a_notebook_plain_keys_are_the_questions_and_not_jupyterlabs(lesson: Open) -> None:
    page = lesson(app=False)
    choice(page)
    kept = "input => input.hasAttribute('data-lm-suppress-shortcuts')"
    first, second = page.get_by_label("Half of it"), page.get_by_label("All of it")
    first.focus()
    page.keyboard.press("ArrowDown")
    assert first.evaluate(kept)
    for key, ours in (("ControlOrMeta+s", False), ("Enter", True), ("Shift+Enter", False)):
        page.keyboard.press(key)
        assert second.evaluate(kept) is ours, key
    assert second.is_checked()
    app = lesson()
    choice(app)
    app.get_by_label("None").focus()
    app.keyboard.press("ArrowUp")
    assert not app.get_by_label("None").evaluate(kept)
