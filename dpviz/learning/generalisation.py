"""Why a private learner cannot overfit: its error on the sample and its error on new data stay close."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz._numeric.check import fractions, plain, positives
from dpviz._numeric.sizes import whole_size
from dpviz._numeric.stats import Floats, likely_counts, log_binomial, sigmoid

MOST_RECORDS = 10**12
"""The most records: likely counts are added up one by one, and grow with the square root of this."""


def generalisation_size(epsilon: ArrayLike, *, beta: ArrayLike) -> Any:
    """Records with which a purely private learner's two errors differ by at most ε: ``n >= ln(2/β)/ε²`` (GEN-2).

    ε, in nats, is also the distance allowed between the errors; β in (0, 1) is the chance that they do not keep it.

    Examples
    --------
    >>> generalisation_size(0.5, beta=0.05)
    15
    """
    eps = positives("epsilon", epsilon)
    return whole_size(math.log(2) - np.log(fractions("beta", beta)), np.square(eps), large="epsilon")


@dataclass(frozen=True)
class Overfitting:
    """Expected errors of two learners of *all* functions on N points, labelled by coin flips, at each n and ε.

    Attributes
    ----------
    memoriser : float or ndarray
        Population error of the memoriser; its empirical error is 0.
    population, empirical : float or ndarray
        Errors of the exponential learner.
    """

    memoriser: Any
    population: Any
    empirical: Any

    @property
    def gap(self) -> Any:
        """Population error less empirical error of the exponential learner."""
        return self.population - self.empirical


def all_functions_gap(epsilon: ArrayLike) -> Any:
    """The exponential learner's gap on all functions when no two records share a point: ``tanh(ε/4)/2`` (GEN-3).

    Expected population error less expected empirical error, at ε > 0 in nats.

    Examples
    --------
    >>> round(all_functions_gap(0.5), 5)
    0.06218
    """
    return plain(np.asarray(np.tanh(positives("epsilon", epsilon) / 4) / 2))


def overfitting(n: ArrayLike, points: int, epsilon: ArrayLike) -> Overfitting:
    """Expected errors of the memoriser and of the exponential learner on all 2^N functions, exactly (GEN-3, PAC-12).

    The class factorises: at each of N >= 1 points the learner flips a coin of its own, weighted by the records seen
    there. Each point's true label is a coin flip made once; instances are uniform. With k records at a point, all with
    its true label, the coin is wrong with probability ``1/(1 + e^{εk/2})``. n and ε, in nats, one record replaced,
    broadcast.

    Examples
    --------
    >>> found = overfitting(1000, 10**7, 0.5)
    >>> round(found.gap, 4), round(found.memoriser, 4)
    (0.0622, 0.5)
    """
    people, eps = np.broadcast_arrays(check.integers("n", n, least=1, most=MOST_RECORDS), positives("epsilon", epsilon))
    size = check.count("points", points)
    fresh, seen = np.empty(people.shape), np.empty(people.shape)
    for count in np.unique(people).tolist():
        place = people == count
        # A fresh instance meets Bin(n, 1/N) records; a record of the sample meets itself and Bin(n - 1, 1/N) others.
        fresh[place] = _wrong(count, size, eps[place], 0)
        seen[place] = _wrong(count - 1, size, eps[place], 1)
    memoriser = 0.5 * np.exp(people * math.log1p(-1 / size)) if size > 1 else np.zeros(people.shape)
    return Overfitting(plain(np.asarray(memoriser)), plain(fresh), plain(seen))


def _wrong(n: int, points: int, epsilon: Floats, already: int) -> Floats:
    """Mean over k ~ Bin(n, 1/points) of ``1/(1 + e^{ε(k + already)/2})``, for each ε of shape (E,)."""
    k = likely_counts(n, 1 / points, left_out=1e-30)
    chance = np.exp(log_binomial(k, n, 1 / points))
    return np.asarray(sigmoid(-epsilon[:, None] * (k + already) / 2) @ chance)
