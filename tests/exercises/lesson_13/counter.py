"""Answers to “The tree itself”: what is handed in, the verdict, a word of its sentence."""

import numpy as np

from dpviz.counting import factors
from tests.exercises.lesson_13.solutions import nodes, totals


def with_factors(method, noise="standard_normal", times=lambda sigma: sigma):
    def answer(stream, sigma, rng):
        both = factors(method, len(stream))
        return both.left @ (both.right @ stream + times(sigma) * getattr(rng, noise)(size=len(both.right)))

    return answer


def drawn_anew(stream, sigma, rng):
    used = [len(nodes(t)) for t in range(1, len(stream) + 1)]
    return np.cumsum(stream) + sigma * np.sqrt(used) * rng.standard_normal(len(stream))


def one_for_all(stream, sigma, rng):
    return np.cumsum(stream) + rng.normal(scale=sigma)


def online(stream, sigma, rng, levels=21):
    """A number a level, as one keeps it day by day (Chan, Shi & Song)."""
    exact, noisy, found = np.zeros(levels), np.zeros(levels), []
    for t, x in enumerate(stream, start=1):
        height = (t & -t).bit_length() - 1
        exact[height] = exact[:height].sum() + x
        exact[:height] = noisy[:height] = 0
        noisy[height] = exact[height] + rng.normal(scale=sigma)
        found.append(sum(noisy[h] for h in range(levels) if t >> h & 1))
    return np.array(found)


def uniform(stream, sigma, rng):
    both = factors("tree", len(stream))
    return both.left @ (both.right @ stream + sigma * 3**0.5 * rng.uniform(-1, 1, size=len(both.right)))


def by_node(noise):
    """The noise of a node may depend on its sum."""

    def answer(stream, sigma, rng):
        seen, found = {}, []
        for t in range(1, len(stream) + 1):
            for first, last in nodes(t):
                if (first, last) not in seen:
                    true = stream[first - 1 : last].sum()
                    seen[first, last] = true + sigma * noise(true, last - first + 1, rng)
            found.append(sum(seen[node] for node in nodes(t)))
        return found

    return answer


def one_size(stream, sigma, rng):
    size = abs(rng.normal())
    return by_node(lambda *_: size * rng.choice([-1, 1]))(stream, sigma, rng)


def bare_at_powers_of_two(stream, sigma, rng):
    return by_node(lambda _, size, rng: 0.0 if size == len(stream) else rng.normal())(stream, sigma, rng)


def drawn_again(reach):
    def noise(_, size, rng):
        found = rng.normal()
        while abs(found) > reach:
            found = rng.normal()
        return found

    return noise


WRONG = [
    (lambda stream, sigma, rng: ..., "missing", "three dots"),
    (drawn_anew, "working", "anew"),
    (with_factors("each_step"), "working", "each day"),
    (with_factors("each_total"), "working", "Each total"),
    (one_for_all, "working", "differences"),
    (with_factors("tree", times=lambda s: s**2), "working", "standard deviation"),
    (with_factors("tree", times=lambda s: s**0.5), "working", "too narrow"),
    (with_factors("tree", noise="laplace"), "working", "Laplace"),
    (with_factors("tree", times=lambda s: 2 * s), "almost", "already"),
    (with_factors("refined"), "almost", "refined"),
    (with_factors("tree", times=lambda s: 1.2 * s), "working", "another variance"),
    (with_factors("tree", times=lambda s: 1.1 * s), "working", "another variance"),
    (uniform, "working", "not normal"),
    (by_node(lambda true, _, rng: rng.normal() if true == 0 else 0.0), "working", "depend on"),
    (by_node(lambda _, size, rng: rng.normal() if size < 8 else 0.0), "working", "another variance"),
    (by_node(lambda _, size, rng: rng.normal() if size not in (4, 8) else 0.0), "working", "another variance"),
    (bare_at_powers_of_two, "working", "another variance"),
    (by_node(drawn_again(3)), "working", "tails"),
    (one_size, "working", "same size"),
    (lambda stream, sigma, rng: online(stream, sigma, rng, levels=4), "working", "stopped with"),
    (by_node(lambda _, size, rng: np.clip(rng.normal(), -5, 5)), "almost", "stops short"),
    (by_node(lambda _, size, rng: rng.triangular(-1, 0, 1) * 6**0.5), "working", "not normal"),
    (lambda stream, sigma, rng: totals(np.clip(stream, 0, 1), sigma, rng), "working", "not those of the stream"),
    (lambda stream, sigma, rng: totals(stream, sigma, rng)[:-1], "working", "each of the"),
    (lambda stream, sigma, rng: np.array(totals(stream, sigma, rng)) + 1, "working", "not those of the stream"),
    (lambda stream, sigma, rng: totals(stream, sigma, np.random.default_rng()), "working", "come from `rng`"),
]

RIGHT = [online, with_factors("tree")]
