"""What the reader of the lesson on private multiplicative weights can turn."""

from __future__ import annotations

from dpviz.lessons import common
from dpviz.lessons.multiplicative_weights.error_parameters import ErrorParameters
from dpviz.lessons.parameters import Choice, Number

TURNS = 20  # of practical mode on the health table


class WeightsParameters(ErrorParameters):
    """The health table."""

    alpha = Number(
        0.05,
        low=0.02,
        high=0.24,
        scale="log",
        steps=41,
        label="α, the tolerance",
        ends=("small", "large"),
        show=common.percent,
    )
    # The private run.
    mode = Choice(
        "tight",
        options={"slide": "slide: η = α", "tight": "tight: η = 4α"},
        label="Mode",
        help="A mode fixes η and L together.",
    )
    split = Choice(
        "basic",
        options={
            "basic": "basic, no δ",
            "better": "advanced, with δ",
        },
        label="Sharing ε",
    )
    epsilon = common.epsilon(1.0, low=0.05, high=20, steps=41)
    delta = common.delta(1e-6)
    seed = common.seed()
    # The health table.
    bits = Number(10, low=8, high=12, steps=5, whole=True, label="Attributes")
    method = Choice(
        "practical",
        options={"practical": "practical, 20 rounds", "theorem": "as in the theorem"},
        label="Method",
    )
    turn = Number(0, low=0, high=TURNS, steps=TURNS + 1, whole=True, label="Round on the table", play=True)
