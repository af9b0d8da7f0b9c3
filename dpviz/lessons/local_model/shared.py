"""What sections of the lesson have in common: the four protocols, repeated surveys, and how both are drawn."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._text import number_text
from dpviz.draw import axis, curve, moving, points
from dpviz.draw.marks import Mark
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.lessons.tables import TableChoice

Floats = NDArray[np.float64]
data = TableChoice()

FORMS = {
    "kary": "k-ary response",
    "unary": "unary encoding",
    "optimised": "optimised encoding",
    "hadamard": "Hadamard response",
}
COLOURS = {"kary": ORANGE, "unary": GREY, "optimised": BLUE, "hadamard": GREEN}
DASHES = {"kary": "solid", "unary": "dot", "optimised": "solid", "hadamard": "dash"}
RUNS = 40


def powers(title: str, low: float, high: float, ticks: list[float], show: Callable[[float], str] = number_text) -> Any:
    """A logarithmic axis between two numbers, and how its ticks are written."""
    ends = math.log10(low), math.log10(high)
    return axis(title, *ends, type="log", tickvals=ticks, ticktext=[show(tick) for tick in ticks])


def people(default: int = 10_000, *, low: int = 10, high: int = 1_000_000, steps: int = 31) -> Number:
    """How many people answer."""
    return Number(default, low=low, high=high, scale="log", steps=steps, whole=True, label="n, the people",
                  ends=("few", "many"))  # fmt: skip


def estimates(yes: int, n: int, keep: float, rng: np.random.Generator) -> Floats:
    """The share of yes in so many repeated surveys by randomised response."""
    said = rng.binomial(yes, keep, RUNS) + rng.binomial(n - yes, 1 - keep, RUNS)
    return (said / n - (1 - keep)) / (2 * keep - 1)


def joined(begin: NDArray[Any], end: NDArray[Any]) -> Floats:
    """Lines from each begin to its end, one after the other, with gaps, shape (F, 3m)."""
    return np.stack([begin, end, np.full(begin.shape, np.nan)], axis=-1).reshape(len(begin), -1)


def repeated(row: float, draws: Floats, centre: Any, error: Floats, colour: str, symbol: str) -> list[Mark]:
    """A row of estimates from repeated surveys, shape (F, runs), over a bar of two standard errors to each side."""
    ends = np.stack([centre - 2 * error, centre + 2 * error], axis=1)
    heights = row + 0.5 * (np.arange(draws.shape[1]) / draws.shape[1] - 0.5)
    return [
        curve(moving(ends), [row, row], colour, width=12, opacity=0.3),
        points(moving(draws), heights, colour, size=7, symbol=symbol),
    ]
