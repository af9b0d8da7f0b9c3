"""Runs on the health table, by the theorem or in practice, in the form that one picture takes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.lessons.multiplicative_weights import people
from dpviz.lessons.multiplicative_weights.parameters import TURNS
from dpviz.queries import Marginals, PracticalMultiplicativeWeights, PracticalRun, PrivateRun, run_size
from dpviz.queries.private_sweep import practical_sweep, private_sweep
from dpviz.scenes.multiplicative_weights.table import TableRun


def table_runs(state: Mapping[str, Any], epsilons: tuple[float, ...]) -> tuple[TableRun, ...]:
    """The run of each ε, with the same luck."""
    if state["method"] == "practical":
        return _practical(state["bits"], state["seed"], epsilons)
    return _theorem(state["bits"], state["seed"], state["alpha"], state["mode"], slack(state), epsilons)


def slack(state: Mapping[str, Any]) -> float:
    """δ where the reader shares ε by advanced composition, else 0."""
    return float(state["delta"]) if state["split"] == "better" else 0.0


@lru_cache(maxsize=4)
def _practical(bits: int, seed: int, epsilons: tuple[float, ...]) -> tuple[TableRun, ...]:
    queries, histogram = people.workload(bits, up_to=False), people.counted(bits)
    n = int(histogram.sum())
    runs = practical_sweep(histogram, queries, n, epsilon=epsilons, rounds=TURNS, seed=seed)
    made: dict[int, TableRun] = {}
    for run in runs:
        if id(run) not in made:
            made[id(run)] = _from_practical(queries, run, n)
    return tuple(made[id(run)] for run in runs)


def _from_practical(queries: Marginals, run: PracticalRun, n: int) -> TableRun:
    method = PracticalMultiplicativeWeights(run.epsilon, run.rounds, measure="marginal", step="fit")
    return TableRun(
        answers=queries.answers(np.array(list(method.states(run)))),
        kl=run.kl,
        max_error=run.max_error,
        mean_error=run.mean_error,
        chosen=tuple(
            "for the table of " + " and ".join(f"“{queries.attributes[i]}”" for i in queries.sets[c])
            for c in run.chosen
        ),
        epsilon=run.epsilon,
        delta=run.delta,
        epsilon_round=run.epsilon_round,
        noise=2.0 / (run.epsilon_round * n),
        ended=f"That was the last of {run.rounds} rounds.",
        needed=0,
    )


@lru_cache(maxsize=4)
def _theorem(
    bits: int, seed: int, alpha: float, mode: Any, delta: float, epsilons: tuple[float, ...]
) -> tuple[TableRun, ...]:
    queries, histogram = people.workload(bits, up_to=False), people.counted(bits)
    n = int(histogram.sum())
    runs = private_sweep(
        histogram, queries, epsilon=epsilons, n=n, alpha=alpha, delta=delta, mode=mode, seed=seed
    )
    made: dict[int, TableRun] = {}
    for run in runs:
        if id(run) not in made:
            made[id(run)] = _from_private(queries, run, mode)
    return tuple(made[id(run)] for run in runs)


def _from_private(queries: Marginals, run: PrivateRun, mode: Any) -> TableRun:
    return TableRun(
        answers=queries.answers(run.estimates),
        kl=run.kl,
        max_error=run.max_error,
        mean_error=run.mean_error,
        chosen=tuple(f"“{run.query_name(t)}”" for t in range(1, run.rounds + 1)),
        epsilon=run.epsilon,
        delta=run.delta,
        epsilon_round=run.epsilon_round,
        noise=1.0 / (run.epsilon_round * run.n),
        ended=(
            f"The measured gap was {100 * float(run.noisy_gap[-1]):,.0f} %, not above 2α: the run stopped.".replace(
                "-", "−"
            )
            if run.stopped
            else f"All {run.rounds:,} rounds are used up."
        ),
        needed=run_size(
            universe=queries.size,
            closed_size=queries.closed_size,
            alpha=run.alpha,
            beta=0.025,
            epsilon=run.epsilon,
            delta=run.delta,
            mode=mode,
        ),
    )
