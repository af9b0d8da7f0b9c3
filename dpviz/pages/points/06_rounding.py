"""Noise that is rounded, for a readable answer."""

import numpy as np

claim = 1.0
data, neighbour = [1, 0, 1, 1, 0, 1, 0], [0, 0, 1, 1, 0, 1, 0]


def mechanism(data, rng, size):
    epsilon = 1.0
    mean = sum(data) / len(data)
    return np.round(mean + np.round(rng.laplace(scale=1 / epsilon, size=size)), 3)


# After trying:
# The noise moves the answer by whole steps only, so what stands behind the point is the true mean's (DP-1).
# Rounding after the noise would have been free: np.round(mean + noise, 3) (DP-4).
