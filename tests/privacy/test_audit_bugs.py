"""The lessons' own bugs: found at a high confidence, by an event that says what is wrong."""

import math

import numpy as np
import pytest

from dpviz.privacy import GaussianPair, audit
from tests.privacy.planted import PLANTED

BROKEN = {name: bug for name, bug in PLANTED.items() if bug.mechanism.__module__.endswith(".classic")}

# What the event must speak of, where only one will do.
TELLING = {
    "halved_scale": "the answer is",
    "cached_noise": "the answer is exactly",
    "seed_inside": "the answer is exactly",
    "same_noise_on_both": "answer[0] - answer[1] is exactly",
    "argmax_without_noise": "the answer is exactly 0",
    "noisy_max_with_its_value": "answer[1] is below",
    "exponent_with_the_wrong_sign": "the answer is exactly 0",
    "parity_without_its_coin": "the answer is 'FAIL'",
    "float_low_bits": "last bit is 2^-54 or less",
}


def attack(bug, seed, trials, **options):
    return audit(
        bug.build(),
        bug.data,
        bug.neighbour,
        epsilon=bug.epsilon,
        delta=bug.delta,
        bits=bug.bits,
        trials=trials,
        confidence=0.999,
        rng=np.random.default_rng(seed),
        **options,
    )


def test_there_are_at_least_twelve_bugs():
    assert len(BROKEN) >= 12


@pytest.mark.parametrize("name", BROKEN)
def test_each_bug_is_found_and_not_exaggerated(name):
    bug = BROKEN[name]
    for seed in (0, 1):
        found = attack(bug, seed, trials=5000)
        assert found.violated, name
        assert bug.epsilon < found.lower_bound <= bug.loss
        assert TELLING.get(name, "") in found.event
    # Where nothing is random any more, or all is random but nothing private, the bound grows with the draws alone.
    if math.isinf(bug.loss):
        assert found.lower_bound > bug.epsilon + 0.5


@pytest.mark.parametrize("name", ["cached_noise", "seed_inside"])
def test_noise_that_is_not_drawn_anew_is_said_in_words(name):
    found = attack(BROKEN[name], 0, trials=1000)
    assert not found.independent
    assert found.note == "Every call gives the same answer: no noise is drawn anew."
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
    loss = BROKEN["delta_ignored"].loss
    assert pair.delta(loss - 1e-3) > 1e-5 > pair.delta(loss + 1e-3)


def test_the_wrong_exponent_by_quadrature():
    """P(candidate 0 wins) when the noise is subtracted, from its integral: 1/5, and e^-2 / 5 four steps behind."""
    t = np.linspace(0, 80, 400_001)
    wins = [np.trapezoid(np.exp(-t / 2) / 2 * np.exp(-4 * (t + behind) / 2), t) for behind in (0, 1)]
    assert wins == [pytest.approx(0.2, abs=1e-6), pytest.approx(math.exp(-2) / 5, abs=1e-6)]
    bug = BROKEN["exponent_with_the_wrong_sign"]
    draw = bug.build()
    for data, expected in zip((bug.data, bug.neighbour), wins, strict=True):
        rng = np.random.default_rng(2)
        seen = np.mean([draw(data, rng) == 0 for _ in range(4000)])
        assert abs(seen - expected) <= 5 * math.sqrt(expected * (1 - expected) / 4000)
