"""Mechanisms that add noise or choose one candidate privately, their exact distributions, and how good the release is.

- `LaplaceMechanism` (`dpviz.mechanisms.laplace`), `GaussianMechanism` (`dpviz.mechanisms.gaussian`),
  `RandomizedResponse` (`dpviz.mechanisms.randomized_response`): noise on numbers and on bits;
  `KaryRandomizedResponse` (`dpviz.mechanisms.kary_response`): on one of k values.
- `gaussian_delta`, `gaussian_scale`, `gaussian_epsilon`: the exact curve of normal noise, solved; `classical_scale`:
  the textbook's σ (`dpviz.mechanisms.gaussian_curve`).
- `laplace_error_bound`, `laplace_failure`: how far Laplace noise reaches; `laplace_size`, `laplace_epsilon`,
  `laplace_alpha`, `laplace_beta`: solved for each parameter (`dpviz.mechanisms.noise_planning`).
- `StaircaseMechanism`: the least ε-private noise on one number (`dpviz.mechanisms.staircase`); `TruncatedLaplace`:
  (ε, δ)-private noise that has a bound (`dpviz.mechanisms.truncated_laplace`).
- `LatticeLaplace`, `low_bits`: noise on a lattice; what the low bits of float noise tell (`dpviz.mechanisms.lattice`).
- `DiscreteGaussian`: Gaussian noise on the whole numbers, its exact δ(ε) and an exact sampler
  (`dpviz.mechanisms.discrete_gaussian`).

- `ExponentialMechanism`, `exponential_distributions`: the mechanism at one ε, its distributions at many
  (`dpviz.mechanisms.exponential`).
- `ReportNoisyMax`: the same choice by adding noise, with Laplace, exponential or Gumbel noise, and its exact
  distribution (`dpviz.mechanisms.noisy_max`).
- `PermuteAndFlip`: a choice that is never worse than the exponential mechanism's
  (`dpviz.mechanisms.permute_and_flip`).
- `AboveThreshold`, `SparseVector`: which queries of a stream are above a threshold; `VARIANTS`: six published
  algorithms for that, with the exact loss of each (`dpviz.mechanisms.sparse`).
- `neighbour_losses`: what one data set loses to each of its neighbours, for all ε at once
  (`dpviz.mechanisms.selection`).
- `tail`, `shortfall_quantile`: how far the choice falls below the best, exactly; `tail_bound`, `shortfall_bound`: what
  the theorem promises (`dpviz.mechanisms.accuracy`).
- `size_for`, `epsilon_for`, `beta_for`: the theorem solved for each of its parameters; `exact_epsilon`: what one table
  needs (`dpviz.mechanisms.planning`).
- `common_draws`: draws from many distributions with the same random numbers (`dpviz.mechanisms.draws`).
- `dpviz.mechanisms.selection`: questions about a table, as candidates and scores.

Every function raises `TypeError` for an argument of a wrong type and `ValueError` for a value out of range; the
message names the parameter, what is accepted and what came.
"""

from dpviz.mechanisms.accuracy import shortfall_bound, shortfall_quantile, tail, tail_bound
from dpviz.mechanisms.discrete_gaussian import DiscreteGaussian
from dpviz.mechanisms.draws import common_draws
from dpviz.mechanisms.exponential import ExponentialMechanism, exponential_distributions
from dpviz.mechanisms.gaussian import GaussianMechanism
from dpviz.mechanisms.gaussian_curve import classical_scale, gaussian_delta, gaussian_epsilon, gaussian_scale
from dpviz.mechanisms.kary_response import FrequencyEstimate, KaryRandomizedResponse
from dpviz.mechanisms.laplace import LaplaceMechanism
from dpviz.mechanisms.lattice import LatticeLaplace, LowBits, low_bits
from dpviz.mechanisms.noise_planning import (
    laplace_alpha,
    laplace_beta,
    laplace_epsilon,
    laplace_error_bound,
    laplace_failure,
    laplace_size,
)
from dpviz.mechanisms.noisy_max import ReportNoisyMax
from dpviz.mechanisms.permute_and_flip import PermuteAndFlip
from dpviz.mechanisms.planning import beta_for, epsilon_for, exact_epsilon, size_for
from dpviz.mechanisms.randomized_response import Estimate, RandomizedResponse
from dpviz.mechanisms.selection import neighbour_losses
from dpviz.mechanisms.sparse import (
    VARIANTS,
    AboveThreshold,
    Counterexample,
    Scales,
    SparseRelease,
    SparseVector,
    Variant,
    above_threshold_alpha,
    above_threshold_errors,
    above_threshold_failure,
    above_threshold_probabilities,
    counterexample,
    optimal_share,
    pattern_log_probability,
    patterns,
    sparse_alpha,
    sparse_alpha_bound,
    sparse_alpha_textbook,
    sparse_failure,
    sparse_scales,
)
from dpviz.mechanisms.staircase import StaircaseMechanism
from dpviz.mechanisms.truncated_laplace import TruncatedLaplace

__all__ = [
    "VARIANTS",
    "AboveThreshold",
    "Counterexample",
    "DiscreteGaussian",
    "Estimate",
    "ExponentialMechanism",
    "FrequencyEstimate",
    "GaussianMechanism",
    "KaryRandomizedResponse",
    "LaplaceMechanism",
    "LatticeLaplace",
    "LowBits",
    "PermuteAndFlip",
    "RandomizedResponse",
    "ReportNoisyMax",
    "Scales",
    "SparseRelease",
    "SparseVector",
    "StaircaseMechanism",
    "TruncatedLaplace",
    "Variant",
    "above_threshold_alpha",
    "above_threshold_errors",
    "above_threshold_failure",
    "above_threshold_probabilities",
    "beta_for",
    "classical_scale",
    "common_draws",
    "counterexample",
    "epsilon_for",
    "exact_epsilon",
    "exponential_distributions",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_scale",
    "laplace_alpha",
    "laplace_beta",
    "laplace_epsilon",
    "laplace_error_bound",
    "laplace_failure",
    "laplace_size",
    "low_bits",
    "neighbour_losses",
    "optimal_share",
    "pattern_log_probability",
    "patterns",
    "shortfall_bound",
    "shortfall_quantile",
    "size_for",
    "sparse_alpha",
    "sparse_alpha_bound",
    "sparse_alpha_textbook",
    "sparse_failure",
    "sparse_scales",
    "tail",
    "tail_bound",
]
