"""The reader's own table: upload, say what is public, ask. The file never leaves the kernel's memory."""

import ipywidgets
import numpy as np

from dpviz.data import MISSING, Column, Table, TableError, read_csv
from dpviz.data.upload import number_hint
from dpviz.frame.csv_file import LIMIT, csv_controls
from dpviz.frame.lesson import Lesson
from dpviz.lessons import common
from dpviz.mechanisms import ExponentialMechanism
from dpviz.mechanisms.selection import MOST_CANDIDATES, READ_OFF, Question, candidates_in, median, mode, threshold
from dpviz.widgets import Button, Choice, Field, Note, controls_row

KINDS = {
    "mode": "What is its most common value?",
    "median": "What is its median?",
    "threshold": "Which threshold on it predicts a label best?",
}
STEPS = 51  # grid points where the reader states none


class ExponentialLesson(Lesson):
    """The lesson, and the form with which a reader brings a table."""

    def own_table(self) -> ipywidgets.VBox:
        """Return the form, for a notebook cell to show."""
        return OwnTable(self).panel


class OwnTable:
    """The section “Your own table”; the lesson's pictures show the question once it makes sense."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson, page = lesson, lesson.identity
        self._table: Table | None = None
        self._spent = 0.0
        self.upload, self.encoding = csv_controls(page, self._read)
        nothing = [{"value": "", "label": "(choose a file first)"}]
        self.column = Choice(page=page, label="Column", options=nothing)
        self.kind = Choice(
            page=page, label="Ask", options=[{"value": value, "label": label} for value, label in KINDS.items()]
        )
        self.low = Field(page=page, name="low", label="Smallest answer possible", numeric=True)
        self.high = Field(page=page, name="high", label="Largest answer possible", numeric=True)
        self.answers = Field(
            page=page,
            name="answers",
            label="The possible answers, separated by commas",
            help="State them without looking at the data.",
        )
        self.read_off = Button(page=page, name="read_off", label="Read them off the data (not private)")
        self.read_off.on_press(self._read_off)
        self.label = Choice(page=page, label="Label to predict", options=nothing)
        self.positive = Field(
            page=page,
            name="positive",
            label="When the label counts as “yes”",
            help="For words: the word. For numbers: this or more.",
        )
        self.button = Button(page=page, name="ask", label="Ask, and spend ε")
        self.button.on_press(self._release)
        self.result = Note(page=page)
        self.note = Note(page=page)
        self.kind.observe(lambda _: self._arrange(), names="value")
        self.column.observe(lambda _: self._forget(), names="value")
        self.label.observe(lambda _: self._forget_label(), names="value")
        self._rows = ipywidgets.VBox()
        self.panel = ipywidgets.VBox(
            [
                controls_row(self.upload, self.encoding),
                controls_row(self.column, self.kind),
                self._rows,
                controls_row(lesson.control("own_epsilon"), self.button),
                self.result,
                self.note,
            ]
        )
        self.panel.add_class("dpviz-panel")
        self._arrange()

    def _arrange(self) -> None:
        """Show the fields that this kind of question needs."""
        grid = controls_row(self.low, self.high)
        self._rows.children = {
            "mode": [controls_row(self.answers, self.read_off)],
            "median": [grid],
            "threshold": [grid, controls_row(self.label, self.positive)],
        }[self.kind.value]

    def _read(self, name: str, content: bytes, encoding: str) -> None:
        """Take a new file; if it is no table, say so beside the upload and keep the one before."""
        try:
            table = read_csv(content, name, limit=LIMIT, encoding=encoding)
        except TableError as error:
            kept = f" {self._table.name} is still the table that is asked." if self._table else ""
            raise TableError(f"{error}{kept}") from None
        shown = self._table is not None and self._lesson.parameters.question == "own"
        before = f"Until you ask, the pictures above still show {self._table.name}." if self._table and shown else ""
        self._table, self._spent = table, 0.0
        options = [{"value": column.name, "label": column.label} for column in table.columns]
        for choice in (self.column, self.label):
            with choice.hold_sync():
                choice.options = options
                choice.value = options[-1 if choice is self.label else 0]["value"]
        self._forget()
        self._forget_label()
        self.upload.message = " ".join([f"{name}:", *table.notes, before]).rstrip()
        self.result.text = self.note.text = ""

    def _forget(self) -> None:
        """Empty what was stated for another column: an answer from it would be nonsense, and cost ε all the same."""
        for field in (self.low, self.high, self.answers):
            field.value = field.error = ""
        self._say("", "")

    def _forget_label(self) -> None:
        self.positive.value = self.positive.error = ""

    def _read_off(self) -> None:
        self.answers.value = self.answers.error = ""  # if this fails, those of before are no answers either
        try:
            self.answers.value = ", ".join(candidates_in(self._need().column(self.column.value)))
        except ValueError as error:
            self._say("", str(error), warn=True)
        else:
            self._say("", READ_OFF, warn=True)

    def _release(self) -> None:
        """Put the question to the table and give one private answer."""
        for field in (self.low, self.high, self.answers, self.positive):
            field.error = ""
        try:
            question = self._question()
        except (ValueError, TypeError) as error:
            self._say("", str(error), warn=True)
            return
        chosen = self._lesson.parameters
        with self._lesson.together():
            self._lesson.take(question)
            chosen.question = "own"  # which may change what else can be chosen
        epsilon, relation = chosen.own_epsilon, chosen.neighbouring
        mechanism = ExponentialMechanism(
            epsilon=epsilon, sensitivity=question.sensitivity(relation), monotonic=chosen.exponent == "monotone"
        )
        # Fresh randomness, not the page's seed: an answer that can be predicted protects nobody.
        answer = mechanism.select(question.scores(question.histogram()), np.random.default_rng())
        self._spent += epsilon
        rows = "the one row" if question.n == 1 else f"all {question.n:,} rows"
        self._say(
            f"The private answer: {question.candidates[int(answer)]}",
            f"It was drawn once, with ε = {epsilon:g} for tables where {common.RELATIONS[relation]}, from "
            f"{rows}. Asked of this table so far: ε = {self._spent:.4g} in all. Each further answer costs its own ε. "
            f"{question.note}",
        )

    def _question(self) -> Question:
        table = self._need()
        # A fixed order, so that the first n rows are a random part of the table and not its top.
        rows = table.shuffled(np.random.default_rng(len(table)))
        column = rows.column(self.column.value)
        if self.kind.value == "mode":
            return mode(column, self._answers(column))
        if column.kind == "category":
            word = f" ({column.first_word})" if column.first_word else ""
            instead = number_hint(column.first_word) or "Choose another column, or ask for the most common value."
            raise ValueError(
                f"Column {column.name!r} holds words{word}; a median or a threshold needs numbers. {instead}"
            )
        low, high = self._number(self.low), self._number(self.high)
        if low >= high:
            self.high.error = f"It must be above {self.low.value.strip()}."
            raise ValueError("The largest answer possible must be above the smallest.")
        step = 1.0 if _whole_steps(column, low, high) else None
        size = STEPS if step is None else None
        if self.kind.value == "median":
            return median(column, low=low, high=high, step=step, size=size)
        if len(table.columns) < 2:
            raise ValueError(
                f"{table.name} has one column; a threshold needs two, one to cut and one to predict. Choose a "
                "file with a label, or ask for the median."
            )
        if self.label.value == self.column.value:
            raise ValueError("The label must be another column than the one the threshold is on.")
        label = rows.column(self.label.value)
        positive = self._number(self.positive) if label.kind == "number" else self.positive.value.strip()
        if not positive and label.kind == "category":
            self.positive.error = "Say which word counts as “yes”."
            raise ValueError("The label needs to know which of its words counts as “yes”.")
        return threshold(column, label, positive=positive, low=low, high=high, step=step, size=size)

    def _need(self) -> Table:
        if self._table is None:
            raise ValueError("Choose a CSV file first.")
        return self._table

    def _answers(self, column: Column) -> list[str]:
        answers = [word.strip() for word in self.answers.value.split(",") if word.strip()]
        if not answers:
            self.answers.error = "State at least two possible answers."
            raise ValueError(
                "The possible answers must be stated: read off the data, they would reveal a person who has a rare one."
            )
        repeated = [word for word in answers if answers.count(word) > 1]
        if repeated or not 2 <= len(answers) <= MOST_CANDIDATES:
            counted = f"{repeated[0]!r} stands there twice" if repeated else f"You stated {len(answers):,}"
            self.answers.error = f"{counted}. State 2 to {MOST_CANDIDATES} different answers, separated by commas."
            raise ValueError(f"The possible answers: {self.answers.error}")
        if column.kind == "number":
            wrong = [word for word in answers if word != MISSING and not _is_number(word)]
            if wrong:
                self.answers.error = f"{wrong[0]!r} is not a number."
                raise ValueError(f"Column {column.name!r} holds numbers; {wrong[0]!r} is none.")
        return answers

    def _number(self, field: Field) -> float:
        if not _is_number(field.value):
            typed = field.value.strip()
            comma = " Write a point where decimals begin." if "," in typed else ""
            field.error = (f"“{typed}” is not a number.{comma}" if typed else "Type a number.").strip()
            raise ValueError(f"{field.label}: {field.error} It must be stated, not read off the data.")
        return float(field.value)

    def _say(self, result: str, note: str, *, warn: bool = False) -> None:
        self.result.tone = "answer"
        self.result.text = result
        self.note.tone = "warn" if warn else "plain"
        self.note.text = note


def _whole_steps(column: Column, low: float, high: float) -> bool:
    """Whether the range is short and whole and so are the values, so that the answers should be whole too."""
    short = low == round(low) and high == round(high) and 1 <= high - low <= 100
    return short and (column.whole or not np.any(column.values % 1))


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False
