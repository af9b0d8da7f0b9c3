"""The lesson on accounting: what an ε lets an attacker do."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.lessons.accounting import attack
from dpviz.privacy.accounting import LossDistribution, dpsgd_epsilon
from tests.lessons.drawn import agrees, put, scene


@pytest.mark.parametrize(("noise", "epsilon"), attack.PROMISED.items())
def test_the_slider_of_the_noise_has_the_epsilon_that_it_says(noise, epsilon):
    """Three digits of z: a little less than what is said, by 2 % at most."""
    low, high = dpsgd_epsilon(noise, attack.RATE, attack.STEPS, 1e-5)
    assert 0.98 * epsilon < low <= high <= 1.0005 * epsilon


def test_no_attack_is_better_than_the_promise_and_none_worse_than_a_coin(lesson):
    drawn = scene(lesson, "attack")
    ceiling, best = (drawn.motion["data", k, "y"] for k in (0, 1))
    assert (best <= ceiling + 1e-4).all()
    assert (best >= attack.ALARMS - 1e-9).all()
    assert (np.diff(best, axis=1) > 0).all()
    assert (np.diff(best[:, :-1], axis=0) < 0).all()  # more noise, less power
    assert agrees(drawn) >= {"epsilon", "best", "most", "after", "after_most", "counted"}


def test_the_attacks_that_were_made_do_as_the_exact_curve_says(lesson):
    for seed in (1, 2, 3):
        put(lesson, "attack", seed=seed)
        drawn = scene(lesson, "attack")
        low, high = (drawn.motion["data", 2, "y"][:, k::3] for k in (0, 1))
        exact = np.array([np.interp(attack.COUNTED, attack.ALARMS, row) for row in drawn.motion["data", 1, "y"]])
        inside = (low <= exact + 0.01) & (exact - 0.01 <= high)
        assert inside.mean() > 0.9


def test_what_the_page_says_of_epsilon_8(lesson):
    drawn = scene(lesson, "attack")
    assert drawn.slot("best", drawn.start) == "17.4 %"
    assert drawn.slot("most", drawn.start) == "99.97 %"
    assert drawn.slot("after", drawn.start) == "65.9 %"
    put(lesson, "attack", alarm=0.001)
    drawn = scene(lesson, "attack")
    assert round(100 * drawn.numbers["after"][drawn.start]) == 85
    put(lesson, "attack", alarm=0.01)
    for noise, found in ((2.25, 3), (3.95, 2)):
        put(lesson, "attack", noise=noise)
        drawn = scene(lesson, "attack")
        assert round(100 * drawn.numbers["best"][drawn.start]) == found


def test_the_sum_of_the_losses_is_rarely_beyond_its_epsilon():
    """Beyond 8 in three of 100,000 runs, below 0.8 in half of them."""
    losses = LossDistribution.sampled_gaussian(0.936, 0.1, direction="remove", step=0.005).self_compose(100)
    grid = losses.pessimistic
    assert grid.masses[grid.losses > 8].sum() == pytest.approx(3e-5, rel=0.1)
    assert grid.masses[grid.losses < 0.8].sum() == pytest.approx(0.5, abs=0.02)
