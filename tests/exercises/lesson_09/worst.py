"""Answers to “The worst picture”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def change_given_up(w, x, y, radius):
    moved = x - y * radius * np.sign(w)
    return np.where((moved < 0) | (moved > 1), x, moved)


def one_pixel(w, x, y, radius):
    moved = x.copy()
    place = np.argmax(np.abs(w))
    moved[place] -= y * radius * np.sign(w[place])
    return np.clip(moved, 0, 1)


def pixel_by_pixel(w, x, y, radius):
    """Both ends of what a pixel may be, and the better for the adversary."""
    return [min(max(0, p - radius), min(1, p + radius), key=lambda q: y * a * q) for a, p in zip(w, x, strict=True)]


def in_small_steps(w, x, y, radius):
    """Projected gradient steps."""
    moved = x.astype(np.longdouble)
    for _ in range(40):
        moved = np.clip(np.clip(moved - y * w, x - radius, x + radius), 0, 1)
        moved = moved - 1000 * y * w
        moved = np.clip(np.clip(moved, x - radius, x + radius), 0, 1)
    return moved


WRONG = [
    (lambda w, x, y, r: ..., "missing", "three dots"),
    (lambda w, x, y, r: np.clip(x - r * np.sign(w), 0, 1), "working", "label −1"),
    (lambda w, x, y, r: np.clip(x + y * r * np.sign(w), 0, 1), "working", "stronger"),
    (lambda w, x, y, r: x - y * r * np.sign(w), "almost", "darker"),
    (lambda w, x, y, r: -y * r * np.sign(w), "working", "after"),
    (lambda w, x, y, r: np.clip(x - y * r * w / np.linalg.norm(w), 0, 1), "working", "could do worse"),
    (lambda w, x, y, r: np.clip(x - y * r * w, 0, 1), "working", "more than the radius"),
    (change_given_up, "almost", "near 0 and 1"),
    (lambda w, x, y, r: np.maximum(x - y * r * np.sign(w), 0), "almost", "darker"),
    (lambda w, x, y, r: np.where(y * w > 0, 0.0, 1.0), "working", "more than the radius"),
    (one_pixel, "working", "could do worse"),
    (lambda w, x, y, r: np.clip(x - y * np.sign(w), 0, 1), "working", "more than the radius"),
    (lambda w, x, y, r: np.clip(x - y * r * np.sign(x - 0.5), 0, 1), "working", "stronger"),
    (lambda w, x, y, r: float(y * (w @ x) - r * np.abs(w).sum()), "working", "shape"),
]


RIGHT = [pixel_by_pixel, lambda w, x, y, r: np.clip(x - y * r * np.sign(w), 0, 1).astype(np.float32), in_small_steps]
