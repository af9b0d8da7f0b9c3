"""How much each arm adds to the hardness of the problem (SH-2)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, card, moving, num, panel, table_by_frame
from dpviz.draw.style import ORANGE, PALE
from dpviz.frame.section import Frames, Section
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


def draw(at: Frames) -> Picture:
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
        sentence="The second best arm is {second:.3g} below the best. Arm {hardest} has the largest i ÷ gap²: H₂ = "
        "{h2}, and the theorem asks for {enough} pulls at β = {beta:percent}.",
        table=table_by_frame(("arm", "mean", "gap", "i ÷ gap²"), *lines),
        card=card(
            "One number for how hard it is",
            "SH-2",
            r"H_2=\max_{i\ge 2}\frac{i}{(v_1-v_i)^2},\qquad B\ge 8\,H_2\log_2 n\,\ln\frac{3\log_2 n}{\beta}",
            r"H_2=@h2\;(i=@hardest),\qquad n=@n,\ \beta=@beta:\quad B\ge@enough",
            rows={"hardness H₂": "h2", "the arm i with that value": "hardest", "the theorem’s budget for β": "enough"},
            given="the arms are in order of their means v, and one is best",
            note=f"{SOURCE} They are safe for every problem of this hardness; far fewer pulls are often enough.",
        ),
        code=shown,
    )


def _gap() -> dict[str, float]:
    wide, narrow = (float(sufficient_budget(arm_means("needle", 8, g), beta=0.1)) for g in (0.1, 0.05))
    return {"wide": wide, "answer": narrow, "twice": 2 * wide, "half": wide / 2}


def _easier() -> dict[str, float]:
    return {"narrow": float(hardness(arm_means("ladder", 16, 0.02)))}


def _rivals() -> dict[str, float]:
    one, many = (float(hardness(arm_means("needle", n, 0.1))) for n in (2, 32))
    return {"one": one, "many": many, "times": many / one}


SECTION = Section(draw, axes=(gap,), controls=(shape, arms, gap, beta))
