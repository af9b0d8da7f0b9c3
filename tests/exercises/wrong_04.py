"""Plausible wrong answers to exercise 4: what makes the answer, the verdict, a word of its sentence."""

import math

import numpy as np


def stub(points, labels, largest, epsilon, rng): ...


def weighed(points, labels, largest, epsilon, rng, weigh):
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    ends = [*starts[1:], largest + 1]
    weights = np.array(
        [
            weigh(end - start, sum((x < start) != y for x, y in zip(points, labels, strict=True)), epsilon)
            for start, end in zip(starts, ends, strict=True)
        ]
    )
    block = rng.choice(len(starts), p=weights / weights.sum())
    return starts[block], ends[block]


def without_sizes(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: math.exp(-e * wrong / 2))
    return int(rng.integers(*found))


def wrong_sign(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(e * wrong / 2))
    return int(rng.integers(*found))


def without_two(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(-e * wrong))
    return int(rng.integers(*found))


def first_of_the_block(points, labels, largest, epsilon, rng):
    found = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(-e * wrong / 2))
    return found[0]


def in_floats(points, labels, largest, epsilon, rng):
    a, b = weighed(points, labels, largest, epsilon, rng, lambda size, wrong, e: size * math.exp(-e * wrong / 2))
    return int(rng.uniform(a, b))


def not_private(points, labels, largest, epsilon, rng):
    return max([x for x, y in zip(points, labels, strict=True) if y], default=-1) + 1


def fewest(given):
    return math.ceil(2 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha))


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


def the_best(table, epsilon, rng):
    return int(distribution(table, epsilon)[0].argmin())


def anything(table, epsilon, rng):
    return int(rng.integers(6))


def half_of_it(table, epsilon, rng):
    return int(rng.choice(6, p=distribution(table, epsilon / 2)[1]))


def people(given, first, last):
    rest = [(0, 1)] * (given.people - 1)
    return [*rest, first], [*rest, last]


def drawn_block(points, labels, largest, epsilon, rng, cost=0.5, last=1, offset=1):
    """The block's ends, its distribution as the exercise asks; or with one thing wrong."""
    starts = [0, *(x + offset for x in sorted(set(points)))]
    ends = [*starts[1:], largest + last]
    mistakes = [sum((x < t) != y for x, y in zip(points, labels, strict=True)) for t in starts]
    weights = np.array(
        [(b - a) * math.exp(-epsilon * m * cost) for a, b, m in zip(starts, ends, mistakes, strict=True)], dtype=float
    )
    block = rng.choice(len(starts), p=weights / weights.sum())
    return starts[block], ends[block]


def with_one_thing_wrong(**wrong):
    def learn(points, labels, largest, epsilon, rng):
        return int(rng.integers(*drawn_block(points, labels, largest, epsilon, rng, **wrong)))

    return learn


def distance_in_floats(points, labels, largest, epsilon, rng):
    start, end = drawn_block(points, labels, largest, epsilon, rng)
    return start + int(rng.random() * (end - start))


def from_the_right_in_floats(points, labels, largest, epsilon, rng):
    start, end = drawn_block(points, labels, largest, epsilon, rng)
    return end - 1 - int(rng.random() * (end - start))


def never_the_first(points, labels, largest, epsilon, rng):
    start, end = drawn_block(points, labels, largest, epsilon, rng)
    return int(rng.integers(start + (end - start > 1), end))


def any_at_all(points, labels, largest, epsilon, rng):
    return int(rng.integers(0, largest + 1))


def a_word(points, labels, largest, epsilon, rng):
    return str(rng.integers(largest))


def for_one_rule(given):
    return math.ceil(2 * math.log(1 / given.beta) / (given.epsilon * given.alpha))


def without_the_right_one(given):
    return math.ceil(2 * math.log((given.rules - 1) / given.beta) / (given.epsilon * given.alpha))


def without_half(given):
    return math.ceil(math.log(given.rules / given.beta) / (given.epsilon * given.alpha))


def of_the_other_learner(given):
    return math.ceil(math.log(given.rules / given.beta) / given.alpha)


def twice_drawn(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    return min((int(t) for t in rng.choice(6, size=2, p=p)), key=lambda t: mistakes[t])


def too_steep(table, epsilon, rng):
    return int(rng.choice(6, p=distribution(table, 2 * epsilon)[1]))


def hardly_ever_again(table, epsilon, rng):
    mistakes, p = distribution(table, epsilon)
    t = int(rng.choice(6, p=p))
    return int(rng.choice(6, p=p)) if mistakes[t] > 1 else t


def the_others(table, epsilon, rng):
    return int(rng.choice(6, p=distribution(table, -epsilon)[1]))


def seven_rules(table, epsilon, rng):
    return 1 + once(table, epsilon, rng) * 2


def once(table, epsilon, rng):
    return int(rng.choice(6, p=distribution(table, epsilon)[1]))


WRONG = {
    "rule": [
        (lambda given: (..., ...), "missing", "three dots"),
        (lambda given: people(given, (1, 1), (3, 1)), "almost", "How far"),
        (lambda given: people(given, (0, 0), (4, 1)), "almost", "labels"),
        (lambda given: people(given, (5, 0), (6, 0)), "working", "same rule"),
        (lambda given: ([(1, 1)], [(2, 1)]), "working", "people"),
        (lambda given: people(given, (0, 1), (given.points, 1)), "working", "whole number from 0"),
        (lambda given: people(given, (2, 1), (2, 1)), "working", "exactly one"),
        (lambda given: people(given, (0, 1), (given.points - 2, 1)), "almost", "How far"),
        (lambda given: people(given, (1, 1), (given.points - 1, 1)), "almost", "How far"),
        (lambda given: ([0] * given.people, [1] * given.people), "working", "pairs"),
        (lambda given: people(given, (0, 1), (2.5, 1)), "working", "whole number from 0"),
    ],
    "learner": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: without_sizes, "working", "together"),
        (lambda given: wrong_sign, "working", "sign"),
        (lambda given: without_two, "working", "twice"),
        (lambda given: first_of_the_block, "almost", "within a block"),
        (lambda given: in_floats, "almost", "grid"),
        (lambda given: not_private, "working", "do not come"),
        (lambda given: distance_in_floats, "almost", "grid"),
        (lambda given: from_the_right_in_floats, "almost", "grid"),
        (lambda given: with_one_thing_wrong(cost=0.25), "working", "half of what"),
        (lambda given: with_one_thing_wrong(last=0), "almost", "threshold too"),
        (lambda given: with_one_thing_wrong(offset=0), "working", "do not come"),
        (lambda given: never_the_first, "almost", "within a block"),
        (lambda given: any_at_all, "working", "no difference"),
        (lambda given: a_word, "working", "type str"),
    ],
    "enough": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: math.ceil(fewest(given) / 2), "working", "Half"),
        (lambda given: 5 * fewest(given), "working", "fewer"),
        (lambda given: 1, "working", "too often"),
        (for_one_rule, "working", "**one**"),
        (without_the_right_one, "almost", "every rule"),
        (of_the_other_learner, "working", "too often"),
        (lambda given: fewest(given) / 2 + 0.25, "working", "whole number"),
    ],
    "retry": [
        (lambda given: until_it_is_good, "working", "given away"),
        (lambda given: ten_tries, "working", "given away"),
        (lambda given: the_best, "working", "given away"),
        (lambda given: anything, "working", "hardly"),
        (lambda given: half_of_it, "almost", "half of ε"),
        (lambda given: twice_drawn, "working", "given away"),
        (lambda given: too_steep, "working", "given away"),
        (lambda given: hardly_ever_again, "working", "given away"),
        (lambda given: the_others, "working", "sign"),
        (lambda given: seven_rules, "working", "from 0 to 5"),
    ],
}


def of_each_x(points, labels, largest, epsilon, rng):
    """By Gumbel's noise on the blocks' logarithms, and Python's own whole numbers."""
    best = None
    starts = [0, *(x + 1 for x in sorted(set(points)))]
    for start, end in zip(starts, [*starts[1:], largest + 1], strict=True):
        mistakes = sum((x < start) != y for x, y in zip(points, labels, strict=True))
        value = math.log(end - start) - epsilon * mistakes / 2 + rng.gumbel()
        best = max(best or (value, start, end), (value, start, end))
    return best[1] + int.from_bytes(rng.bytes(16), "big") % (best[2] - best[1])


def in_numpy(points, labels, largest, epsilon, rng):
    return np.array(rng.integers(*drawn_block(points, labels, largest, epsilon, rng), dtype=np.int64))


def by_gumbel(table, epsilon, rng):
    mistakes = np.array([((table[:, 0] < t) != table[:, 1]).sum() for t in range(6)])
    return np.argmax(rng.gumbel(size=6) - epsilon * mistakes / 2)


RIGHT = {
    "rule": [
        lambda given: people(given, (given.points - 1, 1), (0, 1)),
        lambda given: tuple(map(np.array, people(given, (0, 1), (given.points - 1, 1)))),
        lambda given: tuple(
            (*[(given.points - 1, 0)] * (given.people - 1), last) for last in ((0, 0), (given.points - 2, True))
        ),
    ],
    "learner": [lambda given: of_each_x, lambda given: in_numpy],
    "enough": [
        lambda given: float(fewest(given)),
        lambda given: next(
            n for n in range(10**6) if given.rules * math.exp(-given.epsilon * given.alpha * n / 2) <= given.beta
        ),
    ],
    "retry": [lambda given: once, lambda given: by_gumbel, lambda given: lambda *told: float(once(*told))],
}

FORMULAS = {
    "rule": [
        lambda given: people(given, (0, 1), (given.points - 2, 1)),
        lambda given: people(given, (1, 1), (given.points - 1, 1)),
        lambda given: people(given, (0, 0), (given.points - 1, 0)),
    ],
    "enough": [
        for_one_rule,
        without_the_right_one,
        without_half,
        of_the_other_learner,
        lambda given: math.floor(2 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(4 * math.log(given.rules / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(2 * math.log2(given.rules / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(2 * math.log(2 * given.rules / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(2 * math.log(given.rules) / (given.epsilon * given.alpha)),
        lambda given: fewest(given) + 1,
    ],
}
