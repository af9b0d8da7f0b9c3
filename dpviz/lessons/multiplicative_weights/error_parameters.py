"""What the reader can turn where errors are compared, sizes are read off, and a table of their own is released."""

from __future__ import annotations

from dpviz.draw.words import small
from dpviz.lessons.common import percent
from dpviz.lessons.parameters import Choice, Number, Parameters

# What is measured is measured at these values, so a slider stops nowhere else.
EPSILONS = (0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10)
ROUNDS = (1, 2, 3, 5, 7, 10, 15, 20, 30)
CROWDS = (100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
MEMBERS = (100, 200, 400, 800, 1500, 3000, 5912)
QUERIES = (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
UNIVERSES = (8, 16, 32, 64, 128, 256, 512)
MOST_ORDER = 6
RANKS = 200  # named queries of the reader's own table


def _power(value: float) -> str:
    return f"{int(value):,} cells"


class ErrorParameters(Parameters):
    """Sliders of the comparison, of the sample sizes, and of the reader's own table."""

    spend = Number(
        0.3,
        low=EPSILONS[0],
        high=EPSILONS[-1],
        values=EPSILONS,
        label="ε, the privacy loss",
        ends=("more private", "more accurate"),
        show=small,
    )
    turns = Number(
        7,
        low=1,
        high=ROUNDS[-1],
        values=ROUNDS,
        whole=True,
        label="T, rounds in practice",
        ends=("learns little", "much noise each"),
    )
    crowd = Number(
        3000,
        low=CROWDS[0],
        high=CROWDS[-1],
        values=CROWDS,
        whole=True,
        label="n, the people",
        ends=("few", "many"),
    )
    asked = Number(
        512,
        low=QUERIES[0],
        high=QUERIES[-1],
        values=QUERIES,
        whole=True,
        label="k, the queries",
        ends=("few", "many"),
    )
    universe = Number(
        64,
        low=UNIVERSES[0],
        high=UNIVERSES[-1],
        values=UNIVERSES,
        whole=True,
        label="|U|, the universe",
        show=_power,
        ends=("small", "large"),
    )
    members = Number(
        5912,
        low=MEMBERS[0],
        high=MEMBERS[-1],
        values=MEMBERS,
        whole=True,
        label="n, people of the table",
        ends=("few", "all of them"),
    )
    order = Number(
        3,
        low=1,
        high=MOST_ORDER,
        steps=MOST_ORDER,
        whole=True,
        label="l, attributes in a query",
        ends=("few queries", "many queries"),
    )
    wide = Number(
        12,
        low=MOST_ORDER,
        high=12,
        steps=7,
        whole=True,
        label="d, attributes: |U| is 2ᵈ",
        ends=("small universe", "large universe"),
    )
    # Sample sizes.
    size_order = Number(
        8,
        low=1,
        high=15,
        steps=15,
        whole=True,
        label="l, attributes in a query",
        ends=("few queries", "many queries"),
    )
    size_bits = Number(
        20,
        low=5,
        high=30,
        steps=26,
        whole=True,
        label="d, attributes: |U| is 2ᵈ",
        ends=("small universe", "large universe"),
    )
    wanted = Number(
        0.1,
        low=0.02,
        high=0.5,
        scale="log",
        steps=29,
        label="α, the error wanted",
        show=percent,
        ends=("small", "large"),
    )
    # The reader's own table.
    own_epsilon = Number(
        1.0,
        low=0.05,
        high=10,
        scale="log",
        steps=61,
        label="ε, spent on one run",
        show=small,
        ends=("more private", "more accurate"),
    )
    own_rounds = Number(10, low=1, high=40, steps=40, whole=True, label="T, the rounds", ends=("few", "many"))
    own_order = Choice(
        "2",
        options={
            "1": "each attribute alone",
            "2": "all pairs",
            "3": "all triples",
        },
        label="Marginals",
    )
    rank = Number(
        1,
        low=1,
        high=RANKS,
        steps=RANKS,
        whole=True,
        label="Named query, the worst first",
        ends=("the worst", "the best"),
        play=True,
    )
