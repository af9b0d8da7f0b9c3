"""Valid calls of dpviz.mechanisms and dpviz.mechanisms.selection."""

import numpy as np

from dpviz.data import Column
from dpviz.mechanisms import (
    VARIANTS,
    KaryRandomizedResponse,
    RandomizedResponse,
    Scales,
    SparseVector,
    counterexample,
    low_bits,
)
from dpviz.mechanisms.selection import median, mode

SCORES = np.array([3, 5, 4])

AGE = Column(name="age", label="age", kind="number", values=np.array([20.0, 30, 40, 60]), low=0, high=100)
SEX = Column(name="sex", label="sex", kind="category", values=np.array([0, 1, 1, 0]), categories=("female", "male"))
VOTE = mode(SEX, ["female", "male"])

# What may be infinite or undefined (NaN), as documented: fields of results, and callables.
INFINITE = {"worst_loss", "true_epsilon"}
UNDEFINED = {"exact_epsilon"}

STREAM = np.array([1.0, 3.0, 2.0])

USUAL = dict(answers=STREAM, scores=SCORES, pattern=[False, True, True], epsilons=[0.5, 1.0])

EXAMPLES = {
    "DiscreteGaussian.log_probability": dict(output=2, value=1),
    "DiscreteGaussian.probability": dict(output=2, value=1),
    "DiscreteGaussian.release": dict(value=[1, 2]),
    "DiscreteGaussian.tail": dict(distance=1.0),
    "GaussianMechanism": dict(mode="analytic"),
    "GaussianMechanism.release": dict(value=[1.0, 2.0]),
    "KaryRandomizedResponse": dict(categories=4),
    "KaryRandomizedResponse.estimate": dict(answers=[0, 3, 1]),
    "KaryRandomizedResponse.release": dict(value=[0, 3, 1]),
    "LaplaceMechanism.release": dict(value=[1.0, 2.0]),
    "LaplaceMechanism.tail": dict(distance=1.0),
    "LatticeLaplace.release": dict(value=[1.0, 2.0]),
    "RandomizedResponse": dict(keep=None),
    "RandomizedResponse.estimate": dict(answers=[0, 1, 1]),
    "RandomizedResponse.release": dict(value=[0, 1, 1]),
    "Variant.loss": dict(neighbour=STREAM + 1),
    "StaircaseMechanism.density": dict(output=[0.5, 3.0]),
    "TruncatedLaplace.density": dict(output=[0.5, 3.0]),
    "above_threshold_probabilities": dict(epsilon=[0.5, 1.0]),
    "common_draws": dict(distributions=[[0.25, 0.75], [0.5, 0.5]]),
    "counterexample": dict(variant=4, count=2),
    "exact_epsilon": dict(t=1.0),
    "laplace_alpha": dict(dim_out=3),
    "laplace_beta": dict(dim_out=3),
    "laplace_epsilon": dict(dim_out=3),
    "laplace_failure": dict(distance=4.0),
    "laplace_size": dict(dim_out=3),
    "low_bits": dict(here=0.0, there=1.0, grid=0.125),
    "neighbour_losses": dict(changes=[[1, 0, 0], [-1, 0, 1]]),
    "optimal_share": dict(count=2),
    "pattern_log_probability": dict(pattern=[False, True], threshold_scale=2.0, query_scale=4.0),
    "sparse_alpha": dict(count=2),
    "sparse_alpha_bound": dict(count=2),
    "sparse_alpha_textbook": dict(count=2),
    "sparse_failure": dict(count=2),
    "sparse_scales": dict(count=2),
    "shortfall_bound": dict(optimal=1),
    "shortfall_quantile": dict(distribution=[0.25, 0.5, 0.25]),
    "tail": dict(distribution=[0.25, 0.5, 0.25], t=1.0),
    "tail_bound": dict(t=8.0, optimal=1),
    "Question.histogram": dict(rows=[0, 1]),
    "Question.running_histograms": dict(ns=[1, 2]),
    "Question.scores": dict(counts=[1, 2, 0]),
    "MedianQuestion.scores": dict(counts=[1] * 21),
    "candidates_in": dict(column=SEX, most=10),
    "median": dict(column=AGE, low=0.0, high=100.0, step=10.0, name="age", text="middle?", size=None),
    "mode": dict(column=SEX, candidates=["female", "male"], name="sex", text="which?"),
    "neighbour_changes": dict(question=VOTE, counts=[2, 2, 0]),
    "neighbour_counts": dict(counts=[2, 2], pairs=[[0, 1], [1, 0]]),
    "threshold": dict(
        column=AGE,
        label=SEX,
        positive="male",
        low=0.0,
        high=100.0,
        step=10.0,
        words=("male", "female"),
        name="cut",
        text="where?",
        size=None,
    ),
    "worst_neighbours": dict(question=VOTE, counts=[[2, 2, 0]]),
}

MADE = {
    "Counterexample": lambda: counterexample(4, 5),
    "Scales": lambda: Scales(threshold=1.0, queries=2.0),
    "SparseRelease": lambda: SparseVector(epsilon=1.0, count=1).release(STREAM, 2.0, np.random.default_rng(0)),
    "Variant": lambda: VARIANTS[4],
    "Estimate": lambda: RandomizedResponse(epsilon=1.0).estimate([0, 1, 1]),
    "FrequencyEstimate": lambda: KaryRandomizedResponse(epsilon=1.0, categories=3).estimate([0, 2, 2]),
    "LowBits": lambda: low_bits(0.0, 1.0, scale=2.0, size=3, rng=np.random.default_rng(0)),
    "MedianQuestion": lambda: median(AGE, low=0.0, high=100.0, step=10.0),
    "Question": lambda: VOTE,
}
