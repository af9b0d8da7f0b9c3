"""A student's sitting at one exercise: their numbers, their checks, their hints, their receipt."""

from __future__ import annotations

import base64
import html
import math
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from dpviz._project import SITE
from dpviz.exercises import catalogue, receipt
from dpviz.exercises.contain import BROWSER, refuse_inside_answers
from dpviz.exercises.examine import examine, examine_again
from dpviz.exercises.receipt import Attempt
from dpviz.exercises.source import Unrecordable, source_of
from dpviz.exercises.task import PLACEHOLDER, Exercise, Given, Hints, Task, tidy
from dpviz.exercises.verdict import KINDS, Verdict, marked, missing

#: Where JupyterLite shows Python the files of its list; without that, what Python writes is gone with the page.
DRIVE = "/drive"
#: Tries of a task that asks for values, in one minute; the receipt shows how many there were in all.
MOST = 10
#: When each task was tried, by lesson, seed and name, in whatever session; a restarted kernel knows of receipts only.
_tried: dict[tuple[int, str, str], list[float]] = {}


class Shown:
    """Something for the notebook: HTML, and the same as text."""

    def __init__(self, text: str, markup: str) -> None:
        self._text, self._markup = text, markup

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return self._markup


class Session:
    """What `start` returns: the lesson's tasks, with the numbers of a student's own seed (a text or a number)."""

    def __init__(self, exercise: Exercise, seed: object) -> None:
        self._exercise = exercise
        self.seed = tidy(seed) or tidy(PLACEHOLDER)
        self._attempts: dict[str, Attempt] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Session:
        # An answer that copies the session gets nothing of what its tasks hold.
        return self

    @property
    def lesson(self) -> int:
        """The lesson's number."""
        return self._exercise.lesson

    # What a notebook's cells call ------------------------------------------------------------------------------

    def given(self, task: str) -> Given:
        """Your own numbers for a task: ``given.epsilon`` and so on."""
        return self._exercise.task(task).given(self.seed, self.lesson).public()

    def task(self, task: str) -> Shown:
        """What a task asks, with your own numbers."""
        try:
            found = self._exercise.task(task)
        except KeyError as error:
            return Shown(str(error.args[0]), html.escape(str(error.args[0])))
        given = self.given(task)
        numbers = given._repr_html_()
        return Shown(
            f"{found.title}\n{found.goal}" + (f"\nYours:\n{given!r}" if given.names() else ""),
            f'<div style="max-width:46em"><strong>{marked(found.title)}</strong><br>{marked(found.goal)}</div>'
            + (f"<div style='margin-top:.4em'>Yours:</div>{numbers}" if numbers else ""),
        )

    def check(self, task: str, *answer: Any) -> Verdict:
        """Check your answer to a task, your function or your values; as often as you like, the best one counts.

        One of four answers, and a sentence that says what to look at.
        """
        try:
            found = self._exercise.task(task)
        except KeyError as error:
            return missing(str(error.args[0]))
        # Before the check: what runs inside this notebook may change the variables that are written down.
        try:
            source, problem = source_of(found.names, answer) if len(answer) == len(found.names) else "", ""
        except Unrecordable as error:
            source, problem = "", str(error)
        except Exception as error:
            source, problem = "", f"{type(error).__name__}: {error}"
        if wait := self._too_soon(found):
            return missing(f"Those were {MOST} tries in one minute: wait {wait} seconds, and work it out meanwhile.")
        verdict = examine(self._exercise, found, answer, self.seed)
        self._keep(found.id, Attempt(verdict.kind, verdict.sentence, source, problem))
        if problem and verdict.worth:
            verdict = replace(verdict, evidence=(*verdict.evidence, ("The receipt cannot hold this answer", problem)))
        code = found.on_bench(source, self.given(task))
        return replace(verdict, footer=_bench_link(code) + self._footer())

    def _too_soon(self, task: Task) -> int:
        """Seconds to wait before values are checked again, so that no loop finds them; none if it is a try."""
        now, before = time.monotonic(), self._tries(task.id)
        values = not any(part.endswith("()") for part in task.parts)
        if values and len(before) >= MOST and now - before[-MOST] < 60:
            return math.ceil(before[-MOST] + 60 - now)
        before.append(now)
        return 0

    def _tries(self, task: str) -> list[float]:
        return _tried.setdefault((self.lesson, self.seed, task), [])

    def hints(self, task: str) -> Hints:
        """Hints for a task, which unfold one at a time."""
        try:
            return Hints(self._exercise.task(task).hints)
        except KeyError as error:
            return Hints((str(error.args[0]),))

    def receipt(self, folder: str | Path = ".") -> Shown:
        """Save your work: a file in `folder`, beside the notebook by default, and a link that downloads it."""
        path = Path(folder) / self._filename()
        saved = f"Saved as {path.name} beside the notebook."
        gone = "On Binder, download it: what lies there is gone when the page is."
        try:
            path.write_text(self._json(), encoding="utf-8")
        except OSError as error:
            saved = f"It could not be saved beside the notebook ({error.strerror or error}): download it."
        if BROWSER:
            gone = "Download it too: only this browser knows what lies there."
            if not path.resolve().is_relative_to(DRIVE):
                saved = "This browser keeps nothing beside the notebook for Python."
        advice = f"{gone} restore({path.name!r}) brings it back."
        return Shown(
            f"{self!r}\n{saved} {advice}",
            f"{self._repr_html_()}<p>{self._link('Download the receipt')} · "
            f"{html.escape(saved)} {html.escape(advice)}</p>",
        )

    # What is seen of it ----------------------------------------------------------------------------------------

    def points(self) -> tuple[float, float]:
        """Points so far, and how many there are."""
        got = [
            task.points * self._attempts[task.id].worth for task in self._exercise.tasks if task.id in self._attempts
        ]
        return sum(got), sum(task.points for task in self._exercise.tasks)

    def _lines(self) -> list[tuple[str, str, str]]:
        lines = []
        for task in self._exercise.tasks:
            kind = self._attempts[task.id].kind if task.id in self._attempts else "missing"
            word, icon, _ = KINDS[kind]
            lines.append((icon, word, task.title))
        return lines

    def __repr__(self) -> str:
        got, of = self.points()
        head = f"Exercise {self.lesson}: {self._exercise.title}. Your seed: {self.seed}. {got:g} of {of:g} points."
        return "\n".join([head, *(f"  {icon} {word}: {title}" for icon, word, title in self._lines())])

    def _repr_html_(self) -> str:
        got, of = self.points()
        own = (
            ""
            if self.seed != tidy(PLACEHOLDER)
            else "<p><strong>First write your own name or number into the cell above</strong>, and run it again: "
            "the numbers of the tasks are made from it.</p>"
        )
        rows = "".join(
            f'<tr><td aria-hidden="true">{icon}</td><td style="text-align:left">{html.escape(title)}</td>'
            f'<td style="text-align:left">{word}</td></tr>'
            for icon, word, title in self._lines()
        )
        return (
            f"{own}<div>Your seed: <code>{html.escape(self.seed)}</code>. {got:g} of {of:g} points.</div>"
            f"<table>{rows}</table>"
        )

    def _footer(self) -> str:
        got, of = self.points()
        return (
            f'<div style="margin-top:.4em;font-size:90%">{got:g} of {of:g} points so far · '
            f"{self._link('save your work')}</div>"
        )

    def _filename(self) -> str:
        word = "".join(letter if letter.isalnum() else "_" for letter in self.seed)[:40]
        return f"receipt_{self.lesson:02d}_{word}.json"

    def _link(self, words: str) -> str:
        data = base64.b64encode(self._json().encode()).decode()
        return f'<a download="{html.escape(self._filename())}" href="data:application/json;base64,{data}">{words}</a>'

    # What is kept ----------------------------------------------------------------------------------------------

    def _keep(self, task: str, attempt: Attempt) -> None:
        before = self._attempts.get(task)
        # The best counts; of equals the last. One that can be re-run beats one that cannot.
        better = before is None or (attempt.worth, bool(attempt.source)) >= (before.worth, bool(before.source))
        self._attempts[task] = replace(attempt if better or before is None else before, tries=len(self._tries(task)))

    def _json(self) -> str:
        return receipt.write(self._exercise, self.seed, self._attempts)

    def _again(self, records: list[dict[str, Any]]) -> list[str]:
        """Check recorded answers again, and keep them; returns what could not be."""
        problems = []
        for record in records:
            name, source = record["task"], record["source"]
            try:
                task = self._exercise.task(name)
            except KeyError as error:
                problems.append(str(error.args[0]))
                continue
            # Checked again, an answer is one of the tries that the file tells of; or one more, if all are known.
            before = self._tries(task.id)
            before[:0] = [-math.inf] * (record.get("tries", 0) - bool(source) - len(before))
            if not source:
                continue
            if wait := self._too_soon(task):
                problems.append(f"{name}: there were {MOST} tries in one minute; restore it again in {wait} seconds")
                continue
            verdict = examine_again(self._exercise, task, source, self.seed)
            self._keep(task.id, Attempt(verdict.kind, verdict.sentence, source))
            if verdict.kind != record["verdict"]:
                problems.append(
                    f"{name}: the file says {KINDS[record['verdict']][0].lower()!r}, "
                    f"checked again it is {KINDS[verdict.kind][0].lower()!r}"
                )
        return problems


def start(lesson: int, *, seed: object = PLACEHOLDER) -> Session:
    """Begin an exercise.

    Parameters
    ----------
    lesson : int
        The lesson's number.
    seed : str or int
        Your name, your number, any text: your data and parameters are made from it.

    Returns
    -------
    Session
        Its `task`, `given`, `check`, `hints` and `receipt` are all that a notebook needs.
    """
    return Session(catalogue.exercise(lesson), seed)


def given(lesson: int, task: str, *, seed: object) -> Given:
    """A student's own numbers for one task, by the lesson's number, the task's name and their seed.

    Returns
    -------
    Given
    """
    return start(lesson, seed=seed).given(task)


class Restored(Session):
    """A session that came back from a receipt; shows your code, to be pasted where it belongs."""

    _sources: tuple[tuple[str, str], ...] = ()
    _problems: tuple[str, ...] = ()

    def __repr__(self) -> str:
        problems = [f"  ! {problem}" for problem in self._problems]
        return "\n".join([super().__repr__(), *problems, *(f"\n# {name}\n{code}" for name, code in self._sources)])

    def _repr_html_(self) -> str:
        problems = "".join(f"<li>{html.escape(problem)}</li>" for problem in self._problems)
        code = "".join(
            f"<details><summary>Your code for {html.escape(name)}</summary><pre>{html.escape(text)}</pre></details>"
            for name, text in self._sources
        )
        return super()._repr_html_() + (f"<ul>{problems}</ul>" if problems else "") + code


def restore(file: str | Path) -> Session | Shown:
    """Take up where a receipt left off: its answers are run and checked again.

    Parameters
    ----------
    file : str or path
        The receipt. Only your own: it holds code, and that code is run.

    Returns
    -------
    Session
        With the verdicts filled in, and your code to be copied back; or a sentence if the file cannot be read.
    """
    refuse_inside_answers()
    try:
        record = receipt.load(Path(file))
        exercise = catalogue.exercise(record["lesson"])
    except OSError as error:
        text = f"{file} cannot be opened: {error.strerror or error}"
        return Shown(text, html.escape(text))
    except ValueError as error:
        text = f"{file} cannot be restored: {error}"
        return Shown(text, html.escape(text))
    session = Restored(exercise, record["seed"])
    session._problems = tuple(session._again(record["tasks"]))
    # Half a pair of surrogates cannot be printed.
    sources = ((item["task"], item["source"].encode("utf-8", "backslashreplace").decode()) for item in record["tasks"])
    session._sources = tuple((name, source) for name, source in sources if source)
    return session


def _bench_link(code: str) -> str:
    """What opens code on the bench; "" without."""
    if not code:
        return ""
    address = f"{SITE}bench.html#code={quote(code)}"
    return f'<div><a href="{html.escape(address)}" target="_blank" rel="noopener">See it on the bench</a></div>'
