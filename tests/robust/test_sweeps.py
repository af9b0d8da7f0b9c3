"""What the pictures are drawn from: envelopes, one example's attack, trainings at many radii."""

import numpy as np
import pytest

from dpviz.robust import SignalFeatures, adversarial_training
from dpviz.robust.attack_sweep import attack_sweep, example_score, example_uphill, worst_of_example
from dpviz.robust.envelope_sweep import SURFACES, envelope, envelope_sweep
from dpviz.robust.linear import logistic, pull
from dpviz.robust.training_sweep import training_sweep

THETA = np.linspace(-2, 2, 81)


@pytest.mark.parametrize("surface", SURFACES)
def test_an_envelope_is_above_every_curve_and_touches_one(surface):
    one = SURFACES[surface]
    p = np.linspace(-one.reach, one.reach, 401)
    brute = one.value(THETA[:, None], p[None, :]).max(axis=1)
    np.testing.assert_allclose(envelope(surface, THETA), brute, atol=2e-5)
    assert (envelope(surface, THETA) >= brute - 1e-12).all()


@pytest.mark.parametrize("surface", SURFACES)
def test_the_slopes_of_the_theorem_are_those_measured(surface):
    found = envelope_sweep(surface, THETA)
    np.testing.assert_allclose(found.difference[:, 0], found.left, atol=2e-6)
    np.testing.assert_allclose(found.difference[:, 1], found.right, atol=2e-6)
    zero = THETA == 0
    assert found.unique[~zero].all()
    np.testing.assert_array_equal(found.left[~zero], found.right[~zero])
    assert found.unique[zero].all() == (surface == "smooth")
    if surface == "kink":
        assert (found.left[zero], found.right[zero]) == (-1, 1)


@pytest.mark.parametrize("norm", ["linf", "l2"])
@pytest.mark.parametrize("model", ["straight", "bent"])
def test_ascent_never_beats_the_worst_there_is(model, norm):
    radius = np.linspace(0, 0.6, 13)
    found = attack_sweep(model, radius, np.full(13, 60), norm=norm, most=60)
    assert (found.reached <= found.largest + 1e-9).all()
    net = np.array([[a, b] for a in np.linspace(-1, 1, 61) for b in np.linspace(-1, 1, 61)])
    if norm == "l2":
        net = net[np.linalg.norm(net, axis=1) <= 1]
    brute = logistic(example_score(model, radius[:, None, None] * net)).max(axis=1)
    assert (found.largest >= brute - 1e-6).all()
    np.testing.assert_allclose(found.largest, brute, atol=0.03)
    if model == "straight":
        np.testing.assert_allclose(found.reached, found.largest, atol=1e-9)
        np.testing.assert_allclose(found.path[:, -1], found.worst, atol=1e-9)


def test_the_known_loss_and_the_trap_of_the_bent_model():
    straight = attack_sweep("straight", [0.5], [20], norm="linf", most=20)
    assert straight.largest[0] == pytest.approx(2.578889734, abs=1e-9)
    bent = attack_sweep("bent", [0.2, 0.5], [40, 40], norm="linf", most=40)
    assert bent.reached[0] == pytest.approx(bent.largest[0], abs=1e-9)  # a small ball: nearly straight
    assert bent.reached[1] < bent.largest[1] - 0.3  # a larger one: the near peak is not the highest
    assert worst_of_example("bent", radius=0.5, norm="linf").tolist() == [0.5, 0.5]


def test_uphill_is_the_gradient():
    for model in ("straight", "bent"):
        for p in np.random.default_rng(0).uniform(-0.5, 0.5, (10, 2)):
            for j in range(2):
                e = 1e-6 * np.eye(2)[j]
                measured = (
                    logistic(example_score(model, p + e)) - logistic(example_score(model, p - e))
                ) / 2e-6
                assert example_uphill(model, p)[j] == pytest.approx(float(measured), abs=1e-7)


def test_a_path_stops_after_its_steps():
    found = attack_sweep("straight", [0.5, 0.5], [0, 3], norm="linf", most=10)
    assert (found.path[0] == 0).all()
    assert found.reached[0] == found.at_start
    assert np.unique(found.path[1], axis=0).shape == (4, 2)


@pytest.mark.parametrize("norm", ["linf", "l2"])
def test_trainings_at_many_radii_are_those_made_one_by_one(norm):
    X, y = SignalFeatures(count=3).sample(300, np.random.default_rng(0))
    radii = [0.0, 0.05, 0.3]
    found = training_sweep(X, y, radii, norm=norm, epochs=40)
    for radius, weights in zip(radii, found.weights, strict=True):
        single = adversarial_training(X, y, radius=radius, norm=norm, epochs=40)
        np.testing.assert_allclose(weights, single.weights, atol=1e-9)
    with pytest.raises(ValueError, match="radius must be"):
        training_sweep(X, y, [-0.1], norm=norm, epochs=4)


def test_the_pull_neither_overflows_nor_loses_digits():
    m = np.array([-800.0, -1.0, 0.0, 1.0, 700.0])
    with np.errstate(all="raise"):
        found = pull(m)
    np.testing.assert_allclose(found[1:4], 1 / (1 + np.exp(m[1:4])), rtol=1e-15)
    assert found[0] == 1
    assert found[4] == pytest.approx(np.exp(-700.0), rel=1e-12)
