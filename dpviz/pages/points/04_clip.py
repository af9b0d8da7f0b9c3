"""A sum of amounts, clipped to a range."""

import numpy as np

claim = 1.0
data, neighbour = [0.0, 1.0, 0.5], [0.0, 10.0, 0.5]


def mechanism(data, rng, size):
    epsilon = 1.0
    noisy = sum(data) + rng.laplace(scale=1 / epsilon, size=size)
    return np.clip(noisy, 0, 2)


# After trying:
# Clipping the answer hides nothing: one record of 10 has moved the sum by then, and the noise is made for 1 (LAP-1).
# Clip each record to [0, 1] before the sum, and look at the same neighbours again.
