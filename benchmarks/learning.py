"""Learning curves against a plain numpy loop, and a distribution over 2^60 thresholds, in one run.

Run ``python -m benchmarks.learning``.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import numpy as np

from benchmarks.table import Row, render
from dpviz.learning import ExponentialLearner, Thresholds, learning_curve

BITS = 10
SIZES = np.arange(10, 1001, 10)
REPETITIONS = 1000
FEW = 5  # repetitions of the plain loop; it is as long as it is many


def rows(repetitions: int = 5) -> list[Row]:
    """One row a comparison, in milliseconds."""
    line = Thresholds(BITS)
    weights = np.full(line.universe, 1 / line.universe)
    target = line.universe // 2
    learner = ExponentialLearner(line, 0.5)

    def ours() -> Any:
        rng = np.random.default_rng(1)
        return learning_curve(line, ["erm", learner], weights, target, SIZES, repetitions=REPETITIONS, rng=rng)

    curve = _taken(ours, repetitions)
    plain = _taken(lambda: _plain(line.universe, target, learner.rate), 1) * REPETITIONS / FEW
    wide = Thresholds(60)
    rng = np.random.default_rng(2)
    X = rng.integers(0, wide.universe, 1000)
    y = wide.universe // 3 > X
    distribution = _taken(lambda: ExponentialLearner(wide, 0.5).select(X, y, rng, 1000), 4 * repetitions)
    return [
        Row(
            what=f"learning curves, {len(SIZES)} n × {REPETITIONS} repetitions of THRESHOLD_{BITS}, two learners; "
            "against a plain loop in numpy",
            ours=curve,
            theirs=plain,
            unit="ms",
            most=1000.0,
            why="other work takes the processors: alone it takes about 550 ms on two cores",
            note=f"the loop was run for {FEW} repetitions and scaled up",
        ),
        Row(
            what="distribution of 2^60 thresholds on 1000 records, and 1000 draws",
            ours=distribution,
            theirs=None,
            unit="ms",
            most=50.0,
        ),
    ]


def _plain(universe: int, target: int, rate: float) -> None:
    """The same curve as one would write it first: errors of all cuts for each n and each repetition."""
    rng = np.random.default_rng(1)
    cuts = np.arange(universe + 1)
    for _ in range(FEW):
        x = rng.integers(0, universe, SIZES[-1])
        label = x < target
        for n in SIZES:
            ones, zeros = np.sort(x[:n][label[:n]]), np.sort(x[:n][~label[:n]])
            errors = ones.size - np.searchsorted(ones, cuts) + np.searchsorted(zeros, cuts)
            weight = np.exp(-rate * (errors - errors.min()))
            rng.choice(universe + 1, p=weight / weight.sum())
            errors.argmin()


def _taken(way: Any, repetitions: int) -> float:
    times = []
    for _ in range(repetitions + 1):  # the first warms caches
        begin = time.perf_counter()
        way()
        times.append(1e3 * (time.perf_counter() - begin))
    return median(times[1:])


if __name__ == "__main__":
    print(render(rows()))
