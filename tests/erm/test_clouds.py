"""Clouds that one can see, and how many of their records the noise takes."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.erm import Clouds, GammaNoise, LogisticLoss, fit, objective_plan, records_needed


def rng(seed=1):
    return np.random.default_rng(seed)


def expected_loss(weights):
    points, share = Clouds().nodes()
    return LogisticLoss().value(weights @ points.T) @ share


def test_errors_and_losses_of_the_clouds_are_those_of_many_examples():
    clouds = Clouds()
    X, y = clouds.draw(200_000, rng(1))
    assert (np.linalg.norm(X, axis=1) <= 1).all()
    lines = np.array([[1.0, 0.0], [1.0, -1.0], [0.3, 1.0], [-1.0, 0.5]])
    share = np.mean((X * y[:, None]) @ lines.T <= 0, axis=0)
    exact = clouds.error(lines)
    assert np.abs(share - exact).max() < 4 * np.sqrt(0.25 / 200_000)
    assert clouds.error(-lines) == pytest.approx(1 - exact, abs=1e-12)
    loss = np.logaddexp(0, -y * (X @ lines[1])).mean()
    assert expected_loss(lines[1]) == pytest.approx(loss, abs=2e-3)
    assert clouds.nodes()[1].sum() == pytest.approx(1)


def test_bad_arguments_of_the_clouds():
    with pytest.raises(ValueError, match="they draw no line"):
        Clouds().error([0.0, 0.0])


@pytest.mark.slow
def test_with_the_records_found_the_mean_loss_is_as_allowed():
    norm, excess, epsilon = 4.0, 0.05, 0.3
    found = records_needed([norm], [excess], [epsilon], size=400, rng=rng(2))
    assert found.bias[0] <= excess / 2
    assert found.answer_band[0, 0] <= found.answer[0] <= found.answer_band[0, 1]
    # Once more with sampled records and the released weights themselves.
    clouds, strength = Clouds(), excess / norm**2
    turn = np.linspace(0, 2 * np.pi, 360)
    best = expected_loss(norm * np.stack([np.cos(turn), np.sin(turn)], axis=1)).min()
    X, y = clouds.draw(4000, rng(1))
    w = fit(X, y, regularization=strength).weights
    for n, question in ((found.answer[0], False), (found.question[0], True)):
        if question:
            scale = float(objective_plan(epsilon, round(n), strength).scale) / n
            noise = rng(7).exponential(size=(400, 2)).sum(1)[:, None] * scale
            turned = rng(8).normal(size=(400, 2))
            terms = noise * turned / np.linalg.norm(turned, axis=1)[:, None] * len(y)
            released = fit(X, y, regularization=strength, linear=terms).weights
        else:
            scale = 2 / (n * strength * epsilon)
            noise = rng(7).exponential(size=(400, 2)).sum(1)[:, None] * scale
            turned = rng(8).normal(size=(400, 2))
            released = w + noise * turned / np.linalg.norm(turned, axis=1)[:, None]
        above = expected_loss(released) - best
        assert above.mean() == pytest.approx(excess, abs=0.015 + 3 * above.std() / 20)


def test_noise_may_be_far_longer_than_a_short_reference():
    norm, excess, epsilon = 1e-3, 1e-6, 0.1
    found = records_needed(norm, excess, epsilon, size=400, rng=rng(2))
    assert found.answer_band[0] <= found.answer <= found.answer_band[1]
    assert found.question_band[0] <= found.question <= found.question_band[1]
    strength = excess / norm**2
    w = fit(*Clouds().draw(20_000, rng(1)), regularization=strength).weights
    noise = GammaNoise(dim=2, scale=2 / (found.answer * strength * epsilon)).draw(rng(7), 1000)
    above = [expected_loss(w + part).mean() for part in np.split(noise, 10)] - expected_loss(np.zeros(2))
    assert np.mean(above) == pytest.approx(0, abs=0.015)


def test_twice_the_epsilon_halves_the_records_of_noise_on_the_answer():
    found = records_needed([2.0], [0.04], [0.1, 0.2], size=20, rng=rng())
    assert found.answer[0] == pytest.approx(2 * found.answer[1])
    assert found.question[0] > found.question[1]
