"""What sections of the lesson have in common: kinds of arms, and the people whose model is tuned."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.erm import Unseparable
from dpviz.lessons.kinds import Choice, Number, Seed
from dpviz.tuning import Arms, train_arms

TRAINING, VALIDATION, EVERYBODY = 2000, 1000, 20_000  # people
CUTS = TRAINING, TRAINING + VALIDATION
LAMBDAS = 8  # arms of the tuning, hence three rounds
EACH = 0.5  # ε of each model, for a training person


def kinds_of_arms() -> Choice:
    """How good the other arms are; each section has its own."""
    options = {"ladder": "each a little worse", "needle": "all equally worse"}
    return Choice("ladder", options=options, label="The other arms are")


def number_of_arms(default: int = 16) -> Number:
    """How many arms there are."""
    values = [2, 3, 4, 6, 8, 10, 12, 16, 24, 32]
    return Number(default, low=2, high=32, values=values, whole=True, label="n, the arms")


def gap_to_second() -> Number:
    """How far the second best arm is below the best."""
    return Number(0.1, low=0.02, high=0.3, steps=57, label="Gap to the second", ends=("hard", "easy"))


def number_of_pulls() -> Number:
    """The budget."""
    return Number(2000, low=160, high=100_000, scale="log", steps=41, whole=True, label="B, the pulls in all",
                  ends=("few", "many"))  # fmt: skip


def number_of_evaluations() -> Number:
    """The budget of a tuning."""
    return Number(96, low=24, high=4800, scale="log", steps=31, whole=True, label="Evaluations in all")


def other_draws() -> Seed:
    """A button for other draws."""
    return Seed(button="Draw again", help="The same arms, other pulls.")


def models(seed: int) -> Any:
    rng = np.random.default_rng(seed)
    X, y = Unseparable(dim=5).draw(TRAINING + VALIDATION + EVERYBODY, rng)
    training, validation, others = zip(np.split(X, CUTS), np.split(y, CUTS), strict=True)
    lambdas = np.geomspace(1e-4, 1, LAMBDAS)
    arms = train_arms(training, validation, others, lambdas, epsilon=EACH, rng=rng)
    return arms


@lru_cache(maxsize=8)
def arms_of(seed: int) -> Arms:
    """One private model for each λ, on made-up people, and its scores."""
    made: Arms = models(seed)
    return made
