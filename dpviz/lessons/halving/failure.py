"""Probability of losing the best arm, along the budget: bound, truth, simulation (SH-2)."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, curve, moving, num, panel, points, table_by_row, upright, when
from dpviz.draw.scales import logarithmic
from dpviz.draw.style import BLUE, CLEAR, GREY, ORANGE, PURPLE, WORDS
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.halving import shared
from dpviz.lessons.halving.shared import RUNS
from dpviz.tuning import FailureRates, failure_bound, failure_rates, hardness, needle_failure, sufficient_budget
from dpviz.tuning.arms import arm_means

FLOOR = 1e-6

shape, arms = shared.kinds_of_arms("needle"), shared.number_of_arms(8)
gap, budget = shared.gap_to_second(), shared.number_of_pulls()
beta, seed = common.beta(0.1), shared.other_draws()


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
    for done, means, found in shared.measured(at):
        yield done, _picture(at, means, found)


def _picture(at: Frames, means: Any, found: FailureRates) -> Picture:
    b, exact = at.budget, shared.exact_losses(at.shape, means, at.budget)
    known = exact is not None
    bound, enough = failure_bound(means, b), sufficient_budget(means, beta=at.beta)
    truth = found.rate if exact is None else exact
    drawn, lower, upper, unseen = shared.on_log_axis(exact, found, FLOOR)
    end = max(float(b[-1]), 1.3 * enough)
    along, here = np.geomspace(b[0], end, 81), np.stack([b, b], axis=1)
    promised = np.asarray(failure_bound(means, along))
    return Picture(
        panel(
            band(b, lower, upper, CLEAR, width=1),
            curve(b, drawn, BLUE, width=4),
            shared.beside(b, drawn, FLOOR, "exact" if known else "measured", BLUE, "bottom left"),
            curve(b, unseen, BLUE, dash="dot", width=2),
            shared.beside(b, unseen, FLOOR, "95 %: below this", BLUE, "top center"),
            curve(along, promised, ORANGE, dash="dash"),
            shared.beside(
                along, np.where(abs(promised - 1.5) < 1, promised, 0), FLOOR, "bound", ORANGE, "middle right"
            ),
            points(
                enough,
                at.beta,
                PURPLE,
                symbol="diamond",
                size=14,
                mode="markers+text",
                text=["the theorem’s budget"],
                textposition="middle left",
                textfont={"size": 14, "color": WORDS[PURPLE]},
            ),
            upright(moving(b), GREY, reach=(FLOOR / 10, 10), width=2),
            points(moving(here), moving(np.stack([np.minimum(bound, 3.0), drawn], axis=1)), [ORANGE, BLUE], size=11),
            x=axis("budget (pulls)", math.log10(b[0]) - 0.05, math.log10(end) + 0.05, type="log", dtick=1),
            y=axis("probability", **logarithmic(FLOOR, 10**0.6)),
            heading=f"pale: 95 % band of {found.runs:,} runs",
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
            "measured": shared.with_bands(found),
            "large": bound < 1,
            "known": known,
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
