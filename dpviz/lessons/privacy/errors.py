"""Probability that the worst of k errors is t or more: truth and bound (LAP-3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, level, moving, num, panel, rows, upright
from dpviz.draw.marks import CHANCES
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.lessons import common
from dpviz.lessons.kinds import Choice, Number
from dpviz.lessons.privacy.shared import MANY, neighbouring
from dpviz.lessons.section import At, Section
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


def draw(at: At) -> Picture:
    sensitivity = moved(at.kind, at.k, at.neighbouring)
    bound, exact, chance = off(sensitivity, at.k, at.epsilon, at.beta)
    given = [side[:, None] for side in (at.k, at.epsilon, sensitivity)]
    truth, limit = (np.clip(laplace_failure(ERRORS, *given, exact=which), FLOOR / 10, 1.0) for which in (True, False))
    ends, tall = (float(ERRORS[0]), float(ERRORS[-1])), (FLOOR / 10, 1.5)
    return Picture(
        panel(
            curve(ERRORS, moving(truth), BLUE, "exact", width=4),
            curve(ERRORS, moving(limit), ORANGE, "bound", dash="dash"),
            level(moving(at.beta), GREY, "β", reach=ends, width=2),
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
        sentence="With ε = {epsilon:nats} for all {k:,} counts together, every one is within {near:number} people of "
        "the truth with probability {surely:percent}. The theorem says within {promised:number}; beyond that the exact "
        "chance is {chance:percent}.",
        table=rows(
            ("", "exact", "bound"),
            ("error exceeded with probability β (people)", "{exact}", "{bound}"),
            ("chance to exceed the bound's error", "{chance}", "{beta:probability}"),
        ),
        card=card(
            "All k answers are close at once",
            "LAP-3",
            r"\Pr\left[\max_i|Y_i|\ge\frac{\Delta}{\varepsilon}\ln\frac{k}{\beta}\right]"
            r"=1-\left(1-\frac{\beta}{k}\right)^{k}\;\le\;\beta",
            r"\frac{@sensitivity}{@epsilon}\times\ln\frac{@k}{@beta}=@bound,\qquad\Pr=@chance\;\le\;@beta",
            rows={
                "Δ: how far one person moves all k counts together": "sensitivity",
                "error by the theorem, in people": "bound",
                "error that is exceeded exactly with probability β": "exact",
            },
            given=("each count gets noise of its own, of scale Δ/ε",),
            note="The errors do not depend on the table: noise is all there is.",
        ),
        code=(moved, off),
    )


SECTION = Section(draw, axes=(epsilon, k, beta), controls=(kind, neighbouring, epsilon, k, beta))
