"""Mechanisms that keep their promise are accused no more often than the stated confidence allows."""

import math

import numpy as np
import pytest

from dpviz.privacy import audit, audit_pairs
from tests.privacy.planted.classic import float_low_bits

EPSILON, DELTA = 1.0, 0.05
SIGMA = 1.6448  # the analytic scale for (1, 0.05) is a little less


def laplace(data, trials, rng):
    return data + rng.laplace(scale=1 / EPSILON, size=trials)


def geometric(data, trials, rng):
    stop = 1 - math.exp(-EPSILON)
    return data + rng.geometric(stop, trials) - rng.geometric(stop, trials)


def response(data, trials, rng):
    return (rng.random(trials) < 1 / (1 + math.exp(EPSILON))) ^ bool(data)


def exponential(data, trials, rng):
    weights = np.exp(EPSILON * np.array([0, 1, 2, data, 1 - data]) / 2)
    return rng.choice(list("abcde"), p=weights / weights.sum(), size=trials).tolist()


def wrong_sign(data, trials, rng):
    """Prefers the worst candidate. That is a bug, and none of privacy."""
    weights = np.exp(-EPSILON * np.array([0, 1, 2, data, 1 - data]) / 2)
    return rng.choice(list("abcde"), p=weights / weights.sum(), size=trials).tolist()


def noisy_max(data, trials, rng):
    scores = np.array([1.0, 1, 1, 0, 1]) + data * np.array([1, 0, 1, 0, -1])
    return np.argmax(scores + rng.exponential(2 / EPSILON, size=(trials, 5)), axis=1)


def gaussian(data, trials, rng):
    return data + rng.normal(scale=SIGMA, size=trials)


def array(data, trials, rng):
    return np.array([data, data, 3]) + rng.laplace(scale=2 / EPSILON, size=(trials, 3))


def mixed(data, trials, rng):
    """None, or a dictionary with a string: nested and of changing type."""
    skipped = rng.random(trials) < 0.3
    return [
        None if skip else {"said": "yes" if answer else "no"}
        for skip, answer in zip(skipped, response(data, trials, rng), strict=True)
    ]


HONEST = [
    (laplace, 0.0),
    (geometric, 0.0),
    (response, 0.0),
    (exponential, 0.0),
    (wrong_sign, 0.0),
    (noisy_max, 0.0),
    (gaussian, DELTA),
    (array, 0.0),
    (mixed, 0.0),
]


def run(mechanism, delta, seed, **options):
    return audit(
        mechanism, 0, 1, epsilon=EPSILON, delta=delta, batch=True, rng=np.random.default_rng([seed, 7]), **options
    )


@pytest.mark.parametrize(("mechanism", "delta"), HONEST, ids=lambda one: getattr(one, "__name__", ""))
def test_false_alarms_over_many_runs(mechanism, delta):
    """CONV-5: at a confidence of 80 %, so that alarms could be seen at all; five standard errors."""
    runs, confidence = 40, 0.8
    found = [run(mechanism, delta, seed, trials=300, confidence=confidence) for seed in range(runs)]
    alarms = sum(one.violated for one in found)
    allowed = runs * (1 - confidence)
    assert alarms <= allowed + 5 * math.sqrt(allowed * confidence)
    # The exact intervals are careful: in truth there are far fewer.
    assert alarms <= allowed
    assert all(one.independent for one in found)


@pytest.mark.parametrize(("mechanism", "delta"), HONEST, ids=lambda one: getattr(one, "__name__", ""))
def test_no_alarm_with_many_draws_and_often_a_bound_that_is_near(mechanism, delta):
    found = run(mechanism, delta, 1, trials=20_000, confidence=0.999)
    assert not found.violated
    assert "No violation" in str(found)
    assert "no proof" in str(found)
    near = {laplace: 0.8, geometric: 0.8, response: 0.8, gaussian: 0.4, array: 0.4, mixed: 0.8}
    assert found.lower_bound >= near.get(mechanism, 0.0)


def test_identical_worlds_lose_nothing():
    found = [
        audit(laplace, 0, 0, epsilon=0.0, trials=400, batch=True, confidence=0.9, rng=np.random.default_rng(seed))
        for seed in range(50)
    ]
    assert sum(one.violated for one in found) <= 5
    constant = audit(lambda data, rng: "nothing", 0, 1, epsilon=0.0, trials=400, rng=np.random.default_rng(0))
    assert constant.lower_bound == 0.0
    assert not constant.violated


def test_many_pairs_do_not_add_false_alarms():
    """Ten pairs, one certificate: the best of ten looks good by chance, and is counted anew."""
    pairs = [(0.0, 1.0)] * 10
    found = [
        audit_pairs(
            laplace, pairs, epsilon=EPSILON, trials=400, confidence=0.8, batch=True, rng=np.random.default_rng(seed)
        )
        for seed in range(10)
    ]
    assert sum(one.violated for one in found) <= 2


def test_float_noise_is_accused_only_by_who_looks_at_bits():
    """The same sampler: a true Laplace distribution to nine digits, and a broken one to the last bit (CONV-7)."""
    plain, exact = (
        audit(float_low_bits, [0], [1], epsilon=1.0, trials=8000, bits=bits, rng=np.random.default_rng(3))
        for bits in (False, True)
    )
    assert not plain.violated
    assert exact.violated
    assert "last bit" in exact.event


def test_noise_on_a_lattice_stands_the_look_at_bits():
    from dpviz.mechanisms import LatticeLaplace

    lattice = LatticeLaplace(epsilon=1.0, sensitivity=1)
    found = audit(
        lambda data, trials, rng: lattice.release(np.full(trials, float(data)), rng),
        0,
        1,
        epsilon=1.0,
        batch=True,
        bits=True,
        confidence=0.999,
        rng=np.random.default_rng(0),
    )
    assert 0.8 < found.lower_bound <= 1.0
