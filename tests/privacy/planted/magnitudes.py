"""Noise of the wrong size, shape or precision."""

import math

import numpy as np

from tests.privacy.planted.bug import log_ratio, planted

DMNS = "Dwork, McSherry, Nissim and Smith 2006, proposition 1"
MIRONOV = "Mironov 2012, On significance of the least significant bits"


@planted(
    "the scale is taken for a standard deviation", f"{DMNS}: Var = 2b²; loses √2 ε", loss=math.sqrt(2), trials=20_000
)
def scale_for_deviation(data, n, rng):
    return sum(data) + rng.laplace(scale=1 / math.sqrt(2), size=n)


@planted("normal noise for a promise without δ", "Dwork and Roth 2014, appendix A: the ratio is unbounded")
def normal_for_laplace(data, n, rng):
    return sum(data) + rng.normal(scale=1.0, size=n)


@planted("uniform noise", f"{DMNS}: its support moves with the data")
def uniform_noise(data, n, rng):
    return sum(data) + rng.uniform(-3, 3, size=n)


@planted("triangular noise, of two uniform ones", f"{DMNS}: its support moves with the data")
def triangular_noise(data, n, rng):
    return sum(data) + rng.uniform(-2, 2, size=n) + rng.uniform(-2, 2, size=n)


@planted("the noise is cut off at 2", "Ghosh, Roughgarden and Sundararajan 2009: cut the answer, not the noise")
def laplace_cut(data, n, rng):
    return sum(data) + np.clip(rng.laplace(size=n), -2, 2)


@planted(
    "geometric noise is cut off at 5",
    "Ghosh, Roughgarden and Sundararajan 2009, definition 2.2: the range of a count is cut, not its noise",
    trials=40_000,
)
def geometric_cut(data, n, rng):
    stop = 1 - math.exp(-1)
    return sum(data) + np.clip(rng.geometric(stop, n) - rng.geometric(stop, n), -5, 5)


@planted(
    "the geometric noise's parameter is ε where 1 - e^-ε belongs",
    "Ghosh, Roughgarden and Sundararajan 2009: loses -ln(1 - ε)",
    epsilon=0.9,
    loss=math.log(10),
)
def geometric_with_the_wrong_parameter(data, n, rng):
    return sum(data) + rng.geometric(0.9, n) - rng.geometric(0.9, n)


@planted("geometric noise of one sign", "Ghosh, Roughgarden and Sundararajan 2009: it has two")
def geometric_of_one_sign(data, n, rng):
    return sum(data) + rng.geometric(1 - math.exp(-1), n) - 1


@planted(
    "negative answers are drawn again: the probability that is missing depends on the data",
    f"{DMNS}; around 0 and 1 it is 1/2 and e^-1/2",
    pair=([0], [1]),
    loss=1 + log_ratio(0.5, 1 - math.exp(-1) / 2),
    trials=20_000,
)
def negative_answers_drawn_again(data, n, rng):
    found = sum(data) + rng.laplace(size=n)
    while (found < 0).any():
        found = np.where(found < 0, sum(data) + rng.laplace(size=n), found)
    return found


@planted("noise in proportion to the answer", f"{DMNS}: none at all around 0", pair=([0], [1]))
def multiplicative_noise(data, n, rng):
    return sum(data) * (1 + rng.laplace(size=n))


@planted(
    "Laplace noise from its inverse with u in (0, 1) where (-½, ½) belongs",
    "The usual inverse transform; the sign is always +",
)
def inverse_transform_of_one_sign(data, n, rng):
    u = rng.random(n)
    return sum(data) - np.sign(u) * np.log(np.maximum(1 - 2 * np.abs(u), 1e-12))


@planted(
    "the noise is rounded, not the answer",
    "Balcer and Vadhan 2018: what is not a multiple stays visible",
    pair=([0.0], [0.25]),
)
def rounded_noise(data, n, rng):
    return sum(data) + np.round(2 * rng.laplace(size=n)) / 2


@planted("a uniform number of 8 bits makes the noise: few answers can occur", f"{MIRONOV}, section 4", pair=([0], [1]))
def coarse_uniform(data, n, rng):
    u = (rng.integers(0, 256, n) + 0.5) / 256
    return sum(data) + rng.choice([-1, 1], n) * np.log(u)


@planted(
    "noise in 32 bits", f"{MIRONOV}, section 4: around 0 floats are finer than around 1", pair=([0], [1]), trials=8000
)
def noise_in_32_bits(data, n, rng):
    return np.float32(sum(data)) + rng.laplace(size=n).astype(np.float32)


@planted("noise in 16 bits", f"{MIRONOV}, section 4", pair=([0], [1]), trials=8000)
def noise_in_16_bits(data, n, rng):
    return np.float16(sum(data)) + rng.laplace(size=n).astype(np.float16)


@planted(
    "the noise of a whole number of 63 bits is even", "A scaled integer grid coarser than the data", pair=([0], [1])
)
def even_noise(data, n, rng):
    return [2**62 + sum(data) + 2 * int(noise) for noise in np.rint(rng.laplace(scale=2.0**40, size=n))]


@planted("one call in a hundred has no noise", "Barthe and others 2020: a single bare path is enough", trials=8000)
def bare_calls(data, n, rng):
    return sum(data) + np.where(rng.random(n) < 0.01, 0.0, rng.laplace(size=n))
