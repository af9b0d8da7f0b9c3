"""Staircase noise and Laplace noise that is cut off: densities, losses, moments, optimality, draws."""

import itertools
import math

import numpy as np
import pytest

from dpviz.mechanisms import LaplaceMechanism, StaircaseMechanism, TruncatedLaplace

quad = pytest.importorskip("scipy.integrate").quad
minimize_scalar = pytest.importorskip("scipy.optimize").minimize_scalar

EPSILONS = [0.05, 1.0, 4.0, 12.0]
DRAWS = 200_000


def stairs_moment(epsilon, gamma, power):
    """The mean of the size to a power, of a staircase of unit width, step by step."""
    b = math.exp(-epsilon)
    a = (1 - b) / (gamma + (1 - gamma) * b) / (power + 1)
    j = np.arange(math.ceil(45 / epsilon), dtype=float)
    ends = [(j + part) ** (power + 1) for part in (0, gamma, 1)]
    return a * float(np.sum(b**j * (ends[1] - ends[0]) + b ** (j + 1) * (ends[2] - ends[1])))


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_stairs_have_their_moments_and_no_other_edge_has_less(epsilon):
    for least, power in (("size", 1), ("variance", 2)):
        stairs = StaircaseMechanism(epsilon=epsilon, sensitivity=1.0, least=least)
        assert stairs_moment(epsilon, stairs.gamma, 0) == pytest.approx(1, rel=1e-12)
        assert stairs.mean_size == pytest.approx(stairs_moment(epsilon, stairs.gamma, 1), rel=1e-11)
        assert stairs.standard_deviation**2 == pytest.approx(stairs_moment(epsilon, stairs.gamma, 2), rel=1e-11)
        found = minimize_scalar(lambda g, p=power: stairs_moment(epsilon, g, p), bounds=(1e-9, 1), method="bounded",
                                options={"xatol": 1e-12})  # fmt: skip
        assert stairs_moment(epsilon, stairs.gamma, power) <= found.fun * (1 + 1e-12)
        assert stairs.gamma == pytest.approx(found.x, rel=1e-3, abs=1e-6)


def test_the_known_numbers_of_the_stairs():
    """The least mean size is Δ e^(ε/2)/(e^ε - 1); below that of Laplace noise, and the same in the limit."""
    for epsilon in (0.1, 0.5, 8.0):
        stairs = StaircaseMechanism(epsilon=epsilon, sensitivity=3.0)
        assert stairs.mean_size == pytest.approx(3 * math.exp(epsilon / 2) / math.expm1(epsilon), rel=1e-12)
        laplace = LaplaceMechanism(epsilon=epsilon, sensitivity=3.0)
        other = StaircaseMechanism(epsilon=epsilon, sensitivity=3.0, least="variance")
        assert stairs.mean_size < laplace.scale
        assert other.standard_deviation < min(laplace.standard_deviation, stairs.standard_deviation)
    tiny = [StaircaseMechanism(epsilon=1e-9, sensitivity=1.0, least=least).gamma for least in ("size", "variance")]
    assert tiny == pytest.approx([0.5, 0.5], abs=1e-9)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_no_output_of_the_stairs_loses_more_than_epsilon_and_some_lose_that(epsilon):
    stairs = StaircaseMechanism(epsilon=epsilon, sensitivity=2.0)
    outputs = np.linspace(-7.3, 8.1, 20_001)
    worst = 0.0
    for moved in (2.0, 1.3, 0.4, 1e-6):
        losses = np.log(stairs.density(outputs)) - np.log(stairs.density(outputs, moved))
        assert np.abs(losses).max() <= epsilon * (1 + 1e-12)
        worst = max(worst, np.abs(losses).max())
    assert worst == pytest.approx(epsilon, rel=1e-12)


@pytest.mark.parametrize("delta", [0.5, 0.01, 1e-9])
@pytest.mark.parametrize("epsilon", [1e-3, 0.5, 6.0])
def test_cut_noise_is_private_to_the_last_digit(epsilon, delta):
    noise = TruncatedLaplace(epsilon=epsilon, delta=delta, sensitivity=2.0)
    edges = [-noise.bound, 0.0, noise.bound]
    for power, wanted in ((0, 1.0), (2, noise.standard_deviation**2)):
        parts = [quad(lambda x, p=power: x**p * noise.density(x), *ends, epsabs=0)[0]
                 for ends in ((edges[0], 0), (0, edges[2]))]  # fmt: skip
        assert sum(parts) == pytest.approx(wanted, rel=1e-9)
    assert noise.exact_delta([epsilon, epsilon + 1, 900.0]) == pytest.approx([delta] * 3, rel=1e-9)

    for eps in (0.0, 0.3 * epsilon, 0.9 * epsilon):
        start = -(epsilon - eps) / 2 * noise.scale  # where the loss is eps; before there is none above it
        cuts = [start, 0.0, noise.bound - 2.0, noise.bound]
        over = lambda x, eps=eps: noise.density(x) - math.exp(eps) * noise.density(x, -2.0)  # noqa: E731
        found = sum(quad(over, a, b, epsabs=0)[0] for a, b in itertools.pairwise(cuts) if b > a)
        assert noise.exact_delta(eps) == pytest.approx(found, rel=1e-6)
    # Smaller moves lose no more.
    outputs = np.linspace(-noise.bound, noise.bound, 200_001)[1:-1]
    for moved in (1.9, 0.7):
        over = np.maximum(noise.density(outputs) - math.exp(epsilon) * noise.density(outputs, -moved), 0.0)
        assert over.sum() * (outputs[1] - outputs[0]) <= delta * (1 + 1e-3)


def test_the_bound_as_published_and_noise_below_that_of_laplace():
    noise = TruncatedLaplace(epsilon=0.5, delta=1e-6, sensitivity=1.0)
    assert noise.bound == pytest.approx(2 * math.log(1 + (math.exp(0.5) - 1) / 2e-6), rel=1e-13)
    assert noise.standard_deviation < LaplaceMechanism(epsilon=0.5, sensitivity=1.0).standard_deviation
    assert noise.density([noise.bound * 1.0001, -1e9]).tolist() == [0, 0]
    with pytest.raises(ValueError, match=r"delta must be in \(0, 1/2\]; got 0.6"):
        TruncatedLaplace(epsilon=1.0, delta=0.6, sensitivity=1.0)


@pytest.mark.parametrize(
    "mechanism",
    [
        StaircaseMechanism(epsilon=1.5, sensitivity=2.0),
        StaircaseMechanism(epsilon=0.3, sensitivity=2.0, least="variance"),
        TruncatedLaplace(epsilon=0.7, delta=0.05, sensitivity=2.0),
    ],
    ids=repr,
)
def test_draws_follow_the_density(mechanism):
    """CONV-5, for the mean, the mean square, and the shares of pieces."""
    drawn = mechanism.release(10.0, np.random.default_rng(3), size=DRAWS) - 10
    for values, mean in ((drawn, 0.0), (drawn**2, mechanism.standard_deviation**2)):
        assert abs(values.mean() - mean) <= 5 * values.std() / math.sqrt(DRAWS)
    edges = np.linspace(-6, 6, 25)
    fine = np.linspace(-6, 6, 24_001)
    shares = mechanism.density(0.5 * (fine[1:] + fine[:-1])).reshape(24, -1).mean(axis=1) / 2
    counts = np.histogram(drawn, edges)[0]
    assert (np.abs(counts - DRAWS * shares) <= 5 * np.sqrt(DRAWS * shares) + 20).all()
    if isinstance(mechanism, TruncatedLaplace):
        assert np.abs(drawn).max() <= mechanism.bound + 1e-12
    assert type(mechanism.release(1, np.random.default_rng(0))) is float
