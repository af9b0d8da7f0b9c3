"""Records needed against d, the bits of the class: a private learner pays for each (PP-6, EXP-7, PAC-8)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, grid, level, moving, num, panel, points, upright
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.learning import private_pac_size, private_pac_terms, region_size
from dpviz.learning.hard_cases import MOST_N, private_exact_size
from dpviz.lessons import common
from dpviz.lessons.kinds import Choice
from dpviz.lessons.private_pac.shared import class_bits, error
from dpviz.lessons.questions import ChoiceQuestion, Option
from dpviz.lessons.section import At, Limits, Now, Section

HARD = 1.2  # the hard case has this many times α on each instance that tells
BITS = np.arange(2, 61, dtype=np.int64)  # 2**60 must fit, also where numpy counts in 32 bits
SOLVED = (2, *range(5, 61, 5))  # d at which the hard case is solved

kind = Choice("thresholds", options={"thresholds": "thresholds", "points": "points"}, label="The class")
bits = class_bits()
epsilon, alpha, beta = common.epsilon(0.5, steps=41), error(), common.beta()


def limits(now: Now) -> Limits:
    """The hard case is solved up to `MOST_N` records, and its instances weigh 1 together."""
    # The ε at which the direct bound, of the largest class, is MOST_N.
    least = -2 * math.log1p(-math.log(2**61 / now.beta) / (now.alpha * MOST_N))
    return {
        epsilon: (max(0.01, math.ceil(1000 * least) / 1000), 10),
        alpha: (0.02, 0.4 if now.kind == "thresholds" else 0.5),
    }


def shown(kind: str, bits: int, epsilon: float, alpha: float, beta: float) -> Any:
    size = 2**bits + (kind == "thresholds")
    direct = private_pac_size(size, alpha, beta, epsilon, form="realizable")
    truth = private_exact_size(kind, bits, epsilon, mass=HARD * alpha, beta=beta)
    free = region_size(HARD * alpha, beta, exact=True)
    return direct, truth, free


@lru_cache(maxsize=32)
def _solved(kind: str, epsilon: float, alpha: float, beta: float) -> list[int]:
    """The least n on the hard case, at each d of `SOLVED`."""
    return [private_exact_size(kind, d, epsilon, mass=HARD * alpha, beta=beta) for d in SOLVED]


def draw(at: At) -> Picture:
    kind, chances = at.kind, (at.alpha, at.beta, at.epsilon)
    sizes = 2**BITS + (kind == "thresholds")
    course = private_pac_size(sizes, *chances)
    line = private_pac_terms(sizes, *chances, form="realizable").privacy
    direct, here = np.ceil(line), at.bits - BITS[0]
    truth = _solved(kind, at.epsilon, at.alpha, at.beta)
    between, known = np.interp(BITS, SOLVED, truth), np.isin(BITS, SOLVED)
    said = [f"{n:,.0f}" if exact else f"about {n:,.0f}" for n, exact in zip(between, known, strict=True)]
    free = region_size(HARD * at.alpha, at.beta, exact=True)
    return Picture(
        panel(
            curve(BITS, line, BLUE, "private: direct bound", dash="dash"),
            points(SOLVED, truth, BLUE, "private, hard case, exact", size=9),
            level(region_size(at.alpha, at.beta), ORANGE, "not private: bound", reach=(2, 60), dash="dash"),
            level(free, ORANGE, "not private, exact", reach=(2, 60), width=4),
            upright(moving(at.bits), GREY, reach=(0, 1e6), width=2, dash="dot"),
            x=axis("bits d: the class has 2ᵈ concepts", 0, 61),
            y=axis("records n", 0, 1.1 * max(float(line.max()), max(truth))),
        ),
        title="The price of privacy grows with d · {kind}",
        height=440,
        margin={"l": 70, "r": 16, "t": 60, "b": 56},
        values={
            "size": num(sizes[here], ","),
            "course": num(course[here], ","),
            "direct": num(direct[here], ",.0f"),
            "hard": [said[k] for k in here],
            "free": free,
        },
        sentence="{size} {kind}. The direct bound asks for {direct} records, the course’s form for {course}. On the "
        "hard case the private learner needs {hard}; without privacy it takes {free}, whatever d is.",
        table=grid(
            ("d", SOLVED),
            ("private: course’s form", course[known], ","),
            ("private: direct bound", direct[known], ",.0f"),
            ("private, hard case", truth, ","),
            ("not private, same case", [free] * len(SOLVED), ","),
        ),
        card=card(
            "A private learner pays for every bit",
            "PP-6, EXP-7, PP-5",
            r"n\;\ge\;\frac{\ln(|C|/\beta)}{\alpha\left(1-e^{-\varepsilon/2}\right)},\qquad\ln|C|\approx d\ln 2",
            r"d=@bits:\quad n\ge@direct",
            rows={
                "private, bound": "direct",
                "private, least n on the hard case": "hard",
                "not private, least n on the hard case": "free",
            },
            given=("the data are realizable",),
            note="The hard case puts 1.2 α on each instance next to the target (on the target, for points), and the "
            "rest far away. Every d is computed from blocks of equal errors: no list of 2⁶⁰ concepts is made.",
        ),
        code=shown,
    )  # fmt: skip


PRICE = ChoiceQuestion(
    "A learner of thresholds over d bits gets ten bits more. What does that cost?",
    (
        Option(
            "The private learner needs more records, the other one does not.",
            "One telling record is enough for the consistent learner. The private one must outvote 1,024 times "
            "as many rivals, and each record multiplies by a fixed factor only.",
            right=True,
        ),
        Option(
            "Both need 1,024 times the records.",
            "The number of rules is 1,024 times as large. But each record multiplies weights, so the private "
            "learner needs only ten bits’ worth more, and the other learner none.",
        ),
        Option(
            "Neither needs more: it is still one line.",
            "For the consistent learner that is so. The private one chooses by lot, and the many bad cuts "
            "together have their share of it.",
        ),
    ),
)
SECTION = Section(
    draw, axes=(bits,), controls=(kind, bits, epsilon, alpha, beta), limits=limits, questions={"bits": PRICE}
)
