"""Normal noise: the classical σ and where it breaks, the exact curve and its inverses, against another library too."""

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.mechanisms import GaussianMechanism, classical_scale, gaussian_delta, gaussian_epsilon, gaussian_scale

CLASSICAL = GaussianMechanism(epsilon=0.5, delta=1e-5, sensitivity=1)


def test_the_known_numbers():
    assert CLASSICAL.mode == "classical"
    assert CLASSICAL.scale == pytest.approx(9.68961, abs=5e-6)
    assert CLASSICAL.exact_delta(0.5) == pytest.approx(1.608e-8, abs=5e-12)
    for epsilon, delta, digits in ((0.1, 2.6e-9, 5e-11), (8, 7.97e-6, 5e-9), (10, 2.265e-5, 5e-9), (20, 1.5e-3, 5e-5)):
        assert gaussian_delta(epsilon, classical_scale(epsilon, 1e-5)) == pytest.approx(delta, abs=digits)


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 0.5, 0.999])
def test_the_analytic_noise_is_private_and_smaller_than_the_classical(epsilon):
    classical = GaussianMechanism(epsilon=epsilon, delta=1e-5, sensitivity=2.5)
    analytic = GaussianMechanism(epsilon=epsilon, delta=1e-5, sensitivity=2.5, mode="analytic")
    assert analytic.scale < classical.scale
    assert analytic.exact_delta(epsilon) <= 1e-5
    assert analytic.exact_delta(epsilon) == pytest.approx(1e-5, rel=1e-9)
    assert analytic.exact_epsilon(1e-5) == pytest.approx(epsilon, rel=1e-9)


@pytest.mark.parametrize("epsilon", [0.0, 0.001, 0.5, 5.0, 20.0, 100.0])
@pytest.mark.parametrize("distance", [0.001, 0.1, 1.0, 3.0, 30.0])
def test_the_curve_is_right_to_many_digits(distance, epsilon):
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(60):
        m, e = mpmath.mpf(distance), mpmath.mpf(epsilon)
        exact = mpmath.ncdf(m / 2 - e / m) - mpmath.exp(e) * mpmath.ncdf(-m / 2 - e / m)
        exact = float(exact) if exact > 1e-280 else 0.0
    assert gaussian_delta(epsilon, 1.0, sensitivity=distance) == pytest.approx(exact, rel=1e-11, abs=1e-280)


def test_curve_and_inverses_take_arrays():
    epsilons, deltas = np.geomspace(0.01, 10, 7), np.array([[1e-9], [1e-5], [0.1]])
    scales = gaussian_scale(epsilons, deltas, sensitivity=3.0)
    assert scales.shape == (3, 7)
    assert scales[1, 2] == gaussian_scale(epsilons[2], 1e-5, sensitivity=3.0)
    np.testing.assert_allclose(
        gaussian_delta(epsilons, scales, sensitivity=3.0), np.broadcast_to(deltas, (3, 7)), rtol=1e-8
    )
    np.testing.assert_allclose(
        gaussian_epsilon(scales, deltas, sensitivity=3.0), np.broadcast_to(epsilons, (3, 7)), rtol=1e-8
    )
    assert type(gaussian_delta(1, 2)) is type(gaussian_scale(1, 0.1)) is type(gaussian_epsilon(1, 0.1)) is float


@given(st.floats(1e-3, 100), st.floats(1e-12, 0.5), st.floats(0.01, 1e4))
def test_the_least_noise_is_enough_and_a_little_less_is_not(epsilon, delta, sensitivity):
    sigma = gaussian_scale(epsilon, delta, sensitivity=sensitivity)
    assert gaussian_delta(epsilon, sigma, sensitivity=sensitivity) <= delta * (1 + 1e-9)
    assert gaussian_delta(epsilon, sigma * (1 - 1e-6), sensitivity=sensitivity) > delta
    assert gaussian_epsilon(sigma, delta, sensitivity=sensitivity) == pytest.approx(epsilon, rel=1e-6)


@given(st.floats(1e-3, 30), st.lists(st.floats(0, 50), min_size=2, max_size=6))
def test_delta_falls_with_epsilon_and_with_noise(distance, epsilons):
    along = gaussian_delta(np.sort(epsilons), 1.0, sensitivity=distance)
    assert (np.diff(along) <= 1e-15).all()
    assert ((along >= 0) & (along <= 1)).all()
    more = gaussian_delta(epsilons[0], np.array([1.0, 1.1, 2.0]), sensitivity=distance)
    assert (np.diff(more) <= 1e-15).all()


def test_no_epsilon_is_needed_where_delta_covers_the_distance():
    assert gaussian_delta(0.0, 10.0) < 0.05
    assert gaussian_epsilon(10.0, 0.05) == 0.0


def test_against_another_library():
    losses = pytest.importorskip("dp_accounting.pld.privacy_loss_mechanism")
    common = pytest.importorskip("dp_accounting.pld.common")
    for epsilon, delta, sensitivity in ((0.1, 1e-5, 1.0), (0.5, 1e-5, 1.0), (1.0, 1e-9, 2.0), (10.0, 1e-5, 0.5)):
        goal = common.DifferentialPrivacyParameters(epsilon, delta)
        theirs = losses.GaussianPrivacyLoss.from_privacy_guarantee(goal, sensitivity)
        assert gaussian_scale(epsilon, delta, sensitivity=sensitivity) == pytest.approx(
            theirs.standard_deviation, rel=1e-5
        )
        sigma = classical_scale(epsilon, delta, sensitivity=sensitivity)
        known = losses.GaussianPrivacyLoss(sigma, sensitivity=sensitivity)
        for at in (0.05, 0.5, 3.0):
            assert gaussian_delta(at, sigma, sensitivity=sensitivity) == pytest.approx(
                known.get_delta_for_epsilon(at), rel=1e-6, abs=1e-18
            )


def test_the_draws_follow_the_distribution():
    trials = 100_000
    mechanism = GaussianMechanism(epsilon=2.0, delta=1e-3, sensitivity=1, mode="analytic")
    noise = mechanism.release(np.full(trials, 4.0), np.random.default_rng(1)) - 4
    for values, mean in ((noise, 0.0), (noise**2, mechanism.scale**2), (noise**4, 3 * mechanism.scale**4)):
        assert abs(values.mean() - mean) <= 5 * values.std() / math.sqrt(trials)
    beyond = np.count_nonzero(noise > mechanism.scale)
    p = 0.5 * math.erfc(math.sqrt(0.5))
    assert abs(beyond - trials * p) <= 5 * math.sqrt(trials * p * (1 - p))


def test_shapes_seeds_pickles():
    rng = np.random.default_rng
    assert type(CLASSICAL.release(3, rng(0))) is float
    assert CLASSICAL.release(np.zeros((2, 3)), rng(0)).shape == (2, 3)
    assert CLASSICAL.release(3, rng(0)) == CLASSICAL.release(3, rng(0)) != CLASSICAL.release(3, rng(1))
    again = pickle.loads(pickle.dumps(CLASSICAL))
    assert again == CLASSICAL
    assert again.scale == CLASSICAL.scale
    assert CLASSICAL.pair(0, 1).delta(0.5) == CLASSICAL.exact_delta(0.5)


GOOD = {"epsilon": 0.5, "delta": 1e-5, "sensitivity": 1.0}


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"epsilon": 1.0}, ValueError, r'epsilon must be in \(0, 1\) with mode="classical"; got 1\.0.*mode="analytic"'),
        ({"epsilon": 5}, ValueError, "exact curve and takes any epsilon"),
        ({"delta": 0}, ValueError, r"delta must be in \(0, 1\); got 0.*LaplaceMechanism"),
        ({"delta": 0.0, "mode": "analytic"}, ValueError, r"delta must be in \(0, 1\); got 0.*LaplaceMechanism"),
    ],
)
def test_bad_parameters_are_refused(change, error, message):
    with pytest.raises(error, match=message):
        GaussianMechanism(**GOOD | change)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: gaussian_delta([1, 2], [1, 2, 3]), ValueError, "epsilon and scale must have shapes that broadcast"),
        (lambda: gaussian_scale(1, 0), ValueError, r"delta must be in \(0, 1\); got 0\.0: normal noise is never"),
    ],
)
def test_bad_arguments_are_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize(
    ("distance", "epsilon", "delta"),
    [
        # By mpmath with 80 digits.
        (3e-6, 0.0, 1.1968268412038493e-6),
        (3e-6, 1e-5, 3.3623533807709688e-10),
        (1e-12, 0.0, 3.9894228040143267e-13),
        (1e-12, 3e-12, 3.8215431704829655e-16),
        (1e-12, 2e-11, 1.3700124947433023e-102),
        (0.1, 0.5, 6.8565824558387371e-9),
        (0.9, 9.0, 5.4828332739909187e-23),
    ],
)
def test_the_curve_of_very_wide_noise(distance, epsilon, delta):
    # Its two terms are nearly equal: their difference would keep few digits.
    assert gaussian_delta(epsilon, 1.0, sensitivity=distance) == pytest.approx(delta, rel=1e-12)


@pytest.mark.parametrize(
    ("epsilon", "delta", "scale"),
    [
        # By mpmath with 80 digits, rounded down.
        (0.5, 1e-5, 7.0318266755824914),
        (1.0, 1e-6, 4.2246788893268352),
        (5.0, 1e-10, 1.2807779778932221),
        (1e-6, 1e-3, 398.7430354231058),
        (100.0, 1e-5, 0.0946699070147463),
    ],
)
def test_the_least_noise_is_never_too_small(epsilon, delta, scale):
    assert scale <= gaussian_scale(epsilon, delta) <= scale * (1 + 1e-13 + 1e-12 * epsilon)
    assert gaussian_delta(epsilon, gaussian_scale(epsilon, delta)) <= delta


@pytest.mark.parametrize("delta", [1e-70, 1e-5, 0.5])
def test_the_largest_and_the_smallest_epsilon(delta):
    # For ε without end σ = Δ/sqrt(2ε); for ε -> 0 the curve is erf(Δ/(σ sqrt(8))), about Δ/(σ sqrt(2π)) where small.
    assert gaussian_scale(1e100, delta) == pytest.approx(math.sqrt(0.5e-100), rel=1e-12)
    nearly = gaussian_scale(1e-90, delta)
    assert gaussian_delta(0.0, nearly) <= delta * (1 + 1e-12)
    assert gaussian_delta(0.0, nearly * 0.9) > delta
    assert math.isfinite(nearly)
