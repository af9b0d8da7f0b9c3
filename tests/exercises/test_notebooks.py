"""Every student notebook: runs unsolved without an error, and asks for what its exercise checks."""

from __future__ import annotations

import ast
import json
import linecache
import os

import pytest

from dpviz.exercises import Session, Verdict, catalogue
from dpviz.exercises.task import Hints
from tests.browser import some_by_day
from tests.exercises.material import LESSONS, NOTEBOOKS, notebook


def cells(lesson):
    content = json.loads(notebook(lesson).read_text(encoding="utf-8"))
    return [("".join(cell["source"]), cell["cell_type"]) for cell in content["cells"]]


def run(lesson):
    """What each code cell shows: its last line's value, as a notebook would."""
    namespace, shown = {"__name__": "__main__"}, []
    for number, (source, kind) in enumerate(cells(lesson)):
        if kind != "code":
            continue
        filename = f"<cell {lesson}.{number}>"
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, filename, "exec"), namespace)
        value = eval(compile(ast.Expression(last.value), filename, "eval"), namespace) if last else None
        shown.append((source, value))
    return shown


@pytest.mark.parametrize("lesson", some_by_day(LESSONS, 3))
def test_runs_unsolved_from_top_to_bottom(lesson, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    verdicts, shown = [], run(lesson)
    assert isinstance(shown[0][1], Session)
    for source, value in shown:
        assert repr(value)
        if hasattr(value, "_repr_html_"):
            assert value._repr_html_() is not None
        if isinstance(value, Verdict):
            verdicts.append(value)
            # A function handed out with a bug is an answer, though a wrong one.
            assert value.kind in ("missing", "working"), source
    exercise = catalogue.exercise(lesson)
    assert len(verdicts) == len(exercise.tasks)
    assert sum(verdict.kind == "missing" for verdict in verdicts) >= len(verdicts) / 2
    assert len(os.listdir(tmp_path)) == 1


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_task_is_shown_asked_checked_and_hinted(lesson):
    code = [source for source, kind in cells(lesson) if kind == "code"]
    for task in catalogue.exercise(lesson).tasks:
        assert f'my.task("{task.id}")' in code
        assert f'my.check("{task.id}", {", ".join(task.names)})' in code
        assert f'my.hints("{task.id}")' in code
    assert f"start({lesson}, " in code[0]
    assert code[0].rstrip().endswith("\nmy")
    assert code[-1] == "my.receipt()"


@pytest.mark.parametrize("lesson", LESSONS)
def test_begins_with_goals_and_a_way_to_start(lesson):
    first = cells(lesson)[0][0]
    assert first.startswith(f"# Exercise {lesson}: {catalogue.exercise(lesson).title}\n")
    assert "can\n" in first
    assert "\n- " in first


def test_each_exercise_has_one_notebook():
    assert len(LESSONS) == len(list(NOTEBOOKS.glob("*.ipynb")))
    assert any(isinstance(value, Hints) for _, value in run(LESSONS[0]))
