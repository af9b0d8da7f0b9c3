"""Valid calls of dpviz.learning.parity."""

import numpy as np

from dpviz.learning import PrivateParityLearner
from dpviz.learning.parity import AmplifiedParityLearner, amplified_size, row_reduce, row_steps, solve

X, Y = [[1, 0], [0, 1], [1, 1]], [1, 0, 1]
LEARNER = PrivateParityLearner(1.0)

# What may be infinite, as documented: fields of results, and callables.
INFINITE = {"exact_loss", "hypotheses", "fail", "total"}

USUAL = dict(X=X, y=Y, A=X, b=Y)

EXAMPLES = {
    "AmplifiedParityLearner": dict(runs=2, split="budget"),
    "System": dict(bits=2),
    "System.add": dict(x=[1, 0], y=1),
    "exact_loss": dict(coin=0.5, drop=0.75),
    "full_rank_rate": dict(n=[5, 6], trials=10),
    "label": dict(r=[1, 0], x=X),
    "row_reduce": dict(matrix=X, columns=1),
}

MADE = {
    "AmplifiedRun": lambda: AmplifiedParityLearner(epsilon=1.0, runs=2).run(X, Y, np.random.default_rng(0)),
    "AmplifiedSize": lambda: amplified_size(bits=3, alpha=0.125, beta=0.125, epsilon=0.5),
    "LossParts": lambda: LEARNER.loss(neighbouring="replace"),
    "Reduced": lambda: row_reduce(X),
    "RowStep": lambda: row_steps(X, Y)[0],
    "Run": lambda: LEARNER.run(X, Y, np.random.default_rng(0)),
    "Solution": lambda: solve(X, Y),
}
