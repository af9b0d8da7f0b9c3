"""How much worse the chosen λ is than the best, along ε, for three ways to pay (SH-3)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz._numeric.stats import mean_interval
from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, points, table_by_frame, text, upright
from dpviz.draw.style import BLUE, CLEAR, FAINT_BLUE, FAINT_ORANGE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.halving.shared import LAMBDAS, arms_of, models, number_of_evaluations
from dpviz.lessons.halving.tuning import WAYS
from dpviz.tuning import private_cost, private_tuning
from dpviz.tuning.failure import survivors

RUNS = 1000  # tunings at each ε
PAID = ("evaluation", "mean", "once")
COLOURS, FILLS = (ORANGE, BLUE, GREEN), (FAINT_ORANGE, FAINT_BLUE, FAINT_BLUE)

evaluations = number_of_evaluations()
epsilon = common.epsilon(1.0, steps=31, label="ε for all releases")
seed = Seed(button="Draw again", help="Other people, other noise.")


def shown(arms: Any, evaluations: int, epsilon: float, seed: int) -> Any:
    missed = [
        arms.validation.max() - arms.validation[private_tuning(
            arms.validation, evaluations, epsilon=epsilon, records=arms.records, noise=way,
            rng=np.random.default_rng(seed), runs=RUNS,
        ).survivors]
        for way in PAID
    ]  # fmt: skip
    evaluation, mean, once = np.mean(missed, axis=1)
    return missed, evaluation, mean, once


@lru_cache(maxsize=4)
def _missed(evaluations: int, epsilon: tuple[float, ...], seed: int) -> Any:
    """What each tuning lost, shape (F, ways, RUNS); every ε has the same random numbers."""
    return np.array([shown(arms_of(seed), evaluations, level, seed)[0] for level in epsilon])


def draw(at: Frames) -> Picture:
    arms, e = arms_of(at.seed), at.epsilon
    missed = _missed(at.evaluations, tuple(e.tolist()), at.seed)
    # What no run has shown is taken to lose no more than what some have, or than the second best λ does.
    second = float(np.diff(np.sort(arms.validation)[-2:])[0])
    loss, (low, high) = missed.mean(axis=2), mean_interval(missed, 0.0, np.maximum(missed.max(axis=2), second))
    error = np.maximum(high - loss, loss - low)
    bare = float(np.mean(arms.validation.max() - arms.validation[
        survivors(arms.validation, at.evaluations, runs=RUNS, rng=np.random.default_rng(at.seed))]))  # fmt: skip
    costs = {
        way: [private_cost(LAMBDAS, at.evaluations, epsilon=v, records=arms.records, noise=way) for v in e.tolist()]
        for way in PAID
    }
    curves = [
        mark
        for k, way in enumerate(PAID)
        for mark in (
            curve(e, loss[:, k], COLOURS[k], WAYS[way].removeprefix("noise "), dash=("solid", "dash", "dot")[k]),
            band(e, low[:, k], high[:, k], CLEAR, fill=FILLS[k], width=1),
        )
    ]
    lines = [[(WAYS[way], f"{loss[f, k]:.4f} ± {error[f, k]:.4f}", f"{100 * np.mean(missed[f, k] == 0):.0f} %")
              for k, way in enumerate(PAID)] for f in range(at.frames)]  # fmt: skip
    return Picture(
        panel(
            *curves,
            level(bare, GREY, reach=(e[0], e[-1]), width=2, dash="dot"),
            text(e[-1:], [bare], ["no noise, no promise: one person a pull"], GREY, "top left"),
            upright(moving(e), PURPLE, reach=(-1, 1), width=2),
            points(moving(np.repeat(e[:, None], 3, axis=1)), moving(loss), list(COLOURS), size=11),
            x=axis("ε for a validation person", math.log10(e[0]), math.log10(e[-1]), type="log", dtick=1),
            y=axis("simple regret", -0.002, max(1.15 * float(loss.max()), 0.01)),
        ),
        title="What privacy costs the choice",
        height=420,
        values={
            "records": arms.records,
            "runs": RUNS,
            "bare": 100 * bare,
            "regret": loss[:, 0],
            **{way: num(loss[:, k], ".4f") for k, way in enumerate(PAID)},
            **{f"{way}_points": num(100 * loss[:, k], ".2f") for k, way in enumerate(PAID)},
            **{f"{way}_looks": np.array([cost.releases for cost in costs[way]]) for way in PAID},
            **{f"{way}_scale": num(np.array([cost.scale for cost in costs[way]]), ".3g") for way in PAID},
        },
        sentence="With ε = {epsilon:small} in all, the λ chosen is worse than the best by "
        + ", ".join(f"{{{way}_points}} points ({WAYS[way]})" for way in PAID)
        + "; without noise, one person a pull, by {bare:.2f}. Means of {runs:,} runs.",
        table=table_by_frame(("", "simple regret, ± two standard errors", "best λ chosen"), *lines),
        code=(models, shown),
    )


def _noise() -> dict[str, float]:
    often = private_cost(LAMBDAS, 96, epsilon=1.0, records=1000, noise="mean")
    alone = private_cost(LAMBDAS, 96, epsilon=float(often.releases), records=1000, noise="mean")
    return {
        "looks": float(often.releases),
        "answer": 1000 * often.scale,
        "unshared": 1000 * alone.scale,
        "each": often.each,
    }


def _looks() -> dict[str, float]:
    """How many releases a tuning makes: one a pull, or one a round and arm."""
    often, rounds = (
        float(private_cost(LAMBDAS, 96, epsilon=1.0, records=1000, noise=noise).releases)
        for noise in ("evaluation", "mean")
    )
    return {"often": often, "rounds": rounds}


SECTION = Section(draw, axes=(epsilon,), controls=(evaluations, epsilon, seed))
