"""One concept and a band about its error: how often it leaves it on one side, and on either (PAC-6)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_column, text, when
from dpviz.draw.style import BLUE, GREEN, GREY
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning import coin_deviation, occam_size, uniform_convergence_failure, uniform_convergence_size
from dpviz.lessons.common import percent

N = np.arange(1, 25)  # records in the picture

alpha = Number(0.49, low=0.05, high=0.49, steps=45, label="α, the width of the band", ends=("narrow", "wide"))
beta = Number(
    0.62, low=0.02, high=0.98, steps=49, label="β, the chance to leave it", ends=("rarely", "often"), show=percent
)


def shown(alpha: Any, beta: Any) -> Any:
    one, two = (uniform_convergence_size(1, alpha, beta, sides=k) for k in (1, 2))
    first, second = coin_deviation([one, two], alpha, sides=2)
    return one, two, first, second


def draw(at: Frames) -> Picture:
    a, b, last = at.alpha, at.beta, int(N[-1])
    one, two = (coin_deviation(N, a[:, None], sides=k) for k in (1, 2))
    limits = [np.asarray(uniform_convergence_failure(1, N, a[:, None], sides=k)) for k in (1, 2)]
    asked = np.stack([uniform_convergence_size(1, a, b, sides=k) for k in (1, 2)], axis=1)
    # The one-sided size, read as if it promised both sides: what it gives, and what both sides' own size gives.
    missed = coin_deviation(asked, a[:, None], sides=2)
    inside, within = asked <= last, missed[:, 0] <= b + 1e-12
    return Picture(
        panel(
            curve(N, moving(two), BLUE, "off on either side", width=4),
            curve(N, moving(one), GREEN, "looks better than it is", width=4),
            curve(N, moving(limits[1]), BLUE, "dashed: the formula", dash="dash", width=2),
            curve(N, moving(limits[0]), GREEN, dash="dash", width=2),
            level(moving(b), GREY, reach=(0.5, last + 0.5), width=2),
            points(moving(np.minimum(asked, last)), moving(np.where(inside, missed, np.nan)), [GREEN, BLUE],
                   symbol="diamond", size=15),
            text([last, 0], moving(np.stack([b, 0 * b], axis=1)), ["β", ""], GREY, "top center"),
            x=axis("records n", 0.5, last + 0.5, dtick=2), y=axis("chance to leave the band", 0, 1.08, nticks=6),
        ),
        title="Why two sides cost more than one",
        height=420,
        values={"one": asked[:, 0], "two": asked[:, 1], "first": num(missed[:, 0], ".4f"),
                "second": num(missed[:, 1], ".4f")},
        sentence=[
            "For α = {alpha:.3g} and β = {beta:.3g} the formula without the 2 asks for {one:number} ",
            when(asked[:, 0] == 1, "record. ", "records. "),
            when(inside[:, 0], "There the hypothesis is off by more than α, on one side or the other, with "
                 "probability {first:percent}: ", "That is beyond the picture."),
            when(inside[:, 0] & within, "within β, here."),
            when(inside[:, 0] & ~within, "more than β. The formula promises one side only."),
            when(inside[:, 1], " With the 2 it asks for {two:number}, and the probability is {second:percent}."),
        ],
        table=table_by_column(("records", N[:8]), ("off on either side", moving(two[:, :8])),
                              ("bound", moving(limits[1][:, :8])), ("looks better than it is", moving(one[:, :8])),
                              ("bound", moving(limits[0][:, :8]))),
        code=shown,
    )  # fmt: skip


def _agnostic() -> dict[str, float]:
    def size(alpha: float, sides: int) -> float:
        return float(uniform_convergence_size(1024, alpha, 0.05, sides=sides))

    return {
        "answer": size(0.05, 2), "whole": size(0.1, 2), "one_side": size(0.05, 1),
        "occam": float(occam_size(1024, 0.1, 0.05)),
    }  # fmt: skip


SECTION = Section(draw, axes=(alpha, beta))
