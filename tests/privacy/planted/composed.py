"""Several answers, and budgets that forget some of them."""

import numpy as np

from tests.privacy.planted.bug import planted

ROTH = "Dwork and Roth 2014, theorem 3.16"


@planted("five questions, each with the whole ε", ROTH, loss=5.0)
def five_questions(data, n, rng):
    return sum(data) + rng.laplace(size=(n, 5))


@planted(
    "two groups that overlap, said to be disjoint",
    "McSherry 2009, theorem 4: parallel composition",
    pair=([5, 30], [30]),
    loss=2.0,
    trials=20_000,
)
def groups_that_overlap(data, n, rng):
    minors, young = sum(age < 18 for age in data), sum(age < 26 for age in data)
    return np.array([minors, young]) + rng.laplace(size=(n, 2))


@planted("a hundred answers are averaged, and ε counted once", f"{ROTH}: the noise averages out", loss=100.0)
def averaged(data, n, rng):
    return sum(data) + rng.laplace(size=(n, 100)).mean(axis=1)


@planted(
    "three columns of one record, noise for one column", ROTH, pair=([(1, 1, 1)], [(0, 0, 0)]), loss=3.0, trials=8000
)
def three_columns(data, n, rng):
    return np.sum(data, axis=0) + rng.laplace(size=(n, 3))


@planted(
    "a preliminary look decides on the noise, and is not counted",
    "Rogers, Roth, Ullman and Vadhan 2016, on adaptive budgets",
    pair=([1] * 6, [1] * 5),
)
def look_before(data, n, rng):
    return sum(data) + rng.laplace(scale=1.0 if len(data) > 5 else 10.0, size=n)


@planted("an answer and its negative with the same noise", f"{ROTH}: they add up to twice the truth")
def the_same_noise_with_two_signs(data, n, rng):
    noise = rng.laplace(scale=2.0, size=n)
    return np.column_stack([sum(data) + noise, sum(data) - noise])


@planted(
    "answered again until two answers agree to within a tenth, and ε counted for one",
    f"{ROTH}: their mean loses 2ε",
    loss=2.0,
)
def until_two_agree(data, rng):
    last = sum(data) + rng.laplace()
    while abs((now := sum(data) + rng.laplace()) - last) > 0.1:
        last = now
    return (now + last) / 2
