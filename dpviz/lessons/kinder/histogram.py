"""The stability histogram: which amounts occur among the health table's bills, without a list of all (SEN-7)."""

from typing import Any

import numpy as np

from dpviz.data import health
from dpviz.draw import Picture, axis, curve, ends, level, moving, num, panel, points
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.kinder.shared import here
from dpviz.sensitivity import StabilityHistogram

CHANCE = 0.05  # of a phantom, where the whole domain gets noise

epsilon = common.epsilon(1.0, low=0.05, high=5, steps=41)
delta = common.delta(1e-5, low=1e-12, high=0.1, steps=45)
domain = Number(64, low=7, high=100, steps=94, whole=True, label="Bits of a value", ends=("few", "a sentence"))
neighbouring = common.neighbouring(label="Neighbours",
                                   options={"replace": "one replaced", "add_remove": "one more or less"})  # fmt: skip


def counted() -> Any:
    amounts, counts = np.unique(health().column("spending").values, return_counts=True)
    return amounts, counts


def shown(counts: Any, epsilon: float, delta: float, neighbouring: str) -> Any:
    histogram = StabilityHistogram(epsilon=epsilon, delta=delta, neighbouring=neighbouring)
    expected = np.sum(histogram.published(counts))  # how many of the amounts, on average
    return histogram, expected


def listed(scale: Any, bits: Any) -> Any:
    """The threshold with noise on every value of a domain: a phantom is above it with probability `CHANCE`."""
    each = -np.expm1(np.log1p(-CHANCE) * 2.0 ** -np.asarray(bits, dtype=float))  # 1 - (1 - CHANCE)^(1/size)
    return -scale * np.log(2 * each)


def draw(at: Frames) -> Picture:
    counts = np.sort(counted()[1])[::-1]
    runs = [shown(counts, e, d, at.neighbouring) for e, d in zip(at.epsilon.tolist(), at.delta.tolist(), strict=True)]
    threshold, scale, expected = np.array([(h.threshold, h.scale, mean) for h, mean in runs]).T
    likely = np.array([r[0].published(counts) for r in runs]) >= 0.5
    rank, bits, reach = np.arange(1, len(counts) + 1), np.arange(7.0, 101.0), (0.8, 900)
    pure, now = listed(scale[:, None], bits), listed(scale, at.domain)
    return Picture(
        panel(
            points(rank, moving(np.where(likely, counts, np.nan)), BLUE, size=8),
            points(rank, moving(np.where(likely, np.nan, counts)), ORANGE, symbol="x-thin-open", size=8),
            level(moving(threshold), GREY, "threshold", reach=reach, dash="dash"),
            level(1, PURPLE, "one person alone", reach=reach, dash="dot"),
            x=axis("amounts, the most frequent first", -0.1, 2.95, type="log", dtick=1),
            y=axis("people", -0.15, 3.3, type="log", dtick=1), share=1.2,
        ),
        panel(
            curve(bits, moving(pure), ORANGE, dash="dash"),
            level(moving(threshold), BLUE, reach=(7, 100), dash="solid", width=4),
            *here(at.domain, now, ORANGE, "diamond"),
            ends(101.5, [threshold[:, None] + 0 * bits, pure], [BLUE, ORANGE], ["stable", "listed"],
                 low=1.2, high=9000, apart=0.08),
            x=axis("bits of a value", 5, 121, tickvals=[8, 32, 64, 100]), y=axis("people", 0, 4, type="log", dtick=1),
            heading="what a count must reach",
        ),
        title="Which amounts occur?",
        values={
            "threshold": num(threshold, ".3g"), "expected": num(expected, ".0f"), "mean": expected,
            "listed": num(now, ".3g"), "different": len(counts), "scale": num(scale, ".3g"),
        },
        sentence="Of {different} different amounts about {expected} are published: those that more than {threshold} "
                 "people have, give or take the noise. Noise on each of 2^{domain:number} amounts would need {listed}.",
        code=(counted, shown),
    )  # fmt: skip


def _grows() -> dict[str, float]:
    few, many = (float(listed(2.0, bits)) for bits in (32, 64))
    stable = StabilityHistogram(epsilon=1.0, delta=1e-5, neighbouring="replace")
    return {"few": few, "many": many, "stable": stable.threshold}


SECTION = Section(draw, axes=(delta, epsilon, domain), controls=(neighbouring, delta, epsilon, domain))
