"""A noisy count, and what is made of it afterwards: the laws of two worlds before and after a map, along one axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz.mechanisms.lattice import LatticeLaplace
from dpviz.privacy import privacy_loss
from dpviz.privacy.postprocessing import as_kernel, post_process

Floats = NDArray[np.float64]

SIZE = 31  # outcomes: whole numbers, those beyond the ends gathered at the ends
MAPS = ("round", "clamp", "random")
TRIES = 200  # random matrices tried at once


@dataclass(frozen=True)
class ProcessedSweep:
    """Laws of two neighbouring counts before and after a map, a frame at a time.

    Attributes
    ----------
    outcomes : ndarray of shape (m,)
        The published numbers.
    epsilon : ndarray of shape (F,)
    here, there, here_after, there_after : ndarray of shape (F, m)
        Probabilities; a map onto fewer outcomes leaves zeros.
    before, after : ndarray of shape (F,)
        Exact losses, in nats.
    tried : ndarray of shape (F,)
        The largest loss after any of `TRIES` random matrices.
    """

    outcomes: Floats
    epsilon: Floats
    here: Floats
    there: Floats
    here_after: Floats
    there_after: Floats
    before: Floats
    after: Floats
    tried: Floats


def random_kernel(rng: np.random.Generator, size: int = SIZE) -> Floats:
    """A stochastic matrix drawn at random, from nearly a renaming to nearly a blur.

    Parameters
    ----------
    rng : numpy.random.Generator
    size : int

    Returns
    -------
    ndarray of shape (size, size)
    """
    spread = 10.0 ** _check.generator(rng).uniform(-2.0, 0.5)
    return rng.dirichlet(np.full(size, spread), size=size)


def kernel_of(map: str, width: int, *, seed: int, size: int = SIZE) -> Floats:
    """The stochastic matrix of a map of outcomes.

    Parameters
    ----------
    map : {"round", "clamp", "random"}
        Round to a multiple, clamp to a middle stretch, or a matrix drawn at random.
    width : int
        The multiple rounded to; for clamping, how many outcomes are cut off at each end.
    seed : int
        Of the random matrix.
    size : int

    Returns
    -------
    ndarray of shape (size, size)
    """
    _check.one_of("map", map, MAPS)
    outcomes = np.arange(size)
    if map == "round":
        return as_kernel(
            np.minimum(np.floor(outcomes / width + 0.5).astype(np.int64) * width, size - 1), size
        )
    if map == "clamp":
        cut = min(width - 1, size // 2)
        return as_kernel(np.clip(outcomes, cut, size - 1 - cut), size)
    return random_kernel(np.random.default_rng(seed), size)


def processed_sweep(epsilon: ArrayLike, width: ArrayLike, *, map: str, seed: int) -> ProcessedSweep:
    """Two neighbouring counts in the middle of the outcomes, with lattice noise, before and after a map.

    Parameters
    ----------
    epsilon : array_like of shape (F,)
    width : array_like of int, shape (F,)
    map : {"round", "clamp", "random"}
    seed : int

    Returns
    -------
    ProcessedSweep

    Notes
    -----
    Source: DP-4. Gathering what lies beyond the ends is itself post-processing.
    """
    epsilon = np.asarray(epsilon, dtype=np.float64)
    widths = np.asarray(width, dtype=np.int64)
    centre = SIZE // 2
    here = np.stack([_clamped_law(float(e), centre) for e in epsilon])
    there = np.stack([_clamped_law(float(e), centre - 1) for e in epsilon])
    kernels = {int(w): kernel_of(map, int(w), seed=seed) for w in np.unique(widths)}
    here_after, there_after = (
        np.stack([post_process(law, kernels[int(w)]) for law, w in zip(laws, widths, strict=True)])
        for laws in (here, there)
    )
    rng = np.random.default_rng(seed + 1)
    tried = np.zeros(len(epsilon))
    for _ in range(TRIES):
        kernel = random_kernel(rng)
        tried = np.maximum(tried, _loss(here @ kernel, there @ kernel))
    return ProcessedSweep(
        outcomes=np.arange(SIZE, dtype=np.float64),
        epsilon=epsilon,
        here=here,
        there=there,
        here_after=here_after,
        there_after=there_after,
        before=_loss(here, there),
        after=_loss(here_after, there_after),
        tried=tried,
    )


def _loss(p: Floats, q: Floats) -> Floats:
    return np.asarray(privacy_loss(p, q), dtype=np.float64)


def _clamped_law(epsilon: float, centre: int) -> Floats:
    """Whole-number Laplace noise around a count; everything beyond the ends is at the ends."""
    mechanism = LatticeLaplace(epsilon=epsilon, sensitivity=1, grid=1.0)
    law = np.asarray(
        mechanism.probability(np.arange(SIZE, dtype=np.float64), float(centre)), dtype=np.float64
    )
    # A geometric tail from the end on: its first term over one minus the ratio.
    rest = -np.expm1(-mechanism.rate)
    law[0], law[-1] = law[0] / rest, law[-1] / rest
    return law
