"""What correctness costs: the ε that each mode of objective perturbation keeps, and the noise it takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz.erm._axes import settings
from dpviz.erm.counterexample_sweep import counterexample_sweep
from dpviz.erm.planning import Mode, objective_plan

Floats = NDArray[np.float64]
MODES: tuple[Mode, ...] = ("printed", "corrected", "tight")


@dataclass(frozen=True, eq=False, kw_only=True)
class Price:
    """The three modes beside each other, a frame at a time; columns as in `MODES`.

    Parameters
    ----------
    epsilon, n, regularization : ndarray of shape (F,)
    noise_epsilon : ndarray of shape (F, 3)
        ε', what the noise is made for, in nats.
    extra : ndarray of shape (F, 3)
        Δ.
    scale : ndarray of shape (F, 3)
        t of the noise in the linear term.
    guarantee : ndarray of shape (F, 3)
        The ε that is proved.
    found : ndarray of shape (F, 3)
        The largest loss between the neighbours of LR-6: what is given away at least.
    """

    epsilon: Floats
    n: NDArray[np.int64]
    regularization: Floats
    noise_epsilon: Floats
    extra: Floats
    scale: Floats
    guarantee: Floats
    found: Floats


def price_sweep(epsilon: ArrayLike, n: ArrayLike, regularization: ArrayLike) -> Price:
    """Compare printed, corrected and tight along any axis; the arguments broadcast to (F,).

    Parameters
    ----------
    epsilon : array_like of shape (F,)
        ε in nats, finite and > 0.
    n : array_like of int, shape (F,)
        Number of records, >= 1.
    regularization : array_like of shape (F,)
        λ, finite and > 0.

    Returns
    -------
    Price

    Notes
    -----
    Source: LR-5, LR-6, for the logistic loss.

    Examples
    --------
    >>> price = price_sweep([0.1], [100], [0.01])
    >>> price.guarantee.round(4).tolist(), price.found.round(4).tolist()
    ([[0.3231, 0.075, 0.1]], [[0.2353, 0.0372, 0.0618]])
    """
    eps, size, reg = settings(epsilon, n, regularization)
    plans = [objective_plan(eps, size, reg, mode=mode) for mode in MODES]
    found = [counterexample_sweep(eps, size, reg, mode=mode, weights=[0.0]).largest for mode in MODES]
    return Price(
        epsilon=eps,
        n=size,
        regularization=reg,
        **{
            name: np.stack([getattr(plan, name) for plan in plans], axis=-1)
            for name in ("noise_epsilon", "extra", "scale", "guarantee")
        },
        found=np.stack(found, axis=-1),
    )
