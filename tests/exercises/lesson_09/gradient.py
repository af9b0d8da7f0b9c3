"""Answers to “The gradient of a maximum”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

from tests.exercises.lesson_09.shared import attack, downhill


def without_two(w, x, y, radius):
    moved = x + attack(w, x, y, radius)
    return (w @ moved - y) * moved


def it_helps_there(w, x, y, radius):
    moved = x - attack(w, x, y, radius)
    return 2 * (w @ moved - y) * moved


def always_up(w, x, y, radius):
    moved = x + radius * np.sign(w)
    return 2 * (w @ moved - y) * moved


def as_for_a_label(w, x, y, radius):
    moved = x - radius * np.sign(y) * np.sign(w)
    return 2 * (w @ moved - y) * moved


def along_the_weights_too(w, x, y, radius):
    moved = x + radius * np.sign(w @ x - y) * w / np.linalg.norm(w)
    return 2 * (w @ moved - y) * moved


def error_without_sign(w, x, y, radius):
    more = abs(w @ x - y) + radius * np.abs(w).sum()
    return 2 * more * (x + radius * np.sign(w))


def moved_by_x(w, x, y, radius):
    moved = x + radius * np.sign(w @ x - y) * np.sign(x)
    return 2 * (w @ moved - y) * moved


def not_moved_far_enough(w, x, y, radius):
    moved = x + radius / 2 * np.sign(w @ x - y) * np.sign(w)
    return 2 * (w @ moved - y) * moved


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
    (lambda w, x, y, r: 2 * (w @ (x + attack(w, x, y, r)) - y) * x, "working", "second place"),
    (lambda w, x, y, r: 2 * (w @ x - y) * (x + attack(w, x, y, r)), "working", "two places"),
    (without_two, "almost", "half"),
    (lambda w, x, y, r: 2 * (w @ (x + attack(w, x, y, r)) - y) * w, "working", "in x"),
    (downhill, "working", "downhill"),
    (it_helps_there, "working", "helps"),
    (always_up, "working", "worst for these weights"),
    (as_for_a_label, "working", "worst for these weights"),
    (along_the_weights_too, "working", "worst for these weights"),
    (error_without_sign, "working", "worst for these weights"),
    (moved_by_x, "working", "worst for these weights"),
    (not_moved_far_enough, "working", "worst for these weights"),
    (the_loss, "working", "shape"),
]


RIGHT = [
    lambda w, x, y, r: [(the_loss(w + 0.0001 * e, x, y, r) - the_loss(w, x, y, r)) / 0.0001 for e in np.eye(len(w))],
    by_central_differences,
    in_closed_form,
    over_all_corners,
]
