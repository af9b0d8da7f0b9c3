"""The binary tree over the days: what a day's total is made of, and what one person is part of (CNT-2, CNT-5)."""

from typing import Any

import numpy as np

from dpviz.counting import factors, prefix_variances, stream_sensitivity
from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright
from dpviz.draw.style import BLUE, GREY, ORANGE, PALE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.counting.shared import LOOKS, line

T, LEVELS = 16, 5
RING = {"width": 3, "color": ORANGE}
day = Number(13, low=1, high=T, steps=T, whole=True, label="t, the day of the total", ends=("first", "last"), play=True)
person = Number(7, low=1, high=T, steps=T, whole=True, label="Day on which Ada came", ends=("first", "last"))


def shown(day: int, person: int) -> Any:
    both = factors("tree", 16)
    used = both.left[day - 1] > 0  # nodes whose noisy counts make up the total
    touched = both.right[:, person - 1] > 0  # nodes that count Ada
    plain = prefix_variances("tree", 16)[day - 1]  # in units of σ²
    refined = prefix_variances("refined", 16)[day - 1]
    sensitivity = stream_sensitivity("tree", 16)
    return used, touched, plain, refined, sensitivity


def draw(at: Frames) -> Picture:
    both = factors("tree", T)
    spans = both.right > 0
    sizes = spans.sum(axis=1)
    first = spans.argmax(axis=1) + 1
    middle, height = first + (sizes - 1) / 2, np.log2(sizes)
    above = [int(np.flatnonzero((sizes == 2 * sizes[n]) & spans[:, first[n] - 1])[0]) for n in range(len(sizes) - 1)]
    edges = [(place[n], place[up], None) for place in (middle, height) for n, up in enumerate(above)]
    x, y = sum(edges[: len(above)], ()), sum(edges[len(above) :], ())
    used, touched = both.left[at.day - 1] > 0, both.right.T[at.person - 1] > 0
    plain, refined, days = prefix_variances("tree", T), prefix_variances("refined", T), np.arange(1, T + 1)
    spoken = [f"{a}–{b}" if a < b else f"{a}" for a, b in zip(first, first + sizes - 1, strict=True)]
    parts = [" + ".join(spoken[n] for n in np.flatnonzero(row)[::-1]) for row in used]
    shared = (used & touched).sum(axis=1)
    reach = 0.3, T + 0.7
    return Picture(
        panel(
            curve(x, y, PALE, width=2),
            points(middle, height, PALE, size=11),
            points(middle, moving(np.where(touched, height, np.nan)), ORANGE, "counts Ada",
                   marker={"color": ORANGE, "size": 23, "symbol": "circle-open", "line": RING}),
            points(middle, moving(np.where(used, height, np.nan)), BLUE, "in day t’s total", symbol="square",
                   size=14),
            x=axis("", *reach, showticklabels=False, showgrid=False),
            y=axis("days in a node", -0.5, 4.5, tickvals=[0, 1, 2, 3, 4], ticktext=["1", "2", "4", "8", "16"]),
            share=1.7,
        ),
        panel(
            line(days, plain, "tree", shape="hvh", width=2), line(days, refined, "refined", shape="hvh", width=2),
            text([8.6, 8.6], [3.4, 0.25], ["tree", "refined tree"], [LOOKS[k][0] for k in ("tree", "refined")]),
            upright(moving(at.day), GREY, reach=(0, 9), width=2),
            x=axis("day", *reach, tickvals=[1, 4, 8, 12, 16]),
            y=axis("variance ÷ σ²", 0, 4.4, tickvals=[0, 1, 2, 3, 4]), heading="variance of each day’s total",
        ),
        title="The tree over the days",
        height=560,
        values={
            "parts": parts, "plain": num(plain[at.day - 1], ".3g"), "refined": num(refined[at.day - 1], ".3g"),
            "shared": num(shared), "levels": LEVELS, "sensitivity": num(float(stream_sensitivity("tree", T)), ".4g"),
        },
        sentence="Day {day} in nodes: {parts}. Variance {plain} σ², refined {refined} σ². Ada, who came on day "
        "{person}, is counted in {levels} nodes, of which this total uses {shared}.",
        table=table_by_row(
            ("", "value"),
            ("variance of the total ÷ σ²; refined", "{plain}; {refined}"),
            ("nodes that count Ada", "{levels}"),
        ),
        code=shown,
    )  # fmt: skip


def _thousand() -> dict[str, float]:
    levels, e = float(stream_sensitivity("tree", 1024, norm="l1")), 0.5
    return {"answer": levels / e, "leaf": (levels - 1) / e, "all": 1024 / e}


def _refined() -> dict[str, float]:
    v = float(prefix_variances("refined", 2)[1])
    return {"answer": v, "half": 0.5, "mean": 0.75}


SECTION = Section(draw, axes=(day, person))
