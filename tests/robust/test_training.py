"""Adversarial training: plain training at radius 0, the known example, the best weights, bad inputs."""

import numpy as np
import pytest

from dpviz.robust import (
    SignalFeatures,
    accuracy,
    adversarial_losses,
    adversarial_training,
    adversarial_trainings,
    robust_accuracy,
)

MODEL = SignalFeatures()
DATA = MODEL.sample(4000, np.random.default_rng(1))


def test_the_weak_features_die_because_the_radius_exceeds_their_mean():
    plain = adversarial_training(*DATA, radius=0, norm="linf").final
    robust = adversarial_training(*DATA, radius=0.2, norm="linf").final
    assert np.abs(plain[1:]).mean() == pytest.approx(0.224, abs=0.06)
    assert np.abs(robust[1:]).max() < 1e-12  # asked for: at most 1e-3
    assert robust[0] == pytest.approx(1.53, abs=0.15)  # another sample of 4,000: one standard error is 0.05


@pytest.mark.slow  # by day another optimiser finds them, in tests/oracle
@pytest.mark.parametrize(("radius", "norm"), [(0.2, "l2"), (0.0, "linf"), (0.05, "linf"), (0.2, "linf")])
def test_training_finds_the_best_weights_that_theory_names(radius, norm):
    X, y = SignalFeatures(count=2).sample(100_000, np.random.default_rng(0))
    found = adversarial_training(X, y, radius=radius, norm=norm, epochs=400).final
    np.testing.assert_allclose(found, SignalFeatures(count=2).best_weights(radius=radius, norm=norm), atol=0.05)


def test_the_end_is_a_minimum_of_the_adversarial_loss():
    X, y = DATA
    for radius, norm in ((0.0, "linf"), (0.2, "linf"), (0.4, "l2")):
        trained = adversarial_training(X, y, radius=radius, norm=norm, epochs=600)
        for v in np.random.default_rng(2).normal(size=(20, X.shape[1])) / 10:
            there = adversarial_losses(trained.final + v, X, y, radius=radius, norm=norm).mean()
            assert there > trained.losses[-1] - 1e-4
        here = adversarial_losses(trained.final, X, y, radius=radius, norm=norm).mean()
        assert trained.losses[-1] == pytest.approx(here, rel=1e-12)
        assert trained.weights.shape == (601, 21)
        assert (trained.weights[0] == 0).all()
        assert trained.losses[0] == pytest.approx(np.log(2))


def test_accuracies_of_the_distribution_are_those_of_a_large_sample():
    X, y = MODEL.sample(100_000, np.random.default_rng(5))
    for w in (MODEL.best_weights(radius=0, norm="linf"), MODEL.best_weights(radius=0.05, norm="linf")):
        for radius, norm in ((0.0, "linf"), (0.1, "linf"), (0.5, "l2")):
            exact = MODEL.accuracy(w, radius=radius, norm=norm)
            found = robust_accuracy(w, X, y, radius=radius, norm=norm)
            assert abs(found - exact) <= 5 * np.sqrt(exact * (1 - exact) / len(y))
    assert MODEL.accuracy(np.zeros(21)) == 0.5
    assert accuracy(np.zeros(21), X, y) == np.mean(y == 1)


@pytest.mark.parametrize("size", [1e-300, 1e-170, 1e98])
def test_the_accuracy_does_not_depend_on_the_weights_length(size):
    w = np.array([1.0, 0.5, *np.full(19, 0.1)])
    assert MODEL.accuracy(size * w, radius=0.1) == pytest.approx(MODEL.accuracy(w, radius=0.1), rel=1e-12)


def test_robust_weights_give_up_accuracy_and_win_robustness():
    plain, robust = (MODEL.best_weights(radius=r, norm="linf") for r in (0.0, 0.2))
    assert MODEL.accuracy(plain) == pytest.approx(0.8633, abs=1e-4)
    assert MODEL.accuracy(robust) == pytest.approx(0.8413, abs=1e-4)
    assert MODEL.accuracy(plain, radius=0.2) == pytest.approx(0.7081, abs=1e-4)
    assert MODEL.accuracy(robust, radius=0.2) == pytest.approx(0.7881, abs=1e-4)
    # An l2 adversary shrinks all weights alike, so that no prediction changes at all.
    ball = MODEL.best_weights(radius=0.5, norm="l2")
    np.testing.assert_allclose(ball / ball[0], plain / plain[0])


def test_radii_that_are_no_row_are_refused():
    with pytest.raises(ValueError, match=r"radius must be a number or numbers in a row; got shape \(1, 2\)"):
        adversarial_trainings([[1.0]], [1], [[0.1, 0.2]], norm="l2", epochs=1)


def test_weights_of_another_length_are_refused():
    with pytest.raises(ValueError, match=r"w must have shape \(21,\)"):
        MODEL.accuracy([1.0])
