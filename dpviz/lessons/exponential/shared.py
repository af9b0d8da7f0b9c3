"""What the sections share: the question, the table it is put to, and the mechanism that answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from dpviz.data import health_questions, teaching_table
from dpviz.data.catalogue import Recipe
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Snapshot
from dpviz.lessons import common
from dpviz.lessons.tables import TableChoice, in_code, used
from dpviz.mechanisms import ExponentialMechanism, exponential_distributions
from dpviz.mechanisms.selection import MedianQuestion, Question, median, mode, threshold

Floats = NDArray[np.float64]
ORDER = 2024  # the seed of the order in which people join the table as n grows
SHOWN = 8  # lines of a table: the likeliest answers
FLOOR = 1e-6  # the lowest probability in pictures of the error
GENERAL = {"general": "ε ÷ (2Δu): for every score"}
EXPONENTS = {**GENERAL, "monotone": "ε ÷ Δu: for monotone scores only"}

data = TableChoice()
question = Choice(
    "health",
    options={key: recipe.title for key, recipe in health_questions().items()},
    label="Question",
    absent={
        "own": "was put to a reader’s own table, and no link carries a table. Choose the file again under "
        "“Your own table”"
    },
)
neighbouring = common.neighbouring()
exponent = Choice("general", options=EXPONENTS, label="Exponent")
own_epsilon = common.epsilon(0.1, low=0.001, label="ε, spent on each answer")


def recipe(now: Snapshot) -> Recipe:
    """How the question is asked; of a table that has no such question, its first one."""
    known = used(now).questions
    return known.get(now.question) or next(iter(known.values()))


@lru_cache(maxsize=32)
def asked_of(data: str, key: str) -> Question:
    """A question put to a table in its fixed random order."""
    made = teaching_table(data)
    return made.questions[key].build(made.table.shuffled(np.random.default_rng(ORDER)))


def asked(now: Snapshot) -> Question:
    """The question, put to the lesson's table or to the reader's own."""
    made: Question = now.own if now.question == "own" else asked_of(now.data, recipe(now).key)
    return made


def sizes(now: Snapshot) -> tuple[float, float]:
    """How few and how many people may be asked."""
    most = asked(now).n
    return min(10, most), most


class Given(TypedDict):
    """What the mechanism is made with besides ε."""

    sensitivity: float
    monotonic: bool


@dataclass(frozen=True)
class Posed:
    """The question in every frame."""

    question: Question
    counts: NDArray[np.int64]  # the table's histogram, of shape (F, r)
    scores: Floats  # of shape (F, m)
    epsilon: Floats  # of shape (F,)
    given: Given
    stated: bool  # nothing that it takes was read off the data, as far as the page knows

    @property
    def factor(self) -> int:
        """The 2 in the exponent, or 1 where it is dropped."""
        return 1 if self.given["monotonic"] else 2

    @property
    def m(self) -> int:
        """How many candidates there are."""
        return self.scores.shape[1]

    def probabilities(self, counts: Any = None, *, log: bool = False) -> Floats:
        """The probability of each candidate, shape (F, m), on these tables or on others."""
        scores = self.scores if counts is None else self.question.scores(counts)
        return exponential_distributions(scores, self.epsilon, **self.given, log=log)


def posed(at: Any) -> Posed:
    """Put the question to the first n people of the table, with the mechanism's ε and exponent."""
    made = asked(at)
    counts = made.running_histograms(at.n)
    given = Given(sensitivity=made.sensitivity(at.neighbouring), monotonic=at.exponent == "monotone")
    stated = at.question == "own" or used(at).stated
    return Posed(made, counts, made.scores(counts), at.epsilon, given, stated)


SCORES = {
    "mode": "the number of people whose value is y",
    "median": "minus how many people more than half lie on one side of y: 0 exactly at a median",
    "threshold": "minus the number of people whose label ℓ the threshold y predicts wrongly",
}


def kind_of_score(made: Question) -> str:
    """Which of `SCORES` the question's is."""
    if isinstance(made, MedianQuestion):
        return "median"
    return "threshold" if made.weights.min() < 0 else "mode"  # errors count downwards


# Where candidates and kinds of people stand ---------------------------------------------------------------


@dataclass(frozen=True)
class Places:
    """Labels, and where they stand on an axis: numbers on a line, words side by side."""

    labels: tuple[str, ...]
    values: Floats | None
    title: str

    @property
    def x(self) -> list[Any]:
        """Where the bars stand."""
        return list(self.labels) if self.values is None else self.values.tolist()

    @property
    def reach(self) -> dict[str, Any]:
        """The axis's own settings: words keep their order, numbers their range."""
        if self.values is None:
            return {"type": "category", "range": [-0.6, len(self.labels) - 0.4]}
        line = np.sort(self.values)  # a reader states answers in any order
        step = float(np.diff(line).min())
        return {"range": [float(line[0]) - step, float(line[-1]) + step]}

    def name_of(self, index: Any) -> str:
        """A label as it stands in a sentence."""
        label = self.labels[index]
        return f"“{label}”" if self.values is None else label


def candidates(made: Question) -> Places:
    """The candidates on an axis."""
    return Places(made.candidates, made.candidate_values, made.answer)


def kinds(made: Question) -> Places:
    """The kinds of people on an axis."""
    return Places(made.record_types, None, made.answer)


# The code that the reader sees ----------------------------------------------------------------------------


def ask_mode(data: str, column: str, candidates: Any) -> Question:
    people = teaching_table(data).table.shuffled(np.random.default_rng(ORDER))
    question = mode(people.column(column), candidates)
    return question


def ask_median(data: str, column: str, low: float, high: float, step: float) -> Question:
    people = teaching_table(data).table.shuffled(np.random.default_rng(ORDER))
    question = median(people.column(column), low=low, high=high, step=step)
    return question


def ask_threshold(data: str, column: str, label: str, positive: Any, low: float, high: float, step: float) -> Question:
    people = teaching_table(data).table.shuffled(np.random.default_rng(ORDER))
    question = threshold(people.column(column), people.column(label), positive=positive, low=low, high=high, step=step)
    return question


def answer(question: Question, n: int, epsilon: float, neighbouring: str, exponent: str) -> Any:
    scores = question.scores(question.histogram(n))
    mechanism = ExponentialMechanism(
        epsilon=epsilon, sensitivity=question.sensitivity(neighbouring), monotonic=exponent == "monotone"
    )
    return scores, mechanism


ASKING: dict[str, Callable[..., Any]] = {"mode": ask_mode, "median": ask_median, "threshold": ask_threshold}


def code(at: Any, *functions: Callable[..., Any]) -> tuple[tuple[Callable[..., Any], ...], dict[str, Any]]:
    """The code that asks the question, answers it and goes on with these functions; the values it needs.

    There is none for a table that only the page has.
    """
    if at.question == "own":
        return (), {}
    made = recipe(at)
    given = dict(zip(("column", "label"), made.columns, strict=False)) | dict(made.options)
    if made.kind == "mode":
        given.setdefault("candidates", None)  # all that the coding has
    return (ASKING[made.kind], answer, *functions), {name: in_code(value) for name, value in given.items()}
