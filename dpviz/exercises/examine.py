"""One attempt examined: the student's answer in, a verdict out, whatever the answer does."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from dpviz.exercises.contain import (
    PACE,
    WAITING,
    Contained,
    OutOfTime,
    Sink,
    captured,
    described,
    explain,
    memory_limit,
    refuse_inside_answers,
    time_limit,
)
from dpviz.exercises.judge import End, Local, Remote, Student, Unavailable, forked, spawned
from dpviz.exercises.judge.codec import Broken, TooMuch, plain
from dpviz.exercises.source import Unrecordable, run_source, source_of
from dpviz.exercises.task import Exercise, Task, generator
from dpviz.exercises.verdict import Answered, Verdict, missing, require, working

#: How a sentence begins if the check itself stumbled over an answer.
UNUSABLE = "The check cannot make use of your answer"
#: And if the answer was stopped for its time.
LATE = "Your code was still running after"

#: Who uses scipy has so many times as long.
SCIPY = 4.0

#: What a verdict says where no child process is to be had.
INSIDE = ("checked inside this notebook", "a step that never comes back can be ended only with the kernel")


def _require_whole(task: Task, answers: Sequence[Any]) -> None:
    """Ends the check if a part of the answer is not there or of the wrong sort."""
    wanted = ", ".join(task.names)
    require(answers, missing(f"Hand your answer to the check: `check({task.id!r}, {wanted})`."))
    require(
        len(answers) == len(task.parts),
        working(f"This check takes {len(task.parts)} things after the task's name: {wanted}; you gave {len(answers)}."),
    )
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
        else:
            require(not callable(answer), working(f"`{name}` should be a value; it is a function. Call it first."))


def _plain(name: str, answer: Any) -> Any:
    try:
        return plain(answer)
    except (TooMuch, Broken) as error:
        raise Answered(working(f"`{name}` is more than a check can look at: {error}.")) from None


Opened = tuple[End, list[Any]]


def _handed(end: End, task: Task, answers: Sequence[Any]) -> list[Any]:
    return [
        Student(end, place, name) if callable(answer) else _plain(name, answer)
        for place, (name, answer) in enumerate(zip(task.names, answers, strict=True))
    ]


def _open(task: Task, answers: Sequence[Any], seconds: float, sink: Sink, stack: contextlib.ExitStack) -> Opened:
    """Where the answer's functions are asked: a child process if there can be one, else right here."""
    _require_whole(task, answers)
    functions = [
        Contained(answer, name) if callable(answer) else None for name, answer in zip(task.names, answers, strict=True)
    ]
    end = _child(task, answers, functions, seconds, stack) if any(functions) else None
    if end is None:
        stack.enter_context(captured(sink))
        stack.enter_context(memory_limit())
        end = Local(functions, sink)
    return end, _handed(end, task, answers)


def _child(
    task: Task,
    answers: Sequence[Any],
    functions: Sequence[Contained | None],
    seconds: float,
    stack: contextlib.ExitStack,
) -> End | None:
    with contextlib.suppress(Unavailable):
        child = forked(functions, seconds)
        stack.callback(child.end)
        child.allow(seconds)
        return child
    if sys.platform in ("darwin", "win32"):
        with contextlib.suppress(Unavailable, Unrecordable, Answered, OutOfTime):
            source = source_of(task.names, tuple(answers))
            child = stack.enter_context(spawned({"CPU": int(seconds) + 2}))
            child.allow(seconds)
            child.load(source, task.names)
            return child
    return None


def _slow(parts: Sequence[Any], *, waited: bool) -> str:
    """What took the time of an answer that was stopped."""
    for part in parts:
        if isinstance(part, Student) and part.asked > 1 and part.asked * part.took > 1:
            return (
                f"One call takes about {1_000 * part.took:.2g} ms, and here it is made {part.asked:,} times. What is "
                "slow in it? A draw by scipy takes ten times as long as by `rng`, and more if its distribution is new."
            )
    if waited:
        return "Look for a loop that does not end, or for what it waits for; or is this machine busy? Then try again."
    return "Look for a loop that does not end, or for work that grows too fast."


def _examined(
    exercise: Exercise,
    task: Task,
    seed: object,
    limit: float,
    draw: str,
    opened: Callable[[Sink, contextlib.ExitStack], Opened],
) -> Verdict:
    refuse_inside_answers()
    # Made outside the limits: an error here is ours, and should be seen.
    given = task.given(seed, exercise.lesson)
    rng = generator(seed, task.id, "check", draw)
    end, sink, over = None, Sink(), False
    parts: list[Any] = []
    with contextlib.ExitStack() as stack:
        try:
            end, parts = opened(sink, stack)
            # A child's waiting is counted where it is waited for.
            stop = end.stop if isinstance(end, Remote) else None
            with time_limit(limit, waiting=WAITING if isinstance(end, Local) else math.inf, stopped=stop):
                verdict = task.check(*parts, given=given, rng=rng)
        except Answered as answered:
            verdict = answered.verdict
        except OutOfTime as late:
            over, why = True, _slow(parts, waited=late.args == (True,))
            verdict = working(f"{LATE} {limit:g} seconds and was stopped. {why}")
        except KeyboardInterrupt:
            over = True
            verdict = working("You stopped the check before it was done.")
        except BaseException as error:  # the answer is something the check could not handle
            verdict = working(f"{UNUSABLE} ({described(error)}). Is it of the kind the task asks for?")
        drawn, printed = end.report(over=over) if end else ("", sink.text())
    if drawn and verdict.kind != "missing":
        verdict = working(
            f"Your code draws from the global random generator (`{drawn}`). Draw from `rng`, which your function is "
            "handed: only so can a result be repeated."
        )
    if isinstance(end, Local) and any(part.endswith("()") for part in task.parts):
        verdict = replace(verdict, evidence=(*verdict.evidence, INSIDE))
    return replace(verdict, printed=printed)


def examine(
    exercise: Exercise,
    task: Task,
    answers: tuple[Any, ...],
    seed: object,
    *,
    seconds: float | None = None,
    draw: str = "",
) -> Verdict:
    """Check one answer; always a verdict, nothing the student's code does is raised.

    Its functions run in a copy of this process where there can be one. The seed chooses the numbers, and the draws of
    the check; another word for `draw` gives it other draws (a grader looks twice). The limit is of processor time:
    by default the task's, and more of it in a browser.
    """
    # Each draw by scipy costs ten of numpy's.
    pace = PACE * (SCIPY if "scipy.stats" in sys.modules else 1.0)
    limit = task.seconds * pace if seconds is None else seconds
    return _examined(exercise, task, seed, limit, draw, lambda sink, stack: _open(task, answers, limit, sink, stack))


def examine_recorded(
    exercise: Exercise,
    task: Task,
    source: str,
    seed: object,
    *,
    child: Remote,
    seconds: float,
    waiting: float = 2.0,
    draw: str = "",
) -> Verdict:
    """Check one recorded answer in a child process, as `examine` does; no line of it is run in this one."""

    def opened(_sink: Sink, _stack: contextlib.ExitStack) -> Opened:
        child.allow(seconds, waiting=waiting)
        loaded = child.load(source, task.names)
        parts = [part[0] if part else Student(child, place, "") for place, part in enumerate(loaded)]
        _require_whole(task, parts)
        return child, _handed(child, task, parts)

    return _examined(exercise, task, seed, seconds, draw, opened)


def examine_again(exercise: Exercise, task: Task, source: str, seed: object) -> Verdict:
    """Check a recorded answer of the reader's own, in a child process where there can be one."""
    limit = task.seconds * PACE * (SCIPY if "scipy" in source else 1.0)
    with contextlib.ExitStack() as stack, contextlib.suppress(Unavailable):
        try:
            child = forked([], limit)
            stack.callback(child.end)
        except Unavailable:
            child = stack.enter_context(spawned({"CPU": int(limit) + 2}))
        return examine_recorded(exercise, task, source, seed, child=child, seconds=limit, waiting=WAITING)
    try:
        with captured(Sink()), memory_limit(), time_limit(limit):
            answer = run_source(source, task.names)
    except OutOfTime:
        return working("Your code did not come to an end.")
    except BaseException as error:
        return working(explain(error, task.id))
    return examine(exercise, task, answer, seed)
