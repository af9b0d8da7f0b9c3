"""What a student's mechanism tells about one person: its exact loss, or what the auditor finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz.exercises.judge import together
from dpviz.exercises.probes.reading import short
from dpviz.exercises.verdict import require, working
from dpviz.privacy import audit_pairs, privacy_loss


@dataclass(frozen=True)
class _Fetched:
    """A mechanism whose draws the auditor takes all at once; they are made in the order in which it would call."""

    mechanism: Callable[[Any, np.random.Generator], Any]

    def __call__(self, data: Any, rng: np.random.Generator) -> Any:
        return self.mechanism(data, rng)

    def together(
        self, worlds: Sequence[Any], generators: Sequence[np.random.Generator], order: Sequence[int]
    ) -> tuple[list[Any], list[Any]]:
        """Outcomes in each world; `order` says whose turn it is."""
        found: tuple[list[Any], list[Any]] = ([], [])
        calls = list(zip(worlds, generators, strict=True))
        for world, outcome in zip(order, together(self.mechanism, calls, order), strict=True):
            found[world].append(outcome)
        return found


@dataclass(frozen=True)
class Worst:
    """The worst of many neighbouring pairs.

    Parameters
    ----------
    loss : float
        The largest exact loss, in nats.
    pair : tuple
        The two data sets.
    outcome : int
        The outcome that gives them away, by its number.
    """

    loss: float
    pair: tuple[Any, Any]
    outcome: int


def worst_pair(distribution_of: Callable[[Any], ArrayLike], pairs: Iterable[tuple[Any, Any]]) -> Worst:
    """Exact loss of a student's distribution over pairs of neighbours.

    Parameters
    ----------
    distribution_of : callable
        From a data set to the probabilities of its outcomes.
    pairs : iterable of tuple
        Neighbouring data sets.

    Returns
    -------
    Worst
        Loss, pair and outcome.
    """
    worst = Worst(-1.0, (None, None), 0)
    for here, there in pairs:
        p, q = np.asarray(distribution_of(here), dtype=float), np.asarray(distribution_of(there), dtype=float)
        loss = float(privacy_loss(p, q))
        if loss > worst.loss:
            with np.errstate(divide="ignore", invalid="ignore"):
                ratios = np.nan_to_num(np.abs(np.log(p) - np.log(q)), nan=0.0, posinf=np.inf)
            worst = Worst(loss, (here, there), int(np.argmax(ratios)))
    return worst


def _shown(data: Any, neighbour: Any) -> list[tuple[str, str]]:
    """Two data sets as rows; of those too long to be shown, the row that was replaced."""
    rows = [("one data set", short(data)), ("its neighbour", short(neighbour))]
    if rows[0][1] == rows[1][1] or rows[0][1].endswith("…"):
        here, there = np.asarray(data), np.asarray(neighbour)
        if here.shape == there.shape and here.ndim:
            place = int(np.argmax((here != there).reshape(len(here), -1).any(axis=1)))
            many = f"{len(here):,} rows; row {place}, counted from 0, is"
            return [(name, f"{many} {short(of[place])}") for (name, _), of in zip(rows, (here, there), strict=True)]
    return rows


def keeps_promise(
    mechanism: Callable[[Any, np.random.Generator], Any],
    pairs: Sequence[tuple[Any, Any]],
    *,
    epsilon: float,
    rng: np.random.Generator,
    delta: float = 0.0,
    trials: int = 8_000,
    false_alarm: float = 1e-6,
    sentence: str = "Your mechanism gives somebody away: look how much likelier this event is in one data set.",
) -> None:
    """Let the auditor attack a student's mechanism; the check ends with the pair and the event if it breaks.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(data, rng)``.
    pairs : sequence of tuple
        Neighbouring data sets to attack.
    epsilon : float
        What is promised, in nats.
    rng : numpy.random.Generator
        For the draws.
    delta : float, default 0
        What is promised.
    trials : int, default 8000
        Draws in each world, for each pair.
    false_alarm : float, default 1e-6
        Chance to accuse a mechanism that keeps its promise, over all pairs.
    sentence : str
        What the student is told.
    """
    found = audit_pairs(
        _Fetched(mechanism), pairs, epsilon=epsilon, delta=delta, trials=trials, confidence=1 - false_alarm, rng=rng
    )
    evidence = [
        *_shown(found.data, found.neighbour),
        ("the event", found.event),
        ("how often it came", f"{found.counts[0]:,} and {found.counts[1]:,} times of {found.trials:,}"),
        ("its loss", f"at least {found.lower_bound:.3g}; promised: {epsilon:.3g}"),
    ]
    require(not found.violated, working(sentence, evidence))
