"""Five loans, all good: every hypothesis that accepts them has empirical error 0 (PAC-3, PAC-13)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, moving, panel, points, table_by_frame, upright, when
from dpviz.draw.style import BLUE, GREEN, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning.bounds import occam_failure
from dpviz.learning.toy import CREDITS

HIGHEST = 40
NUMBERS = np.arange(HIGHEST + 1)
SCORES = np.array([loan.score for loan in CREDITS])

limit = Number(25, low=0, high=HIGHEST, steps=HIGHEST + 1, whole=True, label="t: good below this number",
               ends=("nearly none", "all"))  # fmt: skip


def shown(limit: Any) -> Any:
    accepted = np.array([loan.score < limit for loan in CREDITS])
    empirical = np.mean([yes != loan.good for yes, loan in zip(accepted, CREDITS, strict=True)])
    return accepted, empirical


def draw(at: Frames) -> Picture:
    errors = (NUMBERS[:, None] <= SCORES).mean(axis=1)  # all five are good
    empirical = errors[at.limit]
    values, counts = np.unique(SCORES, return_counts=True)
    ends = np.array([0.0, HIGHEST])
    return Picture(
        panel(
            bars(values, counts, GREEN, "good loans", width=0.7),
            upright(moving(at.limit), ORANGE, "t", reach=(0, 2.4)),
            x=axis("100 × payment ÷ income − down payment", *ends), y=axis("loans", 0, 2.4, tickvals=[0, 1, 2]),
            heading="the five loans",
        ),
        panel(
            curve(NUMBERS, errors, BLUE, "empirical error", width=4, shape="vh"),
            points(moving(at.limit), moving(empirical), ORANGE, "now", size=14),
            x=axis("the hypothesis: good below t", *ends), y=axis("empirical error", -0.05, 1.08, nticks=4),
        ),
        title="Five loans",
        height=420,
        showlegend=False,
        values={"empirical": empirical, "right": np.round((1 - empirical) * len(SCORES)).astype(int)},
        sentence=[
            "“Good when the number is below {limit}” is right about {right} of 5 loans: its empirical error is "
            "{empirical:percent}.",
            when(empirical == 0, " So is that of “always good”: no loan here can tell the two apart, as none is bad."),
        ],
        table=table_by_frame(
            ("down", "payment ÷ income", "number", "good risk"),
            [(f"{c.down} %", f"{c.payment_to_income:.2f}", f"{c.score:g}", "yes" if c.good else "no") for c in CREDITS],
        ),
        code=shown,
    )  # fmt: skip


def _few() -> dict[str, float]:
    size, n = len(NUMBERS), len(SCORES)
    # Occam's bound solved for α: its n is ln(|C|/β) ÷ α.
    return {"fits": 100 * float(occam_failure(1, n, 1 / 3, exponential=False)), "size": size,
            "width": float(np.log(size / 0.05)) / n}  # fmt: skip


def _fitting() -> dict[str, float]:
    fitting = NUMBERS[SCORES.max() < NUMBERS]
    return {
        "fits": len(fitting),
        "size": len(NUMBERS),
        "loans": len(SCORES),
        "largest": SCORES.max(),
        "first": fitting[0],
        "second": fitting[1],
        "highest": HIGHEST,
    }


SECTION = Section(draw, axes=(limit,))
