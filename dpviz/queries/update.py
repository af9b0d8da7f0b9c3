"""One step of multiplicative weights, the potential, and what a step surely takes off it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution

Floats = NDArray[np.float64]


def multiplicative_update(estimate: ArrayLike, query: ArrayLike, eta: float) -> Floats:
    """Move weight away from the cells that a query counts: ``estimate · exp(-η q)``, normalised (PMW-3).

    Of a distribution, shape (|U|,), for values of the query in [0, 1] whose answer on it is too large, and η > 0. It is
    computed from logarithms, and never reads the data.

    Examples
    --------
    >>> multiplicative_update([0.25] * 4, [0, 1, 1, 1], 0.5).round(8)
    array([0.35466124, 0.21511292, 0.21511292, 0.21511292])
    """
    distribution, asked = _distribution("estimate", estimate), _query(query, np.shape(estimate))
    some = distribution > 0
    logs = np.log(distribution[some])
    reweight(logs, -check.positive("eta", eta) * asked[some], logs=True)
    weights = np.zeros_like(distribution)
    weights[some] = np.exp(logs - logs.max())
    return weights / weights.sum()


def reweight(weights: Floats, exponents: Floats | float, logs: bool = False) -> None:
    """The step itself: ``weights · exp(exponents)``, in place, neither checked nor normalised.

    With `logs` the weights are given by their logarithms, and no exponent is too large.
    """
    if logs:
        np.add(weights, exponents, out=weights)
    else:
        np.multiply(weights, math.exp(exponents) if isinstance(exponents, float) else np.exp(exponents), out=weights)


def least_drop(gap: Any, eta: Any) -> tuple[Any, Any]:
    """Hoeffding's bound and the standard one on what a step takes off KL(p || estimate) (PMW-4).

    The first holds always, the second, which is looser, whenever the gap q(estimate) - q(p) is >= 0.
    """
    # eta * eta, since eta**2 is an OverflowError for Python's numbers.
    return eta * gap - eta * eta / 8.0, eta / 2.0 * gap - eta * eta / 4.0


def relative_entropy(p: ArrayLike, estimate: ArrayLike) -> float:
    """KL(p || estimate) in nats: ``sum of p ln(p / estimate)``, with 0 ln 0 = 0, of two distributions (|U|,) (PMW-4).

    It is >= 0, up to rounding; infinite where p has mass and the estimate none.
    """
    truth, distribution = _distribution("p", p), _distribution("estimate", estimate)
    if truth.shape != distribution.shape:
        raise ValueError(f"p and estimate must have one shape; got {truth.shape} and {distribution.shape}")
    some = truth > 0
    with np.errstate(divide="ignore"):
        return float(truth[some] @ (np.log(truth[some]) - np.log(distribution[some])))


def _distribution(name: str, value: ArrayLike) -> Floats:
    found = as_distribution(name, value)
    if found.ndim != 1:
        raise ValueError(f"{name} must have shape (|U|,); got {found.shape}")
    return found


def _query(query: ArrayLike, shape: tuple[int, ...]) -> Floats:
    asked = check.shares("query", query)
    if asked.shape != shape:
        raise ValueError(f"query must have one value a cell, shape {shape}; got {asked.shape}")
    return asked
