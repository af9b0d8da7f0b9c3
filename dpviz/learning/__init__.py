"""Concept classes, what a sample can teach, and learners that are private.

- `Points`, `Thresholds`, `Intervals`, `Parities`, `Conjunctions`: finite sets of rules that label instances, with the
  errors of all rules at once (`dpviz.learning.concepts`).
"""

from dpviz.learning.concepts import Conjunctions, Intervals, Parities, Points, Thresholds

__all__ = [
    "Conjunctions",
    "Intervals",
    "Parities",
    "Points",
    "Thresholds",
]
