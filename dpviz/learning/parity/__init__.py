"""Parities: learnt by elimination over GF(2), and privately by elimination of a random part.

- `solve`: all solutions of a system, never listed; `Solution.draw` draws from them (`dpviz.learning.parity.solution`).
- `System`, `trace`, `row_steps`: the same one example, or one row operation, at a time
  (`dpviz.learning.parity.incremental`). `row_reduce`: the elimination itself (`dpviz.learning.parity.elimination`).
- `label`: what a parity says of an example.
- `PrivateParityLearner`: the learner, its exact distribution and its exact loss; `standard_keep`, `optimal_keep`,
  `least_coin`: its keep-probabilities and coins (`dpviz.learning.parity.learner`).
- `AmplifiedParityLearner`: several runs (`dpviz.learning.parity.amplification`).
- `consistent_size`, `amplified_size`, `runs_needed`: how many examples it takes (`dpviz.learning.parity.sizes`).
- `full_rank_probability`, `full_rank_rate`: the rank of uniform examples (`dpviz.learning.parity.ranks`).
"""

from dpviz.learning.parity.amplification import AmplifiedParityLearner, AmplifiedRun
from dpviz.learning.parity.elimination import Reduced, row_reduce
from dpviz.learning.parity.incremental import RowStep, System, row_steps, trace
from dpviz.learning.parity.learner import (
    LossParts,
    PrivateParityLearner,
    Run,
    exact_loss,
    least_coin,
    optimal_keep,
    standard_keep,
)
from dpviz.learning.parity.ranks import full_rank_probability, full_rank_rate
from dpviz.learning.parity.sizes import AmplifiedSize, amplified_size, consistent_size, runs_needed
from dpviz.learning.parity.solution import Solution, label, solve

__all__ = [
    "AmplifiedParityLearner",
    "AmplifiedRun",
    "AmplifiedSize",
    "LossParts",
    "PrivateParityLearner",
    "Reduced",
    "RowStep",
    "Run",
    "Solution",
    "System",
    "amplified_size",
    "consistent_size",
    "exact_loss",
    "full_rank_probability",
    "full_rank_rate",
    "label",
    "least_coin",
    "optimal_keep",
    "row_reduce",
    "row_steps",
    "runs_needed",
    "solve",
    "standard_keep",
    "trace",
]
