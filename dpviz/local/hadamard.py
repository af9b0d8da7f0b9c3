"""The Walsh–Hadamard transform: sums of values with the signs of all parities at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check, parities


def walsh_hadamard(values: ArrayLike) -> NDArray[np.float64]:
    """``Σ_x (-1)^(s·x) values[x]`` for each s, with s·x the number of bits that s and x share (LOC-5).

    `values`, shape (..., 2^d), has a finite number for each row x of d bits; the result is of that shape. Done twice it
    gives 2^d times the values.

    Examples
    --------
    >>> walsh_hadamard([1.0, 0.0, 0.0, 1.0]).tolist()
    [2.0, 0.0, 0.0, 2.0]
    """
    found = check.finite("values", values)
    size = found.shape[-1] if found.ndim else 0
    if size < 1 or size & (size - 1):
        raise ValueError(f"values must have a power of 2 numbers along the last axis; got shape {found.shape}")
    return np.array(parities.walsh_hadamard(found))
