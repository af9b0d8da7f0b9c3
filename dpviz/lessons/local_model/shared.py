"""What sections of the lesson have in common: the four protocols, repeated surveys, and how both are drawn."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._text import number_text
from dpviz.draw import axis, curve, moving, points, varying
from dpviz.draw.marks import Mark
from dpviz.frame.kinds import Number
from dpviz.lessons.tables import TableChoice

Floats = NDArray[np.float64]
data = TableChoice()

FORMS = {"kary": "k-ary response", "unary": "unary encoding", "optimised": "optimised encoding",
         "hadamard": "Hadamard response"}  # fmt: skip
RUNS = 40


def powers(title: str, low: float, high: float, ticks: list[float], show: Callable[[float], str] = number_text) -> Any:
    """A logarithmic axis between two numbers, and how its ticks are written."""
    ends = math.log10(low), math.log10(high)
    return axis(title, *ends, type="log", tickvals=ticks, ticktext=[show(tick) for tick in ticks])


def people(default: int = 10_000, *, low: int = 10, high: int = 1_000_000, steps: int = 31) -> Number:
    return Number(default, low=low, high=high, scale="log", steps=steps, whole=True, label="n, the people",
                  ends=("few", "many"))  # fmt: skip


def by_curator(yes: int, n: int, epsilon: float, seed: int) -> Floats:
    """The share of yes that a curator publishes in repeated surveys."""
    return yes / n + np.random.default_rng(seed).laplace(size=RUNS) / (n * epsilon)


def by_response(yes: int, n: int, epsilon: float, seed: int) -> Floats:
    """The share of yes estimated in repeated surveys by randomised response."""
    keep, rng = 1 / (1 + math.exp(-epsilon)), np.random.default_rng(seed)
    said = rng.binomial(yes, keep, RUNS) + rng.binomial(n - yes, 1 - keep, RUNS)
    return (said / n - (1 - keep)) / (2 * keep - 1)


def joined(begin: NDArray[Any], end: NDArray[Any]) -> Floats:
    """Lines from each begin to its end, one after the other, with gaps, shape (F, 3m)."""
    return np.stack([begin, end, np.full(begin.shape, np.nan)], axis=-1).reshape(len(begin), -1)


def errors(x: Any, lines: Any, place: Any, now: Any, looks: Any, names: Any = ("",) * 4) -> list[Mark]:
    """Curves along a parameter, shape (F, X), and marks where it stands; a look is colour, symbol (or none), dash."""
    parts = zip(lines, looks, names, strict=False)
    made = [curve(x, varying(line), look[0], name, dash=look[2]) for line, look, name in parts]
    return made + [points(moving(place), moving(one), look[0], symbol=look[1], size=12)
                   for one, look in zip(now, looks, strict=True) if look[1]]  # fmt: skip


def repeated(row: float, draws: Floats, centre: Any, error: Floats, look: tuple[str, str, str]) -> list[Mark]:
    """A row of estimates from repeated surveys, shape (F, RUNS), over a bar of two standard errors to each side."""
    bar = moving(np.stack([centre - 2 * error, centre + 2 * error], axis=1))
    heights = row + 0.5 * (np.arange(RUNS) / RUNS - 0.5)
    return [curve(bar, [row, row], look[0], width=12, opacity=0.3),
            points(moving(draws), heights, look[0], size=7, symbol=look[1])]  # fmt: skip
