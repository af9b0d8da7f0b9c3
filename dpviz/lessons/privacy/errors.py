"""How far off the worst of k counts is, but for a chance β: truth and bound (LAP-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import MANY, neighbouring
from dpviz.mechanisms import laplace_error_bound, laplace_failure
from dpviz.mechanisms.statistics import counts_sensitivity

COUNTS = np.array(MANY)
LOW, HIGH = 1, 1e5  # errors in the picture, in people
WORDS = {"histogram": "bins", "separate": "separate<br>questions"}
KINDS = {"histogram": "bins of one histogram", "separate": "separate questions"}

kind = Choice("histogram", options={name: f"k {words}" for name, words in KINDS.items()}, label="Published are")
epsilon = common.epsilon()
k = Number(10, low=1, high=1000, values=MANY, whole=True, label="k, the counts", ends=("one", "many"))
beta = common.beta()


def moved(kind: str, k: Any, neighbouring: str) -> Any:
    sensitivity = counts_sensitivity(kind, k, neighbouring)
    return sensitivity


def off(sensitivity: Any, k: Any, epsilon: Any, beta: Any) -> Any:
    bound = laplace_error_bound(beta, k, epsilon, sensitivity)
    exact = laplace_error_bound(beta, k, epsilon, sensitivity, exact=True)
    chance = laplace_failure(bound, k, epsilon, sensitivity)
    return bound, exact, chance


def draw(at: Frames) -> Picture:
    sensitivity = moved(at.kind, at.k, at.neighbouring)
    bound, exact, chance = off(sensitivity, at.k, at.epsilon, at.beta)
    lines = {}
    for kind in KINDS:
        limit, truth, _ = off(moved(kind, COUNTS, at.neighbouring), COUNTS, at.epsilon[:, None], at.beta[:, None])
        lines[kind] = limit, truth
    (other,) = set(KINDS) - {at.kind}
    limit, truth = lines[at.kind]
    return Picture(
        panel(
            curve(COUNTS, moving(lines[other][0]), GREY, width=2),
            curve(COUNTS, moving(truth), BLUE, "exact", width=4),
            curve(COUNTS, moving(limit), ORANGE, "bound", dash="dash"),
            points(moving(at.k), moving(bound), ORANGE, size=14),
            ends(1100, [limit, lines[other][0]], [ORANGE, GREY], [WORDS[at.kind], WORDS[other]], low=LOW, high=HIGH),
            x=axis("k, the counts", -0.05, 3.75, type="log", tickvals=[1, 10, 100, 1000]),
            y=axis("error of the worst count, in people", *np.log10([LOW, HIGH]), type="log", dtick=1),
        ),
        title=f"How wrong may they be? · {KINDS[at.kind]}",
        height=420,
        values={
            "sensitivity": sensitivity,
            "bound": num(bound, "number"),
            "exact": num(exact, "number"),
            "chance": num(chance, "probability"),
            "surely": 1 - at.beta,
            "near": exact.round(1),
            "promised": bound.round(1),
        },
        sentence=[
            "With ε = {epsilon:nats} for ",
            when(
                at.k == 1,
                "one count, Δ = {sensitivity:number} and it is ",
                "all {k:,} counts together, Δ = {sensitivity:number} and every one is ",
            ),
            "within {near:number} people of the truth with probability {surely:percent}. The theorem says within "
            "{promised:number}; the exact chance of a larger error is {chance:percent}.",
        ],
        table=table_by_row(
            ("", "exact", "bound"),
            ("error exceeded with probability β (people)", "{exact}", "{bound}"),
            ("chance to exceed the bound's error", "{chance}", "{beta:probability}"),
        ),
        code=(moved, off),
    )


def _worst() -> dict[str, float]:
    beta, k, epsilon = 0.05, 100, 0.5
    one, all_of_them, separate = (
        float(laplace_error_bound(beta, dim, epsilon, size)) for dim, size in ((1, 1), (k, 1), (k, k))
    )
    return {"answer": all_of_them, "one": one, "separate": separate, "scale": 1 / epsilon}


def _more() -> dict[str, float]:
    one, many = (float(laplace_error_bound(0.05, bins, 0.5, moved("histogram", bins, "replace"))) for bins in (1, 1000))
    return {"one": one, "many": many}


SECTION = Section(draw, axes=(epsilon, k, beta), controls=(kind, neighbouring, epsilon, k, beta))
