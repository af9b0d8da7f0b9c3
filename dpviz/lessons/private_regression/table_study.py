"""What two sections draw of a real table: its errors along ε or λ, beside the majority label for everybody."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import HEALTH_TARGETS, LabelledExamples, teaching_table
from dpviz.data.regression import Target
from dpviz.erm import LearningCurve, LearningStudy, learning_curve
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Snapshot
from dpviz.lessons import common
from dpviz.lessons.private_regression import errors
from dpviz.lessons.tables import used

FOLDS, DRAWS = 5, 100
COMMON = "the majority baseline"


def target() -> Choice:
    """What is predicted."""
    return Choice("not_excellent", options=_words(HEALTH_TARGETS), label="Predict who is, or was,")


def targets(now: Snapshot) -> dict[str, str]:
    """What can be predicted of the table."""
    return _words(used(now, "targets").targets)


def _words(targets: Mapping[str, Target]) -> dict[str, str]:
    return {name: target.label.partition(",")[0] for name, target in targets.items()}


def budget() -> Number:
    """ε."""
    return common.epsilon(1.0, low=0.03, high=10, scale="log", steps=21)


def strength() -> Number:
    """λ."""
    return errors.penalty(low=1e-4, high=1.0, steps=13)


def shown(data: str, target: str, n: int, epsilon: float, regularization: float, mode: str, seed: int) -> Any:
    made = teaching_table(data).examples(target)
    curve = learning_curve(
        (made.X, made.y), n=n, epsilon=epsilon, regularization=regularization, seed=seed,
        methods=("standard", "output", mode), folds=FOLDS, draws=DRAWS,
    )  # fmt: skip
    standard, output, objective = curve.mean[:, 0]
    always_alike = min(np.mean(made.y > 0), np.mean(made.y < 0))
    return made, standard, output, objective, always_alike


@lru_cache(maxsize=4)
def examples(data: str, target: str) -> LabelledExamples:
    return teaching_table(data).examples(target)


def study_of(at: Frames) -> LearningStudy:
    """The errors along ε or λ, whichever is the axis."""
    made = examples(used(at, "targets").key, at.target)
    return LearningStudy(
        source=(made.X, made.y), n=len(made.y) - -(-len(made.y) // FOLDS), epsilon=at.epsilon,
        regularization=at.regularization, methods=("standard", "output", at.mode), folds=FOLDS, draws=DRAWS,
        seed=at.seed,
    )  # fmt: skip


def stages(study: LearningStudy) -> Iterator[tuple[float, LearningCurve, Any]]:
    """The errors stage by stage, with that of the majority label: the mean over the folds tested at each point."""
    yes = [study.split(fold)[1][1] > 0 for fold in range(FOLDS)]
    common = np.mean(np.concatenate(yes)) > 0.5
    on_folds = np.array([np.mean(one != common) for one in yes])
    for done, found in study.stages():
        tested = np.isfinite(found.errors[0]).any(-1)
        yield done, found, tested @ on_folds / tested.sum(1)


def heights(found: LearningCurve, blind: Any) -> tuple[float, float]:
    """What part of the errors the picture shows: what lies in it, and a little air."""
    high = found.mean + 2 * found.standard_error
    return (max(0.0, float(np.nanmin(found.mean)) - 0.04), float(min(0.75, max(np.nanmax(high), blind.max()) + 0.05)))
