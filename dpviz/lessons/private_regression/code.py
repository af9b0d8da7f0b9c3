"""The code of what is on screen: lines of the public engine that give the same numbers when run."""

from __future__ import annotations

_CLOUDS = """import numpy as np
from dpviz.erm import Clouds{more}
from dpviz.erm.plane_sweep import {names}

clouds = Clouds()
X, y = clouds.draw({{most}}, np.random.default_rng({{data}}))
plane = plane_sweep(X, y, {{{{epsilon}}}}, {{{{n}}}}, {{{{regularization}}}}, size={{{{many}}}}, rng=np.random.default_rng({{{{seed}}}}))
"""  # noqa: E501

WEIGHTS = (
    _CLOUDS.format(more="", names="plane_sweep")
    + """best, output, objective = plane.best[0], plane.output[0], plane.objective[0]
mean = np.linalg.norm(output - best, axis=1).mean()
mean_question = np.linalg.norm(objective - best, axis=1).mean()"""
)

LINES = (
    _CLOUDS.format(more="", names="plane_sweep")
    + """best, output, objective = (
    np.mean(clouds.error(w)) for w in (plane.best, plane.output, plane.objective)
)"""
)

GAP = (
    _CLOUDS.format(more=", gap_bound", names="gaps, plane_sweep")
    + """output, objective = (gap[0].mean() for gap in gaps(plane, X, y))
output_bound = gap_bound({{n}}, {{epsilon}}, {{regularization}}, {{dim}}, 0.05, method="output")
objective_bound = gap_bound({{n}}, {{noise_epsilon}}, {{regularization}}, {{dim}}, 0.05)"""
)

COUNTEREXAMPLE = """import numpy as np
from dpviz.erm import ObjectivePerturbation, event_probability, largest_loss, privacy_loss_at

method = ObjectivePerturbation(epsilon={{epsilon}}, regularization={{regularization}}, mode="{mode}")
y, none, active = np.ones({{n}}), np.zeros(({{n}}, 1)), np.zeros(({{n}}, 1))
active[0] = 1  # one record is replaced
at_zero = privacy_loss_at(method, (active, y), (none, y), [0.0])
largest = largest_loss(method, (active, y), (none, y)).loss
chances = [event_probability(method, X, y, -0.05, 0.05) for X in (active, none)]"""

PRICE = """from dpviz.erm import objective_plan

modes = ("printed", "corrected", "tight")
plans = [objective_plan({epsilon}, {n}, {regularization}, mode=mode) for mode in modes]
kept = [plan.guarantee for plan in plans]
scale = [plan.scale for plan in plans]"""

SENSITIVITY = """from dpviz.erm import search_sensitivity, sensitivity_bound

bound = sensitivity_bound({n}, {regularization})
distance = search_sensitivity({n}, {regularization}, back=[{back}]).distance[0]
found = search_sensitivity({n}, {regularization})
worst = found.distance[found.worst]"""

SIZES = """import numpy as np
from dpviz.erm import learning_size
from dpviz.erm.needed_sweep import needed_sweep

question = learning_size({{norm}}, {{excess}}, {{epsilon}}, {{dim}}).largest
answer = learning_size({{norm}}, {{excess}}, {{epsilon}}, {{dim}}, method="output").largest
needed = needed_sweep({{norm}}, {{excess}}, {{epsilon}}, size={size}, rng=np.random.default_rng({seed}))
measured = needed.question[0], needed.answer[0]"""
