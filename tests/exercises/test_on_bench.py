"""Answers to tasks that audit, on the bench: its code runs there, and calls the student's function."""

from __future__ import annotations

import importlib
import inspect
from html import unescape
from urllib.parse import unquote

import numpy as np
import pytest

from dpviz.exercises import session, start
from dpviz.exercises.form import exercise
from dpviz.exercises.source import source_of
from dpviz.kernel.browser.bench import Clock, read
from dpviz.lessons.catalogue import LESSONS

TASKS = [(entry.number, task) for entry in LESSONS for task in exercise(entry.number).tasks if task.bench]


@pytest.mark.parametrize(("lesson", "task"), TASKS, ids=[f"{lesson}-{task.id}" for lesson, task in TASKS])
def test_the_solution_runs_on_the_bench(lesson, task):
    given = task.given("anna", lesson)
    solutions = importlib.import_module(f"tests.exercises.lesson_{lesson:02d}.solutions").SOLUTIONS
    code = task.on_bench(source_of(task.names, (solutions[task.id](given),)), given.public())
    mechanism, options = read(code, Clock())
    assert options["claim"] == given.epsilon
    for name in ("data", "neighbour"):
        mechanism(options[name], np.random.default_rng(0))
    assert not np.array_equal(options["data"], options["neighbour"])


def test_tasks_that_audit_are_on_the_bench():
    audited = [
        (entry.number, task.id)
        for entry in LESSONS
        for task in exercise(entry.number).tasks
        if "keeps_promise" in inspect.unwrap(task.check).__code__.co_names
    ]
    assert len(audited) >= 7
    assert [(lesson, task.id) for lesson, task in TASKS] == audited
    assert exercise(1).task("bug").on_bench("", None) == ""


def test_a_checked_answer_has_a_link():
    my = start(1, seed="anna")
    shown = my.check("bug", lambda ages, highest, epsilon, rng: 0.0)._repr_html_()
    assert "See it on the bench" in shown
    address = unescape(shown).split('href="')[1].split('"')[0]
    assert address.startswith(session.SITE)
    assert "return mean_age(data, highest, epsilon, rng)" in unquote(address)
    assert "See it on the bench" not in my.check("laplace", lambda *_: 0.0)._repr_html_()
