"""Propose-test-release: the distance to data that break a proposed bound, and how often there is an answer (SEN-6)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, bars, curve, level, moving, num, panel, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PALE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.kinder.shared import here, of_median, sensitivities, shape
from dpviz.sensitivity import ProposeTestRelease, distance_to_instability

N = 201
BOUNDS = np.concatenate([np.linspace(0, 20, 81), np.linspace(20.5, 100, 60)])
STEPS = [0, *np.linspace(0.5, 20, 40).tolist(), *range(22, 101, 2)]
FURTHEST = 110

shapes = shape(fives="in steps of five")
bound = Number(6, low=0, high=100, values=STEPS, label="B, the proposed bound", unit="minutes", ends=("bold", "safe"))
epsilon = common.epsilon(1.0, low=0.2, high=5, steps=29)


def shown(sensitivities: Any, bound: float, epsilon: float) -> Any:
    release = ProposeTestRelease(epsilon=epsilon, delta=1e-5, bound=bound)
    distance = distance_to_instability(sensitivities, bound)
    answered = release.answers(distance)
    return release, distance, answered


def draw(at: Frames) -> Picture:
    near = sensitivities(at.shapes, N)
    runs = [shown(near, b, e) for b, e in zip(at.bound.tolist(), at.epsilon.tolist(), strict=True)]
    distance, answered, scale, threshold = np.array([(d, p, r.scale, r.threshold) for r, d, p in runs]).T
    far: Any = distance_to_instability(np.broadcast_to(near, (len(BOUNDS), len(near))), BOUNDS)
    levels, which = np.unique(at.epsilon, return_inverse=True)
    along = np.array([[float(ProposeTestRelease(epsilon=e, delta=1e-5, bound=b).answers(d))
                       for b, d in zip(BOUNDS.tolist(), far.tolist(), strict=True)]
                      for e in levels.tolist()])[which]  # fmt: skip
    k = np.arange(FURTHEST)
    return Picture(
        panel(
            bars(k, near[:FURTHEST], PALE, width=0.9),
            level(moving(at.bound), GREY, "B", reach=(-1, FURTHEST), width=2),
            upright(moving(distance), ORANGE, "distance", reach=(0, 110), dash="solid"),
            upright(moving(threshold), GREEN, "threshold", reach=(0, 110), dash="dash"),
            x=axis("k, the records replaced before", -0.7, FURTHEST), y=axis("minutes", 0, 108, nticks=5),
            heading="local sensitivity at distance k",
        ),
        panel(
            curve(BOUNDS, moving(along), BLUE, width=4), *here(at.bound, answered),
            x=axis("B, the proposed bound (minutes)", -1, 101),
            y=axis("probability", -0.03, 1.08, tickformat=".0%", nticks=3), heading="probability of an answer",
        ),
        title="Is the bound far from being broken?",
        values={
            "distance": num(distance), "answered": num(answered, "probability"), "chance": answered, "people": N,
            "scale": num(scale, ".3g"), "threshold": num(threshold, ".3g"), "whole": num(100 / at.epsilon, ".4g"),
        },
        sentence=[
            when(distance == 0, "These data themselves break the bound. ",
                 "After {distance} replaced records the bound may be broken. "),
            "The test’s threshold is {threshold}, so there is an answer with probability {chance:percent}",
            when(at.bound == 0, ", and then it is the median itself, without noise.",
                 ", with Laplace noise of scale {scale}."),
        ],
        code=(of_median, shown),
    )  # fmt: skip


def _threshold() -> dict[str, float]:
    release = ProposeTestRelease(epsilon=2.0, delta=1e-6, bound=1.0)
    return {"answer": release.threshold, "whole": release.threshold / 2, "log10": float(-np.log10(2e-6))}


SECTION = Section(draw, axes=(bound, epsilon), controls=(shapes, bound, epsilon))
