"""Answers to “Up to c positives, with their numbers”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


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


def padded_sparse(answers, threshold, epsilons, count, rng):
    found = sparse()(answers, threshold, epsilons, count, rng)
    return found + [False] * (len(answers) - len(found))


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


def without_noise(case):
    """Nothing is called above where `case(answers less threshold, in 1/ε₁)` holds."""

    def sparse_vector(answers, threshold, epsilons, count, rng):
        if case((np.asarray(answers) - threshold) * epsilons[0]):
            return [False] * len(answers)
        return sparse()(answers, threshold, epsilons, count, rng)

    return sparse_vector


def far_ones_without_noise(answers, threshold, epsilons, count, rng):
    first, second, third = epsilons
    level, published = threshold + rng.laplace(scale=1 / first), []
    for answer in answers:
        far = abs(answer - threshold) > 3 * (1 / first + 2 * count / second)
        above = answer >= threshold if far else answer + rng.laplace(scale=2 * count / second) >= level
        published.append(float(answer + rng.laplace(scale=count / third)) if above else False)
        if len([1 for value in published if value is not False]) == count:
            break
    return published


def minus_noise(answers, threshold, epsilons, count, rng):
    """The compared noise again, taken away."""
    first, second, third = epsilons
    level, published = threshold + rng.laplace(scale=1 / first), []
    for answer in answers:
        noise = rng.laplace()
        above = answer + noise * 2 * count / second >= level
        published.append(float(answer - noise * count / third) if above else False)
        if len([1 for value in published if value is not False]) == count:
            break
    return published


def zeros_bare(answers, threshold, epsilons, count, rng):
    """Noise, but not on a count of 0."""
    found = sparse()(answers, threshold, epsilons, count, rng)
    return [value if value is False or x > 0 else 0.0 for value, x in zip(found, answers, strict=False)]


def zeros_and_above(answers, threshold, epsilons, count, rng):
    """Rounded, and never below 0: a count of 0 is published as 0 every other time."""
    found = sparse()(answers, threshold, epsilons, count, rng)
    return [value if value is False else max(0, round(value)) for value in found]


def numbers_by(draw):
    def sparse_vector(answers, threshold, epsilons, count, rng):
        found = sparse(numbers=lambda c: 0.0)(answers, threshold, epsilons, count, rng)
        return [value if value is False else value + count / epsilons[2] * draw(rng) for value in found]

    return sparse_vector


WRONG = [
    (without_noise(lambda gap: gap.max() < 0), "working", "Far from"),
    (without_noise(lambda gap: gap.max() < -5), "working", "Far from"),
    (far_ones_without_noise, "working", "Far from"),
    (minus_noise, "working", "taken away"),
    (numbers_by(lambda rng: np.clip(rng.laplace(), -6, 6)), "almost", "not Laplace"),
    (numbers_by(lambda rng: np.clip(rng.laplace(), -9, 9)), "almost", "stops short"),
    (numbers_by(lambda rng: 2 * rng.normal()), "working", "without a δ"),
    (lambda a, t, e, c, rng: ..., "missing", "three dots"),
    (sparse(wide=lambda c: 0.0), "working", "threshold gets no noise"),
    (sparse(kind="anew"), "working", "pay for each draw"),
    (sparse(kind="each"), "working", "for each answer"),
    (sparse(wide=lambda c: c), "almost", "could be narrower"),
    (sparse(wide=lambda c: 2.0), "working", "together"),
    (sparse(narrow=lambda c: 0.0), "working", "answers get no noise"),
    (sparse(narrow=lambda c: 2.0), "working", "one positive"),
    (sparse(narrow=lambda c: 1.0), "working", "not even"),
    (sparse(narrow=lambda c: c), "working", "the other way"),
    (sparse(narrow=lambda c: 4.0 * c), "almost", "wider"),
    (sparse(narrow=lambda c: 1.6 * c), "working", "answers is not Laplace"),
    (sparse(value="compared"), "working", "compared"),
    (sparse(value="both"), "working", "on average"),
    (sparse(value="mark"), "working", "in place of `True`"),
    (sparse(value="threshold"), "working", "near the true answers"),
    (sparse(value="together"), "working", "same noise"),
    (sparse(numbers=lambda c: 0.0), "working", "without noise"),
    (zeros_bare, "working", "without noise"),
    (sparse(numbers=lambda c: 1.0), "working", "only one"),
    (sparse(numbers=lambda c: 0.8 * c), "working", "too narrow for ε₃"),
    (lambda a, t, e, c, rng: [*sparse()(a, t, e, c, rng)[:-1], *[False] * len(a)], "working", "more entries"),
    (sparse(numbers=lambda c: 2.0 * c), "almost", "wider"),
    (sparse(stop=lambda c: 1), "working", "When does a run end"),
    (sparse(stop=lambda c: 99), "working", "who pays"),
    (lambda a, t, e, c, rng: sparse()(a[:c], t, e, c, rng), "working", "When does a run end"),
    (lambda answers, t, e, c, rng: [90.0, False, 80.0, False], "working", ""),
    (padded_sparse, "almost", "there the list ends"),
    (
        lambda a, t, e, c, rng: [value for value in sparse()(a, t, e, c, rng) if value],
        "working",
        "which answers are above",
    ),
    (one_epsilon, "working", "noise of the wrong ε"),
    (sparse(noise="standard_normal"), "working", "threshold is not Laplace"),
]


RIGHT = [
    again_and_again,
    lambda a, t, e, c, rng: np.array(sparse()(a, t, e, c, rng), dtype=float),
    at_once,
    lambda a, t, e, c, rng: [value if value is False else round(value) for value in sparse()(a, t, e, c, rng)],
    zeros_and_above,
]
