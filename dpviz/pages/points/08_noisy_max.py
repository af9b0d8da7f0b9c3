"""The most popular of five, by noisy counts."""

import numpy as np

claim = 1.0
data = [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0]]  # who likes what
neighbour = [[1, 0, 0, 0, 0], [1, 0, 1, 0, 0]]


def mechanism(data, rng, size):
    epsilon = 1.0
    noise = rng.laplace(scale=2 / epsilon, size=(size, 5))
    return np.argmax(np.sum(data, axis=0) + noise, axis=1)


# After trying:
# Only the name of the winner leaves, and that costs ε however many candidates there are (EXP-6).
# Let the neighbour like all five and return the winning noisy count as well: the bound climbs above the claim.
