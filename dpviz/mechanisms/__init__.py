"""Mechanisms that choose one candidate privately, their exact laws, and how good the choice is.

- `ExponentialMechanism`, `exponential_laws`: the mechanism at one ε, its laws at many
  (`dpviz.mechanisms.exponential`).
- `ReportNoisyMax`: the same choice by adding noise, with Laplace, exponential or Gumbel noise, and its exact law
  (`dpviz.mechanisms.noisy_max`).
- `neighbour_losses`: what one data set loses to each of its neighbours, for all ε at once
  (`dpviz.mechanisms.neighbours`).
- `tail`, `shortfall_quantile`: how far the choice falls below the best, exactly; `tail_bound`, `shortfall_bound`: what
  the theorem promises (`dpviz.mechanisms.accuracy`).
- `size_for`, `epsilon_for`, `beta_for`: the theorem solved for each of its parameters (`dpviz.mechanisms.planning`).
- `common_draws`: draws from many laws with the same luck (`dpviz.mechanisms.draws`).
- `dpviz.mechanisms.questions`: questions about a table, as candidates and scores.
"""

from dpviz.mechanisms.accuracy import shortfall_bound, shortfall_quantile, tail, tail_bound
from dpviz.mechanisms.draws import common_draws
from dpviz.mechanisms.exponential import ExponentialMechanism, exponential_laws
from dpviz.mechanisms.neighbours import neighbour_losses
from dpviz.mechanisms.noisy_max import ReportNoisyMax
from dpviz.mechanisms.planning import beta_for, epsilon_for, size_for

__all__ = [
    "ExponentialMechanism",
    "ReportNoisyMax",
    "beta_for",
    "common_draws",
    "epsilon_for",
    "exponential_laws",
    "neighbour_losses",
    "shortfall_bound",
    "shortfall_quantile",
    "size_for",
    "tail",
    "tail_bound",
]
