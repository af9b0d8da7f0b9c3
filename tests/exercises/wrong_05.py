"""Plausible wrong answers to exercise 5: what makes the answer, the verdict, a word of its sentence."""

import math
from fractions import Fraction
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


def with_others(change):
    """Elimination whose other rows with a one in the column become what `change(row, first)` says."""

    def eliminate(table, column):
        holding, new = np.flatnonzero(table[:, column]), table.copy()
        for row in holding[1:]:
            new[row] = change(table[row], table[holding[0]])
        return new

    return eliminate


def drops_rows(table, column):
    return np.delete(table, np.flatnonzero(table[:, column])[1:], axis=0)


def always_the_first_row(table, column):
    new = table.copy()
    for row in np.flatnonzero(table[:, column]):
        if row:
            new[row] ^= table[0]
    return new


def to_every_row(table, column):
    new, holding = table.copy(), np.flatnonzero(table[:, column])
    for row in range(len(table)):
        if len(holding) and row != holding[0]:
            new[row] ^= table[holding[0]]
    return new


def rank_mod_2(rows):
    basis = []
    for row in np.asarray(rows, dtype=int):
        for other in basis:
            row = row ^ other if row[np.argmax(other)] else row
        if row.any():
            basis.append(row)
    return len(basis)


def without_contradictions(examples, labels, x):
    return 2 ** (len(x) - rank_mod_2(np.vstack([examples, x])))


def half_of_what_fits(examples, labels, x):
    rank = rank_mod_2(examples) if len(examples) else 0
    return 2 ** (len(x) - rank - 1)


def tries_all(examples, labels, x):
    return sum(int(np.dot(x, r) % 2) for r in product((0, 1), repeat=len(x)) if fits(r, examples, labels))


def fits(r, examples, labels):
    return all(np.dot(e, r) % 2 == y for e, y in zip(examples, labels, strict=True))


def exponent(examples, labels, x):
    return len(x) - rank_mod_2(np.vstack([examples, x]))


def bits_for_parities(given):
    return math.ceil(math.log(given.bits / given.beta) / -math.log(1 - given.epsilon / 8))


def by_exponential(given):
    return math.ceil(8 * math.log(2**given.bits / given.beta) / given.epsilon)


def one_parity(given):
    return math.ceil(math.log(1 / given.beta) / -math.log(1 - given.epsilon / 8))


def with_coin(rest):
    return lambda table, epsilon, rng: "fail" if rng.random() < 0.5 else rest(table, epsilon, rng)


def the_first_that_fits(table, epsilon, rng):
    found = fitting(kept(table, epsilon / 4, rng))
    return found[0] if found else "fail"


def keeps_less(table, epsilon, rng):
    return no_coin(table, epsilon / 2, rng)


def keeps_more(table, epsilon, rng):
    return no_coin(table, 3 * epsilon, rng)


def says_none(table, epsilon, rng):
    found = no_coin(table, epsilon, rng)
    return [] if isinstance(found, str) else found


def majority(learn, table, epsilon, runs, rng):
    found = [r for r in (learn(table, epsilon, rng) for _ in range(runs)) if not isinstance(r, str)]
    return max(found, key=found.count) if found else "fail"


def sum_of_all(learn, table, epsilon, runs, rng):
    found = [learn(part, epsilon, rng) for part in np.array_split(table, runs)]
    found = [r for r in found if not isinstance(r, str)]
    return np.sum(found, axis=0) % 2 if found else "fail"


def only_labels(learn, table, epsilon, runs, rng):
    return tries(learn, [(part[:, -1], epsilon) for part in np.array_split(table, runs)], rng)


def half_each_time(learn, table, epsilon, runs, rng):
    return tries(learn, [(table, epsilon / 2 ** (k + 1)) for k in range(runs)], rng)


def nothing_found(learn, table, epsilon, runs, rng):
    return table[0, :-1]


WRONG = {
    "step": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: adds, "working", "zeros and ones"),
        (lambda given: to_itself, "working", "itself"),
        (lambda given: strikes_out, "working", "strike out"),
        (lambda given: without_labels, "working", "labels"),
        (lambda given: only_one_row, "working", "More than one row"),
        (lambda given: no_pivot, "working", "IndexError"),
        (lambda given: with_others(lambda row, first: 0 * row), "working", "You empty"),
        (lambda given: with_others(lambda row, first: first), "working", "More than one row"),
        (lambda given: with_others(lambda row, first: row - first), "working", "zeros and ones"),
        (lambda given: with_others(lambda row, first: row & ~first & 1), "working", "strike out"),
        (lambda given: drops_rows, "working", "shape"),
        (lambda given: always_the_first_row, "working", "More than one row"),
        (lambda given: to_every_row, "working", "More than one row"),
    ],
    "ones": [
        (lambda given: all_that_fit, "working", "**them**"),
        (lambda given: rank_over_reals, "working", "certain"),
        (lambda given: by_fractions, "working", "fractions"),
        (lambda given: one_bit_each, "working", "says nothing new"),
        (lambda given: share, "working", "whole number"),
        (lambda given: half_of_them, "working", "certain"),
        (lambda given: labels_ignored, "working", "certain"),
        (lambda given: without_contradictions, "working", "follows from the examples"),
        (lambda given: half_of_what_fits, "working", "certain"),
        (lambda given: exponent, "working", "Each example halves"),
        (lambda given: lambda examples, labels, x: 0, "working", "Each example halves"),
        (lambda given: lambda *told: 1.25 * tries_all(*told), "working", "whole number"),
    ],
    "enough": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: people(given, 0.5), "working", "every example"),
        (lambda given: people(given, given.epsilon / 4), "working", "half of the time"),
        (lambda given: people(given, given.epsilon / 8) - 1, "almost", "round"),
        (lambda given: 3 * people(given, given.epsilon / 8), "working", "fewer"),
        (lambda given: given.bits // 2, "working", "so few"),
        (bits_for_parities, "working", "**bits**"),
        (one_parity, "working", "**one**"),
        (by_exponential, "almost", "leave the power"),
        (lambda given: 2**given.bits, "working", "fewer"),
    ],
    "coin": [
        (lambda given: no_coin, "working", "given away"),
        (lambda given: covers_up, "working", "given away"),
        (lambda given: coin_where_nothing_fits, "working", "given away"),
        (lambda given: keeps_everybody, "working", "given away"),
        (lambda given: unfair_coin, "almost", "fair"),
        (lambda given: always_fails, "working", "nobody learns"),
        (lambda given: looks_at_nothing, "working", "equally likely"),
        (lambda given: with_coin(the_first_that_fits), "almost", "at random"),
        (lambda given: with_coin(keeps_less), "almost", "at random"),
        (lambda given: with_coin(keeps_more), "working", "given away"),
        (lambda given: says_none, "working", "shape"),
        (lambda given: with_coin(lambda *told: [0.5, 0.5]), "working", "whole number"),
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
        (lambda given: majority, "working", "more than ε"),
        (lambda given: sum_of_all, "working", "one of the runs learnt"),
        (lambda given: only_labels, "working", "all their columns"),
        (lambda given: half_each_time, "almost", "all of ε"),
        (lambda given: nothing_found, "working", "every run fails"),
    ],
}


def to_the_end(table, column):
    """All columns at once, the one asked for first: fully reduced, rows in another order."""
    rows, done = [[int(bit) for bit in row] for row in table], 0
    for place in [column, *[c for c in range(table.shape[1] - 1) if c != column]]:
        holding = next((i for i in range(done, len(rows)) if rows[i][place]), None)
        if holding is not None:
            rows[done], rows[holding] = rows[holding], rows[done]
            for i in range(len(rows)):
                if i != done and rows[i][place]:
                    rows[i] = [a ^ b for a, b in zip(rows[i], rows[done], strict=True)]
            done += 1
    return rows


def with_booleans(table, column):
    new = np.array(table, dtype=bool)
    holding = np.flatnonzero(new[:, column])
    new[holding[:-1]] ^= new[holding[-1]] if len(holding) else False
    return new


def by_bits(examples, labels, x):
    """Whole numbers as rows, eliminated from the highest bit."""
    basis = {}
    for row, label in [*zip(np.asarray(examples).tolist(), np.asarray(labels).tolist(), strict=True), (list(x), 1)]:
        word = int("".join(str(int(bit)) for bit in [*row, label]), 2)
        while word > 1 and word.bit_length() in basis:
            word ^= basis[word.bit_length()]
        if word == 1:
            return 0
        if word:
            basis[word.bit_length()] = word
    return 2.0 ** (len(x) - len(basis))


def stripes(learn, table, epsilon, runs, rng):
    return tries(learn, [(table[k::runs].tolist(), epsilon) for k in range(runs)], rng)


def everybody(learn, table, epsilon, runs, rng):
    return tries(learn, [(table, epsilon / runs)] * runs, rng)


def shuffled(learn, table, epsilon, runs, rng):
    found = tries(learn, [(table[part], epsilon) for part in np.array_split(rng.permutation(len(table)), runs)], rng)
    return found if isinstance(found, str) else list(found)


def by_votes(learn, table, epsilon, runs, rng):
    found = [r for r in (learn(table, epsilon / runs, rng) for _ in range(runs)) if not isinstance(r, str)]
    return max(found, key=found.count) if found else "Fail"


def coin_at_the_end(table, epsilon, rng):
    found = no_coin(table, epsilon, rng)
    return "FAIL" if rng.random() < 0.5 or isinstance(found, str) else [bool(bit) for bit in found]


def least(given):
    n = 1
    while 2**given.bits * (1 - given.epsilon / 8) ** n > given.beta:
        n += 1
    return n


RIGHT = {
    "step": [lambda given: to_the_end, lambda given: with_booleans],
    "ones": [
        lambda given: by_bits,
        lambda given: lambda *told: np.int64(by_bits(*told)),
        lambda given: lambda *told: Fraction(by_bits(*told)),
    ],
    "enough": [lambda given: float(least(given)), lambda given: np.array([least(given)])],
    "coin": [lambda given: coin_at_the_end, lambda given: with_coin(no_coin)],
    "again": [lambda given: stripes, lambda given: everybody, lambda given: shuffled, lambda given: by_votes],
}

FORMULAS = {
    "enough": [
        bits_for_parities,
        by_exponential,
        one_parity,
        lambda given: people(given, given.epsilon / 4),
        lambda given: people(given, given.epsilon / 16),
        lambda given: people(given, 0.5),
        lambda given: people(given, given.epsilon / 8) - 1,
        lambda given: people(given, given.epsilon / 8) + 1,
        lambda given: math.ceil(8 * given.bits / given.epsilon),
        lambda given: math.ceil(math.log(2 * 2**given.bits / given.beta) / -math.log(1 - given.epsilon / 8)),
        lambda given: math.ceil(math.log(given.bits**2 / given.beta) / -math.log(1 - given.epsilon / 8)),
    ]
}
