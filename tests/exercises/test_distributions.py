"""What draws are tested with: right ones pass, those whose tails are cut or whose scale is a little off do not."""

from __future__ import annotations

import numpy as np
import pytest

from dpviz.exercises.probes import fits_cdf, fits_distribution, laplace_cdf

#: Draws pooled from three arguments, as the checks do.
POOLED = 36_000


@pytest.mark.parametrize("size", [1, 7, 500, POOLED])
def test_right_draws_pass(size):
    for seed in range(40):
        assert fits_cdf(np.random.default_rng(seed).laplace(size=size), laplace_cdf(0.0, 1.0)).ok


@pytest.mark.parametrize("reach", [4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_noise_cut_at_a_few_scales_is_seen(reach, seed):
    noise = np.random.default_rng(seed).laplace(size=POOLED)
    drawn_again = noise[np.abs(noise) < reach]
    assert not fits_cdf(np.clip(noise, -reach, reach), laplace_cdf(0.0, 1.0)).ok
    assert not fits_cdf(drawn_again, laplace_cdf(0.0, 1.0)).ok


@pytest.mark.parametrize("scale", [0.85, 0.95, 1.05, 1.15])
@pytest.mark.parametrize("seed", range(5))
def test_a_scale_a_little_off_is_seen(scale, seed):
    noise = np.random.default_rng(seed).laplace(scale=scale, size=POOLED)
    assert not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok


def test_sees_what_the_usual_test_does_not():
    stats = pytest.importorskip("scipy.stats")
    noise = np.clip(np.random.default_rng(0).laplace(size=POOLED), -6, 6)
    assert stats.kstest(noise, stats.laplace.cdf).pvalue > 0.01
    assert not fits_cdf(noise, laplace_cdf(0.0, 1.0)).ok


def test_counts_that_cannot_be_are_seen():
    assert fits_distribution([500, 300, 200], [0.5, 0.3, 0.2]).ok
    assert not fits_distribution([500, 300, 200], [0.6, 0.3, 0.1]).ok
    assert not fits_distribution([999, 1], [1.0, 0.0]).ok
