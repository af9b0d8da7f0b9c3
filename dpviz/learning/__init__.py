"""Concept classes, what a sample can teach, and learners that are private.

- `Points`, `Thresholds`, `Intervals`, `Parities`, `Conjunctions`: finite sets of rules that label instances, with the
  errors of all rules at once (`dpviz.learning.concepts`).
- `parity`: elimination over GF(2), one constraint at a time or all at once; `PrivateParityLearner`: parities learned
  privately, with the exact loss (`dpviz.learning.parity`).
"""

from dpviz.learning import parity
from dpviz.learning.concepts import Conjunctions, Intervals, Parities, Points, Thresholds
from dpviz.learning.parity import PrivateParityLearner

__all__ = [
    "Conjunctions",
    "Intervals",
    "Parities",
    "Points",
    "PrivateParityLearner",
    "Thresholds",
    "parity",
]
