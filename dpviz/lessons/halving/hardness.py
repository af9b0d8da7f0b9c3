"""How much each arm adds to the hardness of the problem (SH-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, level, moving, num, panel, points, table_by_frame
from dpviz.draw.marks import label
from dpviz.draw.scales import logarithmic
from dpviz.draw.style import BLUE, ORANGE
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
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
    colours = [[ORANGE if i == t else BLUE for i in range(n - 1)] for t in hardest]
    lines = [[(str(i + 2), f"{row[i + 1]:.4f}", f"{g[i]:.4f}", f"{e[i]:,.0f}") for i in range(n - 1)]
             for row, g, e in zip(means, gaps, each, strict=True)]  # fmt: skip
    return Picture(
        panel(
            level(moving(h2), ORANGE, reach=(1.3, n + 0.7), dash="dot", width=2),
            points(order, moving(each), moving(colours)),
            x=axis("arm i, in order of its mean", 1.3, n + 0.7, nticks=min(n, 16)),
            y=axis("i/gap²", **logarithmic(float(each.min()) / 1.5, float(each.max()) * 2)),
        ),
        title="Hardness, arm by arm",
        height=360,
        annotations=[label("H₂, the largest", moving(np.log10(h2)), ORANGE)],
        values={
            "second": gaps[:, 0],
            "h2": num(h2, ",.0f"),
            "enough": num(enough, ","),
            "n": n,
            "hardest": hardest + 2,
        },
        sentence="The second best arm is {second:.3g} below the best. Arm {hardest} has the largest i/gap²: H₂ = "
        "{h2}, and the theorem asks for {enough} pulls at β = {beta:percent}.",
        table=table_by_frame(("arm", "mean", "gap", "i/gap²"), *lines),
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
