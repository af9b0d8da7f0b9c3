"""What the reader of the lesson on PAC learning can turn."""

from __future__ import annotations

from dpviz.lessons import common
from dpviz.lessons.common import percent
from dpviz.lessons.pac import sides as coin
from dpviz.lessons.parameters import Choice, Number, Parameters, Pattern

LINE = {
    "points": "points",
    "thresholds": "thresholds",
    "intervals": "intervals",
    "parities": "parities",
}
NOUNS = {"points": "point", "thresholds": "threshold", "intervals": "interval", "parities": "parity"}


class PacParameters(Parameters):
    """The sample, what is asked of it, the class, and the reader's own points."""

    example = Choice(
        "avocados",
        options={"avocados": "avocados", "scurvy": "vitamin C"},
        label="Example",
    )
    sides = Choice(
        "two",
        options={"two": "both sides", "one": "one side"},
        label="The band",
    )
    n = Number(
        20,
        low=1,
        high=2000,
        scale="log",
        steps=61,
        whole=True,
        label="n, the records seen",
        ends=("few", "many"),
        play=True,
    )
    alpha = common.alpha(0.1, low=0.01, steps=61, show=percent)
    beta = common.beta()
    width, chance = coin.alpha, coin.beta
    bits = Number(
        6,
        low=2,
        high=10,
        steps=9,
        whole=True,
        label="|C|, the rules",
        ends=("few", "many"),
        show=lambda d: f"{2 ** int(d) + 1:,}",
    )
    line = Choice("intervals", options=LINE, label="Class of rules")
    labels = Pattern(
        ".1.0.1..",
        alphabet=".01",
        least=8,
        most=8,
        marks={".": "·", "0": "–", "1": "+"},
        words={".": "not chosen", "0": "minus", "1": "plus"},
        label="Your points and their labels",
        help="Click a place to put a point there, and again to change its label.",
    )
    concept = Number(
        5,
        low=0,
        high=36,
        steps=37,
        whole=True,
        label="Go through the rules",
        ends=("first", "last"),
        play=True,
    )
    k = Number(3, low=0, high=8, steps=9, whole=True, label="n, the points", ends=("none", "all eight"))
    world = Number(
        10,
        low=2,
        high=14,
        steps=13,
        whole=True,
        label="N, the instances there are",
        ends=("small world", "large world"),
        show=lambda m: f"{2 ** int(m):,}",
    )
    seed = common.seed(8)
