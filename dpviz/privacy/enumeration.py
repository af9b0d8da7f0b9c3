"""The exact worst case of a mechanism with finitely many outcomes, by looking at every neighbouring pair."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpviz._numeric import check
from dpviz.privacy.distributions import as_log_distribution
from dpviz.privacy.loss import check_epsilon, excess, log_ratios

Records = tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class WorstCase:
    """What the enumeration of all neighbouring pairs found.

    Attributes
    ----------
    loss : float
        The largest privacy loss over all pairs, in nats; may be infinite.
    pair : tuple of two tuples of records
        Two neighbours that attain `loss`; `event` is more probable on the first.
    event : tuple of int
        The outcome, by its index, whose ratio of probabilities is e^loss.
    epsilon : float or None
        The ε that `delta` belongs to.
    delta : float or None
        The least δ with which all pairs satisfy (ε, δ); None when no ε was given.
    delta_pair : tuple of two tuples of records, or None
        Two neighbours that attain `delta`; they need not be `pair`.
    delta_event : tuple of int or None
        The outcomes whose total probability on the first of `delta_pair` exceeds e^ε times that on the second
        by `delta`. Empty when `delta` is 0.
    neighbouring : str
        The relation: ``"replace"`` or ``"add_remove"``.
    n : int
        Records in a data set. Under ``"add_remove"`` one of each pair has n - 1.
    cases : int
        How many neighbouring pairs were compared.
    """

    loss: float
    pair: tuple[Records, Records]
    event: tuple[int, ...]
    epsilon: float | None
    delta: float | None
    delta_pair: tuple[Records, Records] | None
    delta_event: tuple[int, ...] | None
    neighbouring: str
    n: int
    cases: int

    @property
    def sentence(self) -> str:
        """Which outcome attains the loss, in words."""
        here, there = (list(data) for data in self.pair)
        outcome = self.event[0]
        if math.isinf(self.loss):
            return f"Outcome {outcome} is possible on {here} and impossible on {there}: the loss is infinite."
        if self.loss == 0:
            return "Every outcome is equally probable on every two neighbours: the loss is 0."
        return (
            f"Outcome {outcome} is e^{self.loss:.6g} times as probable on {here} as on {there}: "
            f"the loss is {self.loss:.6g} nats."
        )


def worst_case(
    distribution: Callable[[Records], ArrayLike],
    records: Sequence[Hashable],
    n: int,
    *,
    neighbouring: str,
    epsilon: float | None = None,
    max_cases: int = 200_000,
    log: bool = False,
) -> WorstCase:
    """Exact privacy loss of a mechanism over all neighbouring data sets of size n (DP-2).

    Every multiset of n records is a data set. Under ``"replace"`` it is compared with every data set that
    differs in one record; under ``"add_remove"`` with every data set of n - 1 records got by deleting one
    (for n = 1, the empty data set). To cover all sizes up to N, ask once for each n. Each pair of neighbours shares n -
    1 records, so the pairs are found by adding every record to every multiset of n - 1: no pair is met twice.

    Parameters
    ----------
    distribution : callable
        Takes a data set, a tuple of records, and returns the probabilities of the m outcomes, shape (m,), with
        the same m for every data set. It must not depend on the order of the records: one order of each
        multiset is tried. Under ``"add_remove"`` with n = 1 it is called with ``()``.
    records : sequence
        Every record a person could have (features and label together), listed once each (a repetition only costs time).
    n : int
        Number of records in a data set, >= 1; all data sets are held in memory, 10^8 records at most.
    neighbouring : {"replace", "add_remove"}
        The neighbouring relation.
    epsilon : float, optional
        ε in nats, finite and >= 0, at which the least δ is wanted too.
    max_cases : int, default 200000
        The most neighbouring pairs to compare; above it nothing is computed.
    log : bool, default False
        Set it when `distribution` returns natural logarithms of probabilities.

    Returns
    -------
    WorstCase
        ``.loss``, ``.delta``, and the ``.pair`` and ``.event`` that attain the loss.

    Examples
    --------
    >>> def respond(data):  # keep the one bit with probability 3/4
    ...     return [0.75, 0.25] if data == (0,) else [0.25, 0.75]
    >>> found = worst_case(respond, [0, 1], 1, neighbouring="replace", epsilon=1.0)
    >>> round(found.loss, 9), round(found.delta, 9)
    (1.098612289, 0.070429543)
    """
    check.function("distribution", distribution)
    universe, log = check.items("records", records, "possible records, in a list"), check.flag("log", log)
    n = check.count("n", n)
    replace = check.relation(neighbouring) == "replace"
    max_cases = check.count("max_cases", max_cases)
    eps = None if epsilon is None else _one_epsilon(epsilon)
    size = len(universe)
    if size < (2 if replace else 1):
        need = "2 records (with one, nothing can be replaced)" if replace else "1 record"
        raise ValueError(f"records must hold at least {need}; got {size}")
    cores = math.comb(size + n - 2, n - 1)
    cases = cores * (math.comb(size, 2) if replace else size)
    if cases > max_cases:
        raise ValueError(
            f"max_cases must be at least the number of neighbouring pairs; got {max_cases}, with {cases} pairs "
            f"of data sets of {n} out of {size} possible records"
        )
    sets = math.comb(size + n - 1, n)
    if sets * n > check.MOST_ENTRIES:
        raise ValueError(
            f"n must be such that all data sets together hold at most {check.MOST_ENTRIES} records; "
            f"got {sets} data sets of {n}"
        )

    distributions = _Distributions(distribution, universe, log)
    loss, delta = _Best(), _Best()
    for core in combinations_with_replacement(range(size), n - 1):
        extended = [tuple(sorted((*core, record))) for record in range(size)]
        stacked = np.stack([distributions[data] for data in extended])
        if replace:
            rivals = [(extended[i], stacked[i], extended[i + 1 :], stacked[i + 1 :]) for i in range(size - 1)]
        else:
            rivals = [(core, distributions[core], extended, stacked)]
        for data, one, others, many in rivals:
            _compare_loss(loss, data, one, others, many)
            if eps is not None:
                _compare_delta(delta, data, one, others, many, eps)

    return WorstCase(
        loss=loss.value,
        pair=distributions.records(loss.pair),
        event=loss.event,
        epsilon=None if eps is None else float(eps),
        delta=None if eps is None else delta.value,
        delta_pair=None if eps is None else distributions.records(delta.pair),
        delta_event=None if eps is None else delta.event,
        neighbouring=neighbouring,
        n=n,
        cases=cases,
    )


Indices = tuple[int, ...]


class _Distributions:
    """The log-distribution of each multiset of record indices, computed once."""

    def __init__(self, distribution: Callable[[Records], ArrayLike], universe: list[Any], log: bool) -> None:
        self._distribution, self._universe, self._log = distribution, universe, log
        self._known: dict[Indices, NDArray[np.float64]] = {}
        self._outcomes: int | None = None

    def __getitem__(self, data: Indices) -> NDArray[np.float64]:
        if data not in self._known:
            named = self._named(data)
            found = as_log_distribution(f"distribution({named!r})", self._distribution(named), log=self._log)
            if found.ndim != 1:
                raise ValueError(f"distribution({named!r}) must have shape (m,); got {found.shape}")
            if self._outcomes is None:
                self._outcomes = found.size
            if found.size != self._outcomes:
                raise ValueError(
                    f"distribution({named!r}) must have the {self._outcomes} outcomes of the other data sets; "
                    f"got {found.size}"
                )
            self._known[data] = found.copy()  # logarithms may be in an array that is used again
        return self._known[data]

    def _named(self, data: Indices) -> Records:
        return tuple(self._universe[index] for index in data)

    def records(self, pair: tuple[Indices, Indices]) -> tuple[Records, Records]:
        return self._named(pair[0]), self._named(pair[1])


@dataclass
class _Best:
    """The largest value met so far, and where."""

    value: float = -1.0
    pair: tuple[Indices, Indices] = ((), ())
    event: tuple[int, ...] = ()


def _compare_loss(
    best: _Best, data: Indices, one: NDArray[np.float64], others: list[Indices], many: NDArray[np.float64]
) -> None:
    ratios = log_ratios(one, many)
    sizes = np.abs(ratios)
    row, outcome = np.unravel_index(int(np.argmax(sizes)), sizes.shape)
    if sizes[row, outcome] > best.value:
        best.value = float(sizes[row, outcome])
        pair = (data, others[row])
        best.pair = pair if ratios[row, outcome] >= 0 else pair[::-1]
        best.event = (int(outcome),)


def _compare_delta(
    best: _Best,
    data: Indices,
    one: NDArray[np.float64],
    others: list[Indices],
    many: NDArray[np.float64],
    epsilon: NDArray[np.float64],
) -> None:
    for forwards in (True, False):
        deltas = excess(one, many, epsilon) if forwards else excess(many, one, epsilon)
        row = int(np.argmax(deltas))
        if deltas[row] > best.value:
            best.value = float(deltas[row])
            best.pair = (data, others[row]) if forwards else (others[row], data)
            ratios = log_ratios(one, many[row]) if forwards else log_ratios(many[row], one)
            best.event = tuple(int(i) for i in np.flatnonzero(ratios > epsilon))


def _one_epsilon(epsilon: object) -> NDArray[np.float64]:
    if np.ndim(epsilon) != 0:  # type: ignore[arg-type]
        raise TypeError(f"epsilon must be one finite number >= 0; got {epsilon!r}")
    return check_epsilon(epsilon)  # type: ignore[arg-type]
