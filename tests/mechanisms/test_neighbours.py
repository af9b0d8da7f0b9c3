"""Losses to all neighbours at all epsilons, against the definition."""

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dpviz.data import health, health_questions
from dpviz.mechanisms import exponential_distributions, neighbour_losses
from dpviz.mechanisms.selection import neighbour_counts, worst_neighbours
from dpviz.privacy import privacy_loss, worst_case
from tests.mechanisms.classes import threshold

EPSILONS = np.geomspace(1e-6, 1e3, 31)


def by_definition(scores, changes, epsilons, **how):
    """Every distribution of every neighbour, and their exact losses: (F, k)."""
    scores, changes = np.asarray(scores, dtype=float), np.asarray(changes, dtype=float)
    out = np.empty((len(epsilons), len(changes)))
    for f, epsilon in enumerate(epsilons):
        here = exponential_distributions(scores, epsilon, log=True, **how)
        there = exponential_distributions(scores + changes, epsilon, log=True, **how)
        out[f] = privacy_loss(here, there, log=True)
    return out


def close(ours, theirs, epsilons):
    # The definition subtracts logarithms near r (max - min score), so it errs by their rounding.
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize("monotonic", [False, True])
@pytest.mark.parametrize("sensitivity", [0.5, 1.0, 7.0])
def test_it_agrees_with_the_definition_from_a_tiny_to_a_huge_epsilon(sensitivity, monotonic):
    rng = np.random.default_rng(21)
    scores = -rng.integers(0, 30, 12) / 2
    changes = rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], size=(50, 12))
    how = {"sensitivity": sensitivity, "monotonic": monotonic}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ours = neighbour_losses(scores, changes, EPSILONS, **how)
    assert ours.shape == (31, 50)
    close(ours, by_definition(scores, changes, EPSILONS, **how), EPSILONS)


@given(
    hnp.arrays(float, 6, elements=st.integers(-20, 20).map(lambda i: i / 2)),
    hnp.arrays(float, (4, 6), elements=st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0])),
)
def test_it_agrees_on_any_scores_and_keeps_the_promise(scores, changes):
    ours = neighbour_losses(scores, changes, EPSILONS, sensitivity=1)
    close(ours, by_definition(scores, changes, EPSILONS, sensitivity=1), EPSILONS)
    assert (ours <= EPSILONS[:, None] * (1 + 1e-12)).all()
    assert (ours >= 0).all()


@given(
    hnp.arrays(float, 6, elements=st.floats(-5, 5)),
    hnp.arrays(float, (9, 6), elements=st.floats(-1, 1)),
    st.floats(0.01, 50),
)
def test_changes_with_many_levels_are_exact_too(scores, changes, epsilon):
    ours = neighbour_losses(scores, changes, [epsilon], sensitivity=1)
    np.testing.assert_allclose(ours, by_definition(scores, changes, [epsilon], sensitivity=1), atol=1e-12)


def test_weights_that_underflow_still_count_when_a_neighbour_lifts_them():
    """At ε = 1000 the second candidate weighs e^-1000, and ties with the first on the neighbour."""
    losses = neighbour_losses([0.0, -2.0], [[-1.0, 1.0]], [1e3], sensitivity=1)
    # On the neighbour both weigh e^-500: the second rises from e^-1000 to 1/2.
    assert losses[0, 0] == pytest.approx(1000 - math.log(2), rel=1e-14, abs=0)


def test_tiny_losses_keep_their_digits():
    losses = neighbour_losses([0.0, 0.0], [[1.0, 0.0]], [1e-6], sensitivity=1)
    # ln(Z'/Z) = ln((e^r + 1)/2) with r = 5e-7, and the loss is that or r minus that: here their larger one
    r = 5e-7
    assert losses[0, 0] == pytest.approx(math.log1p(math.expm1(r) / 2), rel=1e-14, abs=0)


def test_a_common_shift_loses_nothing():
    losses = neighbour_losses([3.0, 1.0, 2.0], np.full((2, 3), 50.0), EPSILONS, sensitivity=1)
    assert (losses == 0).all()
    alone = neighbour_losses([3.0], [[1.0], [-1.0]], 1.0, sensitivity=1)
    np.testing.assert_allclose(alone, 0.0, atol=1e-15)


def test_large_scores_do_not_blur_it():
    changes = np.array([[1.0, -1.0, 0.0], [0.0, 0.5, -0.5]])
    near = neighbour_losses([0.0, -3.0, 1.0], changes, EPSILONS, sensitivity=1)
    far = neighbour_losses([1e6, 1e6 - 3, 1e6 + 1], changes, EPSILONS, sensitivity=1)
    np.testing.assert_array_equal(near, far)
    apart = neighbour_losses([1e6, -1e6, 0.0], changes, [1e3], sensitivity=1)
    assert apart[0].tolist() == [1000.0, 250.0]


def test_shapes_with_and_without_frames():
    changes = np.array([[1.0, 0.0], [0.0, -1.0], [1.0, -1.0]])
    one = neighbour_losses([0.0, 1.0], changes, 0.5, sensitivity=1)
    assert one.shape == (3,)
    rows = np.array([[0.0, 1.0], [4.0, 0.0]])
    paired = neighbour_losses(rows, changes, [0.5, 2.0], sensitivity=1)
    constant = neighbour_losses(rows, changes, 0.5, sensitivity=1)
    assert paired.shape == constant.shape == (2, 3)
    np.testing.assert_allclose(paired[0], one, rtol=1e-14)
    np.testing.assert_allclose(constant[0], one, rtol=1e-14)
    np.testing.assert_allclose(paired[1], neighbour_losses(rows[1], changes, 2.0, sensitivity=1), rtol=1e-14)
    huge = neighbour_losses(rows, changes, [0.5, 2e3], sensitivity=1)
    close(huge[1:], by_definition(rows[1], changes, [2e3], sensitivity=1), [2e3])


def test_the_worst_over_data_sets_is_the_worst_case():
    """The losses of every data set to its replacements give what the enumeration gives."""
    concepts, epsilon = threshold(2), 1.0

    def distribution(data):
        return exponential_distributions(-concepts.errors(data), epsilon, sensitivity=1)

    found = worst_case(distribution, concepts.records, 3, neighbouring="replace")
    data = list(found.pair[0])
    base = concepts.errors(data)
    changes = [
        base - concepts.errors([*data[:i], record, *data[i + 1 :]]) for i in range(3) for record in concepts.records
    ]
    losses = neighbour_losses(-base, changes, epsilon, sensitivity=1)
    assert losses.max() == pytest.approx(found.loss, rel=1e-13, abs=0)


def ask(key):
    return health_questions()[key].build(health().shuffled(np.random.default_rng(0)))


@pytest.mark.parametrize("relation", ["replace", "add_remove"])
@pytest.mark.parametrize("key", ["health", "plan", "visits", "age-health"])
@pytest.mark.parametrize("sizes", [[30, 30, 30], [12, 30, 90]])
def test_the_worst_neighbour_equals_brute_force(key, relation, sizes):
    question, epsilons = ask(key), np.array([0.05, 0.5, 2.0])
    sensitivity = question.sensitivity("replace")
    tables = question.running_histograms(sizes)
    losses, pairs = worst_neighbours(question, tables, epsilons, neighbouring=relation, sensitivity=sensitivity)
    kinds = range(-1, len(question.record_types))
    for counts, epsilon, loss, named in zip(tables, epsilons, losses, pairs, strict=True):

        def drawn(counts, epsilon=epsilon):
            return exponential_distributions(question.scores(counts), epsilon, sensitivity=sensitivity, log=True)

        here = drawn(counts)

        def to(pair, counts=counts, here=here, drawn=drawn):
            return privacy_loss(here, drawn(neighbour_counts(counts, pair)), log=True)

        one = {"replace": (0,), "add_remove": (1,)}[relation]  # how many of a pair are nobody
        possible = [
            pair
            for pair in itertools.product(kinds, kinds)
            if pair[0] != pair[1] and sum(k < 0 for k in pair) in one and (pair[0] < 0 or counts[pair[0]])
        ]
        worst = max(to(pair) for pair in possible)
        assert loss == pytest.approx(worst, rel=1e-9)
        assert to(named) == pytest.approx(worst, rel=1e-9)


@pytest.mark.parametrize("key", list(health_questions()))
@pytest.mark.parametrize("relation", ["replace", "add_remove"])
def test_the_promise_is_kept_for_every_question(key, relation):
    question, epsilons = ask(key), np.geomspace(0.001, 10, 7)
    tables = question.running_histograms([200] * 7)

    def losses(monotonic):
        sensitivity = question.sensitivity(relation)
        return worst_neighbours(
            question, tables, epsilons, neighbouring=relation, sensitivity=sensitivity, monotonic=monotonic
        )[0]

    monotonic = question.monotonic(relation)
    assert (losses(False) <= epsilons / (2 if monotonic else 1) * (1 + 1e-9)).all()
    if monotonic:
        assert (losses(True) <= epsilons * (1 + 1e-9)).all()


def test_a_neighbour_differs_in_one_person_and_the_impossible_is_refused():
    counts = np.array([[2, 0, 1]])
    assert neighbour_counts(counts, [[0, 1]]).tolist() == [[1, 1, 1]]
    assert neighbour_counts(counts, [[-1, 2], [2, -1], [-1, -1]]).tolist() == [[2, 0, 2], [2, 0, 0], [2, 0, 1]]
    with pytest.raises(ValueError, match="among its 3 people nobody is of type 1"):
        neighbour_counts(counts, [[1, 0]])
    with pytest.raises(ValueError, match="must differ in one person"):
        neighbour_counts(counts, [1, 1])


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64])
def test_unsigned_counts_do_not_wrap(dtype):
    counts = np.array([2, 0, 1], dtype)
    np.testing.assert_array_equal(neighbour_counts(counts, [[0, 1], [-1, 2]]), [[1, 1, 1], [2, 0, 2]])
    with pytest.raises(ValueError, match="nobody is of type 1"):
        neighbour_counts(counts, [1, 0])
