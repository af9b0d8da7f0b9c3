"""Solutions of exercise 13. Each function takes the student's own numbers and gives the answer that is checked."""

import numpy as np


def nodes(t):
    found, done = [], 0
    for height in range(t.bit_length() - 1, -1, -1):
        if done + 2**height <= t:
            found.append((done + 1, done + 2**height))
            done += 2**height
    return found


def scale(given):
    levels = int(np.log2(given.steps)) + 1
    return levels / given.epsilon, levels**0.5 * given.sigma_one


def totals(stream, sigma, rng):
    noise, found = {}, []
    for t in range(1, len(stream) + 1):
        total = 0.0
        for first, last in nodes(t):
            if (first, last) not in noise:
                noise[first, last] = rng.normal(scale=sigma)
            total += stream[first - 1 : last].sum() + noise[first, last]
        found.append(total)
    return found


def error(L, R):
    return np.linalg.norm(L, axis=1).max() * np.linalg.norm(R, axis=0).max()


def column(T):
    found = np.ones(T)
    for k in range(1, T):
        found[k] = found[k - 1] * (2 * k - 1) / (2 * k)
    return found


SOLUTIONS = {
    "nodes": lambda given: nodes,
    "scale": scale,
    "counter": lambda given: totals,
    "factor": lambda given: error,
    "root": lambda given: column,
}
