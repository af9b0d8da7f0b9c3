"""What to answer when no label is 1: three learners of a single point (PAC-8)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.marks import SHARES
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning import proper_point_size, region_size
from dpviz.learning.points import point_failure
from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.pac.shared import SIZES, records

OTHERS = 9

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
    nowhere, away, wide = map(moving, lines)
    return Picture(
        panel(
            curve(SIZES, wide, ORANGE, "any point", width=4),
            curve(SIZES, away, BLUE, "a point not seen", width=3),
            curve(SIZES, nowhere, GREEN, "no point at all", width=3, dash="dash"),
            level(moving(b), GREY, reach=(SIZES[0], SIZES[-1]), width=2),
            points(moving(np.stack([at.n] * 3, axis=1)), moving(now), [GREEN, BLUE, ORANGE], size=14),
            text([float(SIZES[-1])], moving(b), ["β"], GREY, "top left"),
            x=axis("records n", 0, np.log10(SIZES[-1]), type="log", dtick=1),
            y=axis("chance that the true error is above α", **SHARES),
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
        code=shown,
    )  # fmt: skip


def _enough() -> dict[str, float]:
    n = np.arange(1, 4001)
    chances = {"unseen": shown(n, 0.1, 0.05, 0.001)[1], "anyone": shown(n, 0.1, 0.05, 0.001)[2]}
    return {name: float(n[failed <= 0.05].min()) for name, failed in chances.items()}


SECTION = Section(draw, axes=(n, alpha, beta, target), controls=(n, alpha, target, beta))
