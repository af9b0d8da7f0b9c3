"""Losses and deltas of two distributions: the known numbers, brute force over events, properties, bad inputs."""

import math
import warnings
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dpviz.privacy import privacy_loss, smallest_delta

COIN, NIOC = [0.75, 0.25], [0.25, 0.75]


def distributions(rows, outcomes):
    """Random distributions; some outcomes may have probability 0."""
    weights = hnp.arrays(float, (rows, outcomes), elements=st.just(0.0) | st.floats(1e-6, 1.0))
    return weights.filter(lambda w: (w.sum(axis=1) > 0).all()).map(lambda w: w / w.sum(axis=1, keepdims=True))


def test_randomized_response_has_loss_ln_3_and_its_delta_at_1():
    assert privacy_loss(COIN, NIOC) == pytest.approx(1.098612289, abs=5e-10)
    assert privacy_loss(COIN, NIOC) == pytest.approx(math.log(3), rel=1e-15, abs=0)
    assert smallest_delta(COIN, NIOC, 1.0) == pytest.approx(0.070429543, abs=5e-10)
    assert smallest_delta(COIN, NIOC, 1.0) == pytest.approx(0.75 - 0.25 * math.e, rel=1e-14, abs=0)


def test_single_distributions_give_plain_floats():
    assert type(privacy_loss(COIN, NIOC)) is float
    assert type(smallest_delta(COIN, NIOC, 1)) is float


def test_an_outcome_impossible_under_both_is_ignored_and_under_one_is_infinite():
    assert privacy_loss([0.5, 0.5, 0.0], [0.25, 0.75, 0.0]) == pytest.approx(math.log(2))
    assert privacy_loss([0.5, 0.5, 0.0], [0.5, 0.25, 0.25]) == math.inf
    assert privacy_loss([0.5, 0.25, 0.25], [0.5, 0.5, 0.0]) == math.inf
    assert smallest_delta([0.5, 0.5, 0.0], [0.5, 0.25, 0.25], 700.0) == pytest.approx(0.25, rel=1e-15, abs=0)


@pytest.mark.parametrize("outcomes", [6, 10, 49])
def test_delta_is_at_most_1_whatever_rounding_does(outcomes):
    apart = np.kron(np.eye(2), np.full(outcomes, 1 / outcomes))
    assert smallest_delta(*apart, 0.0) == pytest.approx(1.0, rel=1e-14)
    assert smallest_delta(*apart, 0.0) <= 1.0


@pytest.mark.parametrize("epsilon", [0.0, 0.2, 1.0, 3.0])
def test_delta_is_the_worst_event_by_brute_force(epsilon):
    rng = np.random.default_rng(3)
    outcomes = range(5)
    events = list(chain.from_iterable(combinations(outcomes, k) for k in range(6)))
    for _ in range(20):
        p, q = rng.dirichlet(np.full(5, 0.4)), rng.dirichlet(np.full(5, 0.4))
        worst = max(
            a[list(event)].sum() - math.exp(epsilon) * b[list(event)].sum()
            for a, b in ((p, q), (q, p))
            for event in events
        )
        assert smallest_delta(p, q, epsilon) == pytest.approx(worst, abs=1e-14)


def test_batches_broadcast_over_the_axes_before_the_last():
    rng = np.random.default_rng(4)
    p, q = rng.dirichlet(np.ones(6), size=(3, 1)), rng.dirichlet(np.ones(6), size=4)
    epsilons = np.array([0.1, 0.5, 1.0, 2.0])
    losses, deltas = privacy_loss(p, q), smallest_delta(p, q, epsilons)
    assert losses.shape == deltas.shape == (3, 4)
    for i in range(3):
        for j in range(4):
            assert losses[i, j] == privacy_loss(p[i, 0], q[j])
            assert deltas[i, j] == pytest.approx(smallest_delta(p[i, 0], q[j], epsilons[j]), rel=1e-15, abs=0)
    assert smallest_delta(p[0, 0], q[0], epsilons).shape == (4,)


def test_log_distributions_keep_what_floats_cannot_hold():
    log_p, log_q = [0.0, -1000.0], [0.0, -1003.5]
    assert privacy_loss(log_p, log_q, log=True) == 3.5
    assert privacy_loss(np.exp(log_p), np.exp(log_q)) == 0  # both underflow to 0: why log=True exists
    assert privacy_loss([0.0, -np.inf], [0.0, -np.inf], log=True) == 0
    assert privacy_loss([0.0, -np.inf], [0.0, -1000.0], log=True) == math.inf
    assert smallest_delta(np.log(COIN), np.log(NIOC), 1.0, log=True) == pytest.approx(0.070429543, abs=5e-10)


def test_nothing_overflows_or_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert smallest_delta([1.0, 0.0], [0.5, 0.5], 1e4) == 0.5
        assert privacy_loss([1.0, 0.0], [1.0, 0.0]) == 0
        assert privacy_loss([1e-320, 1.0], [1e-310, 1.0]) == pytest.approx(10 * math.log(10), rel=1e-3, abs=0)


@given(distributions(2, 5))
def test_loss_is_symmetric_and_delta_vanishes_exactly_there(pair):
    p, q = pair
    loss = privacy_loss(p, q)
    assert loss == privacy_loss(q, p)
    if loss < math.inf:
        assert smallest_delta(p, q, loss + 1e-12) <= 1e-15
        if loss > 1e-6:
            assert smallest_delta(p, q, loss * (1 - 1e-6)) > 0


@given(distributions(2, 5), st.lists(st.floats(0, 20), min_size=2, max_size=6))
def test_delta_falls_as_epsilon_rises(pair, epsilons):
    p, q = pair
    deltas = smallest_delta(p, q, np.sort(epsilons))
    assert (np.diff(deltas) <= 1e-15).all()
    assert ((deltas >= 0) & (deltas <= 1 + 1e-12)).all()


BAD_DISTRIBUTIONS = [
    ([0.5, 0.5 - 1e-8], r"p must sum to 1 within 1e-09; got a sum of 0\.9"),
    ([[0.5, 0.5], [0.5, 0.4]], r"p must sum to 1 .*got a sum of 0\.9"),
    ([1.5, -0.5], r"p must hold finite probabilities >= 0; got -0\.5 at 1"),
    ([0.2, 0.3, 0.5], "same outcomes; got 3 and 2 outcomes"),
]


@pytest.mark.parametrize(("distribution", "message"), BAD_DISTRIBUTIONS)
def test_what_is_no_distribution_is_refused(distribution, message):
    with pytest.raises(ValueError, match=message):
        privacy_loss(distribution, [0.5, 0.5])
    with pytest.raises(ValueError, match=message):
        smallest_delta(distribution, [0.5, 0.5], 1.0)


def test_the_second_distribution_is_checked_too():
    with pytest.raises(ValueError, match="q must sum to 1"):
        privacy_loss([0.5, 0.5], [0.5, 0.4])


@pytest.mark.parametrize(
    ("distribution", "message"),
    [
        ([0.0, 0.0], r"exp\(p\) must sum to 1"),
        ([math.nan, 0.0], r"p must hold log-probabilities in \[-inf, 0\]; got nan at 0"),
        ([math.inf, 0.0], r"p must hold log-probabilities in \[-inf, 0\]; got inf at 0"),
        ([800.0, 0.0], r"exp\(p\) must sum to 1 .*got a sum of inf"),
    ],
)
def test_what_is_no_log_distribution_is_refused(distribution, message):
    with pytest.raises(ValueError, match=message):
        privacy_loss(distribution, [0.0, -math.inf], log=True)


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"p and q must have shapes that broadcast; got \(3, 2\), \(4, 2\)"):
        privacy_loss([COIN] * 3, [COIN] * 4)
    with pytest.raises(ValueError, match=r"epsilon must have a shape that broadcasts .*\(3,\); got \(2,\)"):
        smallest_delta([COIN] * 3, NIOC, [1.0, 2.0])
