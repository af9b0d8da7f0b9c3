"""What no local protocol can do, and prefixes: simulation, the bound by brute force, searches that find and miss."""

import itertools
import math

import numpy as np
import pytest

from dpviz.local import as_randomized_response, local_error_bound, prefix_search
from dpviz.mechanisms import RandomizedResponse
from dpviz.privacy import privacy_loss


@pytest.mark.parametrize("seed", range(5))
def test_every_private_answer_is_made_from_a_randomized_response(seed):
    rng, m = np.random.default_rng(seed), 6
    zero = rng.dirichlet(np.ones(m))
    tilt = zero * np.exp(rng.uniform(-0.5, 0.5, m))
    one = tilt / tilt.sum()
    epsilon = float(privacy_loss(zero, one))
    made = as_randomized_response(zero, one, epsilon=epsilon)
    assert (made >= 0).all()
    np.testing.assert_allclose(made.sum(axis=1), 1, rtol=1e-12)
    np.testing.assert_allclose(RandomizedResponse(epsilon=epsilon).distribution() @ made, [zero, one], atol=1e-12)
    with pytest.raises(ValueError, match="epsilon must be at least the loss"):
        as_randomized_response(zero, one, epsilon=0.9 * epsilon)


@pytest.mark.parametrize("epsilon", [1e-100, 1e-12, 1e-7, 1.0, 100.0])
def test_an_answer_that_says_nothing_of_the_bit_is_the_same_whatever_the_response(epsilon):
    made = as_randomized_response([0.5, 0.3, 0.2], [0.5, 0.3, 0.2], epsilon=epsilon)
    np.testing.assert_allclose(made, [[0.5, 0.3, 0.2]] * 2, rtol=1e-15)


@pytest.mark.parametrize(("n", "epsilon"), [(2, 0.5), (7, 1.0), (8, 2.0), (9, 6.0)])
def test_the_bound_by_listing_all_answers(n, epsilon):
    """Some number of ones gives this bound: half their distance, times the root of the best test's error."""
    keep = 1 / (1 + math.exp(-epsilon))
    found = []
    for ones in range((n + 1) // 2):
        tables = np.zeros((2, n + 1))
        for row, many in enumerate((ones, n - ones)):
            bits = [1] * many + [0] * (n - many)
            for answers in itertools.product((0, 1), repeat=n):
                chance = math.prod(keep if a == b else 1 - keep for a, b in zip(answers, bits, strict=True))
                tables[row, sum(answers)] += chance
        error = np.minimum(*tables).sum() / 2
        found.append((0.5 - ones / n) * math.sqrt(error))
    assert np.isclose(local_error_bound(n, epsilon=epsilon), found, rtol=1e-9).any()


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
@pytest.mark.parametrize("n", [10, 1001, 10**6])
def test_randomized_response_is_above_it_and_within_a_constant(n, epsilon):
    keep = 1 / (1 + math.exp(-epsilon))
    truth = math.sqrt(keep * (1 - keep) / n) / (2 * keep - 1)
    bound = local_error_bound(n, epsilon=epsilon)
    assert bound < truth
    if n > 1000:
        assert bound > 0.35 * truth


def test_prefixes_find_what_is_frequent_and_miss_what_is_not():
    counts = np.zeros(4096, dtype=np.int64)
    counts[[7, 1000, 4095]] = [300_000, 200_000, 100_000]
    levels = prefix_search(counts, epsilon=2.0, step=3, keep=3, rng=np.random.default_rng(0))
    assert [level.bits for level in levels] == [3, 6, 9, 12]
    last = levels[-1]
    assert last.candidates[last.kept].tolist() == [7, 1000, 4095]
    np.testing.assert_allclose(last.estimates[last.kept], [1 / 2, 1 / 3, 1 / 6], atol=5 * last.standard_error + 0.01)
    few = prefix_search(counts // 3000, epsilon=0.5, step=3, keep=3, rng=np.random.default_rng(0))[-1]
    assert few.candidates[few.kept].tolist() != [7, 1000, 4095]


@pytest.mark.parametrize("changed", [{"step": 5}, {"counts": [1, 2, 3]}, {"counts": [0, 0]}, {"epsilon": 0.0}])
def test_what_makes_no_sense_is_refused(changed):
    arguments = {"counts": [3] * 16, "epsilon": 1.0, "step": 2, "keep": 2} | changed
    with pytest.raises(ValueError):
        prefix_search(**arguments, rng=np.random.default_rng(0))
