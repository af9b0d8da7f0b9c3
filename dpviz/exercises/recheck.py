"""Receipts checked again: every answer is run anew, and what the receipt claims is compared with what comes out."""

from __future__ import annotations

import ast
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dpviz import __version__
from dpviz.exercises import catalogue, receipt
from dpviz.exercises.examine import examine_recorded
from dpviz.exercises.judge import Unavailable, spawned
from dpviz.exercises.task import PLACEHOLDER, Exercise, Task, tidy
from dpviz.exercises.verdict import WORTH

#: Names an answer has no business with; found, they are reported for a human to look at.
UNUSUAL = frozenset(
    (
        "os",
        "sys",
        "subprocess",
        "inspect",
        "gc",
        "ctypes",
        "socket",
        "shutil",
        "pathlib",
        "importlib",
        "multiprocessing",
        "threading",
        "signal",
        "exec",
        "eval",
        "compile",
        "open",
        "__import__",
        "__builtins__",
        "globals",
        "setattr",
        "_getframe",
        "_values",
        "_origin",
        "solutions",
        "tests",
    )
)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one answer may use.

    Parameters
    ----------
    seconds : float, default 20
        Wall time of one check. More than a student's own limit: the grader's machine may be busy.
    memory : int, default 2 << 30
        Address space of the process, in bytes, where the system can limit it.
    """

    seconds: float = 20.0
    memory: int = 2 << 30


@dataclass(frozen=True)
class Row:
    """One task of one receipt, checked again.

    Parameters
    ----------
    file, lesson, seed, task : str, int, str, str
        Where it is from.
    claimed, found : str
        The verdict in the receipt, and the verdict now.
    points, of : float
        Points by the verdict now, and how many there are.
    flags : tuple of str
        What does not fit.
    sentence : str
        What the check says now.
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


def unusual(source: str) -> list[str]:
    """Names in an answer that a human should look at: modules of the system, dpviz's own exercises, tricks."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {part for alias in node.names for part in alias.name.split(".")}
            found |= {alias.name for alias in node.names if alias.name.startswith("dpviz")}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found |= {module.split(".")[0]}
            ours = {alias.name for alias in node.names} <= {"start", "given"} and module == "dpviz.exercises"
            if module.startswith("dpviz") and not ours:
                found.add(module)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return sorted(
        name
        for name in found
        if name in UNUSUAL
        or name.startswith("dpviz.")
        or (
            name.startswith("__")
            and name.endswith("__")
            and name not in ("__init__", "__name__", "__call__", "__future__")
        )
    )


def run_answer(
    exercise: Exercise, task: Task, source: str, seed: str, limits: Limits
) -> tuple[list[dict[str, str]], str]:
    """Verdicts of one answer that is run in a process of its own: with the student's draws, then with others.

    The check and its data stay here. That process is told only what its functions are called with; what it can still
    harm, without a box around it, is the machine: files, the network, and this process itself.

    Parameters
    ----------
    exercise, task : Exercise, Task
        What it answers.
    source : str
        The answer.
    seed : str
        The student's.
    limits : Limits
        What it may use.

    Returns
    -------
    verdicts : list of dict
        ``verdict`` and ``sentence``; empty if there was no process to be had.
    problem : str
        Why it is empty.
    """
    bounds = {
        "AS": limits.memory,
        "CPU": int(4 * limits.seconds) + 60,
        "FSIZE": 1_000_000,
        "CORE": 0,
        # No processes and no threads; who is root is not bound by it.
        "NPROC": 0,
    }
    verdicts: list[dict[str, str]] = []
    try:
        with spawned(bounds) as child:
            # Nobody who wrote the answer knows the second word, so no answer is made for these draws.
            for draw in ("", secrets.token_hex(8)):
                verdict = examine_recorded(exercise, task, source, seed, child=child, seconds=limits.seconds, draw=draw)
                verdicts.append({"verdict": verdict.kind, "sentence": verdict.sentence})
                if not child.alive():
                    break
    except Unavailable as error:
        return [], str(error)
    return verdicts, ""


def _task(file: str, record: Mapping[str, Any], item: Mapping[str, Any], exercise: Exercise, limits: Limits) -> Row:
    claimed, source, seed = item["verdict"], item["source"], record["seed"]
    try:
        task = exercise.task(item["task"])
    except KeyError:
        return Row(file, exercise.lesson, seed, item["task"], claimed, "missing", 0.0, 0.0, ("unknown task",), "")
    flags = []
    if item["points"] != task.points * WORTH[claimed]:
        flags.append("points do not follow from the verdict")
    if not source:
        if WORTH[claimed]:
            flags.append("no answer recorded: " + str(item.get("problem") or "the receipt holds none"))
        # Tried and not recorded is no lie: there is only nothing to give points for.
        return Row(file, exercise.lesson, seed, task.id, claimed, "missing", 0.0, task.points, tuple(flags), "")
    verdicts, problem = run_answer(exercise, task, source, seed, limits)
    if not verdicts:
        found, sentence = "working", f"The answer could not be checked: {problem}."
    else:
        found, sentence = verdicts[0]["verdict"], verdicts[0]["sentence"]
    if found not in WORTH:
        found = "working"
    if found != claimed:
        flags.append(f"claims {claimed!r}, is {found!r}")
    if len(verdicts) > 1 and verdicts[1]["verdict"] != found:
        flags.append("another verdict with other draws")
        found = min(found, verdicts[1]["verdict"], key=WORTH.__getitem__)
    if names := unusual(source):
        flags.append("look at the code: " + " ".join(names))
    return Row(
        file,
        exercise.lesson,
        seed,
        task.id,
        claimed,
        found,
        task.points * WORTH[found],
        task.points,
        tuple(flags),
        sentence,
    )


def recheck(path: Path, *, name: str | None = None, limits: Limits | None = None) -> list[Row]:
    """A receipt's tasks, each checked again.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    name : str, optional
        What it is called in the rows; by default the path.
    limits : Limits, optional
        What an answer may use.

    Returns
    -------
    list of Row
        One a task of the exercise; a single one without points if the file is not a receipt.
    """
    file, limits = name or str(path), limits or Limits()
    try:
        if path.stat().st_size > 4 * receipt.LARGEST:
            raise ValueError("it is larger than a receipt can be")
        record = receipt.read(path.read_text(encoding="utf-8"))
        exercise = catalogue.exercise(record["lesson"])
    except (OSError, ValueError) as error:
        return [Row(file, "", "", "", "", "missing", 0.0, 0.0, (f"not readable: {error}",), "")]
    flags = []
    if record.get("checksum") != receipt.digest(record):
        flags.append("edited since it was saved")
    if record.get("dpviz") != __version__:
        flags.append(f"from dpviz {str(record.get('dpviz'))[:20]}, checked with {__version__}")
    if record["seed"] == tidy(PLACEHOLDER):
        flags.append("no seed of their own")
    if record["seed"] != tidy(record["seed"]):
        flags.append("the seed is not as dpviz writes it")
    listed = [item["task"] for item in record["tasks"]]
    if len(set(listed)) != len(listed):
        flags.append("a task is listed twice")
    claims = [item["points"] for item in record["tasks"]]
    if abs(sum(claims) - record["points"]) > 1e-9:
        flags.append("the sum of the points is wrong")
    first: dict[str, Mapping[str, Any]] = {}
    for item in record["tasks"]:
        first.setdefault(item["task"], item)
    rows = [_task(file, record, item, exercise, limits) for item in first.values()]
    absent = [task for task in exercise.tasks if task.id not in first]
    if absent:
        flags.append("a task is missing")
    rows += [
        Row(file, exercise.lesson, record["seed"], task.id, "missing", "missing", 0.0, task.points, (), "")
        for task in absent
    ]
    # What concerns the whole file stands on each of its rows.
    return [replace(row, flags=(*flags, *row.flags)) for row in rows]
