"""Sample and aggregate: a statistic of each of m blocks of people, and a private median of the results (SEN-9)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import health
from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, points, upright
from dpviz.draw.style import BLUE, CLEAR, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.sensitivity import QuantileMechanism, block_statistics

BLOCKS = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 591]
WIDE = {"mean": (0, 500), "tenth": (0, 900), "link": (-0.4, 0.8)}

asked = Choice("tenth", options={"mean": "mean spending", "tenth": "90 % quantile", "link": "correlation"},
               label="Statistic")  # fmt: skip
blocks = Number(100, low=5, high=591, values=BLOCKS, whole=True, label="m, the blocks", ends=("few", "many"))
epsilon = common.epsilon(1.0, low=0.05, high=5, steps=41)
seed = Seed(button="Deal again", help="Other blocks of the same people.")


def chosen(asked: str) -> Any:
    spending, chronic, visits = (health().column(name).values * 1.0 for name in ("spending", "chronic", "visits"))
    people = np.stack([chronic, visits], axis=1) if asked == "link" else spending
    statistic, low, high = {
        "mean": (np.mean, 0, 1000),
        "tenth": (lambda block: np.quantile(block, 0.9), 0, 2000),
        "link": (lambda block: np.corrcoef(block.T)[0, 1], -1, 1),
    }[asked]
    return people, statistic, low, high


def shown(people: Any, statistic: Any, low: float, high: float, blocks: int, epsilon: float, seed: int) -> Any:
    results = block_statistics(people, blocks, statistic, np.random.default_rng(seed))
    results = np.clip(results, low, high)
    median = QuantileMechanism(epsilon=epsilon, low=low, high=high, neighbouring="replace")
    bottom, middle, top = median.output_at([0.05, 0.5, 0.95], results)  # type: ignore[misc]
    return results, bottom, middle, top


@lru_cache(maxsize=16)
def _results(asked: str, seed: int) -> Any:
    """Of all blocks, for each number of them."""
    people, statistic, low, high = chosen(asked)
    return [shown(people, statistic, low, high, m, 1.0, seed)[0] for m in BLOCKS]


def draw(at: Frames) -> Picture:
    people, statistic, low, high = chosen(at.asked)
    truth, results = float(statistic(people)), _results(at.asked, at.seed)
    levels, which = np.unique(at.epsilon, return_inverse=True)
    medians = [QuantileMechanism(epsilon=e, low=low, high=high, neighbouring="replace") for e in levels.tolist()]
    private = np.array([[median.output_at([0.05, 0.5, 0.95], one) for one in results] for median in medians])
    along = private.swapaxes(1, 2)[which]  # (frames, 3, sizes)
    place = np.searchsorted(BLOCKS, at.blocks)
    bottom, middle, top = along[np.arange(at.frames), :, place].T
    found = np.full((len(BLOCKS), BLOCKS[-1]), np.nan)
    for row, one in zip(found, results, strict=True):
        row[: len(one)] = np.sort(one)
    heights = np.where(np.isnan(found), np.nan, (np.arange(BLOCKS[-1]) + 0.5) / np.array(BLOCKS)[:, None])
    span, here = moving(np.stack([bottom, top], axis=1)), moving(np.stack([at.blocks] * 2, axis=1))
    wide, form = WIDE[at.asked], ".3f" if at.asked == "link" else ",.0f"
    return Picture(
        panel(
            points(moving(found[place]), moving(heights[place]), GREY, "a block", size=5),
            upright(truth, GREEN, "all people", reach=(-0.1, 1.1), dash="dash"),
            curve(span, [0.5, 0.5], ORANGE, "private, 90 %", width=7),
            x=axis("correlation" if at.asked == "link" else "spending ($)", *wide),
            y=axis("blocks below", -0.03, 1.05, tickformat=".0%", nticks=3),
        ),
        panel(
            band(BLOCKS, moving(along[:, 0]), moving(along[:, 2]), CLEAR, width=1),
            curve(BLOCKS, moving(along[:, 1]), BLUE, width=4),
            level(truth, GREEN, reach=(4, 700), dash="dash"),
            upright(moving(at.blocks), GREY, reach=(-1e4, 1e4), width=2),
            curve(here, span, ORANGE, width=5),
            x=axis("m, the blocks", np.log10(4.5), np.log10(660), type="log", tickvals=[5, 20, 100, 500]),
            y=axis("private answer", *wide, nticks=5), heading="blue: 90 % of the private answers",
        ),
        title="One person, one block",
        values={
            "truth": num(truth, form), "bottom": num(bottom, form), "middle": num(middle, form), "top": num(top, form),
            "width": top - bottom, "size": num(5912 / at.blocks, ",.0f"),
        },
        sentence="With {blocks} blocks of about {size} people, 90 % of the private answers lie from {bottom} to {top}; "
                 "all people together have {truth}.",
        code=(chosen, shown),
    )  # fmt: skip


SECTION = Section(draw, axes=(blocks, epsilon), controls=(asked, blocks, epsilon, seed))
