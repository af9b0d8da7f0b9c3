"""Answers to “Noisy sums”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

SIDE = 3 / np.sqrt(2)


def clipped(X, y):
    return X / np.maximum(np.linalg.norm(X, axis=1), 1)[:, None], np.clip(y, -1, 1)


def answer(
    clip=clipped, factor=SIDE, even=lambda G: (G + G.T) / 2, exact=lambda X, y: X.T @ np.column_stack([X, y]), draw=None
):
    """An answer that does one thing otherwise."""

    def sums(X, y, sigma, rng):
        X, y = clip(X, y)
        d = X.shape[1]
        noise = factor * sigma * (draw(rng, (d, d + 1)) if draw else rng.normal(size=(d, d + 1)))
        return exact(X, y) + np.column_stack([even(noise[:, :d]), noise[:, d]])

    return sums


def mirrored(G):
    return np.triu(G) + np.triu(G, 1).T


def without_the_long(X, y):
    kept = (np.linalg.norm(X, axis=1) <= 1) & (np.abs(y) <= 1)
    return X[kept], y[kept]


def one_by_one(X, y, sigma, rng):
    d = X.shape[1]
    total = np.zeros((d, d + 1))
    for x, label in zip(X, y, strict=True):
        x = x / max(1.0, float(np.sqrt(x @ x)))
        total += np.outer(x, [*x, min(1.0, max(-1.0, label))])
    for i in range(d):
        for j in range(i, d):
            drawn = rng.normal(0, 3 * sigma / 2**0.5)
            total[i, j] += drawn
            total[j, i] = total[i, j]
    total[:, d] += rng.normal(0, 3 * sigma / 2**0.5, size=d)
    return total.tolist()


def only_where_there_is_something(X, y, sigma, rng):
    found, exact = answer()(X, y, sigma, rng), answer()(X, y, 0.0, rng)
    return np.where(exact == 0, 0, found)


WRONG = [
    (only_where_there_is_something, "working", "without noise"),
    (lambda X, y, sigma, rng: ..., "missing", "three dots"),
    (answer(exact=lambda X, y: X.T @ np.column_stack([X, y]) / len(y)), "working", "means"),
    (answer(exact=lambda X, y: np.column_stack([X.T @ (X - X.mean(axis=0)), X.T @ y])), "working", "subtract"),
    (answer(exact=lambda X, y: X.T @ np.column_stack([X, -y])), "working", "not XᵀX"),
    (answer(clip=lambda X, y: (X, np.clip(y, -1, 1))), "working", "long row"),
    (answer(clip=lambda X, y: (clipped(X, y)[0], y)), "working", "large label"),
    (answer(clip=lambda X, y: (np.clip(X, -1, 1) / np.sqrt(X.shape[1]), y)), "working", "not XᵀX"),
    (answer(clip=lambda X, y: (clipped(X, y)[0], np.minimum(y, 1))), "working", "large label"),
    (answer(clip=lambda X, y: (clipped(X, y)[0], y / max(1, np.abs(y).max()))), "working", "large label"),
    (answer(clip=lambda X, y: (np.clip(X, -1, 1), np.clip(y, -1, 1))), "working", "long row"),
    (answer(clip=lambda X, y: (X / max(1, np.linalg.norm(X, axis=1).max()), np.clip(y, -1, 1))), "working", "long row"),
    (answer(clip=without_the_long), "almost", "left out"),
    (answer(clip=lambda X, y: (clipped(X, y)[0], np.where(np.abs(y) > 1, 0.0, y))), "almost", "another way"),
    (lambda X, y, sigma, rng: answer(factor=0)(X, y, sigma, rng), "working", "without noise"),
    (answer(even=lambda G: 0 * G), "working", "without noise"),
    (answer(even=lambda G: G), "working", "symmetric"),
    (answer(draw=lambda rng, shape: np.full(shape, rng.normal())), "working", "the same noise"),
    (answer(factor=1), "working", "sensitivity 1"),
    (answer(factor=np.sqrt(2)), "working", "alone"),
    (answer(factor=2), "working", "opposite labels"),
    (answer(factor=4.5), "almost", "square"),
    (answer(even=lambda G: G + G.T), "almost", "average"),
    (answer(even=lambda G: (G + G.T) / np.sqrt(8)), "working", "on the diagonal"),
    (answer(draw=lambda rng, shape: rng.uniform(-np.sqrt(3), np.sqrt(3), size=shape)), "almost", "not normal"),
    (answer(factor=3), "almost", "too large"),
    (answer(even=lambda G: np.diag(np.diag(G)) + (mirrored(G) - np.diag(np.diag(G))) / 4), "working", "mirrored"),
    (lambda X, y, sigma, rng: (X.T @ X, X.T @ y), "working", "array of numbers"),
]


RIGHT = [one_by_one, answer(), answer(even=mirrored), answer(even=lambda G: mirrored(G.T))]
