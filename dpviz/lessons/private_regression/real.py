"""A real table: the error of three methods along ε, beside the majority label for everybody (LR-4, LR-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import HEALTH_TARGETS, LabelledExamples, TeachingTable, teaching_table
from dpviz.data.regression import Target
from dpviz.draw import Picture, axis, card, curve, num, panel, when
from dpviz.draw.marks import label
from dpviz.draw.style import GREY
from dpviz.erm import LearningCurve, LearningStudy, learning_curve
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section, Snapshot
from dpviz.lessons import common
from dpviz.lessons.private_regression import errors
from dpviz.lessons.private_regression.shared import data
from dpviz.lessons.tables import HEALTH, used

FOLDS, DRAWS = 5, 100
TICKS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]
COMMON = "the majority baseline"
TABLE = (
    "The health table: a subset of 5,912 people of the RAND Health Insurance Experiment, shipped with dpviz. Each "
    "column is carried from its public range to [−1, 1] and divided by the root of their number."
)


def note_on(made: TeachingTable) -> str:
    """What the card says of the table."""
    if made.key == HEALTH:
        return TABLE
    ranges = "its public range" if made.stated else "the range read off its data"
    return f"Each column is carried from {ranges} to [−1, 1] and divided by the root of their number."


def asked_of_people() -> Choice:
    """Return what is predicted."""
    return Choice("not_excellent", options=_words(HEALTH_TARGETS), label="Predict who is, or was,")


def targets(now: Snapshot) -> dict[str, str]:
    """What can be predicted of the table."""
    return _words(used(now, "targets").targets)


def _words(targets: Mapping[str, Target]) -> dict[str, str]:
    return {name: target.label.partition(",")[0] for name, target in targets.items()}


def budget() -> Number:
    """Return ε."""
    return common.epsilon(1.0, low=0.03, high=10, scale="log", steps=21)


def strength() -> Number:
    """Return λ."""
    return errors.penalty(low=1e-4, high=1.0, steps=13)


target = asked_of_people()
mode = errors.objective_mode()
epsilon = budget()
regularization = strength()
seed = Seed(button="Draw again", help="Other parts, other noise.")


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


def alike(study: LearningStudy) -> Any:
    """The error of the majority label on each fold."""
    yes = [study.split(fold)[1][1] > 0 for fold in range(FOLDS)]
    common = np.mean(np.concatenate(yes)) > 0.5
    return np.array([np.mean(one != common) for one in yes])


def tested_so_far(on_folds: Any, found: LearningCurve) -> Any:
    """The mean at each point over the folds that have been tested there."""
    tested = np.isfinite(found.errors[0]).any(-1)
    return tested @ on_folds / tested.sum(1)


def heights(found: LearningCurve, blind: Any) -> tuple[float, float]:
    """What part of the errors the picture shows: what lies in it, and a little air."""
    high = found.mean + 2 * found.standard_error
    return (max(0.0, float(np.nanmin(found.mean)) - 0.04), float(min(0.75, max(np.nanmax(high), blind.max()) + 0.05)))


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    study = study_of(at)
    on_folds = alike(study)
    for done, found in study.stages():
        yield done, _picture(at, found, tested_so_far(on_folds, found))


def _picture(at: Frames, found: LearningCurve, blind: Any) -> Picture:
    table, made = used(at, "targets"), examples(at.data, at.target)
    eps, n, d = at.epsilon, int(found.n[0]), made.X.shape[1]
    objective, error = found.mean[2], found.standard_error[2]
    said = errors.share(blind[at.start])
    return Picture(
        panel(
            *errors.lines(found, eps),
            curve(eps, blind, GREY, width=2, dash="dot"),
            *errors.here(eps, found.mean),
            x=errors.scale("ε, the privacy parameter", eps, TICKS),
            y=axis("error on new people", *heights(found, blind), tickformat=".0%"),
        ),
        title="{asked}",
        annotations=[label(f"{COMMON}: {said}", blind[-1], GREY)],
        values={
            **errors.values_of(found),
            "asked": f"Who is {made.target}?" if table.stated else made.target,
            "n": n,
            "d": d,
            "length": num(2 * d / (n * at.regularization * eps), ".3g"),
            "blind": num(blind, ".4f"),
            "common": num(blind, errors.share),
        },
        sentence=[
            "ε = {epsilon:small}: error {bare} without privacy, {said_1} by output perturbation, {said_2} by "
            "objective perturbation. ",
            when(
                objective >= blind - 2 * error - 1e-9,
                f"That is no better than {COMMON}. ",
                f"{COMMON[0].upper()}{COMMON[1:]} errs on {{common}}. ",
            ),
            "{progress}",
        ],
        table=errors.table(at.mode, (COMMON, said)),
        card=card(
            "The bound on the norm must be public",
            "LR-1",
            r"\lVert x\rVert\le 1\;\Rightarrow\;\mathbb{E}\,\lVert\text{noise}\rVert=\frac{2d}{n\lambda\varepsilon}",
            r"\frac{2\cdot @d}{@n\cdot @regularization\cdot @epsilon}=@length",
            rows={
                "mean norm of the noise, output perturbation": "length",
                f"error: {COMMON}": "blind",
                "error: output perturbation": "output",
                "error: objective perturbation": "objective",
                "ε proved for the latter": "kept",
            },
            given=(
                ("columns are scaled by ranges known beforehand, never by the largest in the data", table.stated),
                "λ was fixed without looking at the data",
                ("objective perturbation beats the majority baseline at this ε", objective + 2 * error < blind - 1e-9),
            ),
            note=f"{note_on(table)} Five parts are tested in turn; the band is two standard errors of their five "
            "means, a guide, since they share people to learn from. Neighbours: one person is replaced. "
            "The test errors themselves are not released privately.",
        ),
        code=shown,
    )


def _ill() -> dict[str, float]:
    return {"share": 100 * float(np.mean(examples(HEALTH, "fair_or_poor").y > 0))}


def _majority() -> dict[str, float]:
    yes = float(np.mean(examples(HEALTH, target.default_value).y > 0))
    return {"majority": 100 * min(yes, 1 - yes)}


SECTION = Section(
    draw,
    axes=(epsilon,),
    controls=(data, target, mode, epsilon, regularization, seed),
    limits=lambda now: {target: targets(now)},
)
