"""Valid calls of dpviz.robust."""

import numpy as np

from dpviz.robust import finite_maximum, pgd, plain_training

X, Y, W = [[0.5, 0.25], [-0.5, 0.75]], [1, -1], [1.0, -2.0]


def uphill(pert):
    return np.array([-1.0, 2.0])


# What takes long, and rightly: parameters of which a million is not tried.
SLOW = {
    "adversarial_training": ["epochs"],
    "adversarial_trainings": ["epochs"],
    "plain_training": ["epochs"],
    "pgd": ["steps"],
}

USUAL = dict(w=W, X=X, y=Y, epochs=5)

EXAMPLES = {
    "FiniteMaximum.directional": dict(direction=[1.0]),
    "SignalFeatures": dict(count=4),
    "SignalFeatures.accuracy": dict(w=[1.0, 0.5, 0.5, 0.5, 0.5]),
    "adversarial_training": dict(epochs=5),
    "adversarial_trainings": dict(radius=[0.25, 0.5]),
    "finite_maximum": dict(values=[0.0, 0.0, -1.0], gradients=[[-1.0], [0.0], [1.0]]),
    "pgd": dict(gradient=uphill, start=[0.0, 0.0], steps=5),
    "plain_training": dict(epochs=5),
    "project": dict(pert=[3.0, 4.0]),
}

MADE = {
    "Ascent": lambda: pgd(uphill, [0, 0], radius=0.5, norm="linf", steps=5, rate=0.125),
    "FiniteMaximum": lambda: finite_maximum([0.0, 0.0, 0.0], [[-1.0], [0.0], [1.0]]),
    "Training": lambda: plain_training(X, Y, epochs=5),
}
