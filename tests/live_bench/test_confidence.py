"""The confidence stays true: mechanisms that lose all they claim and no more, watched to the end, and then again."""

import math

import numpy as np
import pytest

from dpviz.live_bench.run import Run
from dpviz.mechanisms import gaussian_scale

DELTA = 0.05
SIGMA = float(gaussian_scale(1.0, DELTA))
BASIS = {"data": 0, "neighbour": 1}


def response(data, rng, size):
    """Randomised response: loses 1 exactly."""
    return (rng.random(size) < 1 / (1 + math.e)) ^ bool(data)


def one_of_four(data, rng, size):
    return np.where(rng.random(size) < math.e / (math.e + 3), data, (data + rng.integers(1, 4, size)) % 4)


def laplace(data, rng, size):
    return data + rng.laplace(size=size)


def geometric(data, rng, size):
    kept = 1 - 1 / math.e
    return data + rng.geometric(kept, size) - rng.geometric(kept, size)


def gaussian(data, rng, size):
    return data + SIGMA * rng.normal(size=size)


def two_counts(data, rng, size):
    return np.array([data, 0]) + rng.laplace(size=(size, 2))


def count(data, rng, size):
    return np.sum(data) + rng.laplace(size=size)


RIGHT = [
    (response, BASIS),
    (one_of_four, BASIS),
    (laplace, BASIS),
    (geometric, BASIS),
    (gaussian, BASIS | {"delta": DELTA}),
    (two_counts, BASIS),
    (count, {}),  # on neighbours that are found
]


@pytest.mark.parametrize("runs", [70, pytest.param(1000, marks=pytest.mark.slow)])
def test_more_draws_mislead_no_oftener_than_promised(runs):
    """*More draws* is pressed three times, whatever was seen: four looks or more, all of which are read."""
    sure = likely = 0
    for seed in range(runs):
        mechanism, options = RIGHT[seed % len(RIGHT)]
        run = Run(mechanism, 1.0, seed=seed, trials=500, **options)
        for pressed in range(4):
            if pressed:
                run.more()
            while not run.ended:
                run.draw(math.inf)
        assert len(run.watch.certificates) == 4
        sure += run.result.violated
        likely += run.result.lower_bound_95 > 1
    assert sure <= 0.01 * runs
    assert likely <= 0.05 * runs
