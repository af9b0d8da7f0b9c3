"""What the reader of the lesson on successive halving can turn."""

from __future__ import annotations

from dpviz.lessons import common
from dpviz.lessons.parameters import Choice, Number, Parameters

LAMBDAS = 8  # arms of the tuning, hence three rounds


class HalvingParameters(Parameters):
    """The arms, the budget, the rounds; then the tuning and its price."""

    shape = Choice(
        "ladder",
        options={"ladder": "each a little worse", "needle": "all equally worse"},
        label="The other arms are",
    )
    arms = Number(
        16, low=2, high=32, values=[2, 3, 4, 6, 8, 10, 12, 16, 24, 32], whole=True, label="n, the arms"
    )
    gap = Number(0.1, low=0.02, high=0.3, steps=57, label="Gap to the second", ends=("hard", "easy"))
    budget = Number(
        2000,
        low=160,
        high=100_000,
        scale="log",
        steps=41,
        whole=True,
        label="B, the pulls in all",
        ends=("few", "many"),
    )
    round = Number(0, low=0, high=5, steps=6, whole=True, label="Rounds done", play=True)
    beta = common.beta(0.1)
    way = Choice(
        "none",
        options={
            "none": "no noise: not private",
            "evaluation": "noise on every evaluation",
            "mean": "noise once a round and arm",
        },
        label="A look at a score has",
    )
    evaluations = Number(96, low=24, high=4800, scale="log", steps=31, whole=True, label="Evaluations in all")
    epsilon = common.epsilon(1.0, steps=31, label="ε for all looks")
    step = Number(0, low=0, high=3, steps=4, whole=True, label="Rounds of tuning done", play=True)
    seed = common.seed()
