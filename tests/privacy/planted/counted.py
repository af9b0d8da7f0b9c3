"""Histograms and tables of counts."""

import math

import numpy as np

from tests.privacy.planted.bug import planted

DMNS = "Dwork, McSherry, Nissim and Smith 2006"


@planted(
    "only bins that are not empty are released",
    "Korolova, Kenthapadi, Mishra and Ntoulas 2009: who is alone in a bin is seen",
    pair=(["flu", "flu", "hiv"], ["flu", "flu", "flu"]),
)
def bins_that_are_not_empty(data, rng):
    return {value: data.count(value) + rng.laplace(scale=2.0) for value in sorted(set(data))}


@planted(
    "a count of zero stays zero", "Abowd 2018, on noise for official tables: structural zeros only", pair=([0], [1])
)
def zero_stays_zero(data, n, rng):
    return np.zeros(n) if sum(data) == 0 else sum(data) + rng.laplace(size=n)


@planted(
    "counts below three are suppressed by their true value",
    "Dinur and Nissim 2003: suppression is no noise",
    pair=([1] * 3, [1] * 2),
)
def suppressed(data, n, rng):
    return [None] * n if sum(data) < 3 else sum(data) + rng.laplace(size=n)


@planted("the total is released beside its noisy parts", f"{DMNS}: it is an answer too", pair=([0, 1, 1], [0, 1]))
def exact_total(data, n, rng):
    return np.column_stack([np.full(n, len(data)), np.bincount(data, minlength=2) + rng.laplace(size=(n, 2))])


@planted(
    "the count is rounded to tens before the noise",
    f"{DMNS}: one record moves it by ten",
    pair=([1] * 5, [1] * 4),
    loss=10.0,
)
def rounded_before(data, n, rng):
    return 10 * math.floor(len(data) / 10 + 0.5) + rng.laplace(size=n)


@planted(
    "three levels of a hierarchy, each with the whole ε",
    "Hay, Rastogi, Miklau and Suciu 2010: the height",
    pair=([0, 1, 3], [1, 3]),
    loss=3.0,
    trials=8000,
)
def three_levels(data, n, rng):
    leaves = np.bincount(data, minlength=4)
    counts = np.concatenate([leaves, leaves.reshape(2, 2).sum(axis=1), [leaves.sum()]])
    return counts + rng.laplace(size=(n, 7))


@planted(
    "prefix sums with the noise of one count",
    "Xiao, Wang and Gehrke 2011, on range counts",
    pair=([0, 2], [2]),
    loss=4.0,
    trials=8000,
)
def prefix_sums(data, n, rng):
    return np.cumsum(np.bincount(data, minlength=4)) + rng.laplace(size=(n, 4))


@planted(
    "two marginal tables with the noise of one",
    "Barak and others 2007",
    pair=([(0, 1), (1, 1)], [(1, 1)]),
    loss=2.0,
    trials=20_000,
)
def two_margins(data, n, rng):
    margins = [np.bincount(column, minlength=2) for column in zip(*data, strict=True)]
    return np.concatenate(margins) + rng.laplace(size=(n, 4))


@planted(
    "noisy counts, listed in the order of the true ones",
    f"{DMNS}: the order is an answer too",
    pair=([0, 0, 1], [0, 1, 1]),
)
def listed_in_true_order(data, rng):
    counts = np.bincount(data, minlength=2)
    return [("red", "blue")[k] for k in np.argsort(-counts)], (counts + rng.laplace(scale=2.0, size=2)).tolist()


@planted(
    "a household of four counts as one record",
    "Dwork and Roth 2014, theorem 2.2: group privacy, 4ε",
    pair=([1] * 4, [0] * 4),
    loss=4.0,
)
def household(data, n, rng):
    return sum(data) + rng.laplace(size=n)


@planted(
    "words that somebody wrote, those of three or more removed by their true counts",
    "Gopi and others 2020, on set union",
    pair=(["ann"] * 3, ["ann"] * 2),
)
def words_in_use(data, rng):
    return {word for word in [*data, "the"] if data.count(word) >= 3 or rng.random() < 0.5}


def running_totals(data, n, scale, rng, anew):
    """A stream's totals after each record, each from the noisy nodes of a binary tree that make it up."""
    totals, known = np.concatenate([[0], np.cumsum(data)]), {}

    def noise(*node):
        if anew or node not in known:
            known[node] = rng.laplace(scale=scale, size=n)
        return known[node]

    found = np.empty((n, len(data)))
    for end in range(1, len(data) + 1):
        found[:, end - 1], start = totals[end], 0
        for level in reversed(range(end.bit_length())):
            if end >> level & 1:
                found[:, end - 1] += noise(start, start + (1 << level))
                start += 1 << level
    return found


STREAM = [1] + [0, 1] * 255 + [0]


@planted(
    "a tree of ten levels whose noise is drawn anew for each total",
    "Chan, Shi and Song 2011: the noise belongs to the node, and is drawn once",
    pair=(STREAM, [0, *STREAM[1:]]),
    loss=51.2,
    trials=8000,
)
def tree_drawn_anew(data, n, rng):
    return running_totals(data, n, 10.0, rng, anew=True)


@planted(
    "a tree of three levels with noise for two",
    "Chan, Shi and Song 2011: a record is in one node of each level, the lowest among them",
    pair=([1, 0, 1, 0], [0, 0, 1, 0]),
    loss=1.5,
    trials=20_000,
)
def tree_of_one_level_less(data, n, rng):
    return running_totals(data, n, 2.0, rng, anew=False)
