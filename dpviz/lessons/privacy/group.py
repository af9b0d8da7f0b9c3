"""What ε for one person says about g people, and under the other relation (DP-7, DP-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, points, rows
from dpviz.draw.marks import heading
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.lessons import common
from dpviz.lessons.kinds import Number
from dpviz.lessons.privacy.shared import MARGIN
from dpviz.lessons.section import At, Section
from dpviz.privacy import LaplacePair, convert_relation, group_privacy, posterior

SIZES = np.arange(1, 15)

size = Number(4, low=1, high=14, steps=14, whole=True, label="g, people in the group")
epsilon = common.epsilon()
delta = common.delta()


def together(epsilon: Any, size: Any, delta: Any) -> Any:
    promised, grown = group_privacy(epsilon, size, delta=delta)
    exact = LaplacePair(here=0, there=size, scale=1 / epsilon).worst_loss
    belief = posterior(0.5, promised)
    return promised, grown, exact, belief


def converted(epsilon: Any, delta: Any) -> Any:
    replaced, slack = convert_relation(epsilon, delta, source="add_remove", target="replace")
    return replaced, slack


def draw(at: At) -> Picture:
    promised, grown, exact, belief = together(at.epsilon, at.size, at.delta)
    replaced, slack = converted(at.epsilon, at.delta)
    all_promised, _, all_exact, all_belief = together(at.epsilon[:, None], SIZES, 0.0)
    top, last = 1.08 * all_promised[:, -1], float(SIZES[-1])
    return Picture(
        panel(
            curve(SIZES, moving(all_exact), BLUE, "exact: Laplace noise on a count", width=5),
            curve(SIZES, moving(all_promised), ORANGE, "promised: g × ε", dash="dash", width=2),
            points(moving(at.size), moving(promised), PURPLE, "this group", size=14),
            x=axis("", 0, last + 0.5, showticklabels=False),
            y=axis("loss (nats)", rangemode="tozero", nticks=5,
                   range=moving(np.stack([np.zeros(at.frames), top], axis=1))),
            span=(0.56, 1),
        ),
        panel(
            curve(SIZES, moving(all_belief), BLUE, width=4),
            points(moving(at.size), moving(belief), PURPLE, size=14),
            x=axis("people in the group, g", 0, last + 0.5),
            y=axis("belief", 0.48, 1.02, tickvals=[0.5, 0.75, 1], ticktext=["50 %", "75 %", "100 %"]),
            span=(0, 0.42),
        ),
        annotations=[heading("how far a belief of 50 % about the whole group may move", 0.43)],
        title="A family in the table",
        height=500,
        margin=MARGIN,
        values={
            "delta": num(at.delta, "small"),
            "promised": num(promised, ".6g"),
            "grown": num(grown, "probability"),
            "exact": exact,
            "belief": num(belief, "percent"),
            "replaced": num(replaced, ".6g"),
            "slack": num(slack, "probability"),
        },
        sentence="Whoever promises ε = {epsilon:nats} for one person promises {promised:nats} for {size} together: a "
        "belief of 50 % about all of them may move to {belief}. And ε = {epsilon:nats} for adding or removing a person "
        "gives ε = {replaced:nats} for replacing one.",
        table=rows(
            ("guarantee", "ε", "δ"),
            ("one person added or removed", "{epsilon:nats}", "{delta:probability}"),
            ("one person replaced, which follows", "{replaced:nats}", "{slack}"),
            ("{size} people added or removed", "{promised:nats}", "{grown}"),
        ),
        card=card(
            "g people, and the two relations",
            "DP-7, DP-8",
            r"(\varepsilon,\delta)\;\to\;\left(g\varepsilon,\;\delta\,\frac{e^{g\varepsilon}-1}{e^{\varepsilon}-1}"
            r"\right),\qquad\text{add or remove}\;\to\;\text{replace}:\;"
            r"\left(2\varepsilon,\;(1+e^{\varepsilon})\delta\right)",
            r"@size\times @epsilon=@promised,\qquad 2\times @epsilon=@replaced",
            rows=(
                ("ε for the group", "promised"),
                ("its δ", "grown"),
                ("ε for replacing one person", "replaced"),
                ("its δ", "slack"),
            ),
            given=("ε and δ hold for one person added or removed",),
            note="In the other direction nothing follows: when a person is replaced, n is public, and a mechanism may "
            "print it.",
        ),
        code=(together, converted),
    )  # fmt: skip


SECTION = Section(draw, axes=(size, epsilon, delta))
