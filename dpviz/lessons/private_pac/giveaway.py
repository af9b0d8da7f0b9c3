"""Two neighbouring samples: what the consistent and the private learner return on each (PP-2, EXP-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, moving, num, panel, points, table_by_column, upright, when
from dpviz.draw.style import BLUE, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning import ExponentialLearner, Thresholds, learn_threshold
from dpviz.lessons import common
from dpviz.mechanisms.exponential import exponential_distributions
from dpviz.privacy import privacy_loss, smallest_delta

LINE = Thresholds(3)
THRESHOLDS = [f"c{j}" for j in range(LINE.size)]

moved = Number(3, low=0, high=4, steps=5, whole=True, label="The person moves from 2 to", ends=("0", "just below 5"))
epsilon = common.epsilon(0.5, steps=41)


def shown(moved: int, epsilon: float) -> Any:
    line = Thresholds(3)
    samples = [2, 5], [moved, 5]

    returned = [learn_threshold(line, X, [1, 0]).index for X in samples]
    a, b = np.eye(line.size)[np.array(returned)]  # the consistent learner returns one threshold with probability 1
    consistent, delta = privacy_loss(a, b), smallest_delta(a, b, epsilon)

    learner = ExponentialLearner(line, epsilon)
    loss = privacy_loss(*(learner.probabilities(X, [1, 0]) for X in samples))
    return returned, consistent, delta, loss


def draw(at: Frames) -> Picture:
    X = np.full((2, at.frames, 2), [2, 5])
    X[1, :, 0] = at.moved
    here, there = exponential_distributions(
        -LINE.errors(X, np.broadcast_to([1, 0], X.shape)), at.epsilon, sensitivity=1.0
    )
    returned = np.array([[learn_threshold(LINE, x, [1, 0]).index for x in side] for side in X])
    a, b = np.eye(LINE.size)[returned]
    consistent, delta, same = privacy_loss(a, b), smallest_delta(a, b, at.epsilon), returned[0] == returned[1]
    places, rows = np.arange(LINE.size), np.full(2, 1.0)
    labels: dict[str, Any] = {"mode": "markers+text", "text": ["1", "0"], "size": 22, "textfont": {"color": "white"}}
    along = {"tickvals": places.tolist(), "ticktext": THRESHOLDS}
    top = 1.15 * np.maximum(here.max(axis=1), there.max(axis=1))
    return Picture(
        panel(
            points(moving(X[0] + 0.5), rows, BLUE, textposition="middle center", **labels),
            points(moving(X[1] + 0.5), 0 * rows, ORANGE, textposition="middle center", **labels),
            upright(moving(returned[0]), BLUE, reach=(0.6, 1.4), dash="solid", width=5),
            upright(moving(returned[1]), ORANGE, reach=(-0.4, 0.4), dash="solid", width=5),
            x=axis("", -0.6, 8.6, **along),
            y=axis("", -0.6, 1.6, tickvals=[1, 0], ticktext=["sample A", "sample B"]),
            heading="two people, their labels; upright: the consistent learner’s answer",
        ),
        panel(
            bars(places, moving(here), BLUE),
            bars(places, moving(there), ORANGE),
            x=axis("threshold returned (cj: label 1 below j)", -0.6, 8.6, **along),
            y=axis("probability", range=moving(np.stack([0 * top, top], axis=1)), nticks=4),
            heading="what the private learner returns", share=1.6,
        ),
        height=440,
        title="Two samples, one person apart",
        values={
            "first": returned[0],
            "second": returned[1],
            "consistent": num(consistent, lambda loss: "∞" if loss else "0 (same answer)"),
            "delta": delta,
            "loss": num(privacy_loss(here, there), "nats"),
        },
        sentence=[
            when(
                same,
                "The consistent learner returns c{first} on both samples, which are the same. ",
                "One person moves from 2 to {moved}. The consistent learner returns c{first} on sample A and c{second} "
                "on B: it reveals which sample it was. Its privacy loss is ∞. ",
            ),
            "The private learner at ε = {epsilon:nats} can return every threshold on both; its loss is {loss} nats.",
        ],
        table=table_by_column(
            ("threshold", THRESHOLDS),
            ("consistent, A", moving(a.astype(int))),
            ("consistent, B", moving(b.astype(int))),
            ("private, A", moving(here)),
            ("private, B", moving(there)),
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(epsilon, moved), controls=(moved, epsilon))
