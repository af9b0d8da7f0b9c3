"""The server is killed and started again at the same port: pages go on with kernels of the new one."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

from tests.faults import processes
from tests.faults.conftest import SOON
from tests.faults.line import Line, obtain
from tests.lessons.reader import sentence
from tests.serving import Served, serve, wait_for

EXPONENTIAL = "02_exponential_mechanism.ipynb"


@pytest.mark.browser
def test_pages_survive_a_server_that_is_killed(open_page: Callable[..., Any]) -> None:
    with serve("--preheat", "0", module=SOON) as old:
        port = old.address.rstrip("/").rpartition(":")[2]
        pages = [open_page(old, EXPONENTIAL, f"?law.epsilon={value}") for value in (2, 1)]
        for page, value in zip(pages, (2, 1), strict=True):
            sentence(page, 0, f"ε = {value}")
        pages[0].locator(".dpv-question input[type=text]").first.fill("0.5")
        of_the_old = processes.tree(old.process.pid)
        assert len(of_the_old) >= 5  # server, warm process, parent, two kernels
        old.stop(signal.SIGKILL)
        wait_for(lambda: not any(map(processes.alive, of_the_old)))  # nothing is left of it
        for page in pages:
            page.locator(".dpv-alarm", has_text="connection").wait_for()
    # What the reader does meanwhile is kept.
    pages[0].locator("#step-law").get_by_label("ε, the privacy parameter").first.press("Home")
    with serve("--preheat", "0", "--port", port, module=SOON) as new:
        for page, value in zip(pages, ("0.001", "1"), strict=True):
            page.wait_for_selector("html[data-dpviz-kernel=connected]", state="attached")
            sentence(page, 0, f"ε = {value}")
            assert page.locator(".dpv-alarm *").count() == 0
            wait_for(lambda page=page, value=value: f"law.epsilon={value}" in page.evaluate("location.search"))
        asked = pages[0].locator(".dpv-question input[type=text]").first
        assert asked.input_value() == "0.5"
        asked.press("Enter")
        pages[0].wait_for_selector(".dpv-feedback[data-verdict]")
        assert len(processes.kernels(new.process.pid)) >= 2


def test_a_lesson_that_has_changed_is_not_taken_for_the_old_one(faulty: Served) -> None:
    for name in ("02_exponential_mechanism.0123456789abcdef", "nobody.0123456789abcdef", "...x", "02"):
        status, said = obtain(faulty, f"/dpviz/kernels/of/{name}")
        assert status == 404
        assert "changed" in said["message"]
    # The true name is known without anybody having opened the page.
    line = Line(faulty)
    address = line.config["dpvizKernels"]
    line.close()
    with serve("--preheat", "0", module=SOON) as server:
        assert obtain(server, address)[0] == 201


@pytest.mark.slow
def test_ordinary_kernels_end_with_their_server_too() -> None:
    with serve("--preheat", "0", module=("tests.faults.start", "lessons.RENEWALS=0", *SOON[1:])) as server:
        Line(server).close()
        for parent in processes.parents(server.process.pid):
            processes.kill(parent)
        line = Line(server)
        assert line.comes_to_answer()
        wait_for(lambda: any("ordinary kernel" in row for row in server.lines))
        everything = processes.tree(server.process.pid)
        server.stop(signal.SIGKILL)
        wait_for(lambda: not any(map(processes.alive, everything)))
