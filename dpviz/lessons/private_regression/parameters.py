"""What the reader of the lesson on private regression can turn."""

from __future__ import annotations

from dpviz.draw.words import small
from dpviz.lessons import common
from dpviz.lessons.parameters import Choice, Number
from dpviz.lessons.private_regression.learned_parameters import LearnedParameters

MODES = {
    "printed": "as first published",
    "corrected": "corrected",
    "tight": "corrected, no more than needed",
}


class RegressionParameters(LearnedParameters):
    """Noise on the answer, noise on the question, and what either is worth."""

    # The plane, the lines, the gap.
    epsilon = common.epsilon(0.2, low=0.02, steps=41)
    n = common.people(1000, low=50, high=5000, steps=31, label="n, the records", ends=("few", "many"))
    regularization = Number(
        0.01, low=0.001, high=0.1, scale="log", steps=31, label="λ, the pull to zero",
        ends=("fits closely", "held back"), show=small,
    )  # fmt: skip
    seed = common.seed(label="Seed of the noise")
    # Where the last record is put, in the search for the worst neighbours.
    back = Number(0.5, low=0, high=1, steps=51, label="How far back it stands", play=True)
    # The promise and whether it is kept: a small data set, where it matters.
    mode = Choice("printed", options=MODES, label="Noise on the question")
    asked = common.epsilon(0.1, low=0.02, high=2, steps=41, label="ε, promised")
    records = common.people(100, low=30, high=10_000, steps=61, label="n, the records", ends=("few", "many"))
    strength = Number(
        0.01, low=0.003, high=0.1, scale="log", steps=41, label="λ, the pull to zero", show=small,
        ends=("fits closely", "held back"),
    )  # fmt: skip
    # What the theorem asks for.
    norm = Number(
        2.0,
        low=1,
        high=10,
        scale="log",
        steps=31,
        label="‖w₀‖, its length",
        ends=("a rough rule", "a sharp one"),
    )
    excess = Number(
        0.04, low=0.01, high=0.5, scale="log", steps=31, label="g, the loss allowed above it",
        ends=("nearly as good", "clearly worse"),
    )  # fmt: skip
