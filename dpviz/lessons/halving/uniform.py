"""Successive halving beside equal pulls: how often each loses the best arm, along the budget (SH-1, SH-4)."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, curve, moving, num, panel, points, table_by_row, upright, when
from dpviz.draw.scales import logarithmic
from dpviz.draw.style import BLUE, CLEAR, GREY, ORANGE
from dpviz.draw.words import percent
from dpviz.frame.section import Frames, Section
from dpviz.lessons.halving import shared
from dpviz.lessons.halving.shared import RUNS
from dpviz.tuning import FailureRates, failure_rates, uniform_bound, uniform_failure
from dpviz.tuning.arms import arm_means

FLOOR = 1e-5  # the smallest probability drawn

shape, arms = shared.kinds_of_arms(), shared.number_of_arms()
gap, budget = shared.gap_to_second(), shared.number_of_pulls()
seed = shared.other_draws()


def shown(shape: str, arms: int, gap: float, budget: int, seed: int) -> Any:
    means = arm_means(shape, arms, gap)
    each = budget // arms
    equal = uniform_failure(means, budget)
    bound = uniform_bound(means, budget)
    found = failure_rates(means, [budget], runs=RUNS, rng=np.random.default_rng(seed))
    halving, (low, high) = found.rate[0], found.band()
    return means, each, equal, bound, halving, low, high


@lru_cache(maxsize=32)
def _equal(shape: str, arms: int, gap: float, budgets: tuple[int, ...]) -> Any:
    means = arm_means(shape, arms, gap)
    return np.array([uniform_failure(means, one) for one in budgets])


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    for done, means, found in shared.measured(at):
        yield done, _picture(at, means, found)


def _picture(at: Frames, means: Any, found: FailureRates) -> Picture:
    b, exact = at.budget, shared.exact_losses(at.shape, means, at.budget)
    equal = _equal(at.shape, at.arms, round(at.gap, 10), tuple(b.tolist()))
    known = exact is not None
    halving, (low, high) = found.rate if exact is None else exact, found.band()
    drawn, lower, upper, unseen = shared.on_log_axis(exact, found, FLOOR)
    better, worse = (halving < equal, halving > equal) if known else (high < equal, low > equal)
    here = np.stack([b, b], axis=1)
    return Picture(
        panel(
            band(b, lower, upper, CLEAR, width=1),
            curve(b, drawn, BLUE, width=4),
            shared.beside(b, drawn, FLOOR, "halving", BLUE, "bottom left"),
            curve(b, unseen, BLUE, dash="dot", width=2),
            shared.beside(b, unseen, FLOOR, "95 %: below this", BLUE, "top center"),
            curve(b, np.where(equal > 0, equal, np.nan), ORANGE, dash="dash"),
            shared.beside(b, equal, FLOOR, "equal pulls: exact", ORANGE, "top right"),
            upright(moving(b), GREY, reach=(FLOOR / 10, 10), width=2),
            points(moving(here), moving(np.stack([equal, drawn], axis=1)), [ORANGE, BLUE], size=11),
            x=axis("B, the budget (pulls)", math.log10(b[0]) - 0.05, math.log10(b[-1]) + 0.05, type="log", dtick=1),
            y=axis("probability", **logarithmic(FLOOR, 10**0.1)),
            heading=f"pale: 95 % band of {found.runs:,} runs",
        ),
        title="Probability that the best arm is lost",
        height=400,
        values={
            "each": b // at.arms,
            "equal": num(equal, "probability"),
            "bound": num(uniform_bound(means, b), "probability"),
            **({"truth": num(halving, "probability")} if known else {}),
            "lost": found.failures,
            "share": halving,
            "runs": found.runs,
            "measured": shared.with_bands(found),
            "reach": [f"{percent(lo)} to {percent(hi)}" for lo, hi in zip(low.tolist(), high.tolist(), strict=True)],
            "known": known,
        },
        sentence=[
            "With {budget:,} pulls, equal pulls ({each:,} of each arm) lose the best arm with probability "
            "{equal:percent}. Successive halving ",
            "loses it with probability {truth:percent}. " if known
            else "lost it in {lost:,} of {runs:,} runs (95 % interval: {reach}). ",
            when(better, "Halving is better here."),
            when(worse, "Equal pulls are better here."),
            when(~(better | worse), "These runs are too few to tell which is better."),
        ],
        table=table_by_row(
            ("", "the best arm is lost with probability"),
            ("equal pulls, exact", "{equal}"),
            ("equal pulls, Hoeffding’s bound", "{bound}"),
            *([("successive halving, exact", "{truth}")] if known else []),
            ("successive halving, measured in {runs:,} runs", "{measured}"),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(budget,), controls=(shape, arms, gap, budget, seed))
