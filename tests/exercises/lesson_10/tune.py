"""Answers to “Looks that were not paid for”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np


def halved(arms, look):
    """All looks and who is left; `look(left)` gives what is published of those left, and what decides who stays."""
    left, log = np.arange(arms), []
    while len(left) > 1:
        seen, decides = look(left)
        log.extend(seen)
        left = np.sort(left[np.argsort(decides)[len(left) // 2 :]])
    return [*log, left[0]]


def halving(right, epsilon, rng, each=6.0, exact=False, noise=lambda rng, size: rng.laplace(size=size), of=None):
    """With `noise(rng, size)` in units of what its looks cost, on the scores of some people or of all."""
    some = right if of is None else of(right)
    scores = some.sum(axis=0) / max(len(some), 1)

    def look(left):
        seen = scores[left] + each / (len(right) * epsilon) * noise(rng, len(left))
        return seen, scores[left] if exact else seen

    return halved(len(scores), look)


def tuned(**otherwise):
    return lambda right, epsilon, rng: halving(right, epsilon, rng, **otherwise)


def exact_at(certain):
    """A score of `certain` is published as it is."""

    def tune(right, epsilon, rng):
        people, scores = len(right), right.mean(axis=0)

        def look(left):
            noise = 6 / (people * epsilon) * rng.laplace(size=len(left))
            seen = np.where(scores[left] == certain, certain, scores[left] + noise)
            return seen, seen

        return halved(4, look)

    return tune


def unlike(right):
    """Those whom not all settings get alike, if there are many."""
    some = right[right.min(axis=1) != right.max(axis=1)]
    return some if len(some) > 20 else right


def second_round_exact(right, epsilon, rng):
    """The first round by exact scores, the winner by noisy ones."""
    people, scores = len(right), right.mean(axis=0)
    first = scores + 6 / (people * epsilon) * rng.laplace(size=4)
    left = np.argsort(scores + 1e-9 * rng.random(4))[2:]
    second = scores[left] + 6 / (people * epsilon) * rng.laplace(size=2)
    return [*first, *second, left[second.argmax()]]


def winner_exact(right, epsilon, rng):
    """The winner by exact scores, of two whom noisy ones have left."""
    people, scores = len(right), right.mean(axis=0)
    seen = scores + 6 / (people * epsilon) * rng.laplace(size=4)
    left = np.argsort(seen)[2:]
    return [*seen, *(scores[left] + 6 / (people * epsilon) * rng.laplace(size=2)), left[scores[left].argmax()]]


def looked_at_again(right, epsilon, rng, exact=0.0):
    """Who stays is decided by scores that are not published."""
    people, scores = len(right), right.mean(axis=0)

    def look(left):
        seen, again = (scores[left] + 6 / (people * epsilon) * rng.laplace(size=len(left)) for _ in range(2))
        return seen, seen + exact * scores[left] if exact else again

    return halved(4, look)


def looks_added(right, epsilon, rng):
    """The winner by the sum of both looks, the better one first: it was paid for as well."""
    people, scores = len(right), right.mean(axis=0)
    first = scores + 6 / (people * epsilon) * rng.laplace(size=4)
    left = np.argsort(-first)[:2]
    second = scores[left] + 6 / (people * epsilon) * rng.laplace(size=2)
    return [*first, *second, left[(first[left] + second).argmax()]]


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


WRONG = [
    (tuned(of=lambda right: right[: (len(right) + 1) // 2] if len(right) > 20 else right), "working", "left out"),
    (tuned(of=lambda right: right[::2] if len(right) > 20 else right), "working", "left out"),
    (tuned(of=unlike), "working", "left out"),
    (tuned(noise=lambda rng, size: 2 * rng.normal(size=size)), "working", "shape"),
    (tuned(each=1, exact=True), "working", "given away"),
    (tuned(each=1), "working", "given away"),
    (tuned(exact=True), "working", "given away"),
    (tuned(each=2), "working", "Add up"),
    (tuned(each=4), "working", "Add up"),
    (tuned(each=12), "almost", "noisier"),
    (lambda r, e, rng: halving(r, e, rng, each=6 * len(r)), "working", "hardly"),
    (tuned(noise=lambda rng, size: rng.normal(scale=1.25, size=size)), "almost", "shape"),
    (tuned(noise=lambda rng, size: rng.normal(size=size)), "working", "shape"),
    (lambda r, e, rng: int(halving(r, e, rng)[-1]), "working", "shape"),
    (tuned(noise=lambda rng, size: np.clip(rng.laplace(size=size), -6, 6)), "almost", "shape"),
    (tuned(noise=lambda rng, size: 0.85 * rng.laplace(size=size)), "working", "Add up"),
    (tuned(noise=lambda rng, size: rng.uniform(-2, 2, size=size)), "working", "given away"),
    (lambda r, e, rng: [*halving(r, e, rng)[:-1], int(r.mean(axis=0).argmax())], "working", "given away: the event"),
    (second_round_exact, "working", "given away: the event"),
    (winner_exact, "working", "given away: the event"),
    (exact_at(1), "working", "given away: the event"),
    (exact_at(0), "working", "given away: the event"),
    (tuned(noise=lambda rng, size: rng.laplace()), "working", "given away: the event"),
    (looked_at_again, "working", "speak"),
    (lambda *told: looked_at_again(*told, exact=1.0), "working", "speak"),
]


RIGHT = [looks_added, looked_at_once, in_counts, more_for_the_second_round]
