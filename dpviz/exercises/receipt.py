"""Receipts: what a student did, as one JSON file. Claims, to be checked again; never trusted."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpviz import __version__
from dpviz.exercises.task import Exercise
from dpviz.exercises.verdict import KINDS, WORTH

FORMAT = "dpviz receipt"
SCHEMA = 1
LARGEST = 2_000_000  # characters
_MOST_TASKS = 100
_SHALLOW = 200  # opening brackets: so few are nested too deeply for nobody


@dataclass(frozen=True)
class Attempt:
    """The best attempt at a task so far: the verdict's kind and sentence, and in how many tries.

    `source` is the answer as Python source; empty if it could not be written down, for which `problem` says why.
    """

    kind: str
    sentence: str
    source: str = ""
    problem: str = ""
    tries: int = 1

    @property
    def worth(self) -> float:
        """Share of the task's points."""
        return WORTH[self.kind]


def digest(record: Mapping[str, Any]) -> str:
    """A checksum over everything but itself. No secret is in it: it shows accidents and careless edits only."""
    content = {key: value for key, value in record.items() if key != "checksum"}
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def write(exercise: Exercise, seed: str, attempts: Mapping[str, Attempt]) -> str:
    """A receipt as JSON: the student's seed, and what was tried, by task."""
    tasks = []
    for task in exercise.tasks:
        attempt = attempts.get(task.id, Attempt("missing", "", tries=0))
        tasks.append(
            {
                "task": task.id,
                "verdict": attempt.kind,
                "sentence": attempt.sentence,
                "points": task.points * attempt.worth,
                "of": task.points,
                "tries": attempt.tries,
                "source": attempt.source,
                "problem": attempt.problem,
            }
        )
    record: dict[str, Any] = {
        "format": FORMAT,
        "schema": SCHEMA,
        "dpviz": __version__,
        "lesson": exercise.lesson,
        "seed": seed,
        "saved": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "points": sum(item["points"] for item in tasks),
        "of": sum(item["of"] for item in tasks),
        "tasks": tasks,
    }
    record["checksum"] = digest(record)
    # Half a pair of surrogates, perhaps out of an error's message, cannot be written as UTF-8; as an escape it can.
    return json.dumps(record, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _number(value: object) -> bool:
    """A number that sums and comparisons can bear: finite, and of a size that points have."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1e6


def _text(value: str) -> bool:
    """True unless it holds half a pair of surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        # Readers differ in which one counts.
        raise ValueError("a name stands twice")
    return found


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse)


def read(text: str) -> dict[str, Any]:
    """A receipt's content as `write` made it, its form checked; whether it is true is another matter."""
    if len(text) > LARGEST:
        raise ValueError(f"it has {len(text):,} characters; a receipt has at most {LARGEST:,}")
    try:
        record = _DECODER.decode(text)
        if text.count("[") + text.count("{") > _SHALLOW:
            json.dumps(record)  # what can be read can be nested too deeply for all else
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not JSON ({error})") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError("it is not a dpviz receipt")
    if record.get("schema") != SCHEMA or isinstance(record["schema"], bool):
        raise ValueError(f"its form is number {str(record.get('schema'))[:20]}; this dpviz reads number {SCHEMA}")
    if not isinstance(record.get("lesson"), int) or not _number(record["lesson"]):
        raise ValueError("its lesson is missing, or no whole number")
    if not isinstance(record.get("seed"), str) or not _text(record["seed"]):
        raise ValueError("its seed is missing, or no text")
    if not isinstance(record.get("tasks"), list) or not _number(record.get("points")):
        raise ValueError("its tasks or its points are missing")
    if len(record["tasks"]) > _MOST_TASKS:
        raise ValueError(f"it lists {len(record['tasks']):,} tasks; no exercise has more than {_MOST_TASKS}")
    for item in record["tasks"]:
        if (
            not isinstance(item, dict)
            or not all(isinstance(item.get(key), str) for key in ("task", "source", "verdict"))
            or item["verdict"] not in KINDS
            or not _number(item.get("points"))
            or type(item.get("tries", 0)) is not int
            or not 0 <= item.get("tries", 0) <= 1e6
        ):
            raise ValueError("one of its tasks is not as dpviz writes it")
    return record


def taken(path: Path) -> bytes:
    """A file's bytes; anything but a file of a receipt's size is refused before it is read."""
    # A pipe that nobody writes into would be waited for otherwise.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(number)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("it is not a file")
        with open(number, "rb", buffering=0, closefd=False) as file:
            content = file.read(min(status.st_size, 4 * LARGEST) + 1) or b""
    finally:
        os.close(number)
    if len(content) > 4 * LARGEST:
        raise ValueError(f"it has more than {4 * LARGEST:,} bytes; a receipt is smaller")
    return content


def load(path: Path) -> dict[str, Any]:
    """A receipt's content from a file, as `taken` and `read` take it."""
    return read(taken(path).decode("utf-8-sig"))
