"""``dpviz assign``: an exercise as an assignment for nbgrader or for otter-grader.

Both run a student's whole notebook and then the checks, in one process. So every check begins with a fresh `start`
of its own (students may have replaced `my`), and the seed is the course's.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
from pathlib import Path
from typing import Any

from dpviz._notebooks import exercise_notebook
from dpviz.exercises import catalogue
from dpviz.exercises.task import PLACEHOLDER, Exercise, Task

Notebook = dict[str, Any]

#: What nbgrader writes beside a cell that students may not change.
_LOCKED = {"schema_version": 3, "locked": True, "solution": False, "task": False}


def _checked(source: str, exercise: Exercise) -> Task | None:
    """The task that a cell checks."""
    return next((task for task in exercise.tasks if source.startswith(f'my.check("{task.id}"')), None)


def _quoted(text: str) -> str:
    """The text between double quotes, as the notebooks write it."""
    return json.dumps(text, ensure_ascii=False)


def _begins(source: str) -> bool:
    return "my = start(" in source


def _with_seed(notebook: Notebook, seed: str) -> Notebook:
    """A copy of the notebook that begins with the course's seed."""
    made = copy.deepcopy(notebook)
    for cell in made["cells"]:
        if cell["cell_type"] == "code" and _begins("".join(cell["source"])):
            source = "".join(cell["source"]).replace("import restore, start", "import start")
            cell["source"] = source.replace(_quoted(PLACEHOLDER), _quoted(seed))
    # The cell about one's own receipts speaks of a seed of one's own.
    made["cells"] = [cell for cell in made["cells"] if "my = restore(" not in "".join(cell["source"])]
    return made


def for_nbgrader(notebook: Notebook, exercise: Exercise, seed: str) -> Notebook:
    """The exercise's notebook, with the course's seed, as nbgrader's source notebook, for ``source/ASSIGNMENT/``.

    Cells for answers stay as they are; checks are autograder cells, each worth its task's points.
    """
    made = _with_seed(notebook, seed)
    for cell in made["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        if _begins(source):
            cell["metadata"]["nbgrader"] = {**_LOCKED, "grade": False, "grade_id": "start"}
        elif task := _checked(source, exercise):
            call = source.splitlines()[0]
            worth = "verdict.worth" if task.points == 1 else f"{task.points:g} * verdict.worth"
            cell["source"] = (
                "### BEGIN HIDDEN TESTS\n"
                f"from dpviz.exercises import start\nmy = start({exercise.lesson}, seed={_quoted(seed)})\n"
                f"### END HIDDEN TESTS\nverdict = {call}\ndisplay(verdict)\n{worth}"
            )
            cell["metadata"]["nbgrader"] = {**_LOCKED, "grade": True, "grade_id": task.id, "points": task.points}
    return made


def for_otter(notebook: Notebook, exercise: Exercise, seed: str) -> tuple[Notebook, dict[str, str]]:
    """The exercise for otter-grader, with the course's seed: the students' notebook, and tests for ``otter generate``.

    The tests are files, by name, one a task, in the exception-based form.
    """
    tests = {}
    for task in exercise.tasks:
        answers = ", ".join(f"env.get({_quoted(name)})" for name in task.names)
        tests[f"{task.id}.py"] = f'''"""Task {task.id} of dpviz's exercise {exercise.lesson}: "almost" is half."""

from dpviz.exercises import start
from otter.test_files import test_case

OK_FORMAT = False
name = {_quoted(task.id)}
points = {task.points:g}


def verdict(env):
    return start({exercise.lesson}, seed={_quoted(seed)}).check({_quoted(task.id)}, {answers})


@test_case(points={task.points / 2:g})
def test_almost(env):
    found = verdict(env)
    assert found.worth >= 0.5, found.sentence


@test_case(points={task.points / 2:g})
def test_correct(env):
    found = verdict(env)
    assert found.worth == 1, found.sentence
'''
    return _with_seed(notebook, seed), tests


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of ``dpviz assign``."""
    command.description = (
        "Write exercises as assignments: for nbgrader into FOLDER/source/NAME/, every check an autograder cell; "
        "for otter-grader into FOLDER/NAME/, with a test file for each task."
    )
    command.add_argument("grader", choices=("nbgrader", "otter"), help="which grader they are for")
    command.add_argument("folder", type=Path, metavar="FOLDER", help="nbgrader's course folder, or any folder")
    command.add_argument(
        "--lessons",
        type=int,
        nargs="+",
        choices=catalogue.numbers(),
        default=catalogue.numbers(),
        metavar="N",
        help="which exercises, by their lessons' numbers (default: all)",
    )
    command.add_argument(
        "--seed", required=True, help="the course's seed, any text: everybody gets the numbers made from it"
    )
    command.add_argument("--force", action="store_true", help="overwrite what is there")


def _files(grader: str, path: Path, exercise: Exercise, seed: str) -> dict[Path, str]:
    """What is written for one exercise: places inside the folder, and texts."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    tests: dict[str, str] = {}
    if grader == "nbgrader":
        made = for_nbgrader(notebook, exercise, seed)
        home = Path("source", path.stem)
    else:
        made, tests = for_otter(notebook, exercise, seed)
        home = Path(path.stem)
    return {
        home / path.name: json.dumps(made, indent=1, ensure_ascii=False) + "\n",
        **{home / "tests" / name: text for name, text in tests.items()},
    }


def run(options: argparse.Namespace) -> int:
    """Do what the command line says: 0, or 2 if something is in the way."""
    files: dict[Path, str] = {}
    for lesson in options.lessons:
        path = exercise_notebook(lesson)
        if path is None:
            print(f"dpviz assign: the notebook of exercise {lesson} is not installed", file=sys.stderr)
            return 2
        files |= _files(options.grader, path, catalogue.exercise(lesson), options.seed)
    there = [path for path in files if (options.folder / path).exists()]
    if there and not options.force:
        print(f"dpviz assign: {options.folder / there[0]} is there already; --force overwrites it", file=sys.stderr)
        return 2
    try:
        for path, text in files.items():
            (options.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (options.folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"dpviz assign: {error.filename} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{len(options.lessons)} exercises written into {options.folder}")
    return 0
