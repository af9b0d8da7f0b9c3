"""One table at many levels of generalisation: what each release reaches, and what its classes tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.anonymity.attacks import beliefs, group_beliefs, homogeneous
from dpviz.anonymity.classes import Classes, equivalence_classes, sensitive_counts
from dpviz.anonymity.hierarchy import Bands, Groups, generalise_all
from dpviz.anonymity.measures import closeness, distinct_diversity, entropy_diversity

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Release:
    """A generalised table, measured.

    Attributes
    ----------
    classes : Classes
    counts : ndarray of int64, shape (c, m)
        Class by sensitive value.
    diversity : ndarray, shape (c,)
        e^H of each class.
    distance : ndarray, shape (c,)
        Earth mover's distance of each class from the whole table, the values taken as ordered.
    distinct : ndarray of int64, shape (c,)
        How many sensitive values each class holds.
    """

    classes: Classes
    counts: NDArray[np.int64]
    diversity: Floats
    distance: Floats
    distinct: NDArray[np.int64]

    @property
    def k_anon(self) -> int:
        """The smallest class."""
        return self.classes.k_anon

    @property
    def l_diverse(self) -> float:
        """The least e^H of a class."""
        return float(self.diversity.min())

    @property
    def t_close(self) -> float:
        """The largest distance of a class."""
        return float(self.distance.max())

    @property
    def people(self) -> int:
        """Records in the table."""
        return int(self.classes.sizes.sum())

    @property
    def alone(self) -> int:
        """People in a class of their own."""
        return int((self.classes.sizes == 1).sum())

    @property
    def given_away(self) -> int:
        """People in classes with one sensitive value only."""
        return int(self.classes.sizes[homogeneous(self.counts)].sum())

    def known(self, ruled_out: int) -> tuple[Floats, NDArray[np.int64]]:
        """Return the attacker's beliefs in the truth, and how many people each is about.

        Parameters
        ----------
        ruled_out : int
            Values known to be false, from 0 to m - 1.

        Returns
        -------
        tuple of ndarray, each of shape (p,)
            (belief, people): one entry for each class and value that occurs.
        """
        held = self.counts > 0
        return beliefs(self.counts, ruled_out)[held], self.counts[held]

    def share_of(self, group: Sequence[int]) -> Floats:
        """Return each class's share of a group of values, shape (c,).

        Parameters
        ----------
        group : sequence of int

        Returns
        -------
        ndarray
        """
        return group_beliefs(self.counts, group)


def release_sweep(
    hierarchies: Sequence[Bands | Groups],
    columns: Sequence[ArrayLike],
    levels: ArrayLike,
    *,
    sensitive: ArrayLike,
    values: int,
) -> tuple[Release, ...]:
    """Measure one release a frame; equal levels are measured once.

    Parameters
    ----------
    hierarchies : sequence of Bands or Groups, length q
    columns : sequence of array_like, length q
        The quasi-identifiers, each of shape (n,).
    levels : array_like of int, shape (F, q)
        The level of each column in each frame.
    sensitive : array_like of int, shape (n,)
        Codes of the sensitive value.
    values : int
        How many sensitive values there are, m.

    Returns
    -------
    tuple of Release, length F

    Notes
    -----
    Source: LEG-1, LEG-2, LEG-3.
    """
    wanted = np.asarray(levels)
    if wanted.ndim != 2 or wanted.shape[1] != len(hierarchies):
        raise ValueError(f"levels must have shape (F, {len(hierarchies)}); got {wanted.shape}")
    found: dict[tuple[int, ...], Release] = {}
    for row in wanted.tolist():
        if tuple(row) not in found:
            found[tuple(row)] = _release(hierarchies, columns, row, sensitive, values)
    return tuple(found[tuple(row)] for row in wanted.tolist())


def _release(
    hierarchies: Sequence[Bands | Groups],
    columns: Sequence[ArrayLike],
    levels: Sequence[int],
    sensitive: ArrayLike,
    values: int,
) -> Release:
    classes = equivalence_classes(*generalise_all(hierarchies, columns, levels))
    counts = sensitive_counts(classes, sensitive, values)
    return Release(
        classes,
        counts,
        entropy_diversity(counts),
        closeness(counts, ground="ordered"),
        distinct_diversity(counts),
    )


def histogram(at: ArrayLike, people: ArrayLike, starts: ArrayLike) -> NDArray[np.int64]:
    """Count the people in each bin ``[starts[i], starts[i + 1])``; the last bin has no end.

    Parameters
    ----------
    at : array_like, shape (p,)
        Where each group of people stands, at least ``starts[0]``.
    people : array_like of int, shape (p,)
        How many they are.
    starts : array_like, shape (b,)
        Increasing.

    Returns
    -------
    ndarray of int64, shape (b,)

    Notes
    -----
    A value that only rounding keeps from the start of a bin is counted in it.
    """
    edges = np.asarray(starts, dtype=float)
    bins = np.searchsorted(edges, np.asarray(at, dtype=float) + 1e-9, side="right") - 1
    if bins.size and bins.min() < 0:
        raise ValueError(f"at must be at least the first start, {edges[0]!r}; got {np.min(at)!r}")
    return np.bincount(bins, weights=np.asarray(people), minlength=len(edges)).astype(np.int64)
