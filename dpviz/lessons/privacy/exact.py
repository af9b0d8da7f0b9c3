"""A deterministic mechanism: rounded however coarsely, some neighbour is revealed (DP-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, moving, num, panel, points, table_by_frame, varying, when
from dpviz.draw.style import BLUE, ORANGE, PURPLE
from dpviz.draw.words import nats
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import asked, count_of, counted, people, title_of
from dpviz.privacy import privacy_loss, smallest_delta

AROUND = 30  # counts drawn on either side of the true one
WIDTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 500, 1000, 2500]

width = Number(10, low=1, high=2500, values=WIDTHS, whole=True, label="Rounded to a multiple of",
               ends=("exact", "coarse"))  # fmt: skip
n = common.people()


def tables(statistic: Any, n: int) -> Any:
    counts = np.arange(n + 1)
    true = statistic.value
    return counts, true


def rounded(counts: Any, width: Any) -> Any:
    published = np.floor(counts / width + 0.5) * width
    return published


def compared(published: Any) -> Any:
    moved = (np.diff(published) != 0).any()  # somewhere one person more makes another number
    here, there = [1, 0], ([0, 1] if moved else [1, 0])  # the chances of two outputs, where it does
    worst, delta = privacy_loss(here, there), smallest_delta(here, there, 1.0)
    return worst, delta


def draw(at: Frames) -> Picture:
    w, n = at.width, at.n
    true = asked(counted(at).key, "count").values_of(n)
    counts = true[:, None] + np.arange(-AROUND, AROUND + 1.0)
    counts[(counts < 0) | (counts > n[:, None])] = np.nan
    published, now = rounded(counts, w[:, None]), rounded(true, w)
    # A release without chance is a point: neighbours have the same point, or two that nothing joins.
    loss = np.full(counts.shape, np.nan)
    pairs = ~np.isnan(counts[:, 1:] + counts[:, :-1])
    loss[:, 1:][pairs] = np.where(published[:, 1:] == published[:, :-1], 0.0, np.inf)[pairs]
    leaks = np.isinf(loss)
    # Somewhere between 0 and n the published number changes, unless even n is rounded down to 0.
    revealed = rounded(n, w) > 0
    worst, delta = np.where(revealed, np.inf, 0.0), np.where(revealed, 1.0, 0.0)
    ends = np.stack([np.nanmin(counts, axis=1) - 1, np.nanmax(counts, axis=1) + 1], axis=1)
    low, high = np.nanmin(published, axis=1), np.nanmax(published, axis=1)
    pad = np.where(high > low, 0.08 * (high - low), 1.0)
    return Picture(
        panel(
            curve(varying(counts), moving(published), BLUE, "published", shape="hvh", width=4),
            points(varying(true), moving(now), ORANGE, "the table", size=15),
            x=axis("", range=varying(ends), showticklabels=False),
            y=axis("published", nticks=5, range=moving(np.stack([low - pad, high + pad], axis=1))), share=2,
        ),
        panel(
            bars(moving(np.where(leaks, counts - 0.5, np.nan)), moving(np.where(leaks, 1.0, loss)), PURPLE, width=0.5),
            x=axis("true count", range=varying(ends), nticks=8),
            y=axis("loss", 0, 1.1, tickvals=[0, 1], ticktext=["0", "∞"]),
            heading="loss between one count and the next",
        ),
        title="No noise, only rounding · {title}",
        height=500,
        values={
            "title": title_of(at, "count"),
            "true": true,
            "published": now,
            "worst": num(worst, "nats"),
            "delta": delta,
        },
        sentence=[
            "The true count is {true:,.0f}. Published ",
            when(w == 1, "as it is", "rounded to a multiple of {width:g}"),
            ": {published:,.0f}. ",
            [_who(*frame) for frame in zip(true, w, counts, leaks, revealed, strict=True)],
        ],
        table=table_by_frame(
            ("true count", "published", "one person fewer would give", "loss (nats)"),
            *(_lines(*frame) for frame in zip(counts, published, loss, strict=True)),
        ),
        code=(count_of, tables, rounded, compared),
    )  # fmt: skip


def _who(true: float, width: float, counts: Any, leaks: Any, revealed: bool) -> str:
    if not revealed:
        return "Every table of this size gives 0: the loss is 0, and nothing is told."
    near = counts[leaks]
    if not len(near):
        return "Between this table and those drawn no one is revealed. Further off one person is: the loss is still ∞."
    if width == 1:
        return "Every person who counts moves it by one, with certainty: the loss is ∞ everywhere."
    gap = near[np.abs(near - true).argmin()]
    return (
        f"One person between {gap - 1:,.0f} and {gap:,.0f} is revealed with certainty: the loss is ∞ there, "
        "and the definition asks for the worst case."
    )


def _lines(counts: Any, published: Any, loss: Any) -> list[tuple[str, ...]]:
    return [
        (f"{counts[i]:,.0f}", f"{published[i]:,.0f}", f"{published[i - 1]:,.0f}", nats(float(loss[i])))
        for i in range(AROUND - 4, AROUND + 5)
        if not np.isnan(loss[i])
    ]


SECTION = Section(draw, axes=(width, n), limits=lambda now: {n: people(now)})
