"""The most popular of five, with its noisy count."""

import numpy as np

claim = 1.0
data, neighbour = [[0, 0, 0, 0, 0]], [[1, 1, 1, 1, 1]]  # who likes what


def mechanism(data, rng, size):
    epsilon = 1.0
    noisy = np.sum(data, axis=0) + rng.laplace(scale=2 / epsilon, size=(size, 5))
    best = np.argmax(noisy, axis=1)
    return np.column_stack([best, noisy.max(axis=1)])


# After trying:
# The largest of five noisy counts is low only if all five are, and that tells about all of them: 2.5 ε (EXP-6).
# The count has to be released with noise of its own, which is paid for.
