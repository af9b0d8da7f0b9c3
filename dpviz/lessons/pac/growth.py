"""The growth function beside 2^n and Sauer's bound (VC-2, VC-3)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, panel, points, table_by_column, text, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning import Thresholds, growth_function, sauer_bound, vc_dimension
from dpviz.learning.vc import sauer_power
from dpviz.lessons.pac.shared import CLASSES, PLACES, class_of_rules

TICKS = [2**k for k in range(PLACES + 1)]

line = class_of_rules()
k = Number(3, low=0, high=PLACES, steps=PLACES + 1, whole=True, label="n, the points", ends=("none", "all eight"))


def shown(concepts: Any, k: int) -> Any:
    vc = vc_dimension(concepts)
    ways, sauer = growth_function(concepts, k), sauer_bound(k, vc)
    return vc, ways, sauer


@lru_cache(maxsize=8)
def grown(line: str) -> Any:
    """The VC dimension; labellings, Sauer's bound and its rougher form (NaN below VC) for 0 to 8 points."""
    made = [shown(CLASSES[line](), k) for k in range(PLACES + 1)]
    vc = made[0][0]
    power = [sauer_power(k, vc) if k >= vc else np.nan for k in range(PLACES + 1)]
    return vc, *(np.array(found) for found in (*list(zip(*made, strict=True))[1:], power))


def draw(at: Frames) -> Picture:
    k, x, noun = at.k, np.arange(PLACES + 1), at.line
    vc, ways, sauer, power = grown(noun)
    dots: dict[str, Any] = {"mode": "lines+markers", "marker": {"size": 9}}
    return Picture(
        panel(
            curve(x, TICKS, GREY, width=2),
            text([7], [2**7], ["2ⁿ, all labellings"], GREY, "middle left"),
            curve(x[vc:], power[vc:], GREEN, dash="dot", width=2),
            text([vc + 2], power[vc + 2 : vc + 3], ["(en/VC)<sup>VC</sup>"], GREEN, "top left"),
            curve(x, ways, BLUE, f"made by {noun}", width=4, **dots),
            curve(x, sauer, ORANGE, "Sauer’s bound", dash="dash"),
            points(moving(np.stack([k, k], axis=1)), moving(np.stack([ways[k], sauer[k]], axis=1)), [BLUE, ORANGE],
                   "now", symbol="circle-open", size=18),
            x=axis("points n", -0.2, PLACES + 0.2, dtick=1),
            y=axis("G(n): most labellings of n points", -0.1, 2.6, type="log", tickvals=TICKS,
                   ticktext=[str(tick) for tick in TICKS]),
        ),
        title=f"How many labellings? · {noun}",
        height=420,
        values={
            "vc": vc,
            "ways": ways[k],
            "sauer": sauer[k],
            "all": 2**k,
            "power": ["–" if np.isnan(p) else f"{p:.2f}" for p in power[k]],
            "many": k >= vc,
        },
        sentence=[
            f"{noun.capitalize()} label {{k}} ",
            when(k == 1, "point", "points"),
            " in at most {ways:,} of {all:,} ways. With VC dimension {vc}, Sauer’s bound is {sauer:,}",
            when(ways[k] == sauer[k], ": met exactly.", "."),
        ],
        table=table_by_column(("points", x), (noun, ways), ("Sauer’s bound", sauer),
                              ("all labellings", np.array(TICKS))),
        code=(CLASSES[noun], shown),
    )  # fmt: skip


def _ways() -> dict[str, float]:
    return {"answer": float(growth_function(Thresholds(4), 10)), "all": 2.0**10, "points": 10.0}


def _bend() -> dict[str, float]:
    vc, ways, *_ = grown("intervals")
    return {"vc": vc, "two": ways[2], "three": ways[3]}


SECTION = Section(draw, axes=(k,), controls=(line, k))
