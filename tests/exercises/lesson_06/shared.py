"""What answers to several tasks are made of."""

import numpy as np


def cut(rng, scale):
    return np.clip(rng.laplace(scale=scale), -4 * scale, 4 * scale)
