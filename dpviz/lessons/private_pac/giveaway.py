"""Two neighbouring samples: what the consistent and the private learner return on each (PP-2, EXP-2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, card, moving, num, panel, points, table_by_column, when
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
    names = np.array(THRESHOLDS)[returned][..., None].tolist()
    return Picture(
        panel(
            bars(THRESHOLDS, moving(here), BLUE, "private, sample A"),
            bars(THRESHOLDS, moving(there), ORANGE, "private, sample B"),
            points(moving(names[0]), [1.0], BLUE, "consistent, A", size=18),
            points(moving(names[1]), [1.0], ORANGE, "consistent, B", symbol="diamond-open", size=22),
            x=axis("threshold returned (cj: label 1 below j)", type="category", categoryorder="array",
                   categoryarray=THRESHOLDS),
            y=axis("probability", 0, 1.1),
        ),
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
                "on B: whoever sees it knows which sample it was. Its privacy loss is ∞. ",
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
        card=card(
            "The private learner: the exponential mechanism with score −#errors",
            "PP-2, EXP-2, EXP-4",
            r"\Pr[M(X)=c]\;\propto\;e^{-\frac{\varepsilon}{2}\,\#\text{errors}_X(c)}",
            r"\text{privacy loss}=@loss\;\le\;@epsilon",
            rows={
                "privacy loss of the consistent learner between A and B": "consistent",
                "least δ with which it would be (ε, δ)-private": "delta",
                "privacy loss of the private learner, exact": "loss",
                "ε, promised": "epsilon",
            },
            given="any two samples of the same size that differ in one record, with any labels",
            note="Neighbours: one person is replaced, n is public. A number of errors changes by at most Δu = 1.",
        ),
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(epsilon, moved), controls=(moved, epsilon))
