"""Every output of AboveThreshold on two neighbouring streams, and what the noise on the threshold is for (SVT-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, level, moving, num, panel, table_by_frame, when
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.draw.words import nats, probability
from dpviz.frame.kinds import Choice, Number, Pattern
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.sparse_vector.shared import outcomes
from dpviz.mechanisms import LaplaceMechanism
from dpviz.mechanisms.sparse import AboveThreshold, above_threshold_probabilities

WEEKS = 8

noise = Choice("noisy", options={"noisy": "noisy", "exact": "exact"}, label="The threshold is")
change = Pattern("mmmmmmmf", alphabet="smf", least=WEEKS, most=WEEKS, label="In the neighbour, weeks 1 to 8 change by",
                 marks={"s": "0", "m": "+1", "f": "−1"}, words={"s": "nothing", "m": "plus one", "f": "minus one"},
                 help="Click a week to change what one patient does to it.")  # fmt: skip
epsilon = common.epsilon(1.0, low=0.1, high=5, steps=31)
distance = Number(0, low=-20, high=20, steps=41, whole=True, label="Counts, less the threshold",
                  ends=("far below", "far above"))  # fmt: skip


def streams(distance: float, change: str) -> Any:
    steps = [{"m": 1, "s": 0, "f": -1}[letter] for letter in change]  # more, the same, fewer
    counts = np.full(len(steps), distance)
    neighbour = counts + steps
    return counts, neighbour


def noisy(epsilon: float, counts: Any, neighbour: Any) -> Any:
    mechanism = AboveThreshold(epsilon=epsilon, sensitivity=1)
    here, there = mechanism.probabilities(np.stack([counts, neighbour]), threshold=0)
    worst = np.abs(np.log(here / there)).max()
    return here, there, worst


def exact(epsilon: float, counts: Any, neighbour: Any) -> Any:
    noise = LaplaceMechanism(epsilon=epsilon / 4, sensitivity=1)  # of scale 4/ε on each count
    below = noise.cdf(-np.stack([counts, neighbour]))
    ahead = np.cumprod(np.pad(below, ((0, 0), (1, 0)), constant_values=1), axis=1)  # all before it are below
    here, there = ahead * np.pad(noise.cdf(np.stack([counts, neighbour])), ((0, 0), (0, 1)), constant_values=1)
    worst = np.abs(np.log(here / there)).max()
    return here, there, worst


def draw(at: Frames) -> Picture:
    pairs = np.array([streams(d, at.change) for d in at.distance.tolist()])  # (frames, 2, weeks)
    if at.noise == "noisy":
        p = above_threshold_probabilities(pairs, 0, at.epsilon[:, None])
    else:
        p = np.array([exact(e, *pair)[:2] for e, pair in zip(at.epsilon.tolist(), pairs, strict=True)])
    here, there = p[:, 0], p[:, 1]
    loss = np.log(here / there)
    worst, which = np.abs(loss).max(axis=1), np.abs(loss).argmax(axis=1)
    places = np.array([*range(1, WEEKS + 1), WEEKS + 2], dtype=float)
    reach = 0.3, WEEKS + 2.7
    tall = 1.15 * np.maximum(worst, at.epsilon)
    return Picture(
        panel(
            bars(places - 0.2, moving(here), BLUE, "stream x", width=0.36, hovertemplate="%{y:.2%}<extra></extra>"),
            bars(places + 0.2, moving(there), ORANGE, "its neighbour x′", width=0.36,
                 hovertemplate="%{y:.2%}<extra></extra>"),
            x=axis("", *reach, showticklabels=False, **outcomes(WEEKS)),
            y=axis("probability", range=moving(np.stack([0 * worst, 1.12 * np.maximum(here, there).max(axis=1)], 1)),
                   tickformat=".0%", nticks=4),
        ),
        panel(
            level(moving(at.epsilon), GREY, reach=reach, width=2),
            level(moving(-at.epsilon), GREY, reach=reach, width=2),
            bars(places, moving(loss), PURPLE, width=0.5, hovertemplate="%{y:.3f} nats<extra></extra>"),
            x=axis("first “above” in week", *reach, **outcomes(WEEKS)),
            y=axis("loss (nats)", range=moving(np.stack([-tall, tall], axis=1)), nticks=5),
            heading="loss at each output; grey lines: ε and −ε",
        ),
        title="Two neighbouring streams, every output",
        values={
            "worst": num(worst, "nats"),
            "half": num(at.epsilon / 2, "nats"),
            "output": [_output(int(i)) for i in which],
            "chance": num(here[np.arange(at.frames), which], "probability"),
            "noisy": at.noise == "noisy",
            "weeks": WEEKS,
        },
        sentence=[
            "The output that tells the two streams apart best is {output}, with a loss of {worst} nats",
            when(worst <= at.epsilon, ": within ε = {epsilon:nats}.",
                 ": more than ε = {epsilon:nats}, so the promise is broken."),
        ],
        table=table_by_frame(
            ("first “above” in week", "stream x", "neighbour x′", "loss (nats)"),
            *([(name, probability(float(p)), probability(float(q)), nats(float(v)))
               for name, p, q, v in zip([*map(str, range(1, WEEKS + 1)), "never"], *rows, strict=True)]
              for rows in zip(here, there, loss, strict=True)),
        ),
        code=(streams, noisy if at.noise == "noisy" else exact),
    )  # fmt: skip


def _output(place: int) -> str:
    return "“below” in every week" if place == WEEKS else f"“above” in week {place + 1}"


def _eight() -> dict[str, float]:
    pair = streams(distance.default_value, change.default_value)
    return {"noisy": noisy(1.0, *pair)[2], "exact": exact(1.0, *pair)[2], "each": 1 / 4, "all": WEEKS / 4}


SECTION = Section(draw, axes=(epsilon, distance), controls=(noise, change, epsilon, distance))
