"""The learner without privacy along an axis: one run for each pair of α and η, and how many mistakes there can be."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dpviz.queries.base import Queries
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
