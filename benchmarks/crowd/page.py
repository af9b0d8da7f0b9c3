"""What a visitor reads in a page: how it comes by its kernel, and the widgets a visitor moves."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1

from benchmarks.crowd.line import Trouble

CONFIGURATION = re.compile(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', re.DOTALL)
MOVES = 20


@dataclass(frozen=True)
class Configuration:
    """How a page comes by its kernel: its page has one (`kernel`), or it asks at `kernels` for one.

    Parameters
    ----------
    base : str
        Path of the server's address.
    kernel : str
        Id; "" if there is none yet.
    kernels : str
        Address of where to ask for one.
    state : str
        Address of the file of the widgets' state.
    """

    base: str
    kernel: str = ""
    kernels: str = ""
    state: str = ""

    def of_kernel(self, identity: str) -> str:
        """Path by which one asks for a kernel; its websocket is below it."""
        return f"{self.base}{'dpviz' if self.kernels else 'api'}/kernels/{identity}"

    def end_of_kernel(self, identity: str) -> str:
        """Path by which one gives it back."""
        return f"{self.of_kernel(identity)}/end" if self.kernels else f"{self.base}voila/api/shutdown/{identity}"


def configuration(html: str) -> Configuration:
    """What a page's configuration says."""
    found = CONFIGURATION.search(html)
    if found is None:
        raise Trouble("the page has no configuration")
    said = json.loads(found[1])
    files = said.get("dpvizFiles") or {}
    if said.get("dpvizKernels"):
        return Configuration(said["baseUrl"], kernels=said["dpvizKernels"], state=files.get("state", ""))
    if not said.get("kernelId"):
        raise Trouble("the page names no kernel")
    return Configuration(said["baseUrl"], kernel=said["kernelId"])


def states_in_file(data: bytes) -> Mapping[str, Any]:
    """States by widget, of a page's state file."""
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    _, parts = deserialize_msg_from_ws_v1(data)
    content = json.loads(parts[3])
    states: Mapping[str, Any] = content.get("states") or content["data"]["states"]
    return states


@dataclass(frozen=True)
class Widgets:
    """The widgets that a visitor speaks with.

    Parameters
    ----------
    page : str
        Id of the page's.
    slider : str
        Id of the first slider's.
    axis : str
        Its parameter.
    values : tuple of float
        Where a visitor drags it to, one after the other.
    """

    page: str
    slider: str
    axis: str
    values: tuple[float, ...]


def widgets(states: Mapping[str, Any]) -> Widgets:
    """Those a visitor speaks with, of all."""
    known = {name: entry["state"] for name, entry in states.items()}
    page = next((name for name, state in known.items() if state.get("kind") == "page"), None)
    slider = next((name for name, state in known.items() if state.get("kind") == "slider"), None)
    if page is None or slider is None:
        raise Trouble("the page has no slider")
    state = known[slider]
    return Widgets(page, slider, state["name"], _way(state["values"], state["value"]))


def _way(values: list[float], start: float) -> tuple[float, ...]:
    """Up from where it stands, and down again at an end: `MOVES` neighbouring values."""
    at, step, way = values.index(start) if start in values else 0, 1, []
    for _ in range(MOVES):
        if not 0 <= at + step < len(values):
            step = -step
        at = min(max(at + step, 0), len(values) - 1)
        way.append(values[at])
    return tuple(way)
