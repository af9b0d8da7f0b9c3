"""Browsers other than Chromium, each driven by what it speaks itself: one window, real keys and a real pointer."""

from __future__ import annotations

import json
import re
import select
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import websocket

PATIENCE = 120  # seconds
WINDOW = {"width": 1280, "height": 800}
KEYS = {"ArrowRight": "\ue014", "Enter": "\ue007"}


class Driver:
    """What all do alike; ``complaints`` are the console's errors, where the browser tells them."""

    def __init__(self) -> None:
        self.complaints: list[str] = []

    def open(self, address: str) -> None:
        raise NotImplementedError

    def back(self) -> None:
        raise NotImplementedError

    def ask(self, expression: str) -> Any:
        """What an expression gives in the page."""
        raise NotImplementedError

    def act(self, source: dict[str, Any]) -> None:
        """Real events of the keys or of the pointer, as WebDriver has them."""
        raise NotImplementedError

    def press(self, *keys: str) -> None:
        """Keys by their names, and letters, one after the other."""
        codes = [KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": code} for code in codes for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def drag(self, element: str, across: int) -> None:
        """Take the middle of an element so many pixels to the right."""
        self.ask(f"{element}.scrollIntoView({{ block: 'center', behavior: 'instant' }})")
        box = self.ask(f"(box => [box.x + box.width / 2, box.y + box.height / 2])({element}.getBoundingClientRect())")
        moves = [{"type": "pointerMove", "x": round(box[0]) + across * k // 8, "y": round(box[1])} for k in range(9)]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self.act({"type": "pointer", "id": "mouse", "actions": [moves[0], down, *moves[1:], up]})


class Firefox(Driver):
    """By WebDriver BiDi, over a websocket."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._asked = 0
        self._socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE, suppress_origin=True)
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._window = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._here("setViewport", viewport=WINDOW)

    def _send(self, method: str, **parameters: Any) -> Any:
        """A command's result; what the console says meanwhile is kept."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._asked:
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                said = answer["params"]["text"]
                # Said of a formula of which half has arrived; whether formulas are whole is tested at their sources.
                if not said.startswith("Invalid markup: Incorrect number of children"):
                    self.complaints.append(said)
        assert answer["type"] == "success", answer
        return answer["result"]

    def _here(self, method: str, **parameters: Any) -> Any:
        return self._send(f"browsingContext.{method}", context=self._window, **parameters)

    def open(self, address: str) -> None:
        self._here("navigate", url="about:blank", wait="complete")
        self._here("navigate", url=address, wait="complete")

    def back(self) -> None:
        self._here("traverseHistory", delta=-1)

    def ask(self, expression: str) -> Any:
        asked = {"expression": f"JSON.stringify({expression})", "target": {"context": self._window}}
        said = self._send("script.evaluate", awaitPromise=False, **asked)
        assert said["type"] == "success", said["exceptionDetails"]["text"]
        return json.loads(said["result"].get("value", "null"))

    def act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._window, actions=[source])


class WebKit(Driver):
    """By WebDriver, over HTTP."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = f"{address}/session"
        self._address += f"/{self._send('', capabilities={})['sessionId']}"
        # The window has a bar of its own above the page.
        self._send("/window/rect", **WINDOW)
        self._send("/window/rect", width=WINDOW["width"], height=2 * WINDOW["height"] - self.ask("innerHeight"))

    def _send(self, what: str, **parameters: Any) -> Any:
        data, headers = json.dumps(parameters).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(self._address + what, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def open(self, address: str) -> None:
        self._send("/url", url="about:blank")
        self._send("/url", url=address)

    def back(self) -> None:
        self._send("/back")

    def ask(self, expression: str) -> Any:
        said = self._send("/execute/sync", script=f"return JSON.stringify({expression})", args=[])
        return json.loads(said or "null")

    def act(self, source: dict[str, Any]) -> None:
        self._send("/actions", actions=[source])

    def close(self) -> None:
        """End the browser, which its driver would leave behind."""
        urllib.request.urlopen(urllib.request.Request(self._address, method="DELETE"), timeout=PATIENCE).close()


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    command = _found("firefox-esr", "firefox", package="firefox-esr")
    options = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with _running([command, *options], stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        said = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
        yield Firefox(next(found[1] for found in said if found))


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    command = _found("WebKitWebDriver", package="webkit2gtk-driver")
    screen = _found("Xvfb", package="xvfb")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    with _running([screen, "-displayfd", "1", "-screen", "0", "1400x1200x24"], stdout=subprocess.PIPE) as shown:
        assert shown.stdout is not None
        assert select.select([shown.stdout], [], [], PATIENCE)[0], "no screen"
        where = {**home, "DISPLAY": f":{shown.stdout.readline().strip()}", "PATH": "/usr/bin:/bin"}
        port = free_port()
        with _running([command, f"--port={port}"], env=where):
            driver = _once_it_answers(lambda: WebKit(f"http://127.0.0.1:{port}"))
            try:
                yield driver
            finally:
                driver.close()


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _once_it_answers(connect: Callable[[], WebKit]) -> WebKit:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return connect()
        except urllib.error.URLError:
            assert time.monotonic() < end, "the driver does not answer"
            time.sleep(0.1)


def _found(*commands: str, package: str) -> str:
    for command in commands:
        if path := shutil.which(command):
            return path
    pytest.skip(f"no {commands[0]}: install the package {package} to try the lessons in it")


@contextmanager
def _running(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE)
