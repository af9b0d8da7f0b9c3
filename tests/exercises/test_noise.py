"""Noise of several columns: Laplace's is known at any scale, rounded and geometric as well; what is cut is not."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.exercises.probes import laplace_noise

SCALES = np.array([1.4, 2.0, 6.0])


def drawn(kind, rng):
    noise = rng.laplace(scale=SCALES, size=(12_000, 3))
    stop = 1 - np.exp(-1 / SCALES)
    return {
        "laplace": noise,
        "rounded": np.round(noise),
        "geometric": rng.geometric(stop, size=noise.shape) - rng.geometric(stop, size=noise.shape),
        "cut": np.clip(noise, -6 * SCALES, 6 * SCALES),
        "cut and rounded": np.round(np.clip(noise, -5 * SCALES, 5 * SCALES)),
        "normal": rng.normal(scale=SCALES, size=noise.shape),
        "normal and rounded": np.round(rng.normal(scale=2 * SCALES, size=noise.shape)),
    }[kind]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["laplace", "rounded", "geometric"])
def test_laplace_noise_is_known_and_measured(kind, seed):
    rng = np.random.default_rng(seed)
    found = laplace_noise(drawn(kind, rng), rng)
    assert found.ok
    assert found.scales == pytest.approx(SCALES, rel=0.05)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["cut", "cut and rounded", "normal", "normal and rounded"])
def test_noise_of_another_shape_is_refused(kind, seed):
    rng = np.random.default_rng(seed)
    assert not laplace_noise(drawn(kind, rng), rng).ok
