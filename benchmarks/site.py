"""The lessons as plain files, beside the server's: the first picture, the engine in the page, bytes, a drag meanwhile.

Each visit has a Chromium of its own: with a new profile (a first visit), or with the profile of one that has been there
(a second). A plain host of files serves the site and counts what it sends. The engine is ready when it has answered
what the page asks of it before a slider is dragged: the frames of an axis that the page does not bring along.

Other work on the machine makes all of this slower: the medians are what counts, the best and the load stand beside.
"""

from __future__ import annotations

import gzip
import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks import pages, voici
from benchmarks.drag import drag
from benchmarks.pages import NOBODY_ELSE, PATIENCE, PROBE, Contestant, Opened, until_it_answers
from benchmarks.servers import Server
from benchmarks.table import Row
from tests.chromium import FLAGS
from tests.site.serving import Answer, FileHost

MB, KB = 1e6, 1e3
SITE = replace(pages.OURS, path="02_exponential_mechanism.html")
TEXT = {"", ".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest"}  # what hosts compress
# When the first picture was painted: a task runs only after the frame in which it was posted.
FIRST_PICTURE = """(() => {
  const turn = new MessageChannel();
  turn.port1.onmessage = () => (window.firstPicture ??= performance.now());
  const look = () => {
    if (document.querySelector("PICTURE .bars path")) turn.port2.postMessage(0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();""".replace("PICTURE", SITE.picture)
# The page brings the frames of its first axis along; those of another one are the engine's.
ENGINE = """async () => {
  while (!window.__dpviz?.lessons.size) await new Promise((go) => setTimeout(go, 5));
  await [...__dpviz.lessons.values()][0].prefetch.whenFetched("n", PATIENCE);
  return performance.now();
}""".replace("PATIENCE", str(1000 * PATIENCE))
STATE = "document.documentElement.dataset.dpvizKernel"
CONNECTED = "html[data-dpviz-kernel=connected]"
KEPT = 6000  # ms: what a visit leaves for the next one is stored once the page is quiet

Taken = dict[str, list[float]]


def rows(browser: Any, ours: Server, site: Path, repetitions: int = 5) -> list[Row]:
    """Rows of the site in a folder, beside a server that starts a kernel for each page."""
    chromium = browser.browser_type
    found: dict[str, Taken] = {"first": {}, "second": {}, "served, first": {}, "served, second": {}}
    drags: dict[str, list[float]] = {"starting": [], "started": []}
    for _ in range(repetitions):
        with FileHost(site) as host:
            address = host.address.replace("localhost", "127.0.0.1")
            _two_visits(chromium, SITE, address, found["first"], found["second"], host)
            _drags(chromium, address, drags)
        address = f"http://127.0.0.1:{ours.port}/"
        _two_visits(chromium, pages.OURS, address, found["served, first"], found["served, second"])
    made = _rows(found, drags)
    try:
        return [*made, *_beside_voici(chromium, found)]
    except RuntimeError as error:
        made[0] = replace(made[0], note=f"{made[0].note}; without Voici: {error}")
        return made


def _beside_voici(chromium: Any, found: dict[str, Taken]) -> list[Row]:
    """The same two visits to one slider in Voici: until a key on it has changed the number beside it."""
    seconds = []
    with (
        tempfile.TemporaryDirectory(prefix="dpviz-bench-", ignore_cleanup_errors=True) as folder,
        FileHost(voici.build(Path(folder))) as host,
    ):
        for _ in range(2):
            address = host.address.replace("localhost", "127.0.0.1")
            with _visit(chromium, voici.SLIDER, address, Path(folder) / "profile") as opened:
                seconds.append(opened.interactive)
        sent = sum(_compressed(host.folder, answer) for answer in host.answers) / MB
    return [
        Row(
            what=f"site, first picture dragged, {visit} visit; against one slider in Voici",
            ours=median(found[visit]["draggable"]),
            theirs=theirs,
            unit="s",
            note=f"Voici's two visits: {sent:.1f} MB, text compressed",
        )
        for visit, theirs in zip(("first", "second"), seconds, strict=True)
    ]


def _two_visits(
    chromium: Any, contestant: Contestant, address: str, first: Taken, second: Taken, host: FileHost | None = None
) -> None:
    with tempfile.TemporaryDirectory(prefix="dpviz-bench-", ignore_cleanup_errors=True) as profile:
        for taken in (first, second):
            before = len(host.answers) if host else 0
            with _visit(chromium, contestant, address, Path(profile)) as opened:
                values = {"draggable": opened.interactive, "picture": opened.page.evaluate("firstPicture") / 1000}
                opened.page.wait_for_timeout(KEPT if host else 0)
            with _visit_end(host, before) as sent:
                values |= sent
            for name, value in values.items():
                taken.setdefault(name, []).append(value)
        # Asking for an axis is work for the engine, so the time until it answers is taken on visits of its own.
    with tempfile.TemporaryDirectory(prefix="dpviz-bench-", ignore_cleanup_errors=True) as profile:
        for taken in (first, second):
            with _visit(chromium, contestant, address, Path(profile), move=False) as opened:
                taken.setdefault("engine", []).append(opened.page.evaluate(ENGINE) / 1000)
                opened.page.wait_for_timeout(KEPT if host else 0)


@contextmanager
def _visit_end(host: FileHost | None, before: int) -> Iterator[dict[str, float]]:
    """Bytes of a visit, as they were sent, and as a host that compresses text sends them."""
    answers = host.answers[before:] if host else []
    yield (
        {
            "plain": sum(answer.size for answer in answers) / MB,
            "compressed": sum(_compressed(host.folder, answer) for answer in answers if host) / MB,
        }
        if host
        else {}
    )


def _compressed(folder: Path, answer: Answer) -> float:
    path = folder / answer.path.partition("?")[0].lstrip("/")
    if answer.status != 200 or not path.is_file() or path.suffix not in TEXT:
        return answer.size
    content = path.read_bytes()
    return answer.size - len(content) + len(gzip.compress(content, 6))


@contextmanager
def _visit(
    chromium: Any, contestant: Contestant, address: str, profile: Path, *, move: bool = True
) -> Iterator[Opened]:
    """A page in a Chromium of its own; moved once, if wanted."""
    context = chromium.launch_persistent_context(
        str(profile),
        executable_path=pages.find_chromium(),
        args=[*FLAGS, NOBODY_ELSE],
        viewport={"width": 1280, "height": 800},
    )
    try:
        context.add_init_script(path=PROBE)
        context.add_init_script(FIRST_PICTURE)
        page = context.pages[0] if context.pages else context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        opened = Opened(page, contestant)
        page.goto(f"{address}{contestant.path}", wait_until="commit")
        if move:
            until_it_answers(opened)
        yield opened
        if contestant is pages.OURS:
            page.evaluate(pages.GIVE_BACK)
    finally:
        context.close()


def _drags(chromium: Any, address: str, found: dict[str, list[float]]) -> None:
    """One drag while the engine starts, as far as it does, and one after."""
    pauses = random.Random(3)
    with (
        tempfile.TemporaryDirectory(prefix="dpviz-bench-", ignore_cleanup_errors=True) as profile,
        _visit(chromium, SITE, address, Path(profile)) as opened,
    ):
        for taken in drag(opened, 1, pauses):
            if taken is not None and opened.page.evaluate(STATE) == "starting":
                found["starting"].append(taken)
        opened.page.wait_for_selector(CONNECTED, state="attached")
        opened.page.wait_for_timeout(1000)
        found["started"] += [taken for taken in drag(opened, -1, pauses) if taken is not None]


def _rows(found: dict[str, Taken], drags: dict[str, list[float]]) -> list[Row]:
    def row(title: str, visit: str, name: str, unit: str = "s", served: bool = True, **rest: Any) -> Row:
        mine, theirs = found[visit][name], found[f"served, {visit}"].get(name)
        factor = MB / KB if unit == "kB" else 1
        best = f"best {factor * min(mine):.3g}, median of {len(mine)}"
        note = f"{best}; load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"
        other = median(theirs) if served and theirs else None
        return Row(what=title, ours=factor * median(mine), theirs=other, unit=unit, note=note, **rest)

    against = "; against the served page"
    made = [
        row(f"site, first picture painted, first visit{against}", "first", "picture"),
        row(f"site, first picture dragged, first visit{against}", "first", "draggable", most=1.0),
        row(f"site, first picture painted, second visit{against}", "second", "picture"),
        row(f"site, first picture dragged, second visit{against}", "second", "draggable"),
        row(f"site, engine has answered, first visit{against}", "first", "engine", most=5.0),
        row(f"site, engine has answered, second visit{against}", "second", "engine", most=3.0),
        row("site, bytes of a first visit, nothing compressed by the host", "first", "plain", "MB"),
        row("site, the same from a host that compresses text", "first", "compressed", "MB", most=12.0),
        row("site, bytes of a second visit, nothing compressed", "second", "plain", "kB"),
        row("site, the same from a host that compresses text", "second", "compressed", "kB", most=50.0),
    ]
    for when, times in drags.items():
        what = "while the engine starts" if when == "starting" else "after"
        for name, rank in (("p50", 50), ("p95", 95)):
            made.append(
                Row(
                    what=f"site, drag → paint, {name} of {len(times)}, {what}",
                    ours=_rank(times, rank),
                    theirs=None,
                    unit="ms",
                    most=33.0 if name == "p95" and when == "starting" else None,
                    why="the engine and the page share the cores with whatever else runs here",
                )
            )
    return made


def _rank(times: Sequence[float], rank: int) -> float | None:
    return quantiles(times, n=100, method="inclusive")[rank - 1] if len(times) > 1 else None
