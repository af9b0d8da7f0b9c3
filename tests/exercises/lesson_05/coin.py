"""Answers to “A coin forgotten”: what is handed in, the verdict, a word of its sentence."""

from itertools import product


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


def with_replacement(table, epsilon, rng):
    rows = rng.integers(len(table), size=rng.binomial(len(table), epsilon / 4))
    return no_coin(table[rows], 4, rng)


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


def coin_at_the_end(table, epsilon, rng):
    found = no_coin(table, epsilon, rng)
    return "FAIL" if rng.random() < 0.5 or isinstance(found, str) else [bool(bit) for bit in found]


def sure_of_zeros(table, epsilon, rng):
    return no_coin(table, epsilon, rng) if table[:, 2].any() else (0, 0)


WRONG = [
    (with_coin(sure_of_zeros), "working", "given away"),
    (no_coin, "working", "given away"),
    (covers_up, "working", "given away"),
    (coin_where_nothing_fits, "working", "given away"),
    (keeps_everybody, "working", "given away"),
    (lambda t, e, rng: "fail" if rng.random() < 0.3 else no_coin(t, e, rng), "almost", "fair"),
    (always_fails, "working", "nobody learns"),
    (looks_at_nothing, "working", "equally likely"),
    (with_coin(the_first_that_fits), "almost", "at random"),
    (with_coin(keeps_less), "almost", "at random"),
    (with_coin(lambda t, e, rng: no_coin(t, 2 * e, rng)), "almost", "at random"),
    (with_coin(with_replacement), "almost", "at random"),
    (with_coin(lambda t, e, rng: no_coin(t[:200], e, rng)), "almost", "at random"),
    (with_coin(keeps_more), "working", "given away"),
    (says_none, "working", "shape"),
    (with_coin(lambda *told: [0.5, 0.5]), "working", "whole number"),
]


RIGHT = [coin_at_the_end, with_coin(no_coin)]
