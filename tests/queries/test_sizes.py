"""Records that an error needs, errors that records afford, and the tables on which mechanisms are compared."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.data import binary_records, health
from dpviz.queries import (
    GaussianBaseline,
    LaplaceBaseline,
    Marginals,
    affordable_alpha,
    gaussian_size,
    laplace_size,
    pmw_size,
    run_size,
)
from dpviz.queries.error_cases import marginals_case, random_case


def test_error_bounds_of_noise_are_the_sample_sizes_turned_around():
    pairs, n = Marginals(6, 2), 5000
    asked = {"num_queries": pairs.num_queries, "beta": 0.05, "epsilon": 0.8}
    for way, moved in (("naive", None), ("exact", pairs.sensitivity())):
        bound = LaplaceBaseline(0.8, calibration=way).error_bound(pairs, n, 0.05)
        assert laplace_size(**asked, alpha=bound, sensitivity=moved) in (n, n + 1)
    for way, moved in (("naive", None), ("exact", pairs.sensitivity("l2"))):
        bound = GaussianBaseline(0.8, 1e-6, calibration=way, mode="analytic").error_bound(pairs, n, 0.05)
        needed = gaussian_size(**asked, alpha=bound, delta=1e-6, sensitivity=moved, mode="analytic")
        assert needed in (n, n + 1)


def test_alpha_is_the_least_that_n_affords():
    asked = {"universe": 64, "closed_size": 128, "beta": 0.025, "epsilon": 1.0, "delta": 1e-6}
    alpha = affordable_alpha(50_000, **asked)
    people = [run_size(alpha=a, **asked, mode="optimal") for a in (alpha, 0.999 * alpha)]
    assert people[0] <= 50_000 < people[1]
    assert math.isnan(affordable_alpha(500, **asked))


def test_cases_are_nested_and_hold_n_people():
    few, many = (random_case(n=999, epsilon=1.0, queries=q, cells=8) for q in (3, 9))
    assert few.histogram.sum() == 999
    assert (few.histogram == many.histogram).all()
    assert (few.histogram >= 0).all()
    assert (few.workload.matrix == many.workload.matrix[:3]).all()
    assert few.uniform_error == pytest.approx(np.abs(few.workload.answers(np.full(8, 1 / 8)) - few.answers).max())
    part = marginals_case(binary_records(health()), n=100, epsilon=1.0, order=2, bits=3)
    assert isinstance(part.workload, Marginals)
    assert part.histogram.sum() == 100


@pytest.mark.parametrize(
    ("changed", "named"),
    [({"n": 0}, "n"), ({"queries": 0}, "queries"), ({"queries": 5000}, "queries"), ({"cells": 1}, "cells"),
     ({"epsilon": 0.0}, "epsilon"), ({"epsilon": math.nan}, "epsilon")],
)  # fmt: skip
def test_a_bad_case_names_its_parameter(changed, named):
    with pytest.raises(ValueError, match=named):
        random_case(**{"n": 100, "epsilon": 1.0, "queries": 4, "cells": 4, **changed})


def test_no_marginal_looks_at_more_attributes_than_there_are():
    with pytest.raises(ValueError, match="order"):
        marginals_case(np.zeros((5, 3), int), n=5, epsilon=1.0, order=4, bits=3)


def test_the_sizes_of_the_acceptance_table():
    bits, order = np.array([10, 20]), np.array([2, 8])
    tables = np.array([math.comb(10, 2), math.comb(20, 8)])
    asked = {"num_queries": tables << order, "alpha": 0.1, "beta": 0.05, "epsilon": 1.0}
    assert asked["num_queries"].tolist() == [180, 32248320]
    naive = laplace_size(**asked)
    assert naive[0] == 14740
    assert naive[1] == pytest.approx(6.54e9, rel=1e-3)
    assert laplace_size(**asked, sensitivity=2 * tables).tolist() == [7370, 51105296]
    assert pmw_size(**asked, universe=1 << bits).tolist() == [143911195, 469369904]
    tight = pmw_size(**asked, universe=1 << bits, mode="optimal")
    assert tight.tolist() == [16146240, 54984551]
    # The textbook's Gaussian sizes in that example, just below ε = 1 where its formula ends.
    below = {**asked, "epsilon": 1 - 1e-9, "delta": 1e-6, "sensitivity": np.sqrt(2 * tables)}
    assert gaussian_size(**below)[1] in (172275, 172276)
    gaussian = gaussian_size(**asked, delta=1e-6, sensitivity=np.sqrt(2 * tables), mode="analytic")
    slack = pmw_size(**asked, universe=1 << bits, mode="optimal", delta=1e-6)
    assert gaussian[1] < 172275 < slack[1] / 10
    # The closed form of composition asks for twice as many as the solved one.
    closed = pmw_size(**asked, universe=1 << bits, mode="optimal", delta=1e-6, composition="closed")
    assert closed[1] == 3881225
    assert closed[1] / slack[1] == pytest.approx(1.965, abs=0.01)


def test_with_thirty_attributes_weights_overtake_gaussian_noise_fitted_exactly():
    tables = math.comb(30, 12)
    asked = {"num_queries": tables << 12, "alpha": 0.1, "beta": 0.05, "epsilon": 2.0, "delta": 1e-6}
    noise = gaussian_size(**asked, sensitivity=(2 * tables) ** 0.5, mode="analytic")
    assert pmw_size(**asked, universe=2**30, mode="optimal") < noise


def test_sizes_along_every_argument_are_those_of_one_value_at_a_time():
    universe, alpha, epsilon = (np.array([[64], [2**30]]), np.array([0.05, 0.1, 0.1]), np.array([0.3, 1.0, 2.0]))
    found = pmw_size(universe=universe, num_queries=50, alpha=alpha, beta=0.05, epsilon=epsilon, delta=1e-6)
    assert found.shape == (2, 3)
    for i, j in np.ndindex(found.shape):
        one = pmw_size(universe=int(universe[i, 0]), num_queries=50, alpha=float(alpha[j]), beta=0.05,
                       epsilon=float(epsilon[j]), delta=1e-6)  # fmt: skip
        assert found[i, j] == one
    with pytest.raises(ValueError, match="universe must be a whole number >= 2; got 1"):
        pmw_size(universe=[8, 1], num_queries=5, alpha=0.1, beta=0.05, epsilon=1.0)
