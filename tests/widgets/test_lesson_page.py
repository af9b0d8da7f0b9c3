"""Theme, address, problems, and the alarm when the kernel is gone, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import stretched
from tests.widgets.parts import block, drawn, hear, mount, moving, put, sent, slider

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def fill(page: Any) -> str:
    return page.evaluate("getComputedStyle(document.querySelector('#chart .bars path')).fill")


def test_light_and_dark(lesson: Open) -> None:
    page = lesson("?theme=dark")
    moving(page)
    assert fill(page) == "rgb(63, 144, 204)"
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.select_option(".dpv-tools select", "light")
    page.wait_for_function("getComputedStyle(document.querySelector('#chart .bars path')).fill === 'rgb(0, 99, 163)'")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    assert page.evaluate("location.search") == "?theme=light"


def test_the_system_decides_if_nobody_else_does(lesson: Open) -> None:
    page = lesson(color_scheme="dark")
    moving(page)
    assert fill(page) == "rgb(63, 144, 204)"
    page.emulate_media(color_scheme="light")
    page.wait_for_function("getComputedStyle(document.querySelector('#chart .bars path')).fill === 'rgb(0, 99, 163)'")


def test_the_notebook_decides_in_a_notebook(lesson: Open) -> None:
    page = lesson(app=False)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    moving(page)
    page.wait_for_function("getComputedStyle(document.querySelector('#chart .bars path')).fill === 'rgb(63, 144, 204)'")
    assert page.query_selector("text=Share") is None
    assert page.evaluate("location.href").endswith("/notebook")
    assert [message for message in sent(page) if message["kind"] == "link"] == []


def test_a_link_is_restored_before_anything_is_shown(lesson: Open) -> None:
    page = lesson("?epsilon=10&theme=light")
    page.evaluate(stretched(3000, 60_000))  # after which a page shows what it has
    mount(page, "page", "page", query="epsilon=1", names=["epsilon", "n"])
    mount(page, "slider", "slider", **slider())
    mount(page, "chart", "chart", block=block())
    assert [message for message in sent(page) if message["kind"] == "link"] == [
        {"kind": "link", "query": "?epsilon=10&theme=light"}
    ]
    page.wait_for_timeout(300)
    assert page.query_selector("#chart .main-svg") is None
    # The default state has not overwritten the link.
    assert page.evaluate("location.search") == "?epsilon=10&theme=light"
    page.evaluate("() => { models.slider.set('value', 10); models.page.set('query', 'epsilon=10'); }")
    hear(page, "page", {"kind": "restored"})
    drawn(page, "chart")
    assert "At 10.0" in page.inner_text("#chart .dpv-sentence")
    page.evaluate("() => models.page.set('query', 'epsilon=0.5&n=7')")
    assert page.evaluate("location.search") == "?theme=light&epsilon=0.5&n=7"
    page.evaluate("() => models.page.set('query', 'n=7')")
    assert page.evaluate("location.search") == "?theme=light&n=7"
    page.evaluate("() => models.page.set('query', '')")
    assert page.evaluate("location.search") == "?theme=light"  # all is as it was at first, and so is the address


def test_what_the_reader_set_is_in_the_address_even_without_a_kernel(lesson: Open) -> None:
    page = lesson("?theme=light")
    moving(page)
    hear(page, "page", {"kind": "restored"})
    page.evaluate("() => models.page.set('query', 'epsilon=1&n=7')")
    page.evaluate("document.dispatchEvent(new CustomEvent('dpviz-kernel', { detail: { status: 'dead' } }))")
    put(page, "slider", 4, "input", "change")
    address = page.evaluate("location.search").removeprefix("?").split("&")
    assert sorted(address) == ["epsilon=10", "n=7", "theme=light"]


def test_back_to_another_part_of_the_page_leaves_its_state_and_the_address_with_it(lesson: Open) -> None:
    page = lesson("?theme=dark")
    mount(page, "page", "page")
    mount(page, "slider", "slider", **slider())
    mount(page, "chart", "chart", name="law", block=block())
    drawn(page, "chart")
    page.evaluate("location.hash = 'part'")
    put(page, "slider", 4, "input", "change")
    page.get_by_role("button", name="Pin").click()
    written = page.evaluate("location.search")
    assert all(name in written for name in ("theme=dark", "epsilon=10", "pin.law="))
    page.go_back()
    page.wait_for_function("location.hash === ''")
    assert page.evaluate("location.search") == written
    page.go_forward()
    page.wait_for_function("location.hash === '#part'")
    assert page.evaluate("location.search") == written


def test_what_is_pinned_is_in_the_address_with_the_state_that_keys_have_set_just_before(lesson: Open) -> None:
    page = lesson()
    pinned_at_once = """() => { const slider = document.querySelector('#slider input');
        slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
        slider.value = '4';
        for (const name of ['input', 'change']) slider.dispatchEvent(new Event(name));
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pin').click();
        return location.search; }"""
    moving(page)
    assert "epsilon=10" in page.evaluate(pinned_at_once)


def test_a_kernel_that_never_answers_a_link_does_not_leave_the_page_empty(lesson: Open) -> None:
    page = lesson("?epsilon=10")
    moving(page)
    assert page.is_visible("#chart .dpv-plot")


def test_problems_are_told_and_can_be_dismissed(lesson: Open) -> None:
    page = lesson()
    mount(page, "page", "page", problems=[{"parameter": "epsilon", "message": "must be > 0; got -1"}])
    assert page.inner_text("[role=alert] .dpv-problem span") == "epsilon: must be > 0; got -1"
    again = [{"parameter": "n", "message": "n must be > 0; got -1"}]
    page.evaluate("problems => models.page.set('problems', problems)", again)
    assert page.inner_text("[role=alert] .dpv-problem span") == "n must be > 0; got -1"
    page.click("[aria-label=Dismiss]")
    assert page.query_selector(".dpv-problem") is None


def test_a_slow_kernel_is_said_and_a_quick_one_is_not(lesson: Open) -> None:
    page = lesson()
    moving(page)
    # Looked at in the same moment: on a busy machine what comes after a step of the page is a slow kernel's.
    said = page.evaluate("""() => {
        const input = document.querySelector("#slider input");
        input.value = "4";
        for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
        return document.querySelector(".dpv-busy").textContent;
    }""")
    assert said == ""
    page.wait_for_function("document.querySelector('.dpv-busy').textContent === 'Computing …'")
    hear(page, "page", {"kind": "synced"})
    assert page.inner_text(".dpv-busy") == ""


@pytest.mark.parametrize("app", [True, False])
def test_nothing_moves_when_a_slow_kernel_is_said(lesson: Open, app: bool) -> None:
    page = lesson(app=app)
    moving(page)
    before = page.evaluate("document.querySelector('#chart').offsetTop")
    page.focus("#slider input")  # asks for frames, which nobody sends
    page.wait_for_function("document.querySelector('.dpv-busy').textContent === 'Computing …'")
    assert page.evaluate("document.querySelector('#chart').offsetTop") == before


def test_the_alarm_when_the_kernel_dies_in_a_page_of_ours(lesson: Open) -> None:
    page = lesson()
    moving(page)
    tell = "status => document.dispatchEvent(new CustomEvent('dpviz-kernel', { detail: { status } }))"
    page.evaluate(tell, "disconnected")
    page.evaluate(tell, "connected")
    page.wait_for_timeout(3200)
    assert page.inner_text(".dpv-alarm") == ""
    page.evaluate(tell, "disconnected")
    page.wait_for_function("document.querySelector('.dpv-alarm').textContent.includes('is lost')")
    put(page, "slider", 4)  # pictures still move
    assert "At 10.0" in page.inner_text("#chart .dpv-sentence")
    page.evaluate(tell, "connected")
    assert page.inner_text(".dpv-alarm") == ""
    page.evaluate(tell, "refused")
    assert "sign in again" in page.inner_text(".dpv-alarm")
    page.evaluate(tell, "dead")
    page.evaluate(tell, "connected")
    assert "has ended" in page.inner_text(".dpv-alarm")
    assert page.is_visible(".dpv-alarm >> text=Reload")


@pytest.mark.parametrize("status", ["dead", "restarting", "autorestarting"])
def test_the_alarm_when_the_kernel_dies_in_a_notebook(lesson: Open, status: str) -> None:
    page = lesson(app=False)
    moving(page)
    page.evaluate("status => { kernel.turn(status); kernel.turn('idle'); }", status)
    assert "Run the notebook's cells again" in page.inner_text(".dpv-alarm")
