"""An exercise as an assignment, given out, handed in and graded by nbgrader and by otter-grader themselves."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dpviz.cli import main
from dpviz.exercises import catalogue, start
from tests.exercises.material import LESSONS, ROOT, notebook

NAME = notebook(1).stem
SEED = 'the course’s "own" seed'
RIGHT = "def laplace(value, sensitivity, epsilon, rng):\n    return value + rng.laplace(scale=sensitivity / epsilon)"
ALMOST = RIGHT.replace("scale=", "scale=2 * ")
# What a student might do who knows what a check needs.
FORGED = (
    "class Forged:\n"
    "    worth = 1.0\n"
    "    correct = True\n"
    "    def check(self, *_):\n"
    "        return self\n"
    "my = Forged()\n"
    "def laplace(value, sensitivity, epsilon, rng):\n"
    "    return value"
)
#: The points of the first task, of one that was attempted and of the four that were not.
HANDED_IN = {"right": (RIGHT, 1.0), "almost": (ALMOST, 0.5), "forged": (FORGED, 0.0), "empty": (None, 0.0)}


def assigned(grader, folder, *more):
    return main(["assign", grader, str(folder), "--seed", SEED, *more])


def code(path):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def hand_in(given, answer, path):
    """The notebook that was given out, with an answer to its first task."""
    content = json.loads(given.read_text(encoding="utf-8"))
    for cell in content["cells"]:
        if answer and "".join(cell["source"]).startswith("def laplace("):
            cell["source"] = answer
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


def command(*words, folder):
    # nbgrader starts another command of its environment by its bare name.
    places = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=places, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
    return done


# What is written -----------------------------------------------------------------------------------------------


def test_every_check_is_an_autograder_cell_and_answers_stay_as_they_are(tmp_path, capsys):
    assert assigned("nbgrader", tmp_path) == 0
    assert f"{len(LESSONS)} exercises" in capsys.readouterr().out
    for lesson in LESSONS:
        path = tmp_path / "source" / notebook(lesson).stem / notebook(lesson).name
        marked = {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in code(path) if cell["metadata"]}
        tasks = catalogue.exercise(lesson).tasks
        assert list(marked) == ["start", *(task.id for task in tasks)]
        assert sum(cell["metadata"]["nbgrader"].get("points", 0) for cell in marked.values()) == sum(
            task.points for task in tasks
        )
        assert all(cell["metadata"]["nbgrader"]["locked"] for cell in marked.values())
        namespace = {}
        exec("".join(marked["start"]["source"]).removesuffix("\nmy"), namespace)
        assert namespace["my"].seed == start(lesson, seed=SEED).seed
        answers = [cell["source"] for cell in code(notebook(lesson)) if "check(" not in "".join(cell["source"])]
        kept = [cell["source"] for cell in code(path) if "check(" not in "".join(cell["source"])]
        assert kept[1:] == answers[1:]


def test_nothing_is_overwritten_unasked(tmp_path, capsys):
    assert assigned("otter", tmp_path, "--lessons", "2", "3") == 0
    path = tmp_path / notebook(3).stem / notebook(3).name
    path.write_text("mine")
    assert assigned("otter", tmp_path, "--lessons", "1", "3") == 2
    assert str(path) in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert not (tmp_path / notebook(1).stem).exists()
    assert assigned("otter", tmp_path, "--lessons", "3", "--force") == 0
    assert path.read_text() != "mine"


def test_what_is_in_the_way_is_named(tmp_path, capsys):
    (tmp_path / "source").write_text("a file")
    assert assigned("nbgrader", tmp_path, "--lessons", "1") == 2
    assert "cannot be written" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["assign", "otter", str(tmp_path), "--lessons", "77", "--seed", "x"])


# What the graders make of it -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nbgrader_gives_out_grades_and_is_not_deceived(tmp_path):
    pytest.importorskip("nbgrader")
    from nbgrader.api import Gradebook

    assigned("nbgrader", tmp_path, "--lessons", "1")
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'course'\n")
    command("nbgrader", "generate_assignment", NAME, folder=tmp_path)
    released = tmp_path / "release" / NAME / f"{NAME}.ipynb"
    text = "\n".join("".join(cell["source"]) for cell in code(released))
    assert "HIDDEN" not in text
    assert "NotImplementedError" not in text
    assert "def mean_age(ages, highest, epsilon, rng):" in text  # the code with a bug is still there
    for student, (answer, _) in HANDED_IN.items():
        hand_in(released, answer, tmp_path / "submitted" / student / NAME / f"{NAME}.ipynb")
    command("nbgrader", "autograde", NAME, folder=tmp_path)
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as book:
        scores = {
            submission.student.id: {grade.name: grade.score for grade in submission.notebooks[0].grades}
            for submission in book.assignment_submissions(NAME)
        }
    assert {student: scores[student]["laplace"] for student in scores} == {
        student: points for student, (_, points) in HANDED_IN.items()
    }
    assert all(sum(found.values()) == found["laplace"] for found in scores.values())


@pytest.mark.slow
def test_otter_grades_and_is_not_deceived(tmp_path):
    pytest.importorskip("otter")
    assigned("otter", tmp_path, "--lessons", "1")
    home = tmp_path / NAME
    command("otter", "generate", "--no-environment", folder=home)
    (archive,) = home.glob("autograder*.zip")
    for student, (answer, points) in HANDED_IN.items():
        hand_in(home / f"{NAME}.ipynb", answer, home / student / f"{NAME}.ipynb")
        command("otter", "run", f"{student}/{NAME}.ipynb", "-a", archive.name, "-o", student, folder=home)
        found = json.loads((home / student / "results.json").read_text())
        scores = {test["name"].split()[0]: test.get("score", 0) for test in found["tests"]}
        assert scores["laplace"] == points, (student, found)
        assert sum(scores.values()) == points


def test_the_readme_says_how(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    for line in [line for line in lines if line.startswith("dpviz assign ")]:
        words = shlex.split(line, comments=True)
        assert main(words[1:]) == 0
        assert list(Path(words[3]).rglob("*.ipynb"))
    assert sum(line.startswith("dpviz assign ") for line in lines) == 2
