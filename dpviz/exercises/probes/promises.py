"""What a student's mechanism tells about one person: its exact loss, or what the auditor finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpviz._text import at_least
from dpviz.exercises.judge import together
from dpviz.exercises.probes.reading import short
from dpviz.exercises.verdict import require, working
from dpviz.privacy import audit_pairs, privacy_loss

#: Chance to accuse a mechanism that keeps its promise, over all pairs.
_FALSE_ALARM = 1e-6


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
    """The worst of many neighbouring pairs: its exact loss, in nats, and the number of the outcome that shows it."""

    loss: float
    pair: tuple[Any, Any]
    outcome: int


def worst_pair(distribution_of: Callable[[Any], ArrayLike], pairs: Iterable[tuple[Any, Any]]) -> Worst:
    """The largest exact loss over pairs of neighbours of what gives the probabilities of a data set's outcomes.

    Returns
    -------
    Worst
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
    trials: int,
    sentence: str,
) -> None:
    """Let the auditor attack a student's ``mechanism(data, rng)``, which promises `epsilon` nats, on neighbours.

    It draws `trials` times in each world, for each pair. If the promise is broken, the check ends with the sentence,
    the pair and the event that shows it.
    """
    found = audit_pairs(
        _Fetched(mechanism), pairs, epsilon=epsilon, trials=trials, confidence=1 - _FALSE_ALARM, rng=rng
    )
    evidence = [
        *_shown(found.data, found.neighbour),
        ("the event", found.event),
        ("how often it came", f"{found.counts[0]:,} and {found.counts[1]:,} times of {found.trials:,}"),
        ("its loss", f"at least {at_least(found.lower_bound):.3g}; promised: {epsilon:.3g}"),
    ]
    require(not found.violated, working(sentence, evidence))
