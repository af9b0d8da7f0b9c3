"""A real table: the error of three methods along ε, beside the majority label for everybody (LR-4, LR-5)."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, num, panel, when
from dpviz.draw.marks import label
from dpviz.draw.style import GREY
from dpviz.draw.words import tenths
from dpviz.erm import LearningCurve
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import errors, table_study
from dpviz.lessons.private_regression.shared import data
from dpviz.lessons.private_regression.table_study import COMMON, examples, heights, shown
from dpviz.lessons.tables import HEALTH, used

TICKS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]

target = table_study.target()
mode = errors.objective_mode()
epsilon = table_study.budget()
regularization = table_study.strength()
seed = Seed(button="Draw again", help="Other parts, other noise.")


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    for done, found, blind in table_study.stages(table_study.study_of(at)):
        yield done, _picture(at, found, blind)


def _picture(at: Frames, found: LearningCurve, blind: Any) -> Picture:
    table, made = used(at, "targets"), examples(at.data, at.target)
    eps, n, d = at.epsilon, int(found.n[0]), made.X.shape[1]
    objective, error = found.mean[2], found.standard_error[2]
    said = tenths(blind[at.start])
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
            "common": num(blind, "tenths"),
            "stated": table.stated,
            "better": objective + 2 * error < blind - 1e-9,
            "table": table.key,
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
    limits=lambda now: {target: table_study.targets(now)},
)
