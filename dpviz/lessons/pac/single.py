"""What to answer when no label is 1: three learners of a single point (PAC-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, level, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning import proper_point_size, region_size
from dpviz.learning.points import point_failure
from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.pac.shared import SIZES, records

OTHERS = 9
FLOOR = 1e-5  # nothing is drawn below it
HEIGHTS = {"tickvals": [1e-4, 1e-3, 1e-2, 0.1, 1], "ticktext": ["10⁻⁴", "0.001", "0.01", "0.1", "1"]}

n, alpha, beta = records(30), common.alpha(0.1, low=0.01, steps=61, show=percent), common.beta()
target = Number(0.001, low=0.0001, high=0.5, scale="log", steps=75, label="the target’s share",
                ends=("rare", "common"), show=percent)  # fmt: skip


def shown(n: Any, alpha: Any, beta: Any, target: Any) -> Any:
    none = point_failure(n, alpha, target=target, others=9, answer="none")
    unseen = point_failure(n, alpha, target=target, others=9, answer="unseen")
    anyone = point_failure(n, alpha, target=target, others=9, answer="any")
    improper, proper = region_size(alpha, beta), proper_point_size(alpha, beta)
    return none, unseen, anyone, improper, proper


def draw(at: Frames) -> Picture:
    a, b, mass = at.alpha, at.beta, at.target
    none, unseen, anyone, improper, proper = shown(at.n, a, b, mass)
    now = np.stack([none, unseen, anyone], axis=1)
    lines = shown(SIZES, a[:, None], b[:, None], mass[:, None])[:3]
    nowhere, away, wide = (moving(np.maximum(line, FLOOR)) for line in lines)
    return Picture(
        panel(
            curve(SIZES, wide, ORANGE, "any point", width=4),
            curve(SIZES, away, BLUE, "a point not seen", width=3),
            curve(SIZES, nowhere, GREEN, "no point at all", width=3, dash="dash"),
            level(moving(b), GREY, "β", reach=(SIZES[0], SIZES[-1]), width=2),
            points(moving(np.stack([at.n] * 3, axis=1)), moving(np.maximum(now, FLOOR)), [GREEN, BLUE, ORANGE],
                   "now", size=14),
            x=axis("records n", 0, np.log10(SIZES[-1]), type="log", dtick=1),
            y=axis("chance that the true error is above α", -5, 0.15, type="log", **HEIGHTS),
        ),
        title="What to answer when no label is 1",
        height=420,
        values={"none": num(none, "probability"), "unseen": num(unseen, "probability"),
                "anyone": num(anyone, "probability"), "improper": improper, "proper": proper,
                "elsewhere": (1 - mass) / OTHERS},
        sentence=[
            "The target is {target:percent} of all records, each other point {elsewhere:percent}. With {n:,} ",
            when(at.n == 1, "record", "records"),
            " the true error is above {alpha:percent} with probability {none:percent} for “no point”, "
            "{unseen:percent} for a point not seen, and {anyone:percent} for any point.",
        ],
        table=table_by_row(("if no label is 1, answer", "chance that the true error is above α"),
                           ("no point at all", "{none}"), ("a random point not seen", "{unseen}"),
                           ("any point", "{anyone}")),
        card=card(
            "Single points: how many records are enough",
            "PAC-8",
            r"n\ge\frac{2}{\alpha}\,\ln\,\frac{2}{\alpha\beta}",
            r"\frac{2}{@alpha}\,\ln\,\frac{2}{@alpha\times @beta}\;\to\;@proper",
            rows={"a point not seen": "proper", "no point at all: ln(1/β)/α": "improper"},
            given=("the labels come from one point (realisable)", "the records are drawn independently"),
            note="Both sizes are enough for any distribution; for “any point” there is none. “No point” is not in the "
            "class: the learner is improper.",
        ),
        code=shown,
    )  # fmt: skip


def _enough() -> dict[str, float]:
    n = np.arange(1, 4001)
    chances = {"unseen": shown(n, 0.1, 0.05, 0.001)[1], "anyone": shown(n, 0.1, 0.05, 0.001)[2]}
    return {name: float(n[failed <= 0.05].min()) for name, failed in chances.items()}


SECTION = Section(draw, axes=(n, alpha, beta, target), controls=(n, alpha, target, beta))
