"""What the reader of the lesson on private multiplicative weights can turn."""

from __future__ import annotations

from dpviz.draw.words import small
from dpviz.lessons import common
from dpviz.lessons.multiplicative_weights.error_parameters import ErrorParameters
from dpviz.lessons.parameters import Choice, Number
from dpviz.queries.traps import TRAPS

ROUNDS = 200  # of the learner without privacy; more are not drawn
LAPS = 60  # of the runs with a slip
TURNS = 20  # of practical mode on the health table

TRAP_LABELS = {
    "none": "none: as it should be",
    "wrong_sign": "the update has the wrong sign",
    "inverted_rate": "the choice has 1/ε₀ for ε₀",
    "laplace_without_n": "the noise is not divided by n",
    "sensitivity_forgotten": "the choice is not scaled by n",
    "exact_answers": "the answers are measured exactly",
    "absolute_score": "the choice is by absolute gap, without complements",
    "log2": "L is computed with log₂",
    "mixed_modes": "η of one mode, L of the other",
    "error_alpha": "an error of α is promised",
}
assert list(TRAP_LABELS) == list(TRAPS)


class WeightsParameters(ErrorParameters):
    """The toy and its learner, the private run, the slips, the health table."""

    # The toy, and the learner without privacy.
    truth = Choice(
        "health",
        options={
            "health": "like the health table",
            "corner": "all in one eighth of the cells",
            "same": "all in one cell",
        },
        label="People",
    )
    cells = Choice("16", options={"8": "8", "16": "16", "32": "32", "64": "64"}, label="Cells")
    pick = Choice(
        "largest",
        options={
            "largest": "the worst one",
            "smallest": "the least bad one",
            "random": "one at random",
        },
        label="The mistake it is shown",
    )
    sign = Choice(
        "away",
        options={"away": "away: e^(−η q)", "towards": "towards: e^(+η q)"},
        label="Weight moves",
    )
    round = Number(0, low=0, high=ROUNDS, steps=ROUNDS + 1, whole=True, label="Round", play=True)
    eta = Number(
        0.2,
        low=0.01,
        high=3,
        scale="log",
        steps=41,
        label="η, the learning rate",
        ends=("timid", "wild"),
        show=small,
    )
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
    people = common.people(200_000, low=1000, high=100_000_000, label="n, the people", ends=("few", "many"))
    step = Number(1, low=1, high=ROUNDS, steps=ROUNDS, whole=True, label="Round of the run", play=True)
    seed = common.seed()
    # The slips.
    trap = Choice("wrong_sign", options=TRAP_LABELS, label="The slip")
    lap = Number(0, low=0, high=LAPS, steps=LAPS + 1, whole=True, label="Round of both runs", play=True)
    # The health table.
    bits = Number(10, low=8, high=12, steps=5, whole=True, label="Attributes")
    method = Choice(
        "practical",
        options={"practical": "practical, 20 rounds", "theorem": "as in the theorem"},
        label="Method",
    )
    turn = Number(0, low=0, high=TURNS, steps=TURNS + 1, whole=True, label="Round on the table", play=True)
