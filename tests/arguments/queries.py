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
    potential_step,
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


RUN = dict(histogram=HISTOGRAM, workload=PAIRS, n=200)

# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
INFINITE = {"cells", "mistakes_bound"}
UNDEFINED = {"cells", "hoeffding_bound", "standard_bound", "epsilon_solved", "affordable_alpha"}

EXAMPLES = {
    "GaussianBaseline": dict(epsilon=0.5, delta=1e-5, calibration="exact", mode="classical"),
    "GaussianBaseline.error_bound": dict(workload=PAIRS, n=200, beta=0.125),
    "GaussianBaseline.run": RUN,
    "GaussianBaseline.scale": dict(workload=PAIRS, n=200),
    "LaplaceBaseline": dict(epsilon=0.5, calibration="exact"),
    "LaplaceBaseline.error_bound": dict(workload=PAIRS, n=200, beta=0.125),
    "LaplaceBaseline.run": RUN,
    "LaplaceBaseline.scale": dict(workload=PAIRS, n=200),
    "Marginals": dict(bits=2, order=1, up_to=False, names=["old", "ill"]),
    "Marginals.cells": dict(array=np.arange(4.0), index=1),
    "Marginals.histogram": dict(records=[[0, 1], [1, 1]]),
    "Marginals.index": dict(attributes=[1], values=[1]),
    "Marginals.marginal": dict(array=np.arange(4.0), which=1),
    "Marginals.part": dict(index=1),
    "Marginals.records": dict(cells=[0, 3]),
    "Queries.answers": dict(cells=SHARES),
    "Queries.checked_distribution": dict(name="distribution", distribution=SHARES),
    "Queries.distribution": dict(histogram=HISTOGRAM, n=200),
    "Queries.name": dict(index=1, sign=-1),
    "Queries.sensitivity": dict(norm="l2", neighbouring="replace", n=200),
    "Queries.values": dict(index=1, sign=-1),
    "PracticalMultiplicativeWeights": dict(
        epsilon=1.0, rounds=2, delta=1e-6, composition="better", measure="query", step=0.5, replays=1, average=False
    ),
    "PracticalMultiplicativeWeights.run": RUN,
    "PracticalMultiplicativeWeights.states": dict(run=practical_run()),
    "PrivateMultiplicativeWeights": dict(epsilon=1.0, alpha=0.5, delta=1e-6, mode="optimal", composition="better"),
    "PrivateMultiplicativeWeights.plan": dict(universe=4),
    "PrivateMultiplicativeWeights.run": RUN,
    "PrivateMultiplicativeWeights.run_each": dict(epsilons=[0.5, 1.0], **RUN),
    "PrivateRun.selection_distribution": dict(t=1),
    "Trajectory.estimate_at": dict(t=1),
    "Trajectory.query_name": dict(t=1),
    "Trajectory.query_values": dict(t=1),
    "Trajectory.states": dict(),
    "Workload": dict(matrix=[[0.0, 1.0], [0.25, 0.5]], names=["first", "second"]),
    "Workload.answers": dict(cells=[0.25, 0.75]),
    "Workload.checked_distribution": dict(name="distribution", distribution=[0.25, 0.75]),
    "Workload.distribution": dict(histogram=[50, 150], n=200),
    "affordable_alpha": dict(n=100_000, universe=64, closed_size=80, beta=0.125, epsilon=1.0, delta=1e-6),
    "csv_text": dict(records=[[0, 1], [1, 1]], names=["old", "ill"]),
    "draw_records": dict(estimate=SHARES, size=3),
    "epsilon_per_round": dict(epsilon=1.0, rounds=100, delta=1e-6, composition="better"),
    "epsilon_spent": dict(epsilon_round=0.125, rounds=100, delta=1e-6),
    "gaussian_size": dict(
        num_queries=180, alpha=0.125, beta=0.125, epsilon=0.5, delta=1e-6, sensitivity=90, mode="classical"
    ),
    "laplace_size": dict(num_queries=180, alpha=0.125, beta=0.125, epsilon=0.5, sensitivity=90),
    "learn": dict(truth=SHARES, workload=QUESTIONS, alpha=0.125, eta=0.5, rounds=10, pick="largest", wrong_sign=False),
    "learning_rate": dict(alpha=0.125, mode="optimal"),
    "mistake_bound": dict(universe=64, alpha=0.125, mode="optimal"),
    "mistakes_bound": dict(divergence=2.0, alpha=0.125, eta=0.5, form="hoeffding"),
    "multiplicative_update": dict(estimate=SHARES, query=[0, 1, 1, 1], eta=0.5),
    "pmw_size": dict(
        universe=64,
        num_queries=180,
        alpha=0.125,
        beta=0.125,
        epsilon=1.0,
        delta=1e-6,
        mode="optimal",
        composition="better",
    ),
    "potential_step": dict(p=SHARES, estimate=[0.25] * 4, query=[0, 1, 1, 1], eta=0.5),
    "relative_entropy": dict(p=SHARES, estimate=[0.25] * 4),
    "resized": dict(histogram=[1, 1, 1], n=10),
    "run_size": dict(
        universe=64,
        closed_size=80,
        alpha=0.125,
        beta=0.125,
        epsilon=1.0,
        delta=1e-6,
        mode="optimal",
        composition="better",
    ),
    "selection_distribution": dict(gaps=[0.25, 0.5, 0.125], epsilon_round=0.5, n=200),
    "online_multiplicative_weights": dict(
        stream=[0, 1, 0],
        epsilon=1.0,
        alpha=0.5,
        mode="optimal",
        count=2,
        threshold_share=0.25,
        numeric_share=0.25,
        **RUN,
    ),
    "signed_gaps": dict(workload=QUESTIONS, estimate=[0.25] * 4, truth=SHARES),
}

MADE = {
    "OnlineRun": lambda: online_multiplicative_weights(
        HISTOGRAM, PAIRS, 200, [0, 1], np.random.default_rng(0), epsilon=1.0, alpha=0.5
    ),
    "Plan": lambda: PrivateMultiplicativeWeights(1.0, 0.5, mode="optimal").plan(4),
    "PotentialStep": lambda: potential_step([1, 0, 0, 0], [0.25] * 4, [0, 1, 1, 1], 0.5),
    "PracticalRun": practical_run,
    "PrivateRun": private_run,
    "Release": lambda: LaplaceBaseline(1.0).run(HISTOGRAM, PAIRS, 200, np.random.default_rng(0)),
    "Trajectory": lambda: learn(SHARES, QUESTIONS, alpha=0.125, eta=0.5, rounds=10),
}
