"""Solutions of exercise 8. Each function takes the student's own numbers and gives the answer that is checked."""

import numpy as np


def measure(table):
    classes = {}
    for row in table:
        classes.setdefault(tuple(row[:-1]), []).append(row[-1])
    return min(len(group) for group in classes.values()), min(len(set(group)) for group in classes.values())


def bands(ages, k):
    ordered = sorted(ages)
    best = {0: (0, [])}
    for end in range(k, len(ordered) + 1):
        if end < len(ordered) and ordered[end] == ordered[end - 1]:
            continue
        options = []
        for begin, (loss, starts) in best.items():
            if end - begin >= k:
                width = ordered[end - 1] - ordered[begin]
                options.append((loss + (end - begin) * width, [*starts, ordered[begin]]))
        if options:
            best[end] = min(options)
    return best[len(ordered)][1]


def told(given):
    found = {}
    for name, age, town in given.people:
        first = {illness for low, high, illness in given.hospital if low <= age <= high}
        both = first & {illness for where, illness in given.insurer if where == town}
        if len(both) == 1:
            found[name] = both.pop()
    return found


def attack(ask, people, victim, least):
    others = [person for person in people if person != victim]
    first, second = others[:least], others[least : 2 * least]
    return ask([*first, *second, victim]) - ask(first) - ask(second)


def column(subsets, answers):
    found, *_ = np.linalg.lstsq(subsets, answers, rcond=None)
    return (found > 0.5).astype(int)


def counts(table, epsilon, rng):
    women, ill = table[:, 0] == 1, table[:, 1] == 1
    truth = np.array([np.sum(women & ill), np.sum(~women & ill), np.sum(ill)])
    return truth + rng.laplace(scale=2 / epsilon, size=3)


SOLUTIONS = {
    "measure": lambda given: measure,
    "bands": lambda given: bands,
    "tables": told,
    "attack": lambda given: attack,
    "column": lambda given: column,
    "counts": lambda given: counts,
}
