"""The exponential mechanism along one axis: every quantity of a lesson for all values of a slider at once.

A sweep takes histograms of shape (F, r) and ε of shape (F,): along ε all histograms are the same, along n
each holds more people than the one before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz.mechanisms.exponential import exponential_laws
from dpviz.mechanisms.neighbours import neighbour_losses
from dpviz.mechanisms.questions import Question, neighbour_changes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_EPSILON = 1e4  # nats; where the search for an exact ε gives up


@dataclass(frozen=True)
class LawSweep:
    """Scores and laws, a frame at a time.

    Attributes
    ----------
    epsilon : ndarray of shape (F,)
        In nats.
    histograms : ndarray of shape (F, r)
        People of each kind.
    n : ndarray of shape (F,)
        How many people.
    scores, log_laws, laws : ndarray of shape (F, m)
    sensitivity : float
        Δu, in people.
    monotonic : bool
        Whether the factor 2 was dropped.
    """

    epsilon: Floats
    histograms: Ints
    n: Ints
    scores: Floats
    log_laws: Floats
    laws: Floats
    sensitivity: float
    monotonic: bool

    @property
    def one_table(self) -> bool:
        """Whether every frame has the same table."""
        return bool((self.histograms == self.histograms[0]).all())


def law_sweep(
    question: Question,
    histograms: Ints,
    epsilon: Floats,
    *,
    neighbouring: str,
    monotonic: bool = False,
) -> LawSweep:
    """Laws of the answer to a question, one a frame.

    Parameters
    ----------
    question : Question
    histograms : ndarray of shape (F, r)
    epsilon : ndarray of shape (F,)
        In nats, > 0.
    neighbouring : {"replace", "add_remove"}
        The relation that the sensitivity is taken for.
    monotonic : bool
        Whether to drop the factor 2; the score must be monotone under this relation.

    Returns
    -------
    LawSweep

    Raises
    ------
    ValueError
        If `monotonic` is asked for where the score is not monotone.

    Notes
    -----
    Source: EXP-1, EXP-2.
    """
    if monotonic and not question.monotonic(neighbouring):
        raise ValueError(
            f"monotonic must be False for {question.name!r} under {neighbouring!r}, where scores move both "
            "ways; got True"
        )
    sensitivity = question.sensitivity(neighbouring)
    scores = question.scores(histograms)
    log_laws = exponential_laws(scores, epsilon, sensitivity=sensitivity, monotonic=monotonic, log=True)
    return LawSweep(
        epsilon=epsilon,
        histograms=histograms,
        n=histograms.sum(axis=1),
        scores=scores,
        log_laws=log_laws,
        laws=np.exp(log_laws),
        sensitivity=sensitivity,
        monotonic=monotonic,
    )


def worst_neighbours(question: Question, sweep: LawSweep, *, neighbouring: str) -> tuple[Floats, Ints]:
    """The exact loss against the worst neighbour of each frame's table, and that neighbour.

    Parameters
    ----------
    question : Question
    sweep : LawSweep
    neighbouring : {"replace", "add_remove"}
        Which tables are neighbours; it need not be the relation the mechanism was calibrated for.

    Returns
    -------
    losses : ndarray of shape (F,)
        In nats: the maximum over every neighbour of this table.
    pairs : ndarray of shape (F, 2)
        The record type that goes and the one that comes; -1 where none does.

    Raises
    ------
    ValueError
        If there are too many neighbours to look at.

    Notes
    -----
    Source: DP-2, for one table and all its neighbours.
    """
    groups = (
        [(0, slice(None))] if sweep.one_table else [(f, slice(f, f + 1)) for f in range(len(sweep.epsilon))]
    )
    losses = np.empty(len(sweep.epsilon))
    pairs = np.empty((len(sweep.epsilon), 2), dtype=np.int64)
    for first, frames in groups:
        moves, changes = neighbour_changes(question, sweep.histograms[first], neighbouring=neighbouring)
        found = neighbour_losses(
            sweep.scores[first],
            changes,
            sweep.epsilon[frames],
            sensitivity=sweep.sensitivity,
            monotonic=sweep.monotonic,
        )
        worst = found.argmax(axis=1)
        losses[frames] = found.max(axis=1)
        pairs[frames] = moves[worst]
    return losses, pairs


def neighbour(histograms: Ints, pairs: Ints) -> Ints:
    """The histograms after one person goes and another comes.

    Parameters
    ----------
    histograms : ndarray of shape (F, r)
    pairs : ndarray of shape (F, 2)
        The record type that goes and the one that comes; -1 where none does.

    Returns
    -------
    ndarray of shape (F, r)

    Raises
    ------
    ValueError
        If somebody is to go who is not there, or nothing changes.
    """
    changed = histograms.copy()
    frames = np.arange(len(pairs))
    goes, comes = pairs[:, 0], pairs[:, 1]
    if (goes == comes).any():
        raise ValueError("a neighbour must differ in one person; got the same record type twice")
    np.subtract.at(changed, (frames[goes >= 0], goes[goes >= 0]), 1)
    np.add.at(changed, (frames[comes >= 0], comes[comes >= 0]), 1)
    if (changed < 0).any():
        frame, kind = (int(i) for i in np.argwhere(changed < 0)[0])
        raise ValueError(
            f"the record type that goes must be in the table; among its first "
            f"{int(histograms[frame].sum()):,} people nobody is of type {kind}"
        )
    return changed


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
    bisection on ln ε finds where it crosses β; sixty halvings leave nothing a float could tell.
    """
    gaps = scores.max(axis=1, keepdims=True) - scores
    far = gaps >= np.round(shortfall, 9)[:, None]
    scale = (1.0 if monotonic else 2.0) * sensitivity

    def missed(epsilon: Floats) -> Floats:
        weights = np.exp(-gaps * (epsilon / scale)[:, None])
        return np.asarray((weights * far).sum(axis=1) / weights.sum(axis=1))

    low, high = np.full(len(beta), np.log(1e-6)), np.full(len(beta), np.log(MOST_EPSILON))
    always, never = missed(np.exp(low)) <= beta, missed(np.exp(high)) > beta
    for _ in range(60):
        middle = (low + high) / 2
        enough = missed(np.exp(middle)) <= beta
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.where(always, 0.0, np.where(never, np.nan, np.exp(high)))


def miss_grid(
    scores: Floats,
    shortfall: Floats,
    epsilon: Floats,
    *,
    sensitivity: float,
    monotonic: bool = False,
) -> Floats:
    """Exact probability to fall short for every ε and every table.

    Parameters
    ----------
    scores : ndarray of shape (H, m)
        One row a table.
    shortfall : ndarray of shape (H,) or (E, H)
    epsilon : ndarray of shape (E,)
    sensitivity : float
    monotonic : bool

    Returns
    -------
    ndarray of shape (E, H)
    """
    laws = exponential_laws(scores, epsilon[:, None], sensitivity=sensitivity, monotonic=monotonic)
    return miss(laws, scores, np.broadcast_to(shortfall, laws.shape[:2]))
