"""Draws: the right frequencies, shapes, seeds, and nothing lost at the edges."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dpviz.mechanisms import ExponentialMechanism, ReportNoisyMax, common_draws, exponential_distributions
from dpviz.mechanisms.draws import BLOCK, _invert
from tests.browser import some_by_day

SCORES = np.array([-2.0, -1.0, 0.0, -1.0, -2.0])
EXPONENTIAL = ExponentialMechanism(epsilon=2.0, sensitivity=1.0)
MECHANISMS = [
    EXPONENTIAL,
    *(ReportNoisyMax(epsilon=2.0, sensitivity=1.0, noise=noise) for noise in ("laplace", "exponential", "gumbel")),
]


def seeded(seed=0):
    return np.random.default_rng(seed)


def check_frequencies(drawn, distribution):
    """CONV-5: |sample mean - m| <= 5 s / sqrt(T) for every candidate's indicator."""
    drawn = np.asarray(drawn).ravel()
    seen = np.bincount(drawn, minlength=distribution.size) / drawn.size
    allowed = 5 * np.sqrt(distribution * (1 - distribution) / drawn.size)
    # A candidate so rare that none is expected may still come up once.
    assert (np.abs(seen - distribution) <= allowed + 1 / drawn.size).all(), (seen, distribution)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=repr)
def test_frequencies_match_the_distribution_in_every_way_to_draw(mechanism):
    distribution = mechanism.probabilities(SCORES)
    rng = seeded(1)
    check_frequencies(mechanism.select(SCORES, rng, size=20_000), distribution)
    check_frequencies([mechanism.select(SCORES, rng) for _ in range(4000)], distribution)
    check_frequencies([mechanism.release(SCORES, rng) for _ in range(4000)], distribution)
    check_frequencies(mechanism.select(np.tile(SCORES, (20_000, 1)), rng), distribution)
    check_frequencies(mechanism.select(np.tile(SCORES, (4, 1)), rng, size=5000), distribution)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=repr)
def test_shapes(mechanism):
    rng = seeded()
    assert type(mechanism.select(SCORES, rng)) is int
    assert mechanism.select(SCORES, rng, size=1).shape == (1,)
    assert mechanism.select(SCORES, rng, size=7).shape == (7,)
    batch = np.tile(SCORES, (2, 3, 1))
    assert mechanism.select(batch, rng).shape == (2, 3)
    assert mechanism.select(batch, rng, size=7).shape == (7, 2, 3)
    assert mechanism.select(batch, rng, size=7).dtype == np.intp
    assert mechanism.select(SCORES.astype(int).tolist(), rng) in range(5)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=repr)
def test_the_same_seed_gives_the_same_draws_and_another_seed_others(mechanism):
    many, rows = np.zeros(1000), np.zeros((50, 200))
    for scores, size in ((many, 40), (rows, None), (rows, 3)):
        first = mechanism.select(scores, seeded(5), size)
        assert (first == mechanism.select(scores, seeded(5), size)).all()
        assert (first != mechanism.select(scores, seeded(6), size)).any()
    assert mechanism.select(many, seeded(5)) == mechanism.select(many, seeded(5))


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=repr)
def test_each_row_of_a_batch_gets_its_own_distribution(mechanism):
    far = np.full((6, 6), -1e5)
    np.fill_diagonal(far, 0.0)
    assert mechanism.select(far, seeded()).tolist() == [0, 1, 2, 3, 4, 5]
    assert (mechanism.select(far, seeded(), size=9) == np.arange(6)).all()
    assert mechanism.select(far.reshape(2, 3, 6), seeded()).tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize("size", some_by_day([BLOCK + 1, BLOCK - 1, BLOCK, 3 * BLOCK, 10**6], 3))
def test_large_sets_are_drawn_from_exactly(size):
    """The few candidates that weigh anything sit at the edges of the blocks."""
    good = sorted({0, 1, min(BLOCK - 1, size - 2), min(BLOCK, size - 1), size // 2, size - 1})
    scores = np.full(size, -1e6)
    scores[good] = -np.arange(len(good)) / 2
    distribution = EXPONENTIAL.probabilities(scores)[good]
    assert distribution.sum() == pytest.approx(1, abs=1e-12)
    rng = seeded(size)
    trials = 300 if size > 10**5 else 1500
    for drawn in (
        np.array([EXPONENTIAL.select(scores, rng) for _ in range(trials)]),
        EXPONENTIAL.select(scores, rng, size=4000),
    ):
        assert np.isin(drawn, good).all()
        check_frequencies(np.searchsorted(good, drawn), distribution)


@pytest.mark.slow
def test_a_million_equal_candidates_are_drawn_evenly():
    drawn = EXPONENTIAL.select(np.zeros(10**6, dtype=np.int64), seeded(2), size=20_000)
    check_frequencies(drawn // 100_000, np.full(10, 0.1))
    check_frequencies(drawn % 10, np.full(10, 0.1))
    rng = seeded(3)
    singles = np.array([EXPONENTIAL.select(np.zeros(5 * BLOCK), rng) for _ in range(1000)])
    check_frequencies(singles // BLOCK, np.full(5, 0.2))
    check_frequencies(singles % 4, np.full(4, 0.25))


def test_wide_rows_are_drawn_one_by_one():
    scores = np.full((3, 2 * BLOCK), -1e6)
    scores[[0, 1, 2], [5, BLOCK, 2 * BLOCK - 1]] = 0
    assert EXPONENTIAL.select(scores, seeded()).tolist() == [5, BLOCK, 2 * BLOCK - 1]


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=repr)
def test_extremes(mechanism):
    extreme = type(mechanism)(epsilon=1e3, sensitivity=1.0)
    assert extreme.select([-1e6, 1e6, 0.0], seeded()) == 1
    assert (extreme.select([-1e6, 1e6, 1e6 - 1], seeded(), size=100) == 1).all()
    assert mechanism.select([3.5], seeded()) == 0
    assert mechanism.select([[3.5], [-1.0]], seeded()).tolist() == [0, 0]
    gentle = type(mechanism)(epsilon=1e-6, sensitivity=1.0)
    check_frequencies(gentle.select([-1e3, 0.0, 1e3, 5.0], seeded(4), size=4000), np.full(4, 0.25))
    big = np.array([2.0**50, 2.0**50 - 1, 2.0**50 - 2])
    check_frequencies(mechanism.select(big, seeded(5), size=4000), mechanism.probabilities([2, 1, 0]))


@given(hnp.arrays(float, st.integers(1, 40), elements=st.just(0.0) | st.floats(1e-300, 1e6)))
def test_an_inverse_is_never_out_of_range_and_never_of_weight_0(weights):
    weights[0] = max(weights[0], 1e-300)
    cumulative = np.random.default_rng(0).permutation(weights).cumsum()
    for uniform in (0.0, 0.5, math.nextafter(1.0, 0.0)):
        index = int(_invert(cumulative, uniform))
        assert index < cumulative.size
        assert np.diff(cumulative, prepend=0.0)[index] > 0


class TestCommonDraws:
    def test_each_distribution_gets_its_frequencies(self):
        distributions = exponential_distributions(SCORES, [0.1, 1.0, 10.0], sensitivity=1)
        drawn = common_draws(distributions, seeded(6), 5000)
        assert drawn.shape == (3, 5000)
        for row, distribution in zip(drawn, distributions, strict=True):
            check_frequencies(row, distribution)

    def test_equal_distributions_get_equal_draws_and_close_distributions_nearly(self):
        distribution = exponential_distributions(SCORES, 1.0, sensitivity=1)
        nearby = exponential_distributions(SCORES, 1.001, sensitivity=1)
        drawn = common_draws([[distribution, distribution], [distribution, nearby]], seeded(7), 2000)
        assert drawn.shape == (2, 2, 2000)
        assert (drawn[0, 0] == drawn[0, 1]).all()
        assert 0 < (drawn[1, 0] != drawn[1, 1]).sum() + 1 < 20

    def test_the_seed_decides(self):
        distribution = exponential_distributions(SCORES, 1.0, sensitivity=1)
        assert (common_draws(distribution, seeded(8), 50) == common_draws(distribution, seeded(8), 50)).all()
        assert (common_draws(distribution, seeded(8), 50) != common_draws(distribution, seeded(9), 50)).any()
