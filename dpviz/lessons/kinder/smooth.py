"""Smooth sensitivity as the highest point of a falling envelope over all distances (SEN-3)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, level, moving, num, panel, points, text
from dpviz.draw.style import BLUE, GREY, ORANGE, PALE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.kinder.shared import HIGH, LOW, here, of_median, sensitivities, shape
from dpviz.sensitivity import smooth_sensitivity

SIZES = [5, 11, 15, 21, 25, 31, 41, 51, 61, 81, 101]
FURTHEST = 102
BETAS = np.geomspace(0.01, 2, 61)

shapes = shape()
beta = Number(0.1, low=0.01, high=2, scale="log", steps=47, label="β, how fast it may change", ends=("slowly", "fast"))
people = Number(25, low=SIZES[0], high=SIZES[-1], values=SIZES, whole=True, label="n, the patients",
                ends=("few", "many"))  # fmt: skip


def shown(sensitivities: Any, beta: float) -> Any:
    smooth = smooth_sensitivity(sensitivities, beta)
    return smooth


def draw(at: Frames) -> Picture:
    near = np.full((at.frames, FURTHEST), np.nan)
    smooth, at_least, along = np.zeros(at.frames), np.zeros(at.frames), np.zeros((at.frames, len(BETAS)))
    for f, (n, rate) in enumerate(zip(at.people.tolist(), at.beta.tolist(), strict=True)):
        found = sensitivities(at.shapes, int(n))
        smooth[f], at_least[f] = smooth_sensitivity(found, rate), found[0]
        along[f] = smooth_sensitivity(found[None], BETAS)
        near[f, : min(FURTHEST, int(n) + 1)] = found[:FURTHEST]
    k = np.arange(FURTHEST)
    envelope = near * np.exp(-at.beta[:, None] * k)
    best = np.nanargmax(envelope, axis=1)
    right = np.maximum((at.people + 4) / 2, best + 1.5)
    return Picture(
        panel(
            bars(k, moving(near), PALE, "local sensitivity at distance k", width=0.8),
            points(k, moving(envelope), BLUE, "times e<sup>−βk</sup>", size=8),
            level(moving(smooth), ORANGE, reach=(-1, FURTHEST), dash="dash"),
            points(moving(best), moving(smooth), ORANGE, "the largest: S", symbol="diamond", size=15),
            x=axis("k, the records replaced before", range=moving(np.stack([-0.7 + 0 * right, right], axis=1))),
            y=axis("minutes", 0, 112), share=1.4,
        ),
        panel(
            level(HIGH - LOW, GREY, reach=(0.009, 2.3), width=2),
            level(moving(at_least), GREY, reach=(0.009, 2.3), width=2),
            curve(BETAS, moving(along), BLUE, width=4), *here(at.beta, smooth, ORANGE, "diamond"),
            text(0.0105, [HIGH - LOW], ["global"], GREY, "bottom right"),
            x=axis("β", -2.02, 0.33, type="log", tickvals=[0.01, 0.1, 1], ticktext=["0.01", "0.1", "1"]),
            y=axis("S (minutes)", 0, 112, nticks=4), heading="S; grey: global, local sensitivity",
        ),
        title="The envelope over all distances",
        values={
            "smooth": num(smooth, ".3g"), "size": smooth, "local": num(at_least, ".3g"), "best": num(best),
            "there": num(near[np.arange(at.frames), best], ".3g"),
        },
        sentence="The largest point is at distance {best}, where the local sensitivity is {there}. So the "
                 "{beta:small}-smooth sensitivity is {smooth} minutes; the local one is {local}, the global one 100.",
        code=(of_median, shown),
    )  # fmt: skip


def _by_hand() -> dict[str, float]:
    at = np.array([2.0, 6.0, 7.0, 50.0, 100.0])
    weighted = at * np.exp(-np.arange(5.0))
    return {"answer": float(weighted.max()), "first": 2.0, "last": float(weighted[4]), "all": float(weighted.sum())}


SECTION = Section(draw, axes=(beta, people), controls=(shapes, beta, people))
