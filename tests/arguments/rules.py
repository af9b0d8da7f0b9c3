"""What results must be, whatever the arguments: probabilities, distributions, sizes; and which way they must go."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import numpy as np

from tests.arguments.results import leaves

# Fields of results, and callables by their last name.
PROBABILITIES = frozenset(
    """
    advantage belief certainty coin_deviation expected full_rank_probability full_rank_rate loss_tail memoriser_error
    most needle_failure norm_tail posterior posterior_range power power_ceiling precision prior private_failure recall
    score share smallest_delta tail threshold_error threshold_failure
    """.split()
)
DISTRIBUTIONS = frozenset(
    """
    candidates_distribution checked_distribution distribution exponential_distributions estimate multiplicative_update
    post_process probabilities random_kernel shares
    """.split()
)
SIZES = frozenset(
    """
    consistent_size gaussian_size generalisation_size laplace_size occam_size pmw_size private_pac_size
    proper_point_size region_size run_size runs_needed size_for sufficient_budget threshold_size
    uniform_convergence_size vc_size
    """.split()
)
# Which way a result goes when a parameter rises: 1 up, -1 down.
MONOTONE = {
    "privacy.advanced_composition": {"epsilon": 1, "k": 1},
    "privacy.group_privacy": {"epsilon": 1, "size": 1},
    "privacy.posterior": {"prior": 1, "loss": 1},
    "privacy.power_ceiling": {"false_alarm": 1, "epsilon": 1, "delta": 1},
    "privacy.smallest_delta": {"epsilon": -1},
    "mechanisms.DiscreteGaussian.exact_delta": {"epsilon": -1},
    "mechanisms.DiscreteGaussian.exact_epsilon": {"delta": -1},
    "mechanisms.DiscreteGaussian.tail": {"distance": -1},
    "privacy.dpsgd_epsilon": {"noise_multiplier": -1, "steps": 1, "delta": -1},
    "privacy.dpsgd_replaced": {"noise_multiplier": -1, "steps": 1, "delta": -1},
    "privacy.renyi_divergence": {"order": 1},
    "privacy.zcdp_epsilon": {"rho": 1, "delta": -1},
    "privacy.zcdp_rho": {"epsilon": 1, "delta": 1},
    "mechanisms.classical_scale": {"epsilon": -1, "delta": -1, "sensitivity": 1},
    "mechanisms.gaussian_delta": {"epsilon": -1, "scale": -1, "sensitivity": 1},
    "mechanisms.gaussian_epsilon": {"scale": -1, "delta": -1, "sensitivity": 1},
    "mechanisms.gaussian_scale": {"epsilon": -1, "delta": -1, "sensitivity": 1},
    "mechanisms.laplace_alpha": {"beta": -1, "epsilon": -1, "n": -1, "dim_out": 1, "sensitivity": 1},
    "mechanisms.laplace_size": {"alpha": -1, "beta": -1, "epsilon": -1, "dim_out": 1, "sensitivity": 1},
    "mechanisms.size_for": {"alpha": -1, "beta": -1, "epsilon": -1, "candidates": 1, "sensitivity": 1},
    "mechanisms.tail_bound": {"t": -1, "candidates": 1, "epsilon": -1, "sensitivity": 1},
    "queries.gaussian_size": {"alpha": -1, "beta": -1, "delta": -1, "sensitivity": 1},
    "queries.laplace_size": {"alpha": -1, "beta": -1, "epsilon": -1, "sensitivity": 1},
    "queries.pmw_size": {"universe": 1, "num_queries": 1, "alpha": -1, "beta": -1, "epsilon": -1, "delta": -1},
    "queries.epsilon_per_round": {"epsilon": 1, "rounds": -1, "delta": 1},
    "queries.mistake_bound": {"universe": 1, "alpha": -1},
    "learning.coin_deviation": {"alpha": -1},
    "learning.guaranteed_error": {"n": -1, "size": 1, "beta": -1, "epsilon": -1},
    "learning.occam_size": {"size": 1, "alpha": -1, "beta": -1},
    "learning.private_pac_size": {"size": 1, "alpha": -1, "beta": -1, "epsilon": -1},
    "learning.region_size": {"alpha": -1, "beta": -1},
    "learning.threshold_failure": {"n": -1, "alpha": -1},
    "learning.uniform_convergence_size": {"size": 1, "alpha": -1, "beta": -1},
    "learning.vc_size": {"vc": 1, "alpha": -1, "beta": -1},
    "learning.parity.consistent_size": {"bits": 1, "alpha": -1, "beta": -1},
    "learning.parity.full_rank_probability": {"bits": -1, "n": 1},
    "learning.parity.optimal_keep": {"epsilon": 1},
    "erm.learning_size": {"norm": 1, "excess": -1, "epsilon": -1, "dim": 1},
    "erm.ridge_norm": {"norm_bound": 1, "label_bound": 1},
    "erm.ridge_sensitivity": {"n": -1, "norm_bound": 1, "label_bound": 1},
    "erm.sensitivity_bound": {"n": -1, "regularization": -1},
    "erm.statistics_sensitivity": {"norm_bound": 1, "label_bound": 1},
    "anonymity.certainty": {"k_anon": -1, "releases": 1},
    "robust.robust_accuracy": {"radius": -1},
    "tuning.needle_failure": {"budget": -1, "arms": 1},
    "tuning.sufficient_budget": {"beta": -1},
}
ROUNDING = 1e-9


def broken_rule(callable_name: str, result: Any) -> str:
    """Which of these rules a result breaks; "" for none."""
    for where, leaf in leaves(result):
        if isinstance(leaf, str | bytes | bool) or leaf is None:
            continue
        field = re.sub(r"\[.*?\]", "", where).rpartition(".")[2] or callable_name.rpartition(".")[2]
        array = np.asarray(leaf, dtype=object if isinstance(leaf, int) else None)
        if array.size == 0 or (array.dtype.kind == "f" and np.isnan(array).any()):
            continue
        if field in PROBABILITIES | DISTRIBUTIONS and not (array.min() >= 0 and array.max() <= 1 + ROUNDING):
            return f"result{where} is no probability: from {array.min()!r} to {array.max()!r}"
        if field in DISTRIBUTIONS and array.ndim and np.abs(array.sum(axis=-1) - 1).max() > ROUNDING:
            return f"result{where} does not sum to 1 but to {array.sum(axis=-1)!r}"
        if field in SIZES and not (array.dtype.kind in "iuO" and array.min() >= 1):
            return f"result{where} is no size: {leaf!r}"
    return ""


def wrong_way(results: list[Any], sign: int) -> str:
    """Where results, in the order of a rising parameter, go the other way by more than rounding; "" for nowhere."""
    rows = [[np.asarray(leaf, dtype=np.float64) for _, leaf in leaves(one)] for one in results]
    for low, high in pairwise(rows):
        for one, other in zip(low, high, strict=True):
            spare = ROUNDING * np.maximum(np.abs(one), np.abs(other)) + 1e-15
            with np.errstate(invalid="ignore"):
                fine = (sign * (other - one) >= -spare) | (one == other) | np.isnan(one) | np.isnan(other)
            if not np.all(fine):
                return f"{one!r} and then {other!r}"
    return ""
