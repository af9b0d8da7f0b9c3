"""Plausible wrong answers to exercise 10: what makes the answer, the verdict, a word of its sentence."""

import math
from decimal import Decimal
from fractions import Fraction

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


def not_below_the_median(means, rng):
    return np.flatnonzero(means >= np.median(means))


def not_below_the_last(means, rng):
    """All that tie for the last place stay."""
    return np.flatnonzero(means >= np.sort(means)[len(means) // 2])


def above_the_last(means, rng):
    """Nobody that ties for the last place stays, unless all do."""
    last = np.sort(means)[len(means) // 2]
    return (
        np.flatnonzero(means > last)
        if (means > last).sum() >= len(means) // 2
        else np.argsort(means)[len(means) // 2 :]
    )


def last_of_the_tied(means, rng):
    return len(means) - 1 - np.argsort(means[::-1], kind="stable")[len(means) // 2 :]


def at_random(means, rng):
    return rng.permutation(len(means))[len(means) // 2 :]


def three_quarters(means, rng):
    return np.argsort(means)[len(means) // 4 :]


def pairwise(means, rng):
    """Neighbours meet, the winner stays: not the better half."""
    return [max(i, i + 1, key=lambda arm: means[arm] if arm < len(means) else -1) for i in range(0, len(means), 2)]


def with_lexsort(means, rng):
    return np.lexsort((rng.random(len(means)), means))[len(means) // 2 :]


def a_set_one_by_one(means, rng):
    left = set(range(len(means)))
    while len(left) > (len(means) + 1) // 2:
        least = min(means[arm] for arm in left)
        left.remove(int(rng.choice([arm for arm in sorted(left) if means[arm] == least])))
    return left


def sure_and_drawn(means, rng):
    keep = (len(means) + 1) // 2
    last = np.sort(means)[::-1][keep - 1]
    sure, tied = np.flatnonzero(means > last), np.flatnonzero(means == last)
    return tuple(np.concatenate([sure, rng.choice(tied, size=keep - len(sure), replace=False)]).astype(float))


def as_python_sorts(means, rng):
    return sorted(range(len(means)), key=lambda arm: (means[arm], rng.random()))[len(means) // 2 :]


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


def one_round_more(given):
    right = sizes(given.arms, 1)
    return least(given, right, len(right) + 1)


def one_round_of_one(given):
    right = sizes(given.arms, 1)
    return least(given, [*right, 1], len(right) + 1)


def rounds_by_logarithm(given):
    """As many rounds as the logarithm says, rounded down."""
    right = sizes(given.arms, 1)
    return least(given, right[: int(math.log2(given.arms))], int(math.log2(given.arms)))


def only_the_last_round(given):
    right = sizes(given.arms, 1)
    return given.wanted * right[-1] * len(right)


def nothing_is_lost(given):
    """What one round leaves over goes to the next."""
    right, budget = sizes(given.arms, 1), 0
    while True:
        budget += 1
        pulls, rest = 0, 0
        for size in right:
            part = budget / len(right) + rest
            pulls, rest = pulls + part // size, part % size
        if pulls >= given.wanted:
            return budget


def by_bisection(given):
    right = sizes(given.arms, 1)
    low, high = 0, 10**7
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if sum(middle // (s * len(right)) for s in right) >= given.wanted else (middle, high)
    return np.float64(high)


def upwards(value, digits=4):
    """Rounded up to so many digits."""
    unit = 10.0 ** (math.floor(math.log10(value)) + 1 - digits)
    return math.ceil(value / unit) * unit


def downwards(value, digits=4):
    unit = 10.0 ** (math.floor(math.log10(value)) + 1 - digits)
    return math.floor(value / unit) * unit


def right_crowd(given):
    return given.gap * math.sqrt(given.arms / 2)


def halving(right, epsilon, rng, each=6.0, exact=False, normal=False):
    people, arms = right.shape
    scores = right.mean(axis=0)
    left, log = np.arange(arms), []
    while len(left) > 1:
        noise = rng.normal(scale=1.25, size=len(left)) if normal else rng.laplace(size=len(left))
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


def tuned(noise, people=None, each=6.0):
    """Halving with `noise(rng, size)` in units of what its looks cost."""

    def tune(right, epsilon, rng):
        count, arms = right.shape
        scores = right.mean(axis=0)
        left, log = np.arange(arms), []
        while len(left) > 1:
            seen = scores[left] + each / ((people or count) * epsilon) * noise(rng, len(left))
            log.extend(seen)
            left = np.sort(left[np.argsort(seen)[len(left) // 2 :]])
        return [*log, left[0]]

    return tune


def cut(rng, size):
    return np.clip(rng.laplace(size=size), -6, 6)


def narrow(rng, size):
    return 0.85 * rng.laplace(size=size)


def uniform(rng, size):
    return rng.uniform(-2, 2, size=size)


def winner_by_exact_scores(right, epsilon, rng):
    return [*halving(right, epsilon, rng)[:-1], int(right.mean(axis=0).argmax())]


def second_round_exact(right, epsilon, rng):
    """The first round by exact scores, the winner by noisy ones."""
    people, scores = len(right), right.mean(axis=0)
    first = scores + 6 / (people * epsilon) * rng.laplace(size=4)
    left = np.argsort(scores + 1e-9 * rng.random(4))[2:]
    second = scores[left] + 6 / (people * epsilon) * rng.laplace(size=2)
    return [*first, *second, left[second.argmax()]]


def one_noise_a_round(right, epsilon, rng):
    people, scores = len(right), right.mean(axis=0)
    left, log = np.arange(4), []
    while len(left) > 1:
        seen = scores[left] + 6 / (people * epsilon) * rng.laplace()
        log.extend(seen)
        left = np.sort(left[np.argsort(seen)[len(left) // 2 :]])
    return [*log, left[0]]


def looked_at_once(right, epsilon, rng):
    """Four looks at a quarter of ε each; the second round takes what was seen, and so costs nothing."""
    seen = right.mean(axis=0) + rng.laplace(scale=4 / (len(right) * epsilon), size=4)
    best = np.argsort(seen)
    return [*seen, *seen[best[2:]], best[-1]]


def in_counts(right, epsilon, rng):
    """Geometric noise on whole counts, cut off at both ends."""
    people, counts = len(right), right.sum(axis=0)
    stop = 1 - math.exp(-epsilon / 6)
    left, log = np.arange(4), []
    while len(left) > 1:
        noise = rng.geometric(stop, size=len(left)) - rng.geometric(stop, size=len(left))
        seen = np.clip(counts[left] + noise, 0, people) / people
        log.extend(seen.tolist())
        left = left[np.argsort(seen + 1e-9 * rng.random(len(left)))[len(left) // 2 :]]
    return (*log, int(left[0]))


def more_for_the_second_round(right, epsilon, rng):
    people, scores = len(right), right.mean(axis=0)
    first = scores + rng.laplace(scale=8 / (people * epsilon), size=4)
    left = np.argsort(first)[2:]
    second = scores[left] + rng.laplace(scale=4 / (people * epsilon), size=2)
    return np.array([*first, *second, left[second.argmax()]])


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
        (lambda given: not_below_the_median, "working", "tie for 1 place"),
        (lambda given: not_below_the_last, "working", "tie for 1 place"),
        (lambda given: above_the_last, "almost", "round"),
        (lambda given: last_of_the_tied, "almost", "numbering"),
        (lambda given: at_random, "working", "mean is higher"),
        (lambda given: three_quarters, "working", "how many should stay"),
        (lambda given: pairwise, "working", "mean is higher"),
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
        (one_round_more, "working", "one round too many"),
        (one_round_of_one, "working", "one round too many"),
        (rounds_by_logarithm, "working", "equal parts"),
        (only_the_last_round, "working", "smallest"),
        (nothing_is_lost, "working", "fewer pulls"),
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
        (lambda given: downwards(right_crowd(given)), "almost", "At least"),
        (lambda given: 0.9995 * right_crowd(given), "almost", "At least"),
        (lambda given: 0.995 * right_crowd(given), "almost", "more digits"),
        (lambda given: given.gap * given.arms / 2, "working", "squared"),
        (lambda given: 1.5 * right_crowd(given), "working", "squared"),
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
        (lambda given: tuned(cut), "almost", "shape"),
        (lambda given: tuned(narrow), "working", "Add up"),
        (lambda given: tuned(uniform), "working", "given away"),
        (lambda given: winner_by_exact_scores, "working", "given away: the event"),
        (lambda given: second_round_exact, "working", "given away: the event"),
        (lambda given: one_noise_a_round, "working", "given away: the event"),
    ],
}

#: Wrong numbers that must differ from the right ones on every seed.
FORMULAS = {
    "budget": [
        exact_division,
        rounded_halves,
        too_few_rounds,
        one_round_more,
        one_round_of_one,
        lambda given: least(given, sizes(given.arms, 0), len(sizes(given.arms, 1))),
        rounds_by_logarithm,
        only_the_last_round,
        lambda given: smallest(given) - 1,
        lambda given: smallest(given) + 1,
    ],
    "crowd": [
        lambda given: downwards(right_crowd(given)),
        lambda given: given.gap * math.sqrt((given.arms - 1) / 2),
        lambda given: given.gap * math.sqrt((given.arms - 2) / 2),
        lambda given: given.gap * math.sqrt(given.arms),
        lambda given: given.gap * math.sqrt(given.arms - 1),
        lambda given: given.gap * given.arms / 2,
        lambda given: given.gap * math.sqrt((given.arms + 1) / 2),
        lambda given: given.gap * math.sqrt(given.arms / 3),
        lambda given: 2 * given.gap,
    ],
}

#: Right answers by other ways, and of other types.
RIGHT = {
    "keep": [
        lambda given: with_lexsort,
        lambda given: a_set_one_by_one,
        lambda given: sure_and_drawn,
        lambda given: as_python_sorts,
    ],
    "budget": [by_bisection, lambda given: Fraction(smallest(given))],
    "crowd": [
        lambda given: upwards(right_crowd(given)),
        lambda given: np.float32(right_crowd(given)),
        lambda given: Decimal(given.gap) * (Decimal(given.arms) / 2).sqrt(),
        lambda given: (given.arms * given.gap**2 / 2) ** 0.5,
    ],
    "tune": [lambda given: looked_at_once, lambda given: in_counts, lambda given: more_for_the_second_round],
}
