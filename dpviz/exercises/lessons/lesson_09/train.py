"""Find the bug."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.exercises import Given, Verdict
from dpviz.exercises.form import Generator, Says
from dpviz.exercises.probes import vector
from dpviz.robust import SignalFeatures, adversarial_losses, adversarial_training, plain_training

say = Says(__file__)

CLASSES = SignalFeatures(strong=1.0, weak=0.15, count=5)


def instance(rng: Generator) -> dict[str, Any]:
    X, y = CLASSES.sample(300, rng)
    return {"X": X.round(2), "y": y, "radius": round(float(rng.uniform(0.21, 0.25)), 2)}


def check(train: Any, given: Given, rng: Generator) -> Verdict:
    # The same for everybody: how far training comes hangs on the examples, and verdicts should not.
    fresh, signs = CLASSES.sample(800, np.random.default_rng(0))

    def weights(radius: float) -> np.ndarray:
        return vector(train(fresh, signs, radius), "What `train` returns", shape=(fresh.shape[1],))

    def loss(w: np.ndarray, radius: float) -> float:
        return float(adversarial_losses(w, fresh, signs, radius=radius, norm="linf").mean())

    radius = 0.24
    plain = plain_training(fresh, signs, epochs=300).final
    quiet = weights(0.0)
    say.unless(
        loss(quiet, 0.0) <= loss(plain, 0.0) + 0.01,
        "worse than plain training",
        {"your mean loss": loss(quiet, 0.0), "plain training": loss(plain, 0.0)},
    )
    mine = weights(radius)
    best = adversarial_training(fresh, signs, radius=radius, norm="linf", epochs=300).final

    def row(whose: str, w: np.ndarray) -> tuple[object, ...]:
        return whose, w[0], float(np.abs(w[1:]).mean()), loss(w, radius)

    heading = ("", "strong weight", "weak weights, mean size", "loss when attacked")
    rows: list[tuple[object, ...]] = [heading, row("yours", mine), row("plain training", plain)]
    say.when(np.allclose(mine, quiet, rtol=1e-3, atol=1e-3), "without the adversary", rows)
    say.unless(loss(mine, radius) <= loss(plain, radius), "worse when attacked", rows)
    # The same examples, all turned to label -1: nothing changes for an adversary who minds the label.
    turned = vector(
        train(-fresh * signs[:, None], -np.ones_like(signs), radius), "What `train` returns", shape=(fresh.shape[1],)
    )
    say.unless(loss(turned, radius) <= loss(plain, radius), "label −1", rows)

    # What is left to gain, as a share of what there was: 0 for the best weights, 1 for plain training.
    def gap(w: np.ndarray, best: np.ndarray, radius: float) -> float:
        return (loss(w, radius) - loss(best, radius)) / (loss(plain, radius) - loss(best, radius))

    say.unless(gap(mine, best, radius) <= 0.45, "weak weights live", rows)
    say.unless(gap(mine, best, radius) <= 0.07, "not the best", rows)
    # Twice as large, all features: the steps are as if four times as long, and few of them are enough.
    twice = vector(train(2 * fresh, signs, 2 * radius), "What `train` returns", shape=(fresh.shape[1],))
    say.unless(
        2 * twice[0] > 0.95 * best[0],
        "strong weight too small",
        [
            ("", "strong weight"),
            ("yours, from features twice as large", float(2 * twice[0])),
            ("the best", float(best[0])),
        ],
    )
    # At half the radius there is less to gain, and who takes short steps has farther to go.
    half = radius / 2
    best = adversarial_training(fresh, signs, radius=half, norm="linf", epochs=300).final
    say.unless(gap(weights(half), best, half) <= 0.12, "one radius only", {"the other radius": half})
    return say("correct", rows)
