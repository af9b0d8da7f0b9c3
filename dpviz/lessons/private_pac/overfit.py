"""Learners of all functions: the memoriser against the exponential learner, exactly (GEN-1, GEN-2, GEN-3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, rows, upright
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.learning import all_functions_gap, generalisation_size, overfitting
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import records
from dpviz.lessons.questions import ChoiceQuestion, Option
from dpviz.lessons.section import At, Section

POINTS = 1024  # instances
GRID = np.unique(np.geomspace(1, 100_000, 61).round()).astype(int)

epsilon, n = common.epsilon(0.5, steps=41), records(1000, GRID)  # about one record an instance


def shown(n: Any, epsilon: Any) -> Any:
    found = overfitting(n, POINTS, epsilon)
    memory, sample, fresh, gap = found.memoriser, found.empirical, found.population, found.gap
    most = np.expm1(epsilon) * sample
    alone = all_functions_gap(epsilon)
    enough = generalisation_size(epsilon, beta=0.05)
    return memory, sample, fresh, gap, most, alone, enough


def draw(at: At) -> Picture:
    memory, sample, fresh, gap, most, alone, enough = shown(at.n, at.epsilon)
    curves = overfitting(GRID, POINTS, np.unique(at.epsilon)[:, None])  # one frame, if ε stays
    return Picture(
        panel(
            curve(GRID, curves.memoriser[0], ORANGE, "memoriser, new instances", width=4),
            curve(GRID, np.zeros(len(GRID)), ORANGE, "memoriser, its sample", dash="dash"),
            curve(GRID, moving(curves.population), BLUE, "private, new instances", width=4),
            curve(GRID, moving(curves.empirical), BLUE, "private, its sample", dash="dash"),
            upright(moving(at.n), GREY, reach=(0, 0.6), width=2, dash="dot"),
            x=axis("records n", 0, 5, type="log", tickvals=[1, 10, 100, 1000, 10_000, 100_000],
                   ticktext=["1", "10", "100", "1,000", "10⁴", "10⁵"]),
            y=axis("expected error", -0.02, 0.58),
        ),
        title=f"All functions on {POINTS:,} instances: what does the sample say about new ones?",
        height=440,
        margin={"l": 64, "r": 16, "t": 60, "b": 56},
        values={
            "memory": num(memory, ".4f"),
            "sample": num(sample, ".4f"),
            "fresh": num(fresh, ".4f"),
            "gap": num(gap, ".4f"),
            "most": num(most, ".4f"),
            "alone": num(alone, ".4f"),
            "enough": num(enough, ","),
        },
        sentence="After {n:,} records the memoriser errs on 0 % of its sample and on {memory:percent} of new "
        "instances. The private learner at ε = {epsilon:nats} errs on {sample:percent} and {fresh:percent}: its "
        "sample tells the truth up to {gap:percent}.",
        table=rows(
            ("learner", "error on its sample", "error on new instances", "gap"),
            ("memoriser", "0", "{memory}", "{memory}"),
            ("private", "{sample}", "{fresh}", "{gap}"),
        ),
        card=card(
            "A private learner cannot overfit, however large its class",
            "GEN-1, GEN-2, GEN-3",
            r"\mathrm{E}[L_D]\;\le\;e^{\varepsilon}\,\mathrm{E}[L_X],\qquad"
            r"\text{no shared instance:}\quad\mathrm{E}[L_D]-\mathrm{E}[L_X]=\tfrac12\tanh\tfrac{\varepsilon}{4}",
            r"\mathrm{E}[L_D]-\mathrm{E}[L_X]=@gap\;\le\;@most",
            rows={
                "gap allowed by ε, (e^ε − 1) E[L_X]": "most",
                "gap of the private learner, exact": "gap",
                "gap if no two records shared an instance": "alone",
                "gap of the memoriser, exact": "memory",
                "records for |L_D − L_X| ≤ ε with 95 % (pure ε)": "enough",
            },
            given=("records are drawn independently",),
            note="The last row is quoted from memory of the literature: ln(6/β)/ε². A slide writes δ for β there; for "
            "(ε, δ)-privacy the distance is 18 ε and δ is the slack. The class of all functions has 2 to the 1,024 "
            "concepts; no bound that counts them says anything here.",
        ),
        code=shown,
    )  # fmt: skip


FRESH = ChoiceQuestion(
    "A learner with ε = 0.1 chooses among all functions. It errs on 45 % of its sample. What about new instances?",
    (
        Option(
            "It must be far worse there: the class is far too large.",
            "That is the memoriser’s fate. Privacy forbids it: exchange one record for a fresh one, and the "
            "learner hardly notices.",
        ),
        Option(
            "About the same, on average.",
            "On average the two errors differ by at most a factor e^ε, here about 1.1. It may be a bad learner; "
            "it is an honest one.",
            right=True,
        ),
        Option(
            "Nothing can be said without the VC dimension.",
            "That is one way to know. Privacy is another: the argument exchanges one record, and counts no rules.",
        ),
    ),
)
SECTION = Section(draw, axes=(epsilon, n), questions={"fresh": FRESH})
