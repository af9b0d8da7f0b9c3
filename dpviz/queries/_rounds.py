"""The loop that every run of multiplicative weights shares. It knows nothing of privacy: who calls it does."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dpviz.queries._weights import Weights
from dpviz.queries.base import Floats, Queries
from dpviz.queries.update import least_drop

# (which signed query, its probability, the probability of one at most α short of the best), or None to stop.
Chosen = tuple[int, float, float] | None
Choose = Callable[[Floats], Chosen]
Measure = Callable[[float], float]

COLUMNS = [
    "query",
    "sign",
    "answer",
    "noisy_answer",
    "gap",
    "noisy_gap",
    "updated",
    "drop",
    "hoeffding_bound",
    "standard_bound",
    "probability",
    "close",
    "best_gap",
]


def follow(
    truth: Floats,
    workload: Queries,
    *,
    eta: float,
    rounds: int,
    select: Choose,
    measure: Measure,
    threshold: float,
    absolute: bool = False,
) -> dict[str, Any]:
    """Run at most so many rounds from p, the truth of shape (|U|,); the fields of a `Trajectory`.

    `select` takes the gaps of the signed queries and says which one is taken; `measure` takes an exact answer and gives
    the one the decision is made with. Weight moves by ``exp(-eta q)``. A round whose measured gap is at most
    `threshold` is the last, and changes nothing. `absolute` is a known mistake, for the lesson on traps: choose by the
    absolute gap among the plain queries.
    """
    size = workload.size
    exact = workload._answers(truth)
    index, sign = workload.closure
    positive = np.count_nonzero(sign > 0)
    # Signed queries stand with all plain ones first, so their gaps are two slices.
    plain, turned = index[:positive], index[positive:]
    every = positive == workload.num_queries
    weights = Weights(size)
    some = truth[truth > 0]
    divergence = math.log(size) + float(some @ np.log(some))
    kept: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    kl, largest, mean = [divergence], [], []
    stopped = False
    gaps = np.empty(len(index))
    for t in range(rounds + 1):
        answers = workload._answers(weights.array)
        answers /= weights.total
        difference = answers - exact
        size_of = np.abs(difference)
        largest.append(float(size_of.max()))
        mean.append(float(size_of.mean()))
        if t == rounds:
            break
        if absolute:
            scores = size_of if every else size_of[plain]
        else:
            gaps[:positive] = difference if every else difference[plain]
            np.negative(difference[turned], out=gaps[positive:])
            scores = gaps
        chosen = select(scores)
        if chosen is None:
            stopped = True
            break
        at, probability, close = chosen
        query, turn = int(index[at]), int(sign[at])
        answer = float(exact[query]) if turn > 0 else 1.0 - float(exact[query])
        guess = float(answers[query]) if turn > 0 else 1.0 - float(answers[query])
        noisy = measure(answer)
        update = guess - noisy > threshold
        gap = guess - answer
        drop, hoeffding, standard = 0.0, math.nan, math.nan
        if update:
            hoeffding, standard = least_drop(gap, eta)
            # exp(-η (1 - q)) is exp(η q) up to a constant, so a complement touches the query's own cells.
            log_z = weights.tilt_query(workload, query, -eta * turn, answers[query] if workload.binary else None)
            log_z -= 0.0 if turn > 0 else eta
            drop = -eta * answer - log_z
            divergence -= drop
        row = (
            query, turn, answer, noisy, gap, guess - noisy, update, drop, hoeffding, standard,
            probability, close, float(scores.max()),
        )  # fmt: skip
        for name, value in zip(COLUMNS, row, strict=True):
            kept[name].append(value)
        kl.append(divergence)
        if not update:
            stopped = True
            largest.append(largest[-1])
            mean.append(mean[-1])
            break
    kinds = {"query": np.int64, "sign": np.int64, "updated": np.bool_}
    return {
        "workload": workload,
        "truth": truth,
        "eta": eta,
        **{name: np.array(values, dtype=kinds.get(name, np.float64)) for name, values in kept.items()},
        "kl": np.array(kl),
        "max_error": np.array(largest),
        "mean_error": np.array(mean),
        "estimate": weights.normalise(),
        "stopped": stopped,
    }


def by_gumbel(rate: float, near: float, rng: np.random.Generator) -> Choose:
    """The exponential mechanism with weight ``exp(rate · score)``, drawn with Gumbel noise.

    Each call takes one exponential number a candidate from `rng`, whatever the rate: runs from equal generators at
    different ε use the same random numbers.
    """

    def select(scores: Floats) -> Chosen:
        with np.errstate(divide="ignore"):
            noise = -np.log(rng.standard_exponential(len(scores)))
        exponents = scores * rate
        noise += exponents
        at = int(noise.argmax())
        best = float(scores.max())
        exponents -= rate * best
        mass = np.exp(exponents, out=exponents)
        summed = float(mass.sum())
        # The rounding of the gaps must not decide who is exactly α short.
        close = float(mass[scores >= best - near - 1e-12].sum()) / summed
        return at, float(mass[at]) / summed, close

    return select
