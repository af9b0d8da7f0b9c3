"""Sample sizes of private learners: known numbers, which term rules, inverses, bad inputs."""

import math

import numpy as np
import pytest

from dpviz.learning.bounds import occam_failure, occam_size
from dpviz.learning.private_sizes import guaranteed_error, private_failure_bound, private_pac_size, private_pac_terms

EPSILONS = [0.1, 0.5, 1.0]


@pytest.mark.parametrize(("size", "wanted"), [(17, [2609, 1305, 1305]), (1024, [4249, 2125, 2125])])
def test_the_form_of_the_slides(size, wanted):
    assert private_pac_size(size, 0.1, 0.05, EPSILONS).tolist() == wanted


def test_the_direct_realizable_form():
    assert private_pac_size(17, 0.1, 0.05, EPSILONS, form="realizable").tolist() == [1196, 264, 149]
    by_bits = [private_pac_size(2**d, 0.1, 0.05, 0.5, form="realizable") for d in (4, 10, 20)]
    assert by_bits == [261, 449, 763]


def test_without_privacy_it_is_occam():
    assert private_pac_size(1024, 0.1, 0.05, 100.0, form="realizable") == occam_size(1024, 0.1, 0.05) == 100


def test_the_published_form_beside_the_printed_one():
    published = private_pac_terms(1024, 0.05, 0.05, 1.0, form="published")
    printed = private_pac_terms(1024, 0.05, 0.05, 1.0, form="printed")
    assert max(published.privacy, published.sampling) == pytest.approx(3970.9, abs=0.05)
    assert max(printed.privacy, printed.sampling) == pytest.approx(198.5, abs=0.05)


@pytest.mark.parametrize(("size", "laplace", "chosen"), [(17, 4436, 261), (1024, 435010, 425)])
def test_laplace_on_all_errors_costs_the_size_of_the_class(size, laplace, chosen):
    all_errors = private_pac_terms(size, 0.1, 0.05, 1.0, form="laplace")
    assert math.ceil(all_errors.privacy) == laplace
    assert math.ceil(private_pac_terms(size, 0.1, 0.05, 1.0).privacy) == chosen
    assert private_pac_size(size, 0.1, 0.05, 1.0, form="laplace") == laplace


def test_privacy_rules_below_two_alpha():
    terms = private_pac_terms(17, 0.1, 0.05, [0.1, 0.199, 0.201, 1.0])
    assert terms.rules.tolist() == ["privacy", "privacy", "sampling", "sampling"]


def test_agnostic_learning_asks_for_more():
    wanted = max(4 * math.log(2 * 17 / 0.05) / 0.1, 8 * math.log(4 * 17 / 0.05) / 0.01)
    assert private_pac_size(17, 0.1, 0.05, 1.0, form="agnostic") == math.ceil(wanted)


def test_classes_too_large_to_list():
    assert private_pac_size(2**60, 0.1, 0.05, 0.5, form="realizable") == 2016
    huge = private_pac_size(2**1000, 0.1, 0.05, 0.5, form="realizable")
    assert huge == math.ceil((1000 * math.log(2) + math.log(20)) / (0.1 * (1 - math.exp(-0.25))))
    for bits in (62, 63, 64):
        wanted = math.ceil((bits * math.log(2) + math.log(20)) / (0.1 * (1 - math.exp(-0.25))))
        for size in (2**bits - 1, 2**bits, 2**bits + 1):
            assert private_pac_size(size, 0.1, 0.05, 0.5, form="realizable") == wanted
    mixed = private_pac_size(np.array([2**4, 2**70], dtype=object), 0.1, 0.05, 0.5)
    assert mixed.shape == (2,)
    with pytest.raises(ValueError, match=r"epsilon \* alpha / size must be large enough for n to be at most 2\^62"):
        private_pac_size(2**60, 0.1, 0.05, 0.5, form="laplace")


@pytest.mark.parametrize("form", ["realizable", "generic", "agnostic", "laplace"])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_error_guaranteed_is_the_inverse_of_the_size(form, epsilon):
    n = private_pac_size(65, 0.1, 0.05, epsilon, form=form)
    assert guaranteed_error(n, 65, 0.05, epsilon, form=form) <= 0.1
    assert guaranteed_error(n - 1, 65, 0.05, epsilon, form=form) > 0.1


@pytest.mark.parametrize("form", ["realizable", "generic", "agnostic", "laplace"])
def test_n_records_are_enough_for_the_error_that_they_guarantee(form):
    n = np.arange(10_000, 30_000)
    assert (private_pac_size(17, guaranteed_error(n, 17, 0.05, 1.0, form=form), 0.05, 1.0, form=form) == n).all()


def test_at_the_size_the_failure_is_at_most_beta():
    for epsilon in EPSILONS:
        n = private_pac_size(17, 0.1, 0.05, epsilon, form="realizable")
        assert private_failure_bound(n, 17, 0.1, epsilon) <= 0.05
    assert private_failure_bound(1, 2**60, 0.1, 1.0) > 1


@pytest.mark.filterwarnings("error")
def test_bounds_for_huge_classes_are_infinite_without_a_warning():
    assert guaranteed_error(100, 2**2000, 0.05, 1.0, form="laplace") == math.inf
    assert private_failure_bound(1, 2**2000, 0.1, 1.0) == math.inf
    assert [occam_failure(2**2000, 1, 0.1, exponential=way) for way in (True, False)] == [math.inf, math.inf]
