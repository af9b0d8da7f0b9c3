"""Reconstruction: search against brute force, least squares against its formula and against linear programming."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.anonymity import decode, expected_recovery, misfits, most_wrong, simulate_reconstruction, subset_counts
from dpviz.privacy import posterior


def bits(n: int) -> np.ndarray:
    return np.arange(2**n)[:, None] >> np.arange(n) & 1


@pytest.mark.parametrize("n", [1, 2, 5])
def test_every_subset_and_every_column_by_brute_force(n):
    rng = np.random.default_rng(n)
    counts = bits(n) @ bits(n).T
    secret = rng.integers(0, 2, n)
    np.testing.assert_array_equal(subset_counts(secret), counts @ np.eye(2**n, dtype=int)[secret @ 2 ** np.arange(n)])
    answers = rng.normal(size=(2, 3, 2**n))
    expected = np.abs(answers[..., None, :] - counts).max(axis=-1)
    np.testing.assert_allclose(misfits(answers), expected, rtol=1e-12)


@given(st.integers(1, 7), st.sampled_from([0, 0.3, 0.5, 1, 1.2, 2.5]), st.integers(0, 2**32))
def test_what_fits_every_answer_is_nearly_the_truth(n, error, seed):
    rng = np.random.default_rng(seed)
    secret = rng.integers(0, 2, n)
    answers = subset_counts(secret) + rng.choice([-error, error], 2**n)
    fitting = bits(n)[misfits(answers) <= error + 1e-9]
    wrong = (fitting != secret).sum(axis=1)
    assert (wrong == 0).any()
    assert wrong.max() <= most_wrong(n=n, error=error) <= 4 * error


@pytest.mark.parametrize("error", [0.5, 1, 1.25, 2, 5])
def test_answers_midway_between_two_columns_reach_the_bound(error):
    flips = int(2 * error)
    secret, rival = np.array([1, 0] * 4), np.array([1, 0] * 4)
    rival[: 2 * flips] = 1 - rival[: 2 * flips]
    answers = (subset_counts(secret) + subset_counts(rival)) / 2
    assert misfits(answers)[[row @ 2 ** np.arange(8) for row in (secret, rival)]].max() <= error
    assert (secret != rival).sum() == most_wrong(n=8, error=error)


def test_exact_answers_give_the_column_and_what_is_open_stays_near_one_half():
    rng = np.random.default_rng(3)
    queries, secret = rng.integers(0, 2, (60, 40)), rng.integers(0, 2, 40)
    assert decode(queries=queries, answers=queries @ secret).tolist() == secret.tolist()
    # One question about two of three people, and both have the value.
    assert decode(queries=[[1, 1, 0]], answers=[2.0]).tolist()[:2] == [1, 1]


def test_least_squares_is_numpy_s():
    rng = np.random.default_rng(4)
    queries = rng.integers(0, 2, (30, 12))
    answers = rng.normal(3, 2, (5, 30))
    solved = np.linalg.lstsq(queries, answers.T, rcond=None)[0].T
    np.testing.assert_array_equal(decode(queries=queries, answers=answers), solved > 0.5)


@pytest.mark.parametrize("shape", ["normal", "laplace"])
@pytest.mark.parametrize(("n", "m"), [(64, 128), (64, 512), (100, 400)])
def test_the_formula_for_the_share_found(n, m, shape):
    noise = np.sqrt(n) * np.array([0.1, 0.25, 0.5, 1, 2, 8])
    rng = np.random.default_rng(5)
    found = simulate_reconstruction(n=n, queries=m, noise=noise, trials=200, rng=rng, shape=shape)
    about = expected_recovery(n=n, queries=m, noise=noise)
    assert np.abs(found.share - about).max() < 0.02  # five standard errors are 0.02
    assert (np.diff(about) < 0).all()


def test_the_threshold_is_the_root_of_the_number_of_people():
    n = np.array([100, 10_000, 1_000_000])
    for share in (0.1, 1, 10):
        about = expected_recovery(n=n, queries=4 * n, noise=share * np.sqrt(n))
        assert np.ptp(about) < 1e-12
    assert expected_recovery(n=n, queries=4 * n, noise=0).tolist() == [1, 1, 1]
    assert expected_recovery(n=n, queries=4 * n, noise=np.sqrt(n) / 10)[0] > 0.9999
    assert expected_recovery(n=n, queries=4 * n, noise=np.sqrt(n) * 10)[0] < 0.52


def test_the_interval_holds_the_mean_as_often_as_it_says():
    # Entries of one column are found from the same answers; it must not matter.
    def attack(seed, trials):
        rng = np.random.default_rng(seed)
        return simulate_reconstruction(n=32, queries=96, noise=[3.0, 6.0], trials=trials, rng=rng)

    mean = np.mean([attack(seed, 20).share for seed in range(1000, 1300)], axis=0)
    bands = np.array([attack(seed, 20).band for seed in range(200)])
    held = ((bands[:, 0] <= mean) & (mean <= bands[:, 1])).mean(axis=0)
    assert held.min() > 0.9


@pytest.mark.parametrize("epsilon", [0.5, 2, 8])
def test_private_answers_keep_the_mean_below_what_epsilon_allows(epsilon):
    m = 128
    noise = np.sqrt(2) * m / epsilon
    found = simulate_reconstruction(
        n=32, queries=m, noise=noise, trials=400, rng=np.random.default_rng(6), shape="laplace"
    )
    assert found.band[1] < posterior(0.5, epsilon)


def test_linear_programming_meets_the_same_threshold():
    """Dinur and Nissim's programme: any point of [0, 1]ⁿ within E of each answer, rounded."""
    optimize = pytest.importorskip("scipy.optimize")
    rng = np.random.default_rng(7)
    n, m = 32, 256
    for error, least, most in ((0.5, 0.99, 1.0), (np.sqrt(n) / 2, 0.7, 1.0), (8 * np.sqrt(n), 0.4, 0.68)):
        ours, theirs = [], []
        for _ in range(8):
            queries, secret = rng.integers(0, 2, (m, n)), rng.integers(0, 2, n)
            answers = queries @ secret + rng.uniform(-error, error, m)
            limits = np.concatenate([answers + error, error - answers])
            point = optimize.linprog(
                np.zeros(n), A_ub=np.concatenate([queries, -queries]), b_ub=limits, bounds=(0, 1), method="highs"
            ).x
            theirs.append(((point > 0.5) == secret).mean())
            ours.append((decode(queries=queries, answers=answers) == secret).mean())
        for share in (np.mean(ours), np.mean(theirs)):
            assert least <= share <= most


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: misfits([1.0, 2, 3]), "answers must be 2, 4, 8, ..., 1048576 numbers"),
        (lambda: decode(queries=[[1, 0]], answers=[1.0, 2.0]), "answers must have one entry for each of 1 queries"),
        (lambda: expected_recovery(n=10, queries=10, noise=1), "queries must be more than n; got 10 for n = 10"),
    ],
)
def test_what_is_wrong_is_told(call, words):
    with pytest.raises(ValueError, match=words):
        call()
