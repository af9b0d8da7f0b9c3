"""``dpviz grade FOLDER``: a folder of receipts, each checked again, as one CSV table."""

from __future__ import annotations

import argparse
import contextlib
import csv
import hashlib
import io
import os
import re
import secrets
import sys
import tempfile
import threading
import zlib
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

from dpviz.course import sandbox
from dpviz.course.plagiarism import Likeness
from dpviz.course.recheck import Limits, Row, recheck
from dpviz.exercises import catalogue, receipt
from dpviz.exercises.contain import MEMORY, memory_limit
from dpviz.exercises.verdict import KINDS

NOTE = """\
Every answer is code of a student's, and is run on this machine: in a process of its own, with limits on time, memory
and output, shut into the best box there is. In bwrap (the package bubblewrap) and in unshare (util-linux) it sees
Python and dpviz, and reads and writes no other file than in an empty folder; it sees no other process and no network.
With neither, it sees and changes all that you can. Each is tried before it is used, and the table says which it was.
That contains accidents and simple attacks. It is no wall against an attack on the system itself: for people you do not
know, use a machine or a container that holds nothing else."""

GROWING = """\
write the table there, not to the screen: FILE.part grows receipt by receipt and is what is left if grading is stopped;
FILE itself is put in place at the end, in one step and from memory, so that no answer can have written into it"""

#: What is said at the end where there was no wall.
_UNBOXED = """\
no wall was around the answers: each could have read and sent your files and all receipts, and changed this grader
while it ran, so any mark or flag of this table; and rewritten receipts, dpviz itself or what you run next"""

#: Where this dpviz lies.
PACKAGE = Path(__file__).resolve().parents[1]
#: Bytes for a thread that parses answers, however little the system gives.
_STACK = 1 << 24
_DEEPEST = 100  # folders within one another; of a thousand Python loses its way
_LONGEST = 2_000  # characters in a cell; spreadsheets take 32,767
_LONGEST_FLAG = 200  # so that a file of a long name hides no other flag behind its own
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
    """What is called a receipt in a folder and the folders in it, by name; and folders that are not looked into."""
    closed: list[OSError] = []
    paths = []
    for where, folders, files in os.walk(folder, onerror=closed.append):
        paths += [Path(where, name) for name in (*folders, *files) if name.lower().endswith(".json")]
        if len(Path(where).parts) > len(folder.parts) + _DEEPEST:
            paths += [Path(where, name) for name in folders]
            folders.clear()
        paths += [Path(where, name) for name in folders if Path(where, name).is_symlink()]
    paths += [Path(error.filename) for error in closed]
    return {path.relative_to(folder).as_posix(): path for path in sorted(paths, key=lambda path: path.parts)}


def _prints() -> dict[str, str]:
    """A hash of each file of dpviz's, but for what Python keeps beside them."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


def _held(path: Path, folder: Path) -> Callable[[], bytes]:
    """What is in a file at this moment, or why it cannot be had, for whenever it is asked."""
    try:
        if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
            raise ValueError("it is a link to a file that was not handed in")
        packed = zlib.compress(receipt.taken(path), 1)
    except Exception as error:
        why = error

        def failed() -> bytes:
            raise why

        return failed
    return lambda: zlib.decompress(packed)


def _rechecked(name: str, path: Path, limits: Limits, content: Callable[[], bytes]) -> list[Row]:
    """A receipt's rows; what nobody foresaw costs this receipt and no other."""
    try:
        return recheck(path, name=name, limits=limits, content=content)
    except Exception as error:
        flag = f"not checked, by an error of dpviz's own: {type(error).__name__}: {str(error)[:200]}"
        return [Row(name, "", "", "", "", "missing", 0.0, 0.0, (flag,), "")]


def _likeness(alike: Likeness, name: str) -> list[tuple[str, str]]:
    """What is to be said of a receipt beside others; what nobody foresaw costs this receipt and no other."""
    try:
        return alike.flags(name)
    except Exception as error:
        return [("", f"not compared, by an error of dpviz's own: {type(error).__name__}")]


def graded(folder: Path, *, limits: Limits | None = None, jobs: int = 1) -> Iterator[list[Row]]:
    """The receipts of a folder and the folders in it (``*.json``), each checked again.

    All are read, and every exercise is imported, before the first answer runs. One's rows come as soon as it is done,
    in the order of the files' names; `jobs` are checked at once.
    """
    limits = replace(limits or Limits(), stopped=threading.Event())
    for lesson in catalogue.numbers():
        catalogue.exercise(lesson)
    paths = _found(folder)
    held = {name: _held(path, folder) for name, path in paths.items()}
    todo, running = iter(held.items()), deque[Future[list[Row]]]()
    with ThreadPoolExecutor(jobs) as pool:

        def fill() -> None:
            for name, content in islice(todo, 2 * jobs - len(running)):
                running.append(pool.submit(_rechecked, name, paths[name], limits, content))

        try:
            fill()
            alike = Likeness(held)  # while the first are checked
            while running:
                rows = running.popleft().result()
                said = _likeness(alike, rows[0].file)
                yield [
                    replace(row, flags=(*row.flags, *(flag for task, flag in said if task in ("", row.task))))
                    for row in rows
                ]
                fill()
        finally:  # also if it is stopped: what runs is ended
            limits.stopped.set()
            pool.shutdown(cancel_futures=True)


HEADINGS = {
    "file": ("file", "lesson", "seed", "points", "of", "tasks", "flags", "box"),
    "task": (
        *("file", "lesson", "seed", "task", "claimed", "verdict"),
        *("points", "of", "tries", "flags", "sentence", "box"),
    ),
}


def lines(rows: list[Row], by: str) -> list[list[str]]:
    """One receipt in the table, as cells under `HEADINGS`: one line, or one line a task."""
    if by == "task":
        return [
            [
                *map(str, (row.file, row.lesson, row.seed, row.task, row.claimed, row.found)),
                *(f"{row.points:g}", f"{row.of:g}", str(row.tries), "; ".join(row.flags), row.sentence, row.box),
            ]
            for row in rows
        ]
    flags: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        for flag in row.flags:
            flags[flag].append(row.task)
    whole = [flag if len(names) == len(rows) else f"{' '.join(names)}: {flag}" for flag, names in flags.items()]
    whole = [flag if len(flag) <= _LONGEST_FLAG else f"{flag[:_LONGEST_FLAG]} …" for flag in whole]
    points, of = sum(row.points for row in rows), sum(row.of for row in rows)
    tries = (f" ({row.tries} tries)" if row.tries > 1 else "" for row in rows)
    verdicts = "; ".join(
        f"{row.task}: {KINDS[row.found][0].lower()}{often}" for row, often in zip(rows, tries, strict=True) if row.task
    )
    first = rows[0]
    return [
        [first.file, str(first.lesson), first.seed, f"{points:g}", f"{of:g}", verdicts, "; ".join(whole), first.box]
    ]


def as_csv(table: Iterable[Iterable[str]]) -> str:
    """The table as CSV, quoted where needed; nothing in it begins like a formula, whatever the reader's separator."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_safe(cell) for cell in line] for line in table])
    return text.getvalue()


def _part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


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
    part = _part(path)
    part.unlink(missing_ok=True)
    # Spreadsheets read the names of people rightly only with a mark in front. Nothing that lies there is followed.
    with part.open("x", encoding="utf-8-sig") as file:

        def grow(text: str) -> None:
            kept.append(text)
            file.write(text)
            file.flush()

        yield grow
    whole = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with whole.open("x", encoding="utf-8-sig") as file:
            file.write("".join(kept))
        whole.replace(path)
    finally:
        whole.unlink(missing_ok=True)
    part.unlink(missing_ok=True)


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of ``dpviz grade``."""
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
        help="time limit of one check of an answer: the processor's time that it uses and the time that it sleeps; a "
        "busy machine costs an answer nothing that gets a tenth of a processor (default %(default)s)",
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

    Returns 0 if there were receipts, 1 if there were none, 2 if the folder, the box or the output is not to be had, 130
    if it was stopped; also 2 if files of dpviz's own have changed meanwhile.
    """
    files: list[str] = []
    try:
        return _run(options, files)
    except KeyboardInterrupt:
        print(f"dpviz grade: stopped after {len(files)} receipts{_kept(options, files)}", file=sys.stderr)
        return 130


def _kept(options: argparse.Namespace, files: list[str]) -> str:
    """Where the rows of these files are, if the table is not to be had."""
    return f"; the rows so far are in {_part(options.output)}" if options.output and files else ""


def _run(options: argparse.Namespace, files: list[str]) -> int:
    if not options.folder.is_dir():
        print(f"dpviz grade: {options.folder} is not a folder", file=sys.stderr)
        return 2
    try:
        tempfile.gettempdir()
        used = sandbox.choose(options.box)
    except sandbox.NoBox as error:
        print(f"dpviz grade: {error}", file=sys.stderr)
        return 2
    except FileNotFoundError:
        print("dpviz grade: there is no folder for temporary files (TMPDIR names one)", file=sys.stderr)
        return 2
    if used == "none":
        why = "; ".join(f"{name}: {reason}" for name in sandbox.CHOICES[1:] if (reason := sandbox.problem(name)))
        print(f"dpviz grade: answers run unboxed, as you ({why or 'as was asked'})", file=sys.stderr)
    threading.stack_size(_STACK)  # of all threads from here on: this process only grades
    limits = Limits(seconds=options.seconds, memory=options.memory << 20, box=used)
    before = _prints()
    flagged = 0
    try:
        # What an answer sends may grow where it is read: then its check ends, not the grader.
        with memory_limit((2 + options.jobs) * MEMORY), _growing(options.output) as write:
            write(as_csv([HEADINGS[options.by]]))
            for rows in graded(options.folder, limits=limits, jobs=options.jobs):
                write(as_csv(lines(rows, options.by)))
                files.append(rows[0].file)
                flagged += any(row.flags for row in rows)
    except OSError as error:
        where = options.output or "the screen"
        kept = _kept(options, files)
        print(f"dpviz grade: {where} cannot be written: {error.strerror}{kept}", file=sys.stderr)
        return 2
    print(f"{len(files)} receipts, {flagged} with something to look at; box: {used}", file=sys.stderr)
    if used == "none":
        print(f"dpviz grade: {_UNBOXED}", file=sys.stderr)
    after = _prints()
    if changed := sorted(path for path in before | after if before.get(path) != after.get(path)):
        print(
            f"dpviz grade: DO NOT TRUST THIS TABLE: {len(changed)} of dpviz's own files changed meanwhile, as",
            file=sys.stderr,
        )
        print(f"{changed[0]}; install dpviz again, and look at who wrote what was graded", file=sys.stderr)
        return 2
    return 0 if files else 1
