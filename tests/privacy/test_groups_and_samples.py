"""Groups (DP-7) and random samples: the formulas, and every statement against exact enumeration."""

import math
from decimal import Decimal, localcontext
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.privacy import amplify_by_sampling, convert_relation, group_privacy, privacy_loss, smallest_delta, worst_case
from tests.privacy.test_enumeration import noisy_count


def test_groups_multiply_epsilon():
    assert group_privacy(0.5, 4) == (2.0, 0.0)
    assert group_privacy(0.5, 1, delta=1e-6) == (0.5, 1e-6)
    epsilon, delta = group_privacy(0.5, 4, delta=1e-6)
    assert epsilon == 2.0
    assert delta == pytest.approx(1e-6 * (math.exp(2) - 1) / (math.exp(0.5) - 1), rel=1e-13)
    assert delta == pytest.approx(1e-6 * sum(math.exp(0.5 * j) for j in range(4)), rel=1e-13)


def test_many_groups_at_once():
    epsilon, delta = np.array([[0.3], [900.0]]), np.array([0.0, 1e-6, 1e-6])
    many, grown = group_privacy(epsilon, [2, 1, 5], delta=delta)
    doubled, slack = convert_relation(epsilon, delta, source="add_remove", target="replace")
    assert many.tolist() == [[0.6, 0.3, 1.5], [1800, 900, 4500]]
    assert grown[1].tolist() == [0, 1e-6, math.inf]
    assert grown[0, 2] == group_privacy(0.3, 5, delta=1e-6)[1]
    assert (doubled[0, 0], slack[0, 1]) == convert_relation(0.3, 1e-6, source="add_remove", target="replace")
    assert slack[1].tolist() == [0, math.inf, math.inf]


def test_large_groups_do_not_overflow_for_nothing():
    assert group_privacy(1.0, 10_000) == (1e4, 0.0)
    assert group_privacy(1.0, 10_000, delta=1e-6) == (1e4, math.inf)
    assert group_privacy(800.0, 1, delta=0.1) == (800.0, 0.1)


@given(st.floats(0.01, 2), st.floats(0, 0.1), st.integers(1, 6))
def test_groups_bound_chains_of_distributions(epsilon, delta, size):
    """A chain of distributions, each (ε, δ) from the last: a coin that leans further at every step."""
    slack = min(delta, 0.02)
    top, chain = 0.01, [0.01]
    for _ in range(size):
        top = min(math.exp(epsilon) * top + slack, 1 - math.exp(-epsilon) * (1 - slack - top), 1.0)
        chain.append(top)
    distributions = [[p, 1 - p] for p in chain]
    assert all(smallest_delta(a, b, epsilon) <= slack + 1e-12 for a, b in pairwise(distributions))
    many, loss = group_privacy(epsilon, size, delta=slack)
    assert smallest_delta(distributions[0], distributions[-1], many) <= loss + 1e-9


RATE = 0.4
CASES = ("poisson", "add_remove", "add_remove"), ("poisson", "both", "replace")


@pytest.mark.parametrize(("scheme", "source", "target"), CASES)
def test_the_formula(scheme, source, target):
    epsilon, delta = amplify_by_sampling(1.0, 1e-5, rate=0.1, scheme=scheme, source=source, target=target)
    assert epsilon == pytest.approx(math.log(1 + 0.1 * (math.e - 1)), rel=1e-14)
    assert delta == pytest.approx(1e-6, rel=1e-14)


@pytest.mark.parametrize("rate", [1e-17, 1e-9, 0.3])
@pytest.mark.parametrize("epsilon", [0.9, 2.0, 40.0, 699.0, 701.0])
def test_a_small_rate_loses_no_digits(epsilon, rate):
    """1e-17 e^2 is no 0: against decimals of 60 digits."""
    with localcontext(prec=60):
        exact = (1 + Decimal(rate) * (Decimal(epsilon).exp() - 1)).ln()
    found, _ = amplify_by_sampling(epsilon, rate=rate, scheme="poisson", source="both", target="replace")
    assert found == pytest.approx(float(exact), rel=1e-14, abs=0)


def poisson(base, data, q):
    distribution = 0.0
    for size in range(len(data) + 1):
        for kept in combinations(range(len(data)), size):
            distribution = distribution + q**size * (1 - q) ** (len(data) - size) * base(tuple(data[i] for i in kept))
    return distribution


def without_replacement(base, data, m):
    samples = list(combinations(data, m))
    return sum(base(sample) for sample in samples) / len(samples)


@pytest.mark.parametrize("rate", [0.2, 1.0, 2.5])
@pytest.mark.parametrize("target", ["add_remove", "replace"])
def test_poisson_samples_by_enumeration(rate, target):
    base = noisy_count(4, rate)

    def whole(data):
        return poisson(base, data, RATE)

    sizes = range(1, 5)
    alone = max(worst_case(base, [0, 1], n, neighbouring="add_remove").loss for n in sizes)
    both = max(alone, *(worst_case(base, [0, 1], n, neighbouring="replace").loss for n in sizes))
    found = max(worst_case(whole, [0, 1], n, neighbouring=target).loss for n in sizes)
    bounds = {
        source: amplify_by_sampling(epsilon, rate=RATE, scheme="poisson", source=source, target=target)[0]
        for source, epsilon in (("add_remove", alone), ("both", both))
    }
    assert found <= min(bounds.values()) + 1e-12
    assert found < both
    # Near to what happens, too: no other formula would do.
    assert min(bounds.values()) < 1.6 * found


@pytest.mark.parametrize("rate", [0.2, 1.0, 2.5])
@pytest.mark.parametrize("target", ["add_remove", "replace"])
def test_samples_without_replacement_by_enumeration(rate, target):
    m, n = 2, 4
    base = noisy_count(m, rate)

    def whole(data):
        return without_replacement(base, data, m)

    epsilon = worst_case(base, [0, 1], m, neighbouring="replace").loss
    found = worst_case(whole, [0, 1], n, neighbouring=target).loss
    bound = amplify_by_sampling(epsilon, rate=m / n, scheme="without_replacement", source="replace", target=target)[0]
    assert found <= bound + 1e-12
    assert found < epsilon


@pytest.mark.parametrize("scheme", ["poisson", "without_replacement"])
def test_the_delta_is_covered_too(scheme):
    """A mechanism that tells a sampled record outright with probability .05, else a noisy count."""

    def base(data):
        told = np.zeros(6)
        told[4 + (len(data) > 0 and data[0])] = 0.05
        return np.append(0.95 * noisy_count(3, 0.5)(data), [0.0, 0.0]) + told

    relation = "add_remove" if scheme == "poisson" else "replace"
    sizes = range(1, 4) if scheme == "poisson" else [2]
    epsilon = 0.6
    delta = max(worst_case(base, [0, 1], n, neighbouring=relation, epsilon=epsilon).delta for n in sizes)
    assert 0.03 < delta < 0.2
    small, slack = amplify_by_sampling(epsilon, delta, rate=2 / 3, scheme=scheme, source=relation, target=relation)

    def whole(data):
        # The first record of a sample is the first in the data's order: take all orders of the multiset as one.
        draw = poisson if scheme == "poisson" else without_replacement
        return draw(base, sorted(data), 2 / 3 if scheme == "poisson" else 2)

    assert worst_case(whole, [0, 1], 3, neighbouring=relation, epsilon=small).delta <= slack + 1e-12


def test_poisson_under_replace_alone_saves_no_epsilon():
    """The counterexample behind the refusal: the size of the sample is printed; under replace that loses nothing."""

    def base(data):
        distribution = np.zeros((3, 2))
        distribution[len(data)] = [0.5, 0.5] if not data else ([0.75, 0.25] if data[0] == 0 else [0.25, 0.75])
        return distribution.ravel()

    alone = worst_case(base, [0, 1], 1, neighbouring="replace").loss
    assert privacy_loss(poisson(base, (0,), 0.1), poisson(base, (1,), 0.1)) == pytest.approx(alone, rel=1e-12)
    with pytest.raises(ValueError, match='source must be "add_remove" or "both" with scheme="poisson"; got "replace"'):
        amplify_by_sampling(alone, rate=0.1, scheme="poisson", source="replace", target="replace")


def test_a_guarantee_for_add_remove_is_converted_where_it_must_be():
    kept = amplify_by_sampling(0.5, 1e-6, rate=0.1, scheme="poisson", source="add_remove", target="add_remove")
    assert amplify_by_sampling(
        0.5, 1e-6, rate=0.1, scheme="poisson", source="add_remove", target="replace"
    ) == convert_relation(*kept, source="add_remove", target="replace")
    doubled = convert_relation(0.5, 1e-6, source="add_remove", target="replace")
    for target in ("replace", "add_remove"):
        how = {"rate": 0.1, "scheme": "without_replacement", "target": target}
        assert amplify_by_sampling(0.5, 1e-6, source="add_remove", **how) == amplify_by_sampling(
            *doubled, source="replace", **how
        )


@given(st.floats(1e-6, 1000), st.floats(1e-6, 1), st.floats(1e-6, 1))
def test_less_is_seen_less_is_lost(epsilon, one, other):
    how = {"scheme": "poisson", "source": "add_remove", "target": "add_remove"}
    low, high = (amplify_by_sampling(epsilon, rate=rate, **how)[0] for rate in sorted((one, other)))
    assert 0 < low <= high * (1 + 1e-12)
    assert high <= epsilon * (1 + 1e-12)
    assert amplify_by_sampling(epsilon, 0.1, rate=1.0, **how) == (epsilon, 0.1)
