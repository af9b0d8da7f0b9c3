"""What ε for one person says about g people, and under the other relation (DP-7, DP-8)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, text, when
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import in_percent
from dpviz.privacy import LaplacePair, convert_relation, group_privacy, posterior

SIZES = np.arange(1, 15)

size = Number(4, low=1, high=14, steps=14, whole=True, label="g, people in the group")
epsilon = common.epsilon()


def together(epsilon: Any, size: Any) -> Any:
    promised, _ = group_privacy(epsilon, size)
    exact = LaplacePair(here=0, there=size, scale=1 / epsilon).worst_loss
    belief = posterior(0.5, promised)
    return promised, exact, belief


def converted(epsilon: Any) -> Any:
    replaced, _ = convert_relation(epsilon, source="add_remove", target="replace")
    return replaced


def draw(at: Frames) -> Picture:
    promised, exact, belief = together(at.epsilon, at.size)
    replaced = converted(at.epsilon)
    all_promised, all_exact, all_belief = together(at.epsilon[:, None], SIZES)
    top, last = 1.08 * all_promised[:, -1], float(SIZES[-1])
    return Picture(
        panel(
            points(SIZES, moving(all_exact), BLUE, size=9),
            curve(SIZES, moving(all_promised), ORANGE, dash="dash", width=2),
            points(moving(at.size), moving(promised), PURPLE, size=14),
            text([8.7], moving(all_promised[:, 8]), ["promised: g × ε"], ORANGE, "top left"),
            text([last], moving(all_exact[:, 7]), ["exact: Laplace noise"], BLUE, "bottom left"),
            x=axis("", 0, last + 0.5, showticklabels=False),
            y=axis("loss (nats)", rangemode="tozero", nticks=5,
                   range=moving(np.stack([np.zeros(at.frames), top], axis=1))),
        ),
        panel(
            curve(SIZES, moving(all_belief), BLUE, width=4),
            points(moving(at.size), moving(belief), PURPLE, size=14),
            x=axis("people in the group, g", 0, last + 0.5),
            y=axis("belief", 0.48, 1.02, tickvals=[0.5, 0.75, 1], ticktext=["50 %", "75 %", "100 %"]),
            heading="how far a belief of 50 % may move",
        ),
        title="Group privacy: a family in the table",
        height=500,
        values={
            "promised": num(promised, ".6g"),
            "exact": exact,
            "belief": num(belief, in_percent),
            "replaced": num(replaced, ".6g"),
        },
        sentence=[
            "ε = {epsilon:nats} for one person is ε = {promised:nats} for ",
            when(at.size == 1, "1 person", "{size} together"),
            ": a belief of 50 % about all of them may move to {belief}. And ε = {epsilon:nats} for adding or removing "
            "a person gives ε = {replaced:nats} for replacing one.",
        ],
        table=table_by_row(
            ("guarantee", "ε"),
            ("one person added or removed", "{epsilon:nats}"),
            ("one person replaced, which follows", "{replaced:nats}"),
            ("{size} people added or removed", "{promised:nats}"),
        ),
        code=(together, converted),
    )  # fmt: skip


def _family() -> dict[str, float]:
    each, people = 0.1, 5
    all_of_them, one = (100 * float(posterior(0.5, group_privacy(each, size)[0])) for size in (people, 1))
    return {"answer": all_of_them, "one": one, "total": people * each, "multiplied": 50 * float(np.exp(people * each))}


def _several() -> dict[str, float]:
    one, four, fourteen = (100 * float(posterior(0.5, group_privacy(0.5, size)[0])) for size in (1, 4, 14))
    return {"one": one, "four": four, "fourteen": fourteen, "factor": one / (100 - one)}


SECTION = Section(draw, axes=(size, epsilon))
