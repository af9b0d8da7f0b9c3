"""Rényi divergences, zCDP and what they guarantee: exact numbers, limits, and another library."""

import math

import numpy as np
import pytest

from dpviz.mechanisms import RandomizedResponse, gaussian_delta, gaussian_epsilon
from dpviz.privacy import (
    dpsgd_renyi,
    gaussian_zcdp,
    laplace_zcdp,
    pure_zcdp,
    renyi_delta,
    renyi_divergence,
    renyi_epsilon,
    renyi_epsilon_at,
    renyi_gaussian,
    renyi_laplace,
    renyi_randomized_response,
    renyi_sampled_gaussian,
    zcdp_delta,
    zcdp_epsilon,
    zcdp_rho,
    zcdp_scale,
)

ORDERS = np.array([1.0, 1 + 1e-9, 1.5, 2.0, 7.25, 100.0])


def integral(log_p, log_q, order, low, high):
    x = np.linspace(low, high, 400_001)
    return math.log(np.trapezoid(np.exp(order * log_p(x) + (1 - order) * log_q(x)), x)) / (order - 1)


@pytest.mark.parametrize("order", [1.5, 2.0, 7.25])
def test_the_formulas_are_the_integrals(order):
    normal = lambda c: lambda x: -0.5 * ((x - c) / 2.0) ** 2 - math.log(2.0 * math.sqrt(2 * math.pi))  # noqa: E731
    laplace = lambda c: lambda x: -np.abs(x - c) / 2.0 - math.log(4.0)  # noqa: E731
    assert renyi_gaussian(order, 2.0) == pytest.approx(integral(normal(0), normal(1), order, -40, 40), rel=1e-8)
    assert renyi_laplace(order, 2.0) == pytest.approx(integral(laplace(0), laplace(1), order, -99, 100), rel=1e-7)


@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 1.0, 30.0, 2000.0])
def test_randomized_response_is_a_pair_of_two_outcomes(epsilon):
    keep, flip = -np.log1p(np.exp(-epsilon)), -epsilon - np.log1p(np.exp(-epsilon))
    pair = renyi_divergence([keep, flip], [flip, keep], ORDERS, log=True)
    assert renyi_randomized_response(ORDERS, epsilon) == pytest.approx(pair, rel=1e-9)
    assert (
        renyi_randomized_response(ORDERS, epsilon) <= np.minimum(epsilon, ORDERS * pure_zcdp(epsilon)) * (1 + 1e-12)
    ).all()


@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 1.0, 30.0])
def test_the_least_rho_is_that_of_order_one(epsilon):
    grid = 1.0 + np.geomspace(1e-7, 1e6, 500)
    for curve, rho in (
        (renyi_randomized_response(grid, epsilon), pure_zcdp(epsilon)),
        (renyi_laplace(grid, 1 / epsilon), laplace_zcdp(1 / epsilon)),
    ):
        assert (curve / grid).max() <= rho * (1 + 1e-14)
        assert (curve / grid).max() == pytest.approx(rho, rel=1e-6)
    assert laplace_zcdp(1 / epsilon) < pure_zcdp(epsilon) < pure_zcdp(epsilon, form="classic")
    assert (renyi_laplace(grid, 1 / epsilon) <= renyi_randomized_response(grid, epsilon) * (1 + 1e-12)).all()


def test_a_divergence_has_its_digits_and_its_infinities():
    assert renyi_divergence([0.5, 0.5, 0.0], [0.5, 0.25, 0.25], 1.0) == pytest.approx(0.5 * math.log(2), rel=1e-14)
    assert renyi_divergence([0.5, 0.5, 0.0], [0.5, 0.25, 0.25], 2.0) == pytest.approx(math.log(1.5), rel=1e-14)
    assert renyi_divergence([0.5, 0.5], [1.0, 0.0], 2.0) == math.inf
    small = 2.0**-30
    near = renyi_divergence([0.5 + small, 0.5 - small], [0.5, 0.5], [1.0, 2.0, 10.0])
    assert near == pytest.approx(2 * small**2 * np.array([1, 2, 10]), rel=1e-8)
    assert renyi_divergence(*RandomizedResponse(epsilon=3.0).distribution(), 1e30) == pytest.approx(3.0)


def test_the_best_order_is_best_and_the_conversions_are_inverse_to_each_other():
    curve = lambda order: renyi_laplace(order, 0.5)  # noqa: E731
    grid = 1.0 + np.geomspace(1e-3, 1e8, 40_001)
    best = renyi_epsilon(curve, 1e-5)
    assert best.epsilon <= renyi_epsilon_at(grid, curve(grid), 1e-5).min() == pytest.approx(best.epsilon, rel=1e-6)
    assert renyi_epsilon_at(best.order, curve(best.order), 1e-5) == pytest.approx(best.epsilon, rel=1e-12)
    assert renyi_delta(curve, best.epsilon).delta == pytest.approx(1e-5, rel=1e-9)


@pytest.mark.parametrize("scale", [0.3, 1.0, 5.0, 100.0])
@pytest.mark.parametrize("delta", [1e-12, 1e-5, 0.1])
def test_what_is_guaranteed_holds_and_is_below_the_textbooks(scale, delta):
    rho = gaussian_zcdp(scale)
    tight = zcdp_epsilon(rho, delta)
    assert gaussian_epsilon(scale, delta) <= tight < zcdp_epsilon(rho, delta, form="classic")
    assert gaussian_delta(1.0, scale) <= zcdp_delta(rho, 1.0)


def test_inverses_are_safe_and_tight():
    epsilon, delta = np.geomspace(1e-3, 50, 20), 1e-6
    for form in ("tight", "classic"):
        rho = zcdp_rho(epsilon, delta, form=form)
        assert (zcdp_epsilon(rho, delta, form=form) <= epsilon).all()
        assert zcdp_epsilon(rho, delta, form=form) == pytest.approx(epsilon, rel=1e-9)
    scale = zcdp_scale(epsilon, delta, releases=50)
    assert zcdp_epsilon(50 * gaussian_zcdp(scale), delta) == pytest.approx(epsilon, rel=1e-9)


def test_arrays_go_along_whatever_is_drawn():
    k = np.arange(1, 101)
    along = renyi_epsilon(lambda order: k * renyi_gaussian(order, 20.0), 1e-5)
    assert along.epsilon.shape == along.order.shape == (100,)
    assert along.epsilon[36] == renyi_epsilon(lambda order: 37 * renyi_gaussian(order, 20.0), 1e-5).epsilon
    assert renyi_epsilon(lambda order: k * order * 0.01, np.full((3, 1), 1e-5)).epsilon.shape == (3, 100)
    assert (np.diff(along.epsilon) > 0).all()


def test_the_sampled_gaussian_at_its_ends():
    orders = np.array([2, 3, 8, 64])
    assert renyi_sampled_gaussian(orders, 1.5, 1.0) == pytest.approx(renyi_gaussian(orders.astype(float), 1.5))
    assert (renyi_sampled_gaussian(orders, 1.5, 0.0) == 0.0).all()
    assert renyi_sampled_gaussian(2, 1.5, 1e-9) == pytest.approx(math.expm1(1 / 1.5**2) * 1e-18, rel=1e-12)


@pytest.mark.parametrize("sigma", [0.3, 1.1, 20.0])
@pytest.mark.parametrize("rate", [1e-4, 0.1, 0.9])
def test_the_sampled_gaussian_is_the_integral_and_that_of_another_library(sigma, rate):
    peer = pytest.importorskip("dp_accounting.rdp.rdp_privacy_accountant")
    orders = [2, 3, 17, 128]
    theirs = [peer._compute_rdp_poisson_subsampled_gaussian(rate, sigma, [order])[0] for order in orders]
    assert renyi_sampled_gaussian(orders, sigma, rate) == pytest.approx(theirs, rel=1e-6, abs=1e-14)


@pytest.mark.parametrize(
    ("sigma", "rate", "k", "delta"), [(10, 0.001, 10**5, 1e-9), (30, 1e-4, 10**6, 1e-12), (1, 0.1, 9, 0.2)]
)
def test_the_best_of_all_whole_orders_is_found(sigma, rate, k, delta):
    orders = np.arange(2, 1025)
    each = renyi_epsilon_at(orders, k * renyi_sampled_gaussian(orders, sigma, rate), delta)
    found = dpsgd_renyi(sigma, rate, k, delta)
    assert found.epsilon == pytest.approx(each.min(), rel=1e-12)
    assert int(found.order) in orders[each <= each.min() + 1e-9]
