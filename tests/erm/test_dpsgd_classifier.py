"""Private gradient descent as a classifier: it is the method beneath, and says what it kept."""

import copy
import math

import numpy as np
import pytest

from dpviz.erm import DPSGD, Clouds, DPSGDClassifier, HuberLoss
from dpviz.privacy.accounting import dpsgd_epsilon, dpsgd_renyi

rng = np.random.default_rng
X, Y = Clouds().draw(1000, rng(0))
SETTING = {"clip": 0.3, "rate": 0.2, "steps": 50, "learning_rate": 3.0}


def test_weights_are_those_of_the_method():
    model = DPSGDClassifier(**SETTING, noise_multiplier=2.0, loss=HuberLoss(0.3), random_state=5).fit(X, Y)
    method = DPSGD(**SETTING, noise_multiplier=2.0, loss=HuberLoss(0.3))
    np.testing.assert_array_equal(model.coef_[0], method.run(X, Y, rng(5)).last)
    assert model.intercept_.tolist() == [0.0]
    assert model.epsilon_ == dpsgd_epsilon(2.0, 0.2, 50, 1e-5)[1]
    assert (model.noise_multiplier_, model.delta_) == (2.0, 1e-5)
    words = DPSGDClassifier(**SETTING, noise_multiplier=2.0, loss=HuberLoss(0.3), random_state=5)
    words.fit(X, np.where(Y > 0, "yes", "no"))
    np.testing.assert_array_equal(words.coef_, model.coef_)
    assert set(words.predict(X)) == {"yes", "no"}


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 8.0])
def test_the_noise_is_the_least_that_keeps_the_promise(epsilon):
    model = DPSGDClassifier(**SETTING, epsilon=epsilon, random_state=1).fit(X, Y)
    assert 0.99 * epsilon < model.epsilon_ <= epsilon
    less = dpsgd_epsilon(0.97 * model.noise_multiplier_, rate=0.2, steps=50, delta=1e-5)[0]
    assert less > epsilon


def test_rows_of_any_norm_and_an_intercept():
    model = DPSGDClassifier(**SETTING, noise_multiplier=1.0, fit_intercept=True, random_state=3).fit(40 * X + 7, Y)
    whole = np.column_stack([40 * X + 7, np.ones(len(X))])
    inner = DPSGD(**SETTING, noise_multiplier=1.0).run(whole, Y, rng(3)).last
    np.testing.assert_allclose(model.decision_function(40 * X + 7), whole @ inner, rtol=1e-9)
    assert model.score(40 * X + 7, Y) > 0.9


def test_repetition_and_copies():
    one, two = (DPSGDClassifier(noise_multiplier=1.0, random_state=7).fit(X, Y) for _ in range(2))
    np.testing.assert_array_equal(one.coef_, two.coef_)
    np.testing.assert_array_equal(copy.deepcopy(one).predict(X), one.predict(X))
    assert repr(DPSGDClassifier(clip=2.0)) == "DPSGDClassifier(clip=2.0)"


def test_a_tiny_delta_has_the_epsilon_that_renyi_proves():
    model = DPSGDClassifier(delta=1e-90, noise_multiplier=1.0).fit(X, Y)
    assert model.epsilon_ == dpsgd_renyi(1.0, model.rate, model.steps, 1e-90).epsilon


def test_labels_in_rows_of_different_lengths_are_refused_by_name():
    with pytest.raises(ValueError, match=r"^y must"):
        DPSGDClassifier().fit(X[:2], [[1.0], [1.0, 2.0]])


def test_the_output_does_not_tell_the_number_of_records_where_it_is_not_public():
    """Two thousand empty features: the noise's variance is all there is to see."""

    def variance(n, records):
        model = DPSGDClassifier(
            noise_multiplier=1e5, rate=1.0, steps=10, clip=1.0, learning_rate=1.0, records=records, random_state=n
        )
        model.fit(np.zeros((n, 2000)), [0, 1] * (n // 2) + [0] * (n % 2))
        return float(np.square(model.coef_).mean()) / (10 * (1e5 / 20) ** 2)

    for n in (20, 21, 25):
        assert variance(n, 20) == pytest.approx(1.0, abs=5 * math.sqrt(2 / 2000))
    # Without, the number of rows is the divisor, and public.
    assert variance(25, None) == pytest.approx((20 / 25) ** 2, abs=5 * math.sqrt(2 / 2000))
    with pytest.raises(ValueError, match="records must be"):
        DPSGDClassifier(records=0).fit(X, Y)
