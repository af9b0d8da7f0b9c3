"""Two students at once on a JupyterHub, as *Teach a class* sets it up: pages, links, exercises, frames, isolation."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from dpviz.course import links
from dpviz.lessons.catalogue import LESSONS
from tests.serving import wait_for

pytest.importorskip("jupyterhub", reason="no JupyterHub: install dpviz[hub]")
from tests.hub import hub as hubs

pytestmark = pytest.mark.slow

LESSON = LESSONS[1]
READY = "html[data-dpviz-ready]"


class Course(BaseHTTPRequestHandler):
    """A page of a course, with a frame of what its address names."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        frame = self.path.partition("?")[2]
        self.wfile.write(f'<!doctype html><iframe src="{frame}" width="900" height="600"></iframe>'.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def courses() -> Iterator[list[str]]:
    """Two servers of courses: only the first one's pages may show the hub's."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Course) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [f"http://127.0.0.1:{server.server_port}" for server in servers]
    for server in servers:
        server.shutdown()


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory, courses: list[str]) -> Iterator[hubs.Hub]:
    folder = tmp_path_factory.mktemp("hub")
    text = (hubs.RECIPES / "frames.py").read_text(encoding="utf-8")
    assert "https://lms.example.org" in text
    (folder / "frames.py").write_text(text.replace("https://lms.example.org", courses[0]), encoding="utf-8")
    with hubs.running(folder, hubs.RECIPES / "jupyterhub_config.py", folder / "frames.py") as running:
        yield running


@pytest.fixture(scope="module")
def contexts(hub: hubs.Hub, browser: Any) -> Iterator[dict[str, Any]]:
    """Two students, each with a browser of their own, whose servers were started at the same time."""
    found = {name: browser.new_context(viewport={"width": 1280, "height": 800}) for name in ("ada", "ben")}
    for name, context in found.items():
        page = context.new_page()
        page.goto(f"{hub.address}/hub/login", timeout=60_000)
        page.fill("#username_input", name)
        page.fill("#password_input", hubs.PASSWORD)
        page.click("#login_submit", no_wait_after=True)
    for name, context in found.items():
        context.pages[0].wait_for_url(f"**/user/{name}/dpviz/", timeout=300_000)
        context.pages[0].close()
    yield found
    for context in found.values():
        context.close()


@pytest.fixture
def open_as(contexts: dict[str, Any]) -> Iterator[Callable[[str, str], Any]]:
    """Open an address as a student; the pages are closed afterwards."""
    opened = []

    def open_as(name: str, address: str) -> Any:
        page = contexts[name].new_page()
        opened.append(page)
        page.complaints, page.lines = [], []
        page.on("websocket", lambda line: page.lines.append(line.url))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("console", lambda line: page.complaints.append(line.text) if line.type == "error" else None)
        page.answer = page.goto(address, timeout=120_000)
        return page

    yield open_as
    for page in opened:
        page.close()


def lesson(hub: hubs.Hub, name: str) -> str:
    return f"{hub.address}/user/{name}/dpviz/lessons/{LESSON.notebook}"


def drag(page: Any) -> float:
    """Move the first slider a step; the value that the picture and the address have then."""
    page.wait_for_selector(READY, state="attached", timeout=120_000)
    page.locator("#step-tables input[type=range]").first.press("ArrowRight")
    page.wait_for_function("new URLSearchParams(location.search).has('tables.epsilon')", timeout=60_000)
    value = page.evaluate("new URLSearchParams(location.search).get('tables.epsilon')")
    page.wait_for_function(
        "value => document.querySelector('#step-tables .dpv-sentence').textContent.includes(value)", arg=value
    )
    return float(value)


@pytest.mark.browser
def test_two_students_at_once_have_pages_that_live(hub: hubs.Hub, open_as: Callable[[str, str], Any]) -> None:
    pages = {name: open_as(name, f"{hub.address}/user/{name}/dpviz/") for name in ("ada", "ben")}
    for name, page in pages.items():
        page.locator(f'a[href="/user/{name}/dpviz/lessons/{LESSON.notebook}"]').first.click()
    for page in pages.values():
        assert drag(page) > 0
        assert page.complaints == []
    # Their kernels are the lessons' own, forked from a process that each server keeps warm.
    for name, page in pages.items():
        [line] = page.lines
        assert f"/user/{name}/dpviz/kernels/" in line
    said = hub.log.read_text(encoding="utf-8")
    assert "an ordinary kernel is started" not in said
    assert "is not kept ready" not in said


@pytest.mark.browser
def test_who_drags_is_not_idle(hub: hubs.Hub, open_as: Callable[[str, str], Any]) -> None:
    """Else a hub would stop the server of somebody who does nothing else for an hour."""

    def activity() -> str:
        status = open_as("ada", f"{hub.address}/user/ada/api/status")
        return str(json.loads(status.inner_text("body"))["last_activity"])

    page = open_as("ada", lesson(hub, "ada"))
    page.wait_for_selector(READY, state="attached", timeout=120_000)
    before = activity()
    drag(page)
    wait_for(lambda: activity() > before)


@pytest.mark.browser
def test_a_shared_link_opens_everybodys_own_server(hub: hubs.Hub, open_as: Callable[[str, str], Any]) -> None:
    page = open_as("ada", lesson(hub, "ada"))
    value = drag(page)
    page.get_by_role("button", name="Share").click()
    address = page.get_by_role("dialog", name="Share this page").locator(".dpv-short").inner_text()
    assert address == f"{hub.address}/hub/user-redirect/dpviz/{LESSON.number}?tables.epsilon={value:g}#tables"
    other = open_as("ben", address)
    assert other.url == f"{lesson(hub, 'ben')}?tables.epsilon={value:g}#tables"
    other.wait_for_selector(READY, state="attached", timeout=120_000)
    says = "value => document.querySelector('#step-tables .dpv-sentence').textContent.includes(value)"
    other.wait_for_function(says, arg=f"{value:g}", timeout=60_000)


@pytest.mark.browser
def test_nobody_gets_into_somebody_elses_server(hub: hubs.Hub, open_as: Callable[[str, str], Any]) -> None:
    page = open_as("ada", lesson(hub, "ada"))
    drag(page)
    [line] = page.lines
    assert line.startswith(hub.address.replace("http:", "ws:") + "/user/ada/")
    other = open_as("ben", lesson(hub, "ben"))
    for path in (f"dpviz/lessons/{LESSON.notebook}", "dpviz/", f"dpviz/notebook/{LESSON.notebook}", "lab"):
        assert open_as("ben", f"{hub.address}/user/ada/{path}").answer.status == 403, path
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{hub.address}/user/ada/api/contents", timeout=60)
    assert refused.value.code == 403, "a stranger"
    heard = """(address) => new Promise((tell) => {
      const line = new WebSocket(address);
      line.onopen = () => tell("open");
      line.onerror = () => tell("refused");
    })"""
    assert other.evaluate(heard, line) == "refused"


@pytest.mark.browser
def test_an_exercise_is_the_students_own_copy(hub: hubs.Hub, open_as: Callable[[str, str], Any]) -> None:
    page = open_as("ada", links.links(hub.address)[0].exercise)
    copy = f"dpviz-notebooks/exercises/{LESSONS[0].notebook}"
    assert page.url.startswith(f"{hub.address}/user/ada/lab/tree/{copy}")
    assert (hub.homes / "ada" / copy).is_file()
    assert not (hub.homes / "ben" / copy).exists()
    page.get_by_text("| Idle").wait_for(timeout=120_000)
    page.locator(".jp-CodeCell").first.click()
    page.keyboard.press("Shift+Enter")
    page.get_by_text("First write your own name or number into the cell above").wait_for(timeout=120_000)


@pytest.mark.browser
def test_an_exercise_of_a_repository_is_pulled(
    hub: hubs.Hub, open_as: Callable[[str, str], Any], tmp_path: Path
) -> None:
    pytest.importorskip("nbgitpuller", reason="no nbgitpuller: install dpviz[hub]")
    course = tmp_path / "course"
    links.write(links.files(links.links(hub.address)), course)
    who = ("-c", "user.name=A lecturer", "-c", "user.email=lecturer@example.org")

    def publish() -> None:
        for words in (("init", "-q", "-b", "main"), ("add", "."), (*who, "commit", "-q", "-m", "Exercises")):
            subprocess.run(["git", *words], cwd=course, check=True)

    publish()
    address = links.links(hub.address, repository=course.as_uri())[1].exercise
    for name in ("ada", "ben"):
        page = open_as(name, address)
        page.wait_for_url(f"{hub.address}/user/{name}/lab/tree/course/exercises/*", timeout=120_000)
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=120_000)
    pulled = hub.homes / "ada" / "course"
    mine, theirs = (pulled / "exercises" / entry.notebook for entry in LESSONS[1:3])
    notebook = json.loads(mine.read_text(encoding="utf-8"))
    notebook["cells"][1]["source"] = ["mine = 1"]
    mine.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (course / "exercises" / LESSONS[2].notebook).write_text(json.dumps(notebook), encoding="utf-8")
    publish()
    page = open_as("ada", address)
    page.wait_for_url(f"{hub.address}/user/ada/lab/tree/course/exercises/*", timeout=120_000)
    assert "mine = 1" in mine.read_text(encoding="utf-8")
    assert json.loads(theirs.read_text(encoding="utf-8")) == notebook


@pytest.mark.browser
def test_frames_of_a_course_on_the_same_site(
    hub: hubs.Hub, courses: list[str], open_as: Callable[[str, str], Any]
) -> None:
    picture = f"{lesson(hub, 'ada')}?only=law"
    page = open_as("ada", f"{courses[0]}/?{picture}")
    frame = page.frames[1]
    frame.wait_for_selector(READY, state="attached", timeout=120_000)
    frame.locator("input[type=range]").first.press("ArrowRight")
    frame.wait_for_function("new URLSearchParams(location.search).has('law.epsilon')")
    refused = open_as("ada", f"{courses[1]}/?{picture}")
    wait_for(lambda: [line for line in refused.complaints if "frame-ancestors" in line])
    assert refused.frames[-1].locator("main").count() == 0


@pytest.mark.browser
def test_a_server_that_was_stopped_comes_back_with_the_link(hub: hubs.Hub, open_as: Callable[[str, str], Any]) -> None:
    """Last of all: the idle servers' end, by the guide's own service."""
    kept = hub.homes / "ben" / "kept.txt"
    kept.write_text("kept", encoding="utf-8")

    def servers() -> list[str]:
        request = urllib.request.Request(
            f"{hub.address}/hub/api/users", headers={"Authorization": f"token {hubs.TOKEN}"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return [user["name"] for user in json.load(answer) if user["servers"]]

    assert "ben" in servers()
    command = [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=1", "--cull-every=1"]
    culler = subprocess.Popen(
        [*command, f"--url={hub.address}/hub/api"], env={"JUPYTERHUB_API_TOKEN": hubs.TOKEN}, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(lambda: "ben" not in servers(), 120)
    finally:
        culler.kill()
        culler.wait()
    page = open_as("ben", f"{hub.address}/hub/user-redirect/dpviz/{LESSON.number}?law.epsilon=0.5")
    page.wait_for_url(f"{lesson(hub, 'ben')}?law.epsilon=0.5", timeout=180_000)
    page.wait_for_selector(READY, state="attached", timeout=120_000)
    assert kept.read_text(encoding="utf-8") == "kept"
