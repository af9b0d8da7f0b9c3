"""What one vote does to an expected utility, and where the factor means nothing (DP-5)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import factor, signed
from dpviz.privacy import expected_utility, expected_utility_bounds, posterior, signed_utility_bound

WORTHS = np.linspace(-1, 1, 81)
NAMES = ["with your vote for A", "most, by the factor", "least, by the factor", "for any sign"]

worth = Number(0.5, low=-1, high=1, steps=81, label="Utility of outcome B", ends=("hated", "as good as A"), show=signed)
epsilon = common.epsilon()


def voted(epsilon: Any, worth: Any) -> Any:
    keep = posterior(0.5, epsilon)  # the lottery is randomised response: no other loses more at this ε
    given, other = np.stack([keep, 1 - keep], axis=-1), np.stack([1 - keep, keep], axis=-1)
    worths = np.stack([np.ones_like(worth), worth], axis=-1)
    here, there = expected_utility(given, worths), expected_utility(other, worths)
    limit = np.exp(epsilon) * there  # for worths of 0 and more
    reach = signed_utility_bound(other, worths, epsilon)  # for any sign
    return here, there, limit, reach


def draw(at: Frames) -> Picture:
    here, there, limit, _ = voted(at.epsilon, at.worth)
    one = at.epsilon[:, None]
    given, other, high, reach = voted(one, WORTHS)
    holds = at.worth >= 0
    ratio = np.divide(here, there, out=np.full(at.frames, np.inf), where=there != 0)
    return Picture(
        panel(
            curve(WORTHS, moving(given), BLUE, width=4),
            curve(WORTHS, moving(high), ORANGE, dash="dash"),
            curve(WORTHS, moving(other / np.exp(one)), ORANGE, dash="dash"),
            curve(WORTHS, moving(other - reach), GREEN, dash="dot"),
            curve(WORTHS, moving(other + reach), GREEN, dash="dot"),
            ends(1.03, [given, high, other / np.exp(one), other - reach], [BLUE, ORANGE, ORANGE, GREEN], NAMES,
                 low=-1.6, high=1.6, log=False, apart=0.1),
            points(moving(at.worth), moving(here), PURPLE, size=15),
            x=axis("utility of outcome B (outcome A has 1)", -1.03, 1.85, tickvals=[-1, -0.5, 0, 0.5, 1]),
            y=axis("expected utility", -1.6, 1.6, nticks=6),
        ),
        title="What one vote does to an expected utility",
        shapes=[{"type": "line", "x0": 0, "x1": 0, "yref": "paper", "y0": 0, "y1": 1,
                 "line": {"color": GREY, "width": 1, "dash": "dot"}}],
        values={
            "here": num(here, signed),
            "there": num(there, signed),
            "limit": num(limit, signed),
            "utility": num(at.worth, signed),
            "ratio": num(ratio, factor),
            "most": num(np.exp(at.epsilon), factor),
            "holds": holds,
        },
        sentence=[
            "If B has utility {utility} for another voter, their expected utility is {here} with your vote for A and "
            "{there} with your vote for B: ",
            when(
                holds,
                "a factor of {ratio}, where {most} is the limit.",
                "below 0 the theorem says nothing. The dotted limits hold for any sign.",
            ),
        ],
        table=table_by_row(
            ("", "expected utility"),
            ("your vote for A", "{here}"),
            ("your vote for B", "{there}"),
            ("the most by the theorem", "{limit}"),
        ),
        code=voted,
    )  # fmt: skip


def _honest() -> dict[str, float]:
    most = float(expected_utility_bounds([0.5, 0.5], [100.0, 0.0], 0.5)[1])
    return {"answer": most, "added": 50 * 1.5, "least": 50 * float(np.exp(-0.5))}


def _hated() -> dict[str, float]:
    here, there, *_rest = voted(0.5, -0.6)
    return {"here": float(here), "there": float(there), "times": round(float(here / there), -1),
            "most": float(np.exp(0.5))}  # fmt: skip


SECTION = Section(draw, axes=(worth, epsilon))
