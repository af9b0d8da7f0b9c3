"""Answers to “Find the bug”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

from tests.exercises.material import own


def published(middle, scale=None, after=None):
    """Noise on what `middle` makes of the ages."""

    def mean_age(ages, highest, epsilon, rng):
        width = (scale or (lambda n, top: top / n))(len(ages), highest) / epsilon
        found = middle(ages) + rng.laplace(scale=width)
        return after(found, highest) if after else found

    return mean_age


def published_with(noise):
    return lambda ages, highest, epsilon, rng: np.mean(ages) + noise(rng) * highest / len(ages) / epsilon


def one_more_person(ages):
    return np.sum(ages) / (len(ages) + 1)


def drawn_until_possible(ages, highest, epsilon, rng):
    while True:
        found = np.mean(ages) + rng.laplace(scale=highest / len(ages) / epsilon)
        if 0 <= found <= highest:
            return found


def exact_of_one(ages, highest, epsilon, rng):
    return ages[0] if len(ages) == 1 else np.mean(ages) + rng.laplace(scale=highest / len(ages) / epsilon)


WRONG = [
    (exact_of_one, "working", "no randomness"),
    (lambda a, h, e, rng: np.mean(a) + rng.laplace(scale=np.max(a) / len(a) / e), "working", "given away"),
    (
        lambda a, h, e, rng: np.mean(a) + rng.laplace(scale=(np.max(a) - np.min(a)) / len(a) / e),
        "working",
        "given away",
    ),
    (lambda a, h, e, rng: np.mean(a) + rng.laplace(scale=(h - np.min(a)) / len(a) / e), "working", "given away"),
    (lambda a, h, e, rng: np.mean(a) + rng.laplace(scale=1 / len(a) / e), "working", "given away"),
    (lambda a, h, e, rng: np.mean(a) + rng.laplace(scale=h / e), "almost", "noisier"),
    (lambda a, h, e, rng: rng.laplace(scale=h / len(a) / e), "working", "around the mean"),
    (lambda a, h, e, rng: np.sum(a) + rng.laplace(scale=h / e), "working", "around the mean"),
    (published(np.median), "working", "given away"),
    (published(lambda ages: np.round(np.mean(ages))), "working", "rounded **before**"),
    (published(one_more_person), "working", "around the mean"),
    (published(np.mean, lambda n, top: top / n / 2), "working", "given away"),
    (published(np.mean, lambda n, top: 0.85 * top / n), "almost", "can exceed"),
    (published(np.mean, lambda n, top: top / (n - 1)), "almost", "noisier"),
    (published(np.mean, after=lambda found, top: round(found)), "almost", "round"),
    (published(np.mean, after=lambda found, top: np.clip(found, 18, top)), "almost", "again"),
    (lambda a, h, e, rng: np.mean(a) + rng.normal(scale=0.7 * h / len(a) / e), "working", "given away"),
    (lambda a, h, e, rng: np.mean(a) + np.clip(rng.laplace(), -5, 5) * h / len(a) / e, "almost", "again and again"),
    (lambda a, h, e, rng: np.mean(a) + np.clip(rng.laplace(), -6, 6) * h / len(a) / e, "almost", "again and again"),
    (published_with(lambda rng: np.clip(rng.laplace(), -11, 11)), "almost", "stops short"),
    (drawn_until_possible, "working", "draw again"),
]


RIGHT = [
    lambda a, h, e, rng: (sum(a) + rng.laplace(0, h / e)) / len(a),
    lambda a, h, e, rng: h / 2 + (np.sum(a - h / 2) + rng.laplace(scale=h / e)) / len(a),
    published(np.mean, after=lambda found, top: np.clip(found, 0, top)),
    published(np.mean, after=lambda found, top: max(found, 0)),
    published(np.mean, after=lambda found, top: round(found, 2)),
    published(np.mean, after=lambda found, top: round(min(max(found, 0), top), 3)),
    own(lambda given: published(lambda ages: np.mean(np.clip(ages, 0, given.highest)))),
]
