"""Records needed against ε: each term of the theorem, and its rivals (PP-3, PP-5, EXP-5, PAC-7)."""

import math
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, table_by_column, upright
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PALE, PURPLE
from dpviz.draw.words import many
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.learning import occam_size, private_pac_size, private_pac_terms
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import class_bits, error

GRID = np.geomspace(0.01, 10, 61)
NAMES = (
    "privacy term",
    "sampling term",
    "realisable bound",
    "Laplace noise on all errors",
    "not private (Occam’s razor)",
)
LOOK = (BLUE, "solid"), (GREEN, "solid"), (PURPLE, "dash"), (ORANGE, "solid"), (GREY, "dot")
DRAWN = {"none": (0, 1), "realizable": (0, 1, 2, 4), "laplace": (0, 1, 3)}  # of the lines above
SAID = {
    "none": "",
    "realizable": " The realisable bound asks for {direct}. Without privacy Occam’s razor asks for {free}, so the cost "
    "of privacy is a factor of {cost} by these two bounds.",
    "laplace": " With Laplace noise on all {classes} errors it is {published}.",
}

beside = Choice(
    "none",
    options={"none": "nothing else", "realizable": "the realisable bound", "laplace": "Laplace on all errors"},
    label="Compare with",
)
epsilon, alpha, beta, bits = common.epsilon(0.5, steps=41), error(), common.beta(), class_bits()


def shown(bits: Any, alpha: Any, beta: Any, epsilon: Any) -> Any:
    size = 2**bits + 1
    generic = private_pac_terms(size, alpha, beta, epsilon)
    privacy, sampling, need, rules = generic.privacy, generic.sampling, generic.size, generic.rules
    direct = private_pac_terms(size, alpha, beta, epsilon, form="realizable").privacy
    laplace = private_pac_terms(size, alpha, beta, epsilon, form="laplace").privacy
    free = occam_size(size, alpha, beta)
    return (privacy, sampling, direct, laplace, free), need, rules


def draw(at: Frames) -> Picture:
    now, need, rules = shown(at.bits, at.alpha, at.beta, at.epsilon)
    lines, *_ = shown(at.bits[:, None], at.alpha[:, None], at.beta[:, None], GRID)
    privacy, sampling, direct, laplace, free = now
    every = (len(need), len(GRID))
    top, tick = (9, 2) if at.beside == "laplace" else (6.5, 1)
    larger = np.maximum(lines[0], lines[1])
    return Picture(
        panel(
            curve(GRID, moving(np.broadcast_to(larger, every)), PALE, "the larger", width=11),
            *(curve(GRID, moving(np.broadcast_to(lines[k], every)), LOOK[k][0], NAMES[k], dash=LOOK[k][1])
              for k in DRAWN[at.beside]),
            upright(moving(at.epsilon), INK, reach=(1.0, 1e12), width=2, dash="dot"),
            upright(moving(2 * at.alpha), GREY, "ε = 2α", reach=(1.0, 1e12), width=1, dash="dash"),
            x=axis("privacy parameter ε", math.log10(GRID[0]), math.log10(GRID[-1]), type="log",
                   tickvals=[0.01, 0.1, 1, 10], ticktext=["0.01", "0.1", "1", "10"]),
            y=axis("records n", 1, top, type="log", dtick=tick),
        ),
        title="Which term is larger?",
        values={
            "privacy": num(privacy, ",.1f"),
            "sampling": num(sampling, ",.1f"),
            "need": num(need, ","),
            "rules": rules.tolist(),
            "direct": num(direct, many),
            "laplace": num(laplace, many),
            "published": num(np.maximum(laplace, sampling), many),
            "factor": num(np.round(laplace / privacy), many),
            "classes": num(2.0**at.bits + 1, many),
            "cost": num(direct / free, ",.1f"),
            "free": num(free, many),
        },
        sentence="With ε = {epsilon:nats} and α = {alpha:percent} the {rules} term is the larger one: {need} records."
        + SAID[at.beside],
        table=table_by_column(("bound", NAMES), ("records", moving(np.stack(now, axis=1)), many)),
        code=shown,
    )  # fmt: skip


def _demands() -> dict[str, float]:
    below, at, beyond = private_pac_size(17, 0.1, 0.05, [0.1, 0.2, 0.4]).tolist()
    return {"below": below, "at": at, "beyond": beyond}


SECTION = Section(draw, axes=(epsilon, alpha, beta, bits), controls=(beside, epsilon, alpha, beta, bits))
