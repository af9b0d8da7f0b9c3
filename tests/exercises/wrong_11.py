"""Plausible wrong answers to exercise 11: what makes the answer, the verdict, a word of its sentence."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np


def stub(answers, threshold, sensitivity, epsilon, rng): ...


def with_scales(a=2.0, b=4.0, noise="laplace", each=False, shared=False):
    """AboveThreshold with noise of scales aΔ/ε and bΔ/ε."""

    def above(answers, threshold, sensitivity, epsilon, rng):
        draw = getattr(rng, noise)
        unit = sensitivity / epsilon
        level, together = threshold + a * unit * draw(), b * unit * draw()
        published = []
        for answer in answers:
            if each:
                level = threshold + a * unit * draw()
            seen = answer + (together if shared else b * unit * draw())
            published.append(bool(seen >= level))
            if published[-1]:
                break
        return published

    return above


def delta_forgotten(answers, threshold, sensitivity, epsilon, rng):
    return with_scales()(answers, threshold, 1, epsilon, rng)


def epsilon_forgotten(answers, threshold, sensitivity, epsilon, rng):
    return with_scales()(answers, threshold, sensitivity, 1, rng)


def epsilon_multiplied(answers, threshold, sensitivity, epsilon, rng):
    return with_scales()(answers, threshold, sensitivity, 1 / epsilon, rng)


def never_stops(answers, threshold, sensitivity, epsilon, rng):
    level = threshold + rng.laplace(scale=2 * sensitivity / epsilon)
    return list(np.asarray(answers) + rng.laplace(scale=4 * sensitivity / epsilon, size=len(answers)) >= level)


def padded(answers, threshold, sensitivity, epsilon, rng):
    found = with_scales()(answers, threshold, sensitivity, epsilon, rng)
    return found + [False] * (len(answers) - len(found))


def shows_the_value(answers, threshold, sensitivity, epsilon, rng):
    level = threshold + rng.laplace(scale=2 * sensitivity / epsilon)
    published = []
    for answer in answers:
        seen = answer + rng.laplace(scale=4 * sensitivity / epsilon)
        if seen >= level:
            return [*published, seen]
        published.append(False)
    return published


def its_number(answers, threshold, sensitivity, epsilon, rng):
    return len(with_scales()(answers, threshold, sensitivity, epsilon, rng)) - 1


def upside_down(answers, threshold, sensitivity, epsilon, rng):
    return with_scales()(-np.asarray(answers), -threshold, sensitivity, epsilon, rng)


def only_the_last(answers, threshold, sensitivity, epsilon, rng):
    return with_scales()(answers, threshold, sensitivity, epsilon, rng)[-1:]


def no_noise(answers, threshold, sensitivity, epsilon, rng):
    return with_scales(0, 0)(answers, threshold, sensitivity, epsilon, rng)


def always_the_same(answers, threshold, sensitivity, epsilon, rng):
    return [False, False, True]


def its_own_generator(answers, threshold, sensitivity, epsilon, rng):
    return with_scales()(answers, threshold, sensitivity, epsilon, np.random.default_rng())


def all_at_once(answers, threshold, sensitivity, epsilon, rng):
    level = threshold + rng.laplace(scale=2 * sensitivity / epsilon)
    seen = np.asarray(answers) + rng.laplace(scale=4 * sensitivity / epsilon, size=len(answers)) >= level
    return seen[: int(seen.argmax()) + 1] if seen.any() else seen


def moved_answers(answers, threshold, sensitivity, epsilon, rng):
    """The threshold's noise taken from each answer, in units of Δ."""
    shift = rng.laplace(0, 2 / epsilon)
    for place, answer in enumerate(answers):
        if (answer - threshold) / sensitivity - shift + rng.exponential(4 / epsilon) > rng.exponential(4 / epsilon):
            return (0,) * place + (1,)
    return (0,) * len(answers)


def by_inverse(answers, threshold, sensitivity, epsilon, rng):
    def noise(scale):
        u = rng.random() - 0.5
        return -scale * math.copysign(math.log(1 - 2 * abs(u)), u)

    level = noise(2 * sensitivity / epsilon)
    for place, answer in enumerate(answers):
        if answer - threshold + noise(4 * sensitivity / epsilon) >= level:
            return [np.False_] * place + [np.True_]
    return [np.False_] * len(answers)


def theorem(given, alpha=1.0, beta=0.5, delta=None, base=math.e):
    return beta * given.beta * base ** (alpha * given.epsilon * given.alpha / (8 * (delta or given.sensitivity)))


def largest(given):
    return math.floor(theorem(given))


def with_the_better_bound(given):
    unit = given.sensitivity / given.epsilon
    return math.floor(given.beta / 2 * math.exp((given.alpha - 2 * unit * math.log(2 / given.beta)) / (4 * unit)))


def by_counting(given):
    k = 1
    while 8 * given.sensitivity / given.epsilon * (math.log(k + 1) + math.log(2 / given.beta)) <= given.alpha:
        k += 1
    return np.int64(k)


def stub_sparse(answers, threshold, epsilons, count, rng): ...


def sparse(
    wide=lambda c: 1.0,
    narrow=lambda c: 2.0 * c,
    numbers=lambda c: 1.0 * c,
    kind="kept",
    value="fresh",
    stop=lambda c: c,
    noise="laplace",
):
    """SparseVector with noise of scales wide/ε₁, narrow/ε₂, numbers/ε₃."""

    def sparse_vector(answers, threshold, epsilons, count, rng):
        first, second, third = epsilons
        draw = getattr(rng, noise)
        level = threshold + wide(count) / first * draw()
        together = draw()
        published, positives = [], 0
        for answer in answers:
            if kind == "each":
                level = threshold + wide(count) / first * draw()
            seen = answer + narrow(count) / second * draw()
            if seen < level:
                published.append(False)
                continue
            fresh = numbers(count) / third * (together if value == "together" else draw())
            published.append(
                {"compared": seen, "both": seen + fresh, "mark": True, "threshold": level}.get(value, answer + fresh)
            )
            positives += 1
            if kind == "anew":
                level = threshold + wide(count) / first * draw()
            if positives == stop(count):
                break
        return published

    return sparse_vector


def c_questions(answers, threshold, epsilons, count, rng):
    return sparse()(answers[:count], threshold, epsilons, count, rng)


def padded_sparse(answers, threshold, epsilons, count, rng):
    found = sparse()(answers, threshold, epsilons, count, rng)
    return found + [False] * (len(answers) - len(found))


def too_many_entries(answers, threshold, epsilons, count, rng):
    return [*sparse()(answers, threshold, epsilons, count, rng)[:-1], *[False] * len(answers)]


def only_numbers(answers, threshold, epsilons, count, rng):
    return [value for value in sparse()(answers, threshold, epsilons, count, rng) if value]


def one_epsilon(answers, threshold, epsilons, count, rng):
    """All noises by the sum of the three."""
    return sparse()(answers, threshold, (sum(epsilons),) * 3, count, rng)


def again_and_again(answers, threshold, epsilons, count, rng):
    """AboveThreshold c times, each with its part; then fresh noise."""
    first, second, third = (epsilon / count for epsilon in epsilons)
    published, rest, left = [], list(answers), count
    while rest and left:
        level = threshold + rng.laplace(scale=1 / first)
        while rest:
            answer = rest.pop(0)
            if answer + rng.laplace(scale=2 / second) >= level:
                published.append(np.float64(answer + rng.laplace(scale=1 / third)))
                left -= 1
                break
            published.append(None)
    return tuple(published)


def as_an_array(answers, threshold, epsilons, count, rng):
    return np.array(sparse()(answers, threshold, epsilons, count, rng), dtype=float)


def at_once(answers, threshold, epsilons, count, rng):
    first, second, third = epsilons
    answers = np.asarray(answers)
    level = threshold - rng.laplace(scale=1 / first)
    over = np.flatnonzero(answers + rng.laplace(scale=2 * count / second, size=len(answers)) > level)[:count]
    end = over[-1] + 1 if len(over) == count else len(answers)
    published = [False] * int(end)
    for place in over:
        published[int(place)] = float(answers[place] - count * rng.laplace() / third)
    return published


def rounded_numbers(answers, threshold, epsilons, count, rng):
    return [value if value is False else round(value) for value in sparse()(answers, threshold, epsilons, count, rng)]


def first_part(given, factor, power=2 / 3):
    return given.epsilon / (1 + factor**power)


def right_split(given):
    return first_part(given, 2 * given.count), first_part(given, given.count)


def by_search(given):
    def best(factor):
        first = np.linspace(0, given.epsilon, 200_001)[1:-1]
        return first[np.argmin(1 / first**2 + (factor / (given.epsilon - first)) ** 2)]

    return best(2 * given.count), best(given.count)


def streams(given, below=(0, 1), above=(1, 0), positives=None, weeks=None, levels=(0, 0)):
    """Weeks below, then weeks above: how far the counts are from the threshold, here and there."""
    c = given.count if positives is None else positives
    rest = (weeks or given.weeks) - c
    here, there = (
        [given.threshold + levels[0] + below[w]] * rest + [given.threshold + levels[1] + above[w]] * c for w in (0, 1)
    )
    return here, there, [False] * rest + [True] * c


def other_world(given):
    here, there, output = streams(given)
    return np.array(there), tuple(here), np.array(output)


def surprising(given):
    """Fewer weeks, but counts above the threshold that are said to be below."""
    return streams(given, weeks=given.count + 9, levels=(8, 0))


def longer_than_the_run(given):
    here, there, output = streams(given, weeks=given.weeks - 2)
    return [*here, 7, 5], [*there, 8, 5], [int(mark) for mark in output]


def mixed(given):
    here, there, output = streams(given)
    return [there[0], there[1], *here[2:]], [here[0], here[1], *there[2:]], output


WRONG = {
    "above": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: with_scales(0, 4), "working", "gets no noise"),
        (lambda given: with_scales(0, 2), "working", "gets no noise"),
        (lambda given: with_scales(2, 4, each=True), "working", "anew"),
        (lambda given: with_scales(1, 2, each=True), "working", "anew"),
        (lambda given: with_scales(2, 0), "working", "answers get no noise"),
        (lambda given: with_scales(2, 4, shared=True), "working", "once, for all"),
        (lambda given: with_scales(2, 2), "working", "by Δ the other way"),
        (lambda given: with_scales(1, 1), "working", "divided"),
        (lambda given: with_scales(1, 2), "working", "divided"),
        (lambda given: with_scales(4, 2), "working", "wider noise"),
        (lambda given: with_scales(1, 4), "working", "half of ε"),
        (lambda given: with_scales(2, 1), "working", "further than Δ"),
        (lambda given: with_scales(0.5, 1), "working", "multiply"),
        (lambda given: with_scales(4, 4), "almost", "noisier"),
        (lambda given: with_scales(4, 8), "almost", "noisier"),
        (lambda given: with_scales(4, 8 / 3), "almost", "half to the answers"),
        (lambda given: with_scales(4, 1), "working", "too narrow"),
        (lambda given: with_scales(noise="standard_normal"), "working", "Laplace"),
        (lambda given: with_scales(noise="logistic"), "working", "Laplace"),
        (lambda given: with_scales(2.8, 5.6), "working", "half of ε"),
        (lambda given: delta_forgotten, "working", "Δ = 3"),
        (lambda given: epsilon_forgotten, "working", "same at every ε"),
        (lambda given: epsilon_multiplied, "working", "Which end"),
        (lambda given: never_stops, "working", "pay again"),
        (lambda given: padded, "almost", "there the list ends"),
        (lambda given: shows_the_value, "working", "release of its own"),
        (lambda given: its_number, "working", "a list"),
        (lambda given: upside_down, "working", "Which way"),
        (lambda given: only_the_last, "working", "Which way"),
        (lambda given: no_noise, "working", "twelve seeds agree"),
        (lambda given: always_the_same, "working", "twelve seeds agree"),
        (lambda given: its_own_generator, "working", "come from `rng`"),
    ],
    "questions": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: largest(given) + 1, "almost", "round"),
        (lambda given: theorem(given), "working", "whole number"),
        (lambda given: largest(given) - 1, "almost", "largest"),
        (lambda given: math.floor(theorem(given, beta=1.0)), "almost", "share β"),
        (lambda given: math.floor(theorem(given, alpha=2)), "working", "part of α"),
        (lambda given: math.floor(theorem(given, delta=1)), "working", "Where does Δ"),
        (lambda given: math.floor(theorem(given, base=2)), "working", "base 2"),
        (lambda given: math.floor(theorem(given, base=10)), "working", "base 10"),
        (lambda given: math.floor(theorem(given, beta=2 / given.beta**2)), "working", "the other way round"),
        (with_the_better_bound, "almost", "more than asked"),
        (lambda given: largest(given) // 2, "working", "more too"),
        (lambda given: 10**6, "working", "larger than allowed"),
        (lambda given: 0, "working", "at least 1"),
    ],
    "sparse": [
        (lambda given: stub_sparse, "missing", "three dots"),
        (lambda given: sparse(wide=lambda c: 0.0), "working", "threshold gets no noise"),
        (lambda given: sparse(kind="anew"), "working", "pay for each draw"),
        (lambda given: sparse(kind="each"), "working", "for each answer"),
        (lambda given: sparse(wide=lambda c: c), "almost", "could be narrower"),
        (lambda given: sparse(wide=lambda c: 2.0), "working", "together"),
        (lambda given: sparse(narrow=lambda c: 0.0), "working", "answers get no noise"),
        (lambda given: sparse(narrow=lambda c: 2.0), "working", "one positive"),
        (lambda given: sparse(narrow=lambda c: 1.0), "working", "not even"),
        (lambda given: sparse(narrow=lambda c: c), "working", "the other way"),
        (lambda given: sparse(narrow=lambda c: 4.0 * c), "almost", "wider"),
        (lambda given: sparse(narrow=lambda c: 1.6 * c), "working", "answers is not Laplace"),
        (lambda given: sparse(value="compared"), "working", "compared"),
        (lambda given: sparse(value="both"), "working", "on average"),
        (lambda given: sparse(value="mark"), "working", "in place of `True`"),
        (lambda given: sparse(value="threshold"), "working", "near the true answers"),
        (lambda given: sparse(value="together"), "working", "same noise"),
        (lambda given: sparse(numbers=lambda c: 0.0), "working", "without noise"),
        (lambda given: sparse(numbers=lambda c: 1.0), "working", "only one"),
        (lambda given: sparse(numbers=lambda c: 0.8 * c), "working", "too narrow for ε₃"),
        (lambda given: too_many_entries, "working", "more entries"),
        (lambda given: sparse(numbers=lambda c: 2.0 * c), "almost", "wider"),
        (lambda given: sparse(stop=lambda c: 1), "working", "When does a run end"),
        (lambda given: sparse(stop=lambda c: 99), "working", "who pays"),
        (lambda given: c_questions, "working", "When does a run end"),
        (lambda given: padded_sparse, "almost", "there the list ends"),
        (lambda given: only_numbers, "working", "which answers are above"),
        (lambda given: one_epsilon, "working", "threshold gets no noise"),
        (lambda given: sparse(noise="standard_normal"), "working", "threshold is not Laplace"),
    ],
    "split": [
        (lambda given: (..., ...), "missing", "three dots"),
        (lambda given: (given.epsilon / 2,) * 2, "working", "halves"),
        (lambda given: tuple(given.epsilon - part for part in right_split(given)), "working", "this is ε₂"),
        (lambda given: tuple(part / given.epsilon for part in right_split(given)), "working", "share of ε"),
        (lambda given: right_split(given)[::-1], "working", "other case"),
        (lambda given: (right_split(given)[0],) * 2, "almost", "other case"),
        (lambda given: (right_split(given)[1],) * 2, "almost", "other case"),
        (
            lambda given: (first_part(given, 2 * given.count, 1), first_part(given, given.count, 1)),
            "working",
            "equally",
        ),
        (lambda given: (first_part(given, 2), given.epsilon / 2), "working", "one positive"),
        (lambda given: (first_part(given, 2 * given.count, 0.5), right_split(given)[1]), "almost", "another power"),
        (lambda given: tuple(0.995 * part for part in right_split(given)), "almost", "more digits"),
        (lambda given: (given.epsilon, given.epsilon), "working", "below ε"),
        (lambda given: (0.9 * given.epsilon, 0.9 * given.epsilon), "working", "smaller"),
    ],
    "attack": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (lambda given: streams(given, above=(0, 0), below=(0, 0)), "working", "the same"),
        (lambda given: streams(given, above=(3, 0)), "working", "at most 1"),
        (lambda given: streams(given, above=(0.5, 0)), "working", "whole numbers"),
        (lambda given: streams(given, weeks=given.weeks + 1), "working", "should be a list"),
        (lambda given: (streams(given)[0], streams(given)[1][1:], [True]), "working", "same questions"),
        (lambda given: streams(given, positives=0), "working", "not been paid for"),
        (lambda given: streams(given, positives=given.count + 1), "working", "never published"),
        (lambda given: (*streams(given)[:2], [False]), "working", "never published"),
        (lambda given: (*streams(given)[:2], [False] * 99), "working", "99 entries"),
        (lambda given: (*streams(given)[:2], ["below"]), "working", "list of `True`"),
        (lambda given: streams(given, positives=1), "almost", "How many positives"),
        (lambda given: streams(given, weeks=given.count), "working", "Pin it down"),
        (lambda given: streams(given, below=(0, 0)), "almost", "the same way"),
        (lambda given: streams(given, above=(0, 1)), "working", "the same way"),
        (mixed, "almost", "pull the same way"),
        (lambda given: streams(given, weeks=given.count + 2), "almost", "pin the threshold better"),
        (lambda given: streams(given, levels=(0, 60)), "working", "pin the threshold better"),
    ],
}

#: Wrong numbers that must differ from the right ones on every seed.
FORMULAS = {
    "questions": [
        lambda given: math.ceil(theorem(given)),
        lambda given: math.floor(theorem(given, beta=1.0)),
        lambda given: math.floor(theorem(given, alpha=2)),
        lambda given: math.floor(theorem(given, alpha=2, beta=1.0)),
        lambda given: math.floor(theorem(given, delta=1)),
        lambda given: math.floor(theorem(given, base=2)),
        lambda given: math.floor(theorem(given, base=10)),
        with_the_better_bound,
        lambda given: largest(given) - 1,
    ],
    "split": [
        lambda given: (given.epsilon / 2,) * 2,
        lambda given: right_split(given)[::-1],
        lambda given: tuple(given.epsilon - part for part in right_split(given)),
        lambda given: tuple(part / given.epsilon for part in right_split(given)),
        *(
            lambda given, power=power: (
                first_part(given, 2 * given.count, power),
                first_part(given, given.count, power),
            )
            for power in (1 / 3, 1 / 2, 1, 3 / 2, 2)
        ),
        lambda given: (right_split(given)[0],) * 2,
        lambda given: (right_split(given)[1],) * 2,
    ],
    "attack": [
        lambda given: streams(given, above=(0, 1)),
        lambda given: streams(given, below=(0, 0)),
        lambda given: streams(given, above=(0, 0)),
        lambda given: streams(given, positives=given.count - 1),
        lambda given: streams(given, weeks=given.count + 2),
    ],
}

#: Right answers by other ways, and of other types.
RIGHT = {
    "above": [lambda given: all_at_once, lambda given: moved_answers, lambda given: by_inverse],
    "questions": [by_counting, lambda given: Fraction(largest(given)), lambda given: float(largest(given))],
    "sparse": [
        lambda given: again_and_again,
        lambda given: as_an_array,
        lambda given: at_once,
        lambda given: rounded_numbers,
    ],
    "split": [
        by_search,
        lambda given: tuple(Decimal(part) for part in right_split(given)),
        lambda given: tuple(np.float32(f"{part:.4g}") for part in right_split(given)),
    ],
    "attack": [other_world, surprising, longer_than_the_run],
}
