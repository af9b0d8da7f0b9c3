"""What is shown beside a sentence says what the sentence says, in words a student can use."""

from __future__ import annotations

import pytest

from dpviz.exercises import catalogue
from tests.exercises.material import examined, solutions, wrong


def rows(lesson, name, answer, seed="Ada"):
    found = examined(lesson, name, answer, seed, seconds=120)
    return found, {row[0]: row[1:] for row in found.evidence}


@pytest.mark.parametrize("number", [0, 1])
def test_a_choice_and_a_decision_are_told_in_words(number):
    _, shown = rows(6, "bug", wrong(6)["bug"][number][0](None))
    assert "query" in shown["the event"][0]
    assert "answer[" not in shown["the event"][0]


@pytest.mark.slow
def test_a_winner_is_never_added_to_a_score():
    for make, _, _ in wrong(10)["tune"]:
        _, shown = rows(10, "tune", make(None))
        assert "answer[6]" not in shown.get("the event", [""])[0]


@pytest.mark.parametrize("seed", range(5))
def test_the_table_beside_a_correct_crowd_proves_it(seed):
    task = catalogue.exercise(10).task("crowd")
    verdict, shown = rows(10, "crowd", solutions(10).SOLUTIONS["crowd"](task.given(seed)), seed)
    second, crowd = (float(cells[0]) for name, cells in shown.items() if name != "place")
    assert verdict.correct
    assert crowd <= second
