"""What sections of the lesson have in common: a hospital's weekly counts, and how they are named on an axis."""

from __future__ import annotations

from typing import Any

# True counts of 20 weeks. One is far above 50, the 14th; a later one is above it too, and is never looked at.
COUNTS = (14, 22, 9, 31, 18, 27, 12, 33, 20, 16, 29, 24, 37, 64, 21, 30, 58, 17, 26, 11)
WEEKS = len(COUNTS)
THRESHOLD = 50
OUTBREAK = 14  # the first week above


def outcomes(weeks: int) -> dict[str, Any]:
    """The labels of an axis with a place for each week, and behind them one for "never"."""
    named = [1, *range(5, weeks - 1, 5)] if weeks > 10 else list(range(1, weeks + 1))
    return {"tickvals": [*named, weeks + 2], "ticktext": [*(str(week) for week in named), "never"]}
