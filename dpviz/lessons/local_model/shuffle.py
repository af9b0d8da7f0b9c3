"""Randomised responses in a random order: the exact ε of all along that of each, and its bounds (SHUF-1 to SHUF-3)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, points, table_by_row, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import Floats, powers
from dpviz.local import ShuffledResponse, amplification_bound, blanket_epsilon

DELTA = 1e-6
DOTS = 61

local = common.epsilon(1.0, low=0.1, high=6, steps=17, label="ε₀, of each answer")
LINE = local.grid(0.1, 6)
n = Number(1000, low=2, high=1_000_000, values=[2, 10, 30, 100, 300, 1000, 10_000, 100_000, 1_000_000], whole=True,
           label="n, the people", ends=("two", "a million"))  # fmt: skip
others = Number(0, low=0, high=1, steps=5, label="Share of yes among the others",
                show=lambda value: f"{value:.0%}")  # fmt: skip


def shown(local: float, n: int, others: float) -> Any:
    shuffled = ShuffledResponse(n=n, local_epsilon=local, ones=round(others * (n - 1)))
    exact = shuffled.epsilon(DELTA)  # for these others
    blanket = blanket_epsilon(DELTA, n=n, local_epsilon=local)  # whatever the others
    clones = amplification_bound("clones", local_epsilon=local, delta=DELTA, n=n)
    first = amplification_bound("first", local_epsilon=local, delta=DELTA, n=n)
    return exact, blanket, clones, first


@lru_cache(maxsize=2000)
def _known(local: float, n: int, others: float) -> tuple[float, ...]:
    return tuple(float(value) for value in shown(local, n, others))


def _bell(local: float, n: int, others: float) -> Floats:
    """Counts around their mean and both probabilities of each, shape (3, DOTS): where there are many, some of them."""
    made = ShuffledResponse(n=n, local_epsilon=local, ones=round(others * (n - 1)))
    counts, zero, one = made.distributions()
    near = np.flatnonzero(np.maximum(zero, one) > 1e-4 * zero.max())
    chosen = np.unique(np.linspace(near[0], near[-1], DOTS).round().astype(np.int64))
    found = np.full((3, DOTS), np.nan)
    found[:, : len(chosen)] = counts[chosen], zero[chosen], one[chosen]
    return found


def draw(at: Frames) -> Picture:
    rows = list(zip(at.local.tolist(), at.n.tolist(), at.others.tolist(), strict=True))
    now = np.array([_known(*row) for row in rows]).T
    lines = {row[1:]: np.array([_known(e, *row[1:]) for e in LINE.tolist()]).T for row in rows}
    exact, blanket, clones, first = np.moveaxis(np.array([lines[row[1:]] for row in rows]), 1, 0)
    counts, zero, one = np.moveaxis(np.array([_bell(*row) for row in rows]), 1, 0)
    ends = np.stack([np.nanmin(counts, axis=1), np.nanmax(counts, axis=1)], axis=1)
    ends += 0.05 * np.diff(ends, axis=1) * [-1, 1] + [-0.5, 0.5]
    top = 1.15 * np.nanmax(np.maximum(zero, one), axis=1)
    return Picture(
        panel(
            curve(moving(counts), moving(zero), BLUE, width=5),
            curve(moving(counts), moving(one), ORANGE, width=2, dash="dash"),
            x=axis("answers “yes” that arrive", range=moving(ends), nticks=6),
            y=axis("probability", range=moving(np.stack([0 * top, top], axis=1)), nticks=4),
            heading="the count; dashed: for a yes",
        ),
        panel(
            curve([0.1, 6], [0.1, 6], GREY, "not shuffled", width=2, dash="dot"),
            curve(LINE, moving(first), GREEN, "bound 2019", width=2, dash="dash"),
            curve(LINE, moving(clones), PURPLE, "2021", width=3, dash="dashdot"),
            curve(LINE, moving(blanket), ORANGE, "blanket", width=3, dash="dash"),
            curve(LINE, moving(exact), BLUE, "exact", width=4),
            points(moving(at.local), moving(now[0]), BLUE, size=13),
            x=powers("ε₀ of each answer", 0.093, 6.6, [0.1, 0.3, 1, 3, 6]),
            y=powers("", 5e-5, 20, [1e-4, 0.001, 0.01, 0.1, 1, 10]),
            heading="ε when shuffled, at δ = 10⁻⁶", share=1.4,
        ),
        title="Hidden among the others",
        height=600,
        values={
            "exact": num(now[0], ".3g"), "blanket": num(now[1], ".3g"), "clones": num(now[2], ".3g"),
            "first": num(now[3], ".3g"), "central": now[0], "ratio": num(at.local / now[0], ".3g"),
            "coin": num(2 / (np.exp(at.local) + 1), common.percent),
            "coins": num(2 / (np.exp(at.local) + 1) * (at.n - 1), ",.0f"), "small_delta": num(DELTA, "small"),
        },
        sentence=[
            "{n:,} answers with ε₀ = {local:.3g}, shuffled: exactly ε = {exact} for these others",
            when(now[0] < 0.95 * at.local, ", a factor {ratio} less", ", as without a shuffler"),
            ". The blanket promises {blanket} whatever the others say; closed formulas {clones} and {first}.",
        ],
        table=table_by_row(
            ("shuffled, at δ = 10⁻⁶", "ε"), ("exactly, for these others", "{exact}"),
            ("binomial blanket, for all others", "{blanket}"), ("clones (2021)", "{clones}"),
            ("first theorem (2019)", "{first}"), ("not shuffled", "{local:.4g}"),
        ),
        code=shown,
    )  # fmt: skip


def _blanket() -> dict[str, float]:
    share = 2 / (np.e**2 + 1)
    return {"answer": 999 * share, "lies": 999 * share / 2, "truth": 999 * (1 - share), "share": 100 * share}


SECTION = Section(draw, axes=(local, n, others))
