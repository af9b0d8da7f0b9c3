"""Concept classes, what a sample can teach, and learners that are private.

- `Points`, `Thresholds`, `Intervals`, `Parities`, `Conjunctions`: finite sets of rules that label instances, with the
  errors of all rules at once (`dpviz.learning.concepts`).
- `fewest_errors`, `learn_threshold`: learners that do not care for privacy (`dpviz.learning.learners`);
  `NotRealizableError`, which names the records that clash (`dpviz.learning.clashes`).
- `coin_deviation`, `uniform_convergence_failure`: how often one concept's error is misjudged, exactly and at most
  (`dpviz.learning.coin`, `dpviz.learning.bounds`).
- `uniform_convergence_size`, `occam_size`, `region_size`, `proper_point_size`, `vc_size`: how many records
  learning takes; what n records buy stands beside them (`dpviz.learning.bounds`).
- `dichotomies`, `shattered`, `vc_dimension`, `growth_function`, `sauer_bound`: shattering (`dpviz.learning.vc`).
- `memoriser_error`: of who is perfect on the sample (`dpviz.learning.memoriser`); `dpviz.learning.toy`: small data.
- `ExponentialLearner`: a private learner of any finite class, with its exact distribution
  (`dpviz.learning.exponential_learner`); points and thresholds of 2^60 concepts (`dpviz.learning.blocks`).
- `private_pac_size`, `private_pac_terms`, `private_failure_bound`, `guaranteed_error`: what privacy costs in records
  (`dpviz.learning.private_sizes`); `private_failure`: a hard case, exactly (`dpviz.learning.hard_cases`).
- `learning_curve`, `growing_curve`: learning curves by simulation (`dpviz.learning.curves`).
- `threshold_failure`, `threshold_size`, `threshold_error`, `threshold_curve`: the threshold learner on equally likely
  instances, exactly and by simulation (`dpviz.learning.thresholds`).
- `generalisation_size`, `overfitting`, `all_functions_gap`: private learners do not overfit
  (`dpviz.learning.generalisation`).
- `parity`: elimination over GF(2), one constraint at a time or all at once; `PrivateParityLearner`: parities learnt
  privately, with the exact loss (`dpviz.learning.parity`).
"""

from dpviz.learning import parity
from dpviz.learning.bounds import (
    occam_size,
    proper_point_size,
    region_size,
    uniform_convergence_failure,
    uniform_convergence_size,
    vc_size,
)
from dpviz.learning.clashes import NotRealizableError
from dpviz.learning.coin import coin_deviation
from dpviz.learning.concepts import Conjunctions, Intervals, Parities, Points, Thresholds
from dpviz.learning.curves import LearningCurve, growing_curve, learning_curve
from dpviz.learning.exponential_learner import ExponentialLearner
from dpviz.learning.generalisation import all_functions_gap, generalisation_size, overfitting
from dpviz.learning.hard_cases import private_failure
from dpviz.learning.learners import Fit, fewest_errors, learn_threshold
from dpviz.learning.memoriser import memoriser_error
from dpviz.learning.parity import PrivateParityLearner
from dpviz.learning.private_sizes import guaranteed_error, private_failure_bound, private_pac_size, private_pac_terms
from dpviz.learning.thresholds import threshold_curve, threshold_error, threshold_failure, threshold_size
from dpviz.learning.vc import dichotomies, growth_function, sauer_bound, shattered, vc_dimension

__all__ = [
    "Conjunctions",
    "ExponentialLearner",
    "Fit",
    "Intervals",
    "LearningCurve",
    "NotRealizableError",
    "Parities",
    "Points",
    "PrivateParityLearner",
    "Thresholds",
    "all_functions_gap",
    "coin_deviation",
    "dichotomies",
    "fewest_errors",
    "generalisation_size",
    "growing_curve",
    "growth_function",
    "guaranteed_error",
    "learn_threshold",
    "learning_curve",
    "memoriser_error",
    "occam_size",
    "overfitting",
    "parity",
    "private_failure",
    "private_failure_bound",
    "private_pac_size",
    "private_pac_terms",
    "proper_point_size",
    "region_size",
    "sauer_bound",
    "shattered",
    "threshold_curve",
    "threshold_error",
    "threshold_failure",
    "threshold_size",
    "uniform_convergence_failure",
    "uniform_convergence_size",
    "vc_dimension",
    "vc_size",
]
