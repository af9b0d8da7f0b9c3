"""Solutions of exercise 9. Each function takes the student's own numbers and gives the answer that is checked."""

import numpy as np


def worst(w, x, y, radius):
    return np.clip(x - y * radius * np.sign(w), 0, 1)


def gradient(w, x, y, radius):
    moved = x + radius * np.sign(w @ x - y) * np.sign(w)
    return 2 * (w @ moved - y) * moved


def kink(given):
    options = []
    for a, b in zip(given.slopes, given.heights, strict=True):
        for c, d in zip(given.slopes, given.heights, strict=True):
            if a < 0 < c:
                theta = (d - b) / (a - c)
                options.append((np.max(given.slopes * theta + given.heights), theta, a, c, a * theta + b))
    # Of the crossings, the one that lies on the maximum.
    _, theta, left, right, _ = min(option for option in options if abs(option[0] - option[4]) < 1e-9)
    return float(theta), float(left), float(right)


def train(X, y, radius):
    w = np.zeros(X.shape[1])
    for _ in range(300):
        moved = X - radius * y[:, None] * np.sign(w)
        pulls = 1 / (1 + np.exp(y * (moved @ w)))
        w = w + 0.1 * (pulls * y) @ moved / len(y)
    return w


def cost(given):
    means = np.array([given.strong] + [given.weak] * given.count)
    length, total = np.sqrt(np.sum(means**2)), np.sum(means)
    return float(length * (length - given.strong) / (total - length))


SOLUTIONS = {
    "worst": lambda given: worst,
    "gradient": lambda given: gradient,
    "kink": kink,
    "train": lambda given: train,
    "cost": cost,
}
