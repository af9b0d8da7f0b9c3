"""Valid calls of dpviz.mechanisms and dpviz.mechanisms.selection."""

import numpy as np

from dpviz.data import Column
from dpviz.mechanisms import VARIANTS, RandomizedResponse, Scales, SparseVector, counterexample, low_bits
from dpviz.mechanisms.selection import median, mode

SCORES = np.array([3, 5, 4])

AGE = Column(name="age", label="age", kind="number", values=np.array([20.0, 30, 40, 60]), low=0, high=100)
SEX = Column(name="sex", label="sex", kind="category", values=np.array([0, 1, 1, 0]), categories=("female", "male"))
VOTE = mode(SEX, ["female", "male"])

# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
INFINITE = {"worst_loss", "true_epsilon"}
UNDEFINED = {"exact_epsilon"}

STREAM = np.array([1.0, 3.0, 2.0])
SCALES = dict(count=2, sensitivity=1.0)
SPLIT = dict(sensitivity=1.0, threshold_share=0.25, monotonic=False)

EXAMPLES = {
    "AboveThreshold": dict(epsilon=1.0, **SPLIT),
    "AboveThreshold.probabilities": dict(answers=STREAM, threshold=2.0),
    "AboveThreshold.release": dict(answers=STREAM, threshold=2.0),
    "ExponentialMechanism": dict(epsilon=1.0, sensitivity=2.0, monotonic=False),
    "ExponentialMechanism.log_probabilities": dict(scores=SCORES),
    "ExponentialMechanism.probabilities": dict(scores=SCORES),
    "ExponentialMechanism.release": dict(scores=SCORES),
    "ExponentialMechanism.select": dict(scores=SCORES, size=3),
    "GaussianMechanism": dict(epsilon=0.5, delta=1e-5, sensitivity=2.0, mode="analytic"),
    "GaussianMechanism.exact_delta": dict(epsilon=0.5),
    "GaussianMechanism.exact_epsilon": dict(delta=1e-5),
    "GaussianMechanism.pair": dict(value=1.0, neighbour=2.0),
    "GaussianMechanism.release": dict(value=[1.0, 2.0]),
    "LaplaceMechanism": dict(epsilon=0.5, sensitivity=2.0),
    "LaplaceMechanism.cdf": dict(output=0.5, value=1.0),
    "LaplaceMechanism.density": dict(output=0.5, value=1.0),
    "LaplaceMechanism.loss": dict(output=0.5, value=1.0, neighbour=2.0),
    "LaplaceMechanism.pair": dict(value=1.0, neighbour=2.0),
    "LaplaceMechanism.release": dict(value=[1.0, 2.0]),
    "LaplaceMechanism.tail": dict(distance=1.0),
    "LaplaceMechanism.worst_loss": dict(value=1.0, neighbour=2.0),
    "LatticeLaplace": dict(epsilon=0.5, sensitivity=2.0, grid=0.125),
    "LatticeLaplace.log_probability": dict(output=0.5, value=1.0),
    "LatticeLaplace.loss": dict(output=0.5, value=1.0, neighbour=2.0),
    "LatticeLaplace.nearest": dict(value=1.0),
    "LatticeLaplace.probability": dict(output=0.5, value=1.0),
    "LatticeLaplace.release": dict(value=[1.0, 2.0]),
    "RandomizedResponse": dict(epsilon=0.5),
    "RandomizedResponse.distribution": dict(),
    "RandomizedResponse.estimate": dict(answers=[0, 1, 1]),
    "RandomizedResponse.release": dict(value=[0, 1, 1]),
    "ReportNoisyMax": dict(epsilon=1.0, sensitivity=2.0, noise="laplace", monotonic=False),
    "ReportNoisyMax.probabilities": dict(scores=SCORES),
    "ReportNoisyMax.release": dict(scores=SCORES),
    "ReportNoisyMax.select": dict(scores=SCORES, size=3),
    "SparseVector": dict(epsilon=1.0, count=2, numeric_share=0.25, resample=False, **SPLIT),
    "SparseVector.log_probability": dict(pattern=[False, True, True], answers=STREAM, threshold=2.0),
    "SparseVector.probabilities": dict(answers=STREAM, threshold=2.0),
    "SparseVector.release": dict(answers=STREAM, threshold=2.0),
    "Variant.log_probability": dict(pattern=[False, True, True], answers=STREAM, threshold=2.0, epsilon=1.0, **SCALES),
    "Variant.loss": dict(
        pattern=[False, True, True], answers=STREAM, neighbour=STREAM + 1, threshold=2.0, epsilon=1.0, **SCALES
    ),
    "Variant.release": dict(answers=STREAM, threshold=2.0, epsilon=1.0, **SCALES),
    "Variant.scales": dict(epsilon=1.0, **SCALES),
    "Variant.true_epsilon": dict(epsilon=1.0, count=2, monotonic=False),
    "above_threshold_alpha": dict(beta=0.125, answers=STREAM, threshold=2.0, epsilon=1.0, **SPLIT),
    "above_threshold_errors": dict(answers=STREAM, threshold=2.0),
    "above_threshold_failure": dict(alpha=0.5, answers=STREAM, threshold=2.0, epsilon=1.0, **SPLIT),
    "above_threshold_probabilities": dict(answers=STREAM, threshold=2.0, epsilon=[0.5, 1.0], **SPLIT),
    "beta_for": dict(alpha=0.25, epsilon=0.5, n=200, candidates=3, sensitivity=1.0, monotonic=False),
    "classical_scale": dict(epsilon=0.5, delta=1e-5, sensitivity=2.0),
    "common_draws": dict(distributions=[[0.25, 0.75], [0.5, 0.5]], size=3),
    "counterexample": dict(variant=4, queries=5, **SCALES),
    "epsilon_for": dict(alpha=0.25, beta=0.125, n=200, candidates=3, sensitivity=1.0, monotonic=False),
    "exact_epsilon": dict(scores=SCORES, t=1.0, beta=0.125, sensitivity=1.0, monotonic=False),
    "exponential_distributions": dict(scores=SCORES, epsilons=[0.5, 1.0], sensitivity=1.0, monotonic=False, log=False),
    "gaussian_delta": dict(epsilon=0.5, scale=2.0, sensitivity=1.0),
    "gaussian_epsilon": dict(scale=2.0, delta=1e-5, sensitivity=1.0),
    "gaussian_scale": dict(epsilon=0.5, delta=1e-5, sensitivity=1.0),
    "laplace_alpha": dict(beta=0.125, epsilon=0.5, n=200, dim_out=3, sensitivity=1.0, exact=False),
    "laplace_beta": dict(alpha=0.25, epsilon=0.5, n=200, dim_out=3, sensitivity=1.0, exact=False),
    "laplace_epsilon": dict(alpha=0.25, beta=0.125, n=200, dim_out=3, sensitivity=1.0, exact=False),
    "laplace_error_bound": dict(beta=0.125, dim_out=3, epsilon=0.5, sensitivity=1.0, exact=False),
    "laplace_failure": dict(distance=4.0, dim_out=3, epsilon=0.5, sensitivity=1.0, exact=True),
    "laplace_size": dict(alpha=0.25, beta=0.125, epsilon=0.5, dim_out=3, sensitivity=1.0, exact=False),
    "low_bits": dict(here=0.0, there=1.0, scale=2.0, size=3, grid=0.125),
    "neighbour_losses": dict(
        scores=SCORES, changes=[[1, 0, 0], [-1, 0, 1]], epsilons=[0.5, 1.0], sensitivity=1.0, monotonic=False
    ),
    "optimal_share": dict(count=2, monotonic=False, resample=False),
    "pattern_log_probability": dict(
        pattern=[False, True], answers=STREAM, threshold=2.0, threshold_scale=2.0, query_scale=4.0, resample=False
    ),
    "patterns": dict(queries=4, count=2),
    "sparse_alpha": dict(beta=0.125, queries=10, epsilon=1.0, count=2, **SPLIT),
    "sparse_alpha_bound": dict(beta=0.125, queries=10, epsilon=1.0, count=2, resample=False, **SPLIT),
    "sparse_alpha_textbook": dict(beta=0.125, queries=10, epsilon=1.0, count=2, sensitivity=1.0),
    "sparse_failure": dict(alpha=8.0, queries=10, epsilon=1.0, count=2, **SPLIT),
    "sparse_scales": dict(epsilon=1.0, count=2, numeric_share=0.25, resample=False, **SPLIT),
    "shortfall_bound": dict(beta=0.125, candidates=3, epsilon=0.5, sensitivity=1.0, optimal=1, monotonic=False),
    "shortfall_quantile": dict(distribution=[0.25, 0.5, 0.25], scores=SCORES, beta=0.125, paired=False),
    "size_for": dict(alpha=0.25, beta=0.125, epsilon=0.5, candidates=3, sensitivity=1.0, monotonic=False),
    "tail": dict(distribution=[0.25, 0.5, 0.25], scores=SCORES, t=1.0, paired=False),
    "tail_bound": dict(t=8.0, candidates=3, epsilon=0.5, sensitivity=1.0, optimal=1, monotonic=False),
    "Question.histogram": dict(rows=[0, 1]),
    "Question.monotonic": dict(neighbouring="replace"),
    "Question.running_histograms": dict(ns=[1, 2]),
    "Question.scores": dict(counts=[1, 2, 0]),
    "Question.sensitivity": dict(neighbouring="replace"),
    "MedianQuestion.scores": dict(counts=[1] * 21),
    "MedianQuestion.sensitivity": dict(neighbouring="replace"),
    "candidates_in": dict(column=SEX, most=10),
    "median": dict(column=AGE, low=0.0, high=100.0, step=10.0, name="age", text="middle?"),
    "mode": dict(column=SEX, candidates=["female", "male"], name="sex", text="which?"),
    "neighbour_changes": dict(question=VOTE, counts=[2, 2, 0], neighbouring="replace"),
    "neighbour_counts": dict(counts=[2, 2], pairs=[[0, 1], [1, 0]]),
    "threshold": dict(
        column=AGE,
        label=SEX,
        positive="male",
        low=0.0,
        high=100.0,
        step=10.0,
        direction="at_least",
        words=("male", "female"),
        name="cut",
        text="where?",
    ),
    "worst_neighbours": dict(
        question=VOTE, counts=[[2, 2, 0]], epsilons=[0.5, 1.0], neighbouring="replace", sensitivity=1.0, monotonic=False
    ),
}

MADE = {
    "Counterexample": lambda: counterexample(4, 5),
    "Scales": lambda: Scales(threshold=1.0, queries=2.0),
    "SparseRelease": lambda: SparseVector(epsilon=1.0, count=1).release(STREAM, 2.0, np.random.default_rng(0)),
    "Variant": lambda: VARIANTS[4],
    "Estimate": lambda: RandomizedResponse(epsilon=1.0).estimate([0, 1, 1]),
    "LowBits": lambda: low_bits(0.0, 1.0, scale=2.0, size=3, rng=np.random.default_rng(0)),
    "MedianQuestion": lambda: median(AGE, low=0.0, high=100.0, step=10.0),
    "Question": lambda: VOTE,
}
