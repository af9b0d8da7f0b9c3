"""What the sweeps take: ε, n and λ, any of them along an axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.mechanisms._arguments import counts, positives

Floats = NDArray[np.float64]


def settings(
    epsilon: ArrayLike, n: ArrayLike, regularization: ArrayLike
) -> tuple[Floats, NDArray[np.int64], Floats]:
    """ε and λ, finite and > 0, and n, whole and >= 1, a frame at a time: three arrays of shape (F,)."""
    eps, size, reg = np.broadcast_arrays(
        np.atleast_1d(positives("epsilon", epsilon)),
        np.atleast_1d(counts("n", n)).astype(np.int64),
        np.atleast_1d(positives("regularization", regularization)),
    )
    if eps.ndim != 1:
        raise ValueError(f"epsilon, n and regularization must broadcast to shape (F,); got {eps.shape}")
    return eps.copy(), size.copy(), reg.copy()
