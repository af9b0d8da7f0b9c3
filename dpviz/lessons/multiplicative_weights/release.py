"""A table released by practical multiplicative weights: the built-in one, or the reader's own."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpviz.data import Attribute, Table, binary_records
from dpviz.queries import Marginals, PracticalMultiplicativeWeights, PracticalRun

REPLAYS = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class Released:
    """One run on one table."""

    table: str  # what it is called
    records: str  # what its records are ("people")
    workload: Marginals
    histogram: NDArray[np.int64]  # of shape (2^d,)
    run: PracticalRun
    read_off: bool = False  # whether something about the attributes was read off the data

    @cached_property
    def answers(self) -> NDArray[np.float64]:
        """The true answers, which are not private."""
        return self.workload.answers(self.histogram / self.run.n)

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """Of each query, absolute."""
        return np.abs(self.run.answers - self.answers)

    @cached_property
    def ranked(self) -> NDArray[np.intp]:
        """The queries, the worst first."""
        # A query and its opposite err alike, but for the last digit.
        return np.argsort(-self.errors.round(12), kind="stable")

    @cached_property
    def uniform_error(self) -> float:
        """The largest error of the uniform distribution."""
        size = self.workload.size
        return float(np.abs(self.workload.answers(np.full(size, 1.0 / size)) - self.answers).max())


def counted(n: int, records: str) -> str:
    """So many records, in words."""
    return "1 record" if n == 1 else f"{n:,} {records}"


def release(
    table: Table,
    attributes: tuple[Attribute, ...],
    *,
    epsilon: float,
    order: int,
    rounds: int,
    rng: np.random.Generator,
    read_off: bool = False,
) -> Released:
    """Run practical mode once on the marginals of a table's attributes."""
    if len(attributes) < order:
        raise ValueError(
            f"Marginals of {order} attributes need at least {order}; {len(attributes)} "
            f"{'is' if len(attributes) == 1 else 'are'} chosen. Add another, or ask for a lower order."
        )
    workload = Marginals(len(attributes), order, names=[a.name for a in attributes])
    histogram = workload.histogram(binary_records(table, attributes))
    mechanism = PracticalMultiplicativeWeights(epsilon, rounds, measure="marginal", replays=REPLAYS)
    return Released(
        table=table.name,
        records=table.records,
        workload=workload,
        histogram=histogram,
        run=mechanism.run(histogram, workload, table.n, rng),
        read_off=read_off,
    )
