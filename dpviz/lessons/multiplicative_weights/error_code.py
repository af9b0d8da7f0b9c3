"""The code of the pictures that compare, and of the reader's own table."""

from __future__ import annotations

_COMPARE = """asked = (case.histogram, case.workload, case.n)
errors = []
for r in range({{repetitions}}):
    weights = PracticalMultiplicativeWeights({{epsilon}}, {{rounds}}, {measure}step="fit", replays=3)
    run = weights.run(*asked, np.random.default_rng([{{seed}}, r]))
    normal = GaussianBaseline({{epsilon}}, 1e-6, mode="analytic").run(*asked, np.random.default_rng([{{seed}}, r]))
    cut = np.clip(normal.noisy_answers, 0, 1)
    errors.append([run.max_error[-1], np.abs(cut - normal.answers).max()])
ours, theirs = np.mean(errors, axis=0)"""

TOY = """import numpy as np
from dpviz.queries import GaussianBaseline, PracticalMultiplicativeWeights
from dpviz.queries.error_cases import random_case

case = random_case(n={n}, epsilon={epsilon}, queries={k}, cells={universe})
""" + _COMPARE.format(measure="")

TABLE = """import numpy as np
from dpviz.data import binary_records, health
from dpviz.queries import GaussianBaseline, PracticalMultiplicativeWeights
from dpviz.queries.error_cases import marginals_case

records = binary_records(health().shuffled(np.random.default_rng({order_of_people})))
case = marginals_case(records, n={n}, epsilon={epsilon}, order={order}, bits={bits})
""" + _COMPARE.format(measure='measure="marginal", ')

SIZES = """from math import comb
from dpviz.queries import gaussian_size, laplace_size, pmw_size

sets = comb({d}, {l})
asked = {{"num_queries": sets * 2**{l}, "alpha": {alpha}, "beta": 0.05, "epsilon": {epsilon}}}
laplace = laplace_size(**asked, sensitivity=2 * sets)
gaussian = gaussian_size(**asked, delta=1e-6, sensitivity=(2 * sets) ** 0.5, mode="analytic")
weights = pmw_size(**asked, universe=2**{d}, mode="tight")
weights_delta = pmw_size(**asked, universe=2**{d}, mode="tight", delta=1e-6)"""

OWN = """import numpy as np
from dpviz.data import HEALTH_ATTRIBUTES, binary_records, health
from dpviz.queries import Marginals, PracticalMultiplicativeWeights, csv_text, draw_records

queries = Marginals(len(HEALTH_ATTRIBUTES), {order}, names=[a.name for a in HEALTH_ATTRIBUTES])
histogram = queries.histogram(binary_records(health(), HEALTH_ATTRIBUTES))
n, rng = histogram.sum(), np.random.default_rng({seed})
method = PracticalMultiplicativeWeights({{epsilon}}, {{rounds}}, measure="marginal", step="fit", replays=3)
run = method.run(histogram, queries, n, rng)
largest, mean = run.max_error[-1], run.mean_error[-1]
table = csv_text(queries.records(draw_records(run.estimate, rng, size=n)), queries.attributes)"""
