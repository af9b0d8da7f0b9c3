"""What sections of the lesson have in common: a hospital's weekly counts, and how they are named on an axis."""

from typing import Any

from dpviz.frame.kinds import Choice

# True counts of 20 weeks. One is far above 50, the 14th; a later one is above it too, and is never looked at.
COUNTS = (14, 22, 9, 31, 18, 27, 12, 33, 20, 16, 29, 24, 37, 64, 21, 30, 58, 17, 26, 11)
WEEKS = len(COUNTS)
THRESHOLD = 50
OUTBREAK = 14  # the first week above


def outcomes(weeks: int) -> dict[str, Any]:
    """The labels of an axis with a place for each week, and behind them one for "never"."""
    named = [1, *range(5, weeks - 1, 5)] if weeks > 10 else list(range(1, weeks + 1))
    return {"tickvals": [*named, weeks + 2], "ticktext": [*(str(week) for week in named), "never"]}


# The six published variants, by their numbers in the comparison of Lyu, Su & Li.
NAMES = {
    "1": "1: Lyu, Su & Li 2017",
    "2": "2: Dwork & Roth 2014",
    "3": "3: Roth 2011",
    "4": "4: Lee & Clifton 2014",
    "5": "5: Stoddard et al. 2014",
    "6": "6: Chen et al. 2015",
}


def published(default: str) -> Choice:
    """Which of the six."""
    return Choice(default, options=NAMES, label="Variant")
