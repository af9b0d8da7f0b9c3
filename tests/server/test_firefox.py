"""A lesson in Firefox, driven by what it speaks itself (WebDriver BiDi): pointer, keys, address, Back, and a pin."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

from dpviz.lessons.catalogue import LESSONS
from tests.browser import missing
from tests.serving import PATIENCE, Served, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLIDER = "document.querySelector('#step-law input[type=range]')"
SAID = "[...document.querySelectorAll('#step-law :is(.dpv-sentence, .dpv-pin)')].map(one => one.textContent)"
PIN = "[...document.querySelectorAll('#step-law button')].find(one => one.textContent === 'Pin')"
READY = "document.querySelector('[data-dpviz-ready] .dpv-busy')?.getAttribute('aria-busy') === 'false'"
RIGHT = "\ue014"


class Firefox:
    """One window; ``complaints`` are the console's errors, the uncaught ones among them."""

    def __init__(self, address: str) -> None:
        self.complaints: list[str] = []
        self._asked = 0
        self._socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE, suppress_origin=True)
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self._window = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.here("setViewport", viewport={"width": 1280, "height": 800})

    def send(self, method: str, **parameters: Any) -> Any:
        """A command's result; what the console says meanwhile is kept."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._asked:
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.complaints.append(answer["params"]["text"])
        assert answer["type"] == "success", answer
        return answer["result"]

    def here(self, method: str, **parameters: Any) -> Any:
        """A command of the window."""
        return self.send(f"browsingContext.{method}", context=self._window, **parameters)

    def open(self, address: str) -> None:
        self.here("navigate", url="about:blank", wait="complete")
        self.here("navigate", url=address, wait="complete")

    def ask(self, expression: str) -> Any:
        """What an expression gives in the page."""
        asked = {"expression": f"JSON.stringify({expression})", "target": {"context": self._window}}
        said = self.send("script.evaluate", awaitPromise=False, **asked)
        assert said["type"] == "success", said["exceptionDetails"]["text"]
        return json.loads(said["result"].get("value", "null"))

    def act(self, kind: str, *actions: dict[str, Any]) -> None:
        """Real events of the keys or of the pointer."""
        source = {"type": kind, "id": kind, "actions": list(actions)}
        self.send("input.performActions", context=self._window, actions=[source])

    def drag(self, element: str, across: int) -> None:
        """Take the middle of an element so many pixels to the right."""
        self.ask(f"{element}.scrollIntoView({{ block: 'center', behavior: 'instant' }})")
        box = self.ask(f"(box => [box.x + box.width / 2, box.y + box.height / 2])({element}.getBoundingClientRect())")
        moves = [{"type": "pointerMove", "x": round(box[0]) + across * k // 8, "y": round(box[1])} for k in range(9)]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self.act("pointer", moves[0], down, *moves[1:], up)


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    command = shutil.which("firefox-esr") or shutil.which("firefox")
    if command is None:
        missing("no Firefox: install the package firefox-esr to try the lessons in it")
    options = ["--headless", "--no-remote", "--profile", str(tmp_path), "--remote-debugging-port", "0"]
    with subprocess.Popen([str(command), *options], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
            yield Firefox(next(found[1] for found in said if found))
        finally:
            process.kill()


def test_a_lesson_in_firefox(server: Served, firefox: Firefox) -> None:
    def changed(before: Any) -> Any:
        return wait_for(lambda: firefox.ask(READY) and (said := firefox.ask(SAID)) != before and said)

    address = server.url(f"voila/render/{LESSONS[1].notebook}")
    firefox.open(server.address)
    firefox.ask("localStorage.setItem('dpviz.predictions.1', 'skip')")
    firefox.open(address)
    opening = changed([])
    firefox.ask("location.hash = 'law'")
    firefox.drag(SLIDER, across=45)
    dragged = changed(opening)
    firefox.ask(f"{PIN}.click()")
    pinned = changed(dragged)
    firefox.ask(f"{SLIDER}.focus()")
    firefox.act("key", {"type": "keyDown", "value": RIGHT}, {"type": "keyUp", "value": RIGHT})
    keyed = changed(pinned)
    # A moment after the last key the address has what it set.
    wait_for(lambda: firefox.ask(f"location.search.includes('law.epsilon=' + {SLIDER}.ariaValueText) && {READY}"))
    written = firefox.ask("location.search")
    firefox.here("traverseHistory", delta=-1)
    wait_for(lambda: firefox.ask("location.hash") == "")
    assert (firefox.ask("location.search"), firefox.ask(SAID)) == (written, keyed)
    firefox.open(address + written)
    wait_for(lambda: firefox.ask(SAID) == keyed)
    assert firefox.complaints == []
