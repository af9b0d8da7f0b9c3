"""Runs on a table: by MWEM with a number of rounds, and as in the theorem."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.data import binary_records, teaching_table
from dpviz.queries import Marginals, PracticalMultiplicativeWeights, PrivateMultiplicativeWeights, run_size
from dpviz.queries.budget import Mode

TURNS = 20  # of practical mode
ALPHA, DELTA = 0.05, 0.0  # of the theorem's run
MODE: Mode = "optimal"
BETA = 0.025  # of either of its two promises


def asked(data: str, bits: int) -> Any:
    people = teaching_table(data)
    attributes = people.attributes[:bits]
    queries = Marginals(bits, 2, names=[a.name for a in attributes])
    histogram = queries.histogram(binary_records(people.table, attributes))
    n = int(histogram.sum())
    return queries, histogram, n


def practical(queries: Marginals, histogram: Any, n: int, epsilon: float, seed: int) -> Any:
    method = PracticalMultiplicativeWeights(epsilon, TURNS, measure="marginal")
    run = method.run(histogram, queries, n, np.random.default_rng(seed))
    states = np.array(list(method.states(run)))
    return run, states


def theorem(queries: Marginals, histogram: Any, n: int, epsilon: float, seed: int) -> Any:
    method = PrivateMultiplicativeWeights(epsilon, ALPHA, mode=MODE, delta=DELTA)
    run = method.run(histogram, queries, n, np.random.default_rng(seed))
    states = run.estimates
    return run, states


table = lru_cache(maxsize=8)(asked)


@dataclass(frozen=True, eq=False)
class Run:
    """One run: the answers of all queries in each state, what each round asked, and why there are no more."""

    run: Any
    answers: NDArray[np.float64]
    chosen: list[str]
    noise: float  # scale of the noise on a measured share
    ended: str
    needed: int  # people that the promise on the error asks for; 0 where there is none


def needed(queries: Marginals, epsilon: float) -> int:
    """How many people the promise on the theorem's error asks for."""
    size, closed = queries.size, queries.closed_size
    return int(run_size(universe=size, closed_size=closed, alpha=ALPHA, beta=BETA, epsilon=epsilon, delta=DELTA,
                        mode=MODE))  # fmt: skip


@lru_cache(maxsize=128)
def run_on(data: str, bits: int, method: str, epsilon: float, seed: int) -> Run:
    queries, histogram, n = table(data, bits)
    if method == "practical":
        run, states = practical(queries, histogram, n, epsilon, seed)
        names = [" and ".join(f"“{queries.attributes[i]}”" for i in queries.sets[c]) for c in run.chosen]
        chosen, cells, least = [f"the marginal table of {name}" for name in names], 2.0, 0
        ended = f"That was the last of {run.rounds} rounds."
    else:
        run, states = theorem(queries, histogram, n, epsilon, seed)
        chosen, cells = [f"“{run.query_name(t)}”" for t in range(1, run.rounds + 1)], 1.0
        least = needed(queries, epsilon)
        gap = f"{100 * run.noisy_gap[-1]:,.0f} %".replace("-", "−")
        stopped = f"The measured gap was {gap}, which is at most 2α = 10 %: the run stopped."
        ended = stopped if run.stopped else f"All {run.rounds:,} rounds are used up."
    return Run(run, queries.answers(states), chosen, cells / (run.epsilon_round * n), ended, least)
