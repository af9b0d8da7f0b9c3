"""Tree, refined tree and square root against what no factorisation can beat (CNT-6)."""

from typing import Any

import numpy as np

from dpviz.counting import error_factor, error_lower_bound
from dpviz.draw import Picture, axis, ends, moving, num, panel, points, table_by_row, upright
from dpviz.draw.style import BLUE, GREEN, GREY, PURPLE
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.lessons.counting.shared import DAYS, LOOKS, POWERS, length, line

KINDS = ("tree", "refined", "square_root", "bound")
WORDS = ["tree", "refined", "root", "bound"]  # room for them on a phone
steps = length(1024)
over = Choice("worst", options={"worst": "the worst day", "mean": "all days (root mean square)"}, label="Error of")


def shown(steps: Any, over: Any) -> Any:
    tree, refined, root = (error_factor(kind, steps, over=over) for kind in ("tree", "refined", "square_root"))
    bound = error_lower_bound(steps)
    ratio, gap = tree / root, root - bound
    return tree, refined, root, bound, ratio, gap


def draw(at: Frames) -> Picture:
    lines = shown(POWERS, at.over)[:4]
    tree, refined, root, bound, ratio, gap = shown(at.steps, at.over)
    return Picture(
        panel(
            *(line(POWERS, one, kind) for one, kind in zip(lines, KINDS, strict=True)),
            ends(1.3e6, list(lines), [LOOKS[kind][0] for kind in KINDS], WORDS, low=0, high=22, log=False),
            upright(moving(at.steps), GREY, reach=(0, 99), width=2),
            points(moving(np.repeat(at.steps[:, None], 4, axis=1)),
                   moving(np.stack([tree, refined, root, bound], axis=1)), [GREEN, PURPLE, BLUE, GREY],
                   symbol=["square", "triangle-up", "circle", "diamond"], size=11),
            x=axis("T, the days", 0.2, 7.4, **DAYS), y=axis("× the error of one count", 0, 22, nticks=6),
        ),
        title="How near is the best?",
        values={
            "tree": num(tree, ".3f"), "refined": num(refined, ".3f"), "root": num(root, ".3f"),
            "bound": num(bound, ".3f"), "ratio": num(ratio, ".3g"), "gap": num(gap, ".3f"),
            "log": num(0.701 + np.log(at.steps) / np.pi, ".3f"), "days": num(at.steps, ",.0f"),
            "of": at.over == "worst",
        },
        sentence="T = {days}: tree {tree}, refined {refined}, square root {root} times the error of one count. No "
        "factorisation comes below {bound}. The tree’s error is {ratio} times that of the square root.",
        table=table_by_row(
            ("", "× the error of one count"),
            ("tree", "{tree}"),
            ("refined tree", "{refined}"),
            ("square root", "{root}"),
            ("lower bound", "{bound}"),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(steps,), controls=(over, steps))
