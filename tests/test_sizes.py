"""Sizes in every package of the engine: whole numbers up to 2^62, and a refusal that names the parameter beyond."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz import learning, mechanisms, queries, tuning
from dpviz._numeric.sizes import whole_size
from dpviz.learning import parity
from dpviz.learning.bounds import occam_size, uniform_convergence_size

TINY = 1e-60

SIZES = {
    "uniform_convergence_size": (lambda a: uniform_convergence_size(10, a, 0.05), "alpha"),
    "occam_size": (lambda a: occam_size(10, a, 0.05), "alpha"),
    "region_size": (lambda a: learning.region_size(a, 0.05), "alpha"),
    "region_size, exact": (lambda a: learning.region_size(a, 0.05, exact=True), "alpha"),
    "proper_point_size": (lambda a: learning.proper_point_size(a, 0.05), "alpha"),
    "vc_size": (lambda a: learning.vc_size(3, a, 0.05), "alpha"),
    "threshold_size": (lambda a: learning.threshold_size(a, 0.05, universe=2**61, target=3), "alpha"),
    "generalisation_size": (lambda a: learning.generalisation_size(a, beta=0.05), "epsilon"),
    "private_pac_size": (lambda a: learning.private_pac_size(10, a, 0.05, 1.0), "epsilon * alpha"),
    "consistent_size": (lambda a: parity.consistent_size(bits=8, alpha=a, beta=0.1), "alpha"),
    "amplified_size": (lambda a: parity.amplified_size(bits=8, alpha=a, beta=0.1, epsilon=1.0), "epsilon * alpha"),
    "size_for": (
        lambda a: mechanisms.size_for(alpha=a, beta=0.1, epsilon=1.0, candidates=3, sensitivity=1),
        "epsilon * alpha",
    ),
    "laplace_size": (lambda a: mechanisms.laplace_size(alpha=a, beta=0.1, epsilon=1.0), "epsilon * alpha"),
    "queries.laplace_size": (
        lambda a: queries.laplace_size(num_queries=8, alpha=a, beta=0.1, epsilon=1.0),
        "epsilon * alpha",
    ),
    "gaussian_size": (
        lambda a: queries.gaussian_size(num_queries=8, alpha=a, beta=0.1, epsilon=0.5, delta=0.1),
        "epsilon * alpha",
    ),
    "pmw_size": (lambda a: queries.pmw_size(universe=8, num_queries=8, alpha=a, beta=0.1, epsilon=1.0), "alpha"),
    "pmw_size, δ": (
        lambda a: queries.pmw_size(universe=8, num_queries=8, alpha=a, beta=0.1, epsilon=1.0, delta=1e-6),
        "alpha",
    ),
}


@pytest.mark.parametrize("name", SIZES)
def test_what_no_integer_holds_is_refused(name):
    size, large = SIZES[name]
    for alpha in (TINY, 1e-30, np.array([0.1, 1e-30]), np.array([TINY])):
        with pytest.raises(ValueError, match=r"must be large enough for n to be at most 2\^62") as refused:
            size(alpha)
        assert all(word in str(refused.value).split() for word in large.split())


def test_budgets_too():
    with pytest.raises(ValueError, match=r"gap .* must be large enough"):
        tuning.sufficient_budget([TINY, 2 * TINY], beta=0.1)


def test_large_sizes_are_right():
    assert uniform_convergence_size(10, 1e-9, 0.05) == pytest.approx(2.649158683274018e18, rel=1e-15)
    assert occam_size(2**40, 1e-15, 0.05) == pytest.approx(3.07216194959518e16, rel=1e-15)


def test_rounding():
    assert whole_size(7.2, 2.0, large="x") == 4
    assert whole_size([0.0, 2.0**62], large="x").tolist() == [1, 2**62]
    with pytest.raises(ValueError, match="x must be large enough"):
        whole_size(1.0, 0.0, large="x")
