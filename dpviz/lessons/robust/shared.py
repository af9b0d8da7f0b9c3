"""What several sections of the lesson share: the adversary, the training, and what it comes to."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import num
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.robust import SignalFeatures, adversarial_training, adversarial_trainings

Floats = NDArray[np.float64]
EPOCHS = 120
MANY, TWO = SignalFeatures(strong=1.0, weak=0.1, count=20), SignalFeatures(strong=1.0, weak=0.3, count=1)
PEOPLE = {MANY: 2000, TWO: 400}  # examples of each distribution
NAMES = {"linf": "ℓ∞", "l2": "ℓ2"}


def adversary() -> Choice:
    """What the adversary may do; each section has its own."""
    options = {"linf": "ℓ∞ ball", "l2": "ℓ2 ball"}
    return Choice("linf", options=options, label="Perturbation set")


def size(default: float = 0.2) -> Number:
    """How far it may go."""
    return Number(default, low=0, high=0.6, steps=61, label="r, the radius", ends=("no attack", "strong"))


def steps_of_training() -> Number:
    """How far the training has come."""
    return Number(EPOCHS, low=0, high=EPOCHS, steps=EPOCHS + 1, whole=True, label="Steps of training", play=True)


def other_examples() -> Seed:
    """A button for other examples of the same distribution."""
    return Seed(button="Other examples", help="Of the same distribution.")


def train(mean: float, count: int, n: int, seed: int, radius: float, norm: str, epoch: int) -> Any:
    distribution = SignalFeatures(strong=1.0, weak=mean, count=count)
    X, y = distribution.sample(n, np.random.default_rng(seed))
    weights = adversarial_training(X, y, radius=radius, norm=norm, epochs=EPOCHS).weights[epoch]
    return distribution, X, y, weights


@lru_cache(maxsize=4)
def examples(distribution: SignalFeatures, seed: int) -> tuple[Floats, Floats]:
    return distribution.sample(PEOPLE[distribution], np.random.default_rng(seed))


@lru_cache(maxsize=16)
def trained(distribution: SignalFeatures, seed: int, norm: str, radii: tuple[float, ...]) -> Floats:
    """Every step of a training for each radius, shape (radii, EPOCHS + 1, d)."""
    return adversarial_trainings(*examples(distribution, seed), radii, norm=norm, epochs=EPOCHS)


def training(
    distribution: SignalFeatures, seed: int, norm: str, radius: Floats, epoch: Any
) -> tuple[Floats, dict[str, Any]]:
    """The weights, one row a frame, and what every picture of a training says of them."""
    radii, which = np.unique(radius, return_inverse=True)
    w = trained(distribution, seed, norm, tuple(radii.tolist()))[which, epoch]
    best = distribution.best_weights(radius=radius, norm=norm)
    return w, {
        "mean": distribution.weak,
        "count": distribution.count,
        "n": PEOPLE[distribution],
        "strong": num(w[:, 0], ".3f"),
        "weak": num(np.abs(w[:, 1:]).mean(axis=1), ".4f"),
        "best_strong": num(best[:, 0], ".3f"),
        "best_weak": num(best[:, 1], ".4f"),
        "dead": (np.abs(w[:, 1:]) < 1e-9).sum(axis=1),
        "accuracy": num(distribution.accuracy(w), ".4f"),
        "robust": num(distribution.accuracy(w, radius=radius, norm=norm), ".4f"),
    }
