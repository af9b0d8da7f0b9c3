"""Multiplicative weights as used in practice: a fixed number of rounds, and post-processing that squeezes out more.

The privacy is exact; the theorem's promise on the error is not made. A round measures one query or a whole marginal
table, and the measurements may be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.mechanisms import ExponentialMechanism
from dpviz.mechanisms.laplace import laplace_noise
from dpviz.queries._tables import SingleQueries, Tables, WholeTables
from dpviz.queries._weights import Weights
from dpviz.queries.base import Floats, Queries
from dpviz.queries.budget import epsilon_per_round
from dpviz.queries.marginals import Marginals
from dpviz.queries.private import queries


@dataclass(frozen=True, eq=False, kw_only=True)
class PracticalRun:
    """A run of T rounds in practical mode. "State t" is after t rounds.

    Attributes
    ----------
    workload : Queries
        What was asked.
    chosen : tuple of int
        The query (or, with whole marginals, the number of the set in ``workload.sets``) of each round.
    measured : tuple of ndarray
        The noisy fractions measured in each round: one, or 2^l.
    kl, max_error, mean_error : ndarray of shape (T + 1,)
        KL(p || estimate) in nats, and the largest and the mean error of the k queries, in each state.
    estimate : ndarray of shape (|U|,)
        The released distribution.
    epsilon, epsilon_round : float
        The guarantee of the whole run under ``"replace"``, and ε₀ of each of the two steps of a round.
    n : int
        Records, public.
    """

    workload: Queries
    chosen: tuple[int, ...]
    measured: tuple[Floats, ...]
    kl: Floats
    max_error: Floats
    mean_error: Floats
    estimate: Floats
    epsilon: float
    epsilon_round: float
    n: int

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.chosen)

    @cached_property
    def answers(self) -> Floats:
        """The answers of all k queries on the estimate: what the run releases."""
        return self.workload._answers(self.estimate)


@dataclass(frozen=True)
@check.fields(
    epsilon=check.positive,
    rounds=check.whole(most=10**6),
    measure=check.word(("query", "marginal")),
    replays=check.whole(least=0),
)
class PracticalMultiplicativeWeights:
    """Practical mode: T rounds whatever happens, private for exactly ε, with no promise on the error.

    Each round rescales the estimate so that it agrees with what was measured, brought back to a distribution first.
    Source: PMW-6, PMW-7, DP-4, QR-3. Whole marginals and replaying are those of Hardt, Ligett and
    McSherry, "A simple and practical algorithm for differentially private data release" (2012), as remembered.

    Parameters
    ----------
    epsilon : float
        ε of the whole run under ``"replace"``, in nats, finite and > 0; 2T steps share it.
    rounds : int
        T >= 1.
    measure : {"query", "marginal"}
        ``"query"``: one query, whose answer moves by at most 1/n. ``"marginal"``: the whole table of a set of
        attributes (needs `Marginals`), chosen by its l1 error; table and score move by at most 2/n, since a replaced
        record leaves one of its cells and enters another.
    replays : int, default 0
        After each round go through all measurements so often again. It only reads what was released: free of charge.
    """

    epsilon: float
    rounds: int
    _: KW_ONLY
    measure: Literal["query", "marginal"] = "query"
    replays: int = 0

    @property
    def epsilon_round(self) -> float:
        """ε₀ of each of the 2T steps."""
        return float(epsilon_per_round(self.epsilon, self.rounds))

    @property
    def sensitivity(self) -> float:
        """Of the score and of what is measured, in records under ``"replace"`` (l1 norm): 1, or 2 for a table."""
        return 1.0 if self.measure == "query" else 2.0

    def run(self, histogram: ArrayLike, workload: Queries, n: int, rng: np.random.Generator) -> PracticalRun:
        """Run it once, as `PrivateMultiplicativeWeights.run`; whole marginals are measured of `Marginals` only."""
        truth = queries(workload).distribution(histogram, n)
        check.generator(rng)
        if self.measure == "marginal" and not isinstance(workload, Marginals):
            raise TypeError(f'workload must be Marginals with measure="marginal"; got {type(workload).__name__}')
        if not workload.binary:
            raise ValueError("workload must have queries that are 0 or 1 on every cell; got others")
        tables = self._tables(workload)
        each = self.epsilon_round
        mechanism = ExponentialMechanism(epsilon=each, sensitivity=self.sensitivity / n)
        scale = self.sensitivity / (each * n)
        exact = workload._answers(truth)
        inside = truth > 0
        entropy = float(truth[inside] @ np.log(truth[inside]))
        weights = Weights(workload.size)
        chosen: list[int] = []
        measured: list[Floats] = []
        goals: list[Floats] = []
        history: list[tuple[float, float, float]] = []

        def note(logs: Floats, answers: Floats) -> None:
            gaps = np.abs(answers - exact)
            history.append((entropy - float(truth[inside] @ logs), float(gaps.max()), float(gaps.mean())))

        answers = workload._answers(weights.array)
        note(weights.logarithms(inside), answers)
        for _ in range(self.rounds):
            gumbel = -np.log(rng.standard_exponential(tables.count))
            which = int((tables.scores(answers - exact) / mechanism.scale + gumbel).argmax())
            noisy = tables.part(exact, which) + laplace_noise(scale, rng, (tables.width(which),))
            chosen.append(which)
            measured.append(noisy)
            goals.append(_on_the_simplex(noisy, n))
            self._absorb(tables, weights, chosen, goals)
            answers = workload._answers(weights.array)
            note(weights.logarithms(inside), answers)
        kl, largest, mean = np.array(history).T
        return PracticalRun(
            workload=workload,
            chosen=tuple(chosen),
            measured=tuple(measured),
            kl=kl,
            max_error=largest,
            mean_error=mean,
            estimate=weights.array,
            epsilon=self.epsilon,
            epsilon_round=each,
            n=int(n),
        )

    def states(self, run: PracticalRun) -> Iterator[Floats]:
        """The estimate in state 0, 1, …, T of a run, from what it published alone (DP-4): a new array of shape (|U|,)
        each time.

        The run was made by a mechanism with these parameters.
        """
        tables = self._tables(check.instance("run", run, PracticalRun).workload)
        weights = Weights(run.workload.size)
        goals = [_on_the_simplex(found, run.n) for found in run.measured]
        yield weights.array.copy()
        for t in range(1, run.rounds + 1):
            self._absorb(tables, weights, run.chosen[:t], goals[:t])
            yield weights.array.copy()

    def _tables(self, workload: Queries) -> Tables:
        if self.measure == "marginal" and isinstance(workload, Marginals):
            return WholeTables(workload)
        return SingleQueries(workload)

    def _absorb(self, tables: Tables, weights: Weights, chosen: Sequence[int], goals: Sequence[Floats]) -> None:
        """Take in the newest measurement, then go through all of them again; the weights are a distribution then."""
        tables.fit(weights, chosen[-1], goals[-1])
        for _ in range(self.replays):
            for old, goal in zip(chosen, goals, strict=True):
                tables.fit(weights, old, goal)
        weights.normalise()


def _on_the_simplex(measured: Floats, n: int) -> Floats:
    """The nearest distribution (in the l2 norm), with some mass everywhere; of one answer, it and the rest."""
    floor = 0.1 / n
    if len(measured) == 1:
        return np.maximum([measured[0], 1.0 - measured[0]], floor).clip(max=1.0 - floor)
    measured = measured - measured.max()  # huge noise must not swallow the 1
    ordered = np.sort(measured)[::-1]
    above = (np.cumsum(ordered) - 1.0) / np.arange(1, len(measured) + 1)
    cut = above[np.flatnonzero(ordered > above)[-1]]
    found = np.maximum(measured - cut, floor)
    return np.asarray(found / found.sum())
