"""Several runs in place of one: FAIL becomes rare, and the ε of all runs is accounted for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.learning.parity._bits import Bits, constraints
from dpviz.learning.parity.learner import PrivateParityLearner, Run
from dpviz.learning.parity.sizes import SPLITS


@dataclass(frozen=True, eq=False)
class AmplifiedRun:
    """All runs; only `output` is published.

    Attributes
    ----------
    runs : tuple of Run
    first : int or None
        The first run that did not fail.
    output : ndarray of uint8, shape (d,), or None
        Its parity; None is FAIL.
    """

    runs: tuple[Run, ...]
    first: int | None
    output: Bits | None


@dataclass(frozen=True, kw_only=True)
@check.fields(epsilon=check.positive, runs=check.count, split=check.word(SPLITS))
class AmplifiedParityLearner:
    """Run the private learner k times and publish the first parity (PAR-7, DP-6).

    Parameters
    ----------
    epsilon : float
        Promised in all, in nats, > 0.
    runs : int
        k >= 1.
    split : {"data", "budget"}
        ``"data"``: k disjoint blocks of the examples, ε for each; no example is in two of them. ``"budget"``: all the
        examples every time, ε/k for each.

    Examples
    --------
    >>> learner = AmplifiedParityLearner(epsilon=1.0, runs=6, split="budget")
    >>> round(learner.each.keep, 6), round(learner.accounted(neighbouring="replace"), 6)
    (0.041667, 0.50029)
    """

    epsilon: float
    runs: int
    split: str = "data"

    def __post_init__(self) -> None:
        _ = self.each  # which checks the ε of a run

    @property
    def each(self) -> PrivateParityLearner:
        """The learner of one run."""
        return PrivateParityLearner(self.epsilon if self.split == "data" else self.epsilon / self.runs)

    def accounted(self, *, neighbouring: str) -> float:
        """The ε that composition gives for all runs, from the exact loss of each (DP-6, PAR-7).

        With split data the loss of one run (parallel composition: the changed record is in one block); with a split
        budget k times that of one run. Infinite where one run's is.
        """
        if check.relation(neighbouring) == "add_remove" and self.split == "data":
            raise ValueError(
                "neighbouring must be 'replace' when the data are split into blocks by their order; got "
                "'add_remove': one record more would move others to other blocks"
            )
        one = self.each.loss(neighbouring=neighbouring).total
        return one if self.split == "data" else self.runs * one

    def run(self, X: ArrayLike, y: ArrayLike, rng: np.random.Generator) -> AmplifiedRun:
        """Run k times on n bit vectors, shape (n, d), and their labels.

        With split data n >= k; the blocks' sizes differ by at most one.
        """
        rows, labels = constraints(X, y, names=("X", "y"))
        one = self.each
        runs = tuple(one.run(rows[part], labels[part], rng) for part in self.blocks(len(rows)))
        first = next((i for i, run in enumerate(runs) if run.output is not None), None)
        return AmplifiedRun(runs, first, None if first is None else runs[first].output)

    def distribution(self, X: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
        """As `PrivateParityLearner.distribution`, (2**d + 1,), of what is published after all runs."""
        rows, labels = constraints(X, y, names=("X", "y"))
        one = self.each
        published, failed = np.zeros((1 << rows.shape[1]) + 1), 1.0
        distribution = None
        for part in self.blocks(len(rows)):
            if distribution is None or self.split == "data":
                distribution = one.distribution(rows[part], labels[part])
            published[:-1] += failed * distribution[:-1]
            failed *= distribution[-1]
        published[-1] = failed
        return published

    def blocks(self, n: int) -> list[slice]:
        """The examples each run reads, of n."""
        n = check.count("n", n, least=0)
        if self.split == "budget":
            return [slice(0, n)] * self.runs
        if n < self.runs:
            raise ValueError(f"runs must be at most the number of examples, {n}, to split the data; got {self.runs}")
        edges = [n * i // self.runs for i in range(self.runs + 1)]
        return [slice(*ends) for ends in pairwise(edges)]
