"""Private gradient descent: each formula against another way to it, the path against Newton's method, the attack."""

import itertools

import numpy as np
import pytest

from dpviz.erm import (
    DPSGD,
    Clouds,
    HuberLoss,
    LogisticLoss,
    clip_gradients,
    descent,
    example_gradients,
    fit,
    objective,
    planted_attack,
)
from dpviz.privacy import GaussianPair
from dpviz.privacy.accounting.losses import LossDistribution

rng = np.random.default_rng
X, Y = Clouds().draw(300, rng(0))
HELD_OUT = Clouds().draw(4000, rng(1))


def made(**changed):
    usual = {"noise_multiplier": 1.0, "clip": 0.3, "rate": 0.1, "steps": 60, "learning_rate": 2.0}
    return DPSGD(**usual | changed)


class Straight:
    """A loss whose slope is -1 everywhere: a record's gradient is -y x at every step."""

    curvature_bound = 0.0

    def value(self, margin):
        return -np.asarray(margin)

    def slope(self, margin):
        return -np.ones_like(margin)

    def curvature(self, margin):
        return np.zeros_like(margin)

    def derivatives(self, margin, second):
        return self.slope(margin), self.curvature(margin) if second else None


# --- the formulas ---------------------------------------------------------------------------------------------------


def test_gradients_are_the_slopes_of_the_loss():
    weights, h, loss = rng(2).standard_normal((5, 2)), 1e-6, LogisticLoss()
    found = example_gradients(weights, X, Y)
    for axis, move in enumerate(h * np.eye(2)):
        high, low = (loss.value((weights + sign * move) @ (X * Y[:, None]).T) for sign in (1, -1))
        np.testing.assert_allclose(found[..., axis], (high - low) / (2 * h), atol=1e-8)


def test_the_objective_is_what_newton_minimises():
    best = fit(X, Y, regularization=0.05).weights
    around = best + 1e-3 * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
    seen = objective(around, X, Y, regularization=0.05)
    assert (seen[1:] > seen[0]).all()
    at = np.array([0.5, -1.0])
    by_hand = 0.025 * at @ at + np.log1p(np.exp(-Y * (X @ at))).mean()
    assert objective(at, X, Y, regularization=0.05) == pytest.approx(by_hand, rel=1e-12)
    slope = example_gradients(best, X, Y).mean(axis=0) + 0.05 * best
    assert np.abs(slope).max() < 1e-8


@pytest.mark.parametrize("clip", [0.01, 0.3, 5.0])
def test_clipping_shortens_and_does_not_turn(clip):
    vectors = rng(3).standard_normal((500, 3)) * rng(4).exponential(1.0, (500, 1))
    vectors[0] = 0.0
    clipped = clip_gradients(vectors, clip)
    norms, before = np.linalg.norm(clipped, axis=1), np.linalg.norm(vectors, axis=1)
    assert norms.max() <= clip * (1 + 1e-14)
    np.testing.assert_allclose(norms, np.minimum(before, clip), rtol=1e-12)
    np.testing.assert_allclose(clipped * before[:, None], vectors * norms[:, None], atol=1e-12)
    np.testing.assert_array_equal(clipped[before <= clip], vectors[before <= clip])


def test_one_record_more_moves_the_clipped_sum_by_at_most_c():
    places = [(0.0, 0.0), (1.0, 0.0), (-0.6, 0.8), (30.0, -40.0)]
    records = [(x, y) for x in places for y in (-1, 1)]
    furthest = 0.0

    def clipped_sum(weights, data):
        xs, ys = zip(*data, strict=True)
        return clip_gradients(example_gradients(weights, xs, ys), 0.3).sum(axis=0)

    for weights in [(0.0, 0.0), (2.0, -1.0), (-0.5, 0.1)]:
        for data in itertools.combinations_with_replacement(records, 3):
            for at in range(3):
                moved = clipped_sum(weights, data) - clipped_sum(weights, data[:at] + data[at + 1 :])
                furthest = max(furthest, np.linalg.norm(moved))
    assert furthest == pytest.approx(0.3, rel=1e-9)  # and no less would do


def test_everyone_is_sampled_at_the_rate_independently():
    sampled = descent.poisson_sample(50, 0.2, rng(5), 20_000)
    assert np.abs(sampled.mean(axis=0) - 0.2).max() < 5 * np.sqrt(0.16 / 20_000)
    sizes = sampled.sum(axis=1)
    assert abs(sizes.var() - 8.0) < 5 * 8.0 * np.sqrt(2 / 20_000)  # a binomial's: the size is random
    assert (sampled <= descent.poisson_sample(50, 0.3, rng(5), 20_000)).all()


def test_batches_hold_the_sampled_rows_and_fill_up():
    sampled = rng(6).random((7, 30)) < 0.2
    sampled[3] = False
    rows = descent.batches(sampled)
    assert rows.shape == (7, sampled.sum(axis=1).max())
    for one, who in zip(rows, sampled, strict=True):
        assert one[one < 30].tolist() == np.flatnonzero(who).tolist()


# --- the path -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", [LogisticLoss(), HuberLoss(0.5)])
def test_without_noise_clipping_and_sampling_it_is_gradient_descent(loss):
    method = made(
        noise_multiplier=0.0, clip=1.0, rate=1.0, steps=3000, learning_rate=1.5, regularization=0.05, loss=loss
    )
    path = method.run(X, Y, rng(7))
    w = np.zeros(2)
    for t in range(20):
        np.testing.assert_allclose(path.weights[t], w, atol=1e-12)
        w = w - 1.5 * ((loss.slope(Y * (X @ w)) * Y) @ X / len(Y) + 0.05 * w)
    assert path.clipped_share.max() == 0
    np.testing.assert_allclose(path.last, fit(X, Y, regularization=0.05, loss=loss).weights, atol=1e-7)


def test_a_run_is_its_formulas_step_by_step():
    method = made(regularization=0.02)
    path = method.run(X, Y, rng(8), start=[0.5, -0.5])
    assert path.weights[0].tolist() == [0.5, -0.5]
    for t in range(60):
        here, who = path.weights[t], path.sampled[t]
        gradients = example_gradients(here, X, Y)
        np.testing.assert_allclose(path.norms(t), np.linalg.norm(gradients, axis=1), rtol=1e-12)
        total = clip_gradients(gradients[who], 0.3).sum(axis=0) + path.noise[t]
        np.testing.assert_allclose(path.weights[t + 1], here - 2.0 * (total / 30 + 0.02 * here), atol=1e-12)
        assert path.clipped_share[t] == pytest.approx((path.norms(t)[who] > 0.3).mean() if who.any() else 0.0)
    np.testing.assert_array_equal(path.last, path.weights[-1])


def test_levels_have_the_same_random_numbers_and_runs_have_their_own():
    z, clip = np.array([0.0, 1.0, 2.0]), np.array([[0.1], [0.3]])
    many = made(noise_multiplier=z, clip=clip).run(X, Y, rng(9), size=4)
    assert many.weights.shape == (4, 2, 3, 61, 2)
    assert many.noise.shape == (4, 2, 3, 60, 2)
    assert many.sampled.shape == (4, 60, 300)
    assert many.clipped_share.shape == (4, 2, 3, 60)
    assert many.norms(3).shape == (4, 2, 3, 300)
    for i, j in np.ndindex(2, 3):
        alone = made(noise_multiplier=z[j], clip=clip[i, 0]).run(X, Y, rng(9), size=4)
        np.testing.assert_array_equal(alone.sampled, many.sampled)
        np.testing.assert_allclose(alone.weights, many.weights[:, i, j], atol=1e-12)
    np.testing.assert_allclose(many.noise[:, :, 2], 2 * many.noise[:, :, 1], rtol=1e-12)
    assert (many.sampled[0] != many.sampled[1]).any()


def test_fewer_steps_are_the_first_of_more_and_rates_are_nested():
    long, short = made(steps=60).run(X, Y, rng(10)), made(steps=25).run(X, Y, rng(10))
    np.testing.assert_array_equal(short.weights, long.weights[:26])
    more = made(rate=0.2).run(X, Y, rng(10))
    np.testing.assert_array_equal(more.noise, long.noise)
    assert (long.sampled <= more.sampled).all()


def test_the_noise_has_its_deviation_and_no_direction():
    noise = made(noise_multiplier=1.5, clip=0.4, steps=200).run(X[:3], Y[:3], rng(11), size=100).noise.reshape(-1, 2)
    n, variance = len(noise), 0.36
    assert np.abs(noise.mean(axis=0)).max() < 5 * np.sqrt(variance / n)
    covariance = noise.T @ noise / n
    assert np.abs(covariance - variance * np.eye(2)).max() < 5 * variance * np.sqrt(2 / n)


def test_an_empty_sample_still_makes_noise():
    path = made(rate=1e-9, steps=5).run(X, Y, rng(12))
    assert not path.sampled.any()
    assert path.clipped_share.tolist() == [0.0] * 5
    np.testing.assert_allclose(np.diff(path.weights, axis=0), -2.0 * path.noise / (1e-9 * 300))


def test_accuracy_is_lost_to_noise():
    method = made(noise_multiplier=np.array([0.0, 20.0, 80.0]), learning_rate=4.0)
    path = method.run(X, Y, rng(13), size=60)
    mean, low, high = path.mean_accuracy(*HELD_OUT)
    assert mean.shape == (3,)
    assert ((low < mean) & (mean < high)).all()
    assert (high[1:] < low[:-1]).all()
    each = path.accuracy(*HELD_OUT)
    assert each.shape == (60, 3)
    np.testing.assert_allclose(each.mean(axis=0), mean)
    w = path.last[5, 1]
    assert each[5, 1] == ((HELD_OUT[0] @ w >= 0) == (HELD_OUT[1] > 0)).mean()
    again, _, _ = method.run(X, Y, rng(14), size=60).mean_accuracy(*HELD_OUT)
    assert (np.abs(again - mean) < 5 * (high - low) / 4 * 2**0.5).all()


def test_bad_runs_are_refused():
    with pytest.raises(ValueError, match=r"start must have shape \(2,\)"):
        made().run(X, Y, rng(0), start=[0.0])
    with pytest.raises(ValueError, match="learning_rate must be small enough"):
        made(learning_rate=50.0, regularization=1.0, steps=100).run(X, Y, rng(0))
    with pytest.raises(ValueError, match="steps must be"):
        made(steps=1_000_000).run(X, Y, rng(0))
    with pytest.raises(ValueError, match="size must be"):
        made().run(X, Y, rng(0), size=10**6)


# --- the attack -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("z", "steps"), [(1.0, 1), (4.0, 10), (20.0, 100)])
def test_without_sampling_the_attack_is_that_on_one_gaussian(z, steps):
    alarms = np.array([0.001, 0.01, 0.1, 0.5, 0.9])
    _, low, high = planted_attack(z, 1.0, steps, trials=20_000, rng=rng(15)).power(alarms)
    truth = GaussianPair(here=0.0, there=steps**0.5, scale=z).power(alarms)
    assert ((low <= truth) & (truth <= high)).all()
    assert (high - low).max() < 0.05


def test_the_attack_on_a_true_run_has_the_same_power():
    # One record whose gradient is C long at every step; a second of length 0 keeps the run possible without it.
    method = made(noise_multiplier=0.7, clip=1.0, rate=0.2, steps=15, learning_rate=0.5, loss=Straight())
    scores = []
    for x, seed in [([[0.0], [0.0]], 17), ([[5.0], [0.0]], 18)]:
        path = method.run(x, [-1, -1], rng(seed), size=4000)
        sums = -np.diff(path.weights[..., 0], axis=1) / 0.5 * (0.2 * 2)
        scores.append(np.log(0.8 + 0.2 * np.exp((sums - 0.5) / 0.49)).sum(axis=1))
    attack = planted_attack(0.7, 0.2, 15, trials=20_000, rng=rng(19))
    for alarm in (0.02, 0.1, 0.4):
        power = (scores[1] > np.quantile(scores[0], 1 - alarm)).mean()
        assert abs(power - attack.power(alarm)[0]) < 5 * np.sqrt(0.5 * (1 / 4000 + 1 / 4000))
        assert abs((scores[0] > np.quantile(attack.absent, 1 - alarm)).mean() - alarm) < 5 * np.sqrt(alarm / 4000)


@pytest.mark.parametrize(("z", "rate", "steps"), [(1.0, 0.1, 50), (3.0, 0.1, 50), (0.8, 0.05, 100)])
def test_the_attack_is_as_good_as_the_loss_distribution_says(z, rate, steps):
    alarms, epsilon = np.array([0.001, 0.01, 0.1, 0.4, 0.8]), np.linspace(0, 15, 3001)
    remove, add = (
        LossDistribution.sampled_gaussian(z, rate, direction=way, step=1e-3).self_compose(steps).delta(epsilon)[1]
        for way in ("remove", "add")
    )
    # No attack beats any (ε, δ) of the curve, and the best one meets their envelope.
    rising = np.exp(epsilon) * alarms[:, None] + remove
    flat = 1 - np.exp(-epsilon) * (1 - alarms[:, None] - add)
    truth = np.minimum(rising, flat).min(axis=1)
    _, low, high = planted_attack(z, rate, steps, trials=20_000, rng=rng(21)).power(alarms)
    assert ((low <= truth) & (truth <= high)).all()


def test_more_noise_less_power_and_the_ends_are_right():
    attack = planted_attack(np.array([0.5, 1.0, 3.0]), 0.1, 20, rng=rng(20))
    power, low, high = attack.power([0.0, 0.05, 0.5, 1.0])
    assert power.shape == (3, 4)
    assert ((low <= power) & (power <= high)).all()
    assert (np.diff(power, axis=0)[:, 1:3] < 0).all()
    assert power[:, 0].tolist() == low[:, 0].tolist() == [0.0] * 3
    assert power[:, 3].tolist() == high[:, 3].tolist() == [1.0] * 3
    alone = planted_attack(1.0, 0.1, 20, rng=rng(20))
    np.testing.assert_array_equal(alone.absent, attack.absent[1])
