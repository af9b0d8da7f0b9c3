"""The exact probability that a noisy threshold answers a stream of queries with a given pattern."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz._numeric.check import plain
from dpviz._numeric.counts import bincount
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.sparse._integral import REACH, Floats, edges_of, log_integrals, log_sides

MOST_PATTERNS = 1 << 12
FARTHEST = 1e15


def as_bits(pattern: ArrayLike, queries: int) -> NDArray[np.bool_]:
    """A pattern of the first of so many queries."""
    found = check.array("pattern", pattern)
    if found.dtype.kind != "b":
        raise TypeError(f"pattern must hold True (above) and False (below) only; got dtype {found.dtype}")
    if found.ndim != 1 or not 1 <= found.size <= queries:
        raise ValueError(f"pattern must have shape (n,) with n from 1 to {queries}, the queries; got {found.shape}")
    return found


def as_pattern(pattern: ArrayLike, queries: int, count: int | None) -> NDArray[np.bool_]:
    """A pattern that a run over so many queries can end with: all of them, or up to the count-th positive."""
    found = as_bits(pattern, queries)
    positives = int(found.sum())
    if count is None or positives < count:
        if found.size < queries:
            raise ValueError(f"pattern must go on to the last of {queries} queries; got {found.size} entries")
    elif positives > count or not found[-1]:
        raise ValueError(f"pattern must end with its positive number {count}; got {found.tolist()!r}")
    return found


def patterns(queries: int, count: int | None = None) -> tuple[tuple[bool, ...], ...]:
    """Every pattern with which a run can end, at most 4096 of them.

    Parameters
    ----------
    queries : int
        k >= 1.
    count : int, optional
        c >= 1: the run stops after so many positives. Without it, it never stops.

    Returns
    -------
    tuple of tuple of bool
        True is "above". Runs that stop early are shorter than k.

    Examples
    --------
    >>> patterns(2, 1)
    ((True,), (False, True), (False, False))
    """
    k = check.count("queries", queries, most=1000)
    most = k if count is None else check.count("count", count)
    number = 2**k if most >= k else sum(math.comb(k, i) for i in range(most + 1))
    if number > MOST_PATTERNS:
        raise ValueError(f"queries must have at most {MOST_PATTERNS} patterns; got {queries}, which have {number}")
    found: list[tuple[bool, ...]] = []
    for chosen in itertools.chain.from_iterable(itertools.combinations(range(k), i) for i in range(min(most, k) + 1)):
        length = chosen[-1] + 1 if chosen and len(chosen) == most else k
        found.append(tuple(i in chosen for i in range(length)))
    return tuple(sorted(found, reverse=True))


def pattern_log_probability(
    pattern: ArrayLike,
    answers: ArrayLike,
    threshold: ArrayLike,
    *,
    threshold_scale: ArrayLike,
    query_scale: ArrayLike | None,
    resample: bool = False,
    outputs: ArrayLike | None = None,
) -> float | NDArray[np.float64]:
    """Logarithm of the probability that noisy answers lie above and below a noisy threshold as a pattern says.

    Source: SVT-1, SVT-2, SVT-5.

    Parameters
    ----------
    pattern : array_like of bool, shape (n,)
        True for "above"; n <= k, later queries are not looked at.
    answers : array_like, shape (..., k)
        The true answers.
    threshold : array_like, shape (...)
        The public threshold, in the unit of the answers.
    threshold_scale : array_like, shape (...)
        Scale of the Laplace noise on the threshold, > 0.
    query_scale : array_like, shape (...), or None
        Scale of the Laplace noise on each answer, > 0; None for none.
    resample : bool, default False
        Whether the threshold's noise is drawn anew after each positive.
    outputs : array_like, shape (positives,), optional
        For mechanisms that publish the very noisy answers which were compared: one for each positive. The result is
        then the logarithm of the density there.

    Returns
    -------
    float or ndarray, shape (...)
        In nats; minus infinity for what cannot happen. By a one-dimensional integral whose relative error is below
        1e-10, in closed form without noise on the answers.

    Examples
    --------
    >>> log = pattern_log_probability([False, True], [0, 1], 1, threshold_scale=2.0, query_scale=4.0)
    >>> round(float(np.exp(log)), 6)
    0.250522
    """
    stream = as_scores(answers, "answers").astype(np.float64)
    wanted = as_bits(pattern, stream.shape[-1])
    check.flag("resample", resample)
    given = None if outputs is None else _outputs(outputs, int(wanted.sum()), query_scale is None)
    given = given if wanted.any() else None
    stream = np.array(stream[..., : wanted.size])
    gaps, narrow, rho, shape = in_noise(stream, threshold, threshold_scale, query_scale)
    total = np.zeros(len(gaps))
    published = np.zeros((len(gaps), 0))
    if given is not None:
        shown, _, _, _ = in_noise(
            np.broadcast_to(given, (*stream.shape[:-1], given.size)), threshold, rho.reshape(shape)
        )
        published = shown
        noise = np.abs(shown - gaps[:, wanted]) / narrow[:, None]
        total -= (noise + np.log(2.0 * narrow * rho)[:, None]).sum(axis=1)
    begin = seen = 0
    ends = np.flatnonzero(wanted) + 1 if resample else np.array([], dtype=np.intp)
    for end in np.unique(np.append(ends, wanted.size)).tolist():
        part = wanted[begin:end]
        if query_scale is None:
            low = gaps[:, begin:end][:, ~part].max(axis=1, initial=-np.inf)
            total += _log_between(low, gaps[:, begin:end][:, part].min(axis=1, initial=np.inf))
        else:
            here = None if given is None else published[:, seen : seen + int(part.sum())].min(axis=1, initial=np.inf)
            total += _segment(gaps[:, begin:end], part, narrow, here)
        begin, seen = end, seen + int(part.sum())
    return plain(total.reshape(shape))


def in_noise(
    stream: Floats, threshold: ArrayLike, threshold_scale: ArrayLike, query_scale: ArrayLike | None = None
) -> tuple[Floats, Floats, Floats, tuple[int, ...]]:
    """Answers less threshold and the queries' scale, both in scales of the threshold's noise; that scale; the shape.

    One row for each entry of the shape to which all broadcast; without a query scale 1 stands for it.
    """
    level = check.finite("threshold", threshold)
    rho = check.positives("threshold_scale", threshold_scale)
    nu = rho if query_scale is None else check.positives("query_scale", query_scale)
    check.broadcast(answers=stream[..., 0], threshold=level, threshold_scale=rho, query_scale=nu)
    shape = np.broadcast_shapes(stream.shape[:-1], level.shape, rho.shape, nu.shape)
    if 0 in shape:
        raise ValueError(f"answers, threshold and scales must not be empty; got shape {shape}")
    with np.errstate(over="ignore", invalid="ignore", under="ignore", divide="ignore"):
        gaps = (np.broadcast_to(stream, (*shape, stream.shape[-1])) - level[..., None]) / rho[..., None]
        ratio = np.broadcast_to(nu / rho, shape)
    if not (np.abs(gaps) <= FARTHEST * np.minimum(ratio, 1.0)[..., None]).all():
        raise ValueError(
            "answers and threshold must lie within 1e15 scales of the noise of one another, or floats cannot hold "
            f"both them and the noise, whose scale follows from sensitivity / epsilon; got answers from "
            f"{float(stream.min())!r} to {float(stream.max())!r}"
        )
    if not ((ratio >= 1.0 / FARTHEST) & (ratio <= FARTHEST)).all():
        raise ValueError(
            "threshold_scale / query_scale (threshold_share / (1 - threshold_share)) must be from 1e-15 to 1e15; "
            f"got 1 / {float(ratio.max())!r}"
        )
    rows = math.prod(shape)
    return gaps.reshape(rows, -1), ratio.reshape(rows), np.broadcast_to(rho, shape).reshape(rows), shape


def _outputs(outputs: ArrayLike, positives: int, exact: bool) -> Floats:
    found = check.finite("outputs", outputs)
    if exact:
        raise ValueError("outputs must be left out where query_scale is None: answers without noise have no density")
    if found.shape != (positives,):
        raise ValueError(f"outputs must have one number for each of {positives} positives; got shape {found.shape}")
    return found


def _segment(gaps: Floats, above: NDArray[np.bool_], nu: Floats, most: Floats | None) -> Floats:
    """One draw of the threshold's noise: the queries up to where it is drawn anew; all in its scale.

    Where noisy answers were published, the noise is at most `most`, the least of them, and that is all they tell.
    """
    # Equal columns are one factor with a power.
    columns, where = np.unique(gaps, axis=1, return_inverse=True)
    where = where.ravel()
    below = bincount(where[~above], minlength=columns.shape[1]).astype(np.float64)
    over = bincount(where[above], minlength=columns.shape[1]).astype(np.float64) * (most is None)
    return log_powers(columns, nu, below, over, most)


def log_powers(columns: Floats, nu: Floats, below: Floats, over: Floats, most: Floats | None = None) -> Floats:
    """Logarithm of the probability that of each column so many noisy answers are below, and so many above.

    Their numbers are (u,) for all rows, or (rows, u).
    """
    edges = edges_of(columns, nu, over.sum(axis=-1), below.sum(axis=-1))
    if most is not None:
        top = most[:, None]
        edges = np.concatenate([np.minimum(edges[:, :1], top - REACH), np.minimum(edges, top)], axis=1)

    def logs(rows: NDArray[np.intp], z: Floats) -> Floats:
        least, greatest = log_sides((z[..., None] - columns[rows, None, :]) / nu[rows, None, None])
        if below.ndim == 1:
            total = least @ below + greatest @ over
        else:
            total = (least * below[rows, None] + greatest * over[rows, None]).sum(axis=-1)
        return np.asarray((total - np.abs(z) - math.log(2.0))[..., None])

    return log_integrals(logs, edges, 1, nu)[:, 0]


def _log_between(low: Floats, high: Floats) -> Floats:
    """Logarithm of the probability that standard Laplace noise lies between."""
    # On the side where both tails are small, so that nothing cancels.
    mirror = low > 0
    first, second = np.where(mirror, -high, low), np.where(mirror, -low, high)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        left, right = log_sides(first)[0], log_sides(second)[0]
        return np.where(second > first, right + np.log(-np.expm1(np.minimum(left - right, 0.0))), -np.inf)
