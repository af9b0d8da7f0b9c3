"""Solutions of exercise 15. Each function takes the student's own numbers and gives the answer that is checked."""

import math


def local(values, k, low, high):
    n = len(values)
    x = [low] * n + sorted(values) + [high] * n
    middle = n + n // 2
    return max(x[middle + t] - x[middle + t - k - 1] for t in range(k + 2))


def smooth(sensitivities, beta):
    return max(math.exp(-beta * k) * far for k, far in enumerate(sensitivities))


def noise(given):
    fast, slow = given.epsilon / 6, given.epsilon / (2 * math.log(2 / given.delta))
    return 6 / given.epsilon * smooth(given.sensitivities, fast), 2 / given.epsilon * smooth(given.sensitivities, slow)


def propose(value, distance, bound, epsilon, delta, rng):
    if distance + rng.laplace(scale=2 / epsilon) <= 2 / epsilon * math.log(1 / (2 * delta)):
        return "refused"
    return value + rng.laplace(scale=2 * bound / epsilon)


def histogram(counts, epsilon, delta, rng):
    noisy = {word: count + rng.laplace(scale=1 / epsilon) for word, count in counts.items()}
    return {word: count for word, count in noisy.items() if count > 1 + math.log(1 / (2 * delta)) / epsilon}


SOLUTIONS = {
    "local": lambda given: local,
    "smooth": lambda given: smooth,
    "noise": noise,
    "propose": lambda given: propose,
    "histogram": lambda given: histogram,
}
