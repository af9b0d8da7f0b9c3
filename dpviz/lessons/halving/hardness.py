"""How much each arm adds to the hardness of the problem (SH-2)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, card, listed, moving, num, panel
from dpviz.draw.style import ORANGE, PALE
from dpviz.frame.predictions import DrawnCurve
from dpviz.frame.questions import ChoiceQuestion, Mistake, NumericQuestion, Option
from dpviz.frame.section import At, Section
from dpviz.lessons import common
from dpviz.lessons.halving.failure import SOURCE
from dpviz.lessons.halving.shared import gap_to_second, kinds_of_arms, number_of_arms
from dpviz.tuning import hardness, sufficient_budget
from dpviz.tuning.arms import arm_means

shape, arms, gap = kinds_of_arms(), number_of_arms(), gap_to_second()
beta = common.beta(0.1)


def shown(shape: str, arms: int, gap: float, beta: float) -> Any:
    means = arm_means(shape, arms, gap)
    h2 = hardness(means)
    enough = sufficient_budget(means, beta=beta)
    return means, h2, enough


def draw(at: At) -> Picture:
    n, order = at.arms, np.arange(2, at.arms + 1)
    found = [shown(at.shape, n, g, at.beta) for g in at.gap.round(10).tolist()]
    means, h2, enough = (np.array(part) for part in zip(*found, strict=True))
    gaps = means[:, :1] - means[:, 1:]
    each = order / np.square(gaps)
    hardest = each.argmax(axis=1)
    colours = [[ORANGE if i == t else PALE for i in range(n - 1)] for t in hardest]
    lines = [[(str(i + 2), f"{row[i + 1]:.4f}", f"{g[i]:.4f}", f"{e[i]:,.0f}") for i in range(n - 1)]
             for row, g, e in zip(means, gaps, each, strict=True)]  # fmt: skip
    return Picture(
        panel(
            bars(order, moving(each), moving(colours)),
            x=axis("arm i, in order of its mean", 1.3, n + 0.7, nticks=min(n, 16)),
            y=axis("i ÷ gap²", 0, math.log10(float(each.max())) + 0.2, type="log", dtick=1),
        ),
        title="Hardness, arm by arm",
        height=360,
        values={
            "second": gaps[:, 0],
            "h2": num(h2, ",.0f"),
            "enough": num(enough, ","),
            "n": n,
            "hardest": hardest + 2,
        },
        sentence="The second best arm is {second:.3g} below the best. "
        "Arm {hardest} has the largest i ÷ gap²: H₂ = {h2}, "
        "and the theorem asks for {enough} pulls at β = {beta:percent}.",
        table=listed(("arm", "mean", "gap", "i ÷ gap²"), *lines),
        card=card(
            "One number for how hard it is",
            "SH-2",
            r"H_2=\max_{i\ge 2}\frac{i}{(v_1-v_i)^2},\qquad B\ge 8\,H_2\log_2 n\,\ln\frac{3\log_2 n}{\beta}",
            r"H_2=@h2\;(i=@hardest),\qquad n=@n,\ \beta=@beta:\quad B\ge@enough",
            rows={
                "hardness H₂": "h2",
                "the arm i with that value": "hardest",
                "the theorem’s budget for β": "enough",
            },
            given=("the arms are in order of their means v, and one is best",),
            note=f"{SOURCE} They are safe for every problem of this hardness; far fewer pulls are often enough.",
        ),
        code=shown,
    )  # fmt: skip


def _gap(_: Any) -> dict[str, float]:
    wide, narrow = (float(sufficient_budget(arm_means("needle", 8, g), beta=0.1)) for g in (0.1, 0.05))
    return {"wide": wide, "answer": narrow, "twice": 2 * wide, "half": wide / 2}


GAP = NumericQuestion(
    "Eight arms, all others equally worse by 0.1: the theorem asks for {wide:,.0f} pulls. How many at a gap of 0.05?",
    _gap,
    unit="pulls",
    right="To tell two arms apart takes about 1 ÷ gap² pulls: half the gap, four times the pulls.",
    small="Half the gap makes it harder than that. The pulls needed grow like 1 ÷ gap².",
    large="Not so many. The pulls needed grow like 1 ÷ gap².",
    mistakes=(
        Mistake("twice", "The gap counts squared: the error of a mean falls only like 1 ÷ √pulls."),
        Mistake("half", "Arms that are closer together are harder to tell apart, and need more pulls."),
    ),
    tolerance=0.01,
)


def _easier(_: Any) -> dict[str, float]:
    return {"narrow": float(hardness(arm_means("ladder", 16, 0.02)))}


EASIER = DrawnCurve(
    "Sixteen arms, each a little worse than the one before; the worst stays at half the best. The gap to the second "
    "goes from 0.02 to 0.3. At 0.02 the hardness is {narrow:,.0f}. Draw how it falls.",
    value="h2",
    along=gap,
    label="hardness H₂",
    low=10.0,
    high=10_000.0,
    scale="log",
    why="At first the second arm is the hardest to drop, and H₂ is 2 ÷ gap². With a wide gap the second arm is easy to "
    "drop, and a later one decides: it counts more often, for more arms are still in. Its gap hardly moves.",
    numbers=_easier,
)


def _rivals(_: Any) -> dict[str, float]:
    one, many = (float(hardness(arm_means("needle", n, 0.1))) for n in (2, 32))
    return {"one": one, "many": many, "times": many / one}


RIVALS = ChoiceQuestion(
    "One rival is 0.1 below the best. Now there are thirty-one such rivals. How much harder is the problem?",
    (
        Option(
            "Not harder: the gap is the same.",
            "Each rival needs as many pulls as before, but there are more of them, and the pulls are shared.",
        ),
        Option(
            "{times:.0f} times: there are {times:.0f} times as many arms.",
            "The hardness goes from {one:,.0f} to {many:,.0f}: thirty-two arms share the pulls, and not two.",
            right=True,
        ),
        Option(
            "About 1,000 times: each arm must be compared with each other one.",
            "Only comparisons with the best one count. An arm is pulled for itself, and not once for each pair.",
        ),
    ),
    numbers=_rivals,
)
SECTION = Section(
    draw,
    axes=(gap,),
    controls=(shape, arms, gap, beta),
    questions={"gap": GAP},
    predictions={"easier": EASIER, "rivals": RIVALS},
)
