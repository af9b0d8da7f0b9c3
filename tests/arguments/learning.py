"""Valid calls of dpviz.learning."""

import numpy as np

from dpviz.learning import Thresholds, learn_threshold, learning_curve

X, Y = [2, 2, 5, 6], [1, 1, 0, 0]
LINE = Thresholds(3)
UNIFORM = [1 / 8] * 8


def curve():
    return learning_curve(LINE, ["erm"], UNIFORM, 4, [4, 8], repetitions=5, rng=np.random.default_rng(0))


# What may be infinite, as documented: bounds too large for a float.
INFINITE = {"private_failure_bound", "uniform_convergence_failure"}

# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {"learning_curve": ["repetitions"], "growing_curve": ["repetitions"]}

USUAL = dict(x=[1, 2], X=X, y=Y, concepts=LINE, repetitions=5)

EXAMPLES = {
    "Conjunctions": dict(features={"colour": ("green", "dark"), "firmness": ("hard", "soft")}),
    "Conjunctions.decode": dict(x=3),
    "Conjunctions.encode": dict(rows=[("green", "hard"), ("dark", "soft")]),
    "Conjunctions.index": dict(tests={"colour": "dark"}),
    "ConceptClass.errors": dict(X=[1, 2, 2], y=[1, 0, 1]),
    "ConceptClass.population_errors": dict(weights=[0.5, 0.25, 0.125, 0.125], target=1),
    "ConceptClass.positions": dict(name="x"),
    "ConceptClass.sample": dict(X=[1, 2, 2], y=[1, 0, 1]),
    "ExponentialLearner.distribution": dict(errors=[0, 1, 2, 3, 4, 3, 2, 1, 0]),
    "Intervals": dict(line=2),
    "Intervals.index": dict(a=1, b=2),
    "Intervals.population_errors": dict(weights=[0.5, 0.5], target=1),
    "Parities": dict(bits=2),
    "Points": dict(bits=2),
    "PrivateParityLearner.distribution": dict(X=[[1, 0], [0, 1]], y=[1, 0]),
    "PrivateParityLearner.run": dict(X=[[1, 0], [0, 1]], y=[1, 0]),
    "Thresholds": dict(bits=2),
    "coin_deviation": dict(sides=2),
    "dichotomies": dict(points=[1, 5]),
    "growing_curve": dict(learners=["erm"], weights=UNIFORM, target=4, n=[4, 8], chunk=2),
    "growth_function": dict(k=2),
    "learning_curve": dict(learners=["erm"], weights=UNIFORM, target=4, n=[4, 8]),
    "overfitting": dict(points=64),
    "private_failure": dict(kind="thresholds", mass=0.125),
    "sauer_bound": dict(vc=2),
    "shattered": dict(points=[1, 5]),
    "threshold_curve": dict(n=[4, 8], target=10),
    "threshold_error": dict(target=10),
    "threshold_failure": dict(target=10),
    "threshold_size": dict(target=10),
    "vc_size": dict(vc=3),
}

MADE = {"Fit": lambda: learn_threshold(LINE, X, Y), "LearningCurve": curve}
