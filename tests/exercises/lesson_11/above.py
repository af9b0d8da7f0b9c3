"""Answers to “AboveThreshold”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


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


WRONG = [
    (lambda a, t, s, e, rng: ..., "missing", "three dots"),
    (with_scales(0, 4), "working", "gets no noise"),
    (with_scales(0, 2), "working", "gets no noise"),
    (with_scales(2, 4, each=True), "working", "anew"),
    (with_scales(1, 2, each=True), "working", "anew"),
    (with_scales(2, 0), "working", "answers get no noise"),
    (with_scales(2, 4, shared=True), "working", "once, for all"),
    (with_scales(2, 2), "working", "by Δ the other way"),
    (with_scales(1, 1), "working", "divided"),
    (with_scales(1, 2), "working", "divided"),
    (with_scales(4, 2), "working", "wider noise"),
    (with_scales(1, 4), "working", "half of ε"),
    (with_scales(2, 1), "working", "further than Δ"),
    (with_scales(0.5, 1), "working", "multiply"),
    (with_scales(4, 4), "almost", "noisier"),
    (with_scales(4, 8), "almost", "noisier"),
    (with_scales(4, 8 / 3), "almost", "half to the answers"),
    (with_scales(4, 1), "working", "too narrow"),
    (with_scales(noise="standard_normal"), "working", "Laplace"),
    (with_scales(noise="logistic"), "working", "Laplace"),
    (with_scales(2.8, 5.6), "working", "half of ε"),
    (lambda a, t, s, e, rng: with_scales()(a, t, 1, e, rng), "working", "Δ = 3"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s, 1, rng), "working", "same at every ε"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s, 1 / e, rng), "working", "Which end"),
    (never_stops, "working", "pay again"),
    (padded, "almost", "there the list ends"),
    (shows_the_value, "working", "release of its own"),
    (lambda a, t, s, e, rng: len(with_scales()(a, t, s, e, rng)) - 1, "working", "a list"),
    (lambda a, t, s, e, rng: with_scales()(-np.asarray(a), -t, s, e, rng), "working", "Which way"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s, e, rng)[-1:], "working", "Which way"),
    (lambda a, t, s, e, rng: with_scales(0, 0)(a, t, s, e, rng), "working", "twelve seeds agree"),
    (lambda a, t, s, e, rng: [False, False, True], "working", "twelve seeds agree"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s, e, np.random.default_rng()), "working", "come from `rng`"),
]


#: By another algorithm, or of another type.
RIGHT = [all_at_once, moved_answers, by_inverse]
