"""Answers to “A private rule among 2⁶⁰”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def not_private(points, labels, largest, epsilon, rng):
    return max([x for x, y in zip(points, labels, strict=True) if y], default=-1) + 1


def drawn_block(points, labels, largest, epsilon, rng, cost=0.5, last=1, offset=1, by_size=True):
    """The block's ends, its distribution as the exercise asks; or with one thing wrong."""
    starts = [0, *(x + offset for x in sorted(set(points)))]
    ends = [*starts[1:], largest + last]
    mistakes = [sum((x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts]
    sizes = np.array([b - a if by_size else 1 for a, b in zip(starts, ends, strict=True)], dtype=float)
    weights = sizes * np.exp(-epsilon * cost * np.array(mistakes))
    block = rng.choice(len(starts), p=weights / weights.sum())
    return starts[block], ends[block]


def with_one_thing_wrong(**wrong):
    def learn(points, labels, largest, epsilon, rng):
        return int(rng.integers(*drawn_block(points, labels, largest, epsilon, rng, **wrong)))

    return learn


def distance_in_floats(points, labels, largest, epsilon, rng):
    start, end = drawn_block(points, labels, largest, epsilon, rng)
    return start + int(rng.random() * (end - start))


def from_the_right_in_floats(points, labels, largest, epsilon, rng):
    start, end = drawn_block(points, labels, largest, epsilon, rng)
    return end - 1 - int(rng.random() * (end - start))


def never_the_first(points, labels, largest, epsilon, rng):
    start, end = drawn_block(points, labels, largest, epsilon, rng)
    return int(rng.integers(start + (end - start > 1), end))


def of_each_x(points, labels, largest, epsilon, rng):
    """By Gumbel's noise on the blocks' logarithms, and Python's own whole numbers."""
    best = None
    starts = [0, *(x + 1 for x in sorted(set(points)) if x < largest)]
    for start, end in zip(starts, [*starts[1:], largest + 1], strict=True):
        mistakes = sum((x < start) != y for x, y in zip(points, labels, strict=True))
        value = math.log(end - start) - epsilon * mistakes / 2 + rng.gumbel()
        best = max(best or (value, start, end), (value, start, end))
    return best[1] + int.from_bytes(rng.bytes(16), "big") % (best[2] - best[1])


def taken_for_sorted(points, labels, largest, epsilon, rng):
    """The labels stay where they are when the points are sorted."""
    return of_each_x(sorted(points), labels, largest, epsilon, rng)


def sure_where_all_are_alike(points, labels, largest, epsilon, rng):
    if not any(labels):
        return 0
    return of_each_x(points, labels, largest, epsilon, rng)


def logarithm_of_no_rule(points, labels, largest, epsilon, rng):
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    sizes = np.diff([*starts, largest + 1])
    mistakes = np.array([sum((x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts])
    logs = np.array([math.log(size) for size in sizes]) - epsilon * mistakes / 2
    block = (logs + rng.gumbel(size=len(logs))).argmax()
    return int(rng.integers(starts[block], starts[block] + sizes[block]))


WRONG = [
    (sure_where_all_are_alike, "working", "do not come"),
    (logarithm_of_no_rule, "working", "math domain error"),
    (taken_for_sorted, "working", "do not come"),
    (lambda p, labels, largest, e, rng: ..., "missing", "three dots"),
    (with_one_thing_wrong(by_size=False), "working", "together"),
    (with_one_thing_wrong(cost=-0.5), "working", "sign"),
    (with_one_thing_wrong(cost=1), "working", "twice"),
    (lambda *told: drawn_block(*told)[0], "almost", "within a block"),
    (lambda p, labels, largest, e, rng: int(rng.uniform(*drawn_block(p, labels, largest, e, rng))), "almost", "grid"),
    (not_private, "working", "do not come"),
    (distance_in_floats, "almost", "grid"),
    (from_the_right_in_floats, "almost", "grid"),
    (with_one_thing_wrong(cost=0.25), "working", "half of what"),
    (with_one_thing_wrong(last=0), "almost", "threshold too"),
    (with_one_thing_wrong(offset=0), "working", "do not come"),
    (never_the_first, "almost", "within a block"),
    (lambda p, labels, largest, e, rng: int(rng.integers(0, largest + 1)), "working", "no difference"),
    (lambda p, labels, largest, e, rng: str(rng.integers(largest)), "working", "type str"),
]


RIGHT = [
    of_each_x,
    lambda p, labels, largest, e, rng: np.array(rng.integers(*drawn_block(p, labels, largest, e, rng), dtype=np.int64)),
]
