"""What the reader of the lesson on private learning can turn."""

from __future__ import annotations

from dpviz.learning.private_sweep import SIZES
from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.parameters import Choice, Number, Parameters


class PrivatePacParameters(Parameters):
    """The sample, the promise, the accuracy asked for, and the class."""

    moved = Number(
        3,
        low=0,
        high=4,
        steps=5,
        whole=True,
        label="The person moves from 2 to",
        ends=("far below", "just below 5"),
    )
    epsilon = common.epsilon(0.5, steps=41)
    n = Number(
        100,
        low=5,
        high=2000,
        values=[int(k) for k in SIZES],
        whole=True,
        label="n, the records",
        ends=("few", "many"),
    )
    alpha = common.alpha(0.1, low=0.02, steps=41, show=percent)
    beta = common.beta()
    bits = Number(10, low=2, high=60, steps=59, whole=True, label="d, the bits", ends=("4 instances", "2⁶⁰"))
    kind = Choice("thresholds", options={"thresholds": "thresholds", "points": "points"}, label="The class")
    known = Choice(
        "threshold",
        options={
            "threshold": "a threshold on the index of chronic diseases",
            "conjunction": "a conjunction: plan, sex, age, chronic diseases",
        },
        label="Rules",
    )
    seed = common.seed()
