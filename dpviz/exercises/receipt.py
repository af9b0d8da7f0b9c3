"""Receipts: what a student did, as one JSON file. Claims, to be checked again; never trusted."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpviz import __version__
from dpviz.exercises.task import Exercise
from dpviz.exercises.verdict import KINDS, WORTH

FORMAT = "dpviz receipt"
SCHEMA = 1
LARGEST = 2_000_000


@dataclass(frozen=True)
class Attempt:
    """The best attempt at a task so far.

    Parameters
    ----------
    kind, sentence : str
        The verdict's.
    source : str
        The answer as Python source; empty if it could not be written down.
    problem : str
        Why it could not.
    tries : int
        How often the task was checked.
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
    """A receipt as text.

    Parameters
    ----------
    exercise : Exercise
        The exercise.
    seed : str
        The student's seed.
    attempts : mapping of str to Attempt
        What was tried, by task.

    Returns
    -------
    str
        JSON.
    """
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
    return json.dumps(record, indent=1, ensure_ascii=False)


def _number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def read(text: str) -> dict[str, Any]:
    """A receipt's content, its form checked; whether it is true is another matter.

    Parameters
    ----------
    text : str
        The file's content.

    Returns
    -------
    dict
        As `write` made it.
    """
    if len(text) > LARGEST:
        raise ValueError(f"it has {len(text):,} characters; a receipt has at most {LARGEST:,}")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not JSON ({error})") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError("it is not a dpviz receipt")
    if record.get("schema") != SCHEMA:
        raise ValueError(f"its form is number {record.get('schema')!r}; this dpviz reads number {SCHEMA}")
    if not isinstance(record.get("lesson"), int) or not isinstance(record.get("seed"), str):
        raise ValueError("its lesson or its seed is missing")
    if not isinstance(record.get("tasks"), list) or not _number(record.get("points")):
        raise ValueError("its tasks or its points are missing")
    for item in record["tasks"]:
        if (
            not isinstance(item, dict)
            or not all(isinstance(item.get(key), str) for key in ("task", "source", "verdict"))
            or item["verdict"] not in KINDS
            or not _number(item.get("points"))
        ):
            raise ValueError("one of its tasks is not as dpviz writes it")
    return record
