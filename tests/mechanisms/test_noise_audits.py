"""Each noise mechanism keeps its ε when watched from outside, and four broken ones are caught."""

import numpy as np
import pytest

from dpviz.mechanisms import GaussianMechanism, LaplaceMechanism, LatticeLaplace, RandomizedResponse
from dpviz.privacy import audit

EPSILON = 1.0
COUNTS = np.array([3.0, 5.0]), np.array([4.0, 5.0])  # one person more, in one of two bins
SUMS = np.array([10.0]), np.array([13.0])  # one person can add 3


def lower_bound(mechanism, here, there, delta=0.0, trials=20_000, seed=0):
    found = audit(
        mechanism,
        here,
        there,
        epsilon=EPSILON,
        delta=delta,
        trials=trials,
        confidence=1 - 2e-6,
        batch=True,
        rng=np.random.default_rng(seed),
    )
    return found.lower_bound


def noisy(mechanism):
    return lambda data, trials, rng: mechanism.release(np.broadcast_to(data, (trials, len(data))), rng)


HONEST = {
    "laplace": (noisy(LaplaceMechanism(epsilon=EPSILON, sensitivity=1)), *COUNTS, 0.0),
    "laplace, a sum": (noisy(LaplaceMechanism(epsilon=EPSILON, sensitivity=3)), *SUMS, 0.0),
    "lattice": (noisy(LatticeLaplace(epsilon=EPSILON, sensitivity=1)), *COUNTS, 0.0),
    "geometric": (noisy(LatticeLaplace(epsilon=EPSILON, sensitivity=1, grid=1.0)), *COUNTS, 0.0),
    "gaussian": (noisy(GaussianMechanism(epsilon=EPSILON, delta=0.01, sensitivity=1, mode="analytic")), *COUNTS, 0.01),
    "randomised response": (noisy(RandomizedResponse(epsilon=EPSILON)), np.array([0]), np.array([1]), 0.0),
}


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_mechanism_is_never_accused_and_nearly_found_out(name):
    mechanism, here, there, delta = HONEST[name]
    bound = lower_bound(mechanism, here, there, delta=delta)
    # The auditor is worth something only if it comes near.
    assert (0.4 if delta else 0.75) * EPSILON < bound <= EPSILON


def halved(data, trials, rng):
    """The scale is half of what it should be."""
    return np.asarray(data) + rng.laplace(0, 0.5 / EPSILON, (trials, len(data)))


def forgotten(data, trials, rng):
    """A sum to which one person can add 3, with noise for 1."""
    return noisy(LaplaceMechanism(epsilon=EPSILON, sensitivity=1))(data, trials, rng)


def reused(data, trials, rng):
    """The same noise on both counts: their difference is exact."""
    mechanism = LaplaceMechanism(epsilon=EPSILON, sensitivity=1)
    return np.asarray(data) + mechanism.release(np.zeros((trials, 1)), rng)


def spent_twice(data, trials, rng):
    """One count released twice, each time with the whole of ε."""
    mechanism = LaplaceMechanism(epsilon=EPSILON, sensitivity=1)
    return mechanism.release(np.broadcast_to(data[:1], (trials, 2)), rng)


BROKEN = {
    "scale halved": (halved, *COUNTS, 1.6),
    "sensitivity forgotten": (forgotten, *SUMS, 2.3),
    "noise reused": (reused, *COUNTS, 6.0),
    "epsilon spent twice": (spent_twice, *COUNTS, 1.4),
}


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", BROKEN)
def test_each_planted_bug_is_found(name, seed):
    mechanism, here, there, at_least = BROKEN[name]
    bound = lower_bound(mechanism, here, there, seed=seed)
    assert bound > EPSILON
    assert bound > at_least


def test_what_the_bugs_really_lose_is_known_exactly():
    halved_pair = LaplaceMechanism(epsilon=2 * EPSILON, sensitivity=1)
    assert halved_pair.worst_loss(*COUNTS) == 2
    assert LaplaceMechanism(epsilon=EPSILON, sensitivity=1).worst_loss(*SUMS) == 3
    assert LaplaceMechanism(epsilon=EPSILON, sensitivity=1).worst_loss([3, 3], [4, 4]) == 2
