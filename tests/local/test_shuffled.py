"""Shuffled responses: the exact loss against brute force, what bounds it, sums of losses."""

import itertools
import math

import numpy as np
import pytest

from dpviz.local import ShuffledResponse, amplification_bound, binomial_blanket, blanket_epsilon, local_epsilon_for
from dpviz.privacy import privacy_loss, smallest_delta


def listed(n, local, ones):
    """Both distributions of the number of answers "1", by going through all rows of answers."""
    keep = 1 / (1 + math.exp(-local))
    made = np.zeros((2, n + 1))
    for bit in (0, 1):
        bits = [bit] + [1] * ones + [0] * (n - 1 - ones)
        for answers in itertools.product((0, 1), repeat=n):
            made[bit, sum(answers)] += math.prod(
                keep if a == b else 1 - keep for a, b in zip(answers, bits, strict=True)
            )
    return made


@pytest.mark.parametrize(("n", "local", "ones"), [(2, 0.5, 0), (5, 1.0, 2), (7, 3.0, 6)])
def test_the_loss_by_brute_force(n, local, ones):
    shuffled = ShuffledResponse(n=n, local_epsilon=local, ones=ones)
    counts, zero, one = shuffled.distributions()
    by_hand = listed(n, local, ones)
    np.testing.assert_array_equal(counts, np.arange(n + 1))
    np.testing.assert_allclose([zero, one], by_hand, rtol=1e-12)
    assert np.abs(shuffled.loss()).max() == pytest.approx(privacy_loss(*by_hand), rel=1e-9)
    assert (np.diff(shuffled.loss()) > 0).all()
    for epsilon in (0.0, 0.1 * local, 0.6 * local):
        assert shuffled.delta(epsilon) == pytest.approx(smallest_delta(*by_hand, epsilon), rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("ones", [0, 300, 999])
def test_epsilon_and_delta_are_inverse(ones):
    shuffled = ShuffledResponse(n=1000, local_epsilon=2.0, ones=ones)
    deltas = np.array([1e-12, 1e-6, 1e-3])
    np.testing.assert_allclose(shuffled.delta(shuffled.epsilon(deltas)), deltas, rtol=1e-6)
    assert shuffled.epsilon(0.9) == 0


def test_probabilities_too_small_for_a_float_and_deltas_at_the_ends():
    shuffled = ShuffledResponse(n=100, local_epsilon=29.0)
    assert np.abs(shuffled.loss()).max() <= 29.0 + 1e-9
    # Nobody else says 1 but with probability 3e-11, so the answer is as good as seen.
    assert shuffled.epsilon(1e-6) == pytest.approx(29.0 + math.log1p(-1e-6), abs=1e-9)
    assert blanket_epsilon(1e-15, n=60, local_epsilon=13.75) == pytest.approx(13.75, abs=1e-9)
    assert ShuffledResponse(n=10, local_epsilon=1.0).epsilon(1 - 1e-15) == 0
    assert blanket_epsilon(1 - 1e-15, n=20, local_epsilon=1.0) == 0


@pytest.mark.parametrize("n", [2, 15, 60])
@pytest.mark.parametrize("local", [0.2, 1.0, 4.0])
def test_the_blanket_covers_every_data_set(n, local):
    epsilons = local * np.array([0.0, 0.05, 0.2, 0.6])
    cover = binomial_blanket(epsilons, n=n, local_epsilon=local)
    worst = np.max([ShuffledResponse(n=n, local_epsilon=local, ones=m).delta(epsilons) for m in range(n)], axis=0)
    assert (worst <= cover + 1e-15).all()
    assert (cover < 1).all()


def test_the_blanket_by_listing_its_sizes():
    n, local, epsilon = 12, 1.5, 0.4
    share, keep = 2 / (math.exp(local) + 1), 1 / (1 + math.exp(-local))
    total = 0.0
    for size in range(n):
        weight = math.comb(n - 1, size) * share**size * (1 - share) ** (n - 1 - size)
        coins = np.array([math.comb(size, j) / 2**size for j in range(size + 1)])
        zero, one = np.convolve(coins, [keep, 1 - keep]), np.convolve(coins, [1 - keep, keep])
        total += weight * np.maximum(one - math.exp(epsilon) * zero, 0).sum()
    assert binomial_blanket(epsilon, n=n, local_epsilon=local) == pytest.approx(total, rel=1e-9)


def test_closed_bounds_are_above_what_they_bound():
    for n, local in itertools.product((10**4, 10**6), (0.1, 0.4, 1.0, 3.0)):
        exact = blanket_epsilon(1e-6, n=n, local_epsilon=local)
        for form in ("clones", "first"):
            assert exact <= amplification_bound(form, local_epsilon=local, delta=1e-6, n=n) <= local


def test_closed_bounds_by_hand_and_where_they_do_not_apply():
    # Feldman, McMillan and Talwar 2021: 8 √(e ln(4e6) / 1e4) + 8e/1e4 = 0.5163…, times tanh(1/2).
    by_hand = math.log(1 + math.tanh(0.5) * (8 * math.sqrt(math.e * math.log(4e6) / 1e4) + 8 * math.e / 1e4))
    assert amplification_bound("clones", local_epsilon=1.0, delta=1e-6, n=10**4) == pytest.approx(by_hand, rel=1e-12)
    assert amplification_bound("clones", local_epsilon=4.0, delta=1e-6, n=10**4) == 4
    assert amplification_bound("first", local_epsilon=0.4, delta=1e-6, n=10**6) == pytest.approx(
        4.8 * math.sqrt(math.log(1e6) / 1e6)
    )
    assert amplification_bound("first", local_epsilon=0.5, delta=1e-6, n=10**6) == 0.5


def test_the_shuffled_loss_for_a_million_is_quick_and_composes():
    shuffled = ShuffledResponse(n=10**6, local_epsilon=1.0, ones=400_000)
    exact = shuffled.epsilon(1e-6)
    lows, highs = zip(*(one.epsilon(1e-6) for one in shuffled.losses()), strict=True)
    assert max(lows) <= exact <= max(highs)
    assert max(highs) - max(lows) < 0.01 * exact
    twice = shuffled.losses()[0].self_compose(2).epsilon(1e-6)[1]
    assert exact < twice < 2 * exact


def test_the_local_epsilon_that_a_central_one_allows():
    found = local_epsilon_for(0.5, delta=1e-6, n=2000)
    assert 0.499 < blanket_epsilon(1e-6, n=2000, local_epsilon=found) <= 0.5
    assert local_epsilon_for(0.5, delta=1e-6, n=2) == pytest.approx(0.5, abs=1e-3)  # nobody to hide among
    assert local_epsilon_for(30.0, delta=1e-6, n=2) == 30.0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ShuffledResponse(n=1, local_epsilon=1.0),
        lambda: ShuffledResponse(n=10, local_epsilon=1.0, ones=10),
        lambda: ShuffledResponse(n=10, local_epsilon=50.0),
        lambda: ShuffledResponse(n=10, local_epsilon=1.0).epsilon(0.0),
        lambda: amplification_bound("best", local_epsilon=1.0, delta=1e-6, n=10),
        lambda: local_epsilon_for(40.0, delta=1e-6, n=10),
    ],
)
def test_what_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValueError):
        wrong()
