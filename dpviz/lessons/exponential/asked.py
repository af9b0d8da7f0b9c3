"""A question put to a table, as a lesson's pictures need it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dpviz.data import health, health_questions
from dpviz.draw.answers import Answers
from dpviz.mechanisms.selection import Question

ORDER = 2024  # the seed of the order in which people join the table as n grows


@dataclass(frozen=True)
class Asked:
    """A question put to a table, and how its code is written down.

    Parameters
    ----------
    question : Question
    code : str
        Lines that build ``question``, for the reader to run; empty for a table that only the page has.
    own : bool
        Whether the table is the reader's own.
    """

    question: Question
    code: str = ""
    own: bool = False

    @property
    def answers(self) -> Answers:
        """The candidates on an axis."""
        asked = self.question
        return Answers(
            asked.candidates,
            asked.candidate_values,
            asked.answer,
            asked.name,
            f"{asked.text} {asked.note}".strip(),
        )

    @property
    def types(self) -> Answers:
        """The kinds of people on an axis."""
        answer = self.question.answer
        return Answers(self.question.record_types, None, f"people, by {answer[:1].lower()}{answer[1:]}")


@lru_cache(maxsize=32)
def asked_of_health(key: str) -> Asked:
    """Return one of the catalogue's questions, put to the shipped table in its fixed random order."""
    people = health().shuffled(np.random.default_rng(ORDER))
    recipe = health_questions()[key]
    code = (
        "from dpviz.data import health\n"
        f"from dpviz.mechanisms.selection import {recipe.kind}\n\n"
        f"people = health().shuffled(np.random.default_rng({ORDER}))\n"
        f"question = {recipe.code}\n"
    )
    return Asked(recipe.build(people), code)
