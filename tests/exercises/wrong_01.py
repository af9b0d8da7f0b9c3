"""Plausible wrong answers to exercise 1: what makes the answer, the verdict, a word of its sentence."""

import math
from fractions import Fraction

import numpy as np


def stub(value, sensitivity, epsilon, rng): ...


def without_noise(value, sensitivity, epsilon, rng):
    return value


def scale_is_epsilon(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity * epsilon)


def without_sensitivity(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=1 / epsilon)


def without_epsilon(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity)


def twice_as_wide(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=2 * sensitivity / epsilon)


def normal(value, sensitivity, epsilon, rng):
    return value + rng.normal(scale=1.03 * sensitivity / epsilon)


def one_sided(value, sensitivity, epsilon, rng):
    return value + rng.exponential(scale=sensitivity / epsilon)


def noise_alone(value, sensitivity, epsilon, rng):
    return rng.laplace(scale=sensitivity / epsilon)


def global_state(value, sensitivity, epsilon, rng):
    return value + np.random.laplace(scale=sensitivity / epsilon)


def own_generator(value, sensitivity, epsilon, rng):
    return value + np.random.default_rng().laplace(scale=sensitivity / epsilon)


def an_array(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity / epsilon, size=3)


def mean(reports, epsilon):
    return np.mean(reports)


def only_shifted(reports, epsilon):
    return np.mean(reports) - 1 / (1 + math.exp(epsilon))


def opposite(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return 1 - (np.mean(reports) - lie) / (1 - 2 * lie)


def number_of_people(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return (np.sum(reports) - len(reports) * lie) / (1 - 2 * lie)


def wrong_coin(reports, epsilon):
    lie = 1 - epsilon / (1 + epsilon)
    return (np.mean(reports) - lie) / (1 - 2 * lie)


def wrong_slope(reports, epsilon):
    return 0.5 + (np.mean(reports) - 0.5) * 1.2


def cut_off(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return float(np.clip((np.mean(reports) - lie) / (1 - 2 * lie), 0, 1))


def fewest(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha))


def as_it_stands(ages, highest, epsilon, rng):
    return np.mean(ages) + rng.laplace(scale=np.max(ages) / len(ages) / epsilon)


def range_of_the_data(ages, highest, epsilon, rng):
    return np.mean(ages) + rng.laplace(scale=(np.max(ages) - np.min(ages)) / len(ages) / epsilon)


def range_forgotten(ages, highest, epsilon, rng):
    return np.mean(ages) + rng.laplace(scale=1 / len(ages) / epsilon)


def as_wide_as_for_a_sum(ages, highest, epsilon, rng):
    return np.mean(ages) + rng.laplace(scale=highest / epsilon)


def noise_only(ages, highest, epsilon, rng):
    return rng.laplace(scale=highest / len(ages) / epsilon)


def no_mean(ages, highest, epsilon, rng):
    return np.sum(ages) + rng.laplace(scale=highest / epsilon)


def cut_off_at(reach):
    def laplace(value, sensitivity, epsilon, rng):
        return value + np.clip(rng.laplace(), -reach, reach) * sensitivity / epsilon

    return laplace


def drawn_again_beyond(reach):
    def laplace(value, sensitivity, epsilon, rng):
        noise = rng.laplace()
        while abs(noise) > reach:
            noise = rng.laplace()
        return value + noise * sensitivity / epsilon

    return laplace


def of_scale(factor):
    def laplace(value, sensitivity, epsilon, rng):
        return value + rng.laplace(scale=factor * sensitivity / epsilon)

    return laplace


def whole_noise(value, sensitivity, epsilon, rng):
    p = 1 - math.exp(-epsilon / sensitivity)
    return value + float(rng.geometric(p) - rng.geometric(p))


def rounded_noise(value, sensitivity, epsilon, rng):
    return value + round(rng.laplace(scale=sensitivity / epsilon), 2)


def rounded_output(value, sensitivity, epsilon, rng):
    return round(value + rng.laplace(scale=sensitivity / epsilon))


def two_decimals(value, sensitivity, epsilon, rng):
    return round(value + rng.laplace(scale=sensitivity / epsilon), 2)


def squared_epsilon(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity / epsilon**2)


def squared_sensitivity(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=sensitivity**2 / epsilon)


def a_share_of_the_value(value, sensitivity, epsilon, rng):
    return value * (1 + rng.laplace(scale=sensitivity / epsilon))


def never_negative(value, sensitivity, epsilon, rng):
    return max(0.0, value + rng.laplace(scale=sensitivity / epsilon))


def variance(value, sensitivity, epsilon, rng):
    return value + rng.laplace(scale=math.sqrt(sensitivity / epsilon))


def two_or_three_signs(value, sensitivity, epsilon, rng):
    return value + rng.integers(-1, 2) * rng.exponential(2.4 * sensitivity / epsilon)


def own_epsilon(given):
    return lambda reports, epsilon: exact(reports, given.epsilon)


def exact(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return (np.mean(reports) - lie) / (1 - 2 * lie)


def two_digits(reports, epsilon):
    return round(exact(reports, epsilon), 2)


def smoothed(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return ((np.sum(reports) + 1) / (len(reports) + 2) - lie) / (1 - 2 * lie)


def own_reports(reports, epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return (np.sum(reports) / 400 - lie) / (1 - 2 * lie)


def not_divided(reports, epsilon):
    return np.mean(reports) - 1 / (1 + math.exp(epsilon)) * (1 - np.mean(reports))


def truthful_share(reports, epsilon):
    return np.mean(reports) * math.exp(epsilon) / (1 + math.exp(epsilon))


def no_negative_estimate(reports, epsilon):
    return max(0.0, exact(reports, epsilon))


def published(middle, scale=None, after=None):
    """Noise on what `middle` makes of the ages."""

    def mean_age(ages, highest, epsilon, rng):
        width = (scale or (lambda n, top: top / n))(len(ages), highest) / epsilon
        found = middle(ages) + rng.laplace(scale=width)
        return after(found, highest) if after else found

    return mean_age


def one_more_person(ages):
    return np.sum(ages) / (len(ages) + 1)


def normal_noise(ages, highest, epsilon, rng):
    return np.mean(ages) + rng.normal(scale=0.7 * highest / len(ages) / epsilon)


def drawn_until_possible(ages, highest, epsilon, rng):
    while True:
        found = np.mean(ages) + rng.laplace(scale=highest / len(ages) / epsilon)
        if 0 <= found <= highest:
            return found


def noise_cut_off(ages, highest, epsilon, rng):
    return np.mean(ages) + np.clip(rng.laplace(), -5, 5) * highest / len(ages) / epsilon


WRONG = {
    "laplace": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: without_noise, "working", "no chance"),
        (lambda given: scale_is_epsilon, "working", "Which end"),
        (lambda given: without_sensitivity, "working", "four times as far"),
        (lambda given: without_epsilon, "working", "depend on ε"),
        (lambda given: twice_as_wide, "almost", "too wide"),
        (lambda given: normal, "almost", "hangs on the tails"),
        (lambda given: one_sided, "working", "same way"),
        (lambda given: noise_alone, "working", "true value"),
        (lambda given: global_state, "working", "global"),
        (lambda given: own_generator, "working", "same seed"),
        (lambda given: an_array, "working", "one number"),
        (lambda given: 3.0, "working", "function itself"),
        (lambda given: cut_off_at(4), "almost", "again and again"),
        (lambda given: cut_off_at(6), "almost", "again and again"),
        (lambda given: drawn_again_beyond(4), "almost", "farther than"),
        (lambda given: drawn_again_beyond(6), "almost", "farther than"),
        (lambda given: of_scale(0.85), "almost", "can exceed"),
        (lambda given: of_scale(1.06), "almost", "below ε"),
        (lambda given: whole_noise, "working", "multiple of 1,"),
        (lambda given: rounded_noise, "working", "multiple of 0.01,"),
        (lambda given: rounded_output, "almost", "round"),
        (lambda given: two_decimals, "almost", "round"),
        (lambda given: squared_epsilon, "working", "16 times"),
        (lambda given: squared_sensitivity, "working", "times as large"),
        (lambda given: variance, "working", "times as large"),
        (lambda given: a_share_of_the_value, "working", "depends on the true value"),
        (lambda given: never_negative, "almost", "again and again"),
        (lambda given: two_or_three_signs, "almost", "again and again"),
    ],
    "estimate": [
        (lambda given: mean, "working", "liars"),
        (lambda given: only_shifted, "working", "solve for t"),
        (lambda given: opposite, "working", "do **not** have"),
        (lambda given: number_of_people, "working", "number of people"),
        (lambda given: wrong_slope, "working", "one half"),
        (lambda given: cut_off, "almost", "cut off"),
        (own_epsilon, "working", "your own ε"),
        (lambda given: two_digits, "almost", "round"),
        (lambda given: smoothed, "almost", "add something"),
        (lambda given: own_reports, "working", "400"),
        (lambda given: not_divided, "working", "solve for t"),
        (lambda given: truthful_share, "working", "solve for t"),
        (lambda given: wrong_coin, "working", "finite"),
        (lambda given: no_negative_estimate, "almost", "cut off"),
    ],
    "people": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: math.ceil(1 / (given.epsilon * given.alpha)), "working", "of all releases"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: fewest(given) + 30, "almost", "smallest"),
        (lambda given: 10**9, "working", "far more"),
        (lambda given: fewest(given) - 0.5, "working", "whole number"),
        (lambda given: -5, "working", "at least 1"),
        (lambda given: above_only(given), "working", "above"),
        (lambda given: far_too_many(given), "working", "far more"),
        (lambda given: math.ceil(math.log(1 / given.beta) / given.epsilon), "working", "of all releases"),
        (lambda given: 10**400, "working", "nobody has"),
        (lambda given: str(fewest(given)), "working", "type str"),
    ],
    "bug": [
        (lambda given: as_it_stands, "working", "given away"),
        (lambda given: range_of_the_data, "working", "given away"),
        (lambda given: range_forgotten, "working", "given away"),
        (lambda given: as_wide_as_for_a_sum, "almost", "noisier"),
        (lambda given: noise_only, "working", "around the mean"),
        (lambda given: no_mean, "working", "around the mean"),
        (lambda given: published(np.median), "working", "given away"),
        (lambda given: published(lambda ages: np.round(np.mean(ages))), "working", "rounded **before**"),
        (lambda given: published(one_more_person), "working", "around the mean"),
        (lambda given: published(np.mean, lambda n, top: top / n / 2), "working", "given away"),
        (lambda given: published(np.mean, lambda n, top: 0.85 * top / n), "almost", "can exceed"),
        (lambda given: published(np.mean, lambda n, top: top / (n - 1)), "almost", "noisier"),
        (lambda given: published(np.mean, after=lambda found, top: round(found)), "almost", "round"),
        (lambda given: published(np.mean, after=lambda found, top: np.clip(found, 18, top)), "almost", "again"),
        (lambda given: normal_noise, "working", "given away"),
        (lambda given: noise_cut_off, "almost", "again and again"),
        (lambda given: drawn_until_possible, "working", "draw again"),
    ],
    "attack": [
        (lambda given: (..., ..., ...), "missing", "three dots"),
        (lambda given: ([1, 0], [0, 0, 0], {1}), "working", "equally many"),
        (lambda given: ([1, 1], [0, 0], {1}), "working", "differ in 2"),
        (lambda given: ([1, 0], [0, 0], {0}), "working", "promise holds"),
        (lambda given: ([1, 0], [0, 0], {given.reach, given.reach + 1}), "almost", "for certain"),
        (lambda given: ([1, 0], [0, 0], {99}), "working", "cannot happen"),
        (lambda given: ([1, 0], [0, 0], 3), "working", "set of outputs"),
        (lambda given: (["yes", "no"], [0, 0], {3}), "working", "array of numbers"),
        (lambda given: ([1, 0], [0, 1], {1}), "working", "differ in 2"),
        (lambda given: ([1, 0], [0, 0], range(-99, 99)), "working", "promise holds"),
        (lambda given: ([1, 0], [0, 0], set()), "working", "set of outputs"),
        (lambda given: ([1, 0], [0, 0], {0.5}), "working", "whole number"),
    ],
}


def above_only(given):
    return math.ceil(math.log(1 / (2 * given.beta)) / (given.epsilon * given.alpha))


def far_too_many(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha**2))


#: Formulas that give another number than the right one, for every seed (`test_instances`).
FORMULAS = {
    "people": [
        above_only,
        far_too_many,
        lambda given: math.floor(math.log(1 / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(math.log(2 / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(2 * math.log(1 / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(-math.log10(given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(math.sqrt(2 / given.beta) / (given.epsilon * given.alpha)),
        lambda given: math.ceil(math.log(1 / given.alpha) / (given.epsilon * given.beta)),
    ],
    "attack": [
        lambda given: ([1, 0], [0, 0], {given.reach}),
        lambda given: ([1, 0], [0, 0], {-given.reach + 1}),
        lambda given: ([1, 1], [0, 1], {given.reach + 1}),
        lambda given: ([1, 0], [0, 0], {given.reach + 2}),
    ],
}


def inverse(value, sensitivity, epsilon, rng):
    u = rng.random() - 0.5
    return value - sensitivity / epsilon * math.copysign(math.log(1 - 2 * abs(u)), u)


def difference(value, sensitivity, epsilon, rng):
    return value + sensitivity / epsilon * (rng.exponential() - rng.exponential())


def with_a_sign(value, sensitivity, epsilon, rng):
    return value + rng.choice([-1, 1]) * rng.exponential(sensitivity / epsilon)


def of_people(kind):
    return lambda reports, epsilon: kind(float(exact(reports, epsilon)))


def noisy_sum(ages, highest, epsilon, rng):
    return (sum(ages) + rng.laplace(0, highest / epsilon)) / len(ages)


def from_the_middle(ages, highest, epsilon, rng):
    return highest / 2 + (np.sum(ages - highest / 2) + rng.laplace(scale=highest / epsilon)) / len(ages)


def least(given):
    return math.ceil(math.log(1 / given.beta) / (given.epsilon * given.alpha))


#: Right answers by another algorithm, or of another type.
RIGHT = {
    "laplace": [
        lambda given: inverse,
        lambda given: difference,
        lambda given: with_a_sign,
        lambda given: lambda value, sensitivity, epsilon, rng: rng.laplace(value, sensitivity / epsilon, size=1),
        lambda given: lambda value, sensitivity, epsilon, rng: np.array(rng.laplace(value, sensitivity / epsilon)),
        lambda given: lambda *told: np.longdouble(difference(*told)),
    ],
    "estimate": [
        lambda given: of_people(Fraction),
        lambda given: of_people(np.float64),
        lambda given: of_people(lambda share: np.array([share])),
        lambda given: lambda reports, e: (sum(reports) / len(reports) * (1 + math.exp(e)) - 1) / math.expm1(e),
    ],
    "people": [
        lambda given: float(least(given)),
        lambda given: np.int64(least(given)),
        lambda given: np.array(least(given)),
        lambda given: Fraction(least(given)),
    ],
    "bug": [
        lambda given: noisy_sum,
        lambda given: from_the_middle,
        lambda given: published(np.mean, after=lambda found, top: np.clip(found, 0, top)),
        lambda given: published(np.mean, after=lambda found, top: max(found, 0)),
        lambda given: published(np.mean, after=lambda found, top: round(found, 2)),
        lambda given: published(np.mean, after=lambda found, top: round(min(max(found, 0), top), 3)),
        lambda given: published(lambda ages: np.mean(np.clip(ages, 0, given.highest))),
    ],
    "attack": [
        lambda given: ((0, 0), (0, 1), [given.reach + 1]),
        lambda given: (np.array([True, True]), np.array([True, False]), np.array([given.reach + 2])),
        lambda given: ([1], [0], frozenset({-given.reach})),
        lambda given: ([1], [0], range(given.reach + 1, given.reach + 5)),
        lambda given: ([1.0], [0.0], (Fraction(given.reach + 1),)),
    ],
}
