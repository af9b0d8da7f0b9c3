"""Solutions of exercise 11. Each function takes the student's own numbers and gives the answer that is checked."""

import math


def above(answers, threshold, sensitivity, epsilon, rng):
    noisy_threshold = threshold + rng.laplace(scale=2 * sensitivity / epsilon)
    published = []
    for answer in answers:
        published.append(bool(answer + rng.laplace(scale=4 * sensitivity / epsilon) >= noisy_threshold))
        if published[-1]:
            break
    return published


def questions(given):
    return math.floor(given.beta / 2 * math.exp(given.epsilon * given.alpha / (8 * given.sensitivity)))


def sparse_vector(answers, threshold, epsilons, count, rng):
    first, second, third = epsilons
    noisy_threshold = threshold + rng.laplace(scale=1 / first)
    published, positives = [], 0
    for answer in answers:
        if answer + rng.laplace(scale=2 * count / second) < noisy_threshold:
            published.append(False)
            continue
        published.append(float(answer + rng.laplace(scale=count / third)))
        positives += 1
        if positives == count:
            break
    return published


def split(given):
    return tuple(given.epsilon / (1 + (moves * given.count) ** (2 / 3)) for moves in (2, 1))


def attack(given):
    below = given.weeks - given.count
    here = [given.threshold] * below + [given.threshold + 1] * given.count
    there = [given.threshold + 1] * below + [given.threshold] * given.count
    return here, there, [False] * below + [True] * given.count


SOLUTIONS = {
    "above": lambda given: above,
    "questions": questions,
    "sparse": lambda given: sparse_vector,
    "split": split,
    "attack": attack,
}
