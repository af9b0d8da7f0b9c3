"""Noise that ends far out is found by a draw planted there; noise of the right kind is never accused, however drawn."""

import math

import numpy as np
import pytest

from dpviz.exercises.judge.planted import planted
from dpviz.exercises.probes import LAPLACE, NORMAL, cut_off

SINGLE = np.float32
stats = pytest.importorskip("scipy.stats")


def by_inverse(share):
    return -np.sign(share) * np.log(1 - 2 * abs(share))


#: Of scale 1, and whether a draw that is planted decides how large it is.
LAPLACIANS = {
    "numpy": (lambda rng: rng.laplace(), True),
    "several": (lambda rng: rng.laplace(size=3), True),
    "shuffled": (lambda rng: rng.permutation(rng.laplace(size=3)), True),
    "rounded": (lambda rng: round(rng.laplace(), 2), True),
    "inverse": (lambda rng: by_inverse(rng.random() - 0.5), True),
    "uniform": (lambda rng: by_inverse(rng.uniform(-0.5, 0.5)), True),
    "ratio": (lambda rng: math.log(rng.random() / rng.random()), True),
    "scipy": (lambda rng: stats.laplace.rvs(random_state=rng), True),
    "frozen": (lambda rng: stats.laplace(scale=1).rvs(random_state=rng), True),
    "scipy's inverse": (lambda rng: stats.laplace.ppf(rng.random()), True),
    "geometric": (lambda rng: 0.5 * np.subtract(*rng.geometric(1 - math.exp(-0.5), 2)), True),
    "single precision": (lambda rng: by_inverse(rng.random(dtype=SINGLE) - SINGLE(0.5)), False),
    "sign, single": (lambda rng: -np.log(1 - rng.random(dtype=SINGLE)) * rng.choice([-1, 1]), False),
    "sign, exponential": (lambda rng: rng.choice([-1, 1]) * rng.exponential(), False),
    "exponential, sign": (lambda rng: rng.exponential() * (1 if rng.random() < 0.5 else -1), False),
    "exponentials": (lambda rng: rng.exponential() - rng.exponential(), False),
    "gammas": (lambda rng: rng.gamma(1) - rng.gamma(1), False),
    "normals": (lambda rng: np.linalg.det(rng.standard_normal((2, 2))), False),
    "another generator": (lambda rng: np.random.default_rng(rng.integers(2**63)).laplace(), False),
    "spawned": (lambda rng: rng.spawn(1)[0].laplace(), False),
}
NORMALS = {
    "numpy": (lambda rng: rng.normal(), True),
    "several": (lambda rng: rng.standard_normal(2), True),
    "scipy": (lambda rng: stats.norm.rvs(random_state=rng), True),
    "multivariate": (lambda rng: rng.multivariate_normal(np.zeros(2), np.eye(2)), True),
    "single precision": (lambda rng: rng.standard_normal(dtype=SINGLE), False),
    "inverse": (lambda rng: stats.norm.ppf(rng.random()), False),
    "of circles": (lambda rng: math.sqrt(-2 * math.log(rng.random())) * math.cos(2 * math.pi * rng.random()), False),
    "of many": (lambda rng: rng.standard_normal(16).sum() / 4, False),
}


def ends(draw, tail, seed):
    def passes(size, rng):
        return bool(np.abs(draw(rng)).max() > size)

    return cut_off(passes, tail, np.random.default_rng(seed), draws=4)


@pytest.mark.parametrize("name", LAPLACIANS)
def test_laplace_noise_that_ends_is_found(name):
    draw, found = LAPLACIANS[name]
    for seed in range(3):
        assert not ends(draw, LAPLACE, seed)
        for reach in (6, 8, 12) if found else ():
            assert ends(lambda rng: np.clip(draw(rng), -reach, reach), LAPLACE, seed)  # noqa: B023


@pytest.mark.parametrize("name", NORMALS)
def test_normal_noise_that_ends_is_found(name):
    draw, found = NORMALS[name]
    for seed in range(3):
        assert not ends(draw, NORMAL, seed)
        for reach in (4, 5) if found else ():
            assert ends(lambda rng: np.clip(draw(rng), -reach, reach), NORMAL, seed)  # noqa: B023


@pytest.mark.parametrize("before", [0, 1, 7])
@pytest.mark.parametrize("raws", [[0], [2**64 - 1], [1, 2**64 - 2], [12345678901234567890, 7]])
def test_a_planted_draw_comes_in_its_place(raws, before):
    rng = np.random.default_rng(0)
    found = planted(raws, before, rng).bit_generator.random_raw(before + len(raws)).tolist()
    assert found[before:] == raws
    others = [*found[:before], int(planted(raws, before, rng).bit_generator.random_raw())]
    assert len(set(others)) == before + 1 or not before
