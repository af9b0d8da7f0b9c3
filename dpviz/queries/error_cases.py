"""The tables on which mechanisms are compared: marginals of a real one, random queries over a made-up one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.queries.base import Floats, Queries
from dpviz.queries.marginals import Marginals
from dpviz.queries.workload import Workload

MOST_RANDOM = 4096  # random queries there are
# Total weight of the Dirichlet distribution of the shares: about so many cells hold nearly all people, whatever |U|.
_FULL = 4.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Case:
    """A table, the queries put to it, and ε.

    Attributes
    ----------
    histogram : ndarray of shape (|U|,)
        Records in each cell.
    workload : Queries
    epsilon : float
        In nats.
    """

    histogram: NDArray[np.int64]
    workload: Queries
    epsilon: float

    @cached_property
    def n(self) -> int:
        """How many records."""
        return int(self.histogram.sum())

    @cached_property
    def answers(self) -> Floats:
        """The true answers, fractions."""
        return self.workload._answers(self.histogram / self.n)

    @cached_property
    def uniform_error(self) -> float:
        """The largest error of the uniform distribution: of knowing nothing."""
        size = self.workload.size
        return float(np.abs(self.workload._answers(np.full(size, 1.0 / size)) - self.answers).max())


def marginals_case(records: ArrayLike, *, n: int, epsilon: float, order: int, bits: int) -> Case:
    """All marginals of an order, of the first `bits` attributes of the first n people of a table (QR-3).

    `records` are 0 and 1, shape (N, D), in a random order, so that the first n are a sample.
    """
    table = np.asarray(records)
    n = check.count("n", n, most=len(table))
    bits = check.count("bits", bits, most=table.shape[1])
    workload = _marginals(bits, check.count("order", order, most=bits))
    histogram = workload.histogram(table[:n, :bits])
    return Case(histogram=histogram, workload=workload, epsilon=check.positive("epsilon", epsilon))


@lru_cache(maxsize=64)
def _marginals(bits: int, order: int) -> Marginals:
    return Marginals(bits, order)


def random_case(*, n: int, epsilon: float, queries: int, cells: int, seed: int = 6) -> Case:
    """Random yes-or-no queries over n people spread unevenly over |U| cells (QR-1; the setting of PMW-9's table).

    The share of each cell is the same at every n, to the nearest person. Each of the k queries says yes to each cell
    with probability 1/2; those of a smaller k are the first of those of a larger. `seed` is that of queries and shares.
    """
    cells = check.count("cells", cells, least=2, most=4096)
    workload, shares = _random(check.count("queries", queries, most=MOST_RANDOM), cells, seed)
    edges = np.round(check.count("n", n) * np.cumsum(shares)).astype(np.int64)
    edges[-1] = n
    histogram = np.diff(edges, prepend=0)
    return Case(histogram=histogram, workload=workload, epsilon=check.positive("epsilon", epsilon))


@lru_cache(maxsize=32)
def _random(queries: int, cells: int, seed: int) -> tuple[Workload, Floats]:
    rng = np.random.default_rng([seed, cells])
    shares = rng.dirichlet(np.full(cells, _FULL / cells))
    return Workload(rng.random((queries, cells)) < 0.5), shares
