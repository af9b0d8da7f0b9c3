"""Concept classes, what a sample can teach, and learners that are private.

- `Points`, `Thresholds`, `Intervals`, `Parities`, `Conjunctions`: finite sets of rules that label instances, with the
  errors of all rules at once (`dpviz.learning.concepts`).
- `fewest_errors`, `learn_threshold`, `learn_point`, `learn_interval`, `learn_parity`: learners that do not care for
  privacy, and `NotRealizableError`, which names the records that clash (`dpviz.learning.learners`).
- `uniform_convergence_size`, `occam_size`, `region_size`, `proper_point_size`, `vc_size`: how many records learning
  takes; what n records buy stands beside them (`dpviz.learning.bounds`).
- `dichotomies`, `shattered`, `vc_dimension`, `growth_function`, `sauer_bound`: shattering (`dpviz.learning.vc`).
- `Memoriser`, `memoriser_error`: perfect on the sample (`dpviz.learning.memoriser`); `dpviz.learning.toy`: small data.
- `parity`: elimination over GF(2), one constraint at a time or all at once; `PrivateParityLearner`: parities learned
  privately, with the exact loss (`dpviz.learning.parity`).
"""

from dpviz.learning import parity
from dpviz.learning.bounds import (
    occam_size,
    proper_point_size,
    region_size,
    uniform_convergence_size,
    vc_size,
)
from dpviz.learning.concepts import Conjunctions, Intervals, Parities, Points, Thresholds
from dpviz.learning.learners import (
    Fit,
    NotRealizableError,
    fewest_errors,
    learn_interval,
    learn_parity,
    learn_point,
    learn_threshold,
)
from dpviz.learning.memoriser import Memoriser, memoriser_error
from dpviz.learning.parity import PrivateParityLearner
from dpviz.learning.vc import dichotomies, growth_function, sauer_bound, shattered, vc_dimension

__all__ = [
    "Conjunctions",
    "Fit",
    "Intervals",
    "Memoriser",
    "NotRealizableError",
    "Parities",
    "Points",
    "PrivateParityLearner",
    "Thresholds",
    "dichotomies",
    "fewest_errors",
    "growth_function",
    "learn_interval",
    "learn_parity",
    "learn_point",
    "learn_threshold",
    "memoriser_error",
    "occam_size",
    "parity",
    "proper_point_size",
    "region_size",
    "sauer_bound",
    "shattered",
    "uniform_convergence_size",
    "vc_dimension",
    "vc_size",
]
