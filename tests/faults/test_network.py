"""The network is gone, for a while or for longer than kernels are kept; or it is silent; or the machine sleeps."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.faults import processes
from tests.faults.line import Line
from tests.faults.proxy import Proxy
from tests.faults.test_killed import EXPONENTIAL, KERNEL
from tests.lessons.reader import sentence
from tests.serving import Served, wait_for

pytestmark = pytest.mark.browser

HANDLE = "ε, the privacy parameter"
FINE = "html[data-dpviz-kernel=connected]"


@pytest.fixture
def network(faulty: Served) -> Iterator[Proxy]:
    """Between the page and the server; the neighbour's line does not go through it."""
    proxy = Proxy(int(faulty.address.rstrip("/").rpartition(":")[2]))
    yield proxy
    proxy.close()


@pytest.fixture
def page(faulty: Served, network: Proxy, neighbour: Line, open_page: Callable[..., Any]) -> Any:
    through = Served(faulty.process, faulty.folder, faulty.lines, f"http://127.0.0.1:{network.port}/")
    made = open_page(through, EXPONENTIAL, "?law.epsilon=2")
    sentence(made, 0, "ε = 2")
    made.wait_for_function("document.querySelector('.dpv-busy').getAttribute('aria-busy') === 'false'")
    return made


def fine_again(page: Any) -> None:
    """The page has a kernel, which is where the page is, and nothing is said of a fault."""
    page.wait_for_selector(FINE, state="attached")
    sentence(page, 0, "ε = 0.001")
    page.wait_for_function("document.querySelector('.dpv-busy').getAttribute('aria-busy') === 'false'")
    assert page.locator(".dpv-alarm *").count() == 0
    wait_for(lambda: "law.epsilon=0.001" in page.evaluate("location.search"))
    question = page.locator(".dpv-question input[type=text]").first
    assert question.input_value() == "0.25"
    question.press("Enter")
    page.wait_for_selector(".dpv-feedback[data-verdict]")


def go_on(page: Any) -> None:
    """What the reader does meanwhile: the picture follows the slider."""
    page.locator(".dpv-question input[type=text]").first.fill("0.25")
    page.locator("#step-law").get_by_label(HANDLE).first.press("Home")
    page.locator(".dpv-alarm", has_text="connection").wait_for()


def test_a_short_break(page: Any, network: Proxy) -> None:
    before = page.evaluate(KERNEL)
    network.cut()
    page.wait_for_selector("html[data-dpviz-kernel=disconnected]", state="attached")
    network.mend()
    page.wait_for_selector(FINE, state="attached")
    assert page.evaluate(KERNEL) == before
    go_on_without_alarm = page.locator("#step-law").get_by_label(HANDLE).first
    go_on_without_alarm.press("Home")
    page.locator(".dpv-question input[type=text]").first.fill("0.25")
    fine_again(page)


@pytest.mark.slow
def test_a_break_for_longer_than_kernels_are_kept(page: Any, network: Proxy, faulty: Served) -> None:
    before = page.evaluate(KERNEL)
    network.cut()
    go_on(page)
    wait_for(lambda: faulty.get(f"dpviz/kernels/{before}")[0] == 404)  # given back
    network.mend()
    fine_again(page)
    assert page.evaluate(KERNEL) != before


@pytest.mark.slow
def test_a_line_that_is_dead_without_a_word(page: Any, network: Proxy) -> None:
    network.silence()
    go_on(page)
    network.mend()
    fine_again(page)


@pytest.mark.slow
def test_a_machine_that_slept(page: Any, faulty: Served) -> None:
    everything = processes.tree(faulty.process.pid)
    for pid in everything:
        processes.kill(pid, signal.SIGSTOP)
    try:
        go_on(page)
    finally:
        for pid in reversed(everything):
            processes.kill(pid, signal.SIGCONT)
    fine_again(page)
