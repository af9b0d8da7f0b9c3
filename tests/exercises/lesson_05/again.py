"""Answers to “Another try”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def tries(learn, parts, rng):
    for part, epsilon in parts:
        found = learn(part, epsilon, rng)
        if not isinstance(found, str):
            return found
    return "fail"


def earned_back(learn, table, epsilon, runs, rng):
    """Everybody in each run, and a run of negative ε at the end."""
    found = tries(learn, [(table, epsilon)] * (runs - 1), rng)
    return found if not isinstance(found, str) else learn(table, (2 - runs) * epsilon, rng)


def twice_if_learnt(learn, table, epsilon, runs, rng):
    """A part each, and all at once where one has learnt something."""
    for place, part in enumerate(np.array_split(table, runs)):
        if not isinstance(found := learn(part, epsilon, rng), str):
            again = learn(table, epsilon, rng) if place < runs - 1 else "fail"
            return found if isinstance(again, str) else again
    return "fail"


def in_disguise(learn, table, epsilon, runs, rng):
    """A part each, and of all others those a little changed whom nobody will replace."""
    table = np.asarray(table, dtype=float)
    others = np.flatnonzero(np.arange(len(table)) % 3)
    parts = np.array_split(np.arange(len(table)), runs)
    tables = [np.vstack([table[part], 1e-9 + table[np.setdiff1d(others, part)]]) for part in parts]
    return tries(learn, [(seen, epsilon) for seen in tables], rng)


def left_over(learn, table, epsilon, runs, rng):
    size = len(table) // runs
    return tries(learn, [(table[k * size : (k + 1) * size], epsilon) for k in range(runs)], rng)


def drawn_anew(learn, table, epsilon, runs, rng):
    half = len(table) // 2
    return tries(learn, [(table[rng.permutation(len(table))[:half]], epsilon) for _ in range(runs)], rng)


def sorted_by(order):
    """Parts cut from the sorted table."""
    return lambda learn, table, epsilon, runs, rng: tries(
        learn, [(part, epsilon) for part in np.array_split(order(table), runs)], rng
    )


def hashed(learn, table, epsilon, runs, rng):
    """Each row's own number says which part it is in."""
    numbers = np.array([int("".join(map(str, row)), 2) for row in table.tolist()]) % runs
    return tries(learn, [(table[numbers == part], epsilon) for part in range(runs)], rng)


def the_best(learn, table, epsilon, runs, rng):
    found = [r for r in (learn(table, epsilon / runs, rng) for _ in range(runs)) if not isinstance(r, str)]
    return min(found, key=lambda r: ((table[:, :-1] @ r) % 2 != table[:, -1]).sum()) if found else "fail"


def for_ever(learn, table, epsilon, runs, rng):
    for _ in range(50):
        found = learn(table, epsilon / runs, rng)
        if not isinstance(found, str):
            return found
    return "fail"


def majority(learn, table, epsilon, runs, rng):
    found = [r for r in (learn(table, epsilon, rng) for _ in range(runs)) if not isinstance(r, str)]
    return max(found, key=found.count) if found else "fail"


def sum_of_all(learn, table, epsilon, runs, rng):
    found = [learn(part, epsilon, rng) for part in np.array_split(table, runs)]
    found = [r for r in found if not isinstance(r, str)]
    return np.sum(found, axis=0) % 2 if found else "fail"


def only_labels(learn, table, epsilon, runs, rng):
    return tries(learn, [(part[:, -1], epsilon) for part in np.array_split(table, runs)], rng)


def shuffled(learn, table, epsilon, runs, rng):
    found = tries(learn, [(table[part], epsilon) for part in np.array_split(rng.permutation(len(table)), runs)], rng)
    return found if isinstance(found, str) else list(found)


def by_votes(learn, table, epsilon, runs, rng):
    found = [r for r in (learn(table, epsilon / runs, rng) for _ in range(runs)) if not isinstance(r, str)]
    return max(found, key=found.count) if found else "Fail"


def the_last(learn, table, epsilon, runs, rng):
    return [learn(part, epsilon, rng) for part in np.array_split(table, runs)][-1]


WRONG = [
    (earned_back, "working", "above 0"),
    (twice_if_learnt, "working", "more than ε"),
    (in_disguise, "working", "as they are"),
    (the_last, "working", "and you answer: fail"),
    (lambda learn, t, e, r, rng: tries(learn, [(t, e)] * r, rng), "working", "more than ε"),
    (
        lambda learn, t, e, r, rng: tries(learn, [(part, e / r) for part in np.array_split(t, r)], rng),
        "almost",
        "all of ε",
    ),
    (left_over, "almost", "no run"),
    (lambda learn, t, e, r, rng: learn(t, e, rng), "working", "no other"),
    (drawn_anew, "working", "more than ε"),
    (sorted_by(lambda t: t[np.argsort(t[:, -1], kind="stable")]), "working", "labels"),
    (sorted_by(lambda t: np.unique(t, axis=0)), "working", "moves others"),
    (sorted_by(lambda t: t[np.argsort(t[:, 0], kind="stable")]), "working", "moves others"),
    (sorted_by(lambda t: t[np.argsort(t[:, :-1].sum(axis=1), kind="stable")]), "working", "moves others"),
    (hashed, "working", "both runs change"),
    (the_best, "working", "nobody paid"),
    (for_ever, "working", "more often"),
    (majority, "working", "more than ε"),
    (sum_of_all, "working", "one of the runs learnt"),
    (only_labels, "working", "all their columns"),
    (lambda learn, t, e, r, rng: tries(learn, [(t, e / 2 ** (k + 1)) for k in range(r)], rng), "almost", "all of ε"),
    (lambda learn, t, e, r, rng: t[0, :-1], "working", "every run fails"),
]


RIGHT = [
    lambda learn, t, e, r, rng: tries(learn, [(t[k::r].tolist(), e) for k in range(r)], rng),
    lambda learn, t, e, r, rng: tries(learn, [(t, e / r)] * r, rng),
    shuffled,
    by_votes,
]
