"""What one person sends, and how the counts of support tell the frequencies of eight values (LOC-2, LOC-3, RR-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, heatmap, moving, num, panel, points, table_by_column
from dpviz.draw.style import BLUE, GREY, ORANGE, PALE
from dpviz.frame.kinds import Choice, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import FORMS, joined
from dpviz.local import FrequencyOracle, frequency_variance

COUNTS = (600, 450, 320, 240, 160, 120, 70, 40)  # how many of 2,000 people have each value
SHOWN_PEOPLE = 16

form = Choice("optimised", options=FORMS, label="Each person uses")
epsilon = common.epsilon(1.0, low=0.1, high=6, steps=31)
seed = Seed(2, button="Answer again", help="The same people, other coins.")


def shown(form: str, epsilon: float, seed: int) -> Any:
    oracle = FrequencyOracle(form=form, epsilon=epsilon, categories=8)
    own, other = oracle.own, oracle.other  # how probably the own value is supported, and any other
    people = np.random.default_rng(14).permutation(np.repeat(np.arange(8), np.array(COUNTS, np.intp)))
    answers = oracle.release(people, np.random.default_rng(seed))
    supports = oracle.supports(answers)  # a row a person, a column a value
    estimate = oracle.estimate(supports.sum(axis=0), n=len(people)).frequencies
    return own, other, people, supports, estimate


def draw(at: Frames) -> Picture:
    made = [shown(at.form, eps, at.seed) for eps in at.epsilon.tolist()]
    cells = np.array([one[3][:SHOWN_PEOPLE] for one in made], dtype=float)
    estimates = np.array([one[4] for one in made])
    own, other = np.array([one[:2] for one in made]).T
    n, places, rows = sum(COUNTS), np.arange(1, 9), np.arange(1, SHOWN_PEOPLE + 1)
    true = np.array(COUNTS) / n
    error = np.sqrt(frequency_variance(at.form, frequency=true, epsilon=at.epsilon[:, None], categories=8, n=n))
    low, high = true - 2 * error, true + 2 * error
    seen = 1.1 * np.concatenate([low, high, estimates], axis=1)
    ends = np.stack([np.minimum(-0.05, seen.min(axis=1)), np.maximum(0.4, seen.max(axis=1))], axis=1)
    return Picture(
        panel(
            heatmap(moving(cells), x=places, y=rows, zmin=0, zmax=1, xgap=2, ygap=2,
                    scale=[[0, "rgba(191,199,208,0.25)"], [1, BLUE]]),
            points(made[0][2][:SHOWN_PEOPLE] + 1, rows, ORANGE, "own value", symbol="diamond", size=9),
            x=axis("", 0.5, 8.5, visible=False), heading="which values each answer supports", share=1.5,
            y=axis(f"{SHOWN_PEOPLE} of {n:,} people", SHOWN_PEOPLE + 0.5, 0.5, showticklabels=False, ticks=""),
        ),
        panel(
            bars(places, moving(estimates), PALE, width=0.6),
            curve(np.repeat(places, 3), moving(joined(low, high)), BLUE, "two standard errors", width=3),
            points(places, true, ORANGE, "true share", symbol="line-ew-open", size=22),
            curve([0.5, 8.5], [0, 0], GREY, width=1),
            x=axis("value", 0.5, 8.5, dtick=1), y=axis("estimate", range=moving(ends), tickformat=".0%", nticks=5),
        ),
        title="Answers that support values", height=580,
        values={
            "own": num(own, common.percent), "other": num(other, common.percent), "name": FORMS[at.form],
            "supported": num(own + 7 * other, ".2g"), "typical": num(error[:, -1], common.percent),
            "bits": FrequencyOracle(form=at.form, epsilon=1.0, categories=8).bits,
        },
        sentence="With {name} an answer supports the own value with probability {own}, any other with {other}: "
        "about {supported} of the 8 values. It takes {bits} bits, and a rare share is off by {typical}.",
        table=table_by_column(
            ("value", places), ("true share", true, "tenths"), ("estimate", moving(estimates), "tenths"),
            ("standard error", moving(error), "tenths"),
        ),
        code=shown,
    )  # fmt: skip


def _support() -> dict[str, float]:
    oracle = FrequencyOracle(form="optimised", epsilon=float(np.log(3)), categories=8)
    more = 35 - 100 * oracle.other
    return {"answer": more / oracle.gap, "raw": 35.0, "less": more, "share": 35.0}


SECTION = Section(draw, axes=(epsilon,), controls=(form, epsilon, seed))
