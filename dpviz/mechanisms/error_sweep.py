"""How far k numbers with Laplace noise fall from the truth, along one axis: the bound and the exact probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.mechanisms.noise_planning import laplace_error_bound, laplace_failure

Floats = NDArray[np.float64]

UNKNOWNS = ("n", "epsilon", "alpha", "beta")


def worst_error_tail(t: ArrayLike, k: ArrayLike, scale: ArrayLike) -> tuple[Any, Any]:
    """Probability that the worst of k independent Laplace errors is t or more: exactly, and by the union bound.

    Parameters
    ----------
    t : array_like
        Error, in the units of the numbers, >= 0.
    k : array_like of int
    scale : array_like
        Laplace's b.

    Returns
    -------
    exact, bound : ndarray
        ``1 - (1 - e^(-t/b))^k`` and ``k e^(-t/b)``, the latter not cut at 1.

    Notes
    -----
    Source: LAP-3.
    """
    rate = 1 / np.asarray(scale, dtype=np.float64)
    exact, bound = (np.asarray(laplace_failure(t, k, rate, 1.0, exact=which)) for which in (True, False))
    return exact, bound


def worst_error_quantile(beta: ArrayLike, k: ArrayLike, scale: ArrayLike) -> tuple[Any, Any]:
    """The error that the worst of k exceeds with probability β: exactly, and by the bound.

    Parameters
    ----------
    beta : array_like
        In (0, 1).
    k : array_like of int
    scale : array_like

    Returns
    -------
    exact, bound : ndarray
        The bound is ``b ln(k/β)``.

    Notes
    -----
    Source: LAP-3.
    """
    rate = 1 / np.asarray(scale, dtype=np.float64)
    exact, bound = (
        np.asarray(laplace_error_bound(beta, k, rate, 1.0, exact=which)) for which in (True, False)
    )
    return exact, bound


@dataclass(frozen=True)
class ErrorSweep:
    """The worst of k errors, a frame at a time.

    Attributes
    ----------
    errors : ndarray of shape (m,)
        Errors looked at, in people.
    epsilon, beta, sensitivity, scale : ndarray of shape (F,)
    k : ndarray of shape (F,)
    exact, bound : ndarray of shape (F, m)
        Probability that the worst error is that or more.
    within : ndarray of shape (F, 2)
        The error exceeded with probability β: exactly, and by the bound.
    at_bound : ndarray of shape (F,)
        The exact probability of the error that the bound names for β: at most β.
    """

    errors: Floats
    epsilon: Floats
    beta: Floats
    sensitivity: Floats
    scale: Floats
    k: NDArray[np.int64]
    exact: Floats
    bound: Floats
    within: Floats
    at_bound: Floats


def sensitivity_of(kind: str, k: ArrayLike, neighbouring: str) -> Floats:
    """How far one person moves k counts together, in the l1 norm.

    Parameters
    ----------
    kind : {"histogram", "separate"}
        The k counts are bins that each person falls into once, or k questions each person may say yes to.
    k : array_like of int
    neighbouring : {"replace", "add_remove"}

    Returns
    -------
    ndarray

    Notes
    -----
    Source: LAP-1.
    """
    _check.one_of("kind", kind, ("histogram", "separate"))
    _check.relation(neighbouring)
    k = np.asarray(k, dtype=np.float64)
    if kind == "separate":
        return k
    return np.minimum(k, 2.0) if neighbouring == "replace" else np.ones_like(k)


def error_sweep(
    errors: Floats, epsilon: ArrayLike, k: ArrayLike, beta: ArrayLike, *, kind: str, neighbouring: str
) -> ErrorSweep:
    """The worst of k errors for every frame's ε, k and β.

    Parameters
    ----------
    errors : ndarray of shape (m,)
    epsilon, k, beta : array_like of shape (F,)
    kind : {"histogram", "separate"}
    neighbouring : {"replace", "add_remove"}

    Returns
    -------
    ErrorSweep
    """
    epsilon, beta = np.asarray(epsilon, dtype=np.float64), np.asarray(beta, dtype=np.float64)
    k = np.asarray(k, dtype=np.int64)
    sensitivity = sensitivity_of(kind, k, neighbouring)
    scale = sensitivity / epsilon
    exact, bound = worst_error_tail(errors[None, :], k[:, None], scale[:, None])
    within = np.stack(worst_error_quantile(beta, k, scale), axis=1)
    at_bound = worst_error_tail(within[:, 1], k, scale)[0]
    return ErrorSweep(errors, epsilon, beta, sensitivity, scale, k, exact, bound, within, at_bound)


@dataclass(frozen=True)
class Needed:
    """What is needed so that the worst of k errors stays below α n but for probability β, a frame at a time.

    Attributes
    ----------
    unknown : {"n", "epsilon", "alpha", "beta"}
    grid : ndarray of shape (m,)
        Values of the unknown (of ε where β is solved for).
    exact, bound : ndarray of shape (F, m)
        The chance to miss by α n or more at each.
    by_exact, by_bound : ndarray of shape (F,)
        The value needed. n is rounded up.
    now : ndarray of shape (F, 2)
        The chance to miss as things stand: exactly, and by the bound.
    """

    unknown: str
    grid: Floats
    exact: Floats
    bound: Floats
    by_exact: Floats
    by_bound: Floats
    now: Floats


def needed(
    unknown: str,
    grid: Floats,
    *,
    n: ArrayLike,
    epsilon: ArrayLike,
    alpha: ArrayLike,
    beta: ArrayLike,
    k: ArrayLike,
    kind: str,
    neighbouring: str,
) -> Needed:
    """Solve the accuracy of k noisy counts for n, ε, α or β, by the bound and exactly.

    Parameters
    ----------
    unknown : {"n", "epsilon", "alpha", "beta"}
    grid : ndarray of shape (m,)
        Values of the unknown to draw; of ε where β is solved for.
    n, epsilon, alpha, beta, k : array_like of shape (F,)
        The unknown's own values are where things stand now.
    kind : {"histogram", "separate"}
    neighbouring : {"replace", "add_remove"}

    Returns
    -------
    Needed

    Notes
    -----
    Source: LAP-3 with t = α n, CONV-8. The noise does not depend on the table, so the exact value holds for every
    table as the bound does.
    """
    _check.one_of("unknown", unknown, UNKNOWNS)
    given = {
        "n": np.asarray(n, dtype=np.float64),
        "epsilon": np.asarray(epsilon, dtype=np.float64),
        "alpha": np.asarray(alpha, dtype=np.float64),
    }
    beta, k = np.asarray(beta, dtype=np.float64), np.asarray(k, dtype=np.int64)
    sensitivity = sensitivity_of(kind, k, neighbouring)

    def chance(**changed: Floats) -> tuple[Any, Any]:
        wide = {name: changed.get(name, value[:, None]) for name, value in given.items()}
        return worst_error_tail(wide["alpha"] * wide["n"], k[:, None], sensitivity[:, None] / wide["epsilon"])

    exact, bound = chance(**{"epsilon" if unknown == "beta" else unknown: grid[None, :]})
    now = np.stack([side[:, 0] for side in chance()], axis=1)
    if unknown == "beta":
        return Needed(unknown, grid, exact, bound, now[:, 0], now[:, 1], now)
    # α n ε / Δ must reach the quantile at scale 1.
    others = np.prod([value for name, value in given.items() if name != unknown], axis=0)
    answers = [quantile * sensitivity / others for quantile in worst_error_quantile(beta, k, 1.0)]
    if unknown == "n":
        answers = [np.ceil(answer - 1e-9) for answer in answers]
    return Needed(unknown, grid, exact, bound, answers[0], answers[1], now)
