"""What happened in a run of multiplicative weights, round by round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric import check
from dpviz.queries._weights import Weights
from dpviz.queries.base import Floats, Queries

MOST_ENTRIES = 1 << 24  # of all estimates together: 134 MB of float64


@dataclass(frozen=True, eq=False, kw_only=True)
class Trajectory:
    """A run of T rounds, with every quantity of the potential argument. "State t" is after t rounds, 0 is the start.

    Everything exact in here (`truth`, `answer`, `gap`, `kl`, errors, `probability`) is for the reader of a lesson. What
    a private run publishes is `query`, `sign`, `noisy_answer`, `updated`, and with them `estimate`.

    Attributes
    ----------
    workload : Queries
        The queries before complements are added.
    truth : ndarray of shape (|U|,)
        p.
    eta : float
        η; negative where weight is moved the wrong way.
    query, sign : ndarray of shape (T,)
        The query of each round; sign -1 stands for its complement.
    answer, noisy_answer : ndarray of shape (T,)
        q_t(p), and what was measured of it.
    gap, noisy_gap : ndarray of shape (T,)
        q_t(estimate) - q_t(p), and the same with the measured answer.
    updated : ndarray of bool, shape (T,)
        Whether the estimate was changed. Only the last round may have left it as it was.
    drop, hoeffding_bound, standard_bound : ndarray of shape (T,)
        How much KL(p || estimate) fell, in nats, and the two lower bounds; 0 and NaN where there was no update.
    probability, close, best_gap : ndarray of shape (T,)
        Probability of the signed query that was chosen, and of a choice at most α short of the largest gap of any
        signed query, which is `best_gap`.
    kl, max_error, mean_error : ndarray of shape (T + 1,)
        KL(p || estimate) in nats, and the largest and the mean error of the k queries, in each state.
    estimate : ndarray of shape (|U|,)
        The last state.
    stopped : bool
        True if the run stopped by itself, False if its rounds were used up.
    """

    workload: Queries
    truth: Floats
    eta: float
    query: NDArray[np.int64]
    sign: NDArray[np.int64]
    answer: Floats
    noisy_answer: Floats
    gap: Floats
    noisy_gap: Floats
    updated: NDArray[np.bool_]
    drop: Floats
    hoeffding_bound: Floats
    standard_bound: Floats
    probability: Floats
    close: Floats
    best_gap: Floats
    kl: Floats
    max_error: Floats
    mean_error: Floats
    estimate: Floats
    stopped: bool

    @property
    def rounds(self) -> int:
        """T, rounds that took place, a last one without an update included."""
        return len(self.query)

    @property
    def updates(self) -> int:
        """Rounds that changed the estimate."""
        return int(self.updated.sum())

    @cached_property
    def answers(self) -> Floats:
        """The answers of all k queries on the last estimate: what the run releases."""
        return self.workload._answers(self.estimate)

    def query_name(self, t: int) -> str:
        """The query of round t (1 is the first) in words."""
        return self.workload.name(*self._signed(t))

    def query_values(self, t: int) -> Floats:
        """The query of round t (1 is the first) on every cell."""
        return self.workload.values(*self._signed(t))

    def _signed(self, t: int) -> tuple[int, int]:
        t = check.count("t", t, most=self.rounds)
        return int(self.query[t - 1]), int(self.sign[t - 1])

    def states(self) -> Iterator[Floats]:
        """The estimate in state 0, 1, …, T, replayed from the choices: a new array of shape (|U|,) each time."""
        weights = Weights(self.workload.size)
        yield weights.array.copy()
        for query, sign, updated in zip(self.query.tolist(), self.sign.tolist(), self.updated.tolist(), strict=True):
            if updated:
                weights.tilt_query(self.workload, query, -self.eta * sign)
            yield weights.normalise().copy()

    def estimate_at(self, t: int) -> Floats:
        """The estimate in state t, from 0 to T, shape (|U|,)."""
        t = check.count("t", t, least=0, most=self.rounds)
        if t == self.rounds:
            return self.estimate
        return next(islice(self.states(), t, None))

    @cached_property
    def estimates(self) -> Floats:
        """The estimate in every state, shape (T + 1, |U|)."""
        entries = (self.rounds + 1) * self.workload.size
        if entries > MOST_ENTRIES:
            raise ValueError(
                f"all estimates together must be at most {MOST_ENTRIES} numbers; got {entries}: "
                "take states() or estimate_at(t)"
            )
        return np.array(list(self.states()))
