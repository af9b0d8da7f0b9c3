"""The private learner's output on two neighbouring samples, and its exact privacy loss (PAR-4, PAR-5)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, level, moving, num, panel, points, table_by_column, text, when
from dpviz.draw.marks import label
from dpviz.draw.style import BLUE, INK, ORANGE, PURPLE
from dpviz.draw.words import nats
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Section
from dpviz.learning import PrivateParityLearner, parity
from dpviz.learning.parity.distribution import distribution_of, profile
from dpviz.lessons import common
from dpviz.lessons.parity.board import word
from dpviz.lessons.parity.numbers import keeping, stopping
from dpviz.privacy import privacy_loss

HIGHEST = 4.0  # losses drawn
GRID, NAMED = np.linspace(0, 0.999, 200), slice(119, 120)  # of p; where that of a parity is named
OUTCOMES = [*(word(i, 2) for i in range(4)), "FAIL"]
# The example that is in one sample, what is in its place in the other, and how these differ, in words.
PAIRS = {
    "label": ((1, 0), 1, 0, "The label of 10 is 1 in this sample and 0 in its neighbour."),
    "clash": ((0, 0), 0, 1, "00 has label 0 in this sample, and in its neighbour label 1, which fits no parity."),
    "quiet": ((0, 0), 0, 0, "00 with label 0 fits every parity."),
}

worlds = Choice(
    "label",
    options={"label": "a label is flipped", "clash": "an impossible label", "quiet": "nothing new"},
    label="Example of a neighbour",
)
neighbouring = common.neighbouring(
    options={"replace": "one example replaced", "add_remove": "one added or removed"}, label="Neighbours"
)
keep, coin = keeping(), stopping()
epsilon = common.epsilon(1.0, low=0.05, high=6, steps=97, label="ε, promised")


def shown(epsilon: float, keep: float, coin: float, neighbouring: str, here: Any, there: Any) -> Any:
    learner = PrivateParityLearner(epsilon, keep=keep, coin=coin)
    pair = privacy_loss(learner.distribution(*here), learner.distribution(*there))
    worst = learner.loss(neighbouring=neighbouring)
    hyp, fail, total = worst.hypotheses, worst.fail, worst.total
    return pair, hyp, fail, total


def samples(kind: str, neighbouring: str) -> tuple[Any, Any, str]:
    """Two neighbouring samples over two bits, and how they differ, in words."""
    x, here, there, change = PAIRS[kind]
    if neighbouring == "replace":
        return ([[0, 0], x], [0, here]), ([[0, 0], x], [0, there]), change
    change = f"Its neighbour has one example more: {x[0]}{x[1]} with label {there}."
    return ([[0, 0]], [0]), ([[0, 0], x], [0, there]), change


def draw(at: Frames) -> Picture:
    p, c, relation = at.keep, at.coin, at.neighbouring
    here, there, change = samples(at.worlds, relation)
    first, second = (distribution_of(profile(*sample), p, c) for sample in (here, there))
    curves = parity.exact_loss(GRID, c[:, None], neighbouring=relation)
    cut = [moving(np.where(loss <= HIGHEST * 1.2, loss, np.nan)) for loss in curves]
    hyp, fail = parity.exact_loss(p, c, neighbouring=relation)
    total = np.maximum(hyp, fail)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where((first > 0) | (second > 0), np.abs(np.log(first) - np.log(second)), 0.0)
    kept, finite = total <= at.epsilon * (1 + 1e-12), np.isfinite(total)
    lossy = finite & (total > 0)
    return Picture(
        panel(
            bars(OUTCOMES, moving(first), BLUE, "this sample"),
            bars(OUTCOMES, moving(second), ORANGE, "its neighbour"),
            x=axis("published", type="category"), y=axis("probability", 0, 1, nticks=6),
        ),
        panel(
            curve(GRID, cut[0], BLUE),
            curve(GRID, cut[1], ORANGE, dash="dash"),
            text(GRID[NAMED], moving(cut[0].frames[:, NAMED]), ["loss of a parity"], BLUE, "top left"),
            text(GRID[-1:], moving(np.minimum(cut[1].frames[:, -1:], HIGHEST)), ["of FAIL"], ORANGE, "middle right"),
            level(moving(at.epsilon), PURPLE, reach=(0, 1), dash="dot", width=2),
            points(moving(p), moving(np.minimum(total, HIGHEST * 0.985)), INK, symbol="diamond", size=14),
            x=axis("p, the keep-probability", 0, 1.18), y=axis("privacy loss (nats)", 0, HIGHEST),
            heading="the largest loss over all neighbouring samples, exactly",
        ),
        title="What is published on two samples, and the exact privacy loss",
        height=500,
        barmode="group",
        annotations=[label("ε promised", 0, PURPLE, yref="y2") | {"xref": "x2", "y": moving(at.epsilon)}],
        values={
            "here": num(here, repr, one=True),
            "there": num(there, repr, one=True),
            "fail_here": first[:, -1],
            "fail_there": second[:, -1],
            "hyp": num(hyp, nats),
            "fail": num(fail, nats),
            "total": num(total, nats),
            "loss": np.minimum(total, 1.5 * HIGHEST),  # finite: to be drawn
            "pair": num(ratio.max(axis=1), nats),
            "share": total / at.epsilon,
            "tossed": c > 0,
            "thinned": p < 1,
        },
        sentence=[
            change + " FAIL has probability {fail_here:percent} on this sample and {fail_there:percent} on the other. ",
            when(total == 0, "With p = 0 no example is used, and the privacy loss is 0."),
            when(lossy, "With p = {keep:small} the privacy loss, the largest over all samples, is {total} nats, "
                 "reached by "),
            when(~finite, "The privacy loss is infinite: "),
            when(~finite & (c == 0), "without a coin, FAIL happens only if examples contradict each other."),
            when(~finite & (c > 0), "every example is kept, and a parity that fits rules out the neighbour."),
            when(lossy & (fail > hyp), "FAIL: "),
            when(lossy & (fail <= hyp), "a parity: "),
            when(lossy & kept, "{share:percent} of the ε = {epsilon:small} promised."),
            when(lossy & ~kept, "more than the ε = {epsilon:small} promised."),
        ],
        table=table_by_column(("published", OUTCOMES), ("probability, this sample", moving(first)),
                              ("probability, its neighbour", moving(second)),
                              ("loss (nats)", moving([[nats(v) for v in row] for row in ratio.tolist()]))),
        code=shown,
    )  # fmt: skip


def _spent() -> dict[str, float]:
    p = float(parity.standard_keep(1.0))
    learner = PrivateParityLearner(1.0, keep=p)
    return {
        "answer": learner.loss(neighbouring="replace").total,
        "added": learner.loss(neighbouring="add_remove").total,
        "promised": 1.0,
        "keep": p,
        "tight": float(parity.optimal_keep(1.0, neighbouring="replace")),
    }


SECTION = Section(draw, axes=(keep, epsilon, coin), controls=(worlds, neighbouring, keep, epsilon, coin))
