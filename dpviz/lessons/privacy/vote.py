"""What one vote does to an expected utility, and where the factor means nothing (DP-5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, points, rows, where
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.draw.words import small
from dpviz.lessons import common
from dpviz.lessons.kinds import Number
from dpviz.lessons.section import At, Section
from dpviz.privacy import expected_utility, posterior, signed_utility_bound

WORTHS = np.linspace(-1, 1, 81)

worth = Number(0.0, low=-1, high=1, steps=81, label="Worth of outcome B", ends=("hated", "as good as A"), show=small)
epsilon = common.epsilon()


def voted(epsilon: Any, worth: Any) -> Any:
    keep = posterior(0.5, epsilon)  # the lottery is randomised response: no other loses more at this ε
    given, other = np.stack([keep, 1 - keep], axis=-1), np.stack([1 - keep, keep], axis=-1)
    worths = np.stack([np.ones_like(worth), worth], axis=-1)
    here, there = expected_utility(given, worths), expected_utility(other, worths)
    limit = np.exp(epsilon) * there  # for worths of 0 and more
    reach = signed_utility_bound(other, worths, epsilon)  # for any sign
    return here, there, limit, reach


def draw(at: At) -> Picture:
    here, there, limit, _ = voted(at.epsilon, at.worth)
    one = at.epsilon[:, None]
    given, other, high, reach = voted(one, WORTHS)
    holds = at.worth >= 0
    factor = np.divide(here, there, out=np.full(at.frames, np.inf), where=there != 0)
    return Picture(
        panel(
            curve(WORTHS, moving(given), BLUE, "your vote given", width=4),
            curve(WORTHS, moving(high), ORANGE, "limits by the factor", dash="dash"),
            curve(WORTHS, moving(other / np.exp(one)), ORANGE, dash="dash"),
            curve(WORTHS, moving(other - reach), GREEN, "limits for any sign", dash="dot"),
            curve(WORTHS, moving(other + reach), GREEN, dash="dot"),
            points(moving(at.worth), moving(here), PURPLE, "now", size=15),
            x=axis("worth of outcome B (outcome A is worth 1)", -1.03, 1.03),
            y=axis("expected utility", -1.6, 1.6, nticks=6),
        ),
        title="What is one vote worth, and to whom?",
        height=430,
        shapes=[{"type": "line", "x0": 0, "x1": 0, "yref": "paper", "y0": 0, "y1": 1,
                 "line": {"color": GREY, "width": 1, "dash": "dot"}}],
        values={
            "here": num(here, ".6g"),
            "there": num(there, ".6g"),
            "limit": num(limit, ".6g"),
            "factor": factor,
            "most": np.exp(at.epsilon),
        },
        sentence=[
            "If B is worth {worth:.2g} to somebody, their expected utility is {here:.4g} with your vote for A and "
            "{there:.4g} with your vote for B: ",
            where(
                holds,
                "a factor of {factor:.3g}, where {most:.3g} is the limit.",
                "here a factor means nothing, and the theorem is refused (utilities must be >= 0). The limits for any "
                "sign still hold.",
            ),
        ],
        table=rows(
            ("", "expected utility"),
            ("your vote for A", "{here}"),
            ("your vote for B", "{there}"),
            ("the most the theorem allows", "{limit}"),
        ),
        card=card(
            "Nobody’s expected utility moves by more than a factor",
            "DP-5",
            r"u\ge 0:\quad e^{-\varepsilon}\,E_{X'}[u]\;\le\;E_X[u]\;\le\;e^{\varepsilon}\,E_{X'}[u]",
            rows={"E with the vote": "here", "E without it": "there", "the most the theorem allows": "limit"},
            given=(
                ("no outcome is worth less than 0", holds),
                "one voter changes one vote; the outcome is drawn ε-privately",
            ),
            note="The source leaves out u ≥ 0; without it the claim is false, as the left half of the picture shows. "
            "For any sign, |E − E′| ≤ (exp(ε) − 1) E′|u| holds.",
        ),
        code=voted,
    )  # fmt: skip


SECTION = Section(draw, axes=(worth, epsilon))
