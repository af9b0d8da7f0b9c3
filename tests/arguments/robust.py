"""Valid calls of dpviz.robust."""

import numpy as np

from dpviz.robust import finite_maximum, pgd, plain_training

X, Y, W = [[0.5, 0.25], [-0.5, 0.75]], [1, -1], [1.0, -2.0]
BALL = dict(radius=0.5, norm="linf")


def uphill(pert):
    return np.array([-1.0, 2.0])


# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {
    "adversarial_training": ["epochs"],
    "adversarial_trainings": ["epochs"],
    "plain_training": ["epochs"],
    "pgd": ["steps"],
}

EXAMPLES = {
    "FiniteMaximum.directional": dict(direction=[1.0]),
    "SignalFeatures": dict(strong=1.0, weak=0.125, count=4),
    "SignalFeatures.accuracy": dict(w=[1.0, 0.5, 0.5, 0.5, 0.5], **BALL),
    "SignalFeatures.best_weights": dict(**BALL),
    "SignalFeatures.sample": dict(n=3),
    "accuracy": dict(w=W, X=X, y=Y),
    "adversarial_losses": dict(w=W, X=X, y=Y, **BALL),
    "adversarial_training": dict(X=X, y=Y, **BALL, epochs=5, rate=0.5, inner="exact"),
    "adversarial_trainings": dict(X=X, y=Y, radius=[0.25, 0.5], norm="linf", epochs=5, rate=0.5),
    "dual_norm": dict(w=W, norm="linf"),
    "fgsm": dict(gradient=uphill, dim=2, radius=0.5),
    "finite_maximum": dict(values=[0.0, 0.0, -1.0], gradients=[[-1.0], [0.0], [1.0]], tolerance=0.125),
    "pgd": dict(gradient=uphill, start=[0.0, 0.0], **BALL, steps=5, rate=0.125),
    "plain_training": dict(X=X, y=Y, epochs=5, rate=0.5),
    "project": dict(pert=[3.0, 4.0], **BALL),
    "robust_accuracy": dict(w=W, X=X, y=Y, **BALL),
    "worst_margins": dict(w=W, X=X, y=Y, **BALL),
    "worst_perturbation": dict(w=W, y=Y, **BALL),
}

MADE = {
    "Ascent": lambda: pgd(uphill, [0, 0], radius=0.5, norm="linf", steps=5, rate=0.125),
    "FiniteMaximum": lambda: finite_maximum([0.0, 0.0, 0.0], [[-1.0], [0.0], [1.0]]),
    "Training": lambda: plain_training(X, Y, epochs=5),
}
