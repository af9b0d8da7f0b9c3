"""Learners without privacy: what they answer, the samples they refuse and why, and how often they fail."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpviz.learning import bounds, toy
from dpviz.learning.clashes import NotRealizableError
from dpviz.learning.concepts import Conjunctions, Intervals, Parities, Points, Thresholds
from dpviz.learning.learners import fewest_errors, learn_threshold
from dpviz.learning.memoriser import memoriser_error

SMALL = [Points(2), Thresholds(3), Intervals(6), Parities(3), Conjunctions({"a": "xy", "b": "xyz"})]


def test_acceptance_numbers():
    t = Thresholds(3)
    assert learn_threshold(t, [2, 5], [1, 0]).index == 3
    assert learn_threshold(t, [0, 5], [0, 0]).index == 0
    assert learn_threshold(t, [7], [1]).index == 8
    assert memoriser_error(100, universe=1024) == pytest.approx(0.453459, abs=5e-7)
    assert memoriser_error(1024, universe=1024) == pytest.approx(0.183850, abs=5e-7)
    assert memoriser_error(1000, universe=2**20) == pytest.approx(0.499523, abs=5e-7)
    assert [row.score for row in toy.CREDITS] == [22, 15, 17, 11, 15]
    assert all(row.accepted == row.good for row in toy.CREDITS)


@given(st.data())
def test_fewest_errors_is_the_first_of_the_best(data):
    c = data.draw(st.sampled_from(SMALL))
    n = data.draw(st.integers(1, 9))
    X = np.array(data.draw(st.lists(st.integers(c.first, c.first + c.universe - 1), min_size=n, max_size=n)))
    y = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    errors = c.errors(X, y)
    fit = fewest_errors(c, X, y, realizable=False)
    assert (fit.index, fit.errors) == (errors.argmin(), errors.min())
    assert fit.error == (fit.label(X) != y).mean()
    learn = learn_threshold if isinstance(c, Thresholds) else fewest_errors
    if errors.min() == 0:
        assert (learn(c, X, y).label(X) == y).all()
        assert fewest_errors(c, X, y).index == fit.index
    elif not (isinstance(c, Points) and not y.any() and len(set(X)) < c.universe):
        for learner in (learn, fewest_errors):
            with pytest.raises(
                NotRealizableError, match=f"minimum achievable error is {errors.min()} of {n}"
            ) as refused:
                learner(c, X, y)
            clash = list(refused.value.records)
            assert refused.value.least_errors == errors.min()
            assert c.errors(X[clash], y[clash]).min() > 0
            for spare in clash if len(clash) > 1 else []:
                rest = [i for i in clash if i != spare]
                assert c.errors(X[rest], y[rest]).min() == 0


def test_the_message_names_the_records():
    with pytest.raises(NotRealizableError) as refused:
        learn_threshold(Thresholds(4), [9, 3, 5, 1], [0, 0, 1, 1])
    assert str(refused.value) == (
        "the sample must be realisable, but no concept of Thresholds(bits=4) fits "
        "record 1 (x = 3, label 0), record 2 (x = 5, label 1) together; "
        "the minimum achievable error is 1 of 4 records = 0.25"
    )
    with pytest.raises(NotRealizableError, match=r"record 0 \(x = 2, label 1\), record 1 \(x = 2, label 0\)"):
        fewest_errors(Points(3), [2, 2], [1, 0])
    with pytest.raises(NotRealizableError, match=r"record 0 \(x = 2, label 1\), record 2 \(x = 3, label 1\)"):
        fewest_errors(Points(3), [2, 0, 3], [1, 0, 1])
    with pytest.raises(NotRealizableError, match=r"record 0 .* record 2 \(x = 3, label 0\), record 3"):
        fewest_errors(Intervals(5), [1, 2, 3, 4], [1, 1, 0, 1])


def test_sixty_bits_are_learned_without_a_list():
    target = 2**59 + 12345
    X = np.random.default_rng(4).integers(2**60, size=2000)
    t = Thresholds(60)
    y = t.label(target, X)
    fit = learn_threshold(t, X, y)
    assert fit.index == X[y].max() + 1
    assert fewest_errors(t, X, y).index == fit.index
    y[:3] = ~y[:3]
    assert fewest_errors(t, X, y, realizable=False).errors == 3
    with pytest.raises(NotRealizableError, match="3 of 2000") as refused:
        learn_threshold(t, X, y)
    assert len(refused.value.records) == 2
    assert fewest_errors(Points(60), [3, 0, 1], [0, 0, 0]).index == 2
    assert fewest_errors(Points(60), [3, 9, 9], [0, 1, 1]).index == 9


def failures(learn, concepts, weights, target, n, alpha, trials, rng):
    truth = concepts.label(target, concepts.instances)
    bad = 0
    for X in rng.choice(concepts.instances, size=(trials, n), p=weights):
        wrong = learn(X, truth[X]).label(concepts.instances) != truth
        bad += weights[wrong].sum() > alpha
    return bad


def most(trials, beta):
    return trials * beta + 5 * math.sqrt(trials * beta * (1 - beta)) + 1


@pytest.mark.parametrize(("concepts", "n"), [(Thresholds(20), 4000), (Points(14), 5000), (Intervals(1000), 30)])
def test_few_records_of_a_long_sample_clash(concepts, n):
    rng = np.random.default_rng(0)
    X, y = rng.integers(concepts.first, concepts.universe, n), rng.integers(0, 2, n)
    with pytest.raises(NotRealizableError) as refused:
        fewest_errors(concepts, X, y)
    clash = list(refused.value.records)
    assert fewest_errors(concepts, X[clash], y[clash], realizable=False).errors > 0
    for spared in range(len(clash)):
        rest = clash[:spared] + clash[spared + 1 :]
        assert fewest_errors(concepts, X[rest], y[rest]).errors == 0


def test_the_threshold_learner_keeps_its_promise_and_fewer_records_do_not():
    c, alpha, trials = Thresholds(3), 0.1, 3000
    weights = np.array([0.4, 0.1, 0.11, 0.0, 0.09, 0.1, 0.1, 0.1])  # 0.11 next to the cut
    rng = np.random.default_rng(9)
    n = bounds.region_size(alpha, 0.05)

    def learn(X, y):
        return learn_threshold(c, X, y)

    assert failures(learn, c, weights, 3, n, alpha, trials, rng) <= most(trials, 0.05)
    assert failures(learn, c, weights, 3, n // 5, alpha, trials, rng) > most(trials, 0.05)


def test_the_memorisers_error():
    # Who has seen an instance is right there; who has not, guesses.
    rng = np.random.default_rng(10)
    wrong = np.array([(64 - len(set(rng.integers(64, size=30)))) / 128 for _ in range(4000)])
    assert abs(wrong.mean() - memoriser_error(30, universe=64)) <= 5 * wrong.std() / math.sqrt(4000)
    assert memoriser_error(1, universe=[1, 2]).tolist() == [0, 0.25]


def test_toy_data():
    X, y = toy.avocados(200, np.random.default_rng(11))
    fit = fewest_errors(toy.AVOCADOS, X, y)
    assert toy.AVOCADOS.tests(fit.index) == toy.AVOCADOS.tests(toy.RIPE)
    assert toy.AVOCADOS.size == 432
    dose, ill = toy.patients(50, np.random.default_rng(12))
    assert (ill == (dose < 10)).all()


@pytest.mark.parametrize(
    ("call", "error", "words"), [(lambda: fewest_errors(Points(2), [[1]], [[1]]), ValueError, "one sample")]
)
def test_bad_input_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()
