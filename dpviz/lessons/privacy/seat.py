"""The attacker's seat: what one output does to a belief (Bayes' rule, with DP-1's limits)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, moving, num, panel, points, table_by_row, text, upright, varying
from dpviz.draw.marks import HALVES, QUARTERS
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.privacy.shared import HERE, PEOPLE, THERE, factor, in_percent, noisy, signed, title_of
from dpviz.privacy import posterior, posterior_odds, posterior_range

REACH = 12  # how far the picture goes on either side, in what one person can move

quantile = Number(
    0.3, low=0.001, high=0.999, values=[0.001, 0.002, 0.005, *(k / 100 for k in range(1, 100)), 0.995, 0.998, 0.999],
    label="Quantile of the output", ends=("a low output", "a high output"), show=percent,
)  # fmt: skip
prior = Number(0.5, low=0.01, high=0.99, steps=99, label="Belief before", ends=("surely not", "surely"), show=percent)
epsilon = common.epsilon()


def believed(worlds: Any, quantile: Any, prior: Any, epsilon: Any) -> Any:
    output = worlds.quantile(quantile)
    loss = worlds.loss(output)
    belief = posterior(prior, loss)
    floor, roof = posterior_range(prior, epsilon)
    return output, loss, belief, floor, roof


def draw(at: Frames) -> Picture:
    made, p = noisy(at), at.prior
    each = (side[:, None] for side in (at.quantile, p, at.epsilon))
    output, loss, belief, floor, roof = (value[:, 0] for value in believed(made.worlds, *each))
    outputs = made.around(REACH)
    ends = varying(outputs[:, [0, -1]])
    place = np.clip(output, outputs[:, 0], outputs[:, -1])
    levels = (moving(np.stack([level, level], axis=1)) for level in (roof, floor, p))
    return Picture(
        panel(
            curve(varying(outputs), moving(posterior(p[:, None], made.worlds.loss(outputs))), BLUE,
                  "belief after each output", width=4),
            curve(ends, next(levels), PURPLE, dash="dot", width=2),
            curve(ends, next(levels), PURPLE, dash="dot", width=2),
            curve(ends, next(levels), GREY, width=2),
            text(varying(outputs[:, -1]), moving(roof), ["as far as ε lets it move"], PURPLE, "top left"),
            upright(moving(place), ORANGE, "the output seen", reach=(0, 1), width=2, dash="dash"),
            points(moving(place), moving(belief), ORANGE, size=15),
            x=axis(f"the number that is published ({made.statistic.unit or 'units'})", nticks=7, range=ends),
            y=axis("belief", -0.02, 1.02, **HALVES), share=3.5,
        ),
        panel(
            bars(moving(np.stack([p, belief], axis=1)), ["before", "after"], [GREY, ORANGE], orientation="h"),
            x=axis("", 0, 1, **QUARTERS), y=axis("", type="category", autorange="reversed"),
            heading=f"belief in “{HERE}”",
        ),
        title="One output, one belief · {asked}",
        height=500,
        values={
            "asked": title_of(at, at.question),
            "n": min(PEOPLE, made.statistic.n),
            "output": num(output, signed),
            "loss": num(loss, signed),
            "odds": num(p / (1 - p), ".4g"),
            "after": num(belief / (1 - belief), signed),
            "belief": belief,
            "floor": floor,
            "roof": roof,
            "lowest": num(floor, in_percent),
            "highest": num(roof, in_percent),
            "after_it": num(belief, in_percent),
            "likelier": [_likelier(float(value)) for value in loss],
        },
        sentence=f"The output is {{output}}. It is {{likelier}}. Belief in “{HERE}” moves from {{prior:percent}} to "
        "{after_it}. With ε = {epsilon:nats}, every output leaves it between {lowest} and {highest}.",
        table=table_by_row(
            ("", f"belief in “{HERE}”"),
            ("before", "{prior:percent}"),
            ("after this output", "{after_it}"),
            ("lowest that ε allows", "{lowest}"),
            ("highest that ε allows", "{highest}"),
        ),
        code=(*made.code, believed),
    )  # fmt: skip


def _likelier(loss: float) -> str:
    if abs(loss) < 1e-9:
        return "equally likely in both worlds"
    here, there = (HERE, THERE) if loss > 0 else (THERE, HERE)
    return f"{factor(float(np.exp(abs(loss))))} times as likely from {here} as from {there}"


def _most() -> dict[str, float]:
    most, from_half = (float(posterior_range(prior, 1.0)[1]) for prior in (0.1, 0.5))
    odds = 0.1 / 0.9
    return {
        "answer": 100 * most,
        "from_half": 100 * from_half,
        "multiplied": 10 * float(np.e),
        "odds": odds * float(np.e),
    }


def _surer() -> dict[str, float]:
    return {"factor": float(posterior_odds(0.5, 0.5))}


SECTION = Section(draw, axes=(quantile, epsilon, prior))
