"""The rivals of the auditor: neither they nor ours certify more than is lost, and each finds what it is good at."""

import numpy as np
import pytest

from benchmarks.auditors import CASES, bounds, sniper, statdp

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.draw.__name__)
def test_no_bound_is_above_the_truth(case):
    found = bounds(case, 0, draws=2000)
    assert all(0 <= bound <= case.loss for bound in found)


def test_both_rivals_find_a_plain_violation():
    rng = np.random.default_rng(0)
    here, there = rng.laplace(size=(8000, 1)), 3 + rng.laplace(size=(8000, 1))
    assert 2 < sniper(here, there, 0.0, rng) <= 3
    assert 2 < statdp(here, there, 0.0) <= 3
