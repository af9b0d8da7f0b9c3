"""Two rings: a private support vector machine, linear or with random Fourier features (SVM-2, SVM-3)."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dpviz.draw import Picture, band, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.panel import axis
from dpviz.draw.style import BLUE, CLEAR, FAINT_BLUE, FAINT_ORANGE, GREEN, ORANGE, PURPLE
from dpviz.draw.words import small, tenths
from dpviz.erm import GammaNoise, HuberLoss, ObjectivePerturbation, OutputPerturbation, RandomFourierFeatures, Rings
from dpviz.erm.newton import Problem
from dpviz.erm.perturbation import released
from dpviz.erm.planning import Plan, method_plan
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.private_regression import errors
from dpviz.lessons.private_regression.regions import PLACES, region, square

N, TESTED, DRAWS = 4000, 2000, 20
COUNT, BANDWIDTH = 100, 4.0  # of the random features
SEEN = 120  # records drawn
WAYS = {"corrected": "objective perturbation", "output": "output perturbation"}
EPSILONS = [0.05, 0.07, 0.1, 0.14, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.4, 2, 3, 5, 10]
TICKS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

features = Choice("gaussian", label="Features",
                  options={"gaussian": "100 random features", "linear": "the two coordinates"})  # fmt: skip
way = Choice("corrected", options=WAYS, label="Made private by")
epsilon = common.epsilon(0.2, low=0.05, values=EPSILONS)
regularization = errors.penalty()
width = Number(0.5, low=0.01, high=2, scale="log", steps=21, label="h, the width",
               ends=("almost the hinge", "very smooth"), show=small)  # fmt: skip
seed = Seed(button="Draw again", help="Other rings, other features, other noise.")


def records(seed: int) -> Any:
    X, y = Rings().draw(N + TESTED, np.random.default_rng([seed, 0]))
    return X, y


def random_features(seed: int) -> Any:
    mapping = RandomFourierFeatures.sample(2, COUNT, BANDWIDTH, np.random.default_rng([seed, 1])).transform
    return mapping


def coordinates() -> Any:
    mapping = np.asarray
    return mapping


def judged(
    X: Any, y: Any, mapping: Any, way: str, epsilon: float, regularization: float, width: float, seed: int
) -> Any:
    Z = mapping(X)
    kind = OutputPerturbation if way == "output" else ObjectivePerturbation
    method = kind(epsilon=epsilon, regularization=regularization, loss=HuberLoss(width))
    w = method.release(Z[:N], y[:N], np.random.default_rng([seed, 2]), size=DRAWS)
    wrong = np.mean((Z[N:] @ w.T >= 0) != (y[N:, None] > 0), axis=0)
    error, mean = wrong[0], wrong.mean()  # the first is the one shown
    return error, mean


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    eps, loss, frames = at.epsilon, HuberLoss(at.width), at.frames
    X, y = records(at.seed)
    mapping = random_features(at.seed) if at.features == "gaussian" else coordinates()
    Z = mapping(X)
    plan = method_plan(at.way, eps, N, at.regularization, curvature=loss.curvature_bound)
    unit = GammaNoise(dim=Z.shape[1], scale=1.0).draw(np.random.default_rng([at.seed, 2]), DRAWS)
    trained = Problem(Z[:N] * y[:N, None], loss, at.regularization)
    extra, scale = np.asarray(plan.extra), np.asarray(plan.scale)
    problems = [trained.part(N, at.regularization + more) if more else trained for more in extra.tolist()]
    bare = trained.centre[None]
    weights, wrong = np.empty((frames, Z.shape[1])), np.full((frames, DRAWS), np.nan)
    for k in range(DRAWS):
        near = bare
        # From the most ε down: each minimiser is a good guess for the next.
        for f in reversed(range(frames)):
            near = released(problems[f], at.way, scale[f] * unit[k : k + 1], near)
            wrong[f, k] = _wrong(Z, y, near)
            if not k:
                weights[f] = near[0]
            if not f and not k:
                scores = np.concatenate([bare, weights]) @ mapping(PLACES).T
            if not f or (k and not f % 4):
                yield ((k + 1 - f / frames) / DRAWS, _picture(at, plan, X, y, scores, _wrong(Z, y, bare), wrong))


def _wrong(Z: Any, y: Any, weights: Any) -> float:
    return float(np.mean((Z[N:] @ weights[0] >= 0) != (y[N:] > 0)))


def _picture(at: Frames, plan: Plan, X: Any, y: Any, scores: Any, standard: float, wrong: Any) -> Picture:
    linear, on_answer, eps = at.features == "linear", at.way == "output", at.epsilon
    done = np.isfinite(wrong).sum(axis=1)
    mean = np.nanmean(wrong, axis=1)
    error = np.sqrt(np.nansum((wrong - mean[:, None]) ** 2, axis=1) / np.maximum(done - 1, 1) / done)
    colour, faint = (ORANGE, FAINT_ORANGE) if on_answer else (BLUE, FAINT_BLUE)
    said = [errors.both(*one[:2]) if one[2] > 1 else tenths(one[0]) for one in zip(mean, error, done, strict=True)]
    means = "lines through the origin" if linear else f"{COUNT} random Fourier features"
    plus, minus = (X[:SEEN][y[:SEEN] * sign > 0] for sign in (1, -1))
    dots = (points(plus[:, 0], plus[:, 1], BLUE, size=6), points(minus[:, 0], minus[:, 1], ORANGE, size=6, symbol="x"))
    return Picture(
        square(region(scores[0]), *dots, across=(0, 0.46), share=2, heading="without privacy", x="x"),
        square(region(moving(scores[1:])), *dots, across=(0.54, 1), share=2, heading="with: one release", x="x2"),
        panel(
            band(eps, np.maximum(mean - 2 * error, 0), mean + 2 * error, CLEAR, fill=faint, width=1),
            curve(eps, mean, colour, width=4),
            level(standard, GREEN, reach=(eps[0], eps[-1]), dash="dot"),
            text(eps[:1], [standard], ["no privacy"], GREEN, "top right"),
            upright(moving(eps), PURPLE, reach=(-1, 2), width=2),
            points(moving(eps), moving(mean), [colour], size=12),
            x=errors.scale("ε, the privacy parameter", eps, TICKS),
            y=axis("error", -0.03, 0.62, tickformat=".0%"),
            heading="test error: mean of the releases",
        ),
        title=f"Two rings · {means} · {WAYS[at.way]}",
        height=530,
        values={
            "n": N,
            "count": COUNT,
            "mean": num(mean, ".4f"),
            "error": num(wrong[:, 0], ".4f"),
            "first": num(wrong[:, 0], "tenths"),
            "left": num(plan.noise_epsilon, "nats"),
            "extra": num(plan.extra, ".3g"),
            "kept": num(plan.guarantee, "nats"),
            "standard": num(standard, ".4f"),
            "bare": tenths(standard),
            "done": done,
            "linear": linear,
            "on_answer": on_answer,
            "said": said,
        },
        sentence=[
            f"With {means} and ε = {{epsilon:small}}, the release shown errs on {{first}} of {TESTED:,} new "
            "examples; without privacy it would be {bare}. ",
            when(done > 1, "Over {done} releases: {said}.", "One release so far."),
        ],
        table=table_by_row(
            ("", f"error on {TESTED:,} new examples"),
            ("without privacy", "{bare}"),
            ("the release shown", "{first}"),
            ("mean of {done} releases ± two standard errors", "{said}"),
        ),
        code=(records, coordinates if linear else random_features, judged),
    )


SECTION = Section(draw, axes=(epsilon,), controls=(features, way, epsilon, regularization, width, seed))
