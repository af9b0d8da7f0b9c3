"""Answers to “One round”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def not_below_the_last(means, rng):
    """All that tie for the last place stay."""
    return np.flatnonzero(means >= np.sort(means)[len(means) // 2])


def above_the_last(means, rng):
    """Nobody that ties for the last place stays, unless all do."""
    last = np.sort(means)[len(means) // 2]
    return (
        np.flatnonzero(means > last)
        if (means > last).sum() >= len(means) // 2
        else np.argsort(means)[len(means) // 2 :]
    )


def pairwise(means, rng):
    """Neighbours meet, the winner stays: not the better half."""
    return [max(i, i + 1, key=lambda arm: means[arm] if arm < len(means) else -1) for i in range(0, len(means), 2)]


def a_set_one_by_one(means, rng):
    left = set(range(len(means)))
    while len(left) > (len(means) + 1) // 2:
        least = min(means[arm] for arm in left)
        left.remove(int(rng.choice([arm for arm in sorted(left) if means[arm] == least])))
    return left


def sure_and_drawn(means, rng):
    keep = (len(means) + 1) // 2
    last = np.sort(means)[::-1][keep - 1]
    sure, tied = np.flatnonzero(means > last), np.flatnonzero(means == last)
    return tuple(np.concatenate([sure, rng.choice(tied, size=keep - len(sure), replace=False)]).astype(float))


WRONG = [
    (lambda m, rng: ..., "missing", "three dots"),
    (lambda m, rng: np.argsort(m)[: (len(m) + 1) // 2], "working", "worse half"),
    (lambda m, rng: np.sort(m)[len(m) // 2 :], "working", "their means"),
    (lambda m, rng: m >= np.median(m), "working", "yes or no"),
    (lambda m, rng: np.flatnonzero(m > np.median(m)), "almost", "round"),
    (lambda m, rng: np.argsort(m)[::-1][: len(m) // 2], "almost", "round"),
    (lambda m, rng: np.argsort(m, kind="stable")[len(m) // 2 :], "almost", "numbering"),
    (lambda m, rng: np.argsort(m + rng.uniform(0, 0.001, len(m)))[len(m) // 2 :], "working", "equal means only"),
    (lambda m, rng: np.argsort(np.argsort(m))[len(m) // 2 :], "working", "mean is higher"),
    (lambda m, rng: np.flatnonzero(m >= np.median(m)), "working", "tie for 1 place"),
    (not_below_the_last, "working", "tie for 1 place"),
    (above_the_last, "almost", "round"),
    (lambda m, rng: len(m) - 1 - np.argsort(m[::-1], kind="stable")[len(m) // 2 :], "almost", "numbering"),
    (lambda m, rng: rng.permutation(len(m))[len(m) // 2 :], "working", "mean is higher"),
    (lambda m, rng: np.argsort(m)[len(m) // 4 :], "working", "how many should stay"),
    (pairwise, "working", "mean is higher"),
]


RIGHT = [
    lambda m, rng: np.lexsort((rng.random(len(m)), m))[len(m) // 2 :],
    a_set_one_by_one,
    sure_and_drawn,
    lambda m, rng: sorted(range(len(m)), key=lambda arm: (m[arm], rng.random()))[len(m) // 2 :],
]
