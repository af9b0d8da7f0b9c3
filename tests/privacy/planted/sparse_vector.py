"""The sparse vector technique, wrong in the ways that Lyu, Su and Li (2017) collected, and in some more.

Their Algorithms 1 and 2 are right: the tests of mechanisms that keep their promise have them.
"""

import math

import numpy as np

from tests.privacy.planted.bug import planted

LYU = "Lyu, Su and Li 2017, Understanding the sparse vector technique, figure 1, Algorithm"
UP, DOWN = [1.0] * 5 + [0.0] * 5, [0.0] * 5 + [1.0] * 5


def sparse_vector(queries, n, rng, *, limit=1.0, threshold, query, stop=10**9, values=False):
    """Whether each query is above a noisy threshold, until `stop` of them were."""
    queries = np.asarray(queries, dtype=float)
    noisy = queries + (rng.laplace(scale=query, size=(n, len(queries))) if query else 0.0)
    noisy = np.broadcast_to(noisy, (n, len(queries)))
    limits = limit + (rng.laplace(scale=threshold, size=(n, 1)) if threshold else 0.0)
    above = noisy >= limits
    kept = np.cumsum(above, axis=1) - above < stop
    if values:
        return [
            [float(value) if over else None for value, over, keep in zip(*row, strict=True) if keep]
            for row in zip(noisy, above, kept, strict=True)
        ]
    return [[bool(over) for over in row[keep]] for row, keep in zip(above, kept, strict=True)]


@planted(
    "the noisy answer that was compared is also released",
    f"{LYU} 3 (Roth's lecture notes of 2011)",
    pair=(DOWN, UP),
    trials=20_000,
)
def svt_releases_the_compared_answer(data, n, rng):
    return sparse_vector(data, n, rng, threshold=2.0, query=2.0, stop=1, values=True)


@planted(
    "the queries' noise does not grow with c",
    f"{LYU} 4 (Lee and Clifton 2014): loses (1 + 6c)/4 ε, here c = 3",
    pair=(UP, DOWN),
    loss=19 / 4,
)
def svt_without_c(data, n, rng):
    return sparse_vector(data, n, rng, threshold=4.0, query=4 / 3, stop=3)


@planted(
    "the queries have no noise at all",
    f"{LYU} 5 (Stoddard, Chen and Machanavajjhala 2014)",
    pair=([0.0, 1.0], [1.0, 0.0]),
)
def svt_without_query_noise(data, n, rng):
    return sparse_vector(data, n, rng, threshold=2.0, query=0.0)


@planted(
    "there is no limit on how many are above",
    f"{LYU} 6 (Chen and others 2015): loses more with every query; 20 of them, at most 1/2 + 20/2",
    pair=([1.0] * 10 + [0.0] * 10, [0.0] * 10 + [1.0] * 10),
    loss=10.5,
)
def svt_without_a_limit(data, n, rng):
    return sparse_vector(data, n, rng, threshold=2.0, query=2.0)


@planted(
    "the threshold has no noise: the noise of 40 queries alone has to hide them",
    "Chen and Machanavajjhala 2015, On the privacy properties of variants on the sparse vector technique",
    pair=([0.0] * 40, [1.0] * 40),
    loss=40 * math.log((1 - math.exp(-2) / 2) / (1 - math.exp(-1.5) / 2)),
    trials=8000,
)
def svt_without_threshold_noise(data, n, rng):
    return sparse_vector(data, n, rng, limit=4.0, threshold=0.0, query=2.0, stop=1)


@planted(
    "eight answers above, noise for one",
    f"{LYU} 1, with its c forgotten in ε₂: loses 1/2 + 8/2 at most",
    pair=([1.0] * 8 + [0.0] * 8, [0.0] * 8 + [1.0] * 8),
    loss=4.5,
    trials=12_000,
)
def svt_with_noise_for_one(data, n, rng):
    return sparse_vector(data, n, rng, threshold=2.0, query=4.0, stop=8)


@planted(
    "what is above is released exactly",
    "Dwork and Roth 2014, section 3.6: numeric answers need noise of their own",
    pair=([0.0, 5.0], [0.0, 6.0]),
)
def svt_exact_answers(data, n, rng):
    said = sparse_vector(data, n, rng, limit=3.0, threshold=2.0, query=4.0, stop=1)
    return [[value if over else None for value, over in zip(data, row, strict=False)] for row in said]
