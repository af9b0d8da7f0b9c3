"""The examples of the first pictures: drawn, and the reader's own behind them."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.learning.parity.sweeps import Sample, teaching_sample


def sample_of(at: Any) -> Sample:
    """The examples that the reader has now."""
    given, width = teaching_sample(at.bits, seed=at.seed, wrong=at.noise == "one"), at.bits + 1
    if len(at.added) % width:
        raise ValueError(
            f"added must be whole examples of {width} characters; got {len(at.added)} characters"
        )
    own = np.array([int(c) for c in at.added], dtype=np.uint8).reshape(-1, width)
    return Sample(np.vstack([given.X, own[:, :-1]]), np.append(given.y, own[:, -1]), given.target)
