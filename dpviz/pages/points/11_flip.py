"""Take candidates in turn, each with a chance that falls with its score."""

import numpy as np

claim = 1.0
data, neighbour = [1, 0], [0, 1]  # the candidates' scores, each of which may change by 1


def mechanism(data, rng, size):
    epsilon = 1.0
    chances = np.exp(epsilon * (np.array(data) - max(data)) / 2)
    taken = rng.random((size, len(data))) < chances  # the best one's chance is 1
    return np.argmax(taken, axis=1)


# After trying:
# Where the best candidate is first it is always taken, and the second is never seen: no ε holds.
# Permute-and-flip draws the order anew each time, and is ε-private (EXP-8).
