"""Numbers at the ends of what floats hold: the right answer, or a refusal, and never an infinite one."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz import mechanisms, privacy, robust
from dpviz.mechanisms.gaussian_curve import classical_scale
from dpviz.mechanisms.lattice import LatticeLaplace
from dpviz.mechanisms.planning import epsilon_for
from dpviz.privacy.pairs import GaussianPair, LaplacePair

TOO_LARGE = {
    "Laplace noise": lambda: mechanisms.LaplaceMechanism(epsilon=1.0, sensitivity=1e308),
    "Gaussian noise": lambda: mechanisms.GaussianMechanism(epsilon=0.5, delta=1e-5, sensitivity=1e307),
    "analytic": lambda: mechanisms.GaussianMechanism(epsilon=1e-9, delta=1e-5, sensitivity=1e307, mode="analytic"),
    "noisy max": lambda: mechanisms.ReportNoisyMax(epsilon=1.0, sensitivity=1e308),
    "a lattice": lambda: LatticeLaplace(epsilon=1e-308, sensitivity=1.0, grid=1.0),
    "a lattice point": lambda: LatticeLaplace(epsilon=1.0, sensitivity=1.0).nearest(1e308),
    "the textbook's σ": lambda: classical_scale(1e-300, 1e-5, sensitivity=1e300),
    "a density": lambda: LaplacePair(here=0.0, there=0.0, scale=5e-324),
    "a distance": lambda: mechanisms.LaplaceMechanism(epsilon=1.0, sensitivity=1.0).worst_loss(1e308, -1e308),
    "a Gaussian loss": lambda: GaussianPair(here=0.0, there=1e200, scale=1.0).loss(1e200),
    "advanced": lambda: privacy.advanced_composition(1000.0, 10, 1e-5, drift="classic"),
    "basic": lambda: privacy.basic_composition([1e308] * 3),
    "scores": lambda: mechanisms.ExponentialMechanism(epsilon=1.0, sensitivity=1.0).log_probabilities([1e308, -1e308]),
    "log-weights": lambda: mechanisms.ExponentialMechanism(epsilon=1e9, sensitivity=1.0).log_probabilities([1e300, 0]),
    "shortfalls": lambda: mechanisms.shortfall_quantile([0.5, 0.5], [1e308, -1e308], 0.1),
    "changes": lambda: mechanisms.neighbour_losses([0, 0], [[1e308, -1e308]], 1.0, sensitivity=1.0),
    "ε": lambda: epsilon_for(alpha=5e-324, beta=0.1, n=1, candidates=5, sensitivity=1),
    "ε of noise": lambda: mechanisms.laplace_epsilon(alpha=5e-324, beta=0.1, n=1),
    "margins": lambda: robust.worst_margins([3.0, 4.0], [[1.0, 1.0]], [1], radius=1e308, norm="l2"),
}


@pytest.mark.parametrize("what", TOO_LARGE)
def test_what_no_float_holds_is_refused(what):
    with pytest.raises(ValueError, match=r"must (be|differ|add up)"):
        TOO_LARGE[what]()


def test_losses_far_out():
    # The output's distances from both centres are equal as floats; the loss is theirs to each other all the same.
    pair = LaplacePair(here=0, there=1, scale=1)
    assert pair.loss([1e17, -1e17, 1e100, 0.25]).tolist() == [-1.0, 1.0, -1.0, 0.5]
    assert LaplacePair(here=1, there=0, scale=1).loss(1e17) == 1.0
    assert LaplacePair(here=2, there=2, scale=1).loss(5.0) == 0.0
    assert mechanisms.LaplaceMechanism(epsilon=1.0, sensitivity=1.0).loss([1e17, 0.0], [0.0, 0.0], [1.0, 1.0]) == 0.0
    assert GaussianPair(here=0, there=1, scale=1).loss(1e17) == -1e17


def test_large_but_not_too_large():
    assert robust.linear.dual_norm([3e99, 4e99], norm="l2") == pytest.approx(5e99, rel=1e-15)
    mechanism = mechanisms.LaplaceMechanism(epsilon=1.0, sensitivity=1e100)
    assert np.isfinite(mechanism.release(np.zeros(1000), np.random.default_rng(1))).all()
