"""Plausible wrong answers to exercise 1: what makes the answer, the verdict, a word of its sentence."""

import math

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


WRONG = {
    "laplace": [
        (lambda given: stub, "missing", "three dots"),
        (lambda given: without_noise, "working", "no chance"),
        (lambda given: scale_is_epsilon, "working", "Which end"),
        (lambda given: without_sensitivity, "working", "four times as far"),
        (lambda given: without_epsilon, "working", "depend on ε"),
        (lambda given: twice_as_wide, "almost", "too wide"),
        (lambda given: normal, "almost", "shape"),
        (lambda given: one_sided, "working", "same way"),
        (lambda given: noise_alone, "working", "true value"),
        (lambda given: global_state, "working", "global"),
        (lambda given: own_generator, "working", "same seed"),
        (lambda given: an_array, "working", "one number"),
        (lambda given: 3.0, "working", "function itself"),
    ],
    "estimate": [
        (lambda given: mean, "working", "liars"),
        (lambda given: only_shifted, "working", "solve for t"),
        (lambda given: opposite, "working", "do **not** have"),
        (lambda given: number_of_people, "working", "number of people"),
        (lambda given: wrong_slope, "working", "one half"),
        (lambda given: cut_off, "almost", "cut off"),
    ],
    "people": [
        (lambda given: ..., "missing", "three dots"),
        (lambda given: math.ceil(1 / (given.epsilon * given.alpha)), "working", "of all releases"),
        (lambda given: fewest(given) - 1, "almost", "round"),
        (lambda given: fewest(given) + 30, "almost", "smallest"),
        (lambda given: 10**9, "working", "far more"),
        (lambda given: fewest(given) - 0.5, "working", "whole number"),
        (lambda given: -5, "working", "at least 1"),
    ],
    "bug": [
        (lambda given: as_it_stands, "working", "given away"),
        (lambda given: range_of_the_data, "working", "given away"),
        (lambda given: range_forgotten, "working", "given away"),
        (lambda given: as_wide_as_for_a_sum, "almost", "noisier"),
        (lambda given: noise_only, "working", "around the mean"),
        (lambda given: no_mean, "working", "around the mean"),
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
    ],
}
