"""Multiplicative weights online (SVT-6): what is paid for, what is learned, and the potential."""

import numpy as np
import pytest

from dpviz.queries import (
    Marginals,
    mistake_bound,
    multiplicative_update,
    online_multiplicative_weights,
    relative_entropy,
)

PAIRS = Marginals(bits=4, order=2)
N = 10_000_000
HISTOGRAM = np.zeros(16, dtype=int)
HISTOGRAM[[3, 12]] = 8_000_000, 2_000_000
STREAM = np.tile(np.arange(PAIRS.num_queries), 30)


def run(seed=1, **changes):
    given = {"epsilon": 20.0, "alpha": 0.1, "mode": "optimal"} | changes
    return online_multiplicative_weights(HISTOGRAM, PAIRS, N, STREAM, np.random.default_rng(seed), **given)


def test_with_little_noise_answers_are_as_good_as_promised():
    found = run()
    assert found.count == np.ceil(mistake_bound(16, 0.1, "optimal"))
    assert 0 < found.paid.sum() <= found.count
    assert found.compared.all()
    assert found.error[~found.paid].max() <= 0.3
    assert found.error[found.paid].max() <= 0.1
    # In the end nothing is to be learned any more.
    assert not found.paid[-PAIRS.num_queries :].any()


def test_only_what_is_paid_for_changes_the_estimate():
    found = run(epsilon=1.0)
    moved = np.diff(found.kl) != 0
    assert (moved <= found.paid).all()
    estimate = np.full(16, 1 / 16)
    truth = HISTOGRAM / N
    for query, answer, paid, kl in zip(found.query, found.answer, found.paid, found.kl[1:], strict=True):
        values = PAIRS.values(int(query))
        if not paid:
            assert answer == pytest.approx(values @ estimate, abs=1e-12)
        else:
            turned = values if values @ estimate > answer else 1 - values
            estimate = multiplicative_update(estimate, turned, found.eta)
        assert kl == pytest.approx(relative_entropy(truth, estimate), abs=1e-9)
    np.testing.assert_allclose(found.estimate, estimate, atol=1e-12)


def test_after_c_paid_answers_the_data_is_not_asked_again():
    found = run(count=2)
    assert found.paid.sum() == 2
    last = int(np.flatnonzero(found.paid)[-1])
    assert found.compared[: last + 1].all()
    assert not found.compared[last + 1 :].any()


def test_the_budget_adds_up():
    scales = run(count=3, epsilon=0.5).scales
    assert (1 / scales.threshold + 2 * 3 / scales.queries + 3 / scales.answers) / N == pytest.approx(0.5)


def test_equal_seeds_give_equal_runs():
    np.testing.assert_array_equal(run(seed=5).answer, run(seed=5).answer)
