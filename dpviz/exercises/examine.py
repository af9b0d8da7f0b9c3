"""One attempt examined: the student's answer in, a verdict out, whatever the answer does."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from dpviz.exercises.contain import (
    Contained,
    GlobalRandomness,
    OutOfTime,
    Sink,
    captured,
    memory_limit,
    time_limit,
    told,
)
from dpviz.exercises.task import Exercise, Task, generator
from dpviz.exercises.verdict import Answered, Verdict, missing, require, working

#: How a sentence begins if the check itself stumbled over an answer.
UNUSABLE = "The check cannot make use of your answer"


def _parts(task: Task, answers: tuple[Any, ...]) -> list[Any]:
    """The answer's parts as the check gets them; ends the check if one is not there or of the wrong sort."""
    wanted = ", ".join(task.names)
    require(answers, missing(f"Hand your answer to the check: `check({task.id!r}, {wanted})`."))
    require(
        len(answers) == len(task.parts),
        working(f"This check takes {len(task.parts)} things after the task's name: {wanted}; you gave {len(answers)}."),
    )
    parts = []
    for part, name, answer in zip(task.parts, task.names, answers, strict=True):
        require(
            answer is not None and answer is not Ellipsis,
            missing(f"`{name}` is still empty: put your answer in place of the three dots."),
        )
        if part.endswith("()"):
            require(
                callable(answer),
                working(f"`{name}` should be the function itself, without calling it; it is {type(answer).__name__}."),
            )
            parts.append(Contained(answer, name))
        else:
            require(not callable(answer), working(f"`{name}` should be a value; it is a function. Call it first."))
            parts.append(copy.deepcopy(answer))
    return parts


def examine(
    exercise: Exercise,
    task: Task,
    answers: tuple[Any, ...],
    seed: object,
    *,
    seconds: float | None = None,
    draw: str = "",
) -> Verdict:
    """Check one answer.

    Parameters
    ----------
    exercise : Exercise
        The exercise the task belongs to.
    task : Task
        The task.
    answers : tuple
        The answer's parts, in the order of `task.parts`.
    seed : object
        The student's seed; it chooses the numbers, and the draws of the check.
    seconds : float, optional
        Time limit, of the processor's time; by default the task's.
    draw : str, default ""
        Another word gives the check other draws (a grader looks twice).

    Returns
    -------
    Verdict
        Always one; nothing the student's code does is raised.
    """
    limit = task.seconds if seconds is None else seconds
    sink, randomness = Sink(), GlobalRandomness()
    # Made outside the limits: an error here is ours, and should be seen.
    given = task.given(seed, exercise.lesson)
    rng = generator(seed, task.id, "check", draw)
    try:
        with captured(sink), memory_limit(), time_limit(limit):
            verdict = task.check(*_parts(task, answers), given=given, rng=rng)
    except Answered as answered:
        verdict = answered.verdict
    except OutOfTime:
        verdict = working(
            f"Your code was still running after {limit:g} seconds and was stopped. "
            "Look for a loop that does not end, or for work that grows too fast."
        )
    except KeyboardInterrupt:
        verdict = working("You stopped the check before it was done.")
    except BaseException as error:  # the answer is something the check could not handle
        verdict = working(f"{UNUSABLE} ({told(error)}). Is it of the kind the task asks for?")
    drawn = randomness.used()
    if drawn and verdict.kind != "missing":
        verdict = working(
            f"Your code draws from the global random generator (`{drawn}`). Draw from `rng`, which your function is "
            "handed: only so can a result be repeated."
        )
    return replace(verdict, printed=sink.text())
