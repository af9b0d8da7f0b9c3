"""How values are written in labels and messages; shared by the engine's packages."""

from __future__ import annotations

import math
from collections.abc import Sequence

MISSING = "(missing)"
"""The category a blank cell of a column of words belongs to."""


def number_text(value: float) -> str:
    """A number as it is shown: ``18``, ``7500``, ``12,500``, ``0.25``; NaN is ``(missing)``."""
    if math.isnan(value):
        return MISSING
    if math.isfinite(value) and value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}" if abs(value) >= 10_000 else str(int(value))
    return f"{value:.10g}"


def listed(words: Sequence[str], most: int = 6) -> str:
    """Words for a message: ``'a', 'b' and 12 more``."""
    shown = ", ".join(repr(word) for word in words[:most])
    return shown if len(words) <= most else f"{shown} and {len(words) - most:,} more"
