"""Counting queries, marginals, and private multiplicative weights.

- `Workload` (`dpviz.queries.workload`): any queries over a small universe, as a matrix. `Marginals`
  (`dpviz.queries.marginals`): all marginals of an order over 2^d cells, answered at once. Both answer, name,
  close under complement, and know their exact sensitivities.
- `PrivateMultiplicativeWeights`, `PrivateRun`, `selection_distribution`, `signed_gaps` (`dpviz.queries.private`): the
  algorithm of the theorem, and everything that happened in a run (`Trajectory`, `dpviz.queries.trajectory`).
- `Plan`, `learning_rate`, `mistake_bound`, `mistakes_bound`, `epsilon_per_round`
  (`dpviz.queries.budget`): η, L, ε₀.
- `multiplicative_update`, `relative_entropy` (`dpviz.queries.update`): one update and the potential. `learn`
  (`dpviz.queries.learner`): the learner without privacy.
- `PracticalMultiplicativeWeights`, `PracticalRun` (`dpviz.queries.practical`): a fixed number of rounds, whole
  marginals, replayed measurements; private, without a promise on the error.
- `online_multiplicative_weights`, `OnlineRun` (`dpviz.queries.online`): a stream of queries, of which only those that
  teach something are paid for.
- `LaplaceBaseline`, `GaussianBaseline`, `Release` (`dpviz.queries.baselines`): noise on every answer.
- `laplace_size`, `gaussian_size`, `pmw_size`, `run_size`, `affordable_alpha` (`dpviz.queries.sizes`): how many
  records each needs, and what α given records afford.
- `draw_records`, `csv_text`, `resized` (`dpviz.queries.synthetic`): a synthetic table from an estimate, or from shares.
- `dpviz.queries.traps`: runs with a known slip in them, for teaching; not private.
"""

from dpviz.queries.base import Queries
from dpviz.queries.baselines import GaussianBaseline, LaplaceBaseline, Release
from dpviz.queries.budget import Plan, epsilon_per_round, learning_rate, mistake_bound, mistakes_bound
from dpviz.queries.learner import learn
from dpviz.queries.marginals import Marginals
from dpviz.queries.online import OnlineRun, online_multiplicative_weights
from dpviz.queries.practical import PracticalMultiplicativeWeights, PracticalRun
from dpviz.queries.private import PrivateMultiplicativeWeights, PrivateRun, selection_distribution, signed_gaps
from dpviz.queries.sizes import affordable_alpha, gaussian_size, laplace_size, pmw_size, run_size
from dpviz.queries.synthetic import csv_text, draw_records, resized
from dpviz.queries.trajectory import Trajectory
from dpviz.queries.update import multiplicative_update, relative_entropy
from dpviz.queries.workload import Workload

__all__ = [
    "GaussianBaseline",
    "LaplaceBaseline",
    "Marginals",
    "OnlineRun",
    "Plan",
    "PracticalMultiplicativeWeights",
    "PracticalRun",
    "PrivateMultiplicativeWeights",
    "PrivateRun",
    "Queries",
    "Release",
    "Trajectory",
    "Workload",
    "affordable_alpha",
    "csv_text",
    "draw_records",
    "epsilon_per_round",
    "gaussian_size",
    "laplace_size",
    "learn",
    "learning_rate",
    "mistake_bound",
    "mistakes_bound",
    "multiplicative_update",
    "online_multiplicative_weights",
    "pmw_size",
    "relative_entropy",
    "resized",
    "run_size",
    "selection_distribution",
    "signed_gaps",
]
