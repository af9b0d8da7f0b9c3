"""How far from the best, along one axis: exact tails, bounds, and the bound solved for what is unknown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz._solve import safe_ends
from dpviz.mechanisms.accuracy import shortfall_bound, shortfall_quantile, tail, tail_bound
from dpviz.mechanisms.exponential import exponential_laws
from dpviz.mechanisms.planning import beta_for, epsilon_for, size_for
from dpviz.mechanisms.selection import Question
from dpviz.mechanisms.sweep import LawSweep

Floats = NDArray[np.float64]

MOST_EPSILON = 1e4  # nats; where the search for an exact ε gives up


@dataclass(frozen=True)
class TailSweep:
    """The tail of the shortfall, a frame at a time.

    Attributes
    ----------
    shares : ndarray of shape (G,)
        Shortfalls t as a share of n.
    exact, bound, refined : ndarray of shape (F, G)
        Probability of a shortfall of at least t, and what the theorem says of it.
    at_alpha : ndarray of shape (F, 3)
        Exact, bound and refined at the shortfall αn.
    within : ndarray of shape (F, 3)
        Shortfall in people that is exceeded with probability at most β: exact, bound, refined.
    alpha, beta : ndarray of shape (F,)
    """

    shares: Floats
    exact: Floats
    bound: Floats
    refined: Floats
    at_alpha: Floats
    within: Floats
    alpha: Floats
    beta: Floats


def tail_sweep(sweep: LawSweep, alpha: Floats, beta: Floats, *, size: int = 121) -> TailSweep:
    """Exact tails against the bound and its refined form.

    Parameters
    ----------
    sweep : LawSweep
        F laws.
    alpha, beta : ndarray of shape (F,)
        Shortfall as a fraction of n, and failure probability.
    size : int
        How many shortfalls each tail is taken at.

    Returns
    -------
    TailSweep

    Notes
    -----
    Source: EXP-3, its refined and its inverse form.
    """
    epsilon, delta, monotonic = sweep.epsilon, sweep.sensitivity, sweep.monotonic
    gaps = sweep.scores.max(axis=1, keepdims=True) - sweep.scores
    m, optimal = gaps.shape[1], (gaps == 0).sum(axis=1)
    # A little beyond the worst candidate, and never a picture of no width.
    shares = np.linspace(0, max(1.02 * float((gaps / sweep.n[:, None]).max()), 0.02), size)
    t = shares * sweep.n[:, None]
    aim = np.round(alpha * sweep.n, 9)
    laws = list(zip(sweep.laws, sweep.scores, strict=True))
    plain = {"t": t, "candidates": m, "epsilon": epsilon[:, None], "sensitivity": delta}
    at_aim = {"t": aim, "candidates": m, "epsilon": epsilon, "sensitivity": delta}
    return TailSweep(
        shares=shares,
        exact=np.stack([tail(p, u, s) for (p, u), s in zip(laws, t, strict=True)]),
        bound=_bound(**plain, monotonic=monotonic),
        refined=_bound(**plain, optimal=optimal[:, None], monotonic=monotonic),
        at_alpha=np.stack(
            [
                miss(sweep.laws, sweep.scores, aim),
                _bound(**at_aim, monotonic=monotonic),
                _bound(**at_aim, optimal=optimal, monotonic=monotonic),
            ],
            axis=1,
        ),
        within=np.stack(
            [
                np.array([shortfall_quantile(p, u, b) for (p, u), b in zip(laws, beta, strict=True)]),
                np.asarray(shortfall_bound(beta, m, epsilon, delta, monotonic=monotonic)),
                np.asarray(shortfall_bound(beta, m, epsilon, delta, optimal=optimal, monotonic=monotonic)),
            ],
            axis=1,
        ),
        alpha=alpha,
        beta=beta,
    )


@dataclass(frozen=True)
class Solution:
    """What is needed, by the bound and exactly, a frame at a time.

    Attributes
    ----------
    unknown : {"epsilon", "n", "beta"}
    grid : ndarray of shape (G,)
        ε or n along the picture; for β, ε.
    exact, bound : ndarray of shape (F, G)
        Probability to fall short by αn or more at each place of the grid; NaN where the table has no such n.
    answer_exact, answer_bound : ndarray of shape (F,)
        The solved value. Exact: 0 where every ε will do, NaN where nothing on this table does.
    now : ndarray of shape (F, 2)
        Probability to fall short at each frame's own ε and n: exact, and by the bound.
    people : int
        How many people the table has.
    alpha, beta : ndarray of shape (F,)
    """

    unknown: str
    grid: Floats
    exact: Floats
    bound: Floats
    answer_exact: Floats
    answer_bound: Floats
    now: Floats
    people: int
    alpha: Floats
    beta: Floats


def solve_epsilon(sweep: LawSweep, alpha: Floats, beta: Floats, *, grid: Floats, people: int) -> Solution:
    """The ε that is needed, for each frame's table, α and β.

    Parameters
    ----------
    sweep : LawSweep
        F laws; their ε do not matter.
    alpha, beta : ndarray of shape (F,)
    grid : ndarray of shape (G,)
        ε in nats, increasing.
    people : int
        How many people the whole table has.

    Returns
    -------
    Solution

    Notes
    -----
    Source: EXP-3, inverse form.
    """
    exact, bound = _along_epsilon(sweep, alpha, grid)
    aim = np.round(alpha * sweep.n, 9)
    needed = epsilon_for(
        alpha=alpha,
        beta=beta,
        n=sweep.n,
        candidates=sweep.scores.shape[1],
        sensitivity=sweep.sensitivity,
        monotonic=sweep.monotonic,
    )
    truth = exact_epsilon(sweep.scores, aim, beta, sensitivity=sweep.sensitivity, monotonic=sweep.monotonic)
    now = _now(sweep, alpha)
    return Solution("epsilon", grid, exact, bound, truth, np.asarray(needed), now, people, alpha, beta)


def solve_beta(sweep: LawSweep, alpha: Floats, beta: Floats, *, grid: Floats, people: int) -> Solution:
    """The failure probability β that is left, for each frame's table, ε and α; see `solve_epsilon`."""
    exact, bound = _along_epsilon(sweep, alpha, grid)
    now = _now(sweep, alpha)
    return Solution("beta", grid, exact, bound, now[:, 0], now[:, 1], now, people, alpha, beta)


def solve_size(
    question: Question, sweep: LawSweep, alpha: Floats, beta: Floats, *, grid: Floats, people: int
) -> Solution:
    """The n that is needed, for each frame's ε, α and β.

    Exactly means: the first size on the grid from which on every larger one on the grid is enough too, with
    the people in the order the question has them.

    Parameters
    ----------
    question : Question
    sweep : LawSweep
        F laws; their n do not matter.
    alpha, beta : ndarray of shape (F,)
    grid : ndarray of shape (G,)
        Whole numbers of people, increasing; those above `people` are drawn for the bound only.
    people : int

    Returns
    -------
    Solution

    Notes
    -----
    Source: EXP-3, inverse form.
    """
    m, delta, monotonic = sweep.scores.shape[1], sweep.sensitivity, sweep.monotonic
    here = grid[grid <= people].astype(np.int64)
    scores = question.scores(question.running_histograms(here))
    laws = exponential_laws(scores, sweep.epsilon[:, None], sensitivity=delta, monotonic=monotonic)
    each = miss(laws, scores, alpha[:, None] * here)
    exact = np.full((len(alpha), len(grid)), np.nan)
    exact[:, : len(here)] = each
    bound = beta_for(
        alpha=alpha[:, None],
        epsilon=sweep.epsilon[:, None],
        n=grid.astype(np.int64),
        candidates=m,
        sensitivity=delta,
        monotonic=monotonic,
    )
    needed = size_for(
        alpha=alpha, beta=beta, epsilon=sweep.epsilon, candidates=m, sensitivity=delta, monotonic=monotonic
    )
    # Read from the right: enough at this size and at all larger ones.
    held = np.logical_and.accumulate((each <= beta[:, None])[:, ::-1], axis=1)[:, ::-1]
    truth = np.where(held[:, -1], here[held.argmax(axis=1)], np.nan)
    return Solution(
        unknown="n",
        grid=grid,
        exact=exact,
        bound=np.asarray(bound),
        answer_exact=truth,
        answer_bound=np.asarray(needed, dtype=float),
        now=_now(sweep, alpha),
        people=people,
        alpha=alpha,
        beta=beta,
    )


def miss(laws: Floats, scores: Floats, shortfall: Floats) -> Floats:
    """Exact probability to fall short of the best by at least as much, each law with its own shortfall.

    Parameters
    ----------
    laws, scores : ndarray of shape (..., m)
        Broadcast against each other.
    shortfall : ndarray of shape (...)
        In units of the score, rounded to nine digits: ``0.07 * 100`` is meant as 7.

    Returns
    -------
    ndarray of shape (...)

    Notes
    -----
    Source: EXP-3, left-hand side.
    """
    gaps = scores.max(axis=-1, keepdims=True) - scores
    return np.asarray((laws * (gaps >= np.round(shortfall, 9)[..., None])).sum(axis=-1))


def exact_epsilon(
    scores: Floats, shortfall: Floats, beta: Floats, *, sensitivity: float, monotonic: bool = False
) -> Floats:
    """The least ε for which a table's answer falls short that far with probability at most β, exactly.

    Parameters
    ----------
    scores : ndarray of shape (F, m)
    shortfall, beta : ndarray of shape (F,)
    sensitivity : float
    monotonic : bool

    Returns
    -------
    ndarray of shape (F,)
        In nats; 0 where every ε will do, NaN where no ε up to 10,000 does.

    Notes
    -----
    Source: EXP-3. Larger ε moves weight to better candidates, so the probability falls as ε grows and
    bisection on ln ε finds where it crosses β.
    """
    gaps = scores.max(axis=1, keepdims=True) - scores
    far = gaps >= np.round(shortfall, 9)[:, None]
    scale = (1.0 if monotonic else 2.0) * sensitivity

    def missed(epsilon: Floats) -> Floats:
        weights = np.exp(-gaps * (epsilon / scale)[:, None])
        return np.asarray((weights * far).sum(axis=1) / weights.sum(axis=1))

    low, high = np.full(len(beta), np.log(1e-6)), np.full(len(beta), np.log(MOST_EPSILON))
    always, never = missed(np.exp(low)) <= beta, missed(np.exp(high)) > beta
    # A change of ln ε by 1e-16 is none of ε.
    found = np.exp(safe_ends(lambda log: missed(np.exp(log)) <= beta, high, low, tolerance=1e-16))
    return np.where(always, 0.0, np.where(never, np.nan, found))


def _bound(
    *,
    t: Floats,
    candidates: int,
    epsilon: Floats,
    sensitivity: float,
    optimal: NDArray[np.int64] | None = None,
    monotonic: bool,
) -> Floats:
    return np.asarray(tail_bound(t, candidates, epsilon, sensitivity, optimal=optimal, monotonic=monotonic))


def _now(sweep: LawSweep, alpha: Floats) -> Floats:
    bound = beta_for(
        alpha=alpha,
        epsilon=sweep.epsilon,
        n=sweep.n,
        candidates=sweep.scores.shape[1],
        sensitivity=sweep.sensitivity,
        monotonic=sweep.monotonic,
    )
    return np.stack([miss(sweep.laws, sweep.scores, alpha * sweep.n), np.asarray(bound)], axis=1)


def _along_epsilon(sweep: LawSweep, alpha: Floats, grid: Floats) -> tuple[Floats, Floats]:
    """Exact failure and its bound for every frame's table (F) and every ε of the grid (G)."""
    laws = exponential_laws(
        sweep.scores, grid[:, None], sensitivity=sweep.sensitivity, monotonic=sweep.monotonic
    )
    exact = miss(laws, sweep.scores, np.broadcast_to(alpha * sweep.n, laws.shape[:2])).T
    bound = beta_for(
        alpha=alpha[:, None],
        epsilon=grid,
        n=sweep.n[:, None],
        candidates=sweep.scores.shape[1],
        sensitivity=sweep.sensitivity,
        monotonic=sweep.monotonic,
    )
    return exact, np.asarray(bound)
