"""Errors measured and promised, and the sizes of the acceptance table."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dpviz.data import binary_records, health
from dpviz.queries import (
    GaussianBaseline,
    LaplaceBaseline,
    Marginals,
    PracticalMultiplicativeWeights,
    PrivateMultiplicativeWeights,
    gaussian_size,
    laplace_size,
    pmw_size,
    run_size,
)
from dpviz.queries.error_cases import marginals_case, random_case
from dpviz.queries.error_sweep import MECHANISMS, ErrorSweep, affordable_alpha, error_sweep

GIVEN = {"delta": 1e-6, "beta": 0.05, "rounds": 5, "seed": 4}


def finished(cases, **changed) -> ErrorSweep:
    *_, (fraction, found) = error_sweep(cases, **{**GIVEN, "repetitions": 3, **changed})
    assert fraction == 1.0
    return found


def test_measured_errors_are_those_of_the_public_mechanisms():
    case = random_case(n=60_000, epsilon=1.0, queries=40, cells=32)
    found = finished([case])
    runs = {name: [] for name in MECHANISMS}
    alpha = float(found.alpha[0])
    for r in range(3):

        def luck(r=r):
            return np.random.default_rng([4, r])

        asked = (case.histogram, case.workload, case.n)
        for way in ("naive", "exact"):
            for name, made in (
                ("laplace", LaplaceBaseline(1.0, calibration=way)),
                ("gaussian", GaussianBaseline(1.0, 1e-6, calibration=way, mode="analytic")),
            ):
                release = made.run(*asked, luck())
                cut = np.clip(release.noisy_answers, 0, 1)
                runs[f"{name}_{way}"].append(np.abs(cut - release.answers).max())
        practical = PracticalMultiplicativeWeights(1.0, 5, step="fit", replays=3).run(*asked, luck())
        runs["practical"].append(practical.max_error[-1])
        theorem = PrivateMultiplicativeWeights(1.0, alpha, delta=1e-6, mode="tight").run(*asked, luck())
        runs["theorem"].append(theorem.max_error[-1])
    for at, name in enumerate(MECHANISMS):
        assert found.mean[at, 0] == pytest.approx(np.mean(runs[name]), abs=1e-12), name
        half = 2 * np.std(runs[name], ddof=1) / math.sqrt(3)
        assert found.high[at, 0] - found.mean[at, 0] == pytest.approx(half, abs=1e-12), name
    assert found.mean[-1, 0] <= 4 * alpha


def test_promises_are_the_sample_sizes_turned_around():
    case = marginals_case(binary_records(health()), n=5000, epsilon=0.8, order=2, bits=6)
    found = finished([case], repetitions=1)
    k, asked = case.workload.num_queries, {"beta": 0.05, "epsilon": 0.8}
    for at, moved in ((0, None), (1, case.workload.sensitivity())):
        bound = found.promised[at, 0]
        assert laplace_size(num_queries=k, alpha=bound, sensitivity=moved, **asked) in (5000, 5001)
    bound = found.promised[3, 0]
    needed = gaussian_size(
        num_queries=k,
        alpha=bound,
        delta=1e-6,
        sensitivity=case.workload.sensitivity("l2"),
        mode="analytic",
        **asked,
    )
    assert needed in (5000, 5001)
    assert np.isnan(found.promised[4, 0])


def test_alpha_is_the_least_that_n_affords():
    case = random_case(n=50_000, epsilon=1.0, queries=64, cells=64)
    alpha = affordable_alpha(case, delta=1e-6, beta=0.05)
    asked = {
        "universe": 64, "closed_size": case.workload.closed_size, "beta": 0.025, "epsilon": 1.0, "delta": 1e-6,
        "mode": "tight",
    }  # fmt: skip
    assert run_size(alpha=alpha, **asked) <= 50_000 < run_size(alpha=alpha * 0.999, **asked)


def test_the_theorem_is_not_run_where_it_promises_nothing():
    found = finished([random_case(n=500, epsilon=0.1, queries=20, cells=16)])
    assert np.isnan(found.alpha[0])
    assert np.isnan(found.mean[-1, 0])
    assert np.isnan(found.promised[-1, 0])
    assert not np.isnan(found.mean[:-1]).any()


def test_stages_begin_with_the_baselines_and_grow_by_repetitions():
    cases = [random_case(n=n, epsilon=1.0, queries=16, cells=16) for n in (1000, 40_000)]
    seen = list(error_sweep(cases, repetitions=3, **GIVEN))
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(set(fractions))
    assert fractions[0] == 0.0
    assert fractions[-1] == 1.0
    first, last = seen[0][1], seen[-1][1]
    assert first.repetitions.tolist() == [3, 3, 3, 3, 0, 0]
    assert last.repetitions.tolist() == [3] * 6
    assert not np.isnan(first.mean[:4]).any()
    assert np.isnan(first.mean[4:]).all()
    assert len({id(sweep) for _, sweep in seen}) == 4


def test_on_the_health_table_weights_win_with_many_queries_and_lose_with_few():
    records = binary_records(health().shuffled(np.random.default_rng(1)))
    few, many = (marginals_case(records, n=5912, epsilon=0.3, order=order, bits=10) for order in (1, 4))
    found = finished([few, many], rounds=8, repetitions=5)
    order = {name: found.mean[at] for at, name in enumerate(MECHANISMS)}
    assert order["practical"][0] > order["gaussian_exact"][0]
    assert order["practical"][1] < order["gaussian_exact"][1] < order["gaussian_naive"][1]
    assert found.best(1) == "practical"
    # For attributes one by one, counting the queries is exact already.
    assert order["gaussian_exact"][0] == pytest.approx(order["gaussian_naive"][0])


def test_cases_are_nested_and_hold_n_people():
    few, many = (random_case(n=999, epsilon=1.0, queries=q, cells=8) for q in (3, 9))
    assert few.histogram.sum() == 999
    assert (few.histogram == many.histogram).all()
    assert (few.histogram >= 0).all()
    assert (few.workload.matrix == many.workload.matrix[:3]).all()
    assert few.uniform_error == pytest.approx(
        np.abs(few.workload.answers(np.full(8, 1 / 8)) - few.answers).max()
    )
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


@pytest.mark.parametrize(
    ("changed", "named"),
    [({"delta": 0.0}, "delta"), ({"beta": 1.0}, "beta"), ({"rounds": 0}, "rounds"),
     ({"repetitions": 0}, "repetitions")],
)  # fmt: skip
def test_a_bad_sweep_names_its_parameter(changed, named):
    with pytest.raises(ValueError, match=named):
        error_sweep(
            [random_case(n=10, epsilon=1.0, queries=2, cells=2)], **{**GIVEN, "repetitions": 1, **changed}
        )
    with pytest.raises(ValueError, match="cases"):
        error_sweep([], repetitions=1, **GIVEN)
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
    tight = pmw_size(**asked, universe=1 << bits, mode="tight")
    assert tight.tolist() == [16146240, 54984551]
    # The textbook's Gaussian sizes in that example, just below ε = 1 where its formula ends.
    below = {**asked, "epsilon": 1 - 1e-9, "delta": 1e-6, "sensitivity": np.sqrt(2 * tables)}
    assert gaussian_size(**below)[1] in (172275, 172276)
    gaussian = gaussian_size(**asked, delta=1e-6, sensitivity=np.sqrt(2 * tables), mode="analytic")
    slack = pmw_size(**asked, universe=1 << bits, mode="tight", delta=1e-6)
    assert gaussian[1] < 172275 < slack[1] / 10
    # The closed form of composition asks for twice as many as the solved one.
    closed = pmw_size(**asked, universe=1 << bits, mode="tight", delta=1e-6, composition="closed")
    assert closed[1] == 3881225
    assert closed[1] / slack[1] == pytest.approx(1.965, abs=0.01)


def test_with_thirty_attributes_weights_overtake_gaussian_noise_fitted_exactly():
    tables = math.comb(30, 12)
    asked = {"num_queries": tables << 12, "alpha": 0.1, "beta": 0.05, "epsilon": 2.0, "delta": 1e-6}
    noise = gaussian_size(**asked, sensitivity=(2 * tables) ** 0.5, mode="analytic")
    assert pmw_size(**asked, universe=2**30, mode="tight") < noise


def test_sizes_along_every_argument_are_those_of_one_value_at_a_time():
    universe, alpha, epsilon = (
        np.array([[64], [2**30]]),
        np.array([0.05, 0.1, 0.1]),
        np.array([0.3, 1.0, 2.0]),
    )
    found = pmw_size(universe=universe, num_queries=50, alpha=alpha, beta=0.05, epsilon=epsilon, delta=1e-6)
    assert found.shape == (2, 3)
    for i, j in np.ndindex(found.shape):
        one = pmw_size(universe=int(universe[i, 0]), num_queries=50, alpha=float(alpha[j]), beta=0.05,
                       epsilon=float(epsilon[j]), delta=1e-6)  # fmt: skip
        assert found[i, j] == one
    with pytest.raises(ValueError, match="universe must be a whole number >= 2; got 1"):
        pmw_size(universe=[8, 1], num_queries=5, alpha=0.1, beta=0.05, epsilon=1.0)
