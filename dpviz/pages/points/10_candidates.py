"""The most frequent diagnosis, by the exponential mechanism."""

import numpy as np

claim = 1.0
data, neighbour = [1, 2, 2], [1, 2, 3]  # of the diagnoses 1, 2 and 3


def mechanism(data, rng, size):
    epsilon = 1.0
    candidates, counts = np.unique(data, return_counts=True)
    weights = np.exp(epsilon * counts / 2)
    return rng.choice(candidates, size, p=weights / weights.sum())


# After trying:
# Only diagnoses that occur can be drawn, so a rare one that comes out gives its only patient away: no ε holds (EXP-1).
# The candidates have to be a list that does not depend on the data; [1, 2, 3] is one.
