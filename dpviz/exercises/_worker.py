"""One recorded answer run and checked in a process of its own; `dpviz.exercises.recheck` starts it.

Reads a JSON order from standard input, puts the verdict into the file that the order names. Limits are set before
the answer is run. This keeps accidents away from the grader; it is no wall against an attack.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from dpviz.exercises import catalogue
from dpviz.exercises.contain import Sink, captured, explain, time_limit
from dpviz.exercises.examine import examine
from dpviz.exercises.source import run_source
from dpviz.exercises.verdict import Verdict, missing, working


def limit_resources(memory: int, seconds: float) -> None:
    """Bounds on this process, where the system has them: memory (bytes), processor time, the size of files."""
    try:
        import resource
    except ImportError:
        return
    for name, value in (
        ("RLIMIT_AS", memory),
        ("RLIMIT_CPU", int(seconds) + 2),
        ("RLIMIT_FSIZE", 1_000_000),
        ("RLIMIT_CORE", 0),
    ):
        try:
            number = getattr(resource, name)
            hard = resource.getrlimit(number)[1]
            top = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(number, (top, top))
        except (AttributeError, ValueError, OSError):
            continue


def verdict_of(order: dict[str, Any], draw: str) -> Verdict:
    """The recorded answer's verdict, with the check's own draws chosen by a word."""
    exercise = catalogue.exercise(order["lesson"])
    task = exercise.task(order["task"])
    if not order["source"]:
        return missing("No answer was recorded.")
    try:
        with captured(Sink()), time_limit(order["seconds"]):
            answer = run_source(order["source"], task.names)
    except BaseException as error:
        return working(explain(error, order["task"]))
    return examine(exercise, task, answer, order["seed"], seconds=order["seconds"], draw=draw)


def main() -> None:
    """Do what standard input orders."""
    order = json.loads(sys.stdin.readline())
    limit_resources(order["memory"], order["cpu"])
    found = []
    for draw in order["draws"]:
        verdict = verdict_of(order, draw)
        found.append({"verdict": verdict.kind, "sentence": verdict.sentence})
    Path(order["result"]).write_text(json.dumps({"word": order["word"], "found": found}), encoding="utf-8")


if __name__ == "__main__":
    main()
