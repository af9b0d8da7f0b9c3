"""Plausible wrong answers to exercise 9: what makes the answer, the verdict, a word of its sentence."""

import numpy as np


def stub(w, x, y, radius): ...


def label_forgotten(w, x, y, radius):
    return np.clip(x - radius * np.sign(w), 0, 1)


def it_helps(w, x, y, radius):
    return np.clip(x + y * radius * np.sign(w), 0, 1)


def not_clipped(w, x, y, radius):
    return x - y * radius * np.sign(w)


def the_change(w, x, y, radius):
    return -y * radius * np.sign(w)


def along_the_weights(w, x, y, radius):
    return np.clip(x - y * radius * w / np.linalg.norm(w), 0, 1)


def without_sign(w, x, y, radius):
    return np.clip(x - y * radius * w, 0, 1)


def change_given_up(w, x, y, radius):
    moved = x - y * radius * np.sign(w)
    return np.where((moved < 0) | (moved > 1), x, moved)


def attack(w, x, y, radius):
    return radius * np.sign(w @ x - y) * np.sign(w)


def nobody_attacks(w, x, y, radius):
    return 2 * (w @ x - y) * x


def moved_once(w, x, y, radius):
    return 2 * (w @ (x + attack(w, x, y, radius)) - y) * x


def moved_behind(w, x, y, radius):
    return 2 * (w @ x - y) * (x + attack(w, x, y, radius))


def without_two(w, x, y, radius):
    moved = x + attack(w, x, y, radius)
    return (w @ moved - y) * moved


def in_x(w, x, y, radius):
    return 2 * (w @ (x + attack(w, x, y, radius)) - y) * w


def downhill(w, x, y, radius):
    moved = x + attack(w, x, y, radius)
    return -2 * (w @ moved - y) * moved


def it_helps_there(w, x, y, radius):
    moved = x - attack(w, x, y, radius)
    return 2 * (w @ moved - y) * moved


def always_up(w, x, y, radius):
    moved = x + radius * np.sign(w)
    return 2 * (w @ moved - y) * moved


def as_for_a_label(w, x, y, radius):
    moved = x - radius * np.sign(y) * np.sign(w)
    return 2 * (w @ moved - y) * moved


def crossing(given):
    grid = np.linspace(-10, 10, 200_001)
    theta = grid[np.argmin(np.max(np.outer(grid, given.slopes) + given.heights, axis=1))]
    order = np.argsort(given.slopes * theta + given.heights)[-2:]
    left, right = sorted(float(given.slopes[i]) for i in order)
    return float(theta), left, right


def swapped(given):
    theta, left, right = crossing(given)
    return theta, right, left


def flat(given):
    return crossing(given)[0], 0.0, 0.0


def mean_slope(given):
    theta, left, right = crossing(given)
    return theta, (left + right) / 2, (left + right) / 2


def steepest(given):
    return crossing(given)[0], float(given.slopes.min()), float(given.slopes.max())


def beside(given):
    theta, left, right = crossing(given)
    return theta + 0.5, left, right


def roughly(given):
    theta, left, right = crossing(given)
    return theta + 0.01, left, right


def descend(X, y, change, steps=300, rate=0.1):
    w = np.zeros(X.shape[1])
    for _ in range(steps):
        moved = X + change(w)
        pulls = 1 / (1 + np.exp(y * (moved @ w)))
        w = w + rate * (pulls * y) @ moved / len(y)
    return w


def as_it_stands(X, y, radius):
    return descend(X, y, lambda w: 0 * X)


def attack_helps(X, y, radius):
    return descend(X, y, lambda w: radius * y[:, None] * np.sign(w))


def attack_without_label(X, y, radius):
    return descend(X, y, lambda w: -radius * np.sign(w))


def uphill(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * np.sign(w), rate=-0.1)


def hardly_trained(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * np.sign(w), steps=3, rate=0.01)


def half_the_radius(X, y, radius):
    return descend(X, y, lambda w: -radius / 2 * y[:, None] * np.sign(w))


def long_steps(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * np.sign(w), rate=1.5)


def along_the_weights_there(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * w / max(np.linalg.norm(w), 1e-9))


def means(given):
    return np.array([given.strong] + [given.weak] * given.count)


def guessing(given):
    return float(np.sum(means(given) ** 2) / np.sum(means(given)))


def wanted(given):
    length, total = np.linalg.norm(means(given)), np.sum(means(given))
    return float(length * (length - given.strong) / (total - length))


WRONG = {
    "worst": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: label_forgotten, "working", "label −1"),
        (lambda given: it_helps, "working", "stronger"),
        (lambda given: not_clipped, "almost", "darker"),
        (lambda given: the_change, "working", "after"),
        (lambda given: along_the_weights, "working", "could do worse"),
        (lambda given: without_sign, "working", "more than the radius"),
        (lambda given: change_given_up, "almost", "near 0 and 1"),
    ],
    "gradient": [
        (lambda given: nobody_attacks, "working", "nobody attacks"),
        (lambda given: moved_once, "working", "second place"),
        (lambda given: moved_behind, "working", "two places"),
        (lambda given: without_two, "almost", "half"),
        (lambda given: in_x, "working", "in x"),
        (lambda given: downhill, "working", "downhill"),
        (lambda given: it_helps_there, "working", "helps"),
        (lambda given: always_up, "working", "worst for these weights"),
        (lambda given: as_for_a_label, "working", "worst for these weights"),
    ],
    "kink": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (swapped, "almost", "to the left"),
        (flat, "working", "not flat"),
        (mean_slope, "working", "Two slopes"),
        (steepest, "almost", "just to the left"),
        (beside, "working", "rises to the right"),
        (roughly, "almost", "Very near"),
        (lambda given: ("x", 1, 2), "working", "one number"),
    ],
    "train": [
        (lambda given: as_it_stands, "working", "same weights"),
        (lambda given: attack_helps, "working", "Whom"),
        (lambda given: attack_without_label, "working", "all labels"),
        (lambda given: uphill, "working", "downhill"),
        (lambda given: hardly_trained, "working", "often enough"),
        (lambda given: half_the_radius, "almost", "another one"),
        (lambda given: long_steps, "almost", "to and fro"),
        (lambda given: along_the_weights_there, "working", "weak weights live"),
    ],
    "cost": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: given.weak, "working", "turn a weak feature"),
        (guessing, "working", "only guesses"),
        (lambda given: wanted(given) / 2, "working", "still the better"),
        (lambda given: 1.5 * wanted(given), "working", "long been"),
        (lambda given: 1.01 * wanted(given), "almost", "three digits"),
        (lambda given: -0.1, "working", "at least 0"),
    ],
}
