"""Plausible wrong answers to exercise 5: what makes the answer, the verdict, a word of its sentence."""

import math
from itertools import product

import numpy as np


def stub(table, column): ...


def adds(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    for row in holding[1:]:
        new[row] += table[holding[0]]
    return new


def to_itself(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    for row in holding:
        new[row] ^= table[holding[0]]
    return new


def strikes_out(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    new[holding[1:], column] = 0
    return new


def without_labels(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    for row in holding[1:]:
        new[row, :-1] ^= table[holding[0], :-1]
    return new


def only_one_row(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    for row in holding[1:2]:
        new[row] ^= table[holding[0]]
    return new


def no_pivot(table, column):
    holding = np.flatnonzero(table[:, column])
    new = table.copy()
    first = holding[0]
    for row in holding[1:]:
        new[row] ^= table[first]
    return new


def brute(examples, labels, d):
    return [
        r
        for r in product((0, 1), repeat=d)
        if all(np.dot(x, r) % 2 == y for x, y in zip(examples, labels, strict=True))
    ]


def rank_over_reals(examples, labels, x):
    return 2 ** (len(x) - 1 - (int(np.linalg.matrix_rank(examples)) if len(examples) else 0))


def by_fractions(examples, labels, x):
    known = np.vstack([examples, x])
    told = np.column_stack([known, np.append(labels, 1)])
    rank = np.linalg.matrix_rank
    return 2 ** (len(x) - int(rank(known))) if rank(known) == rank(told) else 0


def all_that_fit(examples, labels, x):
    return len(brute(examples, labels, len(x)))


def one_bit_each(examples, labels, x):
    return 2 ** max(0, len(x) - len(examples) - 1)


def share(examples, labels, x):
    return 0.5


def half_of_them(examples, labels, x):
    return len(brute(examples, labels, len(x))) // 2


def labels_ignored(examples, labels, x):
    fits = brute(examples, np.zeros(len(labels)), len(x))
    return sum(int(np.dot(x, r) % 2) for r in fits)


def people(given, chance):
    return math.ceil(math.log(2**given.bits / given.beta) / -math.log(1 - chance))


def fitting(kept):
    return [r for r in product((0, 1), repeat=2) if all(kept[:, :2] @ r % 2 == kept[:, 2])]


def kept(table, share, rng):
    return table[rng.random(len(table)) < share]


def no_coin(table, epsilon, rng):
    fits = fitting(kept(table, epsilon / 4, rng))
    return fits[rng.integers(len(fits))] if fits else "fail"


def covers_up(table, epsilon, rng):
    fits = fitting(kept(table, epsilon / 4, rng)) or list(product((0, 1), repeat=2))
    return fits[rng.integers(len(fits))]


def coin_where_nothing_fits(table, epsilon, rng):
    fits = fitting(kept(table, epsilon / 4, rng))
    if not fits and rng.random() < 0.5:
        return "fail"
    fits = fits or list(product((0, 1), repeat=2))
    return fits[rng.integers(len(fits))]


def unfair_coin(table, epsilon, rng):
    return "fail" if rng.random() < 0.3 else no_coin(table, epsilon, rng)


def always_fails(table, epsilon, rng):
    rng.random()
    return "fail"


def looks_at_nothing(table, epsilon, rng):
    return "fail" if rng.random() < 0.5 else tuple(int(b) for b in rng.integers(0, 2, size=2))


def keeps_everybody(table, epsilon, rng):
    if rng.random() < 0.5:
        return "fail"
    fits = fitting(table)
    return fits[rng.integers(len(fits))] if fits else "fail"


def tries(learn, parts, rng):
    for part, epsilon in parts:
        found = learn(part, epsilon, rng)
        if not isinstance(found, str):
            return found
    return "fail"


def all_at_epsilon(learn, table, epsilon, runs, rng):
    return tries(learn, [(table, epsilon)] * runs, rng)


def split_twice(learn, table, epsilon, runs, rng):
    return tries(learn, [(part, epsilon / runs) for part in np.array_split(table, runs)], rng)


def left_over(learn, table, epsilon, runs, rng):
    size = len(table) // runs
    return tries(learn, [(table[k * size : (k + 1) * size], epsilon) for k in range(runs)], rng)


def once(learn, table, epsilon, runs, rng):
    return learn(table, epsilon, rng)


def drawn_anew(learn, table, epsilon, runs, rng):
    half = len(table) // 2
    return tries(learn, [(table[rng.permutation(len(table))[:half]], epsilon) for _ in range(runs)], rng)


def sorted_by_label(learn, table, epsilon, runs, rng):
    order = np.argsort(table[:, -1], kind="stable")
    return tries(learn, [(part, epsilon) for part in np.array_split(table[order], runs)], rng)


def the_best(learn, table, epsilon, runs, rng):
    found = [r for r in (learn(table, epsilon / runs, rng) for _ in range(runs)) if not isinstance(r, str)]
    return min(found, key=lambda r: ((table[:, :-1] @ r) % 2 != table[:, -1]).sum()) if found else "fail"


def for_ever(learn, table, epsilon, runs, rng):
    for _ in range(50):
        found = learn(table, epsilon / runs, rng)
        if not isinstance(found, str):
            return found
    return "fail"


WRONG = {
    "step": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: adds, "working", "zeros and ones"),
        (lambda given: to_itself, "working", "itself"),
        (lambda given: strikes_out, "working", "strike out"),
        (lambda given: without_labels, "working", "labels"),
        (lambda given: only_one_row, "working", "More than one row"),
        (lambda given: no_pivot, "working", "IndexError"),
    ],
    "ones": [
        (lambda given: all_that_fit, "working", "**them**"),
        (lambda given: rank_over_reals, "working", "certain"),
        (lambda given: by_fractions, "working", "fractions"),
        (lambda given: one_bit_each, "working", "certain"),
        (lambda given: share, "working", "whole number"),
        (lambda given: half_of_them, "working", "certain"),
        (lambda given: labels_ignored, "working", "certain"),
    ],
    "enough": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: people(given, 0.5), "working", "every example"),
        (lambda given: people(given, given.epsilon / 4), "working", "half of the time"),
        (lambda given: people(given, given.epsilon / 8) - 1, "almost", "round"),
        (lambda given: 3 * people(given, given.epsilon / 8), "working", "fewer"),
        (lambda given: given.bits // 2, "working", "so few"),
    ],
    "coin": [
        (lambda given: no_coin, "working", "given away"),
        (lambda given: covers_up, "working", "given away"),
        (lambda given: coin_where_nothing_fits, "working", "given away"),
        (lambda given: keeps_everybody, "working", "given away"),
        (lambda given: unfair_coin, "almost", "fair"),
        (lambda given: always_fails, "working", "nobody learns"),
        (lambda given: looks_at_nothing, "working", "equally likely"),
    ],
    "again": [
        (lambda given: all_at_epsilon, "working", "more than ε"),
        (lambda given: split_twice, "almost", "all of ε"),
        (lambda given: left_over, "almost", "no run"),
        (lambda given: once, "working", "no other"),
        (lambda given: drawn_anew, "working", "more than ε"),
        (lambda given: sorted_by_label, "working", "labels"),
        (lambda given: the_best, "working", "nobody paid"),
        (lambda given: for_ever, "working", "more often"),
    ],
}
