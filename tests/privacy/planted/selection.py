"""Choosing one of several: noisy maximum, exponential mechanism, permute and flip."""

import numpy as np

from tests.privacy.planted.bug import log_ratio, planted

ROTH = "Dwork and Roth 2014, section"
VOTES = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]


def softmax_share(scores, rate):
    weights = np.exp(rate * np.asarray(scores, dtype=float))
    return float(weights[0] / weights.sum())


def drawn(scores, n, rng, rate):
    return np.argmax(rate * np.asarray(scores) + rng.gumbel(size=(n, len(scores))), axis=1)


@planted(
    "Laplace noise of scale 1/ε where counts may move both ways",
    f"{ROTH} 3.3: 2/ε is needed; loses 2ε at most",
    pair=VOTES,
    loss=2.0,
    trials=12_000,
)
def noisy_max_with_half_the_noise(data, n, rng):
    return np.argmax(np.asarray(data) + rng.laplace(size=(n, 10)), axis=1)


@planted("one noise for all candidates", f"{ROTH} 3.3: the noise must be independent", pair=([3, 2], [2, 3]))
def noisy_max_with_one_noise(data, n, rng):
    return np.argmax(np.asarray(data) + rng.laplace(scale=2.0, size=(n, 1)), axis=1)


@planted(
    "uniform noise on every score",
    "Ding and others 2018, Detecting violations: its support is bounded",
    pair=([2, 0], [1, 1]),
)
def noisy_max_with_uniform_noise(data, n, rng):
    return np.argmax(np.asarray(data) + rng.uniform(-1, 1, size=(n, 2)), axis=1)


@planted(
    "the whole ranking, with the noise for its first place",
    f"{ROTH} 3.3: of five noisy counts of 1/2 each, at most",
    pair=([0, 0, 1, 1, 1], [1, 1, 0, 0, 0]),
    loss=2.5,
    trials=20_000,
)
def noisy_ranking(data, n, rng):
    return np.argsort(np.asarray(data) + rng.laplace(scale=2.0, size=(n, 5)), axis=1)


@planted(
    "the exponential mechanism without its ½, where scores move both ways",
    "McSherry and Talwar 2007, theorem 6: loses 2εΔ",
    pair=(VOTES[1], VOTES[0]),
    loss=log_ratio(softmax_share(VOTES[1], 1.0), softmax_share(VOTES[0], 1.0)),
)
def exponential_without_half(data, n, rng):
    return drawn(data, n, rng, 1.0)


@planted(
    "the score's sensitivity is 2, and taken for 1",
    "McSherry and Talwar 2007, definition 2",
    pair=([2, 0, 0, 0, 0], [0, 2, 2, 2, 2]),
    loss=log_ratio(softmax_share([2, 0, 0, 0, 0], 0.5), softmax_share([0, 2, 2, 2, 2], 0.5)),
)
def exponential_with_the_wrong_sensitivity(data, n, rng):
    return drawn(data, n, rng, 0.5)


@planted(
    "the temperature is ε/2 where 2/ε belongs",
    "McSherry and Talwar 2007, equation 1, turned over",
    epsilon=0.5,
    pair=([1, 0], [0, 1]),
    loss=4.0,
)
def exponential_turned_over(data, n, rng):
    return drawn(data, n, rng, 4.0)


@planted(
    "only values that occur are candidates",
    f"{ROTH} 3.4: the range must not depend on the data",
    pair=([1, 2, 2], [1, 2, 3]),
)
def exponential_over_what_occurs(data, n, rng):
    values, counts = np.unique(data, return_counts=True)
    return values[drawn(counts, n, rng, 0.5)]


@planted(
    "permute and flip without permuting",
    "McKenna and Sheldon 2020, Algorithm 1: the first of two that wins for sure hides the second",
    pair=([1, 0], [0, 1]),
)
def flip_without_permuting(data, n, rng):
    accepted = rng.random((n, 2)) < np.exp((np.asarray(data) - max(data)) / 2)
    return np.argmax(accepted, axis=1)


@planted("a score of the winner, exact", f"{ROTH} 3.4: only the choice is private", pair=([5, 0], [4, 0]))
def exponential_with_its_score(data, n, rng):
    return [(int(best), data[best]) for best in drawn(data, n, rng, 0.5)]
