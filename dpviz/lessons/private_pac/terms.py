"""Records needed against ε: each term of the theorem, and its rivals (PP-3, PP-5, EXP-5, PAC-7)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, grid, moving, num, panel, upright
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.learning import occam_size, private_pac_size, private_pac_terms
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import class_bits, error
from dpviz.lessons.questions import ChoiceQuestion, Option
from dpviz.lessons.section import At, Section

FORMS = "generic", "realizable", "laplace"
GRID = np.geomspace(0.01, 10, 61)
NAMES = (
    "privacy term 4 ln(2|C|/β)/(εα)",
    "sampling term 2 ln(2|C|/β)/α²",
    "direct: ln(|C|/β)/(α(1−e^(−ε/2)))",
    "Laplace on all errors",
    "not private (Occam)",
)
LOOK = (BLUE, "solid"), (GREEN, "solid"), (PURPLE, "dash"), (ORANGE, "solid"), (GREY, "dot")

epsilon, alpha, beta, bits = common.epsilon(0.5, steps=41), error(), common.beta(), class_bits()


def shown(bits: Any, alpha: Any, beta: Any, epsilon: Any) -> Any:
    size = 2**bits + 1
    course, argued, noisy = (private_pac_terms(size, alpha, beta, epsilon, form=form) for form in FORMS)
    privacy, sampling, need, rules = course.privacy, course.sampling, course.size, course.rules
    direct, laplace = argued.privacy, noisy.privacy
    free = occam_size(size, alpha, beta)
    return (privacy, sampling, direct, laplace, free), need, rules


def many(count: float) -> str:
    """A number of records, rounded up; past a billion in powers of ten."""
    if count < 1e9:
        return f"{math.ceil(count):,}"
    mantissa, power = f"{count:.1e}".split("e+")
    return f"{mantissa} × 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(int(power)))}"


def draw(at: At) -> Picture:
    now, need, rules = shown(at.bits, at.alpha, at.beta, at.epsilon)
    lines, *_ = shown(at.bits[:, None], at.alpha[:, None], at.beta[:, None], GRID)
    privacy, sampling, direct, laplace, free = now
    every = (len(need), len(GRID))
    return Picture(
        panel(
            *(curve(GRID, moving(np.broadcast_to(line, every)), colour, name, dash=dash)
              for line, name, (colour, dash) in zip(lines, NAMES, LOOK, strict=True)),
            upright(moving(at.epsilon), INK, reach=(1.0, 1e12), width=2, dash="dot"),
            upright(moving(2 * at.alpha), GREY, "ε = 2α", reach=(1.0, 1e12), width=1, dash="dash"),
            x=axis("privacy loss ε", math.log10(GRID[0]), math.log10(GRID[-1]), type="log", tickvals=[0.01, 0.1, 1, 10],
                   ticktext=["0.01", "0.1", "1", "10"]),
            y=axis("records n", 1, 9, type="log", dtick=2),
        ),
        title="Which term rules?",
        height=520,
        margin={"l": 70, "r": 16, "t": 110, "b": 56},
        values={
            "privacy": num(privacy, ",.1f"),
            "sampling": num(sampling, ",.1f"),
            "need": num(need, ","),
            "rules": rules.tolist(),
            "direct": num(direct, many),
            "laplace": num(laplace, many),
            "published": num(np.maximum(laplace, sampling), many),
            "factor": num(np.round(laplace / privacy), many),
            "free": num(free, many),
        },
        sentence="With ε = {epsilon:nats} and α = {alpha:percent} the {rules} term rules: {need} records. Argued "
        "directly, {direct} suffice on realizable data. Laplace noise on all errors asks for {published}; without "
        "privacy it takes {free}.",
        table=grid(("demand", NAMES), ("records", moving(np.stack(now, axis=1)), many)),
        card=card(
            "Enough records for the generic private learner",
            "PP-3, PP-5, EXP-5",
            r"n\;\ge\;\max\left\{\frac{4\ln(2|C|/\beta)}{\varepsilon\alpha},\;\frac{2\ln(2|C|/\beta)}{\alpha^{2}}\right\}",
            r"\max\{@privacy,\;@sampling\}\;\to\;@need",
            rows={
                "by the course’s theorem": "need",
                "the term that rules (they are equal at ε = 2α)": "rules",
                "by the direct argument (realizable data)": "direct",
                "Laplace noise on all |C| errors: its privacy term": "laplace",
                "times the exponential mechanism’s: exactly |C|": "factor",
            },
            given=("the class is finite",),
            note="Neighbours: one person is replaced. One source prints 1/ε² for 1/α²; that suffices on realizable "
            "data and is too little for agnostic learning (PP-4, partly from memory of the literature).",
        ),
        code=shown,
    )  # fmt: skip


def _demands(_: Any) -> dict[str, float]:
    below, at, beyond = private_pac_size(17, 0.1, 0.05, [0.1, 0.2, 0.4]).tolist()
    return {"below": below, "at": at, "beyond": beyond}


RULES = ChoiceQuestion(
    "With α = 0.1 the course’s bound asks for {below:,.0f} records at ε = 0.1, and for {at:,.0f} at ε = 0.2. What "
    "does it ask for at ε = 0.4?",
    (
        Option(
            "Half of that again.",
            "Only while privacy is the larger demand. From ε = 2α on the other one rules: the sample must speak "
            "for the world.",
        ),
        Option(
            "The same as at 0.2.",
            "At ε = 2α both demands are equal. Beyond it the sampling term rules, and it does not know ε.",
            right=True,
        ),
        Option(
            "More than at 0.2.",
            "Less privacy never takes more records. But the bound has a floor: what the sample needs to speak "
            "for the world.",
        ),
    ),
    numbers=_demands,
)
SECTION = Section(draw, axes=(epsilon, alpha, beta, bits), questions={"rules": RULES})
