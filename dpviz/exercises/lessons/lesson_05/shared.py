"""What several tasks need."""

from __future__ import annotations

from itertools import product

import numpy as np


def fitting(table: np.ndarray) -> list[tuple[int, ...]]:
    """All parities that fit a table whose last column holds the labels."""
    bits = table.shape[1] - 1
    return [r for r in product((0, 1), repeat=bits) if ((table[:, :-1] @ r) % 2 == table[:, -1]).all()]


def rules(table: np.ndarray) -> str:
    return ", ".join("".join(map(str, r)) for r in fitting(table)) or "none"
