"""Noise that is not drawn anew is said in words; the losses of two planted bugs are known by other means."""

import math

import numpy as np
import pytest

from dpviz.privacy import GaussianPair, audit
from tests.privacy.planted import PLANTED
from tests.privacy.test_audit_planted import attack


@pytest.mark.parametrize("name", ["cached_noise", "seed_inside"])
def test_noise_that_is_not_drawn_anew_is_said_in_words(name):
    found = attack(PLANTED[name], trials=1000)
    assert not found.independent
    assert found.note == "Every call gave the same answer: no noise was seen."
    assert found.note in str(found)


def test_a_bug_that_shows_once_in_two_calls_is_noticed():
    """Noise that is drawn for every second call only: equal answers follow one another."""
    kept = []

    def every_second_call(data, rng):
        if not kept or len(kept) % 4 == 0:
            every_second_call.noise = rng.laplace()
        kept.append(1)
        return data + every_second_call.noise

    found = audit(every_second_call, 0.0, 1.0, epsilon=5.0, trials=2000, rng=np.random.default_rng(0))
    assert not found.independent
    assert "kept from call to call" in found.note


def test_the_true_losses_are_what_the_distributions_say():
    # Normal noise of σ = 1 around 0 and 1: δ(1), and the ε at which δ = 1e-5.
    pair = GaussianPair(here=0.0, there=1.0, scale=1.0)
    assert pair.delta(1.0) == pytest.approx(0.1269, abs=1e-4)
    loss = PLANTED["delta_ignored"].loss
    assert pair.delta(loss - 1e-3) > 1e-5 > pair.delta(loss + 1e-3)


def test_the_wrong_exponent_by_quadrature():
    """P(candidate 0 wins) when the noise is subtracted, from its integral: 1/5, and e^-2 / 5 four steps behind."""
    t = np.linspace(0, 80, 400_001)
    wins = [np.trapezoid(np.exp(-t / 2) / 2 * np.exp(-4 * (t + behind) / 2), t) for behind in (0, 1)]
    assert wins == [pytest.approx(0.2, abs=1e-6), pytest.approx(math.exp(-2) / 5, abs=1e-6)]
    bug = PLANTED["exponent_with_the_wrong_sign"]
    draw = bug.build()
    for data, expected in zip(bug.pair, wins, strict=True):
        rng = np.random.default_rng(2)
        seen = np.mean([draw(data, rng) == 0 for _ in range(4000)])
        assert abs(seen - expected) <= 5 * math.sqrt(expected * (1 - expected) / 4000)
