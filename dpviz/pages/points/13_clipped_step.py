"""One step of DP-SGD, with clipped gradients."""

import numpy as np

claim, delta = 1.0, 1e-5
data = [0.5, -0.5, 0.0]  # each person's gradient
neighbour = [0.5, -0.5, 0.0, 10.0]


def mechanism(data, rng, size):
    clipped = np.clip(data, -1, 1)
    return clipped.sum() + rng.normal(scale=3.8, size=size)


# After trying:
# No gradient moves the sum by more than 1, and normal noise of σ = 3.8 is enough for that at this δ (GAU-1).
# The bound is one at the δ claimed: with delta = 0 there would be none for normal noise.
