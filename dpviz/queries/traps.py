"""Private multiplicative weights with one known slip at a time, to see what it breaks. For teaching only.

Each slip is found in print or in code. What comes out says what was claimed and what was truly paid; nothing in here
is a private mechanism.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpviz._numeric import check
from dpviz.mechanisms.laplace import laplace_noise
from dpviz.queries._rounds import by_gumbel, follow
from dpviz.queries.base import Queries
from dpviz.queries.budget import Mode, Plan, learning_rate, make_plan
from dpviz.queries.private import queries
from dpviz.queries.trajectory import Trajectory

TRAPS: dict[str, str] = {
    "none": "No slip: the algorithm as it should be.",
    "wrong_sign": "The update multiplies by e^(+ηq): weight moves towards what is already answered too high.",
    "inverted_rate": "The choice weighs by exp(n gap / (2 ε₀)), not by exp(ε₀ n gap / 2): 1/ε₀ is spent a round.",
    "laplace_without_n": "The noise on a fraction has scale 1/ε₀ instead of 1/(ε₀ n): it drowns every answer.",
    "sensitivity_forgotten": "The selection forgets that a gap moves by 1/n only: it chooses almost at random.",
    "exact_answers": "The chosen query is measured without noise: no ε covers that.",
    "absolute_score": "The choice is by |gap|, without complements: an under-estimate is chosen, and ends the run.",
    "log2": "L is computed with log2 instead of ln: 1.44 times as many rounds share ε.",
    "mixed_modes": "η = α with the L of η = 4α: the rounds can run out before the estimate is good.",
    "error_alpha": "The error promised is α instead of 4α.",
}


@dataclass(frozen=True, eq=False, kw_only=True)
class TrapRun(Trajectory):
    """A run with a slip in it.

    Attributes
    ----------
    trap, what : str
        Its name in `TRAPS`, and what is wrong, in a sentence.
    epsilon_claimed, epsilon_paid : float
        What the run's author believes to spend, and what its steps cost by basic composition under ``"replace"``:
        infinite for exact answers.
    promised_error : float
        The error that the author believes in.
    n, alpha, plan
        As in `PrivateRun`; the plan is the author's.
    """

    trap: str
    what: str
    epsilon_claimed: float
    epsilon_paid: float
    promised_error: float
    n: int
    alpha: float
    plan: Plan

    @property
    def private(self) -> bool:
        """Whether the claim about ε holds, up to rounding."""
        return self.epsilon_paid <= self.epsilon_claimed * (1 + 1e-9)

    @property
    def kept(self) -> bool:
        """Whether this run ended within the error that was promised."""
        return bool(self.stopped and self.max_error[-1] <= self.promised_error)


def run_with_trap(
    trap: str,
    histogram: ArrayLike,
    workload: Queries,
    n: int,
    rng: np.random.Generator,
    *,
    epsilon: float,
    alpha: float,
    mode: Mode = "standard",
) -> TrapRun:
    """One run with one slip of `TRAPS` (or ``"none"``), with the random numbers of the right algorithm (PMW-11).

    The rest is as for `PrivateMultiplicativeWeights`, with δ = 0, and its `run`.
    """
    check.one_of("trap", trap, tuple(TRAPS))
    truth = queries(workload).distribution(histogram, n)
    check.generator(rng)
    epsilon = check.positive("epsilon", epsilon)
    plan = make_plan(workload.size, alpha, epsilon, 0.0, "optimal" if trap == "mixed_modes" else mode, "basic")
    eta, rounds = plan.eta, plan.rounds
    if trap == "mixed_modes":
        eta = learning_rate(alpha, "standard")
    if trap == "log2":
        rounds = max(1, math.ceil(plan.mistake_bound / math.log(2.0)))
    each = epsilon / (2 * rounds)
    rate, scale = each * n / 2.0, 1.0 / (each * n)
    if trap == "inverted_rate":
        rate = n / (2.0 * each)
    if trap == "sensitivity_forgotten":
        rate = each / 2.0
    if trap == "laplace_without_n":
        scale = 1.0 / each
    exact = trap == "exact_answers"

    def measure(answer: float) -> float:
        noise = scale * float(laplace_noise(1.0, rng, ()))  # drawn in any case: later draws stay the same
        return answer if exact else answer + noise

    fields = follow(
        truth,
        workload,
        eta=-eta if trap == "wrong_sign" else eta,
        rounds=rounds,
        select=by_gumbel(rate, alpha, rng),
        measure=measure,
        threshold=2.0 * alpha,
        absolute=trap == "absolute_score",
    )
    # A gap and an answer both move by at most 1/n.
    paid = math.inf if exact else rounds * (2.0 * rate / n + 1.0 / (n * scale))
    return TrapRun(
        **fields,
        trap=trap,
        what=TRAPS[trap],
        epsilon_claimed=epsilon,
        epsilon_paid=paid,
        promised_error=alpha if trap == "error_alpha" else 4.0 * alpha,
        n=int(n),
        alpha=alpha,
        plan=plan,
    )
