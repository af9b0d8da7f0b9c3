"""Plausible wrong answers to exercise 9: what makes the answer, the verdict, a word of its sentence."""

from decimal import Decimal
from fractions import Fraction

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


def kept_above_zero(w, x, y, radius):
    return np.maximum(x - y * radius * np.sign(w), 0)


def to_the_ends(w, x, y, radius):
    return np.where(y * w > 0, 0.0, 1.0)


def one_pixel(w, x, y, radius):
    moved = x.copy()
    place = np.argmax(np.abs(w))
    moved[place] -= y * radius * np.sign(w[place])
    return np.clip(moved, 0, 1)


def in_the_unit_radius(w, x, y, radius):
    return np.clip(x - y * np.sign(w), 0, 1)


def by_the_picture(w, x, y, radius):
    return np.clip(x - y * radius * np.sign(x - 0.5), 0, 1)


def score(w, x, y, radius):
    return float(y * (w @ x) - radius * np.abs(w).sum())


def pixel_by_pixel(w, x, y, radius):
    """Both ends of what a pixel may be, and the better for the adversary."""
    return [min(max(0, p - radius), min(1, p + radius), key=lambda q: y * a * q) for a, p in zip(w, x, strict=True)]


def in_single_precision(w, x, y, radius):
    return np.clip(x - y * radius * np.sign(w), 0, 1).astype(np.float32)


def in_small_steps(w, x, y, radius):
    """Projected gradient steps."""
    moved = x.astype(np.longdouble)
    for _ in range(40):
        moved = np.clip(np.clip(moved - y * w, x - radius, x + radius), 0, 1)
        moved = moved - 1000 * y * w
        moved = np.clip(np.clip(moved, x - radius, x + radius), 0, 1)
    return moved


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


def by_forward_differences(w, x, y, radius):
    return [(the_loss(w + 1e-4 * e, x, y, radius) - the_loss(w, x, y, radius)) / 1e-4 for e in np.eye(len(w))]


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


def second_best(given):
    """Where the largest is least among the crossings with the steepest line."""
    theta, left, right = crossing(given)
    return theta - 0.3, left, right


def signs_lost(given):
    theta, left, right = crossing(given)
    return theta, abs(left), abs(right)


def where_the_mean_is_least(given):
    return float(given.slopes.mean()), *crossing(given)[1:]


def steepest_pair(given):
    down, up = np.argmin(given.slopes), np.argmax(given.slopes)
    theta = (given.heights[up] - given.heights[down]) / (given.slopes[down] - given.slopes[up])
    return float(theta), float(given.slopes[down]), float(given.slopes[up])


def flattest_pair(given):
    falling, rising = (
        np.where(given.slopes < 0, given.slopes, -np.inf),
        np.where(given.slopes > 0, given.slopes, np.inf),
    )
    down, up = np.argmax(falling), np.argmin(rising)
    theta = (given.heights[up] - given.heights[down]) / (given.slopes[down] - given.slopes[up])
    return float(theta), float(given.slopes[down]), float(given.slopes[up])


def least_of_the_smallest(given):
    grid = np.linspace(-10, 10, 2001)
    values = np.min(np.outer(grid, given.slopes) + given.heights, axis=1)
    return float(grid[np.argmax(values)]), *crossing(given)[1:]


def by_differences(given):
    theta = crossing(given)[0]

    def largest(at):
        return float(np.max(given.slopes * at + given.heights))

    left = (largest(theta - 1e-3) - largest(theta - 2e-3)) / 1e-3
    right = (largest(theta + 2e-3) - largest(theta + 1e-3)) / 1e-3
    return np.float32(theta), np.array(left), Decimal(right)


def by_halving(given):
    low, high = -20.0, 20.0
    while high - low > 1e-6:
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if np.max(given.slopes * one + given.heights) < np.max(given.slopes * two + given.heights):
            high = two
        else:
            low = one
    return round(low, 3), *(Fraction(slope) for slope in crossing(given)[1:])


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


def unmoved_in_the_gradient(X, y, radius):
    w = np.zeros(X.shape[1])
    for _ in range(300):
        moved = X - radius * y[:, None] * np.sign(w)
        pulls = 1 / (1 + np.exp(y * (moved @ w)))
        w = w + 0.1 * (pulls * y) @ X / len(y)
    return w


def unmoved_in_the_margin(X, y, radius):
    w = np.zeros(X.shape[1])
    for _ in range(300):
        moved = X - radius * y[:, None] * np.sign(w)
        pulls = 1 / (1 + np.exp(y * (X @ w)))
        w = w + 0.1 * (pulls * y) @ moved / len(y)
    return w


def only_the_strongest(X, y, radius):
    return descend(X, y, lambda w: -radius * y[:, None] * np.sign(w) * (np.abs(w) == np.abs(w).max()))


def by_the_features(X, y, radius):
    return descend(X, y, lambda w: -radius * np.sign(X))


def once_after_training(X, y, radius):
    w = descend(X, y, lambda w: 0 * X)
    moved = X - radius * y[:, None] * np.sign(w)
    return descend(moved, y, lambda w: 0 * X)


def only_the_scores(X, y, radius):
    return X @ descend(X, y, lambda w: -radius * y[:, None] * np.sign(w))


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


def means(given):
    return np.array([given.strong] + [given.weak] * given.count)


def guessing(given):
    return float(np.sum(means(given) ** 2) / np.sum(means(given)))


def wanted(given):
    length, total = np.linalg.norm(means(given)), np.sum(means(given))
    return float(length * (length - given.strong) / (total - length))


def sizes(given):
    return float(np.linalg.norm(means(given))), float(np.sum(means(given)))


def strong_not_attacked(given):
    length, total = sizes(given)
    return (length - given.strong) * length / total


def lengths_forgotten(given):
    length, total = sizes(given)
    return (length**2 - given.strong) / (total - 1)


def by_halving_the_interval(given):
    """Where the two rules' margins, in sizes of their noise, are equal."""
    length, total = sizes(given)
    low, high = 0.0, given.strong
    for _ in range(60):
        middle = (low + high) / 2
        if length - middle * total / length > given.strong - middle:
            low = middle
        else:
            high = middle
    return np.float32(low)


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
        (lambda given: kept_above_zero, "almost", "darker"),
        (lambda given: to_the_ends, "working", "more than the radius"),
        (lambda given: one_pixel, "working", "could do worse"),
        (lambda given: in_the_unit_radius, "working", "more than the radius"),
        (lambda given: by_the_picture, "working", "stronger"),
        (lambda given: score, "working", "shape"),
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
        (lambda given: along_the_weights_too, "working", "worst for these weights"),
        (lambda given: error_without_sign, "working", "worst for these weights"),
        (lambda given: moved_by_x, "working", "worst for these weights"),
        (lambda given: not_moved_far_enough, "working", "worst for these weights"),
        (lambda given: the_loss, "working", "shape"),
    ],
    "kink": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (swapped, "almost", "to the left"),
        (flat, "working", "not flat"),
        (mean_slope, "working", "Two slopes"),
        (steepest, "almost", "just to the left"),
        (beside, "working", "rises to the right"),
        (roughly, "almost", "Very near"),
        (second_best, "working", "falls to the right"),
        (signs_lost, "working", "one of your lines"),
        (steepest_pair, "working", "not least"),
        (flattest_pair, "working", "not least"),
        (least_of_the_smallest, "working", "not least"),
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
        (lambda given: unmoved_in_the_gradient, "working", "Whom"),
        (lambda given: unmoved_in_the_margin, "almost", "where x stands"),
        (lambda given: only_the_strongest, "working", "weak weights live"),
        (lambda given: by_the_features, "working", "Whom"),
        (lambda given: once_after_training, "working", "Whom"),
        (lambda given: only_the_scores, "working", "shape"),
    ],
    "cost": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: given.weak, "working", "turn a weak feature"),
        (guessing, "working", "only guesses"),
        (lambda given: wanted(given) / 2, "working", "still the better"),
        (lambda given: 1.5 * wanted(given), "working", "long been"),
        (lambda given: 1.01 * wanted(given), "almost", "three digits"),
        (lambda given: -0.1, "working", "at least 0"),
        (strong_not_attacked, "working", "without** an attack"),
        (lengths_forgotten, "working", "long been"),
        (lambda given: given.strong, "working", "Where do they part"),
    ],
}

#: Wrong numbers that must differ from the right ones on every seed.
FORMULAS = {
    "kink": [swapped, steepest, steepest_pair, flattest_pair, least_of_the_smallest, where_the_mean_is_least, flat],
    "cost": [
        lambda given: given.weak,
        guessing,
        strong_not_attacked,
        lengths_forgotten,
        lambda given: given.strong - sizes(given)[0],
        lambda given: sizes(given)[0] / sizes(given)[1],
        lambda given: given.weak * np.sqrt(given.count) / given.count,
        lambda given: (sizes(given)[0] - given.strong) / (sizes(given)[1] - 1),
        lambda given: (sizes(given)[0] - given.strong) * sizes(given)[0] / (sizes(given)[1] - given.strong),
    ],
}

#: Right answers by other ways, and of other types.
RIGHT = {
    "worst": [lambda given: pixel_by_pixel, lambda given: in_single_precision, lambda given: in_small_steps],
    "gradient": [
        lambda given: by_forward_differences,
        lambda given: by_central_differences,
        lambda given: in_closed_form,
        lambda given: over_all_corners,
    ],
    "kink": [by_differences, by_halving],
    "train": [lambda given: shorter_and_shorter, lambda given: shrunk],
    "cost": [by_halving_the_interval, lambda given: float(f"{wanted(given):.3g}")],
}
