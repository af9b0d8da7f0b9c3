"""Learning rates, mistake bounds, ε₀, and sample sizes: the known numbers, what must hold, bad inputs."""

import math

import numpy as np
import pytest

from dpviz.privacy import advanced_composition, basic_composition
from dpviz.queries import (
    Marginals,
    PrivateMultiplicativeWeights,
    epsilon_per_round,
    gaussian_size,
    laplace_size,
    learning_rate,
    mistake_bound,
    pmw_size,
    run_size,
)


@pytest.mark.parametrize(("bits", "standard", "optimal"), [(10, 2772.6, 346.6), (20, 5545.2, 693.1)])
def test_mistake_bounds(bits, standard, optimal):
    assert round(mistake_bound(2**bits, 0.1, "standard"), 1) == standard
    assert round(mistake_bound(2**bits, 0.1, "optimal"), 1) == optimal
    assert mistake_bound(2**bits, 0.1, "hoeffding") == pytest.approx(standard * 2 / 7, abs=0.05)
    assert (learning_rate(0.1, "standard"), learning_rate(0.1, "optimal")) == (0.1, 0.4)


def test_pure_privacy_is_split_evenly():
    plan = PrivateMultiplicativeWeights(1.0, 0.1).plan(64)
    assert (plan.rounds, round(plan.epsilon_round, 9)) == (1664, 0.000300481)
    assert PrivateMultiplicativeWeights(1.0, 0.1, mode="optimal").plan(64).rounds == 208
    total, _ = basic_composition([plan.epsilon_round] * (2 * plan.rounds))
    assert total == pytest.approx(1.0, rel=1e-12)
    assert PrivateMultiplicativeWeights(1.0, 0.5).plan(1).rounds == 1  # one cell: nothing to learn


@pytest.mark.parametrize(
    ("rounds", "closed", "solved"), [(2773, 0.00127727, 0.00250991), (347, 0.00361070, 0.00709526)]
)
def test_advanced_composition(rounds, closed, solved):
    each = {
        form: epsilon_per_round(1.0, rounds, delta=1e-6, composition=form)
        for form in ("closed", "solved", "basic", "better")
    }
    assert each["closed"] == pytest.approx(closed, abs=5e-9)
    assert each["solved"] == pytest.approx(solved, abs=5e-9)
    assert each["basic"] == 1 / (2 * rounds)
    assert each["better"] == each["solved"]
    # The engine's own composition theorem says that the solved form spends all of ε, and no more.
    spent, delta = advanced_composition(each["solved"], 2 * rounds, 1e-6)
    assert spent == pytest.approx(1.0, rel=1e-12)
    assert spent <= 1.0 + 1e-15
    assert delta == 1e-6
    classic, _ = advanced_composition(each["closed"], 2 * rounds, 1e-6, drift="classic")
    assert classic < 1
    if rounds == 2773:
        assert classic == pytest.approx(0.509, abs=5e-4)


def test_for_few_rounds_basic_is_better():
    assert epsilon_per_round(1.0, 2, delta=1e-6) == 0.25
    assert epsilon_per_round(1.0, 2, delta=1e-6, composition="solved") < 0.25
    plan = PrivateMultiplicativeWeights(1.0, 0.5, delta=1e-6, mode="optimal").plan(4)
    assert (plan.composition, plan.delta) == ("basic", 0.0)


def test_sample_sizes_of_laplace_and_gaussian():
    one = {"num_queries": 180, "alpha": 0.1, "beta": 0.05}
    exact = Marginals(10, 2)
    assert laplace_size(**one, epsilon=1.0) == 14740
    assert laplace_size(**one, epsilon=1.0, sensitivity=exact.sensitivity()) == 7370
    assert gaussian_size(**one, epsilon=0.9, delta=1e-6) == 3330
    assert gaussian_size(**one, epsilon=0.9, delta=1e-6, sensitivity=exact.sensitivity("l2")) == math.ceil(
        2 / 0.09 * math.sqrt(90 * math.log(1.25e6) * math.log(7200))
    )
    # The exact curve asks for fewer people than the textbook's σ.
    assert gaussian_size(**one, epsilon=0.9, delta=1e-6, mode="analytic") < 3330
    # Display only, where the formula is not proved: 2997 at ε = 1.
    assert math.ceil(0.9 * 3329.9) == 2997


def test_sample_sizes_of_private_multiplicative_weights():
    small = {"universe": 2**10, "num_queries": 180, "alpha": 0.1, "beta": 0.05, "epsilon": 1.0}
    large = {**small, "universe": 2**20, "num_queries": 32248320}
    assert [mistake_bound(2**10, 0.025, mode) // 1 + 1 for mode in ("standard", "optimal")] == [44362, 5546]
    assert pmw_size(**small) == 143911195
    assert pmw_size(**small, mode="optimal") == 16146240
    closed = {"delta": 1e-6, "composition": "closed"}
    assert pmw_size(**small, **closed) == 5079284
    assert pmw_size(**small, **closed, mode="optimal") == 1611740
    assert pmw_size(**large) == 469369904
    assert pmw_size(**large, mode="optimal") == 54984551
    assert pmw_size(**large, **closed, mode="optimal") == 3881225
    assert pmw_size(**small, delta=1e-6) < 5079284
    many = pmw_size(**{**small, "epsilon": np.array([0.5, 1.0]), "num_queries": np.array([[90], [180]])})
    assert many.shape == (2, 2)
    assert many[1, 1] == 143911195
    laplace = {key: value for key, value in large.items() if key != "universe"}
    assert laplace_size(**laplace) == pytest.approx(6.54e9, rel=1e-3)
    assert laplace_size(**laplace, sensitivity=2 * math.comb(20, 8)) == 51105296
    # At ε = 1 the textbook's σ is not proved: the number is its formula.
    normal = 2 / 0.1 * math.sqrt(32248320 * math.log(1.25e6) * math.log(2 * 32248320 / 0.05))
    assert math.ceil(normal) == 1949068


@pytest.mark.parametrize(
    ("size", "closed", "mode", "n"),
    [
        (64, 80, "standard", 984738),
        (64, 80, "optimal", 105792),
        (256, 200, "standard", 1420059),
        (256, 200, "optimal", 154809),
    ],
)
def test_the_size_of_one_run(size, closed, mode, n):
    assert run_size(universe=size, closed_size=closed, alpha=0.1, beta=0.05, epsilon=1.0, mode=mode) == n


ONE = {"num_queries": 9, "alpha": 0.1, "beta": 0.05, "epsilon": 0.5}
BAD = [
    (lambda: epsilon_per_round(1.0, 3, composition="solved"), ValueError, "delta must be in"),
    (lambda: epsilon_per_round(1.5, 3, delta=0.1, composition="closed"), ValueError, r"epsilon must be in \(0, 1\]"),
    (lambda: epsilon_per_round(0.5, 3, delta=0.9999, composition="closed"), ValueError, r"delta must be at most e\^"),
    (lambda: PrivateMultiplicativeWeights(1.0, 1e-5).plan(64), ValueError, "alpha must give at most"),
    (lambda: gaussian_size(**{**ONE, "epsilon": 1.0}, delta=1e-6), ValueError, "epsilon must be in"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_bad_inputs_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
