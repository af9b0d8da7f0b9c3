"""What the reader can turn in the second half: learning curves, support vector machines, the real table."""

from __future__ import annotations

from typing import Any

from dpviz.data import HEALTH_TARGETS
from dpviz.draw.words import small
from dpviz.lessons import common
from dpviz.lessons.parameters import Choice, Number, Parameters

PRESETS: dict[str, dict[str, Any]] = {
    "published": {"curve_epsilon": 0.1, "curve_n": 8000, "curve_lambda": 0.01},
    "whole": {"curve_epsilon": 0.1, "curve_n": 10_000, "curve_lambda": 0.01},
    "strict": {"curve_epsilon": 0.01, "curve_n": 8000, "curve_lambda": 0.01},
}
SVM_EPSILONS = [0.05, 0.07, 0.1, 0.14, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.4, 2, 3, 5, 10]
PERSONS = 40
TARGET = "not_excellent"


def _lambda(default: float, **overrides: Any) -> Number:
    usual: dict[str, Any] = {"low": 0.001, "high": 0.1, "scale": "log", "steps": 21, "show": small,
                             "label": "λ, the pull to zero", "ends": ("fits closely", "held back")}  # fmt: skip
    return Number(default, **{**usual, **overrides})


class LearnedParameters(Parameters):
    """Learning curves, support vector machines, the health table."""

    setting = Choice(
        "published",
        options={
            "published": "as published",
            "whole": "all 10,000 train",
            "strict": "ten times as private",
            "own": "my own",
        },
        label="Setting",
    )
    source = Choice("uniform", label="Made data",
                    options={"uniform": "uniform: a gap between the labels",
                             "unseparable": "unseparable: some labels wrong"})  # fmt: skip
    objective = Choice("corrected", options={"corrected": "corrected", "tight": "corrected, no more than needed",
                                             "printed": "as first published: promises too much"},
                       label="Noise on the question")  # fmt: skip
    curve_n = Number(8000, low=500, high=14_000, values=[500, *range(1000, 14_001, 1000)], whole=True,
                     label="n, the records that train", ends=("few", "many"))  # fmt: skip
    curve_epsilon = common.epsilon(
        0.1, high=1, values=[0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.3, 0.5, 1]
    )
    curve_lambda = _lambda(0.01)
    luck = common.seed(label="Seed of what is made and drawn here")
    # The support vector machine.
    width = Number(0.5, low=0.01, high=2, scale="log", steps=21, label="h, the width of the rounded corner",
                   ends=("almost a hinge", "very smooth"), show=small)  # fmt: skip
    svm_epsilon = common.epsilon(
        0.2,
        low=0.05,
        values=[0.05, 0.07, 0.1, 0.14, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.4, 2, 3, 5, 10],
    )
    svm_lambda = _lambda(0.01)
    features = Choice("gaussian", options={"gaussian": "100 random features", "linear": "the coordinates as they are"},
                      label="The machine sees")  # fmt: skip
    way = Choice("corrected", options={"corrected": "noise on the question", "output": "noise on the answer"},
                 label="Private by")  # fmt: skip
    person = Number(
        1, low=1, high=PERSONS, steps=PERSONS, whole=True, label="The person looked at", play=True
    )
    # The real table.
    target = Choice(TARGET, options={name: target.label for name, target in HEALTH_TARGETS.items()},
                    label="Predict who is, or was,")  # fmt: skip
    real_epsilon = common.epsilon(1.0, low=0.03, high=10, scale="log", steps=21)
    real_lambda = _lambda(0.01, low=1e-4, high=1.0, steps=13)
