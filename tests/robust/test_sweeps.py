"""What the pictures are drawn from: envelopes, one example's attack, trainings at many radii."""

from itertools import pairwise

import numpy as np
import pytest

from dpviz.robust import SignalFeatures, adversarial_trainings, pgd, worst_perturbation
from dpviz.robust.envelope import SURFACES, envelope, envelope_slopes
from dpviz.robust.example import RATE, example_score, example_uphill, worst_of_example
from dpviz.robust.linear import logistic, pull

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
    ends, slopes = envelope_slopes(surface, THETA)
    value, h = envelope(surface, THETA), 1e-6
    np.testing.assert_allclose((value - envelope(surface, THETA - h)) / h, slopes[:, 0], atol=2e-6)
    np.testing.assert_allclose((envelope(surface, THETA + h) - value) / h, slopes[:, 1], atol=2e-6)
    zero, unique = THETA == 0, ends[:, 0] == ends[:, 1]
    assert unique[~zero].all()
    np.testing.assert_array_equal(slopes[~zero, 0], slopes[~zero, 1])
    assert unique[zero].all() == (surface == "smooth")
    if surface == "kink":
        assert slopes[zero].tolist() == [[-1, 1]]


def ascent(model, radius, norm, steps):
    return pgd(lambda p: example_uphill(model, p), [0, 0], radius=radius, norm=norm, steps=steps, rate=RATE).path


@pytest.mark.parametrize("norm", ["linf", "l2"])
@pytest.mark.parametrize("model", ["straight", "bent"])
def test_ascent_never_beats_the_worst_there_is(model, norm):
    net = np.array([[a, b] for a in np.linspace(-1, 1, 61) for b in np.linspace(-1, 1, 61)])
    if norm == "l2":
        net = net[np.linalg.norm(net, axis=1) <= 1]
    for radius in np.linspace(0, 0.6, 13).tolist():
        worst, path = worst_of_example(model, radius=radius, norm=norm), ascent(model, radius, norm, 60)
        largest, reached = (float(logistic(example_score(model, at))) for at in (worst, path[-1]))
        brute = logistic(example_score(model, radius * net)).max()
        assert reached <= largest + 1e-9
        assert brute - 1e-6 <= largest <= brute + 0.03
        if model == "straight":
            np.testing.assert_allclose(path[-1], worst, atol=1e-9)


def test_the_trap_of_the_bent_model():
    for radius, trapped in ((0.2, False), (0.5, True)):  # a small ball is nearly straight
        worst = worst_of_example("bent", radius=radius, norm="linf")
        at = ascent("bent", radius, "linf", 40)[-1]
        short = float(logistic(example_score("bent", worst)) - logistic(example_score("bent", at)))
        assert (short > 0.3) == trapped
    assert worst.tolist() == [0.5, 0.5]


def test_uphill_is_the_gradient():
    for model in ("straight", "bent"):
        for p in np.random.default_rng(0).uniform(-0.5, 0.5, (10, 2)):
            for j in range(2):
                e = 1e-6 * np.eye(2)[j]
                measured = (logistic(example_score(model, p + e)) - logistic(example_score(model, p - e))) / 2e-6
                assert example_uphill(model, p)[j] == pytest.approx(float(measured), abs=1e-7)


@pytest.mark.parametrize("norm", ["linf", "l2"])
@pytest.mark.parametrize("radius", [0.0, 0.05, 0.3])
def test_a_step_goes_along_the_gradient_at_the_worst_perturbations(norm, radius):
    """Danskin's theorem: the perturbations are held fixed. Not at weights of 0, where many are worst."""
    X, y = SignalFeatures(count=3).sample(300, np.random.default_rng(0))
    path = adversarial_trainings(X, y, [radius], norm=norm, epochs=40)[0]
    for w, after in pairwise(path):
        moved = X + worst_perturbation(w, y, radius=radius, norm=norm)
        wanted = w + 0.5 * ((pull(y * (moved @ w)) * y) @ moved) / len(y)
        kept = (w != 0) & ((wanted * w > 0) | (norm == "l2"))
        np.testing.assert_allclose(after[kept], wanted[kept], atol=1e-12)
    with pytest.raises(ValueError, match="radius must be"):
        adversarial_trainings(X, y, [-0.1], norm=norm, epochs=4)


def test_the_pull_neither_overflows_nor_loses_digits():
    m = np.array([-800.0, -1.0, 0.0, 1.0, 700.0])
    with np.errstate(all="raise"):
        found = pull(m)
    np.testing.assert_allclose(found[1:4], 1 / (1 + np.exp(m[1:4])), rtol=1e-15)
    assert found[0] == 1
    assert found[4] == pytest.approx(np.exp(-700.0), rel=1e-12)
