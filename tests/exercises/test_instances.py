"""Whatever a student's seed, a wrong formula gives another answer than the right one.

A file of wrong answers names them: ``FORMULAS = {task: [function of given, …]}``, each giving the answer's part or,
for several parts, a tuple. The check itself tells them apart; so its own tolerance counts.
"""

from __future__ import annotations

import secrets

import pytest

from dpviz.exercises import catalogue
from dpviz.exercises.task import generator
from dpviz.exercises.verdict import Answered
from tests.exercises.material import LESSONS, answers, as_parts, solutions

#: By day a few; where everything is run, many, begun anywhere.
SEEDS = [pytest.param(8, id="few"), pytest.param(200, id="many", marks=pytest.mark.slow)]


def formulas(lesson):
    return answers(lesson, "FORMULAS")


NAMED = [(lesson, task) for lesson in LESSONS for task in formulas(lesson)]


def verdict(task, answer, given, seed):
    try:
        return task.check(*as_parts(answer), given=given, rng=generator(seed, task.id, "check", ""))
    except Answered as answered:
        return answered.verdict


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize(("lesson", "name"), NAMED)
def test_wrong_formulas_differ_from_the_right_one_on_every_seed(lesson, name, seeds):
    task = catalogue.exercise(lesson).task(name)
    right = solutions(lesson).SOLUTIONS[name]
    taken = {number: [] for number in range(len(formulas(lesson)[name]))}
    first = 0 if seeds == 8 else secrets.randbelow(10**6)
    for seed in range(first, first + seeds):
        given = task.given(seed)
        found = verdict(task, right(given.public()), given, seed)
        assert found.correct, (seed, found)
        for number, wrong in enumerate(formulas(lesson)[name]):
            if verdict(task, wrong(given.public()), given, seed).correct:
                taken[number].append(seed)
    assert not any(taken.values()), taken


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_task_that_asks_for_one_number_names_wrong_formulas(lesson):
    tasks = catalogue.exercise(lesson).tasks
    asked = {task.id for task in tasks if len(task.parts) == 1 and not task.parts[0].endswith("()")}
    assert asked <= set(formulas(lesson))
    assert all(len(formulas(lesson)[name]) >= 3 for name in asked)
