"""Drawing an index from weights exp(rate * score), quickly and from a seeded generator.

All draws here invert the cumulative weights. The largest score is subtracted first, so the exponent of the best
candidate is 0 whatever the scores are. A weight below 1e-323 of the largest becomes 0: such a candidate is
never drawn. Each uniform has 53 bits, so that probabilities are met to about 1e-16 and no finer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_distribution

# Weights are made block by block: a block of 2^15 float64 stays in the processor's cache, which makes a draw
# from 10^6 candidates about twice as fast as one that writes all weights to memory.
BLOCK = 1 << 15


def draw(scores: NDArray[Any], rate: float, rng: np.random.Generator, size: int | None) -> int | NDArray[np.intp]:
    """Indices drawn with probability proportional to exp(rate * scores), for checked scores (..., m).

    ``size=None`` gives one draw a distribution: an int for (m,), else an array (...). ``size=k`` gives k, stacked in
    front: (k,) or (k, ...).
    """
    check.generator(rng)
    if size is not None:
        size = check.entries("size", size)
    if scores.ndim == 1:
        return _one(scores, rate, rng) if size is None else _many(scores, rate, rng, size)
    rows = scores.reshape(-1, scores.shape[-1])
    if size is None:
        return _one_a_row(rows, rate, rng).reshape(scores.shape[:-1])
    drawn = np.stack([_many(row, rate, rng, size) for row in rows], axis=-1)
    return drawn.reshape(size, *scores.shape[:-1])


def common_draws(distributions: ArrayLike, rng: np.random.Generator, size: int) -> NDArray[np.intp]:
    """Draws from many distributions with common random numbers: draw j of all uses the same uniform number.

    What then differs from distribution to distribution, say from one ε to the next, is the distribution and not the
    random numbers. Each draw inverts the cumulative probabilities at its uniform number.

    Parameters
    ----------
    distributions : array_like, shape (..., m)
        Probabilities of the m candidates along the last axis.
    rng : numpy.random.Generator
        The source of randomness.
    size : int
        Draws from each distribution, >= 1.

    Returns
    -------
    ndarray of whole numbers, shape (..., size)
        Indices of candidates.
    """
    checked = as_distribution("distributions", distributions)
    size = check.entries("size", size)
    uniforms = check.generator(rng).random(size)
    rows = checked.reshape(-1, checked.shape[-1])
    drawn = np.empty((len(rows), size), dtype=np.intp)
    for row, indices in zip(rows, drawn, strict=True):
        indices[:] = _invert(row.cumsum(), uniforms)
    return drawn.reshape(*checked.shape[:-1], size)


def _invert(cumulative: NDArray[np.float64], uniforms: Any) -> Any:
    # side="right" steps over candidates of weight 0. A uniform is below 1 by at least 2^-53, and its product
    # with the total is then below the total in floating point too: the index is always in range.
    return cumulative.searchsorted(uniforms * cumulative[-1], side="right")


def _weights(scores: NDArray[Any], top: np.float64, rate: float, out: NDArray[np.float64]) -> NDArray[np.float64]:
    # Integers and short floats are subtracted as float64 too.
    with np.errstate(over="ignore"):
        np.subtract(scores, top, out=out, dtype=np.float64)
        out *= rate
        return np.exp(out, out=out)


def _one(scores: NDArray[Any], rate: float, rng: np.random.Generator) -> int:
    top = np.float64(scores.max())
    size = scores.size
    buffer = np.empty(min(size, BLOCK))
    start = 0
    if size > BLOCK:
        # First the block, by its total weight, then the candidate in it: each with its own uniform.
        starts = range(0, size, BLOCK)
        totals = np.empty(len(starts))
        for block, begin in enumerate(starts):
            part = scores[begin : begin + BLOCK]
            totals[block] = _weights(part, top, rate, buffer[: part.size]).sum()
        start = BLOCK * int(_invert(totals.cumsum(), rng.random()))
    part = scores[start : start + BLOCK]
    cumulative = _weights(part, top, rate, buffer[: part.size]).cumsum()
    return start + int(_invert(cumulative, rng.random()))


def _many(scores: NDArray[Any], rate: float, rng: np.random.Generator, size: int) -> NDArray[np.intp]:
    top = np.float64(scores.max())
    weights = np.empty(scores.size)
    for begin in range(0, scores.size, BLOCK):
        end = begin + BLOCK
        _weights(scores[begin:end], top, rate, weights[begin:end])
    cumulative = np.cumsum(weights, out=weights)
    return np.asarray(_invert(cumulative, rng.random(size)), dtype=np.intp)


def _one_a_row(rows: NDArray[Any], rate: float, rng: np.random.Generator) -> NDArray[np.intp]:
    count, size = rows.shape
    if size > BLOCK:
        return np.array([_one(row, rate, rng) for row in rows], dtype=np.intp)
    drawn = np.empty(count, dtype=np.intp)
    step = max(1, BLOCK // size)
    for begin in range(0, count, step):
        part = rows[begin : begin + step].astype(np.float64)
        part -= part.max(axis=-1, keepdims=True)
        part *= rate
        cumulative = np.exp(part, out=part).cumsum(axis=-1)
        levels = rng.random(len(part)) * cumulative[:, -1]
        # How many cumulative weights are not above the level: searchsorted(side="right"), a row each.
        drawn[begin : begin + step] = (cumulative <= levels[:, None]).sum(axis=-1)
    return drawn
