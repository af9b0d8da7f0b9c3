"""Laplace noise as a computer draws it."""

claim = 1.0
data, neighbour = [0], [1]
bits = True  # the last bits of the answers may tell something too


def mechanism(data, rng, size):
    epsilon = 1.0
    return sum(data) + rng.laplace(scale=1 / epsilon, size=size)


# After trying:
# Floating-point numbers are finer near 0 than near 1, so an answer's last bits tell which sum was under the noise
# (CONV-7). With bits = False these digits are not looked at, and nothing is found.
