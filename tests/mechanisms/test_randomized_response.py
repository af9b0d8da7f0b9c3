"""Randomised response: its distribution and loss, its frequencies, the estimate and its error."""

import math

import numpy as np
import pytest

from dpviz.mechanisms import RandomizedResponse
from dpviz.privacy import privacy_loss, worst_case

COIN = RandomizedResponse(keep=0.75)


def test_of_several_people_each_is_protected_by_epsilon():
    def distribution(data):
        joint = np.ones(1)
        for bit in data:
            joint = np.outer(joint, COIN.distribution()[bit]).ravel()
        # The order of the records is no secret here, and worst_case wants multisets: the number of ones will do.
        ones = [bin(outcome).count("1") for outcome in range(joint.size)]
        return np.bincount(ones, weights=joint, minlength=4)

    assert worst_case(distribution, [0, 1], 3, neighbouring="replace").loss <= COIN.epsilon + 1e-12


def test_answers_have_their_frequencies():
    trials = 100_000
    for bit in (0, 1):
        kept = np.count_nonzero(COIN.release(np.full(trials, bit), np.random.default_rng(bit)) == bit)
        assert abs(kept - 0.75 * trials) <= 5 * math.sqrt(trials * 0.75 * 0.25) + 1


def test_the_estimate_is_unbiased_and_its_error_is_what_it_says():
    rng = np.random.default_rng(5)
    bits = np.arange(400) < 120
    found = [COIN.estimate(COIN.release(bits, rng)) for _ in range(2000)]
    values = np.array([one.value for one in found])
    assert abs(values.mean() - 0.3) <= 5 * values.std() / math.sqrt(2000)
    assert values.std() == pytest.approx(found[0].standard_error, rel=5 / math.sqrt(2 * 2000))
    assert found[0].standard_error == pytest.approx(math.sqrt(0.75 * 0.25 / 400) / 0.5, rel=1e-14)
    assert found[0].n == 400


def test_the_estimate_may_leave_the_unit_interval():
    assert COIN.estimate([0, 0, 0, 0]).value == -0.5
    assert COIN.estimate([1]).value == 1.5


def test_shapes_types_seeds():
    def rng():
        return np.random.default_rng(0)

    assert type(COIN.release(1, rng())) is int
    assert COIN.release(np.zeros((2, 3), bool), rng()).shape == (2, 3)
    assert COIN.release([0] * 50, rng()).tolist() == COIN.release([0] * 50, rng()).tolist()
    assert repr(COIN).startswith("RandomizedResponse(epsilon=1.09861")
    assert RandomizedResponse(keep=0.75) == COIN
    with pytest.raises(AttributeError):
        COIN.keep = 0.9


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({}, TypeError, "epsilon or keep must be given, and only one of them; got neither"),
        ({"epsilon": 1.0, "keep": 0.75}, TypeError, "only one of them; got both"),
        ({"epsilon": 50.0}, ValueError, r"epsilon must be .* tell from 1/2 and from 1; got 50\.0"),
        ({"epsilon": 1e-20}, ValueError, "epsilon must be .* tell from 1/2 and from 1; got 1e-20"),
        ({"keep": 0.5}, ValueError, r"keep must be in \(1/2, 1\).*got 0\.5"),
        ({"keep": 0.3}, ValueError, r"keep must be in \(1/2, 1\).*got 0\.3"),
        ({"keep": 1.0}, ValueError, r"keep must be a number in \(0, 1\); got 1\.0"),
        ({"keep": "x"}, TypeError, "keep must be a number"),
    ],
)
def test_bad_parameters_are_refused(parameters, error, message):
    with pytest.raises(error, match=message):
        RandomizedResponse(**parameters)


@pytest.mark.parametrize("epsilon", [30.0, 35.0, 36.0, 36.5])
def test_at_a_large_epsilon_the_loss_is_epsilon_still(epsilon):
    # 1 - keep is about 1e-16 here: as a difference of floats it would have one digit.
    coin = RandomizedResponse(epsilon=epsilon)
    assert privacy_loss(*coin.distribution()) == pytest.approx(epsilon, rel=1e-15)
    assert coin.estimate([0]).standard_error == pytest.approx(math.exp(-epsilon / 2), rel=1e-12)
