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


def pair(given, first, second, rest=(0, 1)):
    others = [rest] * (given.n - 1)
    return [first, *others], [second, *others]


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
    ],
    "broken": [
        (lambda given: (..., ...), "missing", "three dots"),
        (lambda given: pair(given, (1, 1), (1, -1)), "working", "alike"),
        (lambda given: pair(given, (1, 1), (0, 1), rest=(1, 1)), "working", "others"),
        (lambda given: pair(given, (0.1, 1), (0, 1)), "working", "as much as"),
        (lambda given: pair(given, (2, 1), (0, 1)), "working", "between −1 and 1"),
        (lambda given: ([(1, 1)], [(0, 1)]), "working", "people"),
        (lambda given: pair(given, (1, 1), (1, 1)), "working", "exactly one"),
    ],
    "half": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: fewest(given, target=1), "working", "all of ε"),
        (lambda given: fewest(given, target=0.25), "almost", "twice"),
        (lambda given: fewest(given, curvature=1), "working", "1/4"),
        (lambda given: 10 * fewest(given), "working", "fewer"),
        (lambda given: max(1, fewest(given) // 5), "working", "so few"),
    ],
}
