"""What the reader of the lesson on parities can turn."""

from __future__ import annotations

from dpviz.draw.words import small
from dpviz.lessons import common
from dpviz.lessons.parameters import Choice, Number, Parameters, Pattern

MOST_OWN = 6  # examples that a reader may add
RUNS = 40  # runs of the private learner that can be looked at
WIDE = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 56, 64)


class ParityParameters(Parameters):
    """The bits, the examples, the private learner, and what amplification asks for."""

    bits = Number(3, low=2, high=10, steps=9, whole=True, label="d, the bits", ends=("a square", "a grid"))
    noise = Choice(
        "none",
        options={"none": "all are true", "one": "one of them is wrong"},
        label="Labels of the examples",
    )
    mine = Pattern(
        "1011",
        least=3,
        most=11,
        label="My own example",
        help="Click a bit to change it; the last one is the label.",
    )
    added = Pattern("", least=0, most=11 * MOST_OWN, label="Examples added")
    examples = Number(
        0,
        low=0,
        high=12 + MOST_OWN,
        values=range(13 + MOST_OWN),
        whole=True,
        label="Examples seen",
        play=True,
    )
    step = Number(0, low=0, high=400, values=range(401), whole=True, label="Row operations done", play=True)
    d = Number(8, low=2, high=64, values=WIDE, whole=True, label="d, the bits", ends=("few", "many"))
    changed = Number(
        1,
        low=1,
        high=12 + MOST_OWN,
        values=range(1, 13 + MOST_OWN),
        whole=True,
        label="The example that changes",
    )
    how = Choice(
        "label",
        options={"label": "its label is flipped", "bit": "its first bit is flipped"},
        label="How it changes",
    )
    run = Number(1, low=1, high=RUNS, values=range(1, RUNS + 1), whole=True, label="Run", play=True)
    epsilon = common.epsilon(1.0, low=0.05, high=6, steps=97, label="ε, the loss promised")
    keep = Number(
        0.25,
        low=0,
        high=1,
        steps=101,
        label="p, the keep-probability",
        ends=("keep nothing", "keep all"),
        show=small,
    )
    coin = Number(
        0.5, low=0, high=0.95, steps=96, label="κ, chance to fail at once", ends=("no coin", "nearly always"),
        show=lambda value: common.percent(value),
    )  # fmt: skip
    worlds = Choice(
        "label",
        options={
            "label": "a label is flipped",
            "clash": "labels clash, or not",
            "quiet": "an example that follows anyway is added",
        },
        label="The neighbour",
    )
    neighbouring = common.neighbouring(
        options={"replace": "one example is replaced", "add_remove": "one example is added or removed"},
        label="Neighbours: samples where",
    )
    each = common.epsilon(1.0, low=0.05, high=3.9, steps=97, label="ε of the whole")
    alpha = common.alpha(0.1, low=0.01, show=common.percent, label="α, the error accepted")
    beta = common.beta()
    rule = Choice(
        "seed",
        options={"seed": "p = ε/4", "tight": "p = tanh(ε/2), as much as ε allows"},
        label="Keep-probability",
    )
    seed = common.seed()
