"""Answers to “A second try”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def distribution(table, epsilon):
    mistakes = np.array([sum((x < t) != y for x, y in table) for t in range(6)])
    weights = np.exp(-epsilon * mistakes / 2)
    return mistakes, weights / weights.sum()


def until_it_is_good(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    while True:
        t = int(rng.choice(6, p=p))
        if mistakes[t] <= mistakes.min() + 1:
            return t


def ten_tries(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    for _ in range(10):
        t = int(rng.choice(6, p=p))
        if mistakes[t] <= 1:
            break
    return t


def twice_drawn(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    return min((int(t) for t in rng.choice(6, size=2, p=p)), key=lambda t: mistakes[t])


def hardly_ever_again(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    t = int(rng.choice(6, p=p))
    return int(rng.choice(6, p=p)) if mistakes[t] > 1 else t


def once(table, epsilon, rng):
    return int(rng.choice(6, p=distribution(table, epsilon)[1]))


def by_gumbel(table, epsilon, rng):
    mistakes = np.array([((table[:, 0] < t) != table[:, 1]).sum() for t in range(6)])
    return np.argmax(rng.gumbel(size=6) - epsilon * mistakes / 2)


def best_if_sure(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    best, second = np.sort(mistakes)[:2]
    return int(mistakes.argmin()) if second > best + 4 else int(rng.choice(6, p=p))


def sure_of(label, rule):
    """Where all labels are the same, nothing is drawn."""

    def learn(table, epsilon, rng):
        return rule if (table[:, 1] == label).all() else once(table, epsilon, rng)

    return learn


def noisy_mistakes(table, epsilon, rng):
    return int((distribution(table, epsilon)[0] + rng.laplace(scale=1 / epsilon, size=6)).argmin())


WRONG = [
    (sure_of(0, 0), "working", "given away"),
    (sure_of(1, 5), "working", "given away"),
    (noisy_mistakes, "working", "twice what it should"),
    (lambda t, e, rng: int(rng.choice(6, p=distribution(t, -2 * e)[1])), "working", "sign"),
    (until_it_is_good, "working", "given away"),
    (ten_tries, "working", "given away"),
    (lambda t, e, rng: int(distribution(t, e)[0].argmin()), "working", "given away"),
    (lambda t, e, rng: int(rng.integers(6)), "working", "hardly"),
    (lambda t, e, rng: 0, "working", "hardly"),
    (lambda t, e, rng: 2, "working", "hardly"),
    (lambda t, e, rng: 5, "working", "hardly"),
    (lambda t, e, rng: int(rng.choice(6, p=distribution(t, e / 2)[1])), "almost", "half of ε"),
    (twice_drawn, "working", "given away"),
    (lambda t, e, rng: int(rng.choice(6, p=distribution(t, 2 * e)[1])), "working", "twice what it should"),
    (hardly_ever_again, "working", "given away"),
    (lambda t, e, rng: int(rng.choice(6, p=distribution(t, -e)[1])), "working", "sign"),
    (lambda t, e, rng: 1 + once(t, e, rng) * 2, "working", "from 0 to 5"),
    (best_if_sure, "almost", "still look at the mistakes"),
]


RIGHT = [once, by_gumbel, lambda *told: float(once(*told))]
