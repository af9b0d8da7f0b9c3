"""How much noise a smooth sensitivity needs: Cauchy noise, exactly, and Laplace noise with a δ (SEN-4, SEN-5)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, level, moving, num, panel, points, text
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.kinder.shared import HIGH, LOW, here, of_median, sensitivities, shape
from dpviz.sensitivity import SmoothCauchy, SmoothLaplace, smooth_sensitivity

N = 101
DELTA = 1e-5
SHARES = np.linspace(0.02, 0.98, 49)
PAPER = 1 / 6  # of ε: the β of the paper, whose noise is 6 S/ε

shapes = shape()
epsilon = common.epsilon(1.0, low=0.1, high=5, steps=35)
share = Number(0.5, low=0.02, high=0.98, steps=49, label="β, in parts of ε", ends=("slow", "fast"))


def shown(sensitivities: Any, epsilon: float, share: float) -> Any:
    noise = SmoothCauchy(epsilon=epsilon, beta=share * epsilon)
    smooth = smooth_sensitivity(sensitivities, share * epsilon)
    scale = noise.factor * smooth
    other = SmoothLaplace(epsilon=epsilon, delta=1e-5)
    delta = other.exact_delta(epsilon)  # between neighbours as far apart as may be
    return noise, smooth, scale, other, delta


def draw(at: Frames) -> Picture:
    near = sensitivities(at.shapes, N)
    factor, scale = np.zeros((2, at.frames, len(SHARES)))
    found = np.zeros((7, at.frames))
    for f, (e, s) in enumerate(zip(at.epsilon.tolist(), at.share.tolist(), strict=True)):
        factor[f] = [SmoothCauchy(epsilon=e, beta=b * e).factor for b in SHARES.tolist()]
        scale[f] = factor[f] * smooth_sensitivity(near[None], SHARES * e)
        noise, smooth, now, laplace, delta = shown(near, e, s)
        found[:, f] = (noise.factor, smooth, now, 6 / e * smooth_sensitivity(near, PAPER * e),
                       laplace.factor * smooth_sensitivity(near, laplace.beta), delta, laplace.beta)  # fmt: skip
    exact, smooth, now, paper, second, delta, slow = found
    added, whole, reach = 1 / (at.epsilon[:, None] * (1 - SHARES)), (HIGH - LOW) / at.epsilon, (0.0, 0.98)
    unit = np.stack([-0.8 - np.log10(at.epsilon), 2.1 - np.log10(at.epsilon)], axis=1)
    return Picture(
        panel(
            curve(SHARES, moving(added), ORANGE, dash="dash"), curve(SHARES, moving(factor), BLUE, width=4),
            points([PAPER], moving(6 / at.epsilon), GREEN, symbol="square", size=12),
            text([PAPER + 0.02], moving(6 / at.epsilon), ["6/ε, β = ε/6"], GREEN), *here(at.share, exact),
            ends(0.985, [added, factor], [ORANGE, BLUE], ["added", "exact"], low=0.01, high=10_000),
            x=axis("", 0, 1.25, showticklabels=False), y=axis("scale ÷ S", range=moving(unit), type="log", dtick=1),
            heading="Cauchy noise, in units of S",
        ),
        panel(
            level(moving(whole), GREY, reach=reach, width=2), level(moving(second), PURPLE, reach=reach, dash="dot"),
            curve(SHARES, moving(scale), BLUE, width=4),
            points([PAPER], moving(paper), GREEN, symbol="square", size=12), *here(at.share, now),
            ends(0.985, [whole[:, None] + 0 * SHARES, second[:, None] + 0 * SHARES, scale],
                 [GREY, PURPLE, BLUE], ["global", "Laplace", "Cauchy"], low=0.011, high=10_000, apart=0.08),
            x=axis("β ÷ ε", 0, 1.25, tickvals=[0, 0.25, 0.5, 0.75, 1]),
            y=axis("minutes", -2, 4, type="log", dtick=2), heading="noise on the median of 101 patients",
        ),
        title="Noise for a smooth sensitivity",
        values={
            "factor": num(exact, ".3g"), "smooth": num(smooth, ".3g"), "scale": num(now, "number"), "people": N,
            "paper": num(paper, "number"), "laplace": num(second, "number"), "whole": num(whole, "number"),
            "delta": num(delta, "probability"), "slow": num(slow, ".3g"), "beta": num(at.share * at.epsilon, ".3g"),
        },
        sentence="With ε = {epsilon:small} and β = {beta}, S is {smooth} minutes, and Cauchy noise of scale {scale} is "
                 "exactly enough. Laplace noise, with δ = 1e-5, needs {laplace}.",
        code=(of_median, shown),
    )  # fmt: skip


def _constant() -> dict[str, float]:
    return {"exact": SmoothCauchy(epsilon=1.0).factor, "beta": float(SmoothCauchy(epsilon=1.0).beta)}  # type: ignore[arg-type]


def _laplace() -> dict[str, float]:
    return {"answer": 2 / 0.5 * 3.0, "one": 3.0 / 0.5, "cauchy": 6 / 0.5 * 3.0, "bare": 3.0}


SECTION = Section(draw, axes=(share, epsilon), controls=(shapes, share, epsilon))
