"""Answers to “Find the bug”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def descend(X, y, change, steps=300, rate=0.1, unmoved=""):
    w = np.zeros(X.shape[1])
    for _ in range(steps):
        moved = X + change(w)
        pulls = 1 / (1 + np.exp(y * ((X if unmoved == "in the margin" else moved) @ w)))
        w = w + rate * (pulls * y) @ (X if unmoved == "in the gradient" else moved) / len(y)
    return w


def adversarially(**otherwise):
    """Training with the worst pictures, and one thing otherwise."""
    return lambda X, y, radius: descend(X, y, lambda w: -radius * y[:, None] * np.sign(w), **otherwise)


def along_the_weights_there(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * w / max(np.linalg.norm(w), 1e-9))


def only_the_strongest(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * np.sign(w) * (np.abs(w) == np.abs(w).max()))


def all_but_the_strong_one(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * np.sign(w) * (np.arange(len(w)) > 0))


def once_in_ten_steps(X, y, radius):
    seen = []

    def change(w):
        seen.append(np.sign(w) if len(seen) % 10 == 0 else seen[-1])
        return -radius * y[:, None] * seen[-1]

    return descend(X, y, change)


def once_after_training(X, y, radius):
    w = descend(X, y, lambda w: 0 * X)
    moved = X - radius * y[:, None] * np.sign(w)
    return descend(moved, y, lambda w: 0 * X)


def shorter_and_shorter(X, y, radius):
    """The loss with its worst case written out, a step that shrinks; a list."""
    w = np.zeros(X.shape[1])
    for step in range(1, 1501):
        margin = y * (X @ w) - radius * np.abs(w).sum()
        pulls = 1 / (1 + np.exp(margin))
        slope = -(pulls * y) @ X / len(y) + radius * np.sign(w) * pulls.mean()
        w = w - slope / np.sqrt(step)
    return w.tolist()


def shrunk(X, y, radius):
    """A gradient step for the mean margin, then each weight pulled towards 0: proximal steps."""
    w = np.zeros(X.shape[1])
    for _ in range(600):
        pulls = 1 / (1 + np.exp(y * (X @ w) - radius * np.abs(w).sum()))
        w = w + 0.3 * (pulls * y) @ X / len(y)
        w = np.sign(w) * np.maximum(np.abs(w) - 0.3 * radius * pulls.mean(), 0)
    return w.astype(np.float32)


def at_one_radius(X, y, radius):
    return descend(X, y, lambda w: -(0.24 if radius else 0) * y[:, None] * np.sign(w))


WRONG = [
    (lambda X, y, r: descend(X, y, lambda w: 0 * X), "working", "same weights"),
    (all_but_the_strong_one, "almost", "attack"),
    (once_in_ten_steps, "almost", "attack"),
    (lambda X, y, r: descend(X, y, lambda w: r * y[:, None] * np.sign(w)), "working", "Whom"),
    (lambda X, y, r: descend(X, y, lambda w: -r * np.sign(w)), "working", "all labels"),
    (adversarially(rate=-0.1), "working", "downhill"),
    (adversarially(steps=3, rate=0.01), "working", "often enough"),
    (lambda X, y, r: descend(X, y, lambda w: -r / 2 * y[:, None] * np.sign(w)), "almost", "another one"),
    (adversarially(rate=1.5), "almost", "to and fro"),
    (along_the_weights_there, "working", "weak weights are not 0"),
    (at_one_radius, "almost", "half of it"),
    (adversarially(unmoved="in the gradient"), "working", "Whom"),
    (adversarially(unmoved="in the margin"), "almost", "where x appears"),
    (only_the_strongest, "working", "weak weights are not 0"),
    (lambda X, y, r: descend(X, y, lambda w: -r * np.sign(X)), "working", "Whom"),
    (once_after_training, "working", "Whom"),
    (lambda X, y, r: X @ adversarially()(X, y, r), "working", "shape"),
]


RIGHT = [shorter_and_shorter, shrunk, adversarially(rate=0.3), adversarially(steps=200, rate=0.5)]
