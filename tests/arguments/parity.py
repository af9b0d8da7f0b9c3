"""Valid calls of dpviz.learning.parity."""

import numpy as np

from dpviz.learning import PrivateParityLearner
from dpviz.learning.parity import AmplifiedParityLearner, amplified_size, enumerated_loss, row_reduce, row_steps, solve

X, Y = [[1, 0], [0, 1], [1, 1]], [1, 0, 1]
LEARNER = PrivateParityLearner(1.0)

# What may be infinite, as documented: fields of results, and callables.
INFINITE = {"exact_loss", "hypotheses", "fail", "total", "failure_bound"}

EXAMPLES = {
    "AmplifiedParityLearner": dict(epsilon=1.0, runs=2, split="budget", keep=0.125, coin=0.5),
    "AmplifiedParityLearner.accounted": dict(neighbouring="replace"),
    "AmplifiedParityLearner.blocks": dict(n=4),
    "AmplifiedParityLearner.distribution": dict(X=X, y=Y),
    "AmplifiedParityLearner.run": dict(X=X, y=Y),
    "PrivateParityLearner": dict(epsilon=0.5, keep=0.25, coin=0.5),
    "PrivateParityLearner.distribution": dict(X=X, y=Y),
    "PrivateParityLearner.loss": dict(neighbouring="replace"),
    "PrivateParityLearner.run": dict(X=X, y=Y),
    "PrivateParityLearner.tight": dict(epsilon=0.5, neighbouring="replace", coin=0.5),
    "Solution.contains": dict(r=[1, 0]),
    "Solution.draw": dict(size=3),
    "System": dict(bits=2),
    "System.add": dict(x=[1, 0], y=1),
    "amplified_size": dict(bits=3, alpha=0.125, beta=0.125, epsilon=0.5, split="data", keep="standard"),
    "consistent_size": dict(bits=3, alpha=0.125, beta=0.125),
    "enumerated_loss": dict(learner=LEARNER, bits=1, n=2, neighbouring="replace", max_samples=100),
    "exact_loss": dict(keep=0.25, coin=0.5, neighbouring="replace", drop=0.75),
    "failure_bound": dict(bits=3, n=100, alpha=0.125, keep=0.25),
    "full_rank_probability": dict(bits=3, n=5),
    "full_rank_rate": dict(bits=3, n=[5, 6], trials=10),
    "label": dict(r=[1, 0], x=X),
    "least_coin": dict(keep=0.25, neighbouring="replace"),
    "one_run_size": dict(bits=3, alpha=0.125, beta=0.75, keep=0.25),
    "row_reduce": dict(matrix=X, columns=1),
    "row_steps": dict(A=X, b=Y),
    "runs_needed": dict(beta=0.125),
    "standard_keep": dict(epsilon=0.5),
    "solve": dict(A=X, b=Y),
    "optimal_keep": dict(epsilon=0.5, neighbouring="replace"),
    "trace": dict(A=X, b=Y),
}

MADE = {
    "AmplifiedRun": lambda: AmplifiedParityLearner(epsilon=1.0, runs=2).run(X, Y, np.random.default_rng(0)),
    "AmplifiedSize": lambda: amplified_size(bits=3, alpha=0.125, beta=0.125, epsilon=0.5),
    "EnumeratedLoss": lambda: enumerated_loss(LEARNER, 1, 2, neighbouring="replace"),
    "LossParts": lambda: LEARNER.loss(neighbouring="replace"),
    "Reduced": lambda: row_reduce(X),
    "RowStep": lambda: row_steps(X, Y)[0],
    "Run": lambda: LEARNER.run(X, Y, np.random.default_rng(0)),
    "Solution": lambda: solve(X, Y),
}
