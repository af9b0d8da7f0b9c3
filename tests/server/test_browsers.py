"""A lesson in Firefox and in WebKit: a prediction skipped, pointer, keys, a number typed, a pin, the address, Back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dpviz.lessons.catalogue import LESSONS
from tests import drivers
from tests.drivers import Driver
from tests.serving import Served, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLIDER = "document.querySelector('#step-law input[type=range]')"
SAID = "[...document.querySelectorAll('#step-law :is(.dpv-sentence, .dpv-pin)')].map(one => one.textContent)"
PIN = "[...document.querySelectorAll('#step-law button')].find(one => one.textContent === 'Pin')"
READY = "document.querySelector('[data-dpviz-ready] .dpv-busy')?.getAttribute('aria-busy') === 'false'"
#: Whoever goes where no hand has led finds no way back in WebKit, so it is a link that is followed.
LINK = "[...document.querySelectorAll('.dpviz-contents a')].find(a => document.querySelector(`#step-law ${a.hash}`))"
VEILED = "document.querySelector('#step-law .dpv-veiled')"
SKIP = f"[...{VEILED}?.querySelectorAll('.dpv-asked button') ?? []].find(one => /Skip|picture/.test(one.textContent))"


@pytest.fixture(params=[drivers.firefox, drivers.webkit], ids=["firefox", "webkit"])
def driver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    with request.param(tmp_path) as started:
        yield started


def test_a_lesson_in_another_browser(server: Served, driver: Driver) -> None:
    def changed(before: Any) -> Any:
        return wait_for(lambda: driver.ask(READY) and (said := driver.ask(SAID)) != before and said)

    address = server.url(f"voila/render/{LESSONS[1].notebook}")
    driver.open(address)
    opening = changed([])
    driver.ask("document.querySelector('.dpviz-contents details').open = true")
    driver.ask(f"{LINK}.focus()")
    driver.press("Enter")
    wait_for(lambda: driver.ask("location.hash") != "")
    wait_for(lambda: driver.ask(f"{VEILED} !== null"))
    wait_for(lambda: driver.ask(f"{SKIP}?.click()") or driver.ask(f"{VEILED} === null"))
    driver.drag(SLIDER, across=45)
    dragged = changed(opening)
    driver.ask(f"{PIN}.click()")
    pinned = changed(dragged)
    driver.ask(f"{SLIDER}.focus()")
    driver.press("Enter", "1", "Enter")
    typed = changed(pinned)
    assert driver.ask(f"{SLIDER}.ariaValueText") == "1"
    driver.press("ArrowRight")
    keyed = changed(typed)
    # A moment after the last key the address has what it set.
    wait_for(lambda: driver.ask(f"location.search.includes('law.epsilon=' + {SLIDER}.ariaValueText) && {READY}"))
    written = driver.ask("location.search")
    driver.back()
    wait_for(lambda: driver.ask("location.hash") == "")
    assert (driver.ask("location.search"), driver.ask(SAID)) == (written, keyed)
    driver.open(address + written)
    wait_for(lambda: driver.ask(SAID) == keyed)
    assert driver.complaints == []
