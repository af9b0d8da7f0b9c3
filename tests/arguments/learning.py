"""Valid calls of dpviz.learning."""

import numpy as np

from dpviz.learning import ExponentialLearner, Thresholds, learn_threshold, learning_curve

X, Y = [2, 2, 5, 6], [1, 1, 0, 0]
LINE = Thresholds(3)
UNIFORM = [1 / 8] * 8


def curve():
    return learning_curve(LINE, ["erm"], UNIFORM, 4, [4, 8], repetitions=5, rng=np.random.default_rng(0))


# What may be infinite, as documented: bounds too large for a float.
INFINITE = {"private_failure_bound", "uniform_convergence_failure"}

# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {"learning_curve": ["repetitions"], "growing_curve": ["repetitions"]}

EXAMPLES = {
    "Conjunctions": dict(features={"colour": ("green", "dark"), "firmness": ("hard", "soft")}),
    "Conjunctions.decode": dict(x=3),
    "Conjunctions.encode": dict(rows=[("green", "hard"), ("dark", "soft")]),
    "Conjunctions.index": dict(tests={"colour": "dark"}),
    "Conjunctions.tests": dict(index=1),
    "ConceptClass.errors": dict(X=[1, 2, 2], y=[1, 0, 1]),
    "ConceptClass.label": dict(index=1, x=[1, 2]),
    "ConceptClass.labels": dict(x=[1, 2]),
    "ConceptClass.name": dict(index=1),
    "ConceptClass.population_errors": dict(weights=[0.5, 0.25, 0.125, 0.125], target=1),
    "ConceptClass.positions": dict(name="x", x=[1, 2]),
    "ConceptClass.sample": dict(X=[1, 2, 2], y=[1, 0, 1]),
    "ExponentialLearner": dict(concepts=LINE, epsilon=1.0, neighbouring="replace"),
    "ExponentialLearner.block_distribution": dict(X=X, y=Y),
    "ExponentialLearner.distribution": dict(errors=[0, 1, 2, 3, 4, 3, 2, 1, 0]),
    "ExponentialLearner.log_probabilities": dict(X=X, y=Y),
    "ExponentialLearner.select": dict(X=X, y=Y, size=3),
    "ExponentialLearner.probabilities": dict(X=X, y=Y),
    "ExponentialLearner.release": dict(X=X, y=Y),
    "_NoisyErrors.distribution": dict(errors=[0, 1, 2, 3, 4, 3, 2, 1, 0]),
    "_NoisyErrors.select": dict(X=X, y=Y, size=3),
    "Fit.label": dict(x=[1, 2]),
    "Intervals": dict(line=2),
    "Intervals.ends": dict(index=1),
    "Intervals.index": dict(a=1, b=2),
    "Intervals.population_errors": dict(weights=[0.5, 0.5], target=1),
    "LearningCurve.failure": dict(alpha=0.125, confidence=0.75),
    "LearningCurve.mean": dict(confidence=0.75),
    "LearningCurve.quantile": dict(beta=0.125),
    "Parities": dict(bits=2),
    "Points": dict(bits=2),
    "PrivateParityLearner": dict(epsilon=0.5, keep=0.25, coin=0.5),
    "PrivateParityLearner.distribution": dict(X=[[1, 0], [0, 1]], y=[1, 0]),
    "PrivateParityLearner.loss": dict(neighbouring="replace"),
    "PrivateParityLearner.run": dict(X=[[1, 0], [0, 1]], y=[1, 0]),
    "PrivateParityLearner.tight": dict(epsilon=0.5, neighbouring="replace", coin=0.5),
    "Thresholds": dict(bits=2, convention="T-A"),
    "all_functions_gap": dict(epsilon=0.5),
    "coin_deviation": dict(n=10, alpha=0.125, sides=2),
    "dichotomies": dict(concepts=LINE, points=[1, 5]),
    "exact_errors": dict(
        concepts=Thresholds(1),
        learner=ExponentialLearner(Thresholds(1), 1.0),
        weights=[0.25, 0.75],
        target=1,
        n=2,
        max_samples=100,
    ),
    "fewest_errors": dict(concepts=LINE, X=X, y=Y, realizable=True),
    "generalisation_size": dict(epsilon=0.5, beta=0.125),
    "growing_curve": dict(concepts=LINE, learners=["erm"], weights=UNIFORM, target=4, n=[4, 8], repetitions=5, chunk=2),
    "growth_function": dict(concepts=LINE, k=2),
    "guaranteed_error": dict(n=3000, size=17, beta=0.125, epsilon=0.5, form="realizable"),
    "learn_threshold": dict(concepts=LINE, X=X, y=Y),
    "learning_curve": dict(concepts=LINE, learners=["erm"], weights=UNIFORM, target=4, n=[4, 8], repetitions=5),
    "memoriser_error": dict(n=10, universe=64),
    "occam_size": dict(size=17, alpha=0.125, beta=0.125),
    "overfitting": dict(n=10, points=64, epsilon=0.5),
    "private_failure": dict(kind="thresholds", bits=3, n=10, epsilon=0.5, mass=0.125),
    "private_failure_bound": dict(n=200, size=17, alpha=0.125, epsilon=0.5, form="realizable"),
    "private_pac_size": dict(size=17, alpha=0.125, beta=0.125, epsilon=0.5, form="generic"),
    "private_pac_terms": dict(size=17, alpha=0.125, beta=0.125, epsilon=0.5, form="generic"),
    "proper_point_size": dict(alpha=0.125, beta=0.125),
    "region_size": dict(alpha=0.125, beta=0.125, exact=False),
    "sauer_bound": dict(n=6, vc=2),
    "shattered": dict(concepts=LINE, points=[1, 5]),
    "threshold_curve": dict(n=[4, 8], universe=64, target=10, repetitions=5),
    "threshold_error": dict(n=10, universe=64, target=10),
    "threshold_failure": dict(n=10, alpha=0.125, universe=64, target=10, any_consistent=False),
    "threshold_size": dict(alpha=0.125, beta=0.125, universe=64, target=10),
    "uniform_convergence_failure": dict(size=17, n=200, alpha=0.125, sides=1),
    "uniform_convergence_size": dict(size=17, alpha=0.125, beta=0.125, sides=1),
    "vc_dimension": dict(concepts=LINE),
    "vc_size": dict(vc=3, alpha=0.125, beta=0.125),
    "vc_size_lower": dict(vc=3, alpha=0.0625, beta=0.0078125),
}

MADE = {"Fit": lambda: learn_threshold(LINE, X, Y), "LearningCurve": curve}
