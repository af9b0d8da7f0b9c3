"""Opening a page: how long until a slider answers, how much comes over the websocket, how much memory it holds.

A page is interactive when a key pressed on its first slider has changed what the slider moves, and that is painted:
the lesson's bars, or the number beside the bare slider. Each page is opened in a window without a cache. The first
opening of each server is not counted, because it loads the server's own modules.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks import pages
from benchmarks.pages import Contestant, opened
from benchmarks.servers import Server
from benchmarks.table import Row

MB = 1e6
FIGURE_TURNS = 2  # it is slow, and not what the targets are about

# name, what is opened
_WAYS = {"cold": pages.OURS, "warm": pages.OURS, "bare": pages.BARE, "figure": pages.FIGURE_WIDGET}
Taken = dict[str, dict[str, list[float]]]


def rows(browser: Any, ours: Server, warm: Server, stock: Server, repetitions: int = 5) -> list[Row]:
    """Rows for opening times, bytes and memory; `warm` is dpviz with a lesson kept ready."""
    servers = {"cold": ours, "warm": warm, "bare": stock, "figure": stock}
    taken: Taken = {way: {} for way in _WAYS}
    for turn in range(repetitions + 1):
        for way, contestant in _WAYS.items():
            if way == "figure" and turn < repetitions + 1 - FIGURE_TURNS:
                continue
            found = _open_once(browser, contestant, servers[way])
            if turn > 0:
                for what, value in found.items():
                    taken[way].setdefault(what, []).append(value)
    return _rows({way: {what: median(values) for what, values in found.items()} for way, found in taken.items()})


def _open_once(browser: Any, contestant: Contestant, server: Server) -> dict[str, float]:
    server.rest(0.6)
    with opened(browser, contestant, server.port) as page:
        server.rest(0.6)
        memory = server.kernel(page.kernel).memory_full_info()
        return {
            "seconds": page.interactive,
            "bytes": page.received / MB,
            "rss": memory.rss / MB,
            # Only Linux knows the shared parts.
            "pss": getattr(memory, "pss", memory.uss) / MB,
            "uss": memory.uss / MB,
        }


def _rows(found: dict[str, dict[str, float]]) -> list[Row]:
    cold, warm, bare, figure = (found[way] for way in _WAYS)

    def beside(what: str, unit: str, mine: dict[str, float], theirs: dict[str, float], **rest: Any) -> Row:
        name, title = what.split(" ", 1)
        return Row(what=title, ours=mine[name], theirs=theirs[name], unit=unit, **rest)

    return [
        beside(
            "seconds navigation → slider answers, cold; against a bare IntSlider under Voilà",
            *("s", cold, bare),
            most_ratio=1.0,
            why="nothing is executed or rendered for a reader; what is left is the page's own",
        ),
        beside(
            "seconds navigation → slider answers, preheated; against the same, cold",
            *("s", warm, bare),
            most=1.0,
            why="nothing but the lesson's very first reader is spared by preheating",
        ),
        beside("seconds navigation → slider answers, cold; against one FigureWidget", "s", cold, figure),
        beside(
            "bytes over the websocket until then (six pictures); against one FigureWidget",
            *("MB", cold, figure),
            most=0.15,
            why="the widgets' states are a file",
        ),
        beside(
            "rss memory of a session: the kernel's resident set; against the bare slider's kernel",
            *("MB", cold, bare),
            most=90,
            why="nearly all of it is shared with the process that it was forked from",
            note=f"of its own, without what processes share (USS): {cold['uss']:.1f} MB; "
            f"with its part of that (PSS): {cold['pss']:.1f} MB; bare: {bare['uss']:.1f} and {bare['pss']:.1f} MB",
        ),
        beside("rss memory of a session; against one FigureWidget", "MB", cold, figure),
    ]
