"""How far below the best the exponential mechanism's choice falls: the exact tail beside the bound of EXP-3.

The *shortfall* of a choice is OPT - u, the best score minus its own, in the unit of the scores. Bounds are returned
as they are: one above 1 is true and says nothing. They need the candidates' number and not the data; the refined ones
also need how many candidates are tied for best, which is data.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric.check import counts, flag, fractions, nonnegatives, plain, positives
from dpviz.mechanisms._arguments import as_scores
from dpviz.privacy.distributions import as_distribution


def tail(
    distribution: ArrayLike, scores: ArrayLike, t: ArrayLike, *, paired: bool = False
) -> float | NDArray[np.float64]:
    """Exact probability that the choice falls at least t below the best, ``Pr[u <= OPT - t]`` (EXP-3).

    A candidate counts when ``OPT - u >= t`` in floating point, without tolerance. This is exact for whole scores and
    halves; so count in people, and divide by n only for display.

    Parameters
    ----------
    distribution : array_like, shape (..., m)
        Probability of each candidate.
    scores : array_like, shape (m,) or (..., m)
        Score of each candidate, finite.
    t : array_like, any shape T
        Shortfalls asked about, finite and >= 0, in the unit of the scores.
    paired : bool, default False
        Whether each distribution has shortfalls of its own: `scores` and `t` then broadcast against the
        distributions' axes (...).

    Returns
    -------
    float or ndarray of shape (...) + T, or the one they broadcast to
        Probabilities. A float for one distribution and one t.

    Examples
    --------
    >>> distribution = [0.014010, 0.103523, 0.764934, 0.103523, 0.014010]
    >>> round(tail(distribution, [-2, -1, 0, -1, -2], 1), 6)
    0.235066
    """
    wanted = nonnegatives("t", t)
    if flag("paired", paired):
        each = as_scores(scores).astype(np.float64)
        far = each.max(axis=-1, keepdims=True) - each >= wanted[..., None]
        return plain(np.where(far, as_distribution("distribution", distribution), 0.0).sum(axis=-1))
    gaps, beyond, batch = _survival(distribution, scores)
    found = np.empty((len(beyond), wanted.size))
    for row, ordered in enumerate(gaps):
        # One row of shortfalls serves all distributions; else each distribution has its own.
        of = slice(None) if len(gaps) == 1 else row
        found[of] = beyond[of, np.searchsorted(ordered, wanted.ravel(), side="left")]
    return plain(found.reshape(batch + wanted.shape))


def shortfall_quantile(
    distribution: ArrayLike, scores: ArrayLike, beta: ArrayLike, *, paired: bool = False
) -> float | NDArray[np.float64]:
    """Exact counterpart of `shortfall_bound`: the least t with ``Pr[u < OPT - t] <= beta`` (EXP-3).

    With probability at least 1 - beta the choice is within t of the best, and no smaller t has this property. It is
    always one of the candidates' shortfalls. Probabilities are compared with beta without tolerance.

    Parameters
    ----------
    distribution, scores : array_like
        As in `tail`.
    beta : array_like, any shape B
        Failure probability, in (0, 1).
    paired : bool, default False
        Whether each distribution has a β of its own: `beta` then broadcasts to the distributions' axes (...).

    Returns
    -------
    float or ndarray of shape (...) + B, or (...)
        In the unit of the scores.
    """
    wanted = fractions("beta", beta)
    gaps, beyond, batch = _survival(distribution, scores)
    shape = batch if flag("paired", paired) else batch + wanted.shape
    each = np.broadcast_to(wanted if paired else wanted.ravel(), batch if paired else (len(beyond), wanted.size))
    each = each.reshape(len(beyond), -1)
    found = np.empty(each.shape)
    for row, survival in enumerate(beyond):
        ordered = gaps[row % len(gaps)]
        # Pr[shortfall > ordered[j]] counts from the first larger shortfall on; it falls as j grows.
        above = survival[np.searchsorted(ordered, ordered, side="right")]
        found[row] = ordered[np.searchsorted(-above, -each[row], side="left")]
    return plain(found.reshape(shape))


def _survival(
    distribution: ArrayLike, scores: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[int, ...]]:
    """Shortfalls in rising order (a row for all distributions, or one each), and the probability from each of them on.

    The probabilities have a last entry 0, for what lies beyond the largest shortfall. Last comes the batch's shape.
    """
    distributions, checked = (as_distribution("distribution", distribution), as_scores(scores).astype(np.float64))
    size = distributions.shape[-1]
    if checked.shape not in ((size,), distributions.shape):
        wanted = f"({size},)" if distributions.ndim == 1 else f"({size},) or {distributions.shape}"
        raise ValueError(f"scores must have shape {wanted}, as distribution has; got {checked.shape}")
    rows = distributions.reshape(-1, size)
    gaps = (checked.max(axis=-1, keepdims=True) - checked).reshape(-1, size)
    order = np.argsort(gaps, axis=-1, kind="stable")
    beyond = np.zeros((len(rows), size + 1))
    # Added from the far end, the small probabilities first, so that they are not lost beside large ones.
    far_first = np.take_along_axis(rows, order, axis=-1)[:, ::-1]
    beyond[:, :-1] = far_first.cumsum(axis=-1)[:, ::-1]
    return np.take_along_axis(gaps, order, axis=-1), beyond, distributions.shape[:-1]


def per_score(epsilon: ArrayLike, sensitivity: ArrayLike, monotonic: bool) -> NDArray[np.float64]:
    """ε/(2Δ), or ε/Δ for monotonic scores."""
    share = 1.0 if flag("monotonic", monotonic) else 2.0
    return positives("epsilon", epsilon) / (share * positives("sensitivity", sensitivity))


def _best(optimal: ArrayLike, candidates: NDArray[np.float64]) -> NDArray[np.float64]:
    best = counts("optimal", optimal)
    if (best > candidates).any():
        raise ValueError(f"optimal must be at most candidates; got {optimal!r} of {plain(candidates)!r}")
    return best


def tail_bound(
    t: ArrayLike,
    candidates: ArrayLike,
    epsilon: ArrayLike,
    sensitivity: float,
    *,
    optimal: ArrayLike | None = None,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """Bound on the probability that the choice falls at least t below the best (EXP-3).

    Plain: ``|Y| exp(-ε t / (2Δ))``. Refined, for t > 0, when the number of best candidates is given:
    ``(|Y| - |Y_OPT|) / |Y_OPT| exp(-ε t / (2Δ))``. For monotonic scores Δ stands in place of 2Δ.

    Parameters
    ----------
    t : array_like
        Shortfall, finite and >= 0, in the unit of the scores.
    candidates : array_like of int
        Their number ``|Y|``, >= 1.
    epsilon : array_like
        ε in nats, finite and > 0.
    sensitivity : float
        Δ > 0, in the unit of the scores.
    optimal : array_like of int, optional
        How many candidates attain the best score, from 1 to `candidates`; asks for the refined bound.
    monotonic : bool, default False
        Whether the mechanism is the one for monotonic scores.

    Returns
    -------
    float or ndarray
        The bound, not cut at 1, in the shape to which the arguments broadcast. At t = 0, where the best candidates
        count too, the refined bound is ``|Y| / |Y_OPT|``.

    Examples
    --------
    >>> round(tail_bound(1, 5, 4.0, 1), 6), round(tail_bound(1, 5, 4.0, 1, optimal=1), 6)
    (0.676676, 0.541341)
    """
    shortfall, number = nonnegatives("t", t), counts("candidates", candidates)
    decay = np.exp(-per_score(epsilon, sensitivity, monotonic) * shortfall)
    if optimal is None:
        return plain(np.asarray(number * decay))
    best = _best(optimal, number)
    return plain(np.asarray(np.where(shortfall > 0, number - best, number) / best * decay))


def shortfall_bound(
    beta: ArrayLike,
    candidates: ArrayLike,
    epsilon: ArrayLike,
    sensitivity: float,
    *,
    optimal: ArrayLike | None = None,
    monotonic: bool = False,
) -> float | NDArray[np.float64]:
    """The inverse form: with probability at least 1 - beta the choice is within this of the best (EXP-3).

    Plain: ``(2Δ/ε) ln(|Y|/β)``. Refined: ``(2Δ/ε) ln((|Y| - |Y_OPT|) / (|Y_OPT| β))``. For monotonic scores Δ stands in
    place of 2Δ.

    Parameters
    ----------
    beta : array_like
        Failure probability, in (0, 1).
    candidates, epsilon, sensitivity, optimal, monotonic : array_like, float, bool
        As in `tail_bound`.

    Returns
    -------
    float or ndarray
        A shortfall >= 0 in the unit of the scores. Refined, it is 0 when the other candidates together already weigh at
        most β: a best candidate is then chosen with probability at least 1 - β.

    Examples
    --------
    >>> round(shortfall_bound(0.05, 5, 4.0, 1), 6)
    2.302585
    """
    failure, number = fractions("beta", beta), counts("candidates", candidates)
    rate = per_score(epsilon, sensitivity, monotonic)
    if optimal is None:
        return plain(np.asarray(np.log(number / failure) / rate))
    best = _best(optimal, number)
    # The refined tail bound holds for every t > 0, so where it is at most beta already near 0 the answer is 0.
    odds = np.maximum((number - best) / (best * failure), 1.0)
    return plain(np.asarray(np.log(odds) / rate))
