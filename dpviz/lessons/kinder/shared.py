"""What sections of the lesson have in common: waiting times of patients, and how kind they are to a median."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.frame.kinds import Choice
from dpviz.sensitivity import quantile_rank, quantile_sensitivities

Floats = NDArray[np.float64]

LOW, HIGH = 0, 100  # minutes: the public range of a waiting time
SHAPES = {"crowded": "crowded round 40", "spread": "spread evenly", "groups": "in two groups"}
TIED = {"fives": "in steps of five"}


def shape(more: dict[str, str] | None = None) -> Choice:
    """How the waiting times lie; each section has its own."""
    return Choice("crowded", options=SHAPES | (more or {}), label="The waiting times are")


def crowded(people: int) -> Any:
    u = (np.arange(1, people + 1) - 0.5) / people
    times = np.clip(40 + 4 * np.log(u / (1 - u)), 0, 100).round(1)
    return times


def fives(people: int) -> Any:
    u = (np.arange(1, people + 1) - 0.5) / people
    times = 5 * np.round(np.clip(40 + 4 * np.log(u / (1 - u)), 0, 100) / 5)
    return times


def spread(people: int) -> Any:
    times = 100 * (np.arange(1, people + 1) - 0.5) / people
    return times


def groups(people: int) -> Any:
    u = (np.arange(1, people + 1) - 0.5) / people
    times = np.where(u <= 0.5, 20 + 20 * u, 60 + 20 * u)
    return times


TIMES: dict[str, Any] = {"crowded": crowded, "fives": fives, "spread": spread, "groups": groups}


def local(times: Any) -> Any:
    sensitivities = quantile_sensitivities(times, low=0, high=100, rank=quantile_rank(0.5, len(times)))
    return sensitivities


@lru_cache(maxsize=64)
def sensitivities(shape: str, n: int) -> Floats:
    """Local sensitivities of the median of these, at the distances 0 to n."""
    return np.asarray(local(TIMES[shape](n)))
