"""What the reader of the lesson on the exponential mechanism can turn."""

from __future__ import annotations

from dpviz.lessons import common
from dpviz.lessons.parameters import Choice, Number, Parameters

DRAWS = [*range(21), *range(25, 100, 5), *range(100, 1001, 25)]
ANYBODY = {"worst": "whoever matters most", "nobody": "nobody"}
GENERAL = {"general": "ε ÷ 2Δu: for every score"}
MONOTONE = {"monotone": "ε ÷ Δu: sharper, for monotone scores"}


class ExponentialParameters(Parameters):
    """The question, the privacy, the people, the luck, and the one person who differs."""

    question = Choice("health", options={}, label="Question")
    neighbouring = common.neighbouring()
    exponent = Choice("general", options=GENERAL, label="Exponent")
    scale = Choice(
        "linear", options={"linear": "linear", "log": "logarithmic"}, label="Scale of the probabilities"
    )
    unknown = Choice(
        "epsilon",
        options={"epsilon": "ε, the privacy loss", "n": "n, the people", "beta": "β, the chance to fail"},
        label="Solve for",
    )
    epsilon = common.epsilon(0.1, low=0.001)
    n = common.people()
    beta = common.beta()
    alpha = common.alpha(label="α, the shortfall", ends=("at the best", "far off"))
    draws = Number(0, low=0, high=1000, values=DRAWS, whole=True, label="Draws so far", play=True)
    leaves = Choice("worst", options=ANYBODY, label="One person leaves")
    joins = Choice("worst", options=ANYBODY, label="One person joins")
    seed = common.seed()
