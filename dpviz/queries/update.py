"""One step of multiplicative weights, and every quantity of the potential argument."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution

Floats = NDArray[np.float64]


def multiplicative_update(estimate: ArrayLike, query: ArrayLike, eta: float) -> Floats:
    """Move weight away from the cells that a query counts: ``estimate · exp(-η q)``, normalised.

    Parameters
    ----------
    estimate : array_like, shape (|U|,)
        A distribution.
    query : array_like, shape (|U|,)
        Values in [0, 1]; its answer on `estimate` is too large.
    eta : float
        Learning rate η, finite and > 0.

    Returns
    -------
    ndarray, shape (|U|,)
        The new distribution.

    Notes
    -----
    Source: PMW-3. It is computed from logarithms, and never reads the data.

    Examples
    --------
    >>> multiplicative_update([0.25] * 4, [0, 1, 1, 1], 0.5).round(8)
    array([0.35466124, 0.21511292, 0.21511292, 0.21511292])
    """
    distribution, asked = as_distribution("estimate", estimate), _query(query, np.shape(estimate))
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
    """Hoeffding's bound and the standard one on what a step takes off the potential (see `PotentialStep`)."""
    # eta * eta, since eta**2 is an OverflowError for Python's numbers.
    return eta * gap - eta * eta / 8.0, eta / 2.0 * gap - eta * eta / 4.0


def relative_entropy(p: ArrayLike, estimate: ArrayLike) -> float:
    """KL(p || estimate) in nats: ``sum of p ln(p / estimate)``, with 0 ln 0 = 0.

    Parameters
    ----------
    p, estimate : array_like, shape (|U|,)
        Two distributions.

    Returns
    -------
    float
        >= 0, up to rounding; infinite where p has mass and the estimate none.

    Notes
    -----
    Source: PMW-4.
    """
    truth, distribution = as_distribution("p", p), as_distribution("estimate", estimate)
    if truth.shape != distribution.shape:
        raise ValueError(f"p and estimate must have one shape; got {truth.shape} and {distribution.shape}")
    some = truth > 0
    with np.errstate(divide="ignore"):
        return float(truth[some] @ (np.log(truth[some]) - np.log(distribution[some])))


@dataclass(frozen=True, kw_only=True)
class PotentialStep:
    """What one update does to the potential KL(p || estimate).

    Attributes
    ----------
    gap : float
        q(estimate) - q(p) before the update.
    log_normaliser : float
        ln Z, Z the sum of the weights before they are normalised.
    drop : float
        KL before less KL after: exactly ``-η q(p) - ln Z``.
    hoeffding_bound : float
        ``η gap - η²/8``: the drop is at least this, always (Hoeffding's lemma).
    standard_bound : float
        ``(η/2) gap - η²/4``: a looser bound, true whenever the gap is >= 0.
    """

    gap: float
    log_normaliser: float
    drop: float
    hoeffding_bound: float
    standard_bound: float


def potential_step(p: ArrayLike, estimate: ArrayLike, query: ArrayLike, eta: float) -> PotentialStep:
    """The identity and both inequalities for one update.

    Parameters
    ----------
    p, estimate : array_like, shape (|U|,)
        The truth and the estimate before the update.
    query : array_like, shape (|U|,)
        Values in [0, 1].
    eta : float
        η; also a negative one (the wrong sign) is taken, as long as it is finite and not 0.

    Returns
    -------
    PotentialStep
        Gap, normaliser, exact drop and its two lower bounds.

    Notes
    -----
    Source: PMW-4.

    Examples
    --------
    >>> step = potential_step([1, 0, 0, 0], [0.25] * 4, [0, 1, 1, 1], 0.5)
    >>> round(step.drop, 9), step.hoeffding_bound, step.standard_bound
    (0.349702175, 0.34375, 0.125)
    """
    truth, distribution = as_distribution("p", p), as_distribution("estimate", estimate)
    asked = _query(query, distribution.shape)
    if truth.shape != distribution.shape:
        raise ValueError(f"p and estimate must have one shape; got {truth.shape} and {distribution.shape}")
    rate = check.number("eta", eta)
    check.positive("abs(eta)", abs(rate))
    answer, exact = float(distribution @ asked), float(truth @ asked)
    # From the largest exponent of a cell with mass, so that a large η neither underflows nor overflows.
    some = distribution > 0
    exponents = -rate * asked[some]
    top = float(exponents.max())
    log_z = top + math.log(float(distribution[some] @ np.exp(exponents - top)))
    gap = answer - exact
    hoeffding, standard = least_drop(gap, rate)
    return PotentialStep(
        gap=gap, log_normaliser=log_z, drop=-rate * exact - log_z, hoeffding_bound=hoeffding, standard_bound=standard
    )


def _query(query: ArrayLike, shape: tuple[int, ...]) -> Floats:
    asked = check.finite("query", query)
    if asked.shape != shape:
        raise ValueError(f"query must have one value a cell, shape {shape}; got {asked.shape}")
    if ((asked < 0) | (asked > 1)).any():
        raise ValueError(f"query must hold values in [0, 1]; got {float(asked.min())!r} to {float(asked.max())!r}")
    return asked
