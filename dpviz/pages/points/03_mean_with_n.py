"""The mean of answers whose number nobody is told."""

claim = 1.0
data, neighbour = [1], [1, 0]


def mechanism(data, rng, size):
    epsilon, n = 1.0, len(data)
    return (sum(data) + rng.laplace(scale=1 / epsilon, size=size)) / n


# After trying:
# The sum is protected, but where a person is added or removed the divisor changes too, and nothing hides it (CONV-2).
# Where n is public, neighbours have equally many records: with neighbour = [0] the same code keeps its claim.
