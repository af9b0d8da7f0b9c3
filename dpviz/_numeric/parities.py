"""Parities of whole numbers' bits, one at a time and all at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def odd_overlap(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether two numbers share an odd number of bits; they broadcast."""
    shared = one & other
    # Folded in halves, the lowest bit ends as the parity of all 64.
    for half in (32, 16, 8, 4, 2, 1):
        shared = shared ^ (shared >> half)
    return (shared & 1).astype(np.bool_)


def walsh_hadamard(values: NDArray[Any]) -> NDArray[Any]:
    """For each s the sum of the 2^d ``values[..., x]``, with a minus where s and x share an odd number of bits."""
    found, half = values, 1
    while half < values.shape[-1]:
        pairs = found.reshape(*values.shape[:-1], -1, 2, half)
        low, high = pairs[..., 0, :], pairs[..., 1, :]
        found = np.stack([low + high, low - high], axis=-2).reshape(values.shape)
        half *= 2
    return found
