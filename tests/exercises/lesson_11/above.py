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


def decided(case, published):
    """Without noise where `case(answers less threshold, in Δ/ε)` holds."""

    def above(answers, threshold, sensitivity, epsilon, rng):
        if case((np.asarray(answers) - threshold) * epsilon / sensitivity):
            return published(len(answers))
        return with_scales()(answers, threshold, sensitivity, epsilon, rng)

    return above


def all_below(size):
    return [False] * size


def rest_below(answers, threshold, sensitivity, epsilon, rng):
    """Stops looking once all that is left is below."""
    level, published = threshold + rng.laplace(scale=2 * sensitivity / epsilon), []
    for place, answer in enumerate(answers):
        if max(answers[place:]) < threshold:
            return published + [False] * (len(answers) - place)
        published.append(bool(answer + rng.laplace(scale=4 * sensitivity / epsilon) >= level))
        if published[-1]:
            break
    return published


def noise_on_the_threshold_if_near(answers, threshold, sensitivity, epsilon, rng):
    near = max(answers) >= threshold - 4 * sensitivity / epsilon
    return with_scales(2 if near else 0)(answers, threshold, sensitivity, epsilon, rng)


def far_ones_without_noise(reach):
    def above(answers, threshold, sensitivity, epsilon, rng):
        unit = sensitivity / epsilon
        level, published = threshold + rng.laplace(scale=2 * unit), []
        for answer in answers:
            far = abs(answer - threshold) > reach * unit
            published.append(bool(answer >= threshold if far else answer + rng.laplace(scale=4 * unit) >= level))
            if published[-1]:
                break
        return published

    return above


def drawn_as(noise):
    """AboveThreshold with noise(rng, scale)."""

    def above(answers, threshold, sensitivity, epsilon, rng):
        unit = sensitivity / epsilon
        level, published = threshold + noise(rng, 2 * unit), []
        for answer in answers:
            published.append(bool(answer + noise(rng, 4 * unit) >= level))
            if published[-1]:
                break
        return published

    return above


def whole_scales(rounding):
    return drawn_as(lambda rng, scale: rng.laplace(scale=rounding(scale)))


def cut_at(reach):
    return drawn_as(lambda rng, scale: scale * np.clip(rng.laplace(), -reach, reach))


def always_up(answers, threshold, sensitivity, epsilon, rng):
    unit = sensitivity / epsilon
    level, published = threshold + rng.laplace(scale=2 * unit), []
    for answer in answers:
        published.append(bool(answer + abs(rng.laplace(scale=4 * unit)) >= level))
        if published[-1]:
            break
    return published


def in_words(a, t, s, e, rng):
    return ["above" if mark else "below" for mark in with_scales()(a, t, s, e, rng)]


def into_one_list(a, t, s, e, rng, published=[]):  # noqa: B006
    published.extend(with_scales()(a, t, s, e, rng))
    return published


def types_that_tell(a, t, s, e, rng):
    """The type of an entry says on which side the answer is."""
    return [np.bool_(mark) if x >= t else mark for mark, x in zip(with_scales()(a, t, s, e, rng), a, strict=False)]


def arrays_of_one(answers, threshold, sensitivity, epsilon, rng):
    level, published = threshold + rng.laplace(scale=2 * sensitivity / epsilon), []
    for answer in answers:
        published.append(answer + rng.laplace(scale=4 * sensitivity / epsilon, size=1) >= level)
        if published[-1]:
            break
    return published


def among_all(answers, threshold, sensitivity, epsilon, rng):
    """The second half of ε shared out among all answers."""
    return with_scales(2, 4 * len(answers))(answers, threshold, sensitivity, epsilon, rng)


WRONG = [
    (whole_scales(math.floor), "working", "Laplace"),
    (whole_scales(round), "working", "Laplace"),
    (lambda a, t, s, e, rng: ..., "missing", "three dots"),
    (decided(lambda gap: gap.max() < 0, all_below), "working", "Far from"),
    (decided(lambda gap: gap.max() < -10, all_below), "working", "Far from"),
    (decided(lambda gap: gap.max() < -20, all_below), "working", "Far from"),
    (decided(lambda gap: gap[0] > 12, lambda size: [True]), "working", "Far from"),
    (rest_below, "working", "Far from"),
    (far_ones_without_noise(10), "working", "Laplace"),
    (far_ones_without_noise(20), "working", "Far from"),
    (noise_on_the_threshold_if_near, "working", "Far from"),
    (cut_at(5), "working", "Far from"),
    (cut_at(8), "working", "Far from"),
    (cut_at(12), "working", "Far from"),
    (drawn_as(lambda rng, scale: scale * min(rng.laplace(), 8.0)), "working", "Far from"),
    (cut_at(4), "working", "Far from"),
    (always_up, "working", "Laplace"),
    (in_words, "working", "`True` or `False`"),
    (into_one_list, "working", "list of its own"),
    (types_that_tell, "working", "type"),
    (with_scales(math.sqrt(2), math.sqrt(8)), "working", "standard deviation"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s * s, e, rng), "working", "square"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s, e * e, rng), "working", "square"),
    (lambda a, t, s, e, rng: with_scales(noise="standard_normal")(a, t, s, e, rng), "working", "normal"),
    (among_all, "almost", "share"),
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
    (lambda answers, *_: [False, False, True, *[False] * (len(answers) - 3)], "working", "noise"),
    (lambda answers, *_: [True, *[False] * (len(answers) - 1)], "working", ""),
    (padded, "almost", "there the list ends"),
    (shows_the_value, "working", "release of its own"),
    (lambda a, t, s, e, rng: len(with_scales()(a, t, s, e, rng)) - 1, "working", "a list"),
    (lambda a, t, s, e, rng: with_scales()(-np.asarray(a), -t, s, e, rng), "working", "Which way"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s, e, rng)[-1:], "working", "Which way"),
    (lambda a, t, s, e, rng: with_scales(0, 0)(a, t, s, e, rng), "working", "sixty seeds agree"),
    (lambda a, t, s, e, rng: [False, False, True], "working", "sixty seeds agree"),
    (lambda a, t, s, e, rng: with_scales()(a, t, s, e, np.random.default_rng()), "working", "come from `rng`"),
]


RIGHT = [all_at_once, moved_answers, by_inverse, arrays_of_one]
