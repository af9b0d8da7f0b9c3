"""Answers to “As coarse as it must be”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def k_at_a_time(ages, k):
    ordered = sorted(ages)
    found, at = [], 0
    while len(ordered) - at >= 2 * k:
        found.append(ordered[at])
        end = at + k
        while end < len(ordered) and ordered[end] == ordered[end - 1]:
            end += 1
        at = end
    if len(ordered) - at >= k or not found:
        found.append(ordered[at])
    return found


def ties_forgotten(ages, k):
    ordered = sorted(ages)
    return [ordered[i * k] for i in range(len(ordered) // k)]


def at_the_gaps(ages, k):
    ordered = sorted(ages)
    found = [ordered[0]]
    members = 1
    for i in range(1, len(ordered)):
        if ordered[i] - ordered[i - 1] > 5 and members >= k and len(ordered) - i >= k:
            found.append(ordered[i])
            members = 0
        members += 1
    return found


def best_starts(ages, k, cost, most=10**9):
    """Least sum of `cost(ages of a band)`, over bands of k to `most` people; the ages at which they begin."""
    ordered = sorted(ages)
    best = {0: (0, [])}
    for end in range(k, len(ordered) + 1):
        if end < len(ordered) and ordered[end] == ordered[end - 1]:
            continue
        options = [
            (loss + cost(ordered[begin:end]), [*starts, ordered[begin]])
            for begin, (loss, starts) in best.items()
            if k <= end - begin <= most
        ]
        if options:
            best[end] = min(options)
    return best[len(ordered)][1] if len(ordered) in best else [ordered[0]]


def loss_of(band):
    return len(band) * (band[-1] - band[0])


def squares(ages, k):
    return best_starts(ages, k, lambda band: sum((age - sum(band) / len(band)) ** 2 for age in band))


def places(ages, k):
    ordered = sorted(ages)
    return [ordered.index(start) for start in best_starts(ages, k, loss_of)]


def ends(ages, k):
    starts = best_starts(ages, k, loss_of)
    return [max(age for age in ages if age < start) for start in starts[1:]] + [max(ages)]


def with_recursion(ages, k):
    ordered, known = sorted(ages), {}

    def best(begin):
        if begin == len(ordered):
            return 0, ()
        if begin not in known:
            options = [
                (best(end)[0] + loss_of(ordered[begin:end]), (ordered[begin], *best(end)[1]))
                for end in range(begin + k, len(ordered) + 1)
                if end == len(ordered) or ordered[end] != ordered[end - 1]
            ]
            known[begin] = min(options, default=(np.inf, ()))
        return known[begin]

    return best(0)[1]


WRONG = [
    (k_at_a_time, "almost", "another cut"),
    (at_the_gaps, "almost", "another cut"),
    (ties_forgotten, "working", "too few"),
    (lambda a, k: [a[i * k] for i in range(len(a) // k)], "working", "no band"),
    (lambda a, k: [min(a)], "working", "single band"),
    (lambda a, k: [0, 10, 20, 30, 40, 50, 60, 70, 80], "working", "too few"),
    (lambda a, k: [sorted(a)[i] for i in range(0, len(a), k)], "working", "too few"),
    (lambda a, k: best_starts(a, k, lambda band: band[-1] - band[0]), "almost", "another cut"),
    (squares, "almost", "another cut"),
    (lambda a, k: best_starts(a, k, lambda band: (len(band) - 1) * (band[-1] - band[0])), "almost", "another cut"),
    (lambda a, k: best_starts(a, k, lambda band: -1), "almost", "another cut"),
    (lambda a, k: best_starts(a, k, loss_of, most=2 * k), "almost", "another cut"),
    (places, "working", "places in the list"),
    (ends, "working", "no band"),
]


RIGHT = [
    lambda a, k: set(best_starts(a, k, loss_of)),
    lambda a, k: np.array(best_starts(a, k, loss_of), dtype=np.float32) - 0.5,
    with_recursion,
]
