"""Probability of losing the best arm, along the budget: bound, truth, simulation (SH-2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, card, curve, moving, num, panel, points, table_by_row, upright, when
from dpviz.draw.style import BLUE, CLEAR, GREY, ORANGE, PURPLE
from dpviz.draw.words import probability
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.halving.shared import (
    RUNS,
    exact_losses,
    gap_to_second,
    kinds_of_arms,
    measured,
    number_of_arms,
    number_of_pulls,
    on_log_axis,
    other_draws,
)
from dpviz.tuning import FailureRates, failure_bound, failure_rates, hardness, needle_failure, sufficient_budget
from dpviz.tuning.arms import arm_means

FLOOR = 1e-6
SOURCE = "The constants 3 and 8 are quoted from Karnin, Koren and Somekh (2013)."

shape, arms, gap, budget = kinds_of_arms(), number_of_arms(8), gap_to_second(), number_of_pulls()
beta, seed = common.beta(0.1), other_draws()


def shown(shape: str, arms: int, gap: float, budget: int, seed: int, beta: float) -> Any:
    means = arm_means(shape, arms, gap)
    bound = failure_bound(means, budget)
    found = failure_rates(means, [budget], runs=RUNS, rng=np.random.default_rng(seed))
    share, (low, high) = found.rate[0], found.band()
    enough = sufficient_budget(means, beta=beta)
    return means, bound, share, low, high, enough


def exactly(means: Any, arms: int, budget: int) -> Any:
    exact = needle_failure(means[0], means[1], arms, budget)
    return exact


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    for done, means, found in measured(at):
        yield done, _picture(at, means, found)


def _picture(at: Frames, means: Any, found: FailureRates) -> Picture:
    b, exact = at.budget, exact_losses(at.shape, means, at.budget)
    known = exact is not None
    bound, enough = failure_bound(means, b), sufficient_budget(means, beta=at.beta)
    truth = found.rate if exact is None else exact
    low, high = found.band()
    drawn, lower, upper = on_log_axis(exact, found, FLOOR)
    end = max(float(b[-1]), 1.3 * enough)
    along, here = np.geomspace(b[0], end, 81), np.stack([b, b], axis=1)
    measured = [f"{probability(r)} (95 %: {probability(lo)} to {probability(hi)})"
                for r, lo, hi in zip(found.rate.tolist(), low.tolist(), high.tolist(), strict=True)]  # fmt: skip
    return Picture(
        panel(
            band(b, lower, upper, CLEAR, f"95 % band of {found.runs:,} runs each", width=1),
            curve(b, drawn, BLUE, f"best arm lost: {'exact' if known else 'measured'}", width=4),
            curve(along, failure_bound(means, along), ORANGE, "bound", dash="dash"),
            points(enough, at.beta, PURPLE, "the theorem’s budget for β", symbol="diamond", size=14),
            upright(moving(b), GREY, reach=(FLOOR / 10, 10), width=2),
            points(moving(here), moving(np.stack([np.minimum(bound, 3.0), drawn], axis=1)), [ORANGE, BLUE], size=11),
            x=axis("budget (pulls)", math.log10(b[0]) - 0.05, math.log10(end) + 0.05, type="log", dtick=1),
            y=axis("probability", math.log10(FLOOR), 0.6, type="log", dtick=1, exponentformat="power"),
        ),
        title="The theorem’s budget, and what is enough",
        height=420,
        values={
            "h2": num(hardness(means), ",.0f"),
            "enough": num(enough, ","),
            "bound": num(bound, "probability"),
            "truth": num(truth, "probability"),
            **({"exact": num(truth, "probability")} if known else {}),
            "lost": found.failures,
            "runs": found.runs,
            "measured": measured,
        },
        sentence=[
            "With {budget:,} pulls the best arm was lost in {lost:,} of {runs:,} runs",
            when(known, "; exactly, the probability is {truth:percent}"),
            ". The theorem’s bound is ",
            when(bound > 1, "above 1, so it says nothing yet", "{bound:percent}"),
            ". For β = {beta:percent} the theorem asks for {enough:,} pulls.",
        ],
        table=table_by_row(
            ("", "probability"),
            ("bound", "{bound}"),
            *([("exact", "{truth}")] if known else []),
            ("measured in {runs:,} runs", "{measured}"),
        ),
        card=card(
            "A budget that is enough",
            "SH-2",
            r"\Pr[\text{lost}]\le 3\log_2 n\;\exp\left(-\frac{B}{8\,H_2\log_2 n}\right)",
            r"B=@budget,\;H_2=@h2:\quad @truth\;\le\;@bound",
            rows={
                "bound": "bound",
                "truth: exact" if known else "truth: measured": "truth",
                "measured": "measured",
                "the theorem’s budget for β": "enough",
            },
            given=(
                "one arm is best",
                "rewards lie in [0, 1] and each pull is a fresh draw",
                ("the budget is large enough for a bound below 1", bound < 1),
            ),
            note=f"{SOURCE} H₂ is the hardness. β is the chance to lose the best arm, not the δ of privacy.",
        ),
        code=(shown, exactly) if known else shown,
    )


def _needed() -> dict[str, float]:
    means = arm_means("needle", 8, 0.1)
    asked = sufficient_budget(means, beta=0.1)
    return {
        "asked": float(asked),
        "tenth": round(1 / needle_failure(means[0], means[1], 8, asked // 10), -3),
        "fiftieth": 100 * needle_failure(means[0], means[1], 8, asked // 50),
    }


SECTION = Section(draw, axes=(budget,), controls=(shape, arms, gap, beta, budget, seed))
