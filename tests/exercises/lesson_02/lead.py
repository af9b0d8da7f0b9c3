"""Answers to “How long a lead?”: what is handed in, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


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


fewest = best_of(lambda given, votes: share_of(odds(given, votes)))
one_rival = best_of(lambda given, votes: share_of(math.exp(-given.epsilon * votes / 2)))
without_half = best_of(lambda given, votes: share_of(odds(given, votes, half=1)))
theorem = best_of(lambda given, votes: odds(given, votes, rivals=1))
union_bound = best_of(lambda given, votes: odds(given, votes))
leader_too = best_of(lambda given, votes: share_of(odds(given, votes, rivals=1)))
twice_the_half = best_of(lambda given, votes: share_of(odds(given, votes, half=4)))
WRONG = [
    (..., "missing", "three dots"),
    (lambda given: fewest(given) - 1, "almost", "round"),
    (one_rival, "working", "rivals"),
    (lambda given: fewest(given) + 40, "working", "smallest"),
    (0, "working", "too often"),
    (-3, "working", "at least 0"),
    (without_half, "working", "Half"),
    (theorem, "almost", "general theorem"),
    (union_bound, "almost", "leader"),
    (leader_too, "almost", "One rival too many"),
    (twice_the_half, "working", "smallest"),
    (lambda given: float("inf"), "working", "finite"),
]


RIGHT = [
    lambda given: float(fewest(given)),
    lambda given: np.int64(fewest(given)),
    lambda given: Fraction(fewest(given)),
    lambda given: np.array([fewest(given)]),
    lambda given: math.ceil(2 / given.epsilon * math.log((given.candidates - 1) * (1 / given.beta - 1))),
]


FORMULAS = [
    lambda given: round(2 / given.epsilon * math.log((given.candidates - 1) * (1 / given.beta - 1))),
    without_half,
    theorem,
    union_bound,
    leader_too,
    twice_the_half,
    one_rival,
    best_of(lambda given, votes: odds(given, votes, rivals=1) * (1 - given.beta)),
    lambda given: fewest(given) + 1,
    lambda given: fewest(given) - 1,
]
