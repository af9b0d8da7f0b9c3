"""The code of what is on screen: lines of the public engine that give the same numbers when run."""

from __future__ import annotations

_ARMS = """import numpy as np
from dpviz.tuning.sweeps import arm_means

means = arm_means("{shape}", {arms}, {gap})
"""

ROUNDS = (
    _ARMS
    + """
from dpviz.tuning import BernoulliArms, successive_halving

run = successive_halving(BernoulliArms(means), {{arms}}, {{budget}}, rng=np.random.default_rng({{seed}}))
survivor = run.survivor + 1"""
)

HARDNESS = """from dpviz.tuning import hardness, sufficient_budget

h2 = hardness({means})
enough = sufficient_budget({means}, beta={beta})"""

_MODELS = """import numpy as np
from dpviz.erm import Unseparable
from dpviz.tuning import train_arms

rng = np.random.default_rng({seed})
X, y = Unseparable(dim=5).draw({everybody}, rng)
training, validation, others = ((X[a:b], y[a:b]) for a, b in {cuts})
arms = train_arms(training, validation, others, np.geomspace(1e-4, 1, 8), epsilon={each}, rng=rng)
"""

BARE = (
    _MODELS
    + """
from dpviz.tuning import BernoulliArms, successive_halving

rng = np.random.default_rng({seed})
run = successive_halving(BernoulliArms(arms.validation), 8, {{evaluations}}, rng=rng)
chosen = run.survivor"""
)

PRIVATE = (
    _MODELS
    + """
from dpviz.tuning import private_tuning

run = private_tuning(
    arms.validation, {{evaluations}}, epsilon={epsilon}, records=arms.records, noise="{way}",
    rng=np.random.default_rng({seed}),
)
chosen, paid = run.survivors[0], run.cost.total"""
)

CHOICE = (
    _MODELS
    + """
from dpviz.tuning.sweeps import choice_sweep

found = choice_sweep(
    arms.validation, {{evaluations}}, [{{epsilon}}], records={{records}}, runs={{runs}}, seed={{seed}}
)
evaluation, mean, once = found.loss[:, 0]"""
)
