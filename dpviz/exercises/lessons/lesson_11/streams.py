"""Streams on which AboveThreshold is tried."""

from __future__ import annotations

import numpy as np

from dpviz.exercises import Given
from dpviz.exercises.form import Floats

#: The last cases: nothing is near the threshold.
FAR = 3


def cases_of(given: Given) -> list[tuple[Floats, float, float, float, int]]:
    """Stream, threshold, Δ, ε, and how often each is run."""
    rising = np.array([-24.0, -17, -11, -7, -14, -4, -2, -9, 0.5, 4])
    own = np.array(given.answers, dtype=float), float(given.threshold), float(given.sensitivity), float(given.epsilon)
    return [
        # All answers at the threshold tell best how wide its noise is, beside theirs.
        (np.full(10, 20.0), 20.0, 1.0, 1.0, 12_000),
        # Scales of 0.6 and 1.2: who rounds them, or has them no less than 1, is far off.
        (30.0 + 0.3 * rising, 30.0, 1.0, 3.3, 3_000),
        (30.0 + 6 * rising, 30.0, 3.0, 0.5, 1_500),
        (30.0 + 0.5 * rising, 30.0, 1.0, 2.0, 1_500),
        (*own, 1_500),
        # All below; only the threshold's noise makes so many of them agree.
        (np.full(40, 80.0 - 12), 80.0, 2.0, 1.0, 2_000),
        # So far below and so far above that who leaves out noise, or cuts it off, may think it safe.
        (np.full(40, 80.0 - 24), 80.0, 1.0, 1.0, 1_500),
        (np.array([18.0, -30, -30]), 0.0, 1.0, 1.0, 5_000),
    ]
