"""The code of the second half's pictures: lines of the public engine that give the same numbers when run."""

from __future__ import annotations

CURVES = """from dpviz.erm import {source}, learning_curve

curve = learning_curve(
    {source}(), n={{n}}, epsilon={{epsilon}}, regularization={{regularization}}, seed={{seed}},
    methods=("standard", "output", "{objective}"), records=17_500, folds=5, draws=200,
)
standard, output, objective = curve.mean[:, 0]
kept = curve.guarantee[2, 0]"""

WIDTH = """from dpviz.erm import HuberLoss, Unseparable, learning_curve, objective_plan

loss = HuberLoss({width})
plan = objective_plan({epsilon}, {n}, {regularization}, curvature=loss.curvature_bound)
curve = learning_curve(
    Unseparable(), n={n}, epsilon={epsilon}, regularization={regularization}, loss=loss,
    records=2500, folds=5, draws=20, seed={seed},
)
standard, output, objective = curve.mean[:, 0]"""

RINGS = """import numpy as np
from dpviz.erm import HuberLoss, {mechanism}, RandomFourierFeatures, Rings

X, y = Rings().draw(6000, np.random.default_rng([{{seed}}, 0]))
{features}
method = {mechanism}(
    epsilon={{epsilon}}, regularization={{regularization}}, loss=HuberLoss({{width}})
)
w = method.release(Z[:4000], y[:4000], np.random.default_rng([{{seed}}, 2]), size={{draws}})
errors = np.mean((Z[4000:] @ w.T >= 0) != (y[4000:, None] > 0), axis=0)  # the first is the one shown"""

FEATURES = {
    "gaussian": """features = RandomFourierFeatures.sample(2, {features}, 4.0, np.random.default_rng([{seed}, 1]))
Z = features.transform(X)""",
    "linear": "Z = X",
}

PEOPLE = """import numpy as np
from dpviz.erm import Rings, kernel_expansion

X, y = Rings().draw({n}, np.random.default_rng({seed}))
there = X.copy()
there[{person} - 1] = [0.6, 0.0]
settings = dict(bandwidth=4.0, regularization={regularization}, width={width})
left = kernel_expansion(X, y, **settings).support
right = kernel_expansion(there, y, **settings).support"""

REAL = """from dpviz.data import health, health_examples
from dpviz.erm import learning_curve

made = health_examples(health(), "{target}")
curve = learning_curve(
    (made.X, made.y), n={n}, epsilon={epsilon}, regularization={regularization}, seed={seed},
    methods=("standard", "output", "OBJECTIVE"), folds=5, draws={draws},
)
standard, output, objective = curve.mean[:, 0]
blind = min((made.y > 0).mean(), (made.y < 0).mean())"""

CHOICE = """

from dpviz.erm.lambda_choice import choice_stages

candidates = CANDIDATES
*_, (_, paid) = choice_stages(
    (made.X, made.y), candidates, epsilon={epsilon}, method="OBJECTIVE", folds=5, runs=20, seed={seed}
)
privately = paid.mean()"""
