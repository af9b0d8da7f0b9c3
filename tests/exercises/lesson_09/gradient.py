"""Answers to “The gradient of a maximum”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def worst(w, x, y):
    return np.sign(w @ x - y) * np.sign(w)


def moved(by=worst, factor=2):
    """The gradient where the example was moved by `by(w, x, y)` radii."""

    def gradient(w, x, y, radius):
        there = x + radius * by(w, x, y)
        return factor * (w @ there - y) * there

    return gradient


def error_unmoved(w, x, y, radius):
    return 2 * (w @ x - y) * (x + radius * worst(w, x, y))


def place_unmoved(w, x, y, radius):
    return 2 * (w @ (x + radius * worst(w, x, y)) - y) * x


def in_x(w, x, y, radius):
    return 2 * (w @ (x + radius * worst(w, x, y)) - y) * w


def error_without_sign(w, x, y, radius):
    more = abs(w @ x - y) + radius * np.abs(w).sum()
    return 2 * more * (x + radius * np.sign(w))


def the_loss(w, x, y, radius):
    return (abs(w @ x - y) + radius * np.abs(w).sum()) ** 2


def by_central_differences(w, x, y, radius):
    pairs = [(w + 1e-5 * e, w - 1e-5 * e) for e in np.eye(len(w))]
    return tuple((the_loss(up, x, y, radius) - the_loss(down, x, y, radius)) / 2e-5 for up, down in pairs)


def in_closed_form(w, x, y, radius):
    error = w @ x - y
    more = abs(error) + radius * np.abs(w).sum()
    return (2 * more * (np.sign(error) * x + radius * np.sign(w))).astype(np.float32)


def over_all_corners(w, x, y, radius):
    corners = [x + radius * np.array(signs) for signs in np.ndindex(*(2,) * len(x))]
    corners = [corner - radius * (corner == x) for corner in corners]
    worst = max(corners, key=lambda corner: (w @ corner - y) ** 2)
    return 2 * (w @ worst - y) * worst


WRONG = [
    (lambda w, x, y, r: 2 * (w @ x - y) * x, "working", "nobody attacks"),
    (place_unmoved, "working", "second place"),
    (error_unmoved, "working", "two places"),
    (moved(factor=1), "almost", "half"),
    (in_x, "working", "in x"),
    (moved(factor=-2), "working", "downhill"),
    (moved(lambda w, x, y: -worst(w, x, y)), "working", "helps"),
    (moved(lambda w, x, y: np.sign(w)), "working", "worst for these weights"),
    (moved(lambda w, x, y: -np.sign(y) * np.sign(w)), "working", "worst for these weights"),
    (moved(lambda w, x, y: np.sign(w @ x - y) * w / np.linalg.norm(w)), "working", "worst for these weights"),
    (error_without_sign, "working", "worst for these weights"),
    (moved(lambda w, x, y: np.sign(w @ x - y) * np.sign(x)), "working", "worst for these weights"),
    (moved(lambda w, x, y: worst(w, x, y) / 2), "working", "worst for these weights"),
    (the_loss, "working", "shape"),
]


RIGHT = [
    lambda w, x, y, r: [(the_loss(w + 0.0001 * e, x, y, r) - the_loss(w, x, y, r)) / 0.0001 for e in np.eye(len(w))],
    by_central_differences,
    in_closed_form,
    over_all_corners,
]
