"""Answers to “The shuffler’s δ”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def counts(n, q):
    return np.array([math.comb(n, j) * q**j * (1 - q) ** (n - j) for j in range(n + 1)])


def with_others(others=lambda n, lie: counts(n - 1, lie), of=max, beyond=None):
    def shuffled_delta(n, local, epsilon):
        lie = 1 / (1 + math.exp(local))
        no, yes = (np.convolve(others(n, lie), answer) for answer in ([1 - lie, lie], [lie, 1 - lie]))
        over = beyond or (lambda a, b, e: np.maximum(a - math.exp(e) * b, 0).sum())
        return of(over(yes, no, epsilon), over(no, yes, epsilon))

    return shuffled_delta


def tail(a, b, epsilon):
    return a[a > math.exp(epsilon) * b].sum()


def everybody(n, local, epsilon):
    lie = 1 / (1 + math.exp(local))
    return np.maximum(counts(n, lie) - math.exp(epsilon) * counts(n, 1 - lie), 0).sum()


def pruned(n, local, epsilon):
    def likely(n, lie):
        found = counts(n - 1, lie)
        return np.where(found > 1e-4 * found.max(), found, 0) if n > 100 else found

    return with_others(likely)(n, local, epsilon)


def by_steps(n, local, epsilon):
    """The others one after the other, and δ from the losses."""
    lie = 1 / (1 + math.exp(local))
    seen = [1.0]
    for _ in range(n - 1):
        seen = np.convolve(seen, [1 - lie, lie])
    worst = 0.0
    for here, there in (([1 - lie, lie], [lie, 1 - lie]), ([lie, 1 - lie], [1 - lie, lie])):
        p, q = np.convolve(seen, here), np.convolve(seen, there)
        loss = np.log(p / q)
        worst = max(
            worst, sum(float(a * -math.expm1(epsilon - x)) for a, x in zip(p, loss, strict=True) if x > epsilon)
        )
    return worst


def all_ones(n, local, epsilon):
    """Zeros and ones exchanged: the same by symmetry."""
    return with_others(lambda n, lie: counts(n - 1, 1 - lie))(n, local, epsilon)


WRONG = [
    (lambda *_: ..., "missing", "three dots"),
    (lambda n, local, e: with_others()(1, local, e), "working", "without the others"),
    (with_others(lambda n, lie: counts(n, lie)), "working", "n others"),
    (with_others(of=lambda there, back: there), "working", "one direction"),
    (with_others(of=lambda there, back: back), "working", "one direction"),
    (with_others(of=min), "working", "not δ"),
    (with_others(of=lambda there, back: there + back), "working", "add the two"),
    (with_others(of=lambda there, back: there, beyond=tail), "working", "By how much"),
    (lambda n, local, e: with_others()(n, local, 0), "working", "depend on ε"),
    (with_others(lambda n, lie: counts(n - 1, 0.5)), "working", "fair coin"),
    (with_others(lambda n, lie: counts(n - 1, 0.0)), "working", "never lie"),
    (everybody, "working", "everybody"),
    (lambda n, local, e: with_others()(n, local, e) / n, "working", "divide by n"),
    (lambda n, local, e: -with_others()(n, local, e), "working", "is a probability"),
    (lambda n, local, e: 0.01, "working", "not δ"),
    (pruned, "almost", "unlikely"),
]

RIGHT = [by_steps, all_ones]
