"""Hinge and Huber loss: what the curvature leaves of ε, and the test error it leads to (SVM-1, LR-5)."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, CLEAR, FAINT_BLUE, FAINT_ORANGE, GREY, INK, PURPLE
from dpviz.draw.words import small
from dpviz.erm import HuberLoss, LearningCurve, LearningStudy, Unseparable, learning_curve, objective_plan
from dpviz.erm.planning import Plan
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.private_regression import errors

N, RECORDS, FOLDS, DRAWS = 2000, 2500, 5, 20
FIRST = 4  # releases before there is a picture
METHODS = "standard", "output", "corrected"
SVM_EPSILONS = [0.05, 0.07, 0.1, 0.14, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.4, 2, 3, 5, 10]
TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2]

epsilon = common.epsilon(0.2, low=0.05, values=SVM_EPSILONS)
regularization = errors.penalty()
width = Number(2, low=0.01, high=2, scale="log", steps=21, label="h, the width",
               ends=("almost the hinge", "very smooth"), show=small)  # fmt: skip
seed = Seed(button="Draw again", help="Other records, other noise.")


def shown(epsilon: float, regularization: float, width: float, seed: int) -> Any:
    loss = HuberLoss(width)
    plan = objective_plan(epsilon, N, regularization, curvature=loss.curvature_bound)
    left, kept = plan.noise_epsilon, plan.guarantee
    curve = learning_curve(
        Unseparable(), n=N, epsilon=epsilon, regularization=regularization, loss=loss, seed=seed,
        records=RECORDS, folds=FOLDS, draws=DRAWS,
    )  # fmt: skip
    standard, output, objective = curve.mean[:, 0]
    return left, kept, standard, output, objective


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    studies = [
        LearningStudy(source=Unseparable(), n=N, epsilon=at.epsilon, regularization=at.regularization, methods=METHODS,
                      loss=HuberLoss(h), records=RECORDS, folds=FOLDS, draws=DRAWS, seed=at.seed)
        for h in at.width.tolist()
    ]  # fmt: skip
    curves = [study.empty() for study in studies]
    parts = [(0, slice(0, FIRST)), (0, slice(FIRST, DRAWS)), *((fold, slice(0, DRAWS)) for fold in range(1, FOLDS))]
    for k, (fold, part) in enumerate(parts):
        for i, (study, found) in enumerate(zip(studies, curves, strict=True), 1):
            found.errors[:, 0, fold, part] = study.cell(0, fold, part)
            if i == len(studies) or (k and i % 7 == 0):
                yield (k + i / len(studies)) / len(parts), _picture(at, curves)


def _picture(at: Frames, curves: list[LearningCurve]) -> Picture:
    mean, error = (
        np.concatenate([getattr(one, name) for one in curves], axis=1) for name in ("mean", "standard_error")
    )
    releases = np.array([int(one.draws_done[1, 0]) for one in curves])
    eps, h = at.epsilon, at.width
    plan, closely = _plan(at, h), np.geomspace(h[0], h[-1], 301)
    left, extra, near = plan.noise_epsilon, plan.extra, _plan(at, closely).noise_epsilon
    low, high = mean - 2 * error, mean + 2 * error
    # Where the method switches it raises λ at once: between two widths nothing is known.
    switch = np.flatnonzero(np.diff(extra > 0)) + 1
    z, ends = np.linspace(-1.2, 3.2, 177), (h[0], h[-1])
    loss = panel(
        curve(z, np.maximum(0, 1 - z), GREY, dash="dash"),
        curve(z, moving(np.array([HuberLoss(one).value(z) for one in h.tolist()])), INK, width=4),
        curve(moving(np.stack([1 - h, 1 + h], axis=1)), [-0.15, -0.15], PURPLE, width=8),
        text([0], [1], ["hinge"], GREY, "bottom left"),
        text([0.5], moving(np.array([[HuberLoss(one).value(0.5)] for one in h.tolist()])), ["Huber loss"], INK,
             "top right"),
        text([1], [-0.35], ["rounded here: 2h"], PURPLE, "bottom center"),
        x=axis("margin z = y (w · x)", -0.6, 3.1), y=axis("loss", -0.8, 1.65),
    )  # fmt: skip
    privacy = panel(
        curve(*_cut(closely, near, np.flatnonzero(np.diff(near) < 0) + 1), BLUE, width=4),
        level(eps, GREY, reach=ends, width=2, dash="dot"),
        upright(moving(h), PURPLE, reach=(-1, 20), width=2),
        points(moving(h), moving(left), [BLUE], size=12),
        x=errors.scale("", h, TICKS, showticklabels=False), y=axis("ε left", 0, 1.12 * eps),
        heading="ε left for the noise (dotted: all of it)",
    )  # fmt: skip
    accuracy = panel(
        band(h, low[1], high[1], CLEAR, fill=FAINT_ORANGE, width=1),
        *(band(h[part], low[2, part], high[2, part], CLEAR, fill=FAINT_BLUE, width=1)
          for part in np.split(np.arange(len(h)), switch)),
        *(curve(*_cut(h, mean[i], switch if i == 2 else []), errors.COLOURS[i],
                dash=errors.DASHES[i]) for i, name in enumerate(METHODS)),
        *(text(h[:1], mean[i, :1], [errors.NAMES[name]], errors.COLOURS[i], "bottom right" if i == 0 else "top right")
          for i, name in enumerate(METHODS)),
        *errors.here(h, mean),
        x=errors.scale("width h", h, TICKS), share=1.6, y=axis("error", -0.08, 0.56, tickformat=".0%"),
        heading="test error",
    )  # fmt: skip
    return Picture(
        loss,
        privacy,
        accuracy,
        title="Huber loss in place of the hinge",
        height=520,
        values={
            "curvature": num(1 / (2 * h), ".4g"),
            "bend": num(1 / (2 * h), ".3g"),
            "left": num(left, "nats"),
            "extra": num(extra, ".3g"),
            "kept": num(plan.guarantee, "nats"),
            "gap": num(h / 4, ".3g"),
            "n": N,
            "standard": num(mean[0], "tenths"),
            "output": num(mean[1], ".4f"),
            "objective": num(mean[2], ".4f"),
            **{f"said_{i}": errors.measured(mean[i], error[i]) for i in range(3)},
            "releases": releases,
            "planned": FOLDS * DRAWS,
            "unraised": extra == 0,
        },
        sentence=[
            "Width {width:small}: the curvature is at most {bend}, and {left} of ε = {epsilon:nats} is left for the "
            "noise. ",
            when(extra > 0, "Nothing would be left; so λ is raised by {extra:.2g} and ε′ is half of ε. "),
            "Error: {standard} without privacy, {said_1} by output perturbation, {said_2} by objective perturbation.",
            when(releases < FOLDS * DRAWS, " {releases} of {planned} releases are in."),
        ],
        table=table_by_row(
            ("method", "error ± two standard errors"),
            *((errors.NAMES[name], f"{{said_{i}}}") for i, name in enumerate(METHODS)),
        ),
        code=shown,
    )


def _plan(at: Frames, h: Any) -> Plan:
    return objective_plan(at.epsilon, N, at.regularization, curvature=1 / (2 * h))


def _cut(x: Any, heights: Any, at: Any) -> tuple[Any, Any]:
    """A line with gaps before the places `at`."""
    return np.insert(x, at, np.nan), np.insert(heights, at, np.nan)


def _bent() -> dict[str, float]:
    loss, eps = HuberLoss(0.25), 0.5
    left = float(objective_plan(eps, N, 0.01, curvature=loss.curvature_bound).noise_epsilon)
    logistic = float(objective_plan(eps, N, 0.01).noise_epsilon)
    return {"answer": left, "once": (left + eps) / 2, "cost": eps - left, "logistic": logistic}


SECTION = Section(draw, axes=(width,), controls=(epsilon, regularization, width, seed))
