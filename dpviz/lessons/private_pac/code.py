"""The code of what is on screen: a few lines of the public engine that give the same numbers when run.

Gaps in braces are filled in the page from the picture's slots.
"""

from __future__ import annotations

GIVEAWAY = """from dpviz.learning import ExponentialLearner, Thresholds, learn_threshold
from dpviz.privacy import privacy_loss, worst_case

line = Thresholds(3)
cuts = learn_threshold(line, [2, 5], [1, 0]).index, learn_threshold(line, [{moved}, 5], [1, 0]).index
learner = ExponentialLearner(line, {epsilon})
loss = privacy_loss(learner.probabilities([2, 5], [1, 0]), learner.probabilities([{moved}, 5], [1, 0]))

def certain(data):  # the consistent learner's law: all on one cut
    return [float(j == learn_threshold(line, *zip(*data)).index) for j in range(line.size)]

meter = worst_case(certain, [(0, 1), (2, 1), (3, 1), (5, 0)], 2, neighbouring="replace", epsilon={epsilon})
# meter.loss is inf, meter.delta is 1"""

LAW = """import numpy as np
from dpviz.learning import ExponentialLearner, Thresholds, private_failure_bound

line = Thresholds(4)
X = np.random.default_rng({seed}).integers(0, 16, 2000)[:{n}]
law = ExponentialLearner(line, {epsilon}).probabilities(X, X < 8)
error = line.population_errors([1 / 16] * 16, 8)
bad, expected = law[error > {alpha} + 1e-12].sum(), law @ error
bound = private_failure_bound({n}, line.size, {alpha}, {epsilon})"""

CURVE = """import numpy as np
from dpviz.learning import ExponentialLearner, Thresholds, learning_curve, private_failure_bound

line = Thresholds({bits})
curve = learning_curve(
    line, ["erm", ExponentialLearner(line, {epsilon})], np.full(line.universe, 1 / line.universe),
    line.universe // 2, [{n}], repetitions=1000, rng=np.random.default_rng({seed}),
)
share, low, high = curve.failure({alpha})  # other draws than on screen: within its band, mostly
bound = private_failure_bound({n}, line.size, {alpha}, {epsilon})"""

TERMS = """from dpviz.learning import private_pac_size, private_pac_terms

size = 2**{bits} + 1
terms = private_pac_terms(size, {alpha}, {beta}, {epsilon})
need = private_pac_size(size, {alpha}, {beta}, {epsilon})
direct = private_pac_size(size, {alpha}, {beta}, {epsilon}, form="realizable")
laplace = private_pac_terms(size, {alpha}, {beta}, {epsilon}, form="laplace").privacy"""

BITS = """from dpviz.learning import private_pac_size, region_size
from dpviz.learning.hard_cases import private_exact_size

size = 2**{{bits}} + {more}
direct = private_pac_size(size, {{alpha}}, {{beta}}, {{epsilon}}, form="realizable")
truth = private_exact_size("{kind}", {{bits}}, {{epsilon}}, mass=1.2 * {{alpha}}, beta={{beta}})
free = region_size(1.2 * {{alpha}}, {{beta}}, exact=True)"""

OVERFIT = """from dpviz.learning import all_functions_gap, generalisation_size, overfitting

found = overfitting({n}, {points}, {epsilon})
gap, memory = found.gap, found.memoriser
alone = all_functions_gap({epsilon})
enough = generalisation_size({epsilon}, beta=0.05)"""

HEALTH = """import numpy as np
from dpviz.learning import ExponentialLearner, guaranteed_error, learning_curve
from dpviz.lessons.private_pac.asked import problem

asked = problem("{known}")
learners = ["erm", ExponentialLearner(asked.concepts, {{epsilon}})]
curve = learning_curve(
    asked.concepts, learners, asked.weights, asked.excellent, [{{n}}], repetitions=300,
    rng=np.random.default_rng({seed}),
)
mean, low, high = curve.mean()  # other draws than on screen: within its band, mostly
ceiling = curve.best + guaranteed_error({{n}}, asked.concepts.size, 0.05, {{epsilon}}, form="agnostic")"""
