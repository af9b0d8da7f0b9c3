"""What sections of the lesson have in common: waiting times of patients, and how kind they are to a median."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import moving, points, upright
from dpviz.draw.marks import Mark
from dpviz.draw.style import BLUE, GREY
from dpviz.frame.kinds import Choice
from dpviz.sensitivity import quantile_rank, quantile_sensitivities

LOW, HIGH = 0, 100  # minutes: the public range of a waiting time
SHAPES = {"crowded": "crowded round 40", "spread": "spread evenly", "groups": "in two groups"}


def shape(**more: str) -> Choice:
    """How the waiting times lie; each section has its own."""
    return Choice("crowded", options=SHAPES | more, label="The waiting times are")


def of_median(shapes: str, people: int) -> Any:
    u = (np.arange(1, people + 1) - 0.5) / people
    crowded = np.clip(40 + 4 * np.log(u / (1 - u)), 0, 100)
    groups = np.where(u <= 0.5, 20 + 20 * u, 60 + 20 * u)
    lie = {"crowded": crowded.round(1), "fives": 5 * np.round(crowded / 5), "spread": 100 * u, "groups": groups}
    rank = quantile_rank(0.5, people)
    sensitivities = quantile_sensitivities(lie[shapes], low=0, high=100, rank=rank)  # at the distances 0 to n
    return sensitivities


sensitivities = lru_cache(maxsize=64)(of_median)


def here(place: Any, now: Any, colour: str = BLUE, symbol: str = "circle") -> list[Mark]:
    """Where the parameter stands, and the mark of a curve there."""
    return [upright(moving(place), GREY, reach=(1e-9, 1e9), width=2),
            points(moving(place), moving(now), colour, symbol=symbol, size=13)]  # fmt: skip
