"""The learner without privacy along an axis: one run for each pair of α and η, and how many mistakes there can be."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from dpviz import _check
from dpviz.queries.base import Floats, Queries
from dpviz.queries.learner import learn
from dpviz.queries.trajectory import Trajectory


def learner_sweep(
    truth: ArrayLike,
    workload: Queries,
    *,
    alpha: ArrayLike,
    eta: ArrayLike,
    rounds: int,
    pick: str = "largest",
    seed: int = 1,
    wrong_sign: bool = False,
) -> tuple[Trajectory, ...]:
    """One run for each frame; equal pairs of α and η share it.

    Parameters
    ----------
    truth : array_like, shape (|U|,)
        A distribution.
    workload : Queries
    alpha, eta : array_like, shapes that broadcast to (F,)
        As `learn` takes them.
    rounds : int
        At most so many a run.
    pick : {"largest", "smallest", "random"}
    seed : int
        Of ``"random"``; every run has the same luck.
    wrong_sign : bool

    Returns
    -------
    tuple of F Trajectory

    Raises
    ------
    TypeError, ValueError
        As `learn`.

    Notes
    -----
    Source: PMW-2, PMW-3, PMW-4.
    """
    done: dict[tuple[float, float], Trajectory] = {}
    found = []
    for a, e in zip(*(x.tolist() for x in np.broadcast_arrays(np.atleast_1d(alpha), eta)), strict=True):
        if (a, e) not in done:
            done[a, e] = learn(
                truth,
                workload,
                alpha=a,
                eta=e,
                rounds=rounds,
                pick=pick,  # type: ignore[arg-type]  # learn checks it
                rng=np.random.default_rng(seed),
                wrong_sign=wrong_sign,
            )
        found.append(done[a, e])
    return tuple(found)


def mistakes_bound(divergence: float, *, alpha: float, eta: ArrayLike, form: str = "sharp") -> Floats:
    """No more mistakes than this, for any learning rate: the potential over what each mistake surely takes off it.

    ``divergence / (η α - η²/8)`` by the sharp inequality, ``divergence / (η α / 2 - η²/4)`` by the slide's.

    Parameters
    ----------
    divergence : float
        KL(p || estimate) at the start, or ln|U|, which is at least that.
    alpha : float
        α in (0, 1).
    eta : array_like
        Learning rates, > 0.
    form : {"sharp", "slide"}

    Returns
    -------
    ndarray
        Infinite where the inequality promises no drop at all: from η = 8α (sharp) or 2α (slide) on.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of range.

    Notes
    -----
    Source: PMW-4, PMW-5.

    Examples
    --------
    >>> mistakes_bound(np.log(1024), alpha=0.1, eta=[0.1, 0.4, 0.9]).round(1)
    array([792.2, 346.6,   inf])
    """
    rate = _check.finite("eta", eta)
    alpha = _check.fraction("alpha", alpha)
    if (rate <= 0).any():
        raise ValueError(f"eta must be > 0; got {float(rate.min())!r}")
    sharp = _check.one_of("form", form, ("sharp", "slide")) == "sharp"
    drop = rate * alpha - rate**2 / 8 if sharp else rate * alpha / 2 - rate**2 / 4
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(drop > 0, divergence / drop, math.inf))
