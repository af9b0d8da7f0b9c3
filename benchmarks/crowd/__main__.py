"""``python -m benchmarks.crowd N``: so many visitors open lessons at once, without a browser.

Against dpviz, then against stock Voilà that keeps the same notebooks preheated. With ``--arrivals 20 --minutes 10``
visitors come one after the other instead. Options of dpviz follow after ``--``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks import servers
from benchmarks.crowd import report
from benchmarks.crowd.load import Load, Plan, arrivals, at_once
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import places

CLASS = 100  # visitors at once for whom there are targets
FIRST, MEMORY = 12.0, 2.5e9  # seconds, bytes
TRICKLE, FIRST_OF_TRICKLE = 20, 0.5  # visitors a minute, seconds


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    command = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=__doc__)
    command.add_argument("number", type=int, nargs="?", default=20, help="visitors at once (default %(default)s)")
    command.add_argument("--stock", type=int, metavar="N", help="visitors of stock Voilà (default: as many; 0: none)")
    command.add_argument("--pool", type=int, default=1, help="kernels Voilà keeps ready for each notebook (default 1)")
    command.add_argument("--lesson", default="all", help="a part of a notebook's name (default: all, in turn)")
    command.add_argument("--arrivals", type=float, metavar="PER_MINUTE", help="visitors one after the other")
    command.add_argument("--minutes", type=float, default=10.0, help="for how long (default %(default)g)")
    command.add_argument("--poisson", action="store_true", help="at random moments; else at even distances")
    command.add_argument("--stay", type=float, default=30.0, help="seconds a visitor stays (default %(default)g)")
    command.add_argument("--patience", type=float, default=300.0, help="seconds for an answer (default %(default)g)")
    command.add_argument("--limit", type=float, default=900.0, help="seconds for all at once (default %(default)g)")
    command.add_argument("--json", type=Path, metavar="FILE", help="write everything there too")
    return command


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 if a visitor of dpviz was not served."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    cut = words.index("--") if "--" in words else len(words)
    options = parser().parse_args(words[:cut])
    lessons = [
        one.notebook for one in LESSONS if options.lesson in ("all", one.notebook) or options.lesson in one.notebook
    ]
    if not lessons:
        parser().error(f"no lesson's name has “{options.lesson}” in it")
    _say(f"dpviz {' '.join(words[cut + 1 :])}")
    with servers.dpviz(*words[cut + 1 :]) as server:
        ours = _run(server, options, lessons, options.number)
    theirs = None
    wanted = options.number if options.stock is None else options.stock
    if wanted and not options.arrivals:
        _say("stock Voilà")
        with tempfile.TemporaryDirectory(prefix="dpviz-bench-") as folder:
            copy_without_template(lessons, Path(folder))
            with servers.stock_voila(Path(folder), "--preheat_kernel=True", f"--pool_size={options.pool}") as server:
                theirs = _run(server, options, lessons, wanted)
    targets: dict[str, float | None] = {}
    if options.arrivals:
        title = (
            f"{options.arrivals:g} visitors a minute for {options.minutes:g} minutes, each staying {options.stay:g} s"
        )
        targets["first"] = FIRST_OF_TRICKLE if options.arrivals <= TRICKLE else None
    else:
        title = f"{options.number} visitors at once" + (f" ({wanted} of Voilà)" if wanted != options.number else "")
        if options.number == CLASS:
            targets = {"first": FIRST, "memory": MEMORY}
    print(report.text(title, ours, theirs, **targets))
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()}")
    if options.json:
        said = {"title": title, "dpviz": report.as_json(ours), "voila": theirs and report.as_json(theirs)}
        options.json.write_text(json.dumps(said, indent=1))
    return 0 if ours.served == len(ours.visits) and not report.troubles(ours.visits) and not ours.left else 1


def _run(server: servers.Server, options: argparse.Namespace, lessons: Sequence[str], number: int) -> Load:
    server.rest()
    if options.arrivals:
        limit = 60 * options.minutes + options.limit
        plan = Plan(lessons, options.stay, options.patience, limit)
        work = arrivals(server, plan, options.arrivals, options.minutes, poisson=options.poisson)
    else:
        work = at_once(server, Plan(lessons, options.stay, options.patience, options.limit), number)
    return asyncio.run(work)


def copy_without_template(lessons: Sequence[str], folder: Path) -> None:
    """The lessons' notebooks as anybody would serve them: Voilà then takes its own template."""
    for name in lessons:
        notebook = json.loads((places.notebooks() / name).read_text(encoding="utf-8"))
        notebook["metadata"].pop("voila", None)
        (folder / name).write_text(json.dumps(notebook), encoding="utf-8")


def _say(what: str) -> None:
    print(f"· measuring: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
