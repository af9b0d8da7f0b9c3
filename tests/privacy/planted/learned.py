"""Learning: gradients, teachers, clusters, trees."""

import numpy as np

from tests.privacy.planted.bug import gaussian_loss, planted

ABADI = "Abadi and others 2016, Algorithm 1"
PATE = "Papernot and others 2017, section 2"


@planted(
    "the mean gradient is clipped, not each",
    f"{ABADI}: one record turns the mean around, and moves it by 2",
    pair=([50.0, 1.0, -1.0, 0.0], [-50.0, 1.0, -1.0, 0.0]),
    loss=8.0,
)
def clipped_by_the_batch(data, n, rng):
    return np.clip(np.mean(data), -1, 1) + rng.laplace(scale=1 / 4, size=n)


@planted(
    "gradients clipped at 10, noise for 1",
    f"{ABADI}: σ is a multiple of the clip",
    delta=1e-5,
    pair=([10.0], [0.0]),
    loss=gaussian_loss(10, 4.84, 1e-5),
)
def noise_without_the_clip(data, n, rng):
    return np.clip(data, -10, 10).sum() + rng.normal(scale=4.84, size=n)


@planted("the noise is divided by the batch twice", f"{ABADI}, line 8", pair=([1.0] * 8, [0.0] + [1.0] * 7), loss=8.0)
def divided_twice(data, n, rng):
    return (np.sum(data) + rng.laplace(size=n) / 8) / 8


@planted(
    "twenty-five steps, accounted as one",
    f"{ABADI}, section 3.2: together as one that moves by 5",
    delta=1e-5,
    loss=gaussian_loss(5, 4.84, 1e-5),
    trials=8000,
)
def steps_counted_once(data, n, rng):
    return np.cumsum(sum(data) + rng.normal(scale=4.84, size=(n, 25)), axis=1)


@planted(
    "each of nine layers is clipped to the whole norm",
    "McMahan, Ramage, Talwar and Zhang 2018, section 3",
    delta=1e-5,
    pair=([1.0] * 9, [-1.0] * 9),
    loss=gaussian_loss(6, 4.84, 1e-5),
    trials=8000,
)
def clipped_by_layers(data, n, rng):
    return np.clip(data, -1, 1) + rng.normal(scale=4.84, size=(n, 9))


@planted(
    "the better of two noisy models, by its exact error on the data",
    "Liu and Talwar 2019: selection is a release too",
    pair=([0.0], [10.0]),
)
def best_by_exact_error(data, n, rng):
    models = rng.normal(5.0, 3.0, size=(n, 2))
    better = np.argmin(np.abs(models - data[0]), axis=1)
    return np.column_stack([models, better])


@planted(
    "the noise of one vote where a teacher moves two",
    f"{PATE}: scale 2/ε; with the histogram",
    pair=([3, 2], [2, 3]),
    loss=2.0,
    trials=20_000,
)
def teachers_with_half_the_noise(data, n, rng):
    return np.array(data) + rng.laplace(size=(n, 2))


@planted("where all teachers agree there is no noise", f"{PATE}: consensus depends on the data", pair=([10, 0], [9, 1]))
def consensus_without_noise(data, n, rng):
    return np.zeros(n, dtype=int) if min(data) == 0 else np.argmax(data + rng.laplace(scale=5.0, size=(n, 2)), axis=1)


@planted("the winning label beside its exact number of votes", PATE, pair=([5, 3], [4, 4]))
def label_with_its_votes(data, n, rng):
    best = np.argmax(data + rng.laplace(scale=2.0, size=(n, 2)), axis=1)
    return np.column_stack([best, np.array(data)[best]])


@planted(
    "a cluster's centre starts at a record",
    "Su and others 2016, on private k-means",
    pair=([1.0, 2.0, 3.0], [1.0, 2.0, 7.0]),
)
def centre_at_a_record(data, n, rng):
    return np.array(data)[rng.integers(0, len(data), n)]


@planted(
    "a tree splits midway between two records",
    "Fletcher and Islam 2019, survey of private trees",
    pair=([1.0, 2.0, 4.0], [1.0, 2.0, 5.0]),
)
def split_between_records(data, n, rng):
    middles = (np.array(data)[1:] + np.array(data)[:-1]) / 2
    return middles[rng.integers(0, 2, n)]


@planted("rounds until the exact loss is small", f"{ABADI}: stopping is a release too", pair=([1.0], [4.0]))
def rounds_until_converged(data, n, rng):
    return np.where(rng.random(n) < 0.5, 0, round(8 * data[0]))


@planted(
    "a nearest neighbour votes with one noise for two classes",
    "Zhu and others 2020, private kNN",
    pair=([2, 1], [1, 2]),
)
def neighbours_with_one_noise(data, n, rng):
    noise = rng.laplace(size=n)
    return (data[0] + noise > data[1] + noise).astype(int)
