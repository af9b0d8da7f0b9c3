"""One question again and again: the average closes in on the truth while the budget runs out (DP-6, LAP-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, level, moving, num, panel, points, table_by_frame, when
from dpviz.draw.marks import label
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.draw.words import rounded, small
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import asked as question_of
from dpviz.lessons.privacy.shared import count_of, counted, title_of
from dpviz.mechanisms import LaplaceMechanism
from dpviz.privacy import Budget, basic_composition

PEOPLE = 200  # whose health is asked for: the first ones of the table, as at the top of the page
MOST = 40  # answers that the picture has room for
LINES = 8  # of the table: the last answers

each = common.epsilon(0.1, high=2, steps=61, label="ε of each answer")
budget = Number(1, low=0.1, high=3, steps=30, label="The whole budget, in ε", ends=("strict", "generous"), show=small)
asked = Number(4, low=0, high=MOST, values=range(MOST + 1), whole=True, label="Answers given")
seed = Seed(button="Start again", help="The same budget, other noise.")


def spent(statistic: Any, budget: float, each: float, asked: int, seed: int) -> Any:
    mechanism = LaplaceMechanism(epsilon=each, sensitivity=statistic.sensitivity("replace"))
    rng, account = np.random.default_rng(seed), Budget(epsilon=budget)
    answered, total = 0, 0.0
    while answered < asked and account.allows(each):  # what is not paid for is refused
        account = account.spend(each)
        answered, total = answered + 1, total + float(mechanism.release(statistic.value, rng))
    average, left = total / max(answered, 1), account.left[0]
    return answered, average, left


def affordable(budget: Any, each: Any) -> Any:
    """How many answers there can be, up to what the picture has room for."""
    return np.minimum([Budget(epsilon=b).affords(e) for b, e in zip(budget, each, strict=True)], MOST)


def draw(at: Frames) -> Picture:
    everybody = question_of(counted(at).key, "count")
    statistic = everybody.head(min(PEOPLE, everybody.n))
    truth, one = statistic.value, at.each[:, None]
    allowed = affordable(at.budget, at.each)
    answered = np.minimum(at.asked, allowed)
    # The noise is ε's alone but for its size: every ε sees the same draws.
    unit = LaplaceMechanism(epsilon=1.0, sensitivity=statistic.sensitivity("replace"))
    order = np.arange(1, MOST + 1)
    given = order <= answered[:, None]
    answers = truth + unit.release(np.zeros(MOST), np.random.default_rng(at.seed)) / one
    average, double = np.cumsum(answers, axis=1) / order, 2 * unit.standard_deviation / one / np.sqrt(order)
    costs, left = order * one, np.maximum(at.budget - answered * at.each, 0.0)
    reach = 3.2 * float(np.median(unit.standard_deviation / at.each))
    last = np.maximum(answered, 1) - 1
    now = [side[np.arange(at.frames), last] for side in (average, double)]
    seen, ends = [np.where(given, side, np.nan) for side in (answers, average, costs)], (0, MOST + 1)
    answering = (allowed > 0) & (answered > 0)
    return Picture(
        panel(
            points(order, moving(seen[0]), GREY, "one answer", size=7),
            curve(order, moving(seen[1]), BLUE, "their average, ± two standard errors", mode="lines+markers",
                  marker={"size": 6, "color": BLUE},
                  error_y={"type": "data", "array": moving(np.where(given, double, 0.0)), "color": BLUE,
                           "thickness": 1.5, "width": 2}),
            level(truth, ORANGE, "the secret", reach=ends, dash="dash", width=2),
            x=axis("", *ends, showticklabels=False), y=axis("answer (people)", truth - reach, truth + reach, nticks=6),
            share=1.5,
        ),
        panel(
            bars(order, moving(seen[2]), BLUE),
            level(moving(at.budget), PURPLE, reach=ends, dash="dot"),
            x=axis("number of the question", *ends),
            y=axis("ε spent", 0, 1.3 * float(at.budget.max()), nticks=5),
            heading="ε spent so far, and the budget",
        ),
        annotations=[label("budget", moving(at.budget), PURPLE, yref="y2")],
        title="A budget, spent question by question · {title}",
        height=450,
        values={
            "title": title_of(at, "count"),
            "n": statistic.n,
            "truth": num(truth, ",.0f"),
            "allowed": num(allowed, ","),
            "answered": answered,
            "average": num(np.where(answered > 0, now[0], 0.0), ",.4g"),
            "double": num(now[1], rounded),
            "spent": num(answered * at.each, ".4g"),
            "left": num(left, ".3g"),
            "more": allowed - answered,
        },
        sentence=[
            when(allowed == 0, "One answer costs ε = {each:nats}, more than the whole budget of {budget:nats}: it is "
                 "refused."),
            when((allowed > 0) & (answered == 0), "Nothing has been asked yet. The budget of {budget:nats} pays for "
                 "{allowed} answers at {each:nats} each."),
            when(answering & (answered == 1), "After 1 answer"),
            when(answering & (answered > 1), "After {answered} answers"),
            when(answering, " the average is {average} ± {double}; the secret is {truth}. Spent: ε = "
                 "{spent} of {budget:nats}; "),
            when(answering & (answered < allowed), "{more} more can be answered."),
            when(answering & (answered == allowed), "the next question would cost {each:nats}, and {left} is left: it "
                 "is refused."),
        ],
        table=table_by_frame(
            ("question", "answer", "average so far", "± two standard errors", "ε spent"),
            *([_line(*row) for row in zip(order[:k], *(side[f] for side in (answers, average, double, costs)),
                                          strict=False)][-LINES:] for f, k in enumerate(answered)),
        ),
        code=(count_of, spent),
    )  # fmt: skip


def _line(number: int, answer: float, average: float, double: float, cost: float) -> tuple[str, ...]:
    return str(number), f"{answer:,.4g}", f"{average:,.4g}", f"{double:.3g}", f"{cost:.4g}"


def _average() -> dict[str, float]:
    return {"once": basic_composition([0.1])[0], "often": basic_composition([0.1] * 16)[0]}


SECTION = Section(draw, axes=(asked, each, budget), controls=(each, budget, asked))
