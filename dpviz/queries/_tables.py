"""What a round of practical mode chooses among: single queries, or whole marginal tables."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from dpviz.queries.base import Floats, Queries
from dpviz.queries.marginals import Marginals


class Tables(ABC):
    """What a round chooses among: for each table, how to score, read and rescale it."""

    count: int

    @abstractmethod
    def scores(self, differences: Floats) -> Floats: ...

    @abstractmethod
    def width(self, which: int) -> int: ...

    @abstractmethod
    def part(self, answers: Floats, which: int) -> Floats: ...

    @abstractmethod
    def read(self, weights: Floats, which: int) -> Floats: ...

    @abstractmethod
    def scale(self, weights: Floats, which: int, factors: Floats) -> None: ...


class SingleQueries(Tables):
    """Each query by itself; its factors are for where it is 1 and for where it is 0."""

    def __init__(self, workload: Queries) -> None:
        self.workload = workload
        self.count = workload.num_queries

    def scores(self, differences: Floats) -> Floats:
        return np.abs(differences)

    def width(self, which: int) -> int:  # noqa: ARG002
        return 1

    def part(self, answers: Floats, which: int) -> Floats:
        return answers[which : which + 1]

    def read(self, weights: Floats, which: int) -> Floats:
        if isinstance(self.workload, Marginals):
            return np.array([self.workload.cells(weights, which).sum()])
        return np.array([weights @ self.workload.values(which)])

    def scale(self, weights: Floats, which: int, factors: Floats) -> None:
        inside, outside = float(factors[0]), float(factors[1])
        self.workload._rescale(weights, which, math.log(inside / outside))
        weights *= 1.0 / weights.sum()


class WholeTables(Tables):
    """Each set of attributes with its whole table."""

    def __init__(self, workload: Marginals) -> None:
        self.workload = workload
        self.starts: NDArray[np.int64] = workload.starts
        self.count = len(workload.sets)

    def scores(self, differences: Floats) -> Floats:
        return np.asarray(np.add.reduceat(np.abs(differences), self.starts[:-1]))

    def width(self, which: int) -> int:
        return int(self.starts[which + 1] - self.starts[which])

    def part(self, answers: Floats, which: int) -> Floats:
        return answers[self.starts[which] : self.starts[which + 1]]

    def read(self, weights: Floats, which: int) -> Floats:
        return self.workload.marginal(weights, which).reshape(-1)

    def scale(self, weights: Floats, which: int, factors: Floats) -> None:
        self.workload._scale_marginal(weights, which, factors)
