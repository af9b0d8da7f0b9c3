"""Mechanisms that keep their promise are accused no more often than the stated confidence allows."""

import numpy as np
import pytest

from dpviz.privacy import audit, audit_pairs
from tests.privacy.planted.classic import float_low_bits
from tests.privacy.test_audit_kept import laplace, runs

#: What the bound reaches at least, of what is tight on its pair: with a δ, or spread over entries, less.
NEAR = {"laplace": 0.8, "geometric": 0.8, "response": 0.8, "normal": 0.4, "mixed": 0.8, "vector": 0.1}


@pytest.mark.parametrize("name", NEAR)
def test_no_alarm_with_many_draws_and_a_bound_that_is_near(name):
    (found,) = runs(name, [1], trials=20_000, confidence=0.999)
    assert not found.violated
    assert "No violation" in str(found)
    assert "no proof" in str(found)
    assert found.lower_bound >= NEAR[name]


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
            laplace, pairs, epsilon=1.0, trials=400, confidence=0.8, batch=True, rng=np.random.default_rng(seed)
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
    (found,) = runs("lattice", [0], trials=20_000, confidence=0.999)
    assert 0.8 < found.lower_bound <= 1.0
