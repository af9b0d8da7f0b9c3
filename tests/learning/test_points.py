"""Learners of one point, against all samples there are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from dpviz.learning.points import ANSWERS, point_failure


def enumerated(n, alpha, target, others, answer):
    """The chance to err by more than α, over every sample and every choice; point 0 is the target."""
    masses = [target, *[(1 - target) / others] * others]
    chance = 0.0
    for sample in itertools.product(range(others + 1), repeat=n):
        if 0 in sample:
            continue
        p = np.prod([masses[x] for x in sample])
        choices = {"none": [None], "unseen": sorted(set(range(others + 1)) - set(sample)), "any": range(others + 1)}
        for k in choices[answer]:
            error = 0.0 if k == 0 else target + (0.0 if k is None else masses[k])
            chance += p / len(choices[answer]) * (error > alpha)
    return chance


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize(("alpha", "target", "others"), [(0.1, 0.01, 3), (0.1, 0.2, 4), (0.3, 0.1, 3), (0.45, 0.2, 2)])
def test_the_chance_is_that_over_all_samples(answer, alpha, target, others):
    for n in (1, 2, 4):
        found = point_failure(n, alpha, target=target, others=others, answer=answer)
        assert found == pytest.approx(enumerated(n, alpha, target, others, answer), abs=1e-12)


def test_only_any_point_stays_bad():
    n = np.array([30, 120, 500])
    assert point_failure(n, 0.1, target=1e-4, others=9).tolist() == [0, 0, 0]
    unseen, anyone = (point_failure(n, 0.1, target=1e-4, others=9, answer=how) for how in ("unseen", "any"))
    assert unseen[0] > 0.05
    assert unseen[1] < 1e-5  # the size that is promised for α = 0.1 and β = 5 %
    np.testing.assert_allclose(anyone, 0.9 * (1 - 1e-4) ** n)


def test_a_small_point_is_missed_as_often_as_it_should():
    # (1 - 1e-12)^(10^12), to 40 digits by Python's decimal module.
    assert point_failure(10**12, 1e-13, target=1e-12, others=9) == pytest.approx(0.36787944117125839, rel=1e-13)
