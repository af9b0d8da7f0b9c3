"""Answers to “A noisy server”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def truth(table):
    woman, ill = table[:, 0], table[:, 1]
    return np.array([(woman * ill).sum(), ((1 - woman) * ill).sum(), ill.sum()])


def sum_of_two(table, epsilon, rng):
    women, men = truth(table)[:2] + rng.laplace(scale=1 / epsilon, size=2)
    return np.array([women, men, women + men])


def exact_sum(table, epsilon, rng):
    women, men = truth(table)[:2] + rng.laplace(scale=2 / epsilon, size=2)
    return np.array([women, men, truth(table)[2]])


def with_noise(draw, change=lambda counts: counts):
    """The counts with `draw(rng, 1 / epsilon)` for noise, and what is made of them afterwards."""

    def counts(table, epsilon, rng):
        return change(truth(table) + draw(rng, 1 / epsilon))

    return counts


def geometric(rng, unit):
    stop = 1 - np.exp(-1 / (2 * unit))
    return rng.geometric(stop, size=3) - rng.geometric(stop, size=3)


def unequal(rng, unit):
    return rng.laplace(size=3) * unit * np.array([3, 3, 1.5])


def laplace(times=2.0):
    return lambda rng, unit: rng.laplace(scale=times * unit, size=3)


def cut_at(reach):
    return lambda rng, unit: np.clip(laplace()(rng, unit), -reach * unit, reach * unit)


def drawn_again(rng, unit):
    while True:
        noise = rng.laplace(scale=2 * unit, size=3)
        if (np.abs(noise) < 10 * unit).all():
            return noise


def consistent(counts):
    return counts + np.array([-1, -1, 1]) * (counts[0] + counts[1] - counts[2]) / 3


def sum_of_the_two(counts):
    return np.array([counts[0], counts[1], counts[0] + counts[1]])


def the_difference(counts):
    return [counts[0], counts[2] - counts[0], counts[2]]


def none_where_none(table, epsilon, rng):
    return np.where(truth(table) > 0, truth(table) + rng.laplace(scale=2 / epsilon, size=3), 0)


def women_exact_where_none(table, epsilon, rng):
    return truth(table) + rng.laplace(scale=2 / epsilon, size=3) * [table[:, 0].any(), 1, 1]


def men_exact_where_none(table, epsilon, rng):
    return truth(table) + rng.laplace(scale=2 / epsilon, size=3) * [1, not table[:, 0].all(), 1]


WRONG = [
    (with_noise(laplace(1)), "working", "given away"),
    (with_noise(laplace(3)), "almost", "noisier"),
    (lambda t, e, rng: truth(t) + rng.laplace(scale=2 / e), "working", "given away"),
    (sum_of_two, "working", "given away"),
    (exact_sum, "working", "Does each count by itself keep its promise?"),
    (with_noise(laplace(0.5)), "working", "Does each count by itself"),
    (none_where_none, "working", "given away"),
    (women_exact_where_none, "working", "given away"),
    (men_exact_where_none, "working", "given away"),
    (lambda t, e, rng: 40 + rng.laplace(scale=2 / e, size=3), "working", "around the true"),
    (lambda t, e, rng: truth(t) + rng.normal(scale=1.25 * 2 / e, size=3), "almost", "shape"),
    (lambda t, e, rng: truth(t) + rng.normal(scale=2 / e, size=3), "working", "shape"),
    (with_noise(cut_at(12)), "almost", "shape"),
    (with_noise(cut_at(8)), "almost", "shape"),
    (with_noise(drawn_again), "almost", "shape"),
    (with_noise(laplace(1.75)), "working", "Add up"),
    (with_noise(laplace(1.7)), "working", "Add up"),
    (with_noise(laplace(2.2)), "almost", "noisier"),
    (with_noise(laplace(3), consistent), "almost", "noisier"),
    (with_noise(laplace(1.7), consistent), "working", "Add up"),
    (with_noise(lambda rng, unit: rng.normal(scale=2.8 * unit, size=3), np.round), "almost", "shape"),
    (lambda t, e, rng: truth(t)[:2] + rng.laplace(scale=2 / e, size=2), "working", "shape"),
    (lambda t, e, rng: (truth(t) + rng.laplace(scale=2 / e, size=3)) / len(t), "working", "around the true"),
]


RIGHT = [
    with_noise(laplace(), consistent),
    with_noise(laplace(), lambda counts: np.round(consistent(counts)).astype(int)),
    with_noise(laplace(), lambda counts: np.maximum(counts, 0).tolist()),
    with_noise(laplace(), lambda counts: [max(0, round(float(count))) for count in counts]),
    with_noise(laplace(), sum_of_the_two),
    with_noise(laplace(), lambda counts: sum_of_the_two(np.maximum(np.round(counts), 0))),
    with_noise(laplace(), the_difference),
    with_noise(laplace(), lambda counts: counts.astype(np.float32)),
    with_noise(geometric),
    with_noise(geometric, sum_of_the_two),
    with_noise(unequal),
]
