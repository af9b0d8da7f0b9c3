"""What a round of practical mode chooses among: single queries, or whole marginal tables.

Each says how its tables are scored, and moves weights to a goal for one of them.
"""

from __future__ import annotations

import math

import numpy as np

from dpviz.queries._weights import CANCELLED, Weights, log_sum_exp
from dpviz.queries.base import Floats, Queries
from dpviz.queries.marginals import Marginals

TINY = 1e-280  # sums of weights below this have lost digits to underflow


class SingleQueries:
    """Each query by itself; a goal is the shares of where it is 1 and of where it is 0."""

    def __init__(self, workload: Queries) -> None:
        self.workload = workload
        self.count = workload.num_queries

    def scores(self, differences: Floats) -> Floats:
        return np.abs(differences)

    def width(self, which: int) -> int:  # noqa: ARG002
        return 1

    def part(self, answers: Floats, which: int) -> Floats:
        return answers[which : which + 1]

    def fit(self, weights: Weights, which: int, goal: Floats) -> None:
        if isinstance(self.workload, Marginals):
            share = float(self.workload.cells(weights.array, which).sum() / weights.total)
        else:
            share = float(weights.array @ self.workload.values(which) / weights.total)
        if CANCELLED < share < 1.0 - CANCELLED:
            odds = math.log(share / (1.0 - share))
        else:
            inside = self.workload.values(which) > 0
            if inside.all() or not inside.any():  # it says nothing of any distribution
                return
            logs = weights.logarithms()
            odds = log_sum_exp(logs[inside]) - log_sum_exp(logs[~inside])
        weights.tilt_query(self.workload, which, math.log(goal[0] / goal[1]) - odds, share)


class WholeTables:
    """Each set of attributes with its whole table."""

    def __init__(self, workload: Marginals) -> None:
        self.workload = workload
        self.starts = workload.starts.astype(np.intp)
        self.count = len(workload.sets)

    def scores(self, differences: Floats) -> Floats:
        return np.asarray(np.add.reduceat(np.abs(differences), self.starts[:-1]))

    def width(self, which: int) -> int:
        return int(self.starts[which + 1] - self.starts[which])

    def part(self, answers: Floats, which: int) -> Floats:
        return answers[self.starts[which] : self.starts[which + 1]]

    def fit(self, weights: Weights, which: int, goal: Floats) -> None:
        shares = self.workload.marginal(weights.array, which).reshape(-1) / weights.total
        faint = shares < TINY
        with np.errstate(divide="ignore"):
            logs = np.log(shares)
        for pattern in np.flatnonzero(faint).tolist():
            inside = self.workload.cells(np.arange(self.workload.size), int(self.starts[which]) + pattern)
            logs[pattern] = log_sum_exp(weights.logarithms(inside))
        exponents = np.log(goal) - logs
        weights.tilt(lambda array, add: self.workload._tilt_marginal(array, which, exponents, add), exponents, shares)


Tables = SingleQueries | WholeTables
