"""Private runs along an axis, each with the same luck, and populations of any size that look alike."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dpviz.queries.base import Queries
from dpviz.queries.budget import Composition, Mode
from dpviz.queries.practical import PracticalMultiplicativeWeights, PracticalRun
from dpviz.queries.private import PrivateMultiplicativeWeights, PrivateRun
from dpviz.queries.synthetic import resized


def private_sweep(
    histogram: ArrayLike,
    workload: Queries,
    *,
    epsilon: ArrayLike,
    n: ArrayLike,
    alpha: ArrayLike,
    delta: ArrayLike = 0.0,
    mode: Mode = "slide",
    composition: Composition = "better",
    seed: int = 1,
) -> tuple[PrivateRun, ...]:
    """One private run for each frame, all with the same luck; equal frames share a run.

    Parameters
    ----------
    histogram : array_like, shape (|U|,)
        The shares of the cells; each run has n records with these shares.
    workload : Queries
    epsilon, n, alpha, delta : array_like, shapes that broadcast to (F,)
        As `PrivateMultiplicativeWeights` takes them.
    mode, composition
        The same.
    seed : int
        Of every run.

    Returns
    -------
    tuple of F PrivateRun

    Notes
    -----
    Source: PMW-6, PMW-7, PMW-8.
    """
    done: dict[tuple[float, ...], PrivateRun] = {}
    found = []
    frames = np.broadcast_arrays(np.atleast_1d(epsilon), n, alpha, delta)
    for e, many, a, d in zip(*(x.tolist() for x in frames), strict=True):
        if (e, many, a, d) not in done:
            mechanism = PrivateMultiplicativeWeights(e, a, delta=d, mode=mode, composition=composition)
            people = int(many)
            done[e, many, a, d] = mechanism.run(
                resized(histogram, people), workload, people, np.random.default_rng(seed)
            )
        found.append(done[e, many, a, d])
    return tuple(found)


def practical_sweep(
    histogram: ArrayLike,
    workload: Queries,
    n: int,
    *,
    epsilon: ArrayLike,
    rounds: int,
    delta: float = 0.0,
    measure: Literal["query", "marginal"] = "marginal",
    replays: int = 0,
    seed: int = 1,
) -> tuple[PracticalRun, ...]:
    """One run in practical mode for each ε, all with the same luck; equal ε share a run.

    Parameters
    ----------
    histogram, workload, n
        As `PracticalMultiplicativeWeights.run` takes them.
    epsilon : array_like, shape (F,)
    rounds, delta, measure, replays
        As `PracticalMultiplicativeWeights` takes them.
    seed : int
        Of every run.

    Returns
    -------
    tuple of F PracticalRun

    Notes
    -----
    Source: PMW-6.
    """
    done: dict[float, PracticalRun] = {}
    found = []
    for e in np.atleast_1d(epsilon).tolist():
        if e not in done:
            mechanism = PracticalMultiplicativeWeights(
                e, rounds, delta=delta, measure=measure, step="fit", replays=replays
            )
            done[e] = mechanism.run(histogram, workload, n, np.random.default_rng(seed))
        found.append(done[e])
    return tuple(found)
