"""DP-SGD at the rates at which people train: few hits, tiny losses, many steps.

The truth is computed apart: outputs are cut where the loss is a multiple of a tiny step, each piece is split onto both
ends, and of the sums at steps h and 2h the limit is taken. At one step, and without sampling, it is a formula.
"""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest

from dpviz._numeric.stats import normal_cdf, normal_quantile
from dpviz.mechanisms import gaussian_delta, gaussian_epsilon
from dpviz.privacy.accounting import (
    LossDistribution,
    compare_accountants,
    dpsgd,
    dpsgd_epsilon,
    dpsgd_noise,
    dpsgd_renyi,
    dpsgd_replaced,
    gaussian_zcdp,
    zcdp_epsilon,
)
from dpviz.privacy.accounting.series import _transforms

KNOWN = [
    (1.0, 0.001, 10, 1e-5, 0.02346, 0.02352),
    (0.852, 0.01, 2, 1e-5, 0.4594, 0.4597),
    (0.7, 0.001, 50, 1e-5, 0.236, 0.238),
]


def spread_on(points, step, loss, far):
    """Of the sampled Gaussian's loss, the mass on each multiple of a step: (first, masses)."""
    distance, q = loss
    ends = np.log1p(q * np.expm1(distance * np.array(far) - 0.5 * distance**2))
    first, last = math.floor(ends[0] / step), math.ceil(ends[1] / step)
    at = step * np.arange(first, last + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = 1.0 + np.expm1(at) / q
        z = np.where(inner > 0, np.log(np.maximum(inner, 1e-300)) / distance + 0.5 * distance, -40.0)
    below, above = normal_cdf(np.array([z, -z])), normal_cdf(np.array([z - distance, distance - z]))
    there, here = (np.where(z[:-1] < 0, np.diff(one[0]), -np.diff(one[1])) for one in (below, above))
    # P - e^l Q of a piece, l the loss at its lower end; upwards goes this part, over 1 - e^-step.
    p = (1 - q) * there + q * here
    up = np.clip((q * here - (np.exp(at[:-1]) - (1 - q)) * there) / -np.expm1(-step), 0, p)
    return first, np.concatenate([p - up, [0.0]]) + np.concatenate([[0.0], up])


def reference(sigma, q, k, delta, epsilon, points=2**19):
    """δ of k steps when a record is removed, and how much the finer of two steps changed it, but for 1e-4 of it."""
    distance = 1 / sigma
    rare = -normal_quantile(np.minimum(np.array([1e-4 * delta / (q * k), 1e-4 * delta / k]), 0.1))
    far = (-13.0, max(distance + float(rare[0]), float(rare[1]), 3.0))
    longest = math.log1p(q * math.expm1(distance * far[1] - 0.5 * distance**2))
    found = []
    for size in (points // 2, points):
        spread = math.sqrt(k) * min(q * math.sqrt(math.expm1(min(distance**2, 700))), 2 * distance)
        step = max(20 * longest, 40 * spread, 2 * epsilon) / size
        first, masses = spread_on(size, step, (distance, q), far)
        losses = step * (first + np.arange(len(masses)))
        tilts = np.geomspace(1e-3, 2e4, 200) / max(longest, spread)
        tilts = tilts[tilts * longest < 300]
        logs = np.array([k * np.log1p((masses * np.expm1(t * losses)).sum()) - t * epsilon for t in tilts])
        t = float(tilts[np.argmin(logs)])
        tilted = masses * np.exp(t * losses)
        log = math.log(tilted.sum())
        folded = np.bincount((first + np.arange(len(masses))) % size, tilted / tilted.sum(), size)
        sums = np.fft.irfft(np.fft.rfft(folded) ** k, size)
        place = math.floor(epsilon / step) + 1
        above = step * np.arange(place, place + size // 2) - epsilon
        chances = sums[np.arange(place, place + size // 2) % size]
        found.append(float((chances * np.exp(-t * above) * -np.expm1(-above)).sum() * math.exp(k * log - t * epsilon)))
    return found[1] - (found[0] - found[1]) / 3, abs(found[0] - found[1]) if epsilon > 20 * step else math.inf


@pytest.mark.parametrize(("sigma", "q", "k", "delta", "least", "most"), KNOWN)
def test_few_hits(sigma, q, k, delta, least, most):
    low, high = dpsgd_epsilon(sigma, q, k, delta)
    assert least <= low <= high <= most


def holds(sigma, q, k, delta, points=2**17):
    """Look whether every promise is kept at one setting."""
    low, high = dpsgd_epsilon(sigma, q, k, delta)
    assert 0 <= low <= high <= float(dpsgd_renyi(sigma, q, k, delta).epsilon)
    if q == 1:
        assert low <= gaussian_epsilon(sigma / math.sqrt(k), delta) <= high
        assert high <= zcdp_epsilon(k * gaussian_zcdp(sigma), delta)
    elif k == 1:
        # δ of one step: of normal noise at another ε, or nothing.
        for epsilon, side in ((low, 1), (high, -1)):
            inner = math.log1p(math.expm1(epsilon) / q)
            exact = q * float(gaussian_delta(inner, sigma))
            assert side * exact >= side * delta * (1 - side * 1e-9) or (epsilon == 0 and side > 0)
    else:
        for epsilon, side in ((low, 1), (high, -1)):
            if 0 < epsilon < 100:
                found, change = reference(sigma, q, k, delta, epsilon, points)
                assert side * found >= side * delta - change - 3e-4 * delta
    if high >= 0.01 and low <= 50:
        assert high - low <= 0.02 * high


SIGMAS, RATES, STEPS = (0.3, 0.5, 1.0, 3.0, 30.0), (1e-6, 1e-4, 1e-3, 0.02, 0.3, 1.0), (1, 3, 40, 3000, 10**6)


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 24))])
def test_over_a_grid(seed):
    """Few of many settings: each value of each parameter is met."""
    delta = (1e-12, 1e-9, 1e-5, 1e-2)[seed % 4]
    holds(SIGMAS[seed % 5], RATES[seed % 6], STEPS[(seed + seed // 5) % 5], delta)


@pytest.mark.slow
@pytest.mark.parametrize("sigma", [0.3, 0.4, 0.6, 1.0, 2.0, 6.0, 30.0])
@pytest.mark.parametrize("q", [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.0])
def test_over_the_whole_grid(sigma, q):
    for k in (1, 2, 10, 100, 10**3, 10**4, 10**5, 10**6):
        for delta in (1e-12, 1e-8, 1e-5, 1e-2):
            holds(sigma, q, k, delta, points=2**19)


@pytest.mark.parametrize(
    "goal", [(1.9, 1.11e-5, 1.59e-4, 5094), (1.44, 8.91e-8, 0.00153, 10), (1.0, 1e-6, 1e-3, 10**5)]
)
def test_the_least_noise(goal):
    epsilon, delta, q, k = goal
    noise = dpsgd_noise(epsilon, delta, q, k)
    assert noise <= dpsgd_noise(epsilon, delta, q, k, accountant="renyi")
    assert dpsgd_epsilon(noise, q, k, delta)[1] <= epsilon < dpsgd_epsilon(0.998 * noise, q, k, delta)[1]


#: With much to tell between (ε, δ, q, T): a heavy tail, hardly ever a hit, a few digits left.
FAR = [
    (0.17771, 3.417e-5, 3.6137e-6, 601_298),
    (0.079556, 9.2778e-11, 1.16669e-5, 5776),
    (0.011541, 1.12209e-3, 4.53663e-4, 18),
    (2.0, 1e-5, 0.01, 1000),
]


@pytest.mark.parametrize("goal", FAR)
def test_the_noise_is_found_with_few_questions(goal, monkeypatch):
    asked = []
    bounds = dpsgd._bounds
    monkeypatch.setattr(dpsgd, "_bounds", lambda *setting: asked.append(setting) or bounds(*setting))
    dpsgd_noise(*goal)
    assert len(asked) <= 10


def test_the_noise_is_found_where_no_order_proves_it():
    epsilon, delta, q, k = 0.0179, 2.9e-12, 2.24e-6, 6919
    with pytest.raises(ValueError, match="epsilon must be larger, or delta"):
        dpsgd_noise(epsilon, delta, q, k, accountant="renyi")
    noise = dpsgd_noise(epsilon, delta, q, k)
    assert dpsgd_epsilon(noise, q, k, delta)[1] <= epsilon < dpsgd_epsilon(0.998 * noise, q, k, delta)[0]


@pytest.mark.parametrize("goal", [(1.0, 1e-5, 1e-6, 5), (2.0, 0.2, 0.1, 1), (93.0, 2.6e-4, 2.1e-5, 12)])
def test_any_noise_is_enough_where_a_record_is_hardly_ever_sampled(goal):
    """The chance to be in any sample, which bounds δ(0), is at most δ."""
    _, delta, q, k = goal
    assert dpsgd_noise(*goal) == 0.01
    assert dpsgd_epsilon(0.01, q, k, delta) == (0.0, 0.0)


@pytest.mark.parametrize("goal", [(1.0, 0.5, 1.0, 1), (0.2, 0.02, 1e-3, 30)])
def test_noise_is_found_from_where_epsilon_is_0(goal):
    epsilon, delta, q, k = goal
    noise = dpsgd_noise(*goal)
    assert dpsgd_epsilon(noise, q, k, delta)[1] <= epsilon < dpsgd_epsilon(0.998 * noise, q, k, delta)[1]


@pytest.mark.parametrize(("count", "size"), [(40, 10**5), (4_000, 2**14)])
@pytest.mark.parametrize("gaps", [[7] * 60 + [1] * 900 + [50] * 200, [3, 5], [1, 2] * 40])
def test_the_transform_of_places_in_runs_is_the_plain_sum(gaps, count, size):
    """By products where frequencies are few, else by one transform of all."""
    rng = np.random.default_rng(0)
    places = np.cumsum([0, *gaps])
    q, numbers = rng.random((2, len(places))), np.sort(rng.choice(size // 2, count, replace=False))
    exact = q @ np.exp(2j * np.pi / size * ((places - places[3 % len(places)])[:, None] * numbers % size))
    found, wrong = _transforms(q, places, numbers, size, int(places[3 % len(places)]))
    assert (np.abs(found - exact) <= (wrong + 1e-14) * q.sum(axis=1)[:, None]).all()


def test_more_steps_cost_more():
    highs = [dpsgd_epsilon(1.0, 0.001, k, 1e-5)[1] for k in (1, 2, 5, 10, 20, 50)]
    assert (np.diff(highs) > 0).all()


@pytest.mark.parametrize(("sigma", "q"), [(0.62, 1e-6), (0.163, 1e-4), (0.01, 1e-6), (1e6, 1e-6), (0.05, 0.3)])
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_the_default_step_is_never_refused(sigma, q, direction):
    losses = LossDistribution.sampled_gaussian(sigma, q, direction=direction)
    low, high = losses.epsilon(1e-5)
    assert 0 <= low <= high


def test_one_delta_of_few_hits_on_a_given_grid():
    losses = LossDistribution.sampled_gaussian(1.0, 0.001)
    assert losses.epsilon_of(10, 1e-5) == pytest.approx((0.0235128, 0.0235133), abs=6e-4)


@pytest.mark.parametrize(("scale", "k"), [(1e-2, 10**7), (3.0, 10**7), (1e6, 10**7), (0.3, 10**6), (30.0, 10**6)])
@pytest.mark.parametrize("delta", [1e-12, 1e-2])
def test_many_releases_of_normal_noise(scale, k, delta):
    low, high = LossDistribution.gaussian(scale).epsilon_of(k, delta)
    exact = gaussian_epsilon(scale / math.sqrt(k), delta)
    assert low <= exact * (1 + 1e-11) + 1e-13
    assert exact <= high * (1 + 1e-11) + 1e-13
    assert high - low <= 0.02 * high


def test_a_record_replaced_without_sampling_is_twice_as_far():
    for sigma, k in ((1.0, 1), (5.0, 100), (300.0, 10)):
        exact = gaussian_epsilon(sigma / 2 / math.sqrt(k), 1e-5)
        assert dpsgd_replaced(sigma, 1.0, k, 1e-5) == pytest.approx(exact, rel=1e-5)


@pytest.mark.parametrize(("sigma", "q"), [(1.0, 0.01), (0.5, 0.1), (2.0, 0.5), (1.0, 0.001)])
@pytest.mark.parametrize("delta", [1e-3, 1e-6])
def test_a_record_replaced_costs_at_least_what_the_worst_pair_does(sigma, q, delta):
    """One step: gradients of opposite directions, by a sum over outputs."""
    epsilon = dpsgd_replaced(sigma, q, 1, delta)
    z = np.linspace(-14, 14, 200_001)
    sides = [(1 - q) * np.exp(-z * z / 2) + q * np.exp(-((z + side / sigma) ** 2) / 2) for side in (-1, 1)]
    exact = np.maximum(sides[0] - math.exp(epsilon) * sides[1], 0).sum() * (z[1] - z[0]) / math.sqrt(2 * math.pi)
    assert 0.98 * delta <= exact <= delta or epsilon < 1e-4
    assert dpsgd_epsilon(sigma, q, 1, delta)[0] <= epsilon


def test_no_pair_of_gradients_is_worse_than_opposite_ones():
    """One step in the plane, by a sum over outputs: gradients of all lengths up to 1 and at all angles."""
    axis = np.linspace(-9, 9, 181)
    x, y = np.meshgrid(axis, axis)

    def delta(first, second, q, epsilon):
        p, other = ((1 - q) + q * np.exp(a * x + b * y - (a * a + b * b) / 2) for a, b in (first, second))
        area = np.exp(-(x * x + y * y) / 2) / (2 * math.pi) * (axis[1] - axis[0]) ** 2
        return float((np.maximum(p - math.exp(epsilon) * other, 0) * area).sum())

    rng = np.random.default_rng(0)
    for q, epsilon in ((0.01, 0.05), (0.3, 0.5), (0.9, 2.0), (0.5, 0.0)):
        most = delta((1, 0), (-1, 0), q, epsilon)
        for _ in range(40):
            lengths, angles = rng.choice([0.0, 0.5, 1.0, rng.random()], 2), rng.uniform(0, 2 * math.pi, 2)
            pair = np.stack([lengths * np.cos(angles), lengths * np.sin(angles)], axis=1)
            assert delta(*pair, q, epsilon) <= most * 1.001


def test_many_steps_of_a_record_replaced():
    """Two and three steps on a fine grid of outputs' losses, each rounded up or down."""
    z, step = np.linspace(-13, 13, 400_001), 1e-4
    p = 0.8 * np.exp(-z * z / 2) + 0.2 * np.exp(-((z - 1) ** 2) / 2)
    p, losses = p / p.sum(), np.log(p / p[::-1])
    for k in (2, 3):
        epsilon = dpsgd_replaced(1.0, 0.2, k, 1e-5)
        found = []
        for rounded in (np.floor, np.ceil):
            at = rounded(losses / step).astype(np.intp)
            size = 2**20
            chances = np.fft.irfft(np.fft.rfft(np.bincount(at % size, p, size)) ** k, size)[: size // 2]
            found.append(float((chances * np.maximum(-np.expm1(epsilon - step * np.arange(size // 2)), 0)).sum()))
        assert 0.98 * found[0] <= 1e-5 <= found[1] * 1.02


@pytest.mark.parametrize("mechanism", ["laplace", "randomized_response"])
@pytest.mark.parametrize("delta", [1e-12, 1e-5, 1e-2])
def test_every_account_is_narrow_and_below_what_is_proved(mechanism, delta):
    k = np.array([1, 3, 100, 10**4])
    for epsilon in (1e-4, 0.01, 0.5, 1.0, 10.0):
        found = compare_accountants(k, delta, mechanism=mechanism, epsilon=epsilon)
        assert (found.low >= 0).all()
        assert (found.low <= found.high).all()
        assert (found.high <= np.minimum(found.renyi, found.zcdp)).all()
        assert (found.high <= found.basic * (1 + 1e-12)).all()
        wide = (found.high >= 0.01) & (found.low <= 50) & (found.high - found.low > 0.02 * found.high)
        assert not wide.any()


@pytest.mark.parametrize("epsilon", [1.0, 10.0, 100.0, 1000.0])
def test_no_bound_of_randomised_response_is_below_in_its_last_digits(epsilon):
    """The largest loss, of k truths, alone counts above the next: δ is known to all digits."""
    k = np.array([1, 2, 7, 100, 1000])
    for delta in (2e-12, 3.1e-10, 4.3e-6, 0.0013, 0.05, 0.7):
        found = compare_accountants(k, delta, mechanism="randomized_response", epsilon=epsilon)
        for times, bounds in zip(k.tolist(), np.array([found.high, found.renyi, found.zcdp]).T.tolist(), strict=True):
            with localcontext(prec=60):
                truths = (1 + (-Decimal(epsilon)).exp()) ** -times
                least = times * Decimal(epsilon) + (1 - Decimal(delta) / truths).ln() if truths > delta else Decimal(0)
                assert least <= (times - 2) * Decimal(epsilon) or least <= Decimal(min(bounds))
