"""Plausible wrong answers to exercise 10: what makes the answer, the verdict, a word of its sentence."""

import math

import numpy as np


def stub(means, rng): ...


def worse_half(means, rng):
    return np.argsort(means)[: (len(means) + 1) // 2]


def their_means(means, rng):
    return np.sort(means)[len(means) // 2 :]


def a_mask(means, rng):
    return means >= np.median(means)


def above_the_median(means, rng):
    return np.flatnonzero(means > np.median(means))


def rounded_down(means, rng):
    return np.argsort(means)[::-1][: len(means) // 2]


def by_number(means, rng):
    return np.argsort(means, kind="stable")[len(means) // 2 :]


def a_little_noise(means, rng):
    return np.argsort(means + rng.uniform(0, 1e-3, len(means)))[len(means) // 2 :]


def by_ranks(means, rng):
    return np.argsort(np.argsort(means))[len(means) // 2 :]


def sizes(arms, up):
    found = []
    while arms > 1:
        found.append(arms)
        arms = (arms + up) // 2
    return found


def least(given, arms, rounds):
    found = 1
    while sum(found // (size * rounds) for size in arms) < given.wanted:
        found += 1
    return found


def smallest(given):
    right = sizes(given.arms, 1)
    return least(given, right, len(right))


def exact_division(given):
    right = sizes(given.arms, 1)
    return math.ceil(given.wanted * len(right) / sum(1 / size for size in right))


def rounded_halves(given):
    wrong = sizes(given.arms, 0)
    return least(given, wrong, len(wrong))


def too_few_rounds(given):
    return least(given, sizes(given.arms, 1), len(sizes(given.arms, 0)))


def halving(right, epsilon, rng, each=6.0, exact=False, normal=False):
    people, arms = right.shape
    scores = right.mean(axis=0)
    left, log = np.arange(arms), []
    while len(left) > 1:
        noise = rng.normal(scale=1.03, size=len(left)) if normal else rng.laplace(size=len(left))
        seen = scores[left] + each / (people * epsilon) * noise
        log.extend(seen)
        left = np.sort(left[np.argsort(scores[left] if exact else seen)[len(left) // 2 :]])
    return [*log, left[0]]


def as_it_stands(right, epsilon, rng):
    return halving(right, epsilon, rng, each=1, exact=True)


def only_the_choice_mended(right, epsilon, rng):
    return halving(right, epsilon, rng, each=1)


def only_the_noise_mended(right, epsilon, rng):
    return halving(right, epsilon, rng, exact=True)


def once_a_round(right, epsilon, rng):
    return halving(right, epsilon, rng, each=2)


def arms_without_rounds(right, epsilon, rng):
    return halving(right, epsilon, rng, each=4)


def twice_too_wide(right, epsilon, rng):
    return halving(right, epsilon, rng, each=12)


def as_for_a_sum(right, epsilon, rng):
    return halving(right, epsilon, rng, each=6 * len(right))


def normal(right, epsilon, rng):
    return halving(right, epsilon, rng, normal=True)


def only_the_winner(right, epsilon, rng):
    return int(halving(right, epsilon, rng)[-1])


WRONG = {
    "keep": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: worse_half, "working", "worse half"),
        (lambda given: their_means, "working", "their means"),
        (lambda given: a_mask, "working", "yes or no"),
        (lambda given: above_the_median, "almost", "round"),
        (lambda given: rounded_down, "almost", "round"),
        (lambda given: by_number, "almost", "numbering"),
        (lambda given: a_little_noise, "working", "equal means only"),
        (lambda given: by_ranks, "working", "mean is higher"),
    ],
    "budget": [
        (lambda given: ..., "missing", "three dots"),
        (exact_division, "almost", "whole number of times"),
        (rounded_halves, "working", "odd"),
        (too_few_rounds, "working", "equal parts"),
        (lambda given: given.arms * given.wanted, "working", "equally often"),
        (lambda given: smallest(given) + 1, "almost", "smallest"),
        (lambda given: smallest(given) - 1, "working", "fewer pulls"),
        (lambda given: 2 * smallest(given), "working", "smallest"),
        (lambda given: given.arms, "working", "even once"),
        (lambda given: 100.5, "working", "whole number"),
    ],
    "crowd": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: given.gap, "working", "further away"),
        (lambda given: given.gap / 2, "working", "itself be second"),
        (lambda given: given.gap * math.sqrt((given.arms - 2) / 2), "almost", "last arm"),
        (lambda given: given.gap * math.sqrt(given.arms), "almost", "second arm"),
        (lambda given: 2 * given.gap, "working", "further away"),
        (lambda given: given.arms, "working", "below 0"),
        (lambda given: -given.gap, "working", "above 0"),
    ],
    "tune": [
        (lambda given: as_it_stands, "working", "given away"),
        (lambda given: only_the_choice_mended, "working", "given away"),
        (lambda given: only_the_noise_mended, "working", "given away"),
        (lambda given: once_a_round, "working", "given away"),
        (lambda given: arms_without_rounds, "working", "given away"),
        (lambda given: twice_too_wide, "almost", "noisier"),
        (lambda given: as_for_a_sum, "working", "hardly"),
        (lambda given: normal, "almost", "shape"),
        (lambda given: only_the_winner, "working", "shape"),
    ],
}
