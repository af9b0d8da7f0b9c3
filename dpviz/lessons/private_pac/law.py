"""What the private learner returns on a growing sample: 17 thresholds, their errors and probabilities (EXP-4)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, level, moving, num, panel, table_by_column, text
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.section import Frames, Section
from dpviz.learning import ExponentialLearner, Thresholds, private_failure_bound, private_pac_terms
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import MOST, error, other_samples, records
from dpviz.mechanisms.exponential import exponential_distributions

LINE = Thresholds(4)
TARGET = 8  # the threshold that labels: the middle
UNIFORM = np.full(LINE.universe, 1 / LINE.universe)

epsilon, n, alpha, seed = common.epsilon(0.5, steps=41), records(), error(), other_samples()


def shown(n: int, epsilon: float, alpha: float, seed: int) -> Any:
    line = Thresholds(4)
    X = np.random.default_rng(seed).integers(0, 16, MOST)[:n]  # all equally likely
    distribution = ExponentialLearner(line, epsilon).probabilities(X, X < TARGET)
    error = line.population_errors(np.full(16, 1 / 16), TARGET)
    bad, expected = distribution[error > alpha + 1e-12].sum(), distribution @ error
    bound = private_failure_bound(n, line.size, alpha, epsilon)
    return distribution, bad, expected, bound


def draw(at: Frames) -> Picture:
    a = at.alpha
    X = np.random.default_rng(at.seed).integers(0, LINE.universe, MOST)
    # A shorter sample is the beginning of a longer one.
    errors = np.array([LINE.errors(X[:k], X[:k] < TARGET) for k in at.n])
    empirical, population = errors / at.n[:, None], LINE.population_errors(UNIFORM, TARGET)
    distribution = exponential_distributions(-errors, at.epsilon, sensitivity=1.0)
    places, good = np.arange(LINE.size), population <= a[:, None] + 1e-12
    inside, outside = np.where(good, distribution, 0.0), np.where(good, 0.0, distribution)
    return Picture(
        panel(
            bars(places, moving(inside), BLUE),
            bars(places, moving(outside), ORANGE),
            text([10.4] * 2, [0.85, 0.65], ["errs by at most α", "errs by more"], [BLUE, ORANGE]),
            x=axis("", -0.6, 16.6, showticklabels=False), y=axis("probability", 0, 1),
            heading="how often each is returned",
        ),
        panel(
            curve(places, moving(empirical), GREY),
            curve(places, population, GREEN, dash="dash"),
            level(moving(a), PURPLE, reach=(-0.5, 16.5), width=2, dash="dot"),
            text([2.5], moving(empirical[:, 2]), ["empirical error, on the sample"], GREY, "top right"),
            text([16], [population[12]], ["population error"], GREEN, "bottom left"),
            text([-0.5], moving(a), ["α"], PURPLE, "top right"),
            x=axis("threshold j", -0.6, 16.6, dtick=2), y=axis("error", 0, 0.75),
        ),
        title="What the private learner returns",
        height=480,
        barmode="stack",
        values={
            "bad": num(outside.sum(axis=1), "probability"),
            "expected": num(distribution @ population, ".4f"),
            "bound": num(private_failure_bound(at.n, LINE.size, a, at.epsilon), "probability"),
        },
        sentence="{n:,} records, ε = {epsilon:nats}. The target is threshold 8. The private learner errs by more than "
        "{alpha:percent} with probability {bad:percent}; its expected population error is {expected:percent}.",
        table=table_by_column(
            ("threshold", places),
            ("empirical error", moving(empirical), ".3f"),
            ("population error", population, ".3f"),
            ("probability", moving(distribution)),
        ),
        code=shown,
    )  # fmt: skip


def _weaker() -> dict[str, float]:
    weak, strong = (float(private_pac_terms(17, 0.1, 0.05, epsilon).privacy) for epsilon in (0.1, 0.5))
    ratio = weak / strong  # what the same chances cost, by the privacy term
    return {"answer": 100 * ratio, "fewer": 100 / ratio, "squared": 100 * ratio**2}


SECTION = Section(draw, axes=(epsilon, n, alpha), controls=(epsilon, n, alpha, seed))
