"""The health table as a learning problem: two classes of rules for who calls their health excellent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpviz.data import health
from dpviz.learning import Conjunctions, ExponentialLearner, LearningCurve, Thresholds, learning_curve
from dpviz.learning.concepts import ConceptClass

SIZES = np.unique(np.geomspace(10, 10_000, 31).round()).astype(np.int64)
REPETITIONS = 300

CHRONIC = ("few", "some", "many")


@dataclass(frozen=True)
class Problem:
    """A class of rules and the people: how many of the table are at each instance, and how many feel excellent.

    Parameters
    ----------
    concepts : ConceptClass
    weights : ndarray of shape (N,)
        Share of the table at each instance.
    excellent : ndarray of shape (N,)
        Share of them who call their health excellent.
    words : str
    """

    concepts: ConceptClass
    weights: NDArray[np.float64]
    excellent: NDArray[np.float64]
    words: str

    @property
    def best(self) -> str:
        """The best rule's name."""
        name = self.concepts.name(int(self.concepts.population_errors(self.weights, self.excellent).argmin()))
        return name.replace("x <", "index below")


@lru_cache(maxsize=2)
def problem(known: str) -> Problem:
    """The learning problem with rules of one class.

    Parameters
    ----------
    known : {"threshold", "conjunction"}
    """
    people = health()
    yes = people.column("health").values == people.column("health").categories.index("excellent")
    chronic = people.column("chronic").values.astype(np.int64)
    if known == "threshold":
        concepts: ConceptClass = Thresholds(7)
        x = chronic
        words = "index of chronic diseases below a cut"
    else:
        plan, sex = people.column("plan"), people.column("sex")
        concepts = Conjunctions(
            {"plan": plan.categories, "sex": sex.categories, "age": ("child", "adult"), "chronic": CHRONIC}
        )
        grown = (people.column("age").values >= 18).astype(np.int64)
        # Cut at 8 and 16 of 100: public numbers, chosen and not estimated.
        x = np.ravel_multi_index(
            (plan.values, sex.values, grown, np.digitize(chronic, [8, 16])), (5, 2, 2, 3)
        )
        words = "a conjunction of plan, sex, age, chronic diseases"
    count = np.bincount(x, minlength=concepts.universe)
    share = np.bincount(x[yes], minlength=concepts.universe) / np.maximum(count, 1)
    return Problem(concepts, count / len(x), share, words)


@lru_cache(maxsize=8)
def health_curve(known: str, epsilons: tuple[float, ...], seed: int) -> LearningCurve:
    """Learning curves on people drawn from the table: fewest errors in row 0, then private at each ε."""
    asked = problem(known)
    return learning_curve(
        asked.concepts,
        ["erm", *(ExponentialLearner(asked.concepts, epsilon) for epsilon in epsilons)],
        asked.weights,
        asked.excellent,
        SIZES,
        repetitions=REPETITIONS,
        rng=np.random.default_rng(seed),
    )
