"""Samples of the records, and what they do not hide."""

import math

import numpy as np

from tests.privacy.planted.bug import planted

BALLE = "Balle, Barthe and Gaboardi 2018, Privacy amplification by subsampling"
TENTH = math.log1p(0.1 * (math.e - 1))  # what a sample of a tenth makes of ε = 1


@planted("the sample's size is released", BALLE, epsilon=TENTH, pair=([1] * 3, [1] * 2), trials=20_000)
def size_of_the_sample(data, n, rng):
    size = rng.binomial(len(data), 0.5, n)
    return np.column_stack([size, size + rng.laplace(scale=1 / TENTH, size=n)])


@planted(
    "a sampled count is scaled up, its noise is not",
    f"{BALLE}: each sampled record moves it by 4",
    pair=([1], [0]),
    loss=math.log(0.75 + 0.25 * math.exp(4)),
)
def scaled_up(data, n, rng):
    return 4 * rng.binomial(sum(data), 0.25, n) + rng.laplace(size=n)


@planted(
    "the first tenth of the records is the sample",
    f"{BALLE}: who is sampled must be secret",
    epsilon=TENTH,
    pair=([1] + [0] * 9, [0] * 10),
    loss=1.0,
)
def first_tenth(data, n, rng):
    return data[0] + rng.laplace(size=n)


@planted(
    "all batches of a partition are released, each said to be a sample of a tenth",
    BALLE,
    epsilon=TENTH,
    pair=([1] + [0] * 9, [0] * 10),
    loss=1.0,
)
def all_batches(data, n, rng):
    return np.array(data) + rng.laplace(size=(n, 10))


@planted(
    "a record may be drawn three times",
    f"{BALLE}: with replacement, groups of three",
    epsilon=TENTH,
    pair=([1], [0]),
    loss=3.0,
)
def drawn_three_times(data, n, rng):
    return 3 * sum(data) + rng.laplace(size=n)


@planted("the names of who was sampled are released", BALLE, epsilon=TENTH, pair=(["ann", "bob"], ["bob"]))
def names_of_the_sample(data, rng):
    kept = [name for name in data if rng.random() < 0.1]
    return kept, len(kept) + rng.laplace()
