"""Visitors without a browser: what they count, and that they are served, whichever way a page comes by its kernel."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from benchmarks.crowd import report
from benchmarks.crowd.__main__ import copy_without_template
from benchmarks.crowd.gauge import Gauge, Sample, sample
from benchmarks.crowd.line import Trouble
from benchmarks.crowd.load import Load, Plan, arrivals, at_once
from benchmarks.crowd.page import MOVES, configuration, widgets
from benchmarks.crowd.visitor import Visit, Visitor
from benchmarks.servers import Server, dpviz
from tests.serving import Served, run_async, serve, write_notebook

pytestmark = pytest.mark.slow

LESSON = "02_exponential_mechanism.ipynb"
# A page of a lesson's widgets which no lesson is, so that its kernel comes with it.
CELLS = (
    "# A slider",
    "from dpviz.widgets import Page, Slider\n"
    "page = Page(page='p', names=['n'])\n"
    "slider = Slider(page='p', name='n', label='n', values=[1, 2, 3], texts=['1', '2', '3'])",
    "page",
    "slider",
)


@pytest.mark.parametrize(
    ("values", "share", "answer"),
    [
        ([], 0.5, None),
        ([3.0], 0.95, 3.0),
        ([4.0, 1.0, 3.0, 2.0], 0.5, 2.0),
        ([4.0, 1.0, 3.0, 2.0], 1.0, 4.0),
        (list(range(1, 101)), 0.95, 95),
        (list(range(1, 101)), 0.5, 50),
        (list(range(1, 21)), 0.95, 19),
    ],
)
def test_a_percentile_is_a_time_that_somebody_waited(values: list[float], share: float, answer: float | None) -> None:
    assert report.percentile(values, share) == answer


def visit(first: float | None = 1.0, trouble: str = "") -> Visit:
    drag = None if trouble else 0.1
    return Visit(LESSON, page=0.5, first=first, prefetch=0.1, drag=drag, trouble=trouble)


def load(*visits: Visit, memory: tuple[float, ...] = (1e8, 3e8, 2e8), minute: float = 60) -> Load:
    samples = [Sample(minute * k, 2 + k, pss, 2 * pss) for k, pss in enumerate(memory)]
    return Load(Gauge(samples, seconds=3.0), list(visits), begin=0, end=minute * (len(memory) - 1))


def test_a_visit_is_served_when_all_of_it_was_answered() -> None:
    assert visit().served
    assert not replace(visit(), drag=None).served
    assert not replace(visit(), trouble="the kernel died").served  # after the drag, while they stayed


def test_the_report_counts_troubles_by_their_kind() -> None:
    ours = load(visit(), visit(trouble="page: 500"), visit(trouble="page: 500"), visit(trouble="the kernel died"))
    text = report.text("four", ours, load(visit()), first=0.5, memory=1e9)
    assert "1 of 4" in text
    assert "2 × page: 500" in text
    assert "1 × the kernel died" in text
    assert "MISSED" in text  # 1 s for the first answer
    assert "≤ 1000 MB  met" in text
    said = report.as_json(ours)
    assert said["troubles"] == {"page: 500": 2, "the kernel died": 1}
    assert said["times"]["first"]["p95"] == 1
    json.dumps(said)


def test_memory_is_told_by_the_minute() -> None:
    assert report.by_minute(load(visit())) == [1e8, 3e8, 2e8]
    assert report.by_minute(load(visit(), minute=40)) == [1e8, 3e8, 2e8]  # 0, 60 and 80 s
    assert load(visit()).gauge.peak.pss == 3e8
    text = report.text("long", load(visit(), memory=(1e8, 2e8, 4e8, 3e8, 2e8)), None)
    assert "100 200 400 300 200" in text
    assert "0.75 of the second's" in text


def test_a_page_says_how_it_comes_by_its_kernel() -> None:
    def page(**said: Any) -> str:
        return f'<p><script id="jupyter-config-data" type="application/json">{json.dumps(said)}</script>'

    old = configuration(page(baseUrl="/x/", kernelId="abc"))
    assert old.of_kernel("abc") == "/x/api/kernels/abc"
    assert old.end_of_kernel("abc") == "/x/voila/api/shutdown/abc"
    new = configuration(page(baseUrl="/x/", dpvizKernels="/x/dpviz/kernels?page=a", dpvizFiles={"state": "/x/s"}))
    assert (new.kernel, new.kernels, new.state) == ("", "/x/dpviz/kernels?page=a", "/x/s")
    assert new.of_kernel("abc") == "/x/dpviz/kernels/abc"
    assert new.end_of_kernel("abc") == "/x/dpviz/kernels/abc/end"
    for broken in (page(baseUrl="/"), "<p>Something went wrong"):
        with pytest.raises(Trouble):
            configuration(broken)


def test_a_drag_goes_to_neighbouring_values_and_stays_on_the_slider() -> None:
    states = {
        "w1": {"state": {"kind": "page"}},
        "w2": {"state": {"kind": "slider", "name": "n", "values": [1.0, 2.0, 3.0], "value": 2.0}},
    }
    found = widgets(states)
    assert (found.page, found.slider, found.axis) == ("w1", "w2", "n")
    assert len(found.values) == MOVES
    assert found.values[:4] == (3.0, 2.0, 1.0, 2.0)
    with pytest.raises(Trouble):
        widgets({"w1": {"state": {"kind": "page"}}})


def test_stock_voila_is_given_the_lessons_without_our_template(tmp_path: Path) -> None:
    copy_without_template([LESSON], tmp_path)
    notebook = json.loads((tmp_path / LESSON).read_text(encoding="utf-8"))
    assert "voila" not in notebook["metadata"]
    assert notebook["metadata"]["kernelspec"]
    assert notebook["cells"]


# ---- against servers ----------------------------------------------------------------------------------------------


def plan(lesson: str, **more: float) -> Plan:
    return Plan([lesson], **{"stay": 0.1, "patience": 120, "limit": 300, **more})


@pytest.fixture(scope="module")
def lessons() -> Iterator[Server]:
    with dpviz("--preheat", "none") as server:
        yield server


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of a notebook that is no lesson: `slider.ipynb`."""
    folder = tmp_path_factory.mktemp("crowd")
    with serve("--preheat", "none", notebooks=folder) as served:
        write_notebook(folder, "slider", *CELLS)
        yield as_server(served)


def as_server(served: Served) -> Server:
    port = int(served.address.rstrip("/").rsplit(":", 1)[1])
    return Server(psutil.Process(served.process.pid), port)


def well(found: Load, number: int) -> None:
    assert report.troubles(found.visits) == {}
    assert found.served == number
    assert found.left == 0
    for one in found.visits:
        assert one.page is not None
        assert one.first is not None
        assert one.page <= one.first
    assert found.gauge.peak.pss > 0


def test_three_visitors_of_a_lesson_are_served(lessons: Server) -> None:
    found = run_async(at_once(lessons, plan(LESSON), 3))
    well(found, 3)
    assert found.gauge.seconds > 0
    if sys.platform == "linux":  # each asked for a kernel; elsewhere their pages had them
        assert all("/dpviz/kernels/" in one.kernel for one in found.visits)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a page comes with its kernel, and nobody waits")
def test_who_comes_to_a_full_server_waits_for_a_turn() -> None:
    with dpviz("--preheat", "none", "--max-kernels", "1") as server:
        found = run_async(at_once(server, plan(LESSON, stay=3), 2))
    well(found, 2)
    first, second = sorted(found.visits, key=lambda one: one.turn)
    assert first.turn == 0
    assert second.turn > 0
    assert "1 waited" in report.text("two", found, None)


def test_visitors_who_come_one_after_the_other_are_served(lessons: Server) -> None:
    well(run_async(arrivals(lessons, plan(LESSON), per_minute=120, minutes=0.025, poisson=True)), 3)


def test_three_visitors_of_a_page_with_a_kernel_of_its_own_are_served(others: Server) -> None:
    found = run_async(at_once(others, plan("slider.ipynb"), 3))
    well(found, 3)
    assert all("/api/kernels/" in one.kernel for one in found.visits)


def test_a_page_that_is_not_there_is_an_error_of_its_visitor(others: Server) -> None:
    found = run_async(at_once(others, plan("no_such.ipynb"), 1))
    assert found.served == 0
    assert list(report.troubles(found.visits)) == ["page: 404"]


def test_nobody_is_waited_for_longer_than_the_limit(others: Server) -> None:
    found = run_async(at_once(others, plan("slider.ipynb", stay=600, limit=0.01), 2))
    assert report.troubles(found.visits) == {"not finished in 0 s": 2}
    assert found.left == 0


def test_a_kernel_that_is_killed_is_an_error_of_its_visitor(others: Server) -> None:
    """And no hang: the visitor would have stayed for good."""
    visitor = Visitor(f"http://127.0.0.1:{others.port}/", "slider.ipynb", patience=120)

    async def stay() -> None:
        others.kernel(visitor.visit.kernel.rsplit("/", 1)[1]).kill()
        await asyncio.Event().wait()

    found = run_async(visitor.go(stay))
    assert found.drag is not None
    assert not found.served
    assert found.trouble == "the kernel died"


def test_a_server_that_is_gone_has_no_memory() -> None:
    assert sample(psutil.Process()).pss > 0
    with dpviz("--preheat", "none") as server:
        pass
    assert sample(server.process).processes == 0
