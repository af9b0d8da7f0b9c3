"""How long the noise of output perturbation is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def gamma_cdf(dim: int, scale: float) -> Any:
    """Distribution function of a sum of `dim` exponentials."""

    def cdf(x: np.ndarray) -> np.ndarray:
        z = np.asarray(x) / scale
        terms = sum(np.exp(-z + k * np.log(np.maximum(z, 1e-300)) - math.lgamma(k + 1)) for k in range(dim))
        return np.clip(1 - terms, 0, 1)

    return cdf
