"""The code of what is on screen: a few lines of the public engine that give the same numbers when run.

Gaps in braces are filled in the page from the picture's slots.
"""

from __future__ import annotations

SAMPLE = """import numpy as np
from dpviz.learning import fewest_errors, toy
from dpviz.learning.bounds import uniform_convergence_width

concepts, target = toy.{concepts}, toy.{target}
X = np.random.default_rng({seed}).integers(concepts.universe, size={most})[:{{n}}]
learned = fewest_errors(concepts, X, concepts.label(target, X))
population = concepts.population_errors(np.full(concepts.universe, 1 / concepts.universe), target)
error = population[learned.index]
width = uniform_convergence_width(concepts.size, {{n}}, {{beta}}, sides={sides})"""

OCCAM = """from dpviz.learning import occam_size
from dpviz.learning.bounds import occam_failure
from dpviz.learning.threshold_sweep import union_sweep

needed = occam_size({{size}}, {{alpha}}, {{beta}})
bound = occam_failure({{size}}, {{n}}, {{alpha}})
found = union_sweep({bits}, [{{n}}], [{{alpha}}])
exact, total = found.exact[0], found.total[0]"""

CURVE = """from dpviz.learning import occam_size, region_size
from dpviz.learning.threshold_sweep import threshold_curve, threshold_failure, threshold_size

rules = 2**{{bits}} + 1
occam, region = occam_size(rules, {{alpha}}, {{beta}}), region_size({{alpha}}, {{beta}})
exactly, truth = threshold_size({{bits}}, {{alpha}}, {{beta}}), threshold_failure({{bits}}, {{n}}, {{alpha}})
share, low, high = threshold_curve({{bits}}, seed={seed}).failure({{alpha}})"""

MEMORY = """from dpviz.learning import memoriser_error
from dpviz.learning.threshold_sweep import threshold_error

memory = memoriser_error({n}, universe={size})
idea = threshold_error([{n}], {size}, {size} // 2)[0]"""

CLASSES = {
    "points": "Points(3)",
    "thresholds": "Thresholds(3)",
    "intervals": "Intervals(8)",
    "parities": "Parities(3)",
}

SHATTER = """from dpviz.learning import {name}, dichotomies, shattered

concepts = {made}
ways = dichotomies(concepts, {{points}})
reachable, total = len(ways), 2**{{k}}
whole = shattered(concepts, {{points}})"""

GROWTH = """from dpviz.learning import {name}, growth_function, sauer_bound, vc_dimension

concepts = {made}
vc = vc_dimension(concepts)
ways, sauer = growth_function(concepts, {{k}}), sauer_bound({{k}}, vc)"""
