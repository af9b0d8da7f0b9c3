"""Successive halving, and tuning that counts what it costs in privacy.

- `schedule`, `successive_halving`, `BernoulliArms`: the algorithm, round by round (`dpviz.tuning.halving`).
- `hardness`, `sufficient_budget`, `failure_bound`: what the theorem promises; `uniform_bound`: the same for equal pulls
  (`dpviz.tuning.theorem`).
- `failure_rates`: how often the best arm is lost, simulated, with its uncertainty; `needle_failure`: exactly, where all
  other arms are equally good; `uniform_failure`: exactly, when every arm is pulled alike (`dpviz.tuning.failure`).
- `private_tuning`, `PrivateCost`: tuning where every validation score is a noisy release, and what it costs
  (`dpviz.tuning.private`).
- `train_arms`, `Arms`: the hyper-parameter of private logistic regression as arms (`dpviz.tuning.regression`).
"""

from dpviz.tuning.failure import FailureRates, failure_rates, needle_failure, uniform_failure
from dpviz.tuning.halving import BernoulliArms, Halving, Round, RoundOutcome, schedule, successive_halving
from dpviz.tuning.private import PrivateCost, PrivateTuning, private_cost, private_tuning
from dpviz.tuning.regression import Arms, train_arms
from dpviz.tuning.theorem import failure_bound, hardness, sufficient_budget, uniform_bound

__all__ = [
    "Arms",
    "BernoulliArms",
    "FailureRates",
    "Halving",
    "PrivateCost",
    "PrivateTuning",
    "Round",
    "RoundOutcome",
    "failure_bound",
    "failure_rates",
    "hardness",
    "needle_failure",
    "private_cost",
    "private_tuning",
    "schedule",
    "successive_halving",
    "sufficient_budget",
    "train_arms",
    "uniform_bound",
    "uniform_failure",
]
