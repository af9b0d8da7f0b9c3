"""Records needed against d, the bits of the class, with privacy and without (PP-6, EXP-7, PAC-8)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_column, text, upright
from dpviz.draw.style import BLUE, GREY, ORANGE
from dpviz.frame.kinds import Choice
from dpviz.frame.section import Frames, Limits, Section, Snapshot
from dpviz.learning import private_pac_size, private_pac_terms, region_size
from dpviz.learning.hard_cases import MOST_N, private_exact_size
from dpviz.lessons import common
from dpviz.lessons.private_pac.shared import class_bits, error

HARD = 1.2  # the hard distribution has this many times α on each instance that tells
BITS = np.arange(2, 61, dtype=np.int64)  # 2**60 must fit, also where numpy counts in 32 bits
SOLVED = (2, *range(5, 61, 5))  # d at which the least n is computed

kind = Choice("thresholds", options={"thresholds": "thresholds", "points": "points"}, label="The class")
bits = class_bits()
epsilon, alpha, beta = common.epsilon(0.5, steps=41), error(), common.beta()


def limits(now: Snapshot) -> Limits:
    """The least n is searched up to `MOST_N` records, and all instances weigh 1 together."""
    # The ε at which the realisable bound, of the largest class, is MOST_N.
    least = -2 * math.log1p(-math.log(2**61 / now.beta) / (now.alpha * MOST_N))
    return {
        epsilon: (max(0.01, math.ceil(1000 * least) / 1000), 10),
        alpha: (0.02, 0.4 if now.kind == "thresholds" else 0.5),
    }


def shown(kind: str, bits: int, epsilon: float, alpha: float, beta: float) -> Any:
    size = 2**bits + (kind == "thresholds")
    bound = private_pac_size(size, alpha, beta, epsilon, form="realizable")
    exact = private_exact_size(kind, bits, epsilon, mass=HARD * alpha, beta=beta)
    free = region_size(HARD * alpha, beta, exact=True)
    return bound, exact, free


@lru_cache(maxsize=32)
def _solved(kind: str, epsilon: float, alpha: float, beta: float) -> list[int]:
    """The least n on the hard distribution, at each d of `SOLVED`."""
    return [private_exact_size(kind, d, epsilon, mass=HARD * alpha, beta=beta) for d in SOLVED]


def draw(at: Frames) -> Picture:
    kind, chances = at.kind, (at.alpha, at.beta, at.epsilon)
    sizes = 2**BITS + (kind == "thresholds")
    generic = private_pac_size(sizes, *chances)
    line = private_pac_terms(sizes, *chances, form="realizable").privacy
    direct, here = np.ceil(line), at.bits - BITS[0]
    truth = _solved(kind, at.epsilon, at.alpha, at.beta)
    between, known = np.interp(BITS, SOLVED, truth), np.isin(BITS, SOLVED)
    said = [f"{n:,.0f}" if exact else f"about {n:,.0f}" for n, exact in zip(between, known, strict=True)]
    free = region_size(HARD * at.alpha, at.beta, exact=True)
    return Picture(
        panel(
            curve(BITS, line, BLUE, dash="dash"),
            points(SOLVED, truth, BLUE, size=9),
            level(free, ORANGE, reach=(2, 60), width=4, dash="solid"),
            text([60], [free], ["not private, exact"], ORANGE, "top left"),
            text([40], [line[38]], ["private, realisable bound"], BLUE, "top left"),
            text([45.7], [between[43]], ["private, exact"], BLUE, "bottom right"),
            upright(moving(at.bits), GREY, reach=(0, 1e6), width=2, dash="dot"),
            x=axis("bits d: there are 2ᵈ instances", 0, 61),
            y=axis("records n", 0, 1.1 * max(float(line.max()), max(truth))),
        ),
        title="Sample complexity against d · {kind}",
        values={
            "size": num(sizes[here], ","),
            "generic": num(generic[here], ","),
            "bound": num(direct[here], ",.0f"),
            "cost": num(between[here] / free, ".0f"),
            "hard": [said[k] for k in here],
            "least": between[here],
            "free": free,
        },
        sentence="{size} {kind}. On the hard distribution the private learner needs {hard} records, and the consistent "
        "one {free}, whatever d is: there this learner pays a factor of {cost}. The realisable bound asks for "
        "{bound}, the generic bound for {generic}.",
        table=table_by_column(
            ("d", SOLVED),
            ("private, generic bound", generic[known], ","),
            ("private, realisable bound", direct[known], ",.0f"),
            ("private, exact", truth, ","),
            ("not private, exact", [free] * len(SOLVED), ","),
            ("not private, bound", [region_size(at.alpha, at.beta)] * len(SOLVED), ","),
        ),
        code=shown,
    )


def _grows() -> dict[str, float]:
    few, many = (private_exact_size("thresholds", d, 0.5, mass=HARD * 0.1, beta=0.05) for d in (2, 60))
    return {"each": (many - few) / 58}


SECTION = Section(draw, axes=(bits,), controls=(kind, bits, epsilon, alpha, beta), limits=limits)
