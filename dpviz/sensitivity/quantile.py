"""A quantile by the exponential mechanism over a whole interval: exact, piece by piece between the records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz.sensitivity._arguments import ends, inside

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
@check.fields(
    epsilon=check.moderate,
    low=check.number,
    high=check.number,
    quantile=check.share,
    neighbouring=check.word(check.RELATIONS),
)
class QuantileMechanism:
    """Choose a number of [low, high], more often the nearer its rank is to that of the quantile, ε-privately.

    The density at y is proportional to ``exp(-ε |r(y) - quantile · n| / (2Δ))``, r(y) being the number of records below
    y: one height between two records that are next to each other. Source: SEN-8, EXP-1.

    Parameters
    ----------
    epsilon : float
        ε in nats, at most 100.
    low, high : float
        The public range of the records, and of the output.
    quantile : float, default 0.5
        The median if not given.
    neighbouring : {"replace", "add_remove"}
        A replaced record moves a rank by at most Δ = 1; one added or removed moves it, against quantile · n, by at most
        the larger of quantile and 1 - quantile.

    Examples
    --------
    >>> median = QuantileMechanism(epsilon=2.0, low=0, high=20, neighbouring="replace")
    >>> median.probabilities([3, 5, 5, 6, 10]).round(4)
    array([0.0817, 0.1481, 0.    , 0.2013, 0.2963, 0.2725])
    """

    epsilon: float
    low: float
    high: float
    neighbouring: str
    quantile: float = 0.5

    def __post_init__(self) -> None:
        ends(self.low, self.high)

    @property
    def sensitivity(self) -> float:
        """Δ, the most that a distance of ranks moves between neighbours."""
        return 1.0 if self.neighbouring == "replace" else max(self.quantile, 1.0 - self.quantile)

    def edges(self, values: ArrayLike) -> Floats:
        """The ends of the pieces, shape (n + 2,): low, the sorted records, high."""
        return np.concatenate([[self.low], self._records("values", values), [self.high]])

    def _records(self, name: str, values: ArrayLike) -> Floats:
        records = inside(name, values, self.low, self.high)
        if records.ndim != 1:
            raise check.wrong_value(name, "one row of records", records.shape)
        return records

    def _log_heights(self, n: int) -> Floats:
        """ln(density) of each piece, but for the norm."""
        return -self.epsilon / (2.0 * self.sensitivity) * np.abs(np.arange(n + 1) - self.quantile * n)

    def _log_probabilities(self, edges: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            weights = self._log_heights(len(edges) - 2) + np.log(np.diff(edges))
        weights -= weights.max()
        return np.asarray(weights - np.log(np.exp(weights).sum()))

    def probabilities(self, values: ArrayLike) -> Floats:
        """Probability of each piece, shape (n + 1,); inside it the output is uniform."""
        return np.exp(self._log_probabilities(self.edges(values)))

    def cdf(self, output: ArrayLike, values: ArrayLike) -> float | Floats:
        """Probability that the output is at most each number."""
        edges, upto = self.edges(values), check.finite("output", output)
        mass = np.minimum(np.concatenate([[0.0], np.cumsum(self.probabilities(values))]), 1.0)
        # Where records are tied, all that lies below them counts.
        last = np.append(np.diff(edges) > 0, True)
        return plain(np.interp(upto, edges[last], mass[last]))

    def output_at(self, probability: ArrayLike, values: ArrayLike) -> float | Floats:
        """The number that the output is at most with each probability."""
        mass = np.minimum(np.concatenate([[0.0], np.cumsum(self.probabilities(values))]), 1.0)
        return plain(np.interp(check.shares("probability", probability), mass, self.edges(values)))

    def release(self, values: ArrayLike, rng: np.random.Generator, size: int | None = None) -> float | Floats:
        """One output, or an array of `size` independent ones, from records in [low, high], shape (n,)."""
        edges, pieces = self.edges(values), self.probabilities(values)
        many = None if size is None else check.entries("size", size)
        chosen = check.generator(rng).choice(len(pieces), size=many, p=pieces / pieces.sum())
        return plain(np.asarray(edges[chosen] + rng.random(many) * (edges[chosen + 1] - edges[chosen])))

    def loss(self, values: ArrayLike, neighbour: ArrayLike) -> float:
        """Exact largest loss between two data sets, in nats."""
        densities = []
        both = [self._records("values", values), self._records("neighbour", neighbour)]
        cuts = np.unique(np.concatenate([[self.low, self.high], *both]))
        for records in both:
            edges = np.concatenate([[self.low], records, [self.high]])
            piece = np.searchsorted(records, cuts[:-1], side="right")
            heights = self._log_heights(len(records))
            with np.errstate(divide="ignore"):
                weights = heights + np.log(np.diff(edges))
            densities.append(heights[piece] - weights.max() - np.log(np.exp(weights - weights.max()).sum()))
        return float(np.abs(densities[0] - densities[1]).max())
