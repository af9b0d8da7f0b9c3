"""The mean of ages, with Laplace noise."""

claim = 1.0
data = [31.0, 4.0, 87.0, 55.0, 20.0]
neighbour = [31.0, 4.0, 0.0, 55.0, 20.0]


def mechanism(data, rng, size):
    epsilon, n = 1.0, len(data)
    return sum(data) / n + rng.laplace(scale=1 / (n * epsilon), size=size)


# After trying:
# The noise is made for answers between 0 and 1: an age moves this mean by up to 100/n, so the loss is 100 ε (LAP-1).
# The two histograms hardly overlap; with scale 100 / (n * epsilon) they do.
