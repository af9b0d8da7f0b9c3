"""Whose privacy: ε for a person who is counted on k days, exactly and by group privacy (CNT-8)."""

from typing import Any

import numpy as np

from dpviz.counting import stream_sensitivity
from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, upright, varying
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.counting.shared import LOOKS, line
from dpviz.mechanisms import gaussian_epsilon, gaussian_scale
from dpviz.privacy.accounting import gaussian_zcdp, zcdp_epsilon

T = 1024
SPANS = [1, 2, 3, 4, 5, 7, 10, 14, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1024]
SHORT = lambda e: f"{e:,.0f}" if e >= 100 else f"{e:.3g}"  # noqa: E731
KINDS = ("each_step", "tree", "square_root")
epsilon = common.epsilon(1.0, low=0.1, high=5, steps=21, label="ε for one day")
days = Number(30, low=1, high=T, values=SPANS, whole=True, label="k, the days of one person", ends=("one", "all"))


def shown(epsilon: Any, days: Any, kind: Any) -> Any:
    sigma = gaussian_scale(epsilon, 1e-5, sensitivity=stream_sensitivity(kind, 1024))
    moved = stream_sensitivity(kind, 1024, days=days)
    exact = gaussian_epsilon(sigma / moved, 1e-5)
    zcdp = zcdp_epsilon(gaussian_zcdp(sigma / moved), 1e-5)
    return exact, zcdp


def draw(at: Frames) -> Picture:
    spans = np.array(SPANS, dtype=np.int64)
    lines = [shown(at.epsilon[:, None], spans, kind)[0] for kind in KINDS]
    here = [shown(at.epsilon, at.days, kind) for kind in KINDS]
    exact = np.stack([one[0] for one in here], axis=1)
    group = at.days * at.epsilon
    return Picture(
        panel(
            *(line(SPANS, varying(one), kind) for one, kind in zip(lines, KINDS, strict=True)),
            curve(SPANS, varying(spans * at.epsilon[:, None]), GREY, dash="longdash"),
            text([1.1] * 4, [4e5, 1e5, 2.5e4, 6e3], ["dashed grey: kε", "square root", "tree", "each day"],
                 [GREY, LOOKS["square_root"][0], LOOKS["tree"][0], LOOKS["each_step"][0]]),
            upright(moving(at.days), GREY, reach=(1e-3, 1e9), width=2),
            points(moving(np.repeat(at.days[:, None], 3, axis=1)), moving(exact), [ORANGE, GREEN, BLUE],
                   symbol=["diamond", "square", "circle"], size=11),
            x=axis("k, the days on which one person is counted", -0.05, 3.1, type="log", dtick=1),
            y=axis("ε for that person, δ = 10⁻⁵", -1.2, 6, type="log", dtick=1),
        ),
        title="Whose privacy?",
        values={
            "each": num(exact[:, 0], ".3g"), "exact": num(exact[:, 1], SHORT), "root": num(exact[:, 2], SHORT),
            "zcdp": num(here[1][1], SHORT), "group": num(group, "number"),
            "moved": num(stream_sensitivity("tree", T, days=at.days), "number"),
            "kind": "tree", "one": num(float(stream_sensitivity("tree", T)), ".3g"),
        },
        sentence="ε = {epsilon:small} for one day. For one who comes on k = {days:,} the tree’s noise gives "
        "ε = {exact} (by zCDP {zcdp}), the square root’s {root}, noise on each day {each}; kε would be {group}.",
        table=table_by_row(
            ("noise on", "ε for k days"),
            ("each day", "{each}"),
            ("tree; by zCDP", "{exact}; {zcdp}"),
            ("square root", "{root}"),
        ),
        code=shown,
    )  # fmt: skip


def _year() -> dict[str, float]:
    moved = stream_sensitivity("tree", T, days=T, norm="l1")
    return {"answer": float(moved), "days": float(T), "levels": float(T.bit_length())}


SECTION = Section(draw, axes=(days, epsilon), controls=(days, epsilon))
