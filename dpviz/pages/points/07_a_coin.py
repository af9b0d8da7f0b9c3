"""Answer truthfully if a coin says so, else say no."""

import numpy as np

claim = 3.0
data, neighbour = [True], [False]


def mechanism(data, rng, size):
    truthful = rng.random(size) < 3 / 4
    return np.where(truthful, data[0], False)


# After trying:
# Who has to say no never says yes, so a yes can only be true: no ε holds, however seldom the truth is told (RR-1).
# Let a second fair coin give the other answer, and the loss becomes finite: ln 7.
