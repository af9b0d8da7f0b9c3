"""Plausible wrong answers to exercise 7: what makes the answer, the verdict, a word of its sentence."""

import math

import numpy as np


def stub(w, X, y, lam, b): ...


def pulls(w, X, y):
    return y / (1 + np.exp(y * (X @ w)))


def uphill(w, X, y, lam, b):
    return lam * w + pulls(w, X, y) @ X / len(y) + b / len(y)


def summed(w, X, y, lam, b):
    return lam * w - pulls(w, X, y) @ X + b / len(y)


def b_as_it_is(w, X, y, lam, b):
    return lam * w - pulls(w, X, y) @ X / len(y) + b


def no_noise(w, X, y, lam, b):
    return lam * w - pulls(w, X, y) @ X / len(y)


def not_held(w, X, y, lam, b):
    return -pulls(w, X, y) @ X / len(y) + b / len(y)


def twice_held(w, X, y, lam, b):
    return 2 * lam * w - pulls(w, X, y) @ X / len(y) + b / len(y)


def wrong_side(w, X, y, lam, b):
    return lam * w - (y / (1 + np.exp(-y * (X @ w)))) @ X / len(y) + b / len(y)


def one_number(w, X, y, lam, b):
    return float(np.sum(no_noise(w, X, y, lam, b)))


def overflows(w, X, y, lam, b):
    with np.errstate(all="ignore"):
        small = np.exp(-y * (X @ w))
        return lam * w - (y * small / (1 + small)) @ X / len(y) + b / len(y)


def labels_zero_one(w, X, y, lam, b):
    return lam * w + (1 / (1 + np.exp(-(X @ w))) - y) @ X / len(y) + b / len(y)


def zero_one_all_the_way(w, X, y, lam, b):
    return lam * w + (1 / (1 + np.exp(-(X @ w))) - (y + 1) / 2) @ X / len(y) + b / len(y)


def label_forgotten(w, X, y, lam, b):
    return lam * w - (y / (1 + np.exp(X @ w))) @ X / len(y) + b / len(y)


def times_w(w, X, y, lam, b):
    return lam * w - pulls(w, X, y) @ X / len(y) + b * w / len(y)


def away(w, X, y, lam, b):
    return -lam * w - pulls(w, X, y) @ X / len(y) + b / len(y)


def cut_exponent(w, X, y, lam, b):
    return lam * w - (y / (1 + np.exp(np.minimum(y * (X @ w), 1)))) @ X / len(y) + b / len(y)


def objective(w, X, y, lam, b):
    return lam / 2 * (w @ w) + np.logaddexp(0, -y * (X @ w)).mean() + b @ w / len(y)


def central_differences(w, X, y, lam, b, h=1e-6):
    return [(objective(w + h * e, X, y, lam, b) - objective(w - h * e, X, y, lam, b)) / (2 * h) for e in np.eye(len(w))]


def forward_differences(w, X, y, lam, b):
    return tuple((objective(w + 1e-6 * e, X, y, lam, b) - objective(w, X, y, lam, b)) / 1e-6 for e in np.eye(len(w)))


def one_by_one(w, X, y, lam, b):
    total = np.zeros(len(w), dtype=np.longdouble)
    for row, label in zip(X, y, strict=True):
        margin = label * float(row @ w)
        small = math.exp(-abs(margin))
        total -= label * row * (small / (1 + small) if margin > 0 else 1 / (1 + small))
    return (total + b) / len(y) + lam * w


def in_single_precision(w, X, y, lam, b):
    return (lam * w - (y * (1 - np.tanh(y * (X @ w) / 2)) / 2) @ X / len(y) + b / len(y)).astype(np.float32)


def with_length(draw):
    """A release with the direction of normal numbers, and a length drawn by `draw(rng, dimensions, t)`."""

    def release(w, n, lam, epsilon, rng):
        direction = rng.normal(size=len(w))
        return w + draw(rng, len(w), 2 / (n * lam * epsilon)) * direction / np.linalg.norm(direction)

    return release


def cut_at(reach):
    return with_length(lambda rng, d, t: min(rng.gamma(d, t), reach * t))


def drawn_again(rng, d, t):
    while True:
        found = rng.gamma(d, t)
        if found < 3.3 * d * t:
            return found


def direction_not_normed(w, n, lam, epsilon, rng):
    return w + rng.gamma(len(w), 2 / (n * lam * epsilon)) * rng.normal(size=len(w))


def by_angles(w, n, lam, epsilon, rng):
    if len(w) != 3:
        return release_by_sum(w, n, lam, epsilon, rng)
    turn, tilt = rng.uniform(0, 2 * np.pi), rng.uniform(0, np.pi)
    direction = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    return w + rng.gamma(3, 2 / (n * lam * epsilon)) * direction


def the_same_each_time(w, n, lam, epsilon, rng):
    return release_by_sum(w, n, lam, epsilon, np.random.default_rng(0))


def release_by_sum(w, n, lam, epsilon, rng):
    """A sum of exponentials is Gamma; a point of the ball, pushed to the sphere, has any direction."""
    length = -2 / (n * lam * epsilon) * np.log(1 - rng.random(len(w))).sum()
    while True:
        direction = rng.uniform(-1, 1, size=len(w))
        size = np.sqrt(direction @ direction)
        if 0 < size <= 1:
            return (w + length * direction / size).tolist()


def release_by_radii(w, n, lam, epsilon, rng):
    """A normal vector whose own length is replaced."""
    at = rng.standard_normal(len(w)).astype(np.longdouble)
    return w + at / np.sqrt((at**2).sum()) * rng.standard_gamma(len(w)) * 2 / (n * lam * epsilon)


def spread(w, length, direction):
    return w + length * direction / np.linalg.norm(direction)


def each_coordinate(w, n, lam, epsilon, rng):
    return w + rng.laplace(scale=2 / (n * lam * epsilon), size=len(w))


def from_a_cube(w, n, lam, epsilon, rng):
    return spread(w, rng.gamma(len(w), 2 / (n * lam * epsilon)), rng.uniform(-1, 1, size=len(w)))


def one_exponential(w, n, lam, epsilon, rng):
    return spread(w, rng.exponential(2 / (n * lam * epsilon)), rng.normal(size=len(w)))


def normal(w, n, lam, epsilon, rng):
    return w + rng.normal(scale=2 / (n * lam * epsilon), size=len(w))


def half_as_long(w, n, lam, epsilon, rng):
    return spread(w, rng.gamma(len(w), 1 / (n * lam * epsilon)), rng.normal(size=len(w)))


def without_lambda(w, n, lam, epsilon, rng):
    return spread(w, rng.gamma(len(w), 2 / (n * epsilon)), rng.normal(size=len(w)))


def rate_for_scale(w, n, lam, epsilon, rng):
    return spread(w, rng.gamma(len(w), n * lam * epsilon / 2), rng.normal(size=len(w)))


def without_n(w, n, lam, epsilon, rng):
    return spread(w, rng.gamma(len(w), 2 / (lam * epsilon)), rng.normal(size=len(w)))


def always_three(w, n, lam, epsilon, rng):
    return spread(w, rng.gamma(3, 2 / (n * lam * epsilon)), rng.normal(size=len(w)))


def noise_alone(w, n, lam, epsilon, rng):
    return spread(0 * w, rng.gamma(len(w), 2 / (n * lam * epsilon)), rng.normal(size=len(w)))


def by_the_data(X, longest):
    return X / np.linalg.norm(X, axis=1).max()


def standardised(X, longest):
    return (X - X.mean(axis=0)) / (longest * 100)


def only_divided(X, longest):
    return X / longest


def coordinates_cut(X, longest):
    return np.clip(X, -longest, longest) / longest


def all_of_length_one(X, longest):
    lengths = np.linalg.norm(X, axis=1)
    return X / np.where(lengths > 0, lengths, 1)[:, None]


def silenced(X, longest):
    return np.where((np.linalg.norm(X, axis=1) <= longest)[:, None], X / longest, 0.0)


def left_out(X, longest):
    return X[np.linalg.norm(X, axis=1) <= longest] / longest


def squeezed(X, longest):
    return np.clip(X, -longest, longest) / (longest * np.sqrt(X.shape[1]))


def lengths_of(X):
    return np.linalg.norm(X, axis=1)


def without_guard(X, longest):
    with np.errstate(all="ignore"):
        return X / lengths_of(X)[:, None]


def by_the_longest_known(X, longest):
    return X / min(longest, lengths_of(X).max())


def by_the_shortest(X, longest):
    return X / lengths_of(X).min() * 1e-3


def unit_forgotten(X, longest):
    return X / np.maximum(lengths_of(X), 1)[:, None]


def softly(X, longest):
    return X / (longest + lengths_of(X))[:, None]


def largest_coordinate(X, longest):
    return X / np.maximum(np.abs(X).max(axis=1), longest)[:, None]


def zero_by_zero(X, longest):
    with np.errstate(all="ignore"):
        return X * (np.minimum(lengths_of(X), longest) / lengths_of(X))[:, None] / longest


def row_by_row(X, longest):
    found = []
    for row in X:
        length = math.hypot(*row)
        found.append([x / longest if length <= longest else x / length for x in row])
    return found


def in_two_steps(X, longest):
    found = (X / longest).astype(np.float32)
    return found / np.maximum(1, np.linalg.norm(found, axis=1, keepdims=True))


def pair(given, first, second, rest=(0, 1)):
    others = [rest] * (given.n - 1)
    return [first, *others], [second, *others]


def in_another_order(given):
    here, there = pair(given, (1, 1), (0, 1))
    return np.array(here), np.array(there)[::-1]


def fewest(given, target=0.5, curvature=0.25):
    return math.ceil(curvature / (given.lam * math.expm1(target * given.epsilon)))


WRONG = {
    "slope": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: uphill, "working", "uphill"),
        (lambda given: summed, "working", "mean"),
        (lambda given: b_as_it_is, "working", "as it is"),
        (lambda given: no_noise, "working", "changes nothing"),
        (lambda given: not_held, "working", "no difference"),
        (lambda given: twice_held, "working", "factor"),
        (lambda given: wrong_side, "working", "elsewhere"),
        (lambda given: one_number, "working", "shape"),
        (lambda given: overflows, "almost", "large"),
        (lambda given: labels_zero_one, "working", "labels 0 and 1"),
        (lambda given: label_forgotten, "working", "elsewhere"),
        (lambda given: times_w, "working", "changes nothing"),
        (lambda given: away, "working", "does not have"),
        (lambda given: cut_exponent, "working", "elsewhere"),
    ],
    "release": [
        (lambda given: each_coordinate, "working", "directions"),
        (lambda given: from_a_cube, "working", "directions"),
        (lambda given: one_exponential, "working", "lengths"),
        (lambda given: normal, "working", "lengths"),
        (lambda given: half_as_long, "almost", "short"),
        (lambda given: without_lambda, "working", "four times the λ"),
        (lambda given: without_n, "working", "as many people"),
        (lambda given: rate_for_scale, "working", "quarter of ε"),
        (lambda given: always_three, "almost", "another number"),
        (lambda given: noise_alone, "working", "added"),
        (lambda given: cut_at(4), "working", "lengths"),
        (lambda given: cut_at(6), "almost", "an end"),
        (lambda given: cut_at(9), "almost", "an end"),
        (lambda given: cut_at(10), "almost", "cut off"),
        (lambda given: with_length(drawn_again), "almost", "an end"),
        (lambda given: with_length(lambda rng, d, t: 0.85 * rng.gamma(d, t)), "almost", "too short"),
        (lambda given: with_length(lambda rng, d, t: 0.95 * rng.gamma(d, t)), "almost", "too short"),
        (lambda given: with_length(lambda rng, d, t: 2 * rng.gamma(d, t)), "almost", "too long"),
        (lambda given: with_length(lambda rng, d, t: rng.gamma(d + 1, t)), "working", "lengths"),
        (lambda given: direction_not_normed, "working", "lengths"),
        (lambda given: by_angles, "working", "directions"),
        (lambda given: the_same_each_time, "working", "no chance"),
    ],
    "rows": [
        (lambda given: by_the_data, "working", "everybody"),
        (lambda given: standardised, "working", "everybody"),
        (lambda given: only_divided, "working", "longer than 1"),
        (lambda given: coordinates_cut, "working", "longer than 1"),
        (lambda given: all_of_length_one, "almost", "equally long"),
        (lambda given: silenced, "almost", "not heard"),
        (lambda given: left_out, "working", "shape"),
        (lambda given: squeezed, "almost", "unit"),
        (lambda given: without_guard, "almost", "equally long"),
        (lambda given: by_the_longest_known, "working", "everybody"),
        (lambda given: by_the_shortest, "working", "everybody"),
        (lambda given: unit_forgotten, "almost", "unit"),
        (lambda given: softly, "almost", "keep its place"),
        (lambda given: largest_coordinate, "working", "longer than 1"),
        (lambda given: zero_by_zero, "almost", "row of zeros"),
    ],
    "broken": [
        (lambda given: (..., ...), "missing", "three dots"),
        (lambda given: pair(given, (1, 1), (1, -1)), "working", "alike"),
        (lambda given: pair(given, (1, 1), (0, 1), rest=(1, 1)), "working", "others"),
        (lambda given: pair(given, (0.1, 1), (0, 1)), "working", "as much as"),
        (lambda given: pair(given, (2, 1), (0, 1)), "working", "between −1 and 1"),
        (lambda given: ([(1, 1)], [(0, 1)]), "working", "people"),
        (lambda given: pair(given, (1, 1), (1, 1)), "working", "nobody is replaced"),
        (lambda given: ([(1, 1)] * given.n, [(0, 1)] * given.n), "working", "exactly one"),
        (lambda given: pair(given, (1, 1), (-1, 1)), "working", "alike"),
        (lambda given: pair(given, (1, 1), (0.9, 1), rest=(0, -1)), "working", "as much as"),
        (lambda given: pair(given, (1, 0), (0, 0)), "working", "every label"),
        (lambda given: ([1] * given.n, [0] * given.n), "working", "list of pairs"),
    ],
    "half": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: fewest(given, target=1), "working", "all of ε"),
        (lambda given: fewest(given, target=0.25), "almost", "twice"),
        (lambda given: fewest(given, curvature=1), "working", "1/4"),
        (lambda given: 10 * fewest(given), "working", "fewer"),
        (lambda given: max(1, fewest(given) // 5), "working", "so few"),
        (lambda given: math.ceil(1 / (2 * given.lam * given.epsilon)), "almost", "keep the logarithm"),
        (lambda given: fewest(given) - 0.5, "working", "whole number"),
        (lambda given: 0, "working", "at least 1"),
    ],
}

#: Wrong numbers that must differ from the right ones on every seed.
FORMULAS = {
    "half": [
        lambda given: fewest(given) - 1,
        lambda given: fewest(given) + 1,
        lambda given: round(0.25 / (given.lam * math.expm1(given.epsilon / 2))),
        lambda given: fewest(given, target=1),
        lambda given: fewest(given, target=0.25),
        lambda given: fewest(given, curvature=1),
        lambda given: fewest(given, curvature=0.5),
        lambda given: math.ceil(1 / (2 * given.lam * given.epsilon)),
        lambda given: math.ceil(1 / (4 * given.lam * math.exp(given.epsilon / 2))),
    ]
}

#: Right answers by other ways, and of other types.
RIGHT = {
    "slope": [
        lambda given: central_differences,
        lambda given: forward_differences,
        lambda given: one_by_one,
        lambda given: in_single_precision,
        lambda given: zero_one_all_the_way,
    ],
    "release": [lambda given: release_by_sum, lambda given: release_by_radii],
    "rows": [lambda given: row_by_row, lambda given: in_two_steps],
    "broken": [
        lambda given: pair(given, (0, 1), (1, 1)),
        lambda given: pair(given, (-1.0, -1), (0, -1), rest=(0, -1)),
        lambda given: tuple(
            np.array(one)[::step] for one, step in zip(pair(given, (1, 1), (0, 1)), (1, -1), strict=True)
        ),
        lambda given: tuple(tuple(map(tuple, one)) for one in pair(given, (1, 1), (0.01, 1))),
    ],
    "half": [
        lambda given: np.int64(fewest(given)),
        lambda given: float(fewest(given)),
        lambda given: np.ceil(0.25 / (given.lam * np.expm1(given.epsilon / 2))),
        lambda given: next(n for n in range(1, 10**6) if math.log(1 + 1 / (4 * n * given.lam)) <= given.epsilon / 2),
    ],
}
