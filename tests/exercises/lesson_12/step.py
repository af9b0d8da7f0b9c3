"""Answers to “A step of DP-SGD”: what is handed in, the verdict, a word of its sentence."""

import math

import numpy as np

from tests.exercises.lesson_12.shared import normal, stub


def clip_each(g, clip):
    return g / np.maximum(1, np.linalg.norm(g, axis=1, keepdims=True) / clip)


def clip_mean(g, clip):
    if not len(g):
        return g
    mean = g.mean(axis=0)
    return np.tile(mean / max(1, np.linalg.norm(mean) / clip), (len(g), 1))


def stretched(g, clip):
    return clip * g / np.linalg.norm(g, axis=1, keepdims=True)


def stretched_safely(g, clip):
    return clip * g / np.maximum(np.linalg.norm(g, axis=1, keepdims=True), 1e-12)


def with_nan(g, clip):
    with np.errstate(all="ignore"):
        lengths = np.linalg.norm(g, axis=1, keepdims=True)
        return g / lengths * np.minimum(lengths, clip)


def by_coordinate(g, clip):
    return np.clip(g, -clip, clip)


def left_out(g, clip):
    return g[np.linalg.norm(g, axis=1) <= clip]


def by_the_longest(g, clip):
    return g * min(1, clip / max(np.linalg.norm(g, axis=1), default=clip))


def longest(g, clip):
    """The longest clipped gradient; 0 if there is none."""
    return float(np.linalg.norm(clip_each(g, clip), axis=1).max(initial=0.0))


def stepping(
    clipping=clip_each,
    width=lambda z, clip, g: z * clip,
    divisor=lambda g, batch: batch,
    draw=normal,
    after=False,
    sign=-1,
    rate=True,
    quiet_rate=False,
):
    """A step with one thing changed."""

    def step(w, gradients, clip, z, batch, eta, rng):
        noise = draw(rng, len(w), width(z, clip, gradients))
        move = clipping(gradients, clip).sum(axis=0)
        by = divisor(gradients, batch)
        move = move / by + noise if after else (move + noise) / by
        return w + sign * (eta if rate else 1) * move

    return step


def mean_of_the_drawn(w, gradients, clip, z, batch, eta, rng):
    return w - eta * (clip_each(gradients, clip).mean(axis=0) + rng.normal(scale=z * clip / batch, size=len(w)))


def noise_on_each(w, gradients, clip, z, batch, eta, rng):
    noisy = clip_each(gradients, clip) + rng.normal(scale=z * clip, size=gradients.shape)
    return w - eta * noisy.sum(axis=0) / batch


def in_place(w, gradients, clip, z, batch, eta, rng):
    w -= eta * clip_each(gradients, clip).sum(axis=0) / batch
    return w


def noise_without_rate(w, gradients, clip, z, batch, eta, rng):
    return w - (eta * clip_each(gradients, clip).sum(axis=0) + rng.normal(scale=z * clip, size=len(w))) / batch


def cut_off(rng, size, scale):
    return np.clip(rng.normal(scale=scale, size=size), -3 * scale, 3 * scale)


def cut_off_farther(rng, size, scale):
    return scale * np.clip(rng.standard_normal(size), -4, 4)


def laplacian(rng, size, scale):
    return rng.laplace(scale=scale / math.sqrt(2), size=size)


def one_for_all(rng, size, scale):
    return rng.normal(scale=scale) * np.ones(size)


def one_up_or_down(rng, size, scale):
    return rng.normal(scale=scale) * rng.choice([-1, 1], size=size)


def few_seeds(rng, size, scale):
    return np.random.default_rng(rng.integers(500)).normal(scale=scale, size=size)


def one_size_for_all(rng, size, scale):
    return math.sqrt(rng.choice([0.8, 1.2])) * rng.normal(scale=scale, size=size)


def a_little_beside(rng, size, scale):
    return rng.normal(0.05 * scale, scale, size=size)


def one_by_one(w, gradients, clip, z, batch, eta, rng):
    """In plain Python."""
    move = [z * clip * rng.standard_normal() for _ in w]
    for g in gradients:
        length = math.hypot(*g)
        factor = clip / length if length > clip else 1.0
        move = [m + factor * x for m, x in zip(move, g, strict=True)]
    return [a - eta * m / batch for a, m in zip(w, move, strict=True)]


def by_multivariate(w, gradients, clip, z, batch, eta, rng):
    centre = clip_each(gradients, clip).sum(axis=0) if len(gradients) else np.zeros(len(w))
    return w - eta / batch * rng.multivariate_normal(centre, (z * clip) ** 2 * np.eye(len(w)))


def of_many_small(w, gradients, clip, z, batch, eta, rng):
    """A sum of normals is normal."""
    noise = rng.normal(scale=z * clip / 4, size=(16, len(w))).sum(axis=0)
    return w - eta * (clip_each(gradients, clip).sum(axis=0) + noise) / batch


WRONG = [
    (stub, "missing", "three dots"),
    (stepping(clip_mean), "working", "clip the mean"),
    (stepping(clip_mean, divisor=lambda g, batch: len(g)), "working", "clip the mean"),
    (stepping(lambda g, clip: g), "working", "Nothing is clipped"),
    (stepping(stretched), "working", "length C"),
    (stepping(stretched_safely), "working", "length C"),
    (stepping(by_coordinate), "working", "coordinate by itself"),
    (stepping(left_out), "working", "leave out"),
    (stepping(by_the_longest), "working", "same factor"),
    (stepping(with_nan), "almost", "gradient is 0"),
    (stepping(divisor=lambda g, batch: len(g)), "working", "were drawn"),
    (stepping(divisor=lambda g, batch: max(1, len(g))), "working", "were drawn"),
    (stepping(divisor=lambda g, batch: 1), "working", "do not divide"),
    (stepping(sign=1), "working", "uphill"),
    (stepping(rate=False), "working", "learning rate changes nothing"),
    (lambda w, g, c, z, b, e, rng: w - stepping()(w, g, c, z, b, e, rng), "working", "after the step"),
    (in_place, "working", "changes the data"),
    (mean_of_the_drawn, "working", "were drawn"),
    (stepping(width=lambda z, clip, g: z), "working", "does not depend on C"),
    (stepping(width=lambda z, clip, g: clip), "working", "not"),
    (stepping(width=lambda z, clip, g: 0), "working", "no noise"),
    (stepping(width=lambda z, clip, g: z * z * clip), "working", "proportion to z"),
    (noise_on_each, "working", "each seems to bring its own"),
    (stepping(after=True), "working", "depend on the batch"),
    (noise_without_rate, "working", "learning rate"),
    (lambda w, g, c, z, b, e, rng: stepping()(w, g, c, z, b, e, rng) if len(g) else w, "working", "no noise at all"),
    (lambda w, g, c, z, b, e, rng: stepping()(w, g, c, z, b, e, np.random.default_rng(0)), "working", "no noise"),
    (stepping(width=lambda z, clip, g: 2 * z * clip), "almost", "too wide"),
    (stepping(width=lambda z, clip, g: 0.8 * z * clip), "almost", "too narrow"),
    (stepping(width=lambda z, clip, g: z * clip / math.sqrt(g.shape[1])), "working", "how many coordinates"),
    (stepping(width=lambda z, clip, g: z * np.abs(g).max(initial=0.1)), "working", "wrong way"),
    (stepping(width=lambda z, clip, g: z * longest(g, clip)), "working", "no noise"),
    (stepping(width=lambda z, clip, g: z * min(clip, max(longest(g, np.inf), 0.1))), "working", "wrong way"),
    (stepping(width=lambda z, clip, g: z * clip * (longest(g, clip) > 0)), "working", "no noise"),
    (stepping(width=lambda z, clip, g: z * clip * (not len(g) or longest(g, clip) > 0)), "working", "no noise"),
    (stepping(width=lambda z, clip, g: z * clip * (not len(g) or longest(g, clip) > 1e-6)), "working", "no noise"),
    (stepping(width=lambda z, clip, g: z * (longest(g, clip) or clip)), "working", "wrong way"),
    (stepping(lambda g, clip: clip_each(np.unique(g, axis=0), clip)), "working", "not the step"),
    (stepping(lambda g, clip: clip_each(g[np.linalg.norm(g, axis=1) < 1e4 * clip], clip)), "working", "not the step"),
    (stepping(draw=one_size_for_all), "almost", "Gaussian"),
    (stepping(draw=a_little_beside), "working", "On average"),
    (stepping(draw=cut_off), "almost", "not Gaussian"),
    (stepping(draw=cut_off_farther), "almost", "stops short"),
    (stepping(draw=laplacian), "almost", "not Gaussian"),
    (stepping(draw=few_seeds), "almost", "again and again"),
    (stepping(draw=one_for_all), "working", "draw of its own"),
    (stepping(draw=one_up_or_down), "almost", "its own draw"),
]


RIGHT = [stepping(), one_by_one, by_multivariate, of_many_small]
