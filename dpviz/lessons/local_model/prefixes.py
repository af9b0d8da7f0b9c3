"""The most frequent of 65,536 values, found prefix by prefix (LOC-6)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Choice, Seed
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import joined, people
from dpviz.local import prefix_search

BITS, KEEP = 16, 8
SHARES = (0.12, 0.10, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03)  # of the eight most frequent values
VALUES = (3001, 9210, 15733, 22045, 31850, 40404, 52013, 60106)

step = Choice("2", options={"1": "1 bit", "2": "2 bits", "4": "4 bits"}, label="Prefixes grow by")
n = people(100_000, low=1000, steps=25)
epsilon = common.epsilon(2.0, low=0.5, high=6, steps=21)
seed = Seed(4, button="Search again", help="Other coins.")


def shown(n: int, epsilon: float, step: str, seed: int) -> Any:
    shares = np.full(2**16, (1 - sum(SHARES)) / 2**16)  # all other values are equally rare
    shares[list(VALUES)] += SHARES
    rng = np.random.default_rng(seed)
    levels = prefix_search(rng.multinomial(n, shares), epsilon=epsilon, step=int(step), keep=8, rng=rng)
    last = levels[-1]
    found = np.isin(VALUES, last.candidates[last.kept]).sum()
    return levels, found


def draw(at: Frames) -> Picture:
    runs = [shown(int(k), eps, at.step, at.seed) for k, eps in zip(at.n.tolist(), at.epsilon.tolist(), strict=True)]
    grow, depth, places = int(at.step), BITS // int(at.step), np.array(VALUES)
    kept = np.full((at.frames, depth, KEEP), -1)  # for none
    for f, (levels, _) in enumerate(runs):
        for level, row in zip(levels, kept[f], strict=True):
            row[: len(level.kept)] = level.candidates[level.kept]
    middle = lambda prefix, bits: (prefix + 0.5) / 2.0**bits  # noqa: E731
    bits = grow * np.arange(1, depth + 1)
    x = np.where(kept >= 0, middle(kept, bits[:, None]), np.nan)
    true = np.stack([np.isin(kept[:, j], places >> (BITS - b)) for j, b in enumerate(bits.tolist())], axis=1)
    parent = np.concatenate([np.full((at.frames, 1, KEEP), 0.5), middle(kept[:, 1:] >> grow, bits[:-1, None])], axis=1)
    rows = np.broadcast_to(bits[:, None], x.shape[1:])
    ways, heights = joined(np.where(np.isnan(x), np.nan, parent), x), joined(rows - grow, rows).ravel()
    flat = lambda cells: moving(cells.reshape(at.frames, -1))  # noqa: E731
    last = [levels[-1] for levels, _ in runs]
    error = np.array([one.standard_error for one in last])
    told = [dict(zip(one.candidates.tolist(), one.estimates.tolist(), strict=True)) for one in last]
    seen = np.array([[one.get(place, np.nan) for place in VALUES] for one in told])
    where, far = np.arange(1, KEEP + 1), 2 * error[:, None]
    return Picture(
        panel(
            curve(moving(ways), heights, GREY, width=1),
            points(flat(np.where(true, x, np.nan)), rows.ravel(), BLUE, "leads to one", size=8),
            points(flat(np.where(true, np.nan, x)), rows.ravel(), ORANGE, "leads to none", symbol="x", size=8),
            points(middle(places, BITS), [BITS + 1.2] * KEEP, PURPLE, "frequent value", symbol="star", size=13),
            x=axis("value, from 0 to 65,535", -0.02, 1.02, showticklabels=False),
            y=axis("bits known", BITS + 2, -0.5, tickvals=list(range(0, BITS + 1, 4))), share=1.6,
        ),
        panel(
            points(where, SHARES, PURPLE, symbol="line-ew-open", size=20), points(where, moving(seen), BLUE, size=11),
            curve(np.repeat(where, 3), moving(joined(seen - far, seen + far)), BLUE, width=2),
            x=axis("the eight frequent values", 0.5, 8.5, dtick=1),
            y=axis("share", -0.03, 0.32, tickformat=".0%", nticks=4), heading="truth; estimate ± two standard errors",
        ),
        title="Frequent values, prefix by prefix",
        values={
            "found": np.array([one[1] for one in runs]), "error": num(error, common.percent), "groups": depth,
            "asked": num(depth * KEEP * 2**grow, ",d"), "each": num(np.round(at.n / depth), ",.0f"),
        },
        sentence="{groups} groups of about {each} people answer about one length each. {found} of 8 frequent values "
        "are found, by asking about {asked} prefixes at most instead of 65,536 values. A share is off by {error}.",
        code=shown,
    )  # fmt: skip


SECTION = Section(draw, axes=(n, epsilon), controls=(step, n, epsilon, seed))
