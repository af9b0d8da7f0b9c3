"""Sentences and checks fit: each sentence is said, each one said is there, with the numbers it names and its kind."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from dpviz.exercises import catalogue, lessons
from dpviz.exercises.form import TEXTS, Says, exercise, texts

FOLDERS = sorted(Path(lessons.__path__[0]).glob("lesson_*/"))
MODULES = [
    pytest.param(folder / f"{block.name}.py", id=f"{folder.name}-{block.name}")
    for folder in FOLDERS
    for block in texts(folder).values()
    if block.kind != "exercise"
]


def values(sentence):
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(sentence) if name}


def calls(tree):
    """Calls of `say` and its methods: the keys they name, and their other words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            of = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            if isinstance(of, ast.Name) and of.id == "say":
                key = node.args[1 if getattr(node.func, "attr", "") in ("when", "unless") else 0]
                branches = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
                keys = [one.value for one in branches if isinstance(one, ast.Constant)]
                yield node, keys, {keyword.arg for keyword in node.keywords}


@pytest.mark.parametrize("file", MODULES)
def test_what_is_said_is_written_and_what_is_written_is_said(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    sentences = Says(str(file)).sentences
    constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert set(sentences) <= constants
    for node, keys, words in calls(tree):
        assert set(keys) <= set(sentences), node.lineno
        given = words - {"kind", "evidence", None}
        if keys and None not in words:
            wanted = set().union(*(values(sentences[key][1]) for key in keys))
            assert given == wanted, (node.lineno, keys)
            assert ("kind" in words) == any(sentences[key][0] == "either" for key in keys), (node.lineno, keys)


@pytest.mark.parametrize("file", MODULES)
def test_sentences_are_not_written_in_the_code(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.FunctionDef, ast.ClassDef)
    docs = [ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)]
    prose = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert not [text for text in prose if text not in docs and len(text) > 100]


@pytest.mark.parametrize("file", MODULES)
def test_a_task_is_short(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize("lesson", [int(folder.name[-2:]) for folder in FOLDERS])
def test_an_exercise_is_its_folder(lesson):
    found = exercise(lesson)
    assert catalogue.exercise(lesson) == found
    assert found.title
    for task in found.tasks:
        assert all((task.title, task.goal, task.parts, task.hints))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("task: one\ntitle: T", "begins with `exercise`"),
        ("exercise: E\n\ntask: one\n\nshared: one", "stands twice"),
        ("exercise: E\n\ntask: one\nsometimes late: Late.", "no field"),
        ("exercise: E\n\ntask: one\nworking late: Late.\nalmost late: Late.", "no field, or one that stands twice"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_its_place(tmp_path, text, why):
    tmp_path.joinpath(TEXTS).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=why):
        Says(str(tmp_path / "one.py"))
