"""What one vote does to an expected utility, and where the factor means nothing (DP-5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, points, rows, where
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.questions import ChoiceQuestion, Mistake, NumericQuestion, Option, State
from dpviz.frame.section import At, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import factor, signed
from dpviz.privacy import expected_utility, expected_utility_bounds, posterior, signed_utility_bound

WORTHS = np.linspace(-1, 1, 81)

worth = Number(0.0, low=-1, high=1, steps=81, label="Utility of outcome B", ends=("hated", "as good as A"), show=signed)
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
    ratio = np.divide(here, there, out=np.full(at.frames, np.inf), where=there != 0)
    return Picture(
        panel(
            curve(WORTHS, moving(given), BLUE, "with your vote for A", width=4),
            curve(WORTHS, moving(high), ORANGE, "limits by the factor", dash="dash"),
            curve(WORTHS, moving(other / np.exp(one)), ORANGE, dash="dash"),
            curve(WORTHS, moving(other - reach), GREEN, "limits for any sign", dash="dot"),
            curve(WORTHS, moving(other + reach), GREEN, dash="dot"),
            points(moving(at.worth), moving(here), PURPLE, "now", size=15),
            x=axis("utility of outcome B (outcome A has 1)", -1.03, 1.03),
            y=axis("expected utility", -1.6, 1.6, nticks=6),
        ),
        title="What one vote does to an expected utility",
        height=430,
        shapes=[{"type": "line", "x0": 0, "x1": 0, "yref": "paper", "y0": 0, "y1": 1,
                 "line": {"color": GREY, "width": 1, "dash": "dot"}}],
        values={
            "here": num(here, signed),
            "there": num(there, signed),
            "limit": num(limit, signed),
            "utility": num(at.worth, signed),
            "ratio": num(ratio, factor),
            "most": num(np.exp(at.epsilon), factor),
        },
        sentence=[
            "If B has utility {utility} for somebody, their expected utility is {here} with your vote for A and "
            "{there} with your vote for B: ",
            where(
                holds,
                "a factor of {ratio}, where {most} is the limit.",
                "below 0 the theorem says nothing. The dotted limits hold for any sign.",
            ),
        ],
        table=rows(
            ("", "expected utility"),
            ("your vote for A", "{here}"),
            ("your vote for B", "{there}"),
            ("the most by the theorem", "{limit}"),
        ),
        card=card(
            "No expected utility moves by more than a factor of e to the ε",
            "DP-5",
            r"E_x[u]\le e^{\varepsilon}\,E_{x'}[u]",
            rows={"E with a vote for A": "here", "E with a vote for B": "there", "the most by the theorem": "limit"},
            given=(
                ("every outcome has a utility of 0 or more", holds),
                "one voter changes one vote, and the lottery is ε-differentially private",
            ),
            note="By symmetry also E ≥ exp(−ε) E′. For utilities of any sign, |E − E′| ≤ (exp(ε) − 1) E′|u|.",
        ),
        code=voted,
    )  # fmt: skip


def _honest(_: State) -> dict[str, float]:
    most = float(expected_utility_bounds([0.5, 0.5], [100.0, 0.0], 0.5)[1])
    return {"answer": most, "added": 50 * 1.5, "least": 50 * float(np.exp(-0.5))}


HONEST = NumericQuestion(
    "An election is a lottery with ε = 0.5, and no outcome has a negative utility for you. If you vote for B, your "
    "expected utility is 50. What is the most that it can be if you vote for A?",
    _honest,
    right="It is at most e to the 0.5, about 1.65, times as large: {answer:.3g}.",
    small="More is possible. One vote changes the expected utility by a factor of at most e to the ε.",
    large="That is more than the theorem allows: a factor of at most e to the ε.",
    mistakes=(
        Mistake("added", "You multiplied by 1 + ε. The factor is e to the ε, which is a little more."),
        Mistake("least", "That is the least that it can be. The most is on the other side of 50."),
    ),
)


def _hated(_: State) -> dict[str, float]:
    here, there, *_rest = voted(0.5, -0.6)
    return {"here": float(here), "there": float(there), "times": round(float(here / there), -1),
            "most": float(np.exp(0.5))}  # fmt: skip


HATED = ChoiceQuestion(
    "ε is 0.5, and for somebody outcome B has utility −0.6 (A has 1). By what factor is their expected utility larger "
    "with your vote for A than with your vote for B?",
    (
        Option(
            "By {most:.2f} at most: that is e to the ε.",
            "Each *probability* changes by that factor at most. But a gain and a loss may nearly cancel, and then the "
            "sum changes by far more: here from {there:.3f} to {here:.2f}.",
        ),
        Option(
            "By about {times:.0f}.",
            "With your vote for B, gains and losses nearly cancel: {there:.3f}, against {here:.2f}. A factor of "
            "something near 0 means nothing; the theorem is for utilities of 0 and more.",
            right=True,
        ),
        Option(
            "By 1: one vote in a lottery changes nothing.",
            "It changes each probability, by a factor of at most {most:.2f}, and so the expected utility.",
        ),
    ),
    numbers=_hated,
)
SECTION = Section(draw, axes=(worth, epsilon), questions={"vote": HONEST}, predictions={"hated": HATED})
