"""Count yeses with Laplace noise."""

claim = 1.0
data, neighbour = [1, 0, 1, 1, 0], [0, 0, 1, 1, 0]


def mechanism(data, rng, size):
    epsilon = 1.0
    return sum(data) + rng.laplace(scale=1 / epsilon, size=size)


# After trying:
# One person changes the count by 1, and noise of scale 1/ε hides exactly that (LAP-1).
# Halve the scale, run it again, and see how far above the claim the bound climbs.
