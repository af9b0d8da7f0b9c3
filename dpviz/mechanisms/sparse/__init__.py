"""The sparse vector technique, exact: many comparisons with a threshold, of which only the positives are paid for.

- `AboveThreshold`, `above_threshold_probabilities`: the first answer above, one ε or many.
- `SparseVector`: up to c answers above, and their values; `pattern_log_probability`, `patterns`.
- `sparse_alpha_textbook`, `sparse_alpha_bound`, `sparse_alpha`: α that is promised, promised for any split, and true;
  `sparse_failure`, `above_threshold_failure`, `above_threshold_alpha`, `above_threshold_errors`.
- `sparse_scales`, `optimal_share`: how ε is split.
- `VARIANTS`, `counterexample`: six published algorithms, two of them private.
"""

from dpviz.mechanisms.sparse.above_threshold import AboveThreshold, above_threshold_probabilities
from dpviz.mechanisms.sparse.accuracy import sparse_alpha, sparse_alpha_bound, sparse_alpha_textbook, sparse_failure
from dpviz.mechanisms.sparse.pattern import pattern_log_probability, patterns
from dpviz.mechanisms.sparse.sparse_vector import SparseRelease, SparseVector
from dpviz.mechanisms.sparse.split import Scales, optimal_share, sparse_scales
from dpviz.mechanisms.sparse.stream_accuracy import (
    above_threshold_alpha,
    above_threshold_errors,
    above_threshold_failure,
)
from dpviz.mechanisms.sparse.variants import VARIANTS, Counterexample, Variant, counterexample

__all__ = [
    "VARIANTS",
    "AboveThreshold",
    "Counterexample",
    "Scales",
    "SparseRelease",
    "SparseVector",
    "Variant",
    "above_threshold_alpha",
    "above_threshold_errors",
    "above_threshold_failure",
    "above_threshold_probabilities",
    "counterexample",
    "optimal_share",
    "pattern_log_probability",
    "patterns",
    "sparse_alpha",
    "sparse_alpha_bound",
    "sparse_alpha_textbook",
    "sparse_failure",
    "sparse_scales",
]
