"""Answers to “Output perturbation”: what is handed in, the verdict, a word of its sentence."""

import numpy as np


def with_length(draw):
    """A release with the direction of normal numbers, and a length drawn by `draw(rng, dimensions, t)`."""

    def release(w, n, lam, epsilon, rng):
        direction = rng.normal(size=len(w))
        return w + draw(rng, len(w), 2 / (n * lam * epsilon)) * direction / np.linalg.norm(direction)

    return release


def cut_at(reach):
    return with_length(lambda rng, d, t: min(rng.gamma(d, t), reach * t))


def drawn_again(rng, d, t):
    while True:
        found = rng.gamma(d, t)
        if found < 3.3 * d * t:
            return found


def by_angles(w, n, lam, epsilon, rng):
    if len(w) != 3:
        return release_by_sum(w, n, lam, epsilon, rng)
    turn, tilt = rng.uniform(0, 2 * np.pi), rng.uniform(0, np.pi)
    direction = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    return w + rng.gamma(3, 2 / (n * lam * epsilon)) * direction


def release_by_sum(w, n, lam, epsilon, rng):
    """A sum of exponentials is Gamma; a point of the ball, pushed to the sphere, has any direction."""
    length = -2 / (n * lam * epsilon) * np.log(1 - rng.random(len(w))).sum()
    while True:
        direction = rng.uniform(-1, 1, size=len(w))
        size = np.sqrt(direction @ direction)
        if 0 < size <= 1:
            return (w + length * direction / size).tolist()


def release_by_radii(w, n, lam, epsilon, rng):
    """A normal vector whose own length is replaced."""
    at = rng.standard_normal(len(w)).astype(np.longdouble)
    return w + at / np.sqrt((at**2).sum()) * rng.standard_gamma(len(w)) * 2 / (n * lam * epsilon)


def spread(w, length, direction):
    return w + length * direction / np.linalg.norm(direction)


def from_a_cube(w, n, lam, epsilon, rng):
    return spread(w, rng.gamma(len(w), 2 / (n * lam * epsilon)), rng.uniform(-1, 1, size=len(w)))


def of_scale(scale, shape=len):
    """A length of another scale or shape."""
    return lambda w, n, lam, epsilon, rng: spread(
        w, rng.gamma(shape(w), scale(n, lam, epsilon)), rng.normal(size=len(w))
    )


def noise_of_one_sign(w, n, lam, epsilon, rng):
    found = release_by_sum(0 * w, n, lam, epsilon, rng)
    return w + (found if len(w) == 3 else np.abs(found))


def noise_alone(w, n, lam, epsilon, rng):
    return spread(0 * w, rng.gamma(len(w), 2 / (n * lam * epsilon)), rng.normal(size=len(w)))


WRONG = [
    (lambda w, n, lam, e, rng: w + rng.laplace(scale=2 / (n * lam * e), size=len(w)), "working", "directions"),
    (from_a_cube, "working", "directions"),
    (
        lambda w, n, lam, e, rng: spread(w, rng.exponential(2 / (n * lam * e)), rng.normal(size=len(w))),
        "working",
        "lengths",
    ),
    (lambda w, n, lam, e, rng: w + rng.normal(scale=2 / (n * lam * e), size=len(w)), "working", "lengths"),
    (of_scale(lambda n, lam, e: 1 / (n * lam * e)), "almost", "short"),
    (of_scale(lambda n, lam, e: 2 / (n * e)), "working", "four times the λ"),
    (of_scale(lambda n, lam, e: 2 / (lam * e)), "working", "as many people"),
    (of_scale(lambda n, lam, e: n * lam * e / 2), "working", "quarter of ε"),
    (of_scale(lambda n, lam, e: 2 / (n * lam * e), shape=lambda w: 3), "almost", "another number"),
    (noise_alone, "working", "added"),
    (of_scale(lambda n, lam, e: 2 / (max(1, int(n * lam)) * e)), "almost", "wrong for n = 5"),
    (noise_of_one_sign, "working", "directions"),
    (lambda w, n, *told: release_by_sum(w, n + 1, *told), "almost", "wrong for n = 5"),
    (lambda w, n, lam, e, rng: release_by_sum(w, n, lam, round(e, 1), rng), "working", "quarter of ε"),
    (cut_at(4), "working", "lengths"),
    (cut_at(6), "almost", "an end"),
    (cut_at(9), "almost", "an end"),
    (cut_at(10), "almost", "cut off"),
    (cut_at(15), "almost", "cut off somewhere"),
    (lambda w, n, lam, epsilon, rng: np.zeros(len(w)), "working", "no chance"),
    (lambda w, n, lam, epsilon, rng: np.round(w + rng.normal(size=len(w)), 2), "working", "ε"),
    (lambda *told: np.round(release_by_sum(*told), 2), "almost", "round"),
    (with_length(drawn_again), "almost", "an end"),
    (with_length(lambda rng, d, t: 0.85 * rng.gamma(d, t)), "almost", "too short"),
    (with_length(lambda rng, d, t: 0.95 * rng.gamma(d, t)), "almost", "too short"),
    (with_length(lambda rng, d, t: 2 * rng.gamma(d, t)), "almost", "too long"),
    (with_length(lambda rng, d, t: rng.gamma(d + 1, t)), "working", "lengths"),
    (
        lambda w, n, lam, e, rng: w + rng.gamma(len(w), 2 / (n * lam * e)) * rng.normal(size=len(w)),
        "working",
        "lengths",
    ),
    (by_angles, "working", "directions"),
    (lambda w, n, lam, e, rng: release_by_sum(w, n, lam, e, np.random.default_rng(0)), "working", "no chance"),
]


RIGHT = [release_by_sum, release_by_radii]
