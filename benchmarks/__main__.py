"""``python -m benchmarks``: measure, and print one table of ratios.

python -m benchmarks                 all of it, four minutes or so on two cores
python -m benchmarks --quick         fewer repetitions
python -m benchmarks --only drag     one part (may be given again): drag, scenes, open, sessions, site, import, draws,
                                     noise, parity, queries, erm, auditors, live, bench, accounting
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.table import Row, render

NEEDED = {
    "drag": ("playwright", "psutil"),
    "scenes": ("playwright", "psutil"),
    "open": ("playwright", "psutil"),
    "sessions": ("playwright", "psutil"),
    "site": ("playwright", "psutil"),
    "import": (),
    "draws": (),
    "noise": (),
    "learning": (),
    "parity": (),
    "queries": (),
    "erm": (),
    "auditors": (),
    "live": (),
    "bench": ("playwright", "psutil"),
    "accounting": (),
}


class Stage(ExitStack):
    """What the parts need, started when the first of them asks for it, and stopped at the end."""

    @cached_property
    def browser(self) -> Any:
        """A Chromium."""
        from benchmarks.pages import chromium

        return self.enter_context(chromium())

    @cached_property
    def ours(self) -> Any:
        """dpviz, starting a kernel for each page."""
        from benchmarks.servers import dpviz

        return self.enter_context(dpviz("--preheat", "none"))

    @cached_property
    def warm(self) -> Any:
        """dpviz, keeping its lessons ready."""
        from benchmarks.servers import dpviz

        return self.enter_context(dpviz("--preheat", "all"))

    @cached_property
    def stock(self) -> Any:
        """Voilà as it comes, with the rivals' notebooks."""
        from benchmarks import rivals
        from benchmarks.servers import stock_voila

        folder = Path(self.enter_context(tempfile.TemporaryDirectory(prefix="dpviz-bench-")))
        rivals.write(folder)
        return self.enter_context(stock_voila(folder))

    @cached_property
    def site(self) -> Path:
        """The lessons as plain files."""
        from benchmarks.servers import built_site

        return self.enter_context(built_site())


def _drag(stage: Stage, quick: bool) -> list[Row]:
    from benchmarks import drag

    return drag.rows(stage.browser, stage.ours, stage.stock, drags=1 if quick else 3)


def _scenes(stage: Stage, quick: bool) -> list[Row]:
    from benchmarks import scenes

    return scenes.rows(stage.browser, stage.ours, walks=1 if quick else 3)


def _open(stage: Stage, quick: bool) -> list[Row]:
    from benchmarks import opening

    return opening.rows(stage.browser, stage.ours, stage.warm, stage.stock, repetitions=2 if quick else 5)


def _sessions(stage: Stage, quick: bool) -> list[Row]:
    from benchmarks import sessions

    return sessions.rows(stage.browser, stage.ours, visits=2 if quick else 5)


def _site(stage: Stage, quick: bool) -> list[Row]:
    from benchmarks import site

    return site.rows(stage.browser, stage.ours, stage.site, repetitions=2 if quick else 5)


def _import(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import imports

    return imports.rows(5 if quick else 15)


def _draws(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import draws

    return draws.rows(5 if quick else 15)


def _parity(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import parity

    return parity.rows(1 if quick else 3)


def _erm(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import erm

    return erm.rows(1 if quick else 2)


def _auditors(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import auditors

    return auditors.rows(2 if quick else auditors.SEEDS)


def _live(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import live

    return live.rows(2 if quick else 5)


def _bench(stage: Stage, quick: bool) -> list[Row]:
    from benchmarks import bench_page

    return bench_page.rows(stage.browser, stage.ours, repetitions=2 if quick else 5)


def _accounting(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import accounting

    return accounting.rows(2 if quick else 5)


def _queries(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import queries

    return queries.rows(2 if quick else 5)


def _noise(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import noise

    return noise.rows(5 if quick else 15)


def _learning(_: Stage, quick: bool) -> list[Row]:
    from benchmarks import learning

    return learning.rows(2 if quick else 5)


PARTS: dict[str, Callable[[Stage, bool], list[Row]]] = {
    "drag": _drag,
    "scenes": _scenes,
    "open": _open,
    "sessions": _sessions,
    "site": _site,
    "import": _import,
    "draws": _draws,
    "noise": _noise,
    "learning": _learning,
    "parity": _parity,
    "queries": _queries,
    "erm": _erm,
    "auditors": _auditors,
    "live": _live,
    "bench": _bench,
    "accounting": _accounting,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit status says whether it could, not what came out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions: a look, not a result")
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part (may be given again)")
    options = parser.parse_args(arguments)
    parts = [name for name in PARTS if not options.only or name in options.only]
    missing = sorted({name for part in parts for name in NEEDED[part] if find_spec(name) is None})
    if missing:
        print(
            f"The benchmark needs {' and '.join(missing)}: pip install 'dpviz[bench]', "
            "or run `make bench` (`python3 tools/dev.py bench`), which brings all it needs.",
            file=sys.stderr,
        )
        return 2
    begin = time.monotonic()
    rows: list[Row] = []
    failed: list[str] = []
    with Stage() as stage:
        for name in parts:
            print(f"· measuring: {name}", file=sys.stderr, flush=True)
            try:
                rows += PARTS[name](stage, options.quick)
            except RuntimeError as error:
                failed.append(f"“{name}” could not be measured: {error}")
    print(render(rows))
    print(f"\n{_summary(rows)} Measured in {time.monotonic() - begin:.0f} s.")
    print(_machine())
    for line in failed:
        print(line, file=sys.stderr)
    return 1 if failed else 0


def _summary(rows: list[Row]) -> str:
    aimed = [row for row in rows if row.target]
    missed = sum(row.met is False for row in aimed)
    unknown = sum(row.met is None for row in aimed)
    return f"{len(aimed)} targets: {len(aimed) - missed - unknown} met, {missed} missed, {unknown} not measured."


def _machine() -> str:
    names = ("numpy", "plotly", "anywidget", "ipykernel", "voila", "opendp")
    with_versions = ", ".join(f"{name} {_version(name)}" for name in names)
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()}; {with_versions}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


if __name__ == "__main__":
    sys.exit(main())
