"""Two neighbouring worlds: the outputs of both, and the privacy loss at each output (DP-1, LAP-1, LAP-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, table_by_column, text, varying, when
from dpviz.draw.style import BLUE, FAINT_BLUE, FAINT_ORANGE, GREY, ORANGE, PURPLE
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy import shared
from dpviz.lessons.privacy.shared import HERE, THERE, data, neighbouring, question
from dpviz.lessons.tables import HEALTH
from dpviz.mechanisms import LaplaceMechanism
from dpviz.privacy import LaplacePair

REACH = 8  # how far the picture goes on either side, in what one person can move
HIGH = 1  # the largest ε: one range of densities and of losses shows every ε from here down

epsilon = common.epsilon(low=0.05, high=HIGH, steps=20, scale="linear")
n = common.people()


def told(mechanism: Any, worlds: Any) -> Any:
    outputs = worlds.here + mechanism.scale * np.linspace(-3, 3, 7)
    densities = worlds.densities(outputs)
    losses = worlds.loss(outputs)
    largest = worlds.worst_loss
    return densities, losses, largest


def draw(at: Frames) -> Picture:
    made = shared.noisy(at, at.n)
    outputs = made.around(REACH)
    density, loss = made.worlds.densities(outputs), np.asarray(made.worlds.loss(outputs))
    largest = np.asarray(made.worlds.worst_loss)[:, 0]
    limit = np.where(np.abs(loss) >= at.epsilon[:, None] * (1 - 1e-9), loss, np.nan)
    x, ends = varying(outputs), varying(outputs[:, [0, -1]])
    high = np.stack([np.zeros(at.frames), 0.55 / made.move], axis=1)
    sides = ["top right", "top left"][:: 1 if made.here[0] > made.there[0] else -1]
    promised = at.epsilon[:, None] * [1, 1]
    unit = made.statistic.unit or "units"
    half = made.statistic.kind == "bin" and at.neighbouring == "replace"
    picked = np.linspace(0, outputs.shape[1] - 1, 9).astype(int)  # in the table
    return Picture(
        panel(
            curve(x, moving(density[0]), BLUE, smooth=True, fill="tozeroy", fillcolor=FAINT_BLUE),
            curve(x, moving(density[1]), ORANGE, dash="dash", smooth=True, fill="tozeroy", fillcolor=FAINT_ORANGE),
            text(moving(made.here), moving(0.5 / made.scale), [HERE], BLUE, sides[0]),
            text(moving(made.there), moving(0.5 / made.scale), [THERE], ORANGE, sides[1]),
            x=axis("", range=ends, showticklabels=False, nticks=7), y=axis("density", range=varying(high), nticks=5),
        ),
        panel(
            curve(ends, moving(promised), PURPLE, width=2, dash="dot"),
            curve(ends, moving(-promised), PURPLE, width=2, dash="dot"),
            curve(x, moving(loss), GREY),
            curve(x, moving(limit), PURPLE, width=6),
            text(moving(outputs[:, [0, 0]]), moving(promised * [1, -1]), ["ε", "−ε"], PURPLE, "top right"),
            x=axis(f"the number that is published ({unit})", range=ends, nticks=7),
            y=axis("loss (nats)", -1.4, 1.4, tickvals=[-1, 0, 1], ticktext=["−1", "0", "1"]),
            heading="loss: which world each output points to",
        ),
        title="Two worlds that differ in one person · {asked}",
        height=500,
        values={
            "asked": shared.title_of(at, at.question),
            "here": num(made.here, ",.4g"),
            "there": num(made.there, ",.4g"),
            "sensitivity": num(made.sensitivity, ".4g"),
            "move": num(made.move, ".4g"),
            "scale": num(made.scale, ".4g"),
            "largest": num(largest, "nats"),
            "ratio": num(np.exp(largest), shared.factor),
            "half": half,
        },
        sentence=[
            f"The true answer is {{here}} {unit}; with one person changed it is {{there}}. With ε = {{epsilon:nats}} "
            "the noise has scale {scale:.3g}. No output is more than {ratio} times as likely in one world as in the "
            "other: the largest loss is {largest}",
            ", half of ε. The other half is for the other bin, which changes too." if half else
            when(largest >= at.epsilon * (1 - 1e-9), ", which is ε.",
                 ", below ε: no one in this table can move the answer by the whole sensitivity."),
        ],
        table=table_by_column(
            ("output", moving(outputs[:, picked]), ",.4g"),
            (f"density, {HERE}", moving(density[0][:, picked]), ".3g"),
            (f"density, {THERE}", moving(density[1][:, picked]), ".3g"),
            ("loss (nats)", moving(loss[:, picked]), ".4g"),
        ),
        code=(*made.code, told),
    )  # fmt: skip


def _width(epsilon: float) -> dict[str, float]:
    statistic = shared.asked(HEALTH, "mean").head(500)
    moved, whole = statistic.sensitivity("replace"), statistic.high - statistic.low
    answer, undivided = (LaplaceMechanism(epsilon=epsilon, sensitivity=size).scale for size in (moved, whole))
    return {"answer": answer, "moved": moved, "undivided": undivided, "upside_down": moved * epsilon}


def _far() -> dict[str, float]:
    ratio = np.exp(LaplacePair(here=16, there=15, scale=2).loss([17.0, 50.0]))
    return {"near": ratio[0], "far": ratio[1]}


SECTION = Section(
    draw,
    axes=(epsilon, n),
    controls=(data, question, neighbouring, epsilon, n),
    limits=lambda now: {**shared.relations(now), n: shared.people(now)},
)
