"""The exponential mechanism along one axis: every quantity of a lesson for all values of a slider at once.

A sweep takes histograms of shape (F, r) and ε of shape (F,): along ε all histograms are the same, along n
each holds more people than the one before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz.mechanisms.exponential import exponential_laws
from dpviz.mechanisms.selection import Question, neighbour_changes, neighbour_losses

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


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

    Notes
    -----
    Source: DP-2, for one table and all its neighbours.
    """
    if sweep.one_table:
        moves, changes = neighbour_changes(question, sweep.histograms[0], neighbouring=neighbouring)
        found = _losses(sweep, sweep.scores[0], changes, sweep.epsilon)
    elif question.linear:
        # Scores move alike in every table: search among all kinds of people, then leave out who is not there.
        everybody = np.ones(sweep.histograms.shape[1], dtype=np.int64)
        moves, changes = neighbour_changes(question, everybody, neighbouring=neighbouring)
        found = _losses(sweep, sweep.scores, changes, sweep.epsilon)
        goes = moves[:, 0]
        found[:, goes >= 0] = np.where(sweep.histograms[:, goes[goes >= 0]] > 0, found[:, goes >= 0], -np.inf)
    else:
        each = [_one_table(question, sweep, frame, neighbouring) for frame in range(len(sweep.epsilon))]
        return np.array([loss for loss, _ in each]), np.stack([pair for _, pair in each])
    return found.max(axis=1), moves[found.argmax(axis=1)]


def _one_table(question: Question, sweep: LawSweep, frame: int, neighbouring: str) -> tuple[float, Ints]:
    moves, changes = neighbour_changes(question, sweep.histograms[frame], neighbouring=neighbouring)
    found = _losses(sweep, sweep.scores[frame], changes, sweep.epsilon[frame : frame + 1])[0]
    return float(found.max()), moves[found.argmax()]


def _losses(sweep: LawSweep, scores: Floats, changes: Floats, epsilon: Floats) -> Floats:
    return neighbour_losses(
        scores, changes, epsilon, sensitivity=sweep.sensitivity, monotonic=sweep.monotonic
    )


def neighbour(histograms: Ints, pairs: Ints) -> Ints:
    """The histograms after one person goes and another comes.

    Parameters
    ----------
    histograms : ndarray of shape (F, r)
    pairs : ndarray of shape (F, 2)
        The record type that goes and the one that comes; -1 where none does, twice -1 for no change.

    Returns
    -------
    ndarray of shape (F, r)
    """
    changed = histograms.copy()
    frames = np.arange(len(pairs))
    goes, comes = pairs[:, 0], pairs[:, 1]
    if ((goes == comes) & (goes >= 0)).any():
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
