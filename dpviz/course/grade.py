"""``dpviz grade FOLDER``: a folder of receipts, each checked again, as one CSV table."""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import os
import re
import secrets
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from dpviz.course import plagiarism, sandbox
from dpviz.course.recheck import Limits, Row, recheck
from dpviz.exercises import receipt
from dpviz.exercises.task import tidy
from dpviz.exercises.verdict import KINDS

NOTE = """\
Every answer is code of a student's, and is run on this machine: in a process of its own, with limits on time, memory
and output, shut into the best box there is. In bwrap (the package bubblewrap) it sees Python and dpviz and no other
file, process or network; in unshare (util-linux) no other process or network, but every file of yours; with neither,
all that you see. Each is tried before it is used, and the table says which it was. That contains accidents and simple
attacks. It is no wall against an attack on the system itself: for people you do not know, use a machine or a container
that holds nothing else."""

GROWING = """\
write the table there, not to the screen: FILE.part grows receipt by receipt and is what is left if grading is stopped;
FILE itself is put in place at the end, in one step and from memory, so that no answer can have written into it"""

_LIKENESS = ("same seed as", "same answer as", "same answer but for names as")
_LONGEST = 2_000  # characters in a cell; spreadsheets take 32,767
#: Where a cell would begin like a formula, were the separator another: a table with commas may be opened where
#: semicolons separate, and quotes count only at the beginning of a cell. After a space a number may stand.
_FORMULA = re.compile(
    r"""(?:^|[,;|:\t])[\s"']*(?=[=+\-@＝＋－＠])|\s["']*(?=[=+\-@＝＋－＠]\S)(?![+-][\d.,]+%?(?:[\s);:]|$))"""
)


def _safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula, or for several cells with one among them."""
    cut = cell if len(cell) <= _LONGEST else f"{cell[:_LONGEST]} …"
    text = "".join(letter if letter.isprintable() else " " for letter in cut)
    return _FORMULA.sub(lambda found: found[0] + "'", text)


def _found(folder: Path) -> dict[str, Path]:
    """What is called a receipt in a folder and the folders in it, by name; and folders that cannot be looked into."""
    closed: list[OSError] = []
    paths = [
        Path(where, name)
        for where, folders, files in os.walk(folder, onerror=closed.append)
        for name in (*folders, *files)
        if name.lower().endswith(".json")
    ]
    paths += [Path(error.filename) for error in closed]
    return {path.relative_to(folder).as_posix(): path for path in sorted(paths)}


def _compare(paths: dict[str, Path]) -> dict[tuple[str, str], list[str]]:
    """What is to be said of files by comparing them: by file and task, without a task of the file as a whole."""
    groups: dict[tuple[int, str, str], set[str]] = defaultdict(set)
    for name, path in paths.items():
        try:
            record = receipt.load(path)
            groups[0, "", f"{record['lesson']} {tidy(record['seed'])}"].add(name)
            for item in record["tasks"]:
                for kind, mark in enumerate(plagiarism.marks(record["lesson"], item["source"]), 1):
                    groups[kind, item["task"], mark].add(name)
        except Exception:  # `recheck` says what is wrong with it
            continue
    flags: dict[tuple[str, str], list[str]] = defaultdict(list)
    told: dict[tuple[str, str], set[str]] = defaultdict(set)
    for (kind, task, mark), names in sorted(groups.items()):
        for name in names if mark else ():
            if others := names - {name} - told[name, task]:
                flags[name, task].append(f"{_LIKENESS[kind]} {', '.join(sorted(others)[:5])}")
                told[name, task] |= others
    return flags


def _rechecked(name: str, path: Path, limits: Limits | None) -> list[Row]:
    """A receipt's rows; what nobody foresaw costs this receipt and no other."""
    try:
        return recheck(path, name=name, limits=limits)
    except Exception as error:
        flag = f"not checked, by an error of dpviz's own: {type(error).__name__}: {str(error)[:200]}"
        return [Row(name, "", "", "", "", "missing", 0.0, 0.0, (flag,), "")]


def graded(folder: Path, *, limits: Limits | None = None, jobs: int = 1) -> Iterator[list[Row]]:
    """The receipts of a folder and the folders in it, each checked again.

    Parameters
    ----------
    folder : pathlib.Path
        Where they lie (``*.json``).
    limits : Limits, optional
        What each answer may use.
    jobs : int, default 1
        How many receipts are checked at once.

    Yields
    ------
    list of Row
        One receipt's, as soon as it is done; in the order of the files' names.
    """
    paths = _found(folder)
    same = _compare(paths)
    with ThreadPoolExecutor(jobs) as pool:
        for rows in pool.map(lambda item: _rechecked(item[0], item[1], limits), paths.items()):
            yield [
                replace(row, flags=(*row.flags, *same.get((row.file, ""), ()), *same.get((row.file, row.task), ())))
                for row in rows
            ]


HEADINGS = {
    "file": ("file", "lesson", "seed", "points", "of", "tasks", "flags", "box"),
    "task": ("file", "lesson", "seed", "task", "claimed", "verdict", "points", "of", "flags", "sentence", "box"),
}


def lines(rows: list[Row], by: str) -> list[list[str]]:
    """One receipt in the table.

    Parameters
    ----------
    rows : list of Row
        The receipt's.
    by : {"file", "task"}
        One line, or one line a task.

    Returns
    -------
    list of list of str
        Cells under `HEADINGS`.
    """
    if by == "task":
        return [
            [
                *map(str, (row.file, row.lesson, row.seed, row.task, row.claimed, row.found)),
                *(f"{row.points:g}", f"{row.of:g}", "; ".join(row.flags), row.sentence, row.box),
            ]
            for row in rows
        ]
    flags: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        for flag in row.flags:
            flags[flag].append(row.task)
    whole = [flag if len(names) == len(rows) else f"{' '.join(names)}: {flag}" for flag, names in flags.items()]
    points, of = sum(row.points for row in rows), sum(row.of for row in rows)
    verdicts = "; ".join(f"{row.task}: {KINDS[row.found][0].lower()}" for row in rows if row.task)
    first = rows[0]
    return [
        [first.file, str(first.lesson), first.seed, f"{points:g}", f"{of:g}", verdicts, "; ".join(whole), first.box]
    ]


def as_csv(table: Iterable[Iterable[str]]) -> str:
    """The table as CSV.

    Parameters
    ----------
    table : iterable of iterable of str
        Lines of cells.

    Returns
    -------
    str
        Comma-separated, quoted where needed; nothing in it begins like a formula, whatever the reader's separator.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_safe(cell) for cell in line] for line in table])
    return text.getvalue()


@contextlib.contextmanager
def _growing(path: Path | None) -> Iterator[Callable[[str], None]]:
    """What takes the table's text piece by piece: the screen, or a file as `GROWING` says."""
    if path is None:

        def show(text: str) -> None:
            code = sys.stdout.encoding or "utf-8"
            sys.stdout.write(text.encode(code, "replace").decode(code))
            sys.stdout.flush()

        yield show
        return
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise OSError(0, "it is a link or a folder, not a file")
    kept: list[str] = []
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    # Spreadsheets read the names of people rightly only with a mark in front. Nothing that lies there is followed.
    with part.open("x", encoding="utf-8-sig") as file:

        def grow(text: str) -> None:
            kept.append(text)
            file.write(text)
            file.flush()

        yield grow
    whole = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with whole.open("x", encoding="utf-8-sig") as file:
        file.write("".join(kept))
    whole.replace(path)
    part.unlink(missing_ok=True)


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of ``dpviz grade``.

    Parameters
    ----------
    command : argparse.ArgumentParser
        Where they go.
    """
    command.description = f"Check the receipts of a folder again, and print a CSV table. {NOTE}"
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where the receipts lie (*.json, also deeper)")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=GROWING)
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
        help="time limit of one answer, of the processor's time; after 2 S + 5 seconds it is ended whatever it does "
        "(default %(default)s)",
    )
    command.add_argument(
        "--memory",
        type=_at_least(int, 500),
        default=2048,
        metavar="MB",
        help="memory limit of one answer, where the system has one (default %(default)s)",
    )
    command.add_argument(
        "--box",
        choices=sandbox.CHOICES,
        default="best",
        help="what an answer is shut in, as said above (default %(default)s)",
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
        0 if there were receipts, 1 if there were none, 2 if the folder, the box or the output is not to be had,
        130 if it was stopped.
    """
    if not options.folder.is_dir():
        print(f"dpviz grade: {options.folder} is not a folder", file=sys.stderr)
        return 2
    try:
        used = sandbox.choose(options.box)
    except sandbox.NoBox as error:
        print(f"dpviz grade: {error}", file=sys.stderr)
        return 2
    if used == "none":
        why = "; ".join(f"{name}: {told}" for name in sandbox.CHOICES[1:] if (told := sandbox.problem(name)))
        print(f"dpviz grade: answers run unboxed, as you ({why or 'as was asked'})", file=sys.stderr)
    limits = Limits(seconds=options.seconds, memory=options.memory << 20, box=used)
    files = flagged = 0
    try:
        with _growing(options.output) as write:
            write(as_csv([HEADINGS[options.by]]))
            for rows in graded(options.folder, limits=limits, jobs=options.jobs):
                write(as_csv(lines(rows, options.by)))
                files += 1
                flagged += any(row.flags for row in rows)
    except OSError as error:
        print(f"dpviz grade: {options.output or 'the screen'} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"dpviz grade: stopped after {files} receipts", file=sys.stderr)
        return 130
    print(f"{files} receipts, {flagged} with something to look at; box: {used}", file=sys.stderr)
    return 0 if files else 1
