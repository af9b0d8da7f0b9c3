"""Kernels that are killed, and the processes that make them: the page gets another one and stays where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.faults import processes
from tests.faults.line import Line
from tests.lessons.reader import sentence
from tests.serving import Served, wait_for

EXPONENTIAL = "02_exponential_mechanism.ipynb"
KERNEL = "document.documentElement.dataset.dpvizKernelId"


def another(page: Any, before: str) -> str:
    """Wait for a kernel that is not this one; its id."""
    page.wait_for_function(
        f"(before) => {KERNEL} !== before && document.documentElement.dataset.dpvizKernel === 'connected'", arg=before
    )
    found: str = page.evaluate(KERNEL)
    return found


def end_its_kernel(server: Served, others: list[int]) -> None:
    """Kill the kernels that are not those; there is one."""
    for pid in wait_for(lambda: set(processes.kernels(server.process.pid)) - set(others)):
        processes.kill(pid)


@pytest.mark.browser
def test_a_killed_kernel_is_replaced_three_times_in_a_row(
    faulty: Served, neighbour: Line, open_page: Callable[..., Any]
) -> None:
    others = processes.kernels(faulty.process.pid)
    page = open_page(faulty, EXPONENTIAL, "?law.epsilon=2", color_scheme="dark")
    sentence(page, 0, "ε = 2")
    question = page.locator(".dpv-question input[type=text]").first
    question.fill("0.25")
    handle = page.locator("#step-law").get_by_label("ε, the privacy parameter").first
    for key, shown in (("Home", "ε = 0.001"), ("End", "ε = "), ("Home", "ε = 0.001")):
        before = page.evaluate(KERNEL)
        end_its_kernel(faulty, others)
        # The reader goes on meanwhile, by keyboard; nothing of it is lost.
        handle.focus()
        page.keyboard.press(key)
        another(page, before)
        sentence(page, 0, shown)
        page.wait_for_function("document.querySelector('.dpv-busy').getAttribute('aria-busy') === 'false'")
    assert question.input_value() == "0.25"
    wait_for(lambda: "law.epsilon=0.001" in page.evaluate("location.search"))
    assert page.locator(".dpv-alarm *").count() == 0
    # It computes: what only a kernel can say is said.
    question.press("Enter")
    page.wait_for_function("document.querySelector('.dpv-feedback[data-verdict]') !== null")
    assert [line for line in page.complaints if "WebSocket" not in line and "404" not in line] == []


@pytest.mark.slow
def test_a_notebook_whose_parent_is_killed_has_ordinary_kernels_and_then_forked_ones(
    faulty: Served, neighbour: Line
) -> None:
    server = faulty.process.pid
    for victims in (processes.parents, processes.warm):
        killed = wait_for(lambda victims=victims: victims(server))
        running = Line(faulty, attentive=True)
        said = len(faulty.lines)
        for pid in killed:
            processes.kill(pid)
        wait_for(lambda killed=killed: not any(map(processes.alive, killed)))
        ordinary = Line(faulty)
        assert ordinary.comes_to_answer()
        assert running.answers()  # whoever had a kernel keeps it
        assert neighbour.answers()
        if victims is processes.parents:
            wait_for(lambda said=said: any("ordinary kernel" in row for row in faulty.lines[said:]))
            # The notebook is executed again, and forks again.
            wait_for(lambda said=said: any("kept ready again" in row for row in faulty.lines[said:]))
        running.close()
        ordinary.close()
    line = Line(faulty)
    assert line.comes_to_answer()
    line.close()
