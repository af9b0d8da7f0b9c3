"""Tuning λ: the error along λ, the best by looking, and a private choice (DP-6, EXP-2)."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, num, panel, points, text
from dpviz.draw.marks import label
from dpviz.draw.style import GREY, PURPLE
from dpviz.draw.words import small, tenths
from dpviz.erm import LearningCurve, LearningStudy, private_choice
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import errors, table_study
from dpviz.lessons.private_regression.shared import data
from dpviz.lessons.private_regression.table_study import COMMON, FOLDS, shown
from dpviz.lessons.tables import used
from dpviz.privacy import basic_composition

# The λ that are chosen among: every other step of the slider.
CANDIDATES = (1e-4, 5e-4, 2e-3, 0.01, 0.05, 0.2, 1.0)
CHOICES = 20  # private choices a fold
SHARE = 0.8  # of the progress bar for the curves, the rest for the choices

target = table_study.target()
mode = errors.objective_mode()
epsilon = table_study.budget()
regularization = table_study.strength()
seed = Seed(button="Draw again", help="Other parts, other noise.")


def chosen(made: Any, n: int, epsilon: float, mode: str, seed: int) -> Any:
    study = LearningStudy(source=(made.X, made.y), n=n, folds=FOLDS, seed=seed)
    rng = np.random.default_rng([seed, 2])
    paid = []
    for run in range(FOLDS * CHOICES):
        train, test = study.split(run % FOLDS)
        choice = private_choice(*train, test, CANDIDATES, epsilon=epsilon, method=mode, rng=rng)
        paid.append(choice.errors[0])
    privately = np.mean(paid)
    return privately


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    study, paid = table_study.study_of(at), list[float]()
    for done, found, blind in table_study.stages(study):
        yield SHARE * done, _picture(at, found, blind, paid)
    rng = np.random.default_rng([at.seed, 2])
    splits = [study.split(fold) for fold in range(FOLDS)]
    for turn in range(1, CHOICES + 1):
        for train, test in splits:
            choice = private_choice(*train, test, CANDIDATES, epsilon=at.epsilon, method=at.mode, rng=rng)
            paid.append(float(choice.errors[0]))
        yield SHARE + (1 - SHARE) * turn / CHOICES, _picture(at, found, blind, paid)


def _picture(at: Frames, found: LearningCurve, blind: Any, paid: list[float]) -> Picture:
    table = used(at, "targets")
    x, eps, k, n = at.regularization, at.epsilon, len(CANDIDATES), int(found.n[0])
    each, objective = n // (k + 1), found.mean[2]
    tried = np.flatnonzero(np.isin(x, CANDIDATES))
    best = int(tried[np.argmin(objective[tried])])
    by_looking, common = tenths(objective[best]), tenths(blind[at.start])
    bottom, top = table_study.heights(found, blind)
    mean, privately = math.nan, "not yet"
    words = [label(f"{COMMON}: {common}", blind[len(blind) // 2], GREY) | {"x": 0.5, "xanchor": "center"}]
    if paid:
        mean = float(np.mean(paid))
        top = max(top, mean + 0.03)
        privately = errors.both(mean, float(np.std(paid, ddof=1)) / math.sqrt(len(paid)))
        chosen_word = label(f"chosen privately: {tenths(mean)}", mean, PURPLE)
        words.append(chosen_word | {"x": 0, "xanchor": "left"})
    complete = paid and np.isfinite(found.errors).all()
    return Picture(
        panel(
            *errors.lines(found, x),
            curve(x, blind, GREY, width=2, dash="dot"),
            level(mean, PURPLE, reach=(x[0], x[-1]), width=3),
            points([x[best]], [objective[best]], PURPLE, symbol="star", size=18),
            text(
                [x[best]],
                [bottom + 0.005],
                ["best, not chosen privately"],
                PURPLE,
                "top right" if best < len(x) / 2 else "top left",
            ),
            *errors.here(x, found.mean),
            x=errors.scale("λ, regularisation", x, (1e-4, 0.001, 0.01, 0.1, 1)),
            y=axis("error on new people", bottom, top, tickformat=".0%"),
        ),
        title="Choosing λ",
        annotations=words,
        values={
            **errors.values_of(found),
            "n": n,
            "count": k,
            "all": num(k * eps, "nats"),
            "share": num(eps / k, ".3g"),
            "each": each,
            "best": num(x[best], "small"),
            "found": num(objective[best], ".4f"),
            "privately": mean,
            "paid": f"{mean:.4f}" if paid else "not yet",
            "table": table.key,
            "stated": table.stated,
        },
        sentence=[
            "λ = {regularization:small} at ε = {epsilon:small}: error {said_2} by objective perturbation, {said_1} "
            f"by output perturbation. The best of {k} candidates is λ = {{best}}, {by_looking}: {k} models of the same "
            "people cost ε = {all}, and the choice is not even private. ",
            f"Chosen privately, each candidate with {each} people of its own: {privately}."
            if paid
            else "The private choice is being computed.",
            "" if complete else " More is being computed.",
        ],
        table=errors.table(
            at.mode,
            (COMMON, common),
            (f"best, not chosen privately, λ = {small(x[best])}", by_looking),
            ("chosen privately", privately),
        ),
        code=(shown, chosen),
    )


def _twelve() -> dict[str, float]:
    models, choice = [0.5] * 12, [0.5]
    return {
        "answer": basic_composition(models + choice)[0],
        "models": basic_composition(models)[0],
        "one": basic_composition(models[:1])[0],
        "both": basic_composition(models[:1] + choice)[0],
    }


SECTION = Section(
    draw,
    axes=(regularization,),
    controls=(data, target, mode, epsilon, regularization, seed),
    limits=lambda now: {target: table_study.targets(now)},
)
