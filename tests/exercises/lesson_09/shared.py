"""What answers to several tasks are made of."""

import numpy as np


def attack(w, x, y, radius):
    return radius * np.sign(w @ x - y) * np.sign(w)


def downhill(w, x, y, radius):
    moved = x + attack(w, x, y, radius)
    return -2 * (w @ moved - y) * moved
