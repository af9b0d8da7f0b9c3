"""A stream without an end: a new tree for each doubling (CNT-7)."""

from typing import Any

import numpy as np

from dpviz.counting import error_lower_bound, prefix_variances, stream_sensitivity, unbounded_variances
from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.counting.shared import DAYS, noise_on

LONG = 2**16
SEEN = [1, 2, *(2**k + part for k in range(2, 16) for part in (-1, 0)), LONG]
day = Number(1023, low=1, high=LONG, values=SEEN, whole=True, label="t, today", ends=("first day", "day 65,536"),
             show=lambda t: f"{t:,.0f}")  # fmt: skip
method = noise_on("refined", "each_step", "each_total")


def shown(method: Any, day: int) -> Any:
    doubled = np.sqrt(unbounded_variances(method, day).max())  # the worst total so far
    fixed = stream_sensitivity(method, 2**16) * np.sqrt(prefix_variances(method, day).max())
    bound = error_lower_bound(day)  # for whoever knows that the stream ends today
    return doubled, fixed, bound


def draw(at: Frames) -> Picture:
    lines = np.array([shown(at.method, t) for t in SEEN]).T
    place = np.searchsorted(SEEN, at.day)
    doubled, fixed, bound = lines[:, place]
    top = 1.15 * lines.max()
    return Picture(
        panel(
            *(curve(SEEN, one, colour, dash=dash) for one, colour, dash in
              zip(lines, (ORANGE, BLUE, GREY), ("solid", "dash", "longdash"), strict=True)),
            text([1.2] * 3, [0.94 * top, 0.86 * top, 0.78 * top],
                 ["without an end: doubling", "planned for 65,536 days (dashed)", "lower bound, if today is the end"],
                 [ORANGE, BLUE, GREY]),
            upright(moving(at.day), GREY, reach=(0, 999), width=2),
            points(moving(np.repeat(at.day[:, None], 3, axis=1)), moving(lines[:, place].T), [ORANGE, BLUE, GREY],
                   symbol=["circle", "square", "diamond"], size=11),
            x=axis("t, the days so far", -0.1, 5, **DAYS), y=axis("× the error of one count", 0, top, nticks=6),
            heading="worst total so far",
        ),
        title="Without an end",
        values={
            "doubled": num(doubled, ".3g"), "fixed": num(fixed, ".3g"), "bound": num(bound, ".3g"),
            "block": num(np.floor(np.log2(at.day)).astype(np.int64)), "today": num(at.day, ",.0f"),
        },
        sentence=[
            "Day {today}: the worst total so far is off by {doubled} times the error of one count",
            when(doubled < fixed, ", less than the {fixed} of a release planned for 65,536 days.",
                 "; planned for 65,536 days it is {fixed}."),
        ],
        table=table_by_row(
            ("worst total so far", "× the error of one count"),
            ("doubling", "{doubled}"),
            ("planned for 65,536 days", "{fixed}"),
            ("lower bound, if today is the end", "{bound}"),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(day,), controls=(method, day))
