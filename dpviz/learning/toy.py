"""Small data to learn from: ripe avocados, how much vitamin C is enough, and a table of credits.

The avocados' values and the doses are made up: the lecture that they come from survives without its pictures.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.learning.concepts import Conjunctions, Thresholds

AVOCADOS = Conjunctions(
    {
        "colour": ("green", "brown", "dark"),
        "firmness": ("hard", "medium", "soft"),
        "size": ("small", "large"),
        "shape": ("round", "long"),
        "skin": ("smooth", "rough"),
    }
)
"""Avocados by five features: 72 kinds of avocado, 432 rules (PAC-13, reconstructed)."""

RIPE = AVOCADOS.index({"colour": "dark", "firmness": "medium"})
"""The rule that says which are ripe: dark and of medium firmness. The colour is illegible in the source."""

SCURVY = Thresholds(6)
"""Scurvy below some daily dose of vitamin C, in whole milligrams from 0 to 63 (PAC-13, synthetic)."""

ENOUGH = 10
"""The concept that labels the synthetic patients: scurvy below 10 mg a day."""


@dataclass(frozen=True)
class Credit:
    """One row of the credit table: three features, the monthly payment over income, and whether it is a good risk."""

    down: int
    high_debt: bool
    other_accounts: bool
    payment_to_income: float
    good: bool

    @property
    def score(self) -> float:
        """100 times payment over income, less the down payment in percent."""
        return round(100 * self.payment_to_income - self.down, 9)

    @property
    def accepted(self) -> bool:
        """The rule's answer: yes below 25."""
        return self.score < 25


CREDITS = (
    Credit(10, False, True, 0.32, True),
    Credit(10, False, False, 0.25, True),
    Credit(15, False, True, 0.32, True),
    Credit(20, False, True, 0.31, True),
    Credit(10, False, False, 0.25, True),
)
"""The five rows of PAC-13; all are good risks, and the rule accepts all."""


def avocados(n: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Instances of `AVOCADOS`, all kinds equally likely, and which are ripe (PAC-13); both of shape (n,)."""
    X = check.generator(rng).integers(AVOCADOS.universe, size=check.count("n", n))
    return X, AVOCADOS.label(RIPE, X)


def patients(n: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Daily doses in milligrams, all equally likely, and who has scurvy (PAC-13); both of shape (n,)."""
    X = check.generator(rng).integers(SCURVY.universe, size=check.count("n", n))
    return X, SCURVY.label(ENOUGH, X)
