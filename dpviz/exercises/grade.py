"""``dpviz grade FOLDER``: a folder of receipts, each checked again, as one CSV table."""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from dpviz.exercises.receipt import read
from dpviz.exercises.recheck import Limits, Row, recheck
from dpviz.exercises.verdict import KINDS

NOTE = (
    "Every answer is code of a student's, and is run on this machine: in a process of its own, with limits on time, "
    "memory and output. That contains accidents. It is no wall against an attack: for people you do not know, run it "
    "in a container or a machine that holds nothing else."
)


def _safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = "".join(letter if letter.isprintable() else " " for letter in cell)
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text


def _alike(paths: dict[str, Path]) -> tuple[dict[str, list[str]], dict[tuple[str, str], list[str]]]:
    """Files of one lesson that share a seed; and answers of some length that stand word for word in several files."""
    seeds: dict[str, list[str]] = defaultdict(list)
    answers: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, path in paths.items():
        try:
            record = read(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        seeds[f"{record['lesson']} {record['seed']}"].append(name)
        for item in record["tasks"]:
            # Short answers are alike by nature.
            words = item["source"].split()
            if len(words) >= 40:
                key = hashlib.sha256(" ".join(words).encode()).hexdigest()
                answers[item["task"], key].append(name)
    return (
        {name: names for names in seeds.values() if len(names) > 1 for name in names},
        {(name, task): names for (task, _), names in answers.items() if len(set(names)) > 1 for name in names},
    )


def grade_folder(folder: Path, *, limits: Limits | None = None, jobs: int = 1) -> list[Row]:
    """All receipts of a folder and the folders in it, checked again.

    Parameters
    ----------
    folder : pathlib.Path
        Where they lie (``*.json``).
    limits : Limits, optional
        What each answer may use.
    jobs : int, default 1
        How many receipts are checked at once.

    Returns
    -------
    list of Row
        One a task, file by file in the order of their names.
    """
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.json")) if path.is_file()}
    seeds, answers = _alike(paths)
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(lambda item: recheck(item[1], name=item[0], limits=limits), paths.items())
        rows = [row for rows in found for row in rows]

    def others(names: Iterable[str], row: Row) -> str:
        return ", ".join(sorted({name for name in names if name != row.file})[:5])

    marked = []
    for row in rows:
        flags = row.flags
        if row.file in seeds:
            flags = (*flags, f"same seed as {others(seeds[row.file], row)}")
        if (row.file, row.task) in answers:
            flags = (*flags, f"same answer as {others(answers[row.file, row.task], row)}")
        marked.append(replace(row, flags=flags))
    return marked


def by_file(rows: Iterable[Row]) -> list[list[str]]:
    """One line a receipt.

    Parameters
    ----------
    rows : iterable of Row
        From `grade_folder`.

    Returns
    -------
    list of list of str
        With the heading.
    """
    table = [["file", "lesson", "seed", "points", "of", "tasks", "flags"]]
    files: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        files[row.file].append(row)
    for file, parts in files.items():
        flags: dict[str, list[str]] = defaultdict(list)
        for row in parts:
            for flag in row.flags:
                flags[flag].append(row.task)
        whole = [flag if len(names) == len(parts) else f"{' '.join(names)}: {flag}" for flag, names in flags.items()]
        table.append(
            [
                file,
                str(parts[0].lesson),
                parts[0].seed,
                f"{sum(row.points for row in parts):g}",
                f"{sum(row.of for row in parts):g}",
                "; ".join(f"{row.task}: {KINDS[row.found][0].lower()}" for row in parts if row.task),
                "; ".join(whole),
            ]
        )
    return table


def by_task(rows: Iterable[Row]) -> list[list[str]]:
    """One line a task of each receipt.

    Parameters
    ----------
    rows : iterable of Row
        From `grade_folder`.

    Returns
    -------
    list of list of str
        With the heading.
    """
    table = [["file", "lesson", "seed", "task", "claimed", "verdict", "points", "of", "flags", "sentence"]]
    for row in rows:
        parts = (row.file, row.lesson, row.seed, row.task, row.claimed, row.found)
        numbers = (f"{row.points:g}", f"{row.of:g}")
        table.append([*map(str, parts), *numbers, "; ".join(row.flags), row.sentence])
    return table


def as_csv(table: Iterable[Iterable[str]]) -> str:
    """The table as CSV.

    Parameters
    ----------
    table : iterable of iterable of str
        Lines of cells.

    Returns
    -------
    str
        Comma-separated, quoted where needed; no cell begins like a formula.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_safe(cell) for cell in line] for line in table])
    return text.getvalue()


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of ``dpviz grade``.

    Parameters
    ----------
    command : argparse.ArgumentParser
        Where they go.
    """
    command.description = f"Check the receipts of a folder again, and print a CSV table. {NOTE}"
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where the receipts lie (*.json, also deeper)")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the table there, not to the screen")
    command.add_argument(
        "--by", choices=("file", "task"), default="file", help="one line a receipt, or a task (default %(default)s)"
    )
    command.add_argument(
        "--jobs", type=_at_least(int, 1), default=1, metavar="N", help="check N receipts at once (default %(default)s)"
    )
    command.add_argument(
        "--seconds",
        type=_at_least(float, 1),
        default=20.0,
        metavar="S",
        help="time limit of one answer (default %(default)s)",
    )
    command.add_argument(
        "--memory",
        type=_at_least(int, 500),
        default=2048,
        metavar="MB",
        help="memory limit of one answer, where the system has one (default %(default)s)",
    )


def _at_least(kind: type[int] | type[float], least: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value: float = kind(text)
        except ValueError:
            value = -1
        if not least <= value < 1e9:
            raise argparse.ArgumentTypeError(f"must be a number >= {least}; got {text!r}")
        return value

    return parse


def run(options: argparse.Namespace) -> int:
    """Do what the command line says.

    Parameters
    ----------
    options : argparse.Namespace
        As `add_options` declares them.

    Returns
    -------
    int
        0 if there were receipts, 1 if there were none, 2 if the folder or the output is not to be had.
    """
    if not options.folder.is_dir():
        print(f"dpviz grade: {options.folder} is not a folder", file=sys.stderr)
        return 2
    limits = Limits(seconds=options.seconds, memory=options.memory << 20)
    rows = grade_folder(options.folder, limits=limits, jobs=options.jobs)
    text = as_csv((by_task if options.by == "task" else by_file)(rows))
    if options.output:
        try:
            # Spreadsheets read the names of people rightly only with a mark in front.
            options.output.write_text(text, encoding="utf-8-sig")
        except OSError as error:
            print(f"dpviz grade: {options.output} cannot be written: {error.strerror}", file=sys.stderr)
            return 2
    else:
        sys.stdout.write(text)
    flagged = len({row.file for row in rows if row.flags})
    files = len({row.file for row in rows})
    print(f"{files} receipts, {flagged} with something to look at", file=sys.stderr)
    return 0 if rows else 1
