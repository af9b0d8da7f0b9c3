"""All accountants of the same releases, and DP-SGD's: their order, known numbers, another library."""

import numpy as np
import pytest

from dpviz.mechanisms import gaussian_epsilon
from dpviz.privacy import advanced_composition, compare_accountants, dpsgd_epsilon, dpsgd_noise, dpsgd_renyi

K = np.array([1, 2, 5, 20, 100, 1000, 10_000])


@pytest.mark.parametrize("mechanism", ["laplace", "randomized_response"])
@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0])
def test_a_finer_account_is_never_the_larger(mechanism, epsilon):
    found = compare_accountants(K, 1e-6, mechanism=mechanism, epsilon=epsilon)
    assert found.basic == pytest.approx(K * epsilon)
    assert (found.advanced == advanced_composition(epsilon, K, 1e-6)[0]).all()
    assert (found.low <= found.high).all()
    assert (found.high - found.low <= 1e-3 * found.high).all()
    for bound in (found.basic, found.advanced, found.zcdp, found.renyi):
        assert (found.low <= bound * (1 + 1e-12)).all()
    assert (found.renyi <= found.zcdp * (1 + 1e-9)).all()
    assert (np.diff(found.low) > 0).all()


@pytest.mark.parametrize("scale", [0.5, 5.0, 100.0])
def test_normal_noise_has_its_exact_epsilon_between(scale):
    found = compare_accountants(K, 1e-6, mechanism="gaussian", scale=scale)
    exact = gaussian_epsilon(scale / np.sqrt(K), 1e-6)
    assert (found.low <= exact).all()
    assert (exact <= found.high).all()
    assert (found.high - found.low <= 1e-3 * exact).all()
    assert (exact <= np.minimum(found.renyi, found.basic) * (1 + 1e-12)).all()
    assert found.renyi == pytest.approx(found.zcdp)  # its divergence is a straight line


def test_which_number_is_needed_is_said():
    with pytest.raises(TypeError, match="scale alone"):
        compare_accountants([1], 1e-6, mechanism="gaussian", epsilon=1.0)
    with pytest.raises(TypeError, match="epsilon alone"):
        compare_accountants([1], 1e-6, mechanism="laplace", epsilon=1.0, scale=1.0)


TRAINING = [(1.0, 0.01, 1000), (0.6, 0.001, 2000), (4.0, 0.2, 100), (20.0, 1.0, 300), (0.4, 0.01, 10)]


@pytest.mark.parametrize(("sigma", "rate", "steps"), TRAINING)
def test_dpsgd_by_another_library(sigma, rate, steps):
    events = pytest.importorskip("dp_accounting")
    event = events.SelfComposedDpEvent(events.PoissonSampledDpEvent(rate, events.GaussianDpEvent(sigma)), steps)
    renyi = events.rdp.RdpAccountant([int(order) for order in range(2, 64)]).compose(event).get_epsilon(1e-5)
    assert dpsgd_renyi(sigma, rate, steps, 1e-5).epsilon <= renyi * (1 + 1e-9)
    losses = events.pld.PLDAccountant(value_discretization_interval=1e-3).compose(event).get_epsilon(1e-5)
    low, high = dpsgd_epsilon(sigma, rate, steps, 1e-5)
    assert low <= losses
    assert high <= losses * 1.001
    assert high - low <= 0.02 * high
    assert low <= renyi


def test_arrays_of_settings_at_once():
    found = dpsgd_renyi(np.linspace(0.7, 4, 50), 0.01, np.array([[100], [1000]]), 1e-5)
    assert found.epsilon.shape == found.order.shape == (2, 50)
    assert found.epsilon[1, 0] == dpsgd_renyi(0.7, 0.01, 1000, 1e-5).epsilon
    assert (np.diff(found.epsilon, axis=1) < 0).all()


@pytest.mark.parametrize("epsilon", [0.5, 8.0])
def test_the_noise_is_enough_and_hardly_more(epsilon):
    renyi = dpsgd_noise(epsilon, 1e-5, 0.02, 200, accountant="renyi")
    assert dpsgd_renyi(renyi, 0.02, 200, 1e-5).epsilon <= epsilon
    assert dpsgd_renyi(renyi * 0.9999, 0.02, 200, 1e-5).epsilon > epsilon
    losses = dpsgd_noise(epsilon, 1e-5, 0.02, 200)
    assert losses < renyi
    assert dpsgd_epsilon(losses, 0.02, 200, 1e-5)[1] <= epsilon
    assert dpsgd_epsilon(losses * 0.99, 0.02, 200, 1e-5)[0] > epsilon
