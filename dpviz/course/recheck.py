"""Receipts checked again: every answer is run anew, and what the receipt claims is compared with what comes out."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dpviz import __version__
from dpviz.course import sandbox
from dpviz.course.suspicious_code import suspicious_names
from dpviz.exercises import catalogue, receipt
from dpviz.exercises.contain import BUSY
from dpviz.exercises.examine import LATE, examine_recorded
from dpviz.exercises.judge import Unavailable, command, spawned
from dpviz.exercises.source import LONGEST
from dpviz.exercises.task import PLACEHOLDER, Exercise, Task, tidy
from dpviz.exercises.verdict import WORTH


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one answer may use."""

    #: Of the processor's time for one check, in which sleep counts. More than a student's own limit.
    seconds: float = 20.0
    #: Address space of the process, in bytes, where the system can limit it.
    memory: int = 2 << 30
    #: What the process is shut in, of `dpviz.course.sandbox.CHOICES`.
    box: str = "best"
    #: Once it is set, the answers that run are ended, and no other is begun.
    stopped: threading.Event = field(default_factory=threading.Event)

    @property
    def processor(self) -> float:
        """Seconds of the processor's time for an answer's process: it starts, and is checked twice."""
        return 2 * self.seconds + 5

    @property
    def wall(self) -> float:
        """Seconds by the clock after which the process is ended, whatever it does."""
        return BUSY * self.processor


#: What is said where it may be the machine's fault.
_STOPPED = "stopped for its time: if this machine was busy, grade it again with fewer --jobs or more --seconds"


class Stopped(BaseException):
    """Grading was stopped; what has been found out about the answer in hand is no verdict."""


@dataclass(frozen=True)
class Row:
    """One task of one receipt, checked again: verdict (`found`), points and sentence are those of now.

    `claimed` is the verdict in the receipt, `of` how many points there are, `flags` what does not fit, `box` what the
    answer was shut in, and `tries` how often the task was checked, as the receipt claims.
    """

    file: str
    lesson: int | str
    seed: str
    task: str
    claimed: str
    found: str
    points: float
    of: float
    flags: tuple[str, ...]
    sentence: str
    box: str = ""
    tries: int = 0


def run_answer(
    exercise: Exercise, task: Task, source: str, seed: str, limits: Limits
) -> tuple[list[dict[str, str]], str]:
    """Verdicts of one answer that is run in a process of its own, or why there was none.

    First come the student's draws, then others. The check and its data stay here. That process is told only what its
    functions are called with; what it can still harm, without a box around it, is the machine: files, the network, and
    this process itself.
    """
    bounds = {
        "AS": limits.memory,
        "CPU": int(limits.processor),
        "FSIZE": 1_000_000,
        "CORE": 0,
        # Each may stand for a file in memory, which counts as nobody's.
        "NOFILE": 64,
        # No processes and no threads; for root, whom this does not bind, see `dpviz.exercises.judge.alone`.
        "NPROC": 0,
    }
    verdicts: list[dict[str, str]] = []
    if limits.stopped.is_set():
        raise Stopped
    try:
        with spawned(
            bounds,
            lambda folder: sandbox.shut_in(command(folder), limits.box, folder),
            wall=limits.wall,
            stopped=limits.stopped,
        ) as child:
            # Nobody who wrote the answer knows the second word, so no answer is made for these draws.
            for draw in ("", secrets.token_hex(8)):
                verdict = examine_recorded(exercise, task, source, seed, child=child, seconds=limits.seconds, draw=draw)
                if limits.stopped.is_set():
                    raise Stopped
                verdicts.append({"verdict": verdict.kind, "sentence": verdict.sentence})
                # Who has found something right is looked at twice, also who ended it in between.
                if not verdict.worth and not child.alive():
                    break
    except Unavailable as error:
        return [], str(error)
    return verdicts, ""


def _why(error: Exception) -> str:
    """An exception in a few words, without the grader's own paths."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return (reason or type(error).__name__)[:300]


def _task(file: str, record: Mapping[str, Any], item: Mapping[str, Any], exercise: Exercise, limits: Limits) -> Row:
    claimed, source, seed = item["verdict"], item["source"], record["seed"]
    try:
        task = exercise.task(item["task"])
    except KeyError:
        return Row(file, exercise.lesson, seed, item["task"], claimed, "missing", 0.0, 0.0, ("unknown task",), "")
    flags = []
    if claimed != "missing" and not item.get("tries"):
        flags.append(f"claims {claimed!r} without a try")
    if item["points"] != task.points * WORTH[claimed]:
        flags.append("points do not follow from the verdict")
    if not source:
        if WORTH[claimed]:
            flags.append("no answer recorded: " + str(item.get("problem") or "the receipt holds none")[:300])
        # Tried and not recorded is no lie: there is only nothing to give points for.
        return Row(file, exercise.lesson, seed, task.id, claimed, "missing", 0.0, task.points, tuple(flags), "")
    try:
        if len(source) > LONGEST:
            raise ValueError(f"it has {len(source):,} characters, more than dpviz writes down")
        verdicts, problem = run_answer(exercise, task, source, seed, limits)
    except ValueError as error:
        verdicts, problem = [], _why(error)
    except Exception as error:  # the others are checked all the same
        verdicts, problem = [], f"{type(error).__name__}: {_why(error)}"
    if not verdicts:
        flags.append(f"could not be checked: {problem}")
        verdicts = [{"verdict": "working", "sentence": f"The answer could not be checked: {problem}."}]
    first = verdicts[0]["verdict"]
    if first != claimed:
        flags.append(f"claims {claimed!r}, is {first!r}")
    if any(one["verdict"] != first for one in verdicts):
        flags.append("another verdict with other draws")
    if any(one["sentence"].startswith(LATE) for one in verdicts):
        flags.append(_STOPPED)
    worst = min(verdicts, key=lambda one: WORTH[one["verdict"]])
    found, sentence = worst["verdict"], worst["sentence"]
    if names := suspicious_names(source):
        flags.append("look at the code: " + " ".join(names))
    points = task.points * WORTH[found]
    return Row(file, exercise.lesson, seed, task.id, claimed, found, points, task.points, tuple(flags), sentence)


def _about(record: Mapping[str, Any]) -> list[str]:
    """What does not fit in a receipt as a whole."""
    flags = []
    if record.get("checksum") != receipt.digest(record):
        flags.append("edited since it was saved")
    if record.get("dpviz") != __version__:
        flags.append(f"from dpviz {str(record.get('dpviz'))[:20]}, checked with {__version__}")
    if record["seed"] in ("", tidy(PLACEHOLDER)):
        flags.append("no seed of their own")
    if record["seed"] != tidy(record["seed"]):
        flags.append("the seed is not as dpviz writes it")
    listed = [item["task"] for item in record["tasks"]]
    if len(set(listed)) != len(listed):
        flags.append("a task is listed twice")
    if abs(sum(item["points"] for item in record["tasks"]) - record["points"]) > 1e-9:
        flags.append("the sum of the points is wrong")
    return flags


def recheck(
    path: Path, *, name: str | None = None, limits: Limits | None = None, content: Callable[[], bytes] | None = None
) -> list[Row]:
    """A receipt's tasks, each checked again: a row for each, or one without points if the file is not a receipt.

    Nothing that is in a file is raised. The rows call the file by `name`, by default its path. What was in it before
    any answer ran may be handed on as its `content`.
    """
    file, limits = name or str(path), limits or Limits()
    used = sandbox.choose(limits.box)
    try:
        record = receipt.read((content() if content else receipt.taken(path)).decode("utf-8-sig"))
        exercise = catalogue.exercise(record["lesson"])
        flags = _about(record)
    except Exception as error:
        return [Row(file, "", "", "", "", "missing", 0.0, 0.0, (f"not readable: {_why(error)}",), "", used)]
    first: dict[str, Mapping[str, Any]] = {}
    for item in record["tasks"]:
        first.setdefault(item["task"], item)
    rows = [replace(_task(file, record, item, exercise, limits), tries=item.get("tries", 0)) for item in first.values()]
    absent = [task for task in exercise.tasks if task.id not in first]
    if absent:
        flags.append("a task is missing")
    rows += [
        Row(file, exercise.lesson, record["seed"], task.id, "missing", "missing", 0.0, task.points, (), "")
        for task in absent
    ]
    # What concerns the whole file stands on each of its rows.
    return [replace(row, flags=(*flags, *row.flags), box=used) for row in rows]
