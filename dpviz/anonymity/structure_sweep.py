"""People in a social graph, found by how they are connected: every depth and every number of seeds at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz import _check
from dpviz.anonymity.classes import equivalence_classes
from dpviz.anonymity.structure import make_graph, seed_classes, signature_classes


@dataclass(frozen=True, eq=False)
class StructureSweep:
    """One graph, and as many like it as make a mean.

    Attributes
    ----------
    graph : ndarray of bool, shape (n, n)
    order : ndarray of int64, shape (s,)
        Who is found already: the first is the first seed, and so on.
    of : ndarray of int64, shape (d + 1, s + 1, n)
        Each person's class in `graph`, by the depth known and the number of seeds.
    alone : ndarray of int64, shape (graphs, d + 1, s + 1)
        People who are alone in their class; the first graph is `graph`.
    """

    graph: NDArray[np.bool_]
    order: NDArray[np.int64]
    of: NDArray[np.int64]
    alone: NDArray[np.int64]

    @property
    def mean(self) -> NDArray[np.float64]:
        """Mean share of people who are alone, over all graphs, shape (d + 1, s + 1)."""
        found: NDArray[np.float64] = self.alone.mean(axis=0) / len(self.graph)
        return found

    @property
    def error(self) -> NDArray[np.float64]:
        """Two standard errors of `mean`."""
        spread = self.alone.std(axis=0, ddof=1) / len(self.graph)
        error: NDArray[np.float64] = 2 * spread / np.sqrt(len(self.alone))
        return error


def structure_sweep(
    *, people: int, links: int, depth: int, seeds: int, graphs: int, seed: int
) -> StructureSweep:
    """Look at each of some graphs with every depth up to `depth` and every number of seeds up to `seeds`.

    Parameters
    ----------
    people, links : int
        As in `make_graph`.
    depth, seeds : int
        The most that is known, >= 0.
    graphs : int
        How many, >= 2. Graph i and its seeds are drawn by ``default_rng([seed, i])``.
    seed : int

    Returns
    -------
    StructureSweep

    Notes
    -----
    Source: LEG-5.
    """
    most, steps = _check.count("seeds", seeds, least=0), _check.count("depth", depth, least=0)
    runs = _check.count("graphs", graphs, least=2)
    shown: tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]] | None = None
    alone = np.empty((runs, steps + 1, most + 1), dtype=np.int64)
    for run in range(runs):
        rng = np.random.default_rng([seed, run])
        graph = make_graph(people=people, links=links, rng=rng)
        order = rng.permutation(people)[:most]
        around = [signature_classes(graph, level).of for level in range(steps + 1)]
        apart = [np.zeros(people, dtype=np.int64)]
        apart += [seed_classes(graph, order[:count]).of for count in range(1, most + 1)]
        of = np.array([[equivalence_classes(a, b).of for b in apart] for a in around])
        alone[run] = [[int((np.bincount(one) == 1).sum()) for one in row] for row in of]
        if shown is None:
            shown = graph, order, of
    assert shown is not None
    return StructureSweep(*shown, alone)
