"""Sample sizes without privacy: the acceptance numbers, what they promise, and who must be refused."""

import math

import numpy as np
import pytest

from dpviz.learning import bounds, coin_deviation
from dpviz.learning.concepts import Points, Thresholds


def test_acceptance_numbers():
    assert bounds.uniform_convergence_size(1024, 0.1, 0.05) == 497
    assert bounds.uniform_convergence_size(1024, 0.1, 0.05, sides=2) == 532
    assert [bounds.occam_size(size, 0.1, 0.05) for size in (1024, 17, 2**20)] == [100, 59, 169]
    assert bounds.region_size(0.1, 0.05) == 30
    assert bounds.region_size(0.1, 0.05, exact=True) == 29
    assert bounds.region_failure(29, 0.1) == pytest.approx(0.047101, abs=5e-7)
    assert bounds.region_failure(30, 0.1) == pytest.approx(0.042391, abs=5e-7)
    assert bounds.proper_point_size(0.1, 0.05) == 120
    assert bounds.vc_size(1, 0.1, 0.05) == 562


def test_one_side_is_not_enough_for_two():
    # PAC-6's counterexample: one concept with error 1/2.
    def deviates(n, sides):
        share = np.arange(n + 1) / n
        distribution = np.array([math.comb(n, k) for k in range(n + 1)]) / 2**n
        gap = 0.5 - share
        return distribution[(np.abs(gap) if sides == 2 else gap) > 0.49].sum()

    assert bounds.uniform_convergence_size(1, 0.49, 0.62) == 1
    assert bounds.uniform_convergence_size(1, 0.49, 0.62, sides=2) == 3
    assert [deviates(n, 2) for n in (1, 2, 3, 4)] == [1, 0.5, 0.25, 0.125]
    assert deviates(1, 1) == 0.5 <= 0.62 < deviates(1, 2)


def test_a_coin_on_the_edge_of_the_band_has_not_left_it():
    for n, alpha, reach in ((10, 0.1, 1), (100, 0.01, 1), (100, 0.12, 12), (1000, 0.05, 50)):
        inside = sum(math.comb(n, n // 2 + k) for k in range(-reach, reach + 1))
        assert coin_deviation(n, alpha, sides=2) == pytest.approx(1 - inside / 2**n, abs=1e-12)
        assert coin_deviation(n, alpha, sides=1) == pytest.approx((1 - inside / 2**n) / 2, abs=1e-12)


@pytest.mark.parametrize("sides", [1, 2])
def test_each_form_of_uniform_convergence_is_the_others_solved(sides):
    size, n, beta = np.array([1, 17, 1024])[:, None], np.array([5, 100, 1000]), 0.05
    width = bounds.uniform_convergence_width(size, n, beta, sides=sides)
    np.testing.assert_allclose(np.tile(n, (3, 1)), np.log(sides * size / beta) / (2 * width**2))
    small = np.minimum(width, 0.99)
    failure = bounds.uniform_convergence_failure(size, n, small, sides=sides)
    np.testing.assert_allclose(failure[width < 0.99], beta)
    needed = bounds.uniform_convergence_size(size, small, beta, sides=sides)
    assert (np.abs(needed - n)[width < 0.99] <= 1).all()


@pytest.mark.parametrize("alpha", [0.01, 0.1, 0.5])
def test_occams_size_is_the_least_for_which_its_bound_is_beta(alpha):
    n = bounds.occam_size(300, alpha, 0.05)
    assert bounds.occam_failure(300, n, alpha) <= 0.05 < bounds.occam_failure(300, n - 1, alpha)
    assert bounds.occam_failure(300, n, alpha, exponential=False) < bounds.occam_failure(300, n, alpha)
    least = bounds.region_size(alpha, 0.05, exact=True)
    assert bounds.region_failure(least, alpha) <= 0.05
    assert least == 1 or bounds.region_failure(least - 1, alpha) > 0.05


def test_a_class_too_large_to_list_has_sizes_too():
    assert bounds.occam_size(Points(2000).size, 0.1, 0.05) == math.ceil((2000 * math.log(2) - math.log(0.05)) / 0.1)
    assert bounds.uniform_convergence_size(Thresholds(60).size, 0.1, 0.05) > 2000
    assert bounds.occam_size(np.array([17, 1024]), 0.1, 0.05).tolist() == [59, 100]


@pytest.mark.parametrize("power", range(2, 60))
def test_the_exact_region_size_where_it_is_a_whole_number(power):
    assert bounds.region_size(0.5, 2.0**-power, exact=True) == power
    below, above = bounds.region_size([0.5], [np.nextafter(2.0**-power, 1)], exact=True), bounds.region_size(
        [0.5], [np.nextafter(2.0**-power, 0)], exact=True
    )  # fmt: skip
    assert below[0] == power
    assert above[0] == power + 1


def test_missing_a_small_region():
    # (1 - 1e-12)^(10^12), to 40 digits by Python's decimal module.
    assert bounds.region_failure(10**12, 1e-12) == pytest.approx(0.36787944117125839, rel=1e-13)
