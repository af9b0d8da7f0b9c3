"""Sums, means, medians: clipping, sensitivity and the size of the data."""

import numpy as np

from dpviz.sensitivity import SmoothLaplace, quantile_sensitivities, smooth_sensitivity
from tests.privacy.planted.bug import least_epsilon, planted

DMNS = "Dwork, McSherry, Nissim and Smith 2006"
NRS = "Nissim, Raskhodnikova and Smith 2007: the local sensitivity tells something too"
RIGHT = SmoothLaplace(epsilon=1.0, delta=1e-5)


@planted(
    "values are said to be in [0, 1], and not clipped", f"{DMNS}, section 3", pair=([0.5, 10.0], [0.5, 0.0]), loss=10.0
)
def not_clipped(data, n, rng):
    return sum(data) + rng.laplace(size=n)


@planted(
    "a mean divided by the exact number of records", "Li, Lyu, Su and Yang 2016, on averages", pair=([1.0], [1.0, 0.0])
)
def mean_with_exact_n(data, n, rng):
    return (sum(data) + rng.laplace(size=n)) / len(data)


@planted(
    "a noisy sum beside the exact number of records", "Li, Lyu, Su and Yang 2016, on averages", pair=([1.0], [1.0, 0.0])
)
def sum_and_exact_n(data, n, rng):
    return np.column_stack([sum(data) + rng.laplace(size=n), np.full(n, len(data))])


@planted("a median with the noise of its local sensitivity", NRS, pair=([0, 0, 0, 0, 10], [0, 0, 0, 10, 10]))
def median_with_local_sensitivity(data, n, rng):
    ordered = np.sort(data)
    local = max(ordered[3] - ordered[2], ordered[2] - ordered[1])
    return np.median(ordered) + rng.laplace(scale=max(local, 1.0), size=n)


@planted(
    "a median with noise by its smooth sensitivity at β = ε, where δ asks for ε / (2 ln(1/δ))",
    "Nissim, Raskhodnikova and Smith 2007, on dilation: the scale tells more than the place",
    delta=1e-5,
    pair=([0.0, 0.0, 1.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.5, 1.0]),
    loss=least_epsilon(lambda epsilon: RIGHT.pair_delta(epsilon, 1.0, 1.0, 0.5, 0.5), 1e-5),
)
def smooth_sensitivity_of_the_wrong_rate(data, n, rng):
    far = quantile_sensitivities(data, low=0, high=1, rank=3)
    return np.median(data) + rng.laplace(scale=RIGHT.factor * smooth_sensitivity(far, 1.0), size=n)


@planted("a variance, with noise in proportion to itself", NRS, pair=([0, 0, 0, 0], [0, 0, 0, 4]))
def variance_scaled_by_itself(data, n, rng):
    return np.var(data) * (1 + rng.laplace(scale=0.25, size=n))


@planted("data standardised by their own deviation", NRS, pair=([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 30.0]))
def standardised(data, n, rng):
    return np.sum(data) + rng.laplace(scale=np.std(data), size=n)


@planted("clipped at their own second largest value, with noise for that", NRS, pair=([1, 1, 1, 9], [1, 1, 9, 9]))
def clipped_at_a_quantile(data, n, rng):
    bound = np.sort(data)[-2]
    return np.minimum(data, bound).sum() + rng.laplace(scale=bound, size=n)


@planted(
    "the largest value, with the noise of a mean",
    f"{DMNS}: its sensitivity is the range, not the range over n",
    pair=([0.0] * 10, [0.0] * 9 + [1.0]),
    loss=10.0,
)
def largest_with_noise_of_a_mean(data, n, rng):
    return max(data) + rng.laplace(scale=0.1, size=n)


@planted(
    "a sum of squares with the sensitivity of the sum",
    f"{DMNS}: values up to 5 have squares up to 25",
    pair=([5.0, 1.0], [0.0, 1.0]),
    loss=5.0,
)
def sum_of_squares(data, n, rng):
    return np.square(data).sum() + rng.laplace(scale=5.0, size=n)


@planted(
    "the Euclidean sensitivity for Laplace noise",
    f"{DMNS}: nine moves of one are 9, and not 3",
    loss=3.0,
    trials=12_000,
)
def euclidean_for_laplace(data, n, rng):
    return sum(data) + rng.laplace(scale=3.0, size=(n, 9))


@planted(
    "a hundred entries that move by a tenth, with noise for the largest move",
    f"{DMNS}: together they move by ten",
    pair=([0.0], [0.1]),
    loss=100 * 0.1 / 0.5,
    trials=8000,
)
def spread_over_a_hundred(data, n, rng):
    return sum(data) + rng.laplace(scale=0.5, size=(n, 100))


@planted(
    "one person in five rows, noise for one row",
    "Desfontaines, blog of 2020: what is a record",
    pair=([1] * 5, [0] * 5),
    loss=5.0,
)
def five_rows_each(data, n, rng):
    return sum(data) + rng.laplace(size=n)


@planted(
    "the group mean, weights by true sizes of groups",
    "Li, Lyu, Su and Yang 2016, on averages",
    pair=([(0, 1), (1, 1)], [(0, 1), (1, 1), (1, 1)]),
)
def weights_by_size(data, n, rng):
    sizes = np.bincount([group for group, _ in data], minlength=2)
    return [[float(noise), round(sizes[1] / sizes.sum(), 3)] for noise in rng.laplace(size=n)]
