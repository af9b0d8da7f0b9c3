"""Private multiplicative weights, as in the theorem: choose, measure, check, update, and stop."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.mechanisms import ExponentialMechanism
from dpviz.mechanisms._arguments import as_scores
from dpviz.mechanisms.laplace import laplace_noise
from dpviz.queries._rounds import by_gumbel, follow
from dpviz.queries.base import Floats, Queries
from dpviz.queries.budget import COMPOSITIONS, MODES, Composition, Mode, Plan, epsilon_per_round, make_plan
from dpviz.queries.trajectory import Trajectory


@dataclass(frozen=True, eq=False, kw_only=True)
class PrivateRun(Trajectory):
    """A private run: a `Trajectory`, its budget, and n.

    Attributes
    ----------
    n : int
        Records, public.
    alpha : float
        α; the promise is an error of at most 4α.
    plan : Plan
        Learning rate, mistake bound, and how ε was split, known before the data was seen.
    """

    n: int
    alpha: float
    plan: Plan

    @property
    def epsilon(self) -> float:
        """ε of the whole run under ``"replace"``; stopping early does not lower it."""
        return self.plan.epsilon

    @property
    def delta(self) -> float:
        """δ of the whole run."""
        return self.plan.delta

    @property
    def epsilon_round(self) -> float:
        """ε₀ of each of the two steps of a round."""
        return self.plan.epsilon_round

    @cached_property
    def target(self) -> float:
        """4α: the error promised when the run stops and n is large enough."""
        return 4.0 * self.alpha

    def selection_distribution(self, t: int) -> tuple[Floats, Floats]:
        """How round t, from 1 to T, chose: the gap and the probability of every signed query, in ``workload.closure``'s
        order.
        """
        t = check.count("t", t, most=self.rounds)
        gaps = signed_gaps(self.workload, self.estimate_at(t - 1), self.truth)
        return gaps, selection_distribution(gaps, epsilon_round=self.epsilon_round, n=self.n)


def signed_gaps(workload: Queries, estimate: ArrayLike, truth: ArrayLike) -> Floats:
    """q(estimate) - q(p) for every query and complement, shape (|Q|,), in the order of ``workload.closure`` (PMW-1).

    Of two distributions, shape (|U|,). The largest is the largest absolute error of the k queries.
    """
    difference = queries(workload)._answers(workload.checked_distribution("estimate", estimate))
    difference -= workload._answers(workload.checked_distribution("truth", truth))
    index, sign = workload.closure
    return difference[index] * sign


def selection_distribution(gaps: ArrayLike, *, epsilon_round: float, n: int) -> Floats:
    """The distribution of a round's choice: probability proportional to ``exp(ε₀ n gap / 2)`` (PMW-6, EXP-1).

    `gaps`, shape (..., |Q|), are fractions: each moves by at most 1/n when one record is replaced. They are not taken
    absolute: the complements stand for the other sign.
    """
    epsilon = check.positive("epsilon_round", epsilon_round)
    mechanism = ExponentialMechanism(epsilon=epsilon, sensitivity=1.0 / check.count("n", n))
    return mechanism.probabilities(as_scores(gaps, "gaps"))


@dataclass(frozen=True)
@check.fields(
    epsilon=check.positive,
    alpha=check.fraction,
    delta=check.slack,
    mode=check.word(MODES),
    composition=check.word(COMPOSITIONS),
)
class PrivateMultiplicativeWeights:
    """Learn a distribution privately, well enough to answer every query of a workload (PMW-6, PMW-7, PMW-8).

    Each of at most L rounds chooses a query that is answered too high (exponential mechanism, ε₀), measures the true
    answer (Laplace noise, ε₀), and, if the measured gap is above 2α, moves weight away from the query's cells; else it
    stops. The whole run is ε-private, or (ε, δ)-private, under ``"replace"``: n is public. Drawn with ordinary floats:
    for teaching, not for protecting data (CONV-7).

    Parameters
    ----------
    epsilon : float
        ε of the whole run in nats, finite and > 0.
    alpha : float
        α in (0, 1). What is promised, for n large enough, is an error of at most 4α: see `pmw_size`.
    delta : float, default 0
        δ in [0, 1).
    mode : {"standard", "optimal"}
        Learning rate α with L = 4 ln|U|/α², or learning rate 4α with L = ln|U|/(2α²). Never one of each.
    composition : {"better", "basic", "solved", "closed"}
        How ε₀ is found; see `epsilon_per_round`.

    Examples
    --------
    >>> from dpviz.queries import Marginals
    >>> pairs = Marginals(bits=4, order=2)
    >>> histogram = np.zeros(16, dtype=int)
    >>> histogram[[3, 12]] = 40_000, 10_000
    >>> run = PrivateMultiplicativeWeights(1.0, 0.1, mode="optimal").run(
    ...     histogram, pairs, 50_000, np.random.default_rng(1))
    >>> run.stopped, bool(run.max_error[-1] <= 4 * 0.1), run.plan.rounds
    (True, True, 139)
    """

    epsilon: float
    alpha: float
    _: KW_ONLY
    delta: float = 0.0
    mode: Mode = "standard"
    composition: Composition = "better"

    def __post_init__(self) -> None:
        # What cannot be composed is told now, not when the data is there.
        epsilon_per_round(self.epsilon, 1, delta=self.delta, composition=self.composition)

    def plan(self, universe: int) -> Plan:
        """Learning rate, mistake bound and ε₀ over a universe of so many cells, at least 1."""
        return make_plan(universe, self.alpha, self.epsilon, self.delta, self.mode, self.composition)

    def run(self, histogram: ArrayLike, workload: Queries, n: int, rng: np.random.Generator) -> PrivateRun:
        """Run it once, on a histogram of |U| cells, whose sum n is public; complements of the queries are added here.

        Each round takes the same numbers from `rng` whatever ε is, so that runs from equal generators differ by ε only.
        """
        truth = queries(workload).distribution(histogram, n)
        return self._run(truth, workload, int(n), check.generator(rng))

    def _run(self, truth: Floats, workload: Queries, n: int, rng: np.random.Generator) -> PrivateRun:
        plan = self.plan(workload.size)
        each = plan.epsilon_round
        scale = 1.0 / (each * n)
        fields = follow(
            truth,
            workload,
            eta=plan.eta,
            rounds=plan.rounds,
            # A gap is a fraction and moves by at most 1/n, hence ε₀ n / 2.
            select=by_gumbel(each * n / 2.0, self.alpha, rng),
            measure=lambda answer: answer + float(laplace_noise(scale, rng, ())),
            threshold=2.0 * self.alpha,
        )
        return PrivateRun(**fields, n=n, alpha=self.alpha, plan=plan)


def queries(workload: object) -> Queries:
    """The workload, if it is one."""
    if not isinstance(workload, Queries):
        raise TypeError(f"workload must be a Workload or Marginals; got {type(workload).__name__}")
    return workload
