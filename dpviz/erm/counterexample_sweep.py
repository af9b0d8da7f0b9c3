"""One active record among empty ones: both densities of objective perturbation's output, and what they tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz import _check
from dpviz._solve import safe_ends
from dpviz.erm._axes import settings
from dpviz.erm.losses import pull_at
from dpviz.erm.noise import GammaNoise
from dpviz.erm.planning import Mode, Plan, objective_plan
from dpviz.mechanisms._arguments import positives

Floats = NDArray[np.float64]
EVENT = 0.05  # the event is -0.05 <= w <= 0.05


@dataclass(frozen=True, eq=False, kw_only=True)
class Counterexample:
    """Two neighbours with one feature, a frame at a time: one record (x = 1, y = +1) and n - 1 empty ones; all empty.

    Parameters
    ----------
    plan : Plan
        Arrays of shape (F,): what the method does, and the ε that is proved.
    strength : ndarray of shape (F,)
        n (λ + Δ).
    weights : ndarray of shape (m,)
        Where the next three are given.
    active, empty : ndarray of shape (F, m)
        Densities of the released w, exactly.
    loss : ndarray of shape (F, m)
        ln(active / empty), in nats, with its sign.
    at_zero : ndarray of shape (F,)
        The loss at w = 0.
    largest : ndarray of shape (F,)
        The supremum of the loss's size over all w.
    where : ndarray of shape (F,)
        The weight where it is taken; -inf where it is only approached.
    event_active, event_empty : ndarray of shape (F,)
        Pr[-0.05 <= w <= 0.05] for each data set, exactly.
    """

    plan: Plan
    strength: Floats
    weights: Floats
    active: Floats
    empty: Floats
    loss: Floats
    at_zero: Floats
    largest: Floats
    where: Floats
    event_active: Floats
    event_empty: Floats


def counterexample_sweep(
    epsilon: ArrayLike,
    n: ArrayLike,
    regularization: ArrayLike,
    *,
    mode: Mode = "printed",
    weights: ArrayLike | None = None,
) -> Counterexample:
    """Densities and losses of the two neighbours along any axis; the first three arguments broadcast to (F,).

    Parameters
    ----------
    epsilon : array_like of shape (F,)
        ε in nats, finite and > 0.
    n : array_like of int, shape (F,)
        Number of records, >= 1.
    regularization : array_like of shape (F,)
        λ, finite and > 0.
    mode : {"printed", "corrected", "tight"}
        See `objective_plan`.
    weights : array_like of shape (m,), optional
        Where densities and losses are wanted; by default 321 places from -8 to 8.

    Returns
    -------
    Counterexample

    Notes
    -----
    Source: LR-6. Each w comes from exactly one b: ``b(w) = -a w + σ(-w)`` with the active record and ``-a w`` without,
    where ``a = n (λ + Δ)``. The supremum is found on the stretch between the two kinks, where the loss can peak; to the
    left of it the loss falls towards -ε'/2 and never gets there.

    Examples
    --------
    >>> found = counterexample_sweep([0.1], [100], [0.01])
    >>> found.at_zero.round(6).tolist(), found.largest.round(6).tolist()
    ([0.198144], [0.235334])
    """
    eps, size, reg = settings(epsilon, n, regularization)
    at = np.linspace(-8, 8, 321) if weights is None else _check.finite("weights", weights)
    if at.ndim != 1 or not at.size:
        raise ValueError(f"weights must have shape (m,); got {at.shape}")
    plan = objective_plan(eps, size, reg, mode=mode)
    a = np.asarray(size * (reg + plan.extra))
    t = np.asarray(plan.scale)
    quiet = np.log(a / (2 * t))[:, None] - np.abs(a[:, None] * at) / t[:, None]
    loss = _loss(at[None, :], a[:, None], t[:, None])
    top, where = _supremum(a, t)
    ends = np.array([-EVENT, EVENT])
    return Counterexample(
        plan=plan,
        strength=a,
        weights=at,
        active=np.exp(quiet + loss),
        empty=np.exp(quiet),
        loss=loss,
        at_zero=_loss(np.zeros(1), a, t),
        largest=top,
        where=where,
        event_active=_between(-_noise_at(ends, a[:, None]) / t[:, None]),
        event_empty=_between(ends * a[:, None] / t[:, None]),
    )


def simulate_counterexample(
    strength: ArrayLike, scale: ArrayLike, size: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Released weights of both neighbours: draw b, then find the minimiser.

    Parameters
    ----------
    strength, scale : array_like of shape (F,)
        n (λ + Δ), and t of the noise; finite and > 0.
    size : int
        Draws a frame, >= 1. All frames and both data sets share their luck.
    rng : numpy.random.Generator
        The source of randomness.

    Returns
    -------
    tuple of two ndarray of shape (F, size)
        With the active record, and without.

    Notes
    -----
    Source: LR-5. The minimiser solves ``a w - σ(-w) + b = 0``, whose left side rises in w: from a table, then by
    Newton's method, to rounding.
    """
    strengths, scales = positives("strength", strength), positives("scale", scale)
    unit = GammaNoise(dim=1, scale=1.0).draw(rng, size)[:, 0]
    # Beyond ±40 the pull is 1 or 0 to the last digit, and the equation is a straight line.
    table = np.linspace(-40.0, 40.0, 801)
    pulled = pull_at(table)
    active, empty = np.empty((len(strengths), len(unit))), np.empty((len(strengths), len(unit)))
    for frame, (a, t) in enumerate(zip(strengths.tolist(), scales.tolist(), strict=True)):
        b = t * unit
        empty[frame] = -b / a
        w = np.interp(-b, a * table - pulled, table)
        w = np.where(w >= 40.0, -b / a, np.where(w <= -40.0, (1.0 - b) / a, w))
        for _ in range(3):
            pull = pull_at(w)
            w -= (a * w + b - pull) / (a + pull * (1 - pull))
        active[frame] = w
    return active, empty


def _noise_at(w: Floats, a: Floats) -> Floats:
    return pull_at(w) - a * w


def _loss(w: Floats, a: Floats, t: Floats) -> Floats:
    pull = pull_at(w)
    shift = np.abs(a * w) - np.abs(pull - a * w)
    return np.asarray(shift / t + np.log1p(pull * (1 - pull) / a))


def _supremum(a: Floats, t: Floats) -> tuple[Floats, Floats]:
    # Where b(w) = 0: the second kink.
    kink, grid = safe_ends(lambda w: a * w > pull_at(w), 1 / a, 0.0), np.linspace(0, 1, 401)
    left, right = np.zeros_like(a), kink
    rows = np.arange(len(a))
    for _ in range(4):
        at = left[:, None] + (right - left)[:, None] * grid
        losses = _loss(at, a[:, None], t[:, None])
        best = losses.argmax(axis=1)
        top, where = losses[rows, best], at[rows, best]
        step = (right - left) / 400
        left, right = np.maximum(where - step, 0), np.minimum(where + step, kink)
    return np.maximum(top, 1 / t), np.where(top >= 1 / t, where, -np.inf)


def _between(ends: Floats) -> Floats:
    """Pr[between the two ends] of the standard Laplace law, shape (F,) from (F, 2)."""
    below = np.where(ends < 0, 0.5 * np.exp(-np.abs(ends)), 1 - 0.5 * np.exp(-np.abs(ends)))
    return np.asarray(below[:, 1] - below[:, 0])
