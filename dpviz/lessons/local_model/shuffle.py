"""Randomised responses in a random order: the exact ε of all along that of each, and its bounds (SHUF-1 to SHUF-3)."""

from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, moving, num, panel, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.local_model.shared import Floats, errors, powers
from dpviz.local import ShuffledResponse, amplification_bound, blanket_epsilon

DELTA = 1e-6
DOTS = 61
LOOKS = ((BLUE, "circle", "solid"), (ORANGE, "", "dash"), (PURPLE, "", "dashdot"), (GREEN, "", "dash"))

local = common.epsilon(1.0, low=0.1, high=6, steps=17, label="ε₀, of each answer")
LINE = local.grid(0.1, 6)
n = Number(1000, low=2, high=1_000_000, values=[2, 10, 30, 100, 300, 1000, 10_000, 100_000, 1_000_000], whole=True,
           label="n, the people", ends=("two", "a million"))  # fmt: skip
others = Number(0, low=0, high=1, steps=5, label="Share of yes among the others", show=common.percent)


def shown(local: float, n: int, others: float) -> Any:
    shuffled = ShuffledResponse(n=n, local_epsilon=local, ones=round(others * (n - 1)))
    exact = shuffled.epsilon(DELTA)  # for these others
    blanket = blanket_epsilon(DELTA, n=n, local_epsilon=local)  # whatever the others
    clones = amplification_bound("clones", local_epsilon=local, delta=DELTA, n=n)
    first = amplification_bound("first", local_epsilon=local, delta=DELTA, n=n)
    return exact, blanket, clones, first


_known = lru_cache(maxsize=2000)(shown)


def _bell(local: float, n: int, others: float) -> Floats:
    """Counts around their mean and both probabilities of each, shape (3, DOTS): where there are many, some of them."""
    counts, zero, one = ShuffledResponse(n=n, local_epsilon=local, ones=round(others * (n - 1))).distributions()
    near = np.flatnonzero(np.maximum(zero, one) > 1e-4 * zero.max())
    chosen = np.unique(np.linspace(near[0], near[-1], DOTS).round().astype(np.int64))
    found = np.full((3, DOTS), np.nan)
    found[:, : len(chosen)] = counts[chosen], zero[chosen], one[chosen]
    return found


def draw(at: Frames) -> Picture:
    rows = list(zip(at.local.tolist(), at.n.tolist(), at.others.tolist(), strict=True))
    now = np.array([_known(*row) for row in rows]).T
    lines = {row[1:]: np.array([_known(e, *row[1:]) for e in LINE.tolist()]).T for row in rows}
    along = np.moveaxis(np.array([lines[row[1:]] for row in rows]), 1, 0)
    counts, zero, one = np.moveaxis(np.array([_bell(*row) for row in rows]), 1, 0)
    coin = 2 / (np.exp(at.local) + 1)
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
            *errors(LINE, along, at.local, now, LOOKS, ["exact", "blanket", "2021", "bound 2019"]),
            x=powers("ε₀ of each answer", 0.093, 6.6, [0.1, 0.3, 1, 3, 6]),
            y=powers("", 5e-5, 20, [1e-4, 0.001, 0.01, 0.1, 1, 10]), heading="ε when shuffled, at δ = 10⁻⁶", share=1.4,
        ),
        title="Hidden among the others", height=580,
        values={
            **{name: num(one, ".3g") for name, one in zip(("exact", "blanket", "clones", "first"), now, strict=True)},
            "central": now[0], "ratio": num(at.local / now[0], ".3g"), "coin": num(coin, common.percent),
            "coins": num(coin * (at.n - 1), ",.0f"),
        },
        sentence=[
            "{n:,} answers with ε₀ = {local:.3g}, shuffled: exactly ε = {exact} for these others",
            when(now[0] < 0.95 * at.local, ", a factor {ratio} less", ", as without a shuffler"),
            ". The blanket promises {blanket} whatever the others say; closed formulas {clones} and {first}.",
        ],
        code=shown,
    )  # fmt: skip


def _blanket() -> dict[str, float]:
    share = 2 / (np.e**2 + 1)
    return {"answer": 999 * share, "lies": 999 * share / 2, "truth": 999 * (1 - share), "share": 100 * share}


SECTION = Section(draw, axes=(local, n, others))
