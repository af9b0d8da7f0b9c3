"""One step of DP-SGD, with gradients as they are."""

claim, delta = 1.0, 1e-5
data = [0.5, -0.5, 0.0]  # each person's gradient
neighbour = [0.5, -0.5, 0.0, 10.0]


def mechanism(data, rng, size):
    return sum(data) + rng.normal(scale=3.8, size=size)


# After trying:
# Nothing limits what one person's gradient is, so the noise is made for 1 and has to hide 10 (GAU-1).
# Clip each gradient, max(-1, min(1, g)), before the sum: what is private is the clipped sum.
