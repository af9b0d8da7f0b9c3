"""Valid calls of dpviz.queries."""

import numpy as np

from dpviz.queries import (
    LaplaceBaseline,
    Marginals,
    PracticalMultiplicativeWeights,
    PrivateMultiplicativeWeights,
    Workload,
    learn,
    online_multiplicative_weights,
)

HISTOGRAM = np.array([100, 50, 25, 25])
SHARES = np.array([0.5, 0.25, 0.125, 0.125])
PAIRS = Marginals(bits=2, order=1)
QUESTIONS = Workload([[0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]])


def private_run():
    method = PrivateMultiplicativeWeights(1.0, 0.5, mode="optimal")
    return method.run(HISTOGRAM, PAIRS, 200, np.random.default_rng(0))


def practical_run():
    return PracticalMultiplicativeWeights(1.0, 2).run(HISTOGRAM, PAIRS, 200, np.random.default_rng(0))


# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
INFINITE = {"cells", "mistakes_bound"}
UNDEFINED = {"cells", "hoeffding_bound", "standard_bound", "affordable_alpha"}

USUAL = dict(workload=PAIRS, histogram=HISTOGRAM, estimate=[0.25] * 4, num_queries=180)

EXAMPLES = {
    "Marginals": dict(bits=2, order=1, names=["old", "ill"]),
    "Marginals.cells": dict(array=np.arange(4.0)),
    "Marginals.histogram": dict(records=[[0, 1], [1, 1]]),
    "Marginals.index": dict(attributes=[1], values=[1]),
    "Marginals.marginal": dict(array=np.arange(4.0), which=1),
    "Marginals.records": dict(cells=[0, 3]),
    "Queries.answers": dict(cells=SHARES),
    "Queries.checked_distribution": dict(name="distribution", distribution=SHARES),
    "Queries.name": dict(sign=-1),
    "Queries.sensitivity": dict(norm="l2"),
    "Queries.values": dict(sign=-1),
    "PracticalMultiplicativeWeights": dict(rounds=2, replays=1),
    "PracticalMultiplicativeWeights.states": dict(run=practical_run()),
    "PrivateMultiplicativeWeights": dict(mode="optimal"),
    "Workload": dict(matrix=[[0.0, 1.0], [0.25, 0.5]]),
    "Workload.answers": dict(cells=[0.25, 0.75]),
    "Workload.checked_distribution": dict(name="distribution", distribution=[0.25, 0.75]),
    "Workload.distribution": dict(histogram=[50, 150]),
    "affordable_alpha": dict(closed_size=80),
    "csv_text": dict(records=[[0, 1], [1, 1]], names=["old", "ill"]),
    "draw_records": dict(estimate=SHARES),
    "epsilon_per_round": dict(rounds=100),
    "gaussian_size": dict(sensitivity=90),
    "laplace_size": dict(sensitivity=90),
    "learn": dict(truth=SHARES, workload=QUESTIONS, rounds=10),
    "learning_rate": dict(mode="optimal"),
    "mistake_bound": dict(mode="optimal"),
    "mistakes_bound": dict(divergence=2.0),
    "multiplicative_update": dict(estimate=SHARES, query=[0, 1, 1, 1]),
    "pmw_size": dict(mode="optimal"),
    "relative_entropy": dict(p=SHARES),
    "resized": dict(histogram=[1, 1, 1]),
    "run_size": dict(closed_size=80, mode="optimal"),
    "selection_distribution": dict(gaps=[0.25, 0.5, 0.125], epsilon_round=0.5),
    "online_multiplicative_weights": dict(stream=[0, 1, 0], mode="optimal"),
    "signed_gaps": dict(workload=QUESTIONS, truth=SHARES),
}

MADE = {
    "OnlineRun": lambda: online_multiplicative_weights(
        HISTOGRAM, PAIRS, 200, [0, 1], np.random.default_rng(0), epsilon=1.0, alpha=0.5
    ),
    "Plan": lambda: PrivateMultiplicativeWeights(1.0, 0.5, mode="optimal").plan(4),
    "PracticalRun": practical_run,
    "PrivateRun": private_run,
    "Release": lambda: LaplaceBaseline(1.0).run(HISTOGRAM, PAIRS, 200, np.random.default_rng(0)),
    "Trajectory": lambda: learn(SHARES, QUESTIONS, alpha=0.125, eta=0.5, rounds=10),
}
