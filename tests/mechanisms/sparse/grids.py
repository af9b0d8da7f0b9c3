"""Integrals over the threshold's noise by Simpson's rule, on grids that every kink lies on."""

import numpy as np


def cdf(x):
    half = 0.5 * np.exp(-np.abs(x))
    return np.where(x < 0, half, 1.0 - half)


def density(x, scale):
    return np.exp(-np.abs(x) / scale) / (2.0 * scale)


def simpson(values, width):
    return width / 3.0 * (values[0] + values[-1] + 4.0 * values[1::2].sum() + 2.0 * values[2:-1:2].sum())


def pattern_probability(pattern, answers, threshold, wide, narrow, most=np.inf):
    """Of one draw of the threshold's noise; answers and threshold are multiples of 1/2; noise at most `most`."""
    reach = np.ceil(45.0 * wide + 20.0 * narrow + np.abs(np.subtract(answers, threshold)).max())
    top = min(reach, most)
    z = np.linspace(-reach, top, round((top + reach) * 512) + 1)
    product = density(z, wide)
    for above, answer in zip(pattern, answers, strict=False):
        distance = (threshold + z - answer) / narrow
        product = product * (cdf(-distance) if above else cdf(distance))
    return simpson(product, z[1] - z[0])
