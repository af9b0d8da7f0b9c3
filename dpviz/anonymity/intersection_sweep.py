"""The intersection of releases beside private answers: everything along one axis at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._stats import wilson
from dpviz.anonymity.intersection import PrivateAnswers, candidates_law, private_answers, simulate

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class IntersectionSweep:
    """What 1, 2, ... releases tell, in each frame.

    Attributes
    ----------
    certain : ndarray, shape (F, r)
        Probability that one value is left, exactly.
    left : ndarray, shape (F, r)
        Mean number of values left, the true one included, exactly.
    simulated, low, high : ndarray, shape (F, r)
        Share of simulated targets whose value alone is left, and its band of two standard errors.
    private : tuple of length F of tuple of length r of PrivateAnswers
    """

    certain: Floats
    left: Floats
    simulated: Floats
    low: Floats
    high: Floats
    private: tuple[tuple[PrivateAnswers, ...], ...]


def intersection_sweep(
    k_anon: ArrayLike, values: ArrayLike, epsilon: ArrayLike, *, releases: int, trials: int, seed: int
) -> IntersectionSweep:
    """Follow the intersection over the releases, once for each frame; equal models are computed once.

    Parameters
    ----------
    k_anon, values : array_like of int, shape (F,)
        k >= 1 and m >= 2.
    epsilon : array_like, shape (F,)
        ε of each private answer, > 0.
    releases : int
        As many as are looked at, r >= 1.
    trials : int
        Simulated targets.
    seed : int
        Every frame draws with the same seed.

    Returns
    -------
    IntersectionSweep

    Notes
    -----
    Source: LEG-4.
    """
    models: dict[tuple[int, int], tuple[Floats, Floats, Floats, Floats, Floats]] = {}
    answers: dict[tuple[int, float], tuple[PrivateAnswers, ...]] = {}
    keys = list(
        zip(
            np.asarray(k_anon).tolist(),
            np.asarray(values).tolist(),
            np.asarray(epsilon).tolist(),
            strict=True,
        )
    )
    for k, m, e in keys:
        if (k, m) not in models:
            models[k, m] = _model(k, m, releases, trials, seed)
        if (m, e) not in answers:
            answers[m, e] = tuple(
                private_answers(values=m, releases=count, epsilon=e) for count in range(1, releases + 1)
            )
    certain, left, simulated, low, high = (
        np.stack(parts) for parts in _columns([models[k, m] for k, m, _ in keys])
    )
    return IntersectionSweep(certain, left, simulated, low, high, tuple(answers[m, e] for _, m, e in keys))


def _columns(rows: Sequence[tuple[Floats, ...]]) -> list[tuple[Floats, ...]]:
    return list(zip(*rows, strict=True))


def _model(
    k: int, m: int, releases: int, trials: int, seed: int
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    laws = np.stack([candidates_law(k_anon=k, values=m, releases=count) for count in range(1, releases + 1)])
    drawn = simulate(k_anon=k, values=m, releases=releases, trials=trials, rng=np.random.default_rng(seed))
    low, high = wilson(drawn.certain, drawn.trials)
    return np.minimum(laws[:, 0], 1.0), 1.0 + laws @ np.arange(m), drawn.share, low, high
