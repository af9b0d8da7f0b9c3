"""Sample and aggregate: a statistic of each of m blocks of people, and a private median of the results (SEN-9)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.data import health
from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, points, table_by_row, upright
from dpviz.draw.style import BLUE, CLEAR, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Choice, Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.sensitivity import QuantileMechanism, block_statistics

BLOCKS = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 591]
ASKED = {"mean": "mean spending", "tenth": "90 % quantile", "link": "correlation"}

asked = Choice("tenth", options=ASKED, label="Statistic")
blocks = Number(
    100, low=BLOCKS[0], high=BLOCKS[-1], values=BLOCKS, whole=True, label="m, the blocks", ends=("few", "many")
)
epsilon = common.epsilon(1.0, low=0.05, high=5, steps=41)
seed = Seed(button="Deal again", help="Other blocks of the same people.")


def mean() -> Any:
    people = health().column("spending").values.astype(float)
    statistic, low, high = np.mean, 0, 1000
    return people, statistic, low, high


def tenth() -> Any:
    people = health().column("spending").values.astype(float)
    statistic, low, high = lambda block: np.quantile(block, 0.9), 0, 2000
    return people, statistic, low, high


def link() -> Any:
    table = health()
    people = np.stack([table.column("chronic").values, table.column("visits").values], axis=1).astype(float)
    statistic, low, high = lambda block: np.corrcoef(block.T)[0, 1], -1, 1
    return people, statistic, low, high


OF: dict[str, Any] = {"mean": mean, "tenth": tenth, "link": link}


def shown(people: Any, statistic: Any, low: float, high: float, blocks: int, epsilon: float, seed: int) -> Any:
    results = block_statistics(people, blocks, statistic, np.random.default_rng(seed))
    results = np.clip(results, low, high)
    median = QuantileMechanism(epsilon=epsilon, low=low, high=high, neighbouring="replace")
    bottom, middle, top = median.output_at([0.05, 0.5, 0.95], results)  # type: ignore[misc]
    return results, bottom, middle, top


@lru_cache(maxsize=64)
def _results(asked: str, blocks: int, seed: int) -> Any:
    people, statistic, low, high = OF[asked]()
    return shown(people, statistic, low, high, blocks, 1.0, seed)[0]


def _along(asked: str, epsilon: float, seed: int) -> Any:
    low, high = OF[asked]()[2:]
    median = QuantileMechanism(epsilon=epsilon, low=low, high=high, neighbouring="replace")
    return np.array([median.output_at([0.05, 0.5, 0.95], _results(asked, m, seed)) for m in BLOCKS]).T


def draw(at: Frames) -> Picture:
    people, statistic, low, high = OF[at.asked]()
    truth = float(statistic(people))
    outputs = {e: _along(at.asked, e, at.seed) for e in np.unique(at.epsilon).tolist()}
    along = np.array([outputs[e] for e in at.epsilon.tolist()])  # (frames, 3, sizes)
    place = np.searchsorted(BLOCKS, at.blocks)
    bottom, middle, top = along[np.arange(at.frames), :, place].T
    found = np.full((at.frames, BLOCKS[-1]), np.nan)
    heights = np.full_like(found, np.nan)
    for f, m in enumerate(at.blocks.astype(int).tolist()):
        found[f, :m] = np.sort(_results(at.asked, m, at.seed))
        heights[f, :m] = (np.arange(m) + 0.5) / m
    wide = {"mean": (0, 500), "tenth": (0, 900), "link": (-0.4, 0.8)}[at.asked]
    form = ".3f" if at.asked == "link" else ",.0f"
    return Picture(
        panel(
            points(moving(found), moving(heights), GREY, "a block", size=5),
            upright(truth, GREEN, "all people", reach=(-0.1, 1.1), dash="dash"),
            curve(moving(np.stack([bottom, top], axis=1)), [0.5, 0.5], ORANGE, "private, 90 %", width=7),
            x=axis("correlation" if at.asked == "link" else "spending ($)", *wide),
            y=axis("blocks below", -0.03, 1.05, tickformat=".0%", nticks=3),
        ),
        panel(
            band(BLOCKS, moving(along[:, 0]), moving(along[:, 2]), CLEAR, width=1),
            curve(BLOCKS, moving(along[:, 1]), BLUE, width=4),
            level(truth, GREEN, reach=(4, 700), dash="dash"),
            upright(moving(at.blocks), GREY, reach=(-1e4, 1e4), width=2),
            curve(moving(np.stack([at.blocks] * 2, axis=1)), moving(np.stack([bottom, top], axis=1)), ORANGE, width=5),
            x=axis("m, the blocks", np.log10(4.5), np.log10(660), type="log", tickvals=[5, 20, 100, 500]),
            y=axis("private answer", *wide, nticks=5), heading="blue: 90 % of the private answers",
        ),
        title="One person, one block",
        values={
            "truth": num(truth, form),
            "bottom": num(bottom, form),
            "top": num(top, form),
            "width": top - bottom,
            "middle": num(middle, form),
            "size": num(5912 / at.blocks, ",.0f"),
            "low": low,
            "high": high,
        },
        sentence="With {blocks} blocks of about {size} people, 90 % of the private answers lie from {bottom} to {top}; "
                 "all people together have {truth}.",
        table=table_by_row(
            ("", ""),
            ("of all people (not private)", "{truth}"),
            ("private answer, half the time below", "{middle}"),
            ("5 % below", "{bottom}"),
            ("5 % above", "{top}"),
        ),
        code=(OF[at.asked], shown),
    )  # fmt: skip


SECTION = Section(draw, axes=(blocks, epsilon), controls=(asked, blocks, epsilon, seed))
