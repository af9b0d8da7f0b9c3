"""The exact worst case (DP-2): known mechanisms, an independent enumeration, the cap, bad inputs."""

import math
from itertools import product

import numpy as np
import pytest

from dpviz.privacy import privacy_loss, smallest_delta, worst_case


def randomized_response(data):
    return [0.75, 0.25] if data == (0,) else [0.25, 0.75]


def exact_count(most):
    def distribution(data):
        return np.eye(most + 1)[sum(data)]

    return distribution


def noisy_count(most, epsilon):
    """Ones counted through the two-sided geometric distribution, cut at 0 and `most`."""

    def distribution(data):
        weights = np.exp(-epsilon * np.abs(np.arange(most + 1) - sum(data)))
        return weights / weights.sum()

    return distribution


def random_distribution(seed, outcomes=4):
    """A distribution that depends on the multiset only, in no regular way."""

    def distribution(data):
        key = [seed, len(data), *sorted(data)]
        return np.random.default_rng(key).dirichlet(np.ones(outcomes))

    return distribution


def neighbours_by_hand(records, n, neighbouring):
    """Every pair of neighbours, as ordered data sets: slow and independent of the tested enumeration."""
    for data in product(records, repeat=n):
        for position in range(n):
            rest = data[:position] + data[position + 1 :]
            if neighbouring == "add_remove":
                yield data, rest
            else:
                for record in records:
                    yield data, (*rest[:position], record, *rest[position:])


def test_randomized_response():
    found = worst_case(randomized_response, [0, 1], 1, neighbouring="replace", epsilon=1.0)
    assert found.loss == pytest.approx(math.log(3), rel=1e-15, abs=0)
    assert found.delta == pytest.approx(0.070429543, abs=5e-10)
    assert found.cases == 1
    assert (found.n, found.neighbouring, found.epsilon) == (1, "replace", 1.0)


@pytest.mark.parametrize("neighbouring", ["replace", "add_remove"])
def test_a_deterministic_mechanism_that_is_not_constant_loses_everything(neighbouring):
    """DP-3: an exact count has infinite loss, and delta 1 at every finite epsilon."""
    for epsilon in (0.1, 1.0, 10.0, 1000.0):
        found = worst_case(exact_count(3), [0, 1], 3, neighbouring=neighbouring, epsilon=epsilon)
        assert found.loss == math.inf
        assert found.delta == 1.0
    assert "impossible" in found.sentence


def test_a_constant_mechanism_loses_nothing():
    found = worst_case(lambda data: [0.2, 0.8], ["a", "b", "c"], 2, neighbouring="replace", epsilon=0.0)
    assert (found.loss, found.delta, found.delta_event) == (0.0, 0.0, ())
    assert "equally probable" in found.sentence


@pytest.mark.parametrize("neighbouring", ["replace", "add_remove"])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_it_agrees_with_an_independent_enumeration(neighbouring, n):
    records, distribution = [0, 1, 2], random_distribution(n)
    pairs = list(neighbours_by_hand(records, n, neighbouring))
    found = worst_case(distribution, records, n, neighbouring=neighbouring, epsilon=0.4)
    assert found.loss == pytest.approx(max(privacy_loss(distribution(a), distribution(b)) for a, b in pairs), rel=1e-14)
    assert found.delta == pytest.approx(
        max(smallest_delta(distribution(a), distribution(b), 0.4) for a, b in pairs), rel=1e-13
    )
    distinct = {frozenset([tuple(sorted(a)), tuple(sorted(b))]) for a, b in pairs}
    assert found.cases == len([pair for pair in distinct if len(pair) == 2])


@pytest.mark.parametrize("neighbouring", ["replace", "add_remove"])
def test_the_pair_and_the_event_attain_what_is_reported(neighbouring):
    distribution = random_distribution(11)
    found = worst_case(distribution, [0, 1, 2], 3, neighbouring=neighbouring, epsilon=0.3)
    p, q = (np.asarray(distribution(data)) for data in found.pair)
    assert math.log(p[list(found.event)].sum() / q[list(found.event)].sum()) == pytest.approx(found.loss)
    p, q = (np.asarray(distribution(data)) for data in found.delta_pair)
    event = list(found.delta_event)
    assert p[event].sum() - math.exp(0.3) * q[event].sum() == pytest.approx(found.delta)
    sizes = sorted(len(data) for data in found.pair)
    assert sizes == ([3, 3] if neighbouring == "replace" else [2, 3])


def test_the_sentence_names_outcome_pair_and_loss():
    found = worst_case(noisy_count(2, 0.5), [0, 1], 2, neighbouring="replace")
    assert found.delta is None
    assert found.delta_pair is None
    assert f"e^{found.loss:.6g} times" in found.sentence
    assert f"Outcome {found.event[0]} " in found.sentence
    assert str(list(found.pair[0])) in found.sentence


def test_one_record_is_compared_with_the_empty_data_set():
    seen = []

    def distribution(data):
        seen.append(data)
        return [0.5, 0.5] if data else [0.25, 0.75]

    found = worst_case(distribution, ["a"], 1, neighbouring="add_remove")
    assert set(seen) == {(), ("a",)}
    assert found.loss == pytest.approx(math.log(2))
    assert found.pair == (("a",), ())


def test_log_distributions_are_understood():
    def distribution(data):
        return [0.0, -1000.0 - 2.5 * sum(data)]

    assert worst_case(distribution, [0, 1], 2, neighbouring="replace", log=True).loss == 2.5


def test_a_mechanism_may_use_one_array_for_all_its_answers():
    logs = np.empty(2)

    def distribution(data):
        return np.log(randomized_response(data), out=logs)

    assert worst_case(distribution, [0, 1], 1, neighbouring="replace", log=True).loss == pytest.approx(math.log(3))


def test_records_may_be_anything_and_are_handed_over_as_they_are():
    def distribution(data):
        wrong = sum(label != (x == "old") for x, label in data)
        return [1 / (1 + math.exp(wrong)), 1 / (1 + math.exp(-wrong))]

    records = [("old", True), ("old", False), ("young", True), ("young", False)]
    found = worst_case(distribution, records, 2, neighbouring="replace")
    assert set(found.pair[0]) | set(found.pair[1]) <= set(records)
    assert found.loss == pytest.approx(math.log((1 + math.exp(2)) / (1 + math.e)))


def test_too_many_cases_are_counted_and_refused_before_any_work():
    def distribution(data):
        raise AssertionError("the distribution must not be computed")

    cases = math.comb(20 + 8, 9) * math.comb(20, 2)
    with pytest.raises(ValueError, match=f"max_cases must be .*got 200000, with {cases} pairs"):
        worst_case(distribution, list(range(20)), 10, neighbouring="replace")
    cases = math.comb(20 + 8, 9) * 20
    with pytest.raises(ValueError, match=f"got 7, with {cases} pairs"):
        worst_case(distribution, list(range(20)), 10, neighbouring="add_remove", max_cases=7)
    # few pairs of data sets that are too large to be held, all together
    with pytest.raises(ValueError, match=r"n must be such .*; got 100001 data sets of 100000"):
        worst_case(distribution, [0, 1], 100_000, neighbouring="replace")
    # one pair more than allowed is refused, and as many as allowed are not
    with pytest.raises(ValueError, match="got 2, with 3 pairs"):
        worst_case(random_distribution(0), [0, 1, 2], 1, neighbouring="replace", max_cases=2)
    assert worst_case(random_distribution(0), [0, 1, 2], 1, neighbouring="replace", max_cases=3).cases == 3


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"records": [0]}, ValueError, "records must hold at least 2 records .*; got 1"),
        ({"records": [], "neighbouring": "add_remove"}, ValueError, "records must hold at least 1 record; got 0"),
        ({"neighbouring": None}, TypeError, "neighbouring must be one of 'replace', 'add_remove'; got None"),
        ({"distribution": lambda data: [0.5, 0.6]}, ValueError, r"distribution\(\(0,\)\) must sum to 1"),
        (
            {"distribution": lambda data: [[0.5, 0.5]]},
            ValueError,
            r"distribution\(\(0,\)\) must have shape \(m,\); got \(1, 2\)",
        ),
        (
            {"distribution": lambda data: np.full(2 + data[0], 1 / (2 + data[0]))},
            ValueError,
            r"distribution\(\(1,\)\) must have the 2 outcomes of the other data sets; got 3",
        ),
    ],
)
def test_bad_arguments_are_refused(change, error, message):
    arguments = {"distribution": randomized_response, "records": [0, 1], "n": 1, "neighbouring": "replace"} | change
    with pytest.raises(error, match=message):
        worst_case(**arguments)
