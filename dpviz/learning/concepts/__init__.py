"""Concept classes: finite sets of rules that label instances 0 or 1 (PAC-1).

All have `size` (|C|), `universe` (the number of instances), `label`, `labels`, `errors` (of every concept on a sample),
`population_errors` (of every concept on a distribution) and `name`.
"""

from dpviz.learning.concepts._base import MOST_BITS, MOST_CELLS, ConceptClass
from dpviz.learning.concepts.cube import Conjunctions, Parities
from dpviz.learning.concepts.line import Intervals, Points, Thresholds

__all__ = ["MOST_BITS", "MOST_CELLS", "ConceptClass", "Conjunctions", "Intervals", "Parities", "Points", "Thresholds"]
