"""Probability that the worst of k errors is t or more: truth and bound (LAP-3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, level, moving, num, panel, table_by_row, upright, when
from dpviz.draw.marks import CHANCES
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import MANY, neighbouring
from dpviz.mechanisms import laplace_error_bound, laplace_failure
from dpviz.mechanisms.statistics import counts_sensitivity

ERRORS = np.geomspace(0.1, 10_000, 201)  # of the picture, in people
FLOOR = 1e-6  # the picture's lowest probability
KINDS = {"histogram": "bins of one histogram", "separate": "separate questions"}
PUBLISHED = {name: f"k {words}" for name, words in KINDS.items()}

kind = Choice("histogram", options=PUBLISHED, label="Published are")
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
    given = [side[:, None] for side in (at.k, at.epsilon, sensitivity)]
    truth, limit = (np.clip(laplace_failure(ERRORS, *given, exact=which), FLOOR / 10, 1.0) for which in (True, False))
    ends, tall = (float(ERRORS[0]), float(ERRORS[-1])), (FLOOR / 10, 1.5)
    return Picture(
        panel(
            curve(ERRORS, moving(truth), BLUE, "exact", width=4),
            curve(ERRORS, moving(limit), ORANGE, "bound", dash="dash"),
            level(moving(at.beta), GREY, "β", reach=ends, width=2, dash="dot"),
            upright(moving(np.clip(exact, *ends)), BLUE, reach=tall, width=2),
            upright(moving(np.clip(bound, *ends)), ORANGE, reach=tall, width=2, dash="dash"),
            x=axis("error t of the worst count, in people", *np.log10(ends).tolist(), type="log", dtick=1),
            y=axis("chance to be off by t or more", np.log10(FLOOR), 0.15, type="log", **CHANCES),
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
            "{promised:number}; beyond that the exact chance is {chance:percent}.",
        ],
        table=table_by_row(
            ("", "exact", "bound"),
            ("error exceeded with probability β (people)", "{exact}", "{bound}"),
            ("chance to exceed the bound's error", "{chance}", "{beta:probability}"),
        ),
        card=card(
            "Accuracy of the Laplace mechanism",
            "LAP-3",
            r"\Pr\left[\max_i|Y_i|\ge\frac{\Delta}{\varepsilon}\ln\frac{k}{\beta}\right]\le\beta",
            r"\frac{@sensitivity}{@epsilon}\times\ln\frac{@k}{@beta}=@bound",
            rows={
                "Δ, the ℓ1-sensitivity of all k counts together": "sensitivity",
                "error by the theorem, in people": "bound",
                "exact chance of an error that large, 1 − (1 − β/k) to the k": "chance",
                "error that is exceeded exactly with probability β": "exact",
            },
            given="each count gets noise of its own, of scale Δ/ε",
            note="The errors do not depend on the table: Y₁, …, Yₖ are the noise.",
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
