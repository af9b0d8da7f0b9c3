"""Plausible wrong answers to exercise 2: what makes the answer, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def stub(scores, sensitivity, epsilon): ...


def normalised(weights):
    return weights / np.sum(weights)


def wrong_sign(scores, sensitivity, epsilon):
    return normalised(np.exp(-epsilon * (scores - np.min(scores)) / (2 * sensitivity)))


def without_two(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.max(scores)) / sensitivity))


def without_sensitivity(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.max(scores)) / 2))


def epsilon_upside_down(scores, sensitivity, epsilon):
    return normalised(np.exp((scores - np.max(scores)) / (2 * sensitivity * epsilon)))


def overflows(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * scores / (2 * sensitivity)))


def proportional(scores, sensitivity, epsilon):
    return normalised(scores + 1.0)


def too_careful(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.max(scores)) / (4 * sensitivity)))


def not_normalised(scores, sensitivity, epsilon):
    return np.exp(epsilon * (scores - np.max(scores)) / (2 * sensitivity))


def years(ages, candidates):
    return -np.abs(candidates - np.median(ages))


def both_sides(ages, candidates):
    return -np.abs((ages[:, None] < candidates).sum(axis=0) - (ages[:, None] > candidates).sum(axis=0))


def how_many_below(ages, candidates):
    return (ages[:, None] <= candidates).sum(axis=0)


def share(ages, candidates):
    return -np.abs((ages[:, None] <= candidates).mean(axis=0) - 0.5)


def smallest_lead(candidates, epsilon, beta):
    votes = 0
    while True:
        others = (candidates - 1) * math.exp(-epsilon * votes / 2)
        if others / (1 + others) <= beta:
            return votes
        votes += 1


def fewest(given):
    return smallest_lead(given.candidates, given.epsilon, given.beta)


def drops_zeros(votes, epsilon, rng):
    running = np.flatnonzero(votes > 0)
    weights = np.exp(epsilon * votes[running] / 2)
    return int(rng.choice(running, p=weights / weights.sum()))


def the_winner(votes, epsilon, rng):
    return int(np.argmax(votes))


def anybody(votes, epsilon, rng):
    return int(rng.integers(len(votes)))


def too_steep(votes, epsilon, rng):
    weights = np.exp(epsilon * votes)
    return int(rng.choice(len(votes), p=weights / weights.sum()))


def counted_from_one(votes, epsilon, rng):
    weights = np.exp(epsilon * votes / 2)
    return 5 + int(rng.choice(len(votes), p=weights / weights.sum()))


def clipped(scores, sensitivity, epsilon):
    return normalised(np.exp(np.clip(epsilon * scores / (2 * sensitivity), -700, 700)))


def from_the_smallest(scores, sensitivity, epsilon):
    return normalised(np.exp(epsilon * (scores - np.min(scores)) / (2 * sensitivity)))


def to_base_two(scores, sensitivity, epsilon):
    return normalised(2.0 ** (epsilon * (scores - np.max(scores)) / (2 * sensitivity)))


def rounded(scores, sensitivity, epsilon):
    return normalised(np.round(softmax(scores, sensitivity, epsilon), 3))


def never_zero(scores, sensitivity, epsilon):
    return normalised(softmax(scores, sensitivity, epsilon) + 1e-4)


def the_best(scores, sensitivity, epsilon):
    return (scores == np.max(scores)) / np.sum(scores == np.max(scores))


def weights_of_ranks(scores, sensitivity, epsilon):
    ranks = np.searchsorted(np.unique(scores), scores)
    return normalised(np.exp(epsilon * ranks / (2 * sensitivity)))


def logarithms(scores, sensitivity, epsilon):
    return np.log(softmax(scores, sensitivity, epsilon))


def softmax(scores, sensitivity, epsilon):
    return without_two(np.asarray(scores) / 2, sensitivity, epsilon)


def upside_down(ages, candidates):
    return np.abs((ages[:, None] <= candidates).sum(axis=0) - len(ages) / 2)


def of_eleven(ages, candidates):
    return -np.abs((ages[:, None] <= candidates).sum(axis=0) - 5.5)


def a_century(ages, candidates):
    return -np.abs(candidates - np.median(ages)) / 100


def from_the_mean(ages, candidates):
    return -np.abs(candidates - np.mean(ages)) * len(ages) / 100


def squared(ages, candidates):
    return -(((ages[:, None] <= candidates).sum(axis=0) - len(ages) / 2) ** 2)


def as_they_are_sorted(ages, candidates):
    return -np.abs(candidates - ages[len(ages) // 2])


def best_of(wins):
    """The smallest lead against which `wins(votes)` is at most the chance allowed."""

    def answer(given):
        votes = 0
        while wins(given, votes) > given.beta:
            votes += 1
        return votes

    return answer


def odds(given, votes, rivals=0, half=2):
    return (given.candidates - 1 + rivals) * math.exp(-given.epsilon * votes / half)


def share_of(x):
    return x / (1 + x)


without_half = best_of(lambda given, votes: share_of(odds(given, votes, half=1)))
theorem = best_of(lambda given, votes: odds(given, votes, rivals=1))
union_bound = best_of(lambda given, votes: odds(given, votes))
leader_too = best_of(lambda given, votes: share_of(odds(given, votes, rivals=1)))
twice_the_half = best_of(lambda given, votes: share_of(odds(given, votes, half=4)))


def noisy_argmax(votes, epsilon, rng):
    return int(np.argmax(votes + rng.laplace(scale=2 / epsilon, size=len(votes))))


def half_as_steep(votes, epsilon, rng):
    return int(rng.choice(len(votes), p=normalised(np.exp(epsilon * votes / 4))))


def one_vote_each_for_nothing(votes, epsilon, rng):
    return int(rng.choice(len(votes), p=normalised(votes + 1.0)))


def half_the_winner(votes, epsilon, rng):
    return int(np.argmax(votes)) if rng.random() < 0.5 else int(rng.integers(len(votes)))


def only_above_the_last(votes, epsilon, rng):
    running = np.flatnonzero(votes > np.min(votes))
    return int(rng.choice(running, p=normalised(np.exp(epsilon * votes[running] / 2))))


def its_name(votes, epsilon, rng):
    return "candidate " + str(rng.integers(len(votes)))


WRONG = {
    "law": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: wrong_sign, "working", "sign"),
        (lambda given: without_two, "working", "all the others"),
        (lambda given: without_sensitivity, "working", "more careful"),
        (lambda given: epsilon_upside_down, "working", "Which end"),
        (lambda given: overflows, "almost", "large"),
        (lambda given: proportional, "working", "Add 100"),
        (lambda given: too_careful, "almost", "more careful than"),
        (lambda given: not_normalised, "working", "sum to"),
        (lambda given: clipped, "almost", "cut off"),
        (lambda given: from_the_smallest, "almost", "large"),
        (lambda given: to_base_two, "almost", "more careful than"),
        (lambda given: rounded, "almost", "round"),
        (lambda given: never_zero, "almost", "add something"),
        (lambda given: the_best, "working", "Which end"),
        (lambda given: weights_of_ranks, "working", "exponentially"),
        (lambda given: logarithms, "working", "negative"),
    ],
    "score": [
        (lambda given: years, "working", "count"),
        (lambda given: both_sides, "almost", "counts twice"),
        (lambda given: how_many_below, "working", "median"),
        (lambda given: share, "almost", "choose better"),
        (lambda given: upside_down, "working", "Which sign"),
        (lambda given: of_eleven, "working", "median"),
        (lambda given: a_century, "working", "count"),
        (lambda given: from_the_mean, "working", "median"),
        (lambda given: squared, "working", "years"),
        (lambda given: as_they_are_sorted, "working", "median"),
    ],
    "lead": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: smallest_lead(2, given.epsilon, given.beta), "working", "rivals"),
        (lambda given: fewest(given) + 40, "working", "smallest"),
        (lambda given: 0, "working", "too often"),
        (lambda given: -3, "working", "at least 0"),
        (without_half, "working", "Half"),
        (theorem, "almost", "general theorem"),
        (union_bound, "almost", "leader"),
        (leader_too, "almost", "One rival too many"),
        (twice_the_half, "working", "smallest"),
        (lambda given: float("inf"), "working", "finite"),
    ],
    "errors": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (lambda given: ([(0, 0)], [(0, 1)], 1 / given.epsilon), "working", "above the promise"),
        (lambda given: ([(1, 1)], [(2, 1)], 1 / given.epsilon), "working", "more of the counts"),
        (lambda given: ([(0, 0)], [(0, 1)], given.points / given.epsilon), "working", "above the promise"),
        (lambda given: ([(0, 0)], [(0, 1)], 2 * (given.points + 1) / given.epsilon), "almost", "smaller"),
        (lambda given: ([(0, 0)], [(0, 1), (1, 1)], 5.0), "working", "equally many"),
        (lambda given: ([(0, 7)], [(0, 1)], 5.0), "working", "label"),
        (lambda given: ([(0, 0)], [(0, 1)], (given.points + 1) * given.epsilon), "working", "promise"),
        (lambda given: ([(0, 0)] * 3, [(0, 0), (0, 1), (0, 1)], 5.0), "working", "exactly one"),
        (lambda given: ([(0, 0)], [(given.points, 1)], 5.0), "working", "whole number from 0"),
        (
            lambda given: ([(0, 1)], [(given.points - 1, 1)], (given.points + 1) / given.epsilon),
            "working",
            "more of the counts",
        ),
    ],
    "bug": [
        (lambda given: drops_zeros, "working", "given away"),
        (lambda given: the_winner, "working", "given away"),
        (lambda given: too_steep, "working", "given away"),
        (lambda given: anybody, "working", "not the prob"),
        (lambda given: counted_from_one, "working", "counted from 0"),
        (lambda given: noisy_argmax, "working", "not the prob"),
        (lambda given: half_as_steep, "almost", "half of ε"),
        (lambda given: one_vote_each_for_nothing, "working", "not the prob"),
        (lambda given: half_the_winner, "working", "not the prob"),
        (lambda given: only_above_the_last, "working", "given away"),
        (lambda given: its_name, "working", "number"),
    ],
}


def each_score(kind):
    return lambda ages, candidates: [kind(float(x)) for x in upside_down(ages, candidates) * -1]


def smaller_side(ages, candidates):
    return [min(sum(a <= c for a in ages), sum(a >= c for a in ages)) for c in candidates]


def half_the_difference(ages, candidates):
    return both_sides(ages, candidates) / 2


def gumbel(votes, epsilon, rng):
    return np.argmax(epsilon * votes / 2 + rng.gumbel(size=len(votes)))


def by_cumulated(votes, epsilon, rng):
    weights = [math.exp(epsilon * v / 2) for v in votes.tolist()]
    place = rng.random() * sum(weights)
    return float(sum(place > below for below in np.cumsum(weights)))


RIGHT = {
    "law": [
        lambda given: softmax,
        lambda given: lambda *told: softmax(*told).tolist(),
        lambda given: lambda *told: tuple(softmax(*told)),
        lambda given: lambda *told: softmax(*told).astype(np.float32),
        lambda given: lambda *told: [Fraction(float(p)) for p in softmax(*told)],
        lambda given: lambda s, d, e: [1 / sum(math.exp(min(e * (b - a) / 2 / d, 700)) for b in s) for a in s],
    ],
    "score": [
        lambda given: smaller_side,
        lambda given: half_the_difference,
        lambda given: each_score(Fraction),
        lambda given: each_score(np.float32),
    ],
    "lead": [
        lambda given: float(fewest(given)),
        lambda given: np.int64(fewest(given)),
        lambda given: Fraction(fewest(given)),
        lambda given: np.array([fewest(given)]),
        lambda given: math.ceil(2 / given.epsilon * math.log((given.candidates - 1) * (1 / given.beta - 1))),
    ],
    "errors": [
        lambda given: (((5, 1),), ((5, 0),), Fraction((given.points + 1) / given.epsilon)),
        lambda given: (np.array([[1, 1], [2, 0]]), np.array([[1, 1], [2, 1]]), (given.points + 1) / given.epsilon),
        lambda given: ([[0, True]], [[0, False]], np.float64((given.points + 1) / given.epsilon)),
    ],
    "bug": [lambda given: gumbel, lambda given: by_cumulated, lambda given: lambda *told: np.array(gumbel(*told))],
}

FORMULAS = {
    "lead": [
        without_half,
        theorem,
        union_bound,
        leader_too,
        twice_the_half,
        best_of(lambda given, votes: share_of(math.exp(-given.epsilon * votes / 2))),
        best_of(lambda given, votes: odds(given, votes, rivals=1) * (1 - given.beta)),
        lambda given: fewest(given) + 1,
        lambda given: fewest(given) - 1,
    ],
    "errors": [
        lambda given: ([(0, 0)], [(0, 1)], given.points / given.epsilon),
        lambda given: ([(0, 0)], [(0, 1)], (given.points + 2) / given.epsilon),
        lambda given: ([(0, 0)], [(0, 1)], 2 * (given.points + 1) / given.epsilon),
        lambda given: ([(0, 0)], [(0, 1)], 2 / given.epsilon),
        lambda given: ([(0, 1)], [(given.points - 1, 1)], given.points / given.epsilon),
    ],
}
