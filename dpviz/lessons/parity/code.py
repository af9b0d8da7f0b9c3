"""The code of what is on screen: a few lines of the public engine that give the same numbers when run.

Gaps in braces are filled in the page from the picture's slots.
"""

from __future__ import annotations

HALVING = """import numpy as np
from dpviz.learning import parity

X = np.array({X}, dtype=int).reshape(-1, {bits})
y = np.array({y}, dtype=int)
found = parity.solve(X, y)
states = parity.trace(X, y)
left, rank = found.size, found.rank"""

REDUCTION = """from dpviz.learning import parity

steps = parity.row_steps({X}, {y})
matrix = steps[{step}].matrix"""

RANK = """from dpviz.learning import parity
from dpviz.learning.parity.sweeps import rank_simulation

chance = parity.full_rank_probability({bits}, {two})
shown = rank_simulation({bits}, [{two}], trials={trials}, seed={seed})[0]
enough = parity.consistent_size(bits={bits}, alpha={alpha}, beta={beta})"""

RUN = """import numpy as np
from dpviz.learning import PrivateParityLearner

learner = PrivateParityLearner(1.0, keep={keep}, coin={coin})
run = learner.run({X}, {y}, np.random.default_rng([{seed}, {run}]))
output = run.output"""

LAW = """from dpviz.learning import PrivateParityLearner
from dpviz.privacy import privacy_loss

learner = PrivateParityLearner({{epsilon}}, keep={{keep}}, coin={{coin}})
here = learner.law(*{{here}})
there = learner.law(*{{there}})
between = privacy_loss(here, there)
worst = learner.loss(neighbouring="{relation}").total"""

AMPLIFY = """from dpviz.learning import parity

size = parity.amplified_size(bits={bits}, alpha={alpha}, beta={beta}, epsilon={epsilon})
runs, total = size.runs, size.total
learner = parity.AmplifiedParityLearner(epsilon={epsilon}, runs=runs, split="budget")
accounted = learner.accounted(neighbouring="replace")"""

LIVE = """from dpviz.learning.parity.sweeps import live_runs

found = live_runs(bits={bits}, alpha={alpha}, beta={beta}, epsilon={epsilon}, keep={keep}, seed={seed})
ranks, right = found.rank, found.right"""
