"""EXP-2: the exact worst-case loss of the exponential mechanism, over every pair of neighbours."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dpviz.mechanisms import ExponentialMechanism, exponential_distributions
from dpviz.privacy import privacy_loss, worst_case
from tests.mechanisms.classes import parity, point, threshold

CLASSES = {c.name: c for c in (point(1), point(2), threshold(1), threshold(2), parity(2))}


def exact_loss(concepts, n, epsilon, neighbouring, monotonic=False):
    m = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0, monotonic=monotonic)
    found = worst_case(
        lambda data: m.log_probabilities(-concepts.errors(data)),
        concepts.records,
        n,
        neighbouring=neighbouring,
        log=True,
    )
    return found.loss


@pytest.mark.parametrize("name", CLASSES)
def test_the_promise_is_kept_under_both_relations_and_half_of_it_for_monotone_scores(name):
    for n in (1, 2, 3):
        for epsilon in (0.1, 0.5, 1.0, 2.0):
            assert exact_loss(CLASSES[name], n, epsilon, "replace") < epsilon
            assert exact_loss(CLASSES[name], n, epsilon, "add_remove") < epsilon / 2
            assert exact_loss(CLASSES[name], n, epsilon, "add_remove", monotonic=True) < epsilon


def test_the_extremes_of_what_is_used_of_epsilon():
    """14.1: loss / epsilon under replace lies between 0.5000 and 0.9622 over these classes, sizes and epsilons."""
    shares = {
        (name, n, epsilon): exact_loss(concepts, n, epsilon, "replace") / epsilon
        for name, concepts in CLASSES.items()
        for n in (1, 2, 3)
        for epsilon in (0.1, 0.5, 1.0, 2.0)
    }
    assert min(shares.values()) == pytest.approx(0.5, abs=5e-5)
    assert max(shares, key=shares.__getitem__) == ("THRESHOLD_2", 3, 2.0)
    assert max(shares.values()) == pytest.approx(0.9622, abs=5e-5)
    at_the_least = {key[:2] for key, share in shares.items() if share < 0.5 + 1e-9}
    assert {("POINT_1", 1), ("PARITY_2", 1)} <= at_the_least


def test_the_exact_loss_finds_a_mechanism_that_dropped_the_factor_2_wrongly():
    """Replacing a record moves scores both ways, so the monotonic form breaks its promise there."""
    assert exact_loss(threshold(2), 3, 1.0, "replace", monotonic=True) > 1.5


def test_the_exact_loss_finds_a_sensitivity_that_is_too_small():
    m = ExponentialMechanism(epsilon=1.0, sensitivity=0.5)
    concepts = threshold(2)
    found = worst_case(
        lambda data: m.probabilities(-concepts.errors(data)), concepts.records, 2, neighbouring="replace"
    )
    assert found.loss > 1.0


changes_up_to_1 = hnp.arrays(float, 8, elements=st.floats(-1, 1))
some_scores = hnp.arrays(float, 8, elements=st.floats(-30, 30))


@given(some_scores, changes_up_to_1, st.floats(1e-3, 100), st.floats(0.01, 100))
def test_neighbours_are_within_e_to_the_epsilon(scores, changes, epsilon, sensitivity):
    """Replace: any change up to the sensitivity, in any direction."""
    m = ExponentialMechanism(epsilon=epsilon, sensitivity=sensitivity)
    distribution, other = m.log_probabilities(scores), m.log_probabilities(scores + changes * sensitivity)
    assert privacy_loss(distribution, other, log=True) <= epsilon * (1 + 1e-9) + 1e-9


@given(some_scores, changes_up_to_1, st.sampled_from([-1, 1]), st.floats(1e-3, 100))
def test_monotone_neighbours_are_within_e_to_the_epsilon_without_the_factor_2(scores, changes, sign, epsilon):
    """Adding or removing a record: all scores move the same way."""
    moved = scores + sign * np.abs(changes)
    m = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0, monotonic=True)
    loss = privacy_loss(m.log_probabilities(scores), m.log_probabilities(moved), log=True)
    assert loss <= epsilon * (1 + 1e-9) + 1e-9
    half = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0)
    loss = privacy_loss(half.log_probabilities(scores), half.log_probabilities(moved), log=True)
    assert loss <= epsilon / 2 * (1 + 1e-9) + 1e-9


def test_the_bound_is_approached_and_not_attained():
    """One candidate rises and all others fall: the loss tends to epsilon as the distribution flattens out."""
    scores, changes = np.zeros(10**4), np.full(10**4, -1.0)
    changes[0] = 1.0
    distributions = exponential_distributions(np.stack([scores, scores + changes]), 1.0, sensitivity=1)
    loss = privacy_loss(distributions[0], distributions[1])
    assert 0.999 < loss < 1.0
    exact = 1.0 - math.log1p((math.e - 1) / 10**4)
    assert loss == pytest.approx(exact, rel=1e-10, abs=0)
