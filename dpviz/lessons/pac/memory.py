"""The memoriser, perfect on its sample, beside a learner with an idea (PAC-12, PAC-9)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, GREEN, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning import memoriser_error, threshold_error
from dpviz.lessons.pac.shared import SIZES, records

n = records(100)
world = Number(10, low=2, high=14, steps=13, whole=True, label="N, the instances there are",
               ends=("small world", "large world"), show=lambda bits: f"{2 ** int(bits):,}")  # fmt: skip


def shown(n: Any, size: Any) -> Any:
    memory = memoriser_error(n, universe=size)
    idea = threshold_error(n, universe=size, target=size // 2)
    return memory, idea


def draw(at: Frames) -> Picture:
    size = 2**at.world
    memories, ideas = shown(SIZES, size[:, None])
    memory, idea = shown(at.n, size)
    here = np.stack([at.n, at.n], axis=1)
    return Picture(
        panel(
            curve(SIZES, moving(memories), ORANGE, "memoriser, true", width=4),
            curve(SIZES, moving(ideas), BLUE, "threshold learner, true", width=4),
            level(0.0, GREEN, "both, empirical", reach=(SIZES[0], SIZES[-1]), dash="dash", width=4),
            points(moving(here), moving(np.stack([memory, idea], axis=1)), [ORANGE, BLUE], "now", size=14),
            x=axis("records n", 0, np.log10(SIZES[-1]), type="log", dtick=1),
            y=axis("error", -0.02, 0.55, nticks=6),
        ),
        title="Perfect on the sample, useless on the rest",
        height=420,
        values={"size": size, "memory": num(memory, ".6f"), "idea": num(idea, "small")},
        sentence=[
            when(at.n == 1, "After 1 record", "After {n:,} records"),
            " out of a world of {size:,} instances both learners have empirical error 0. The memoriser’s true error is "
            "{memory:percent} on average, the threshold learner’s {idea:percent}.",
        ],
        table=table_by_row(
            ("", "empirical error", "expected true error"),
            ("memoriser", "0", "{memory}"),
            ("threshold learner", "0", "{idea:.6f}"),
        ),
        code=shown,
    )


SECTION = Section(draw, axes=(n, world))
