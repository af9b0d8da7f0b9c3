"""Losses on a grid: the exact δ and ε between a pessimistic and an optimistic one, at each step (ACC-6)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz._numeric.stats import normal_cdf
from dpviz.draw import Picture, axis, band, curve, moving, num, panel, points, table_by_row, text
from dpviz.draw.style import BLUE, FAINT_BLUE, GREEN, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.accounting.shared import noise as amount_of_noise
from dpviz.lessons.accounting.shared import number_of_releases
from dpviz.mechanisms import gaussian_epsilon
from dpviz.privacy import GaussianPair
from dpviz.privacy.accounting import LossDistribution, LossGrid

DELTA = 1e-5
STEPS = [0.002, 0.0025, 0.003, 0.004, 0.005, 0.006, 0.008, 0.01, 0.0125, 0.015]
STEPS += [0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.125, 0.15, 0.2]
DOTS = 12  # of the grid of one release, in the picture

spacing = Number(0.05, low=0.002, high=0.2, values=STEPS, label="h, the step (nats)", ends=("fine", "coarse"))
noise = amount_of_noise(10, low=4, high=20, steps=25)
releases = number_of_releases(100, high=400)


def shown(noise: float, spacing: float, releases: int) -> Any:
    one = LossDistribution.gaussian(noise, step=spacing)
    low, high = one.epsilon_of(releases, DELTA)
    exact = gaussian_epsilon(noise / np.sqrt(releases), DELTA)
    return one, low, high, exact


def rounded_up(noise: float, step: float) -> LossGrid:
    """The loss of one release, each value rounded up to the grid."""
    mean, spread = 0.5 / noise**2, 1 / noise
    first, last = (int(np.floor((mean + side * 9 * spread) / step)) for side in (-1, 1))
    ends = step * np.arange(first - 1, last + 2, dtype=float)
    return LossGrid(step, first, np.diff(normal_cdf((ends - mean) / spread)), 0.0)


def draw(at: Frames) -> Picture:
    steps = at.spacing
    made = [shown(at.noise, float(h), at.releases) for h in steps]
    low, high = (np.array([one[i] for one in made]) for i in (1, 2))
    exact = float(made[0][3])
    up = [rounded_up(at.noise, float(h)) for h in steps]
    upward = np.array([LossDistribution(one, one).epsilon_of(at.releases, DELTA)[1] for one in up])
    far = 3 / at.noise
    epsilons = np.linspace(0, far, 241)
    bounds = np.array([one[0].delta(epsilons) for one in made])
    truth = np.asarray(GaussianPair(here=0, there=1, scale=at.noise).delta(epsilons))
    dots: NDArray[np.float64] = steps[:, None] * np.arange(DOTS)
    dots = np.where(dots <= far, dots, np.nan)
    on_them = np.asarray(GaussianPair(here=0, there=1, scale=at.noise).delta(np.nan_to_num(dots)))
    ticks = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2]
    ends = np.log10(steps[0]) - 0.03, np.log10(steps[-1]) + 0.03
    most = 2 * exact
    return Picture(
        panel(
            curve(epsilons, moving(bounds[:, 1]), ORANGE),
            curve(epsilons, truth, GREEN, width=2, dash="dash"),
            curve(epsilons, moving(bounds[:, 0]), BLUE),
            text([far / 6], moving(bounds[:, 1, 40:41]), ["pessimistic grid"], ORANGE, "top right"),
            text([far / 6], moving(bounds[:, 0, 40:41]), ["optimistic"], BLUE, "bottom left"),
            text([far / 3], truth[80:81], ["dashed: exact"], GREEN, "top right"),
            points(moving(dots), moving(np.where(np.isnan(dots), np.nan, on_them)), ORANGE, size=9),
            x=axis("ε", 0, far),
            y=axis("δ", 0, 1.15 * float(truth[0]), nticks=4),
            share=1.5,
        ),
        panel(
            band(steps, low, high, GREY, fill=FAINT_BLUE, width=0),
            curve(steps, upward, PURPLE, dash="dot"),
            text(steps[10:11], upward[10:11], ["all rounded up"], PURPLE, "top left"),
            curve(steps, high, ORANGE, width=3),
            curve(steps, np.full(at.frames, exact), GREEN, width=2, dash="dash"),
            curve(steps, low, BLUE, width=3),
            points(moving(steps), moving(upward), PURPLE, symbol="triangle-up", size=12),
            points(moving(steps), moving(high), ORANGE, size=12),
            points(moving(steps), moving(low), BLUE, symbol="square", size=12),
            x=axis("h, the step (nats)", *ends, type="log", tickvals=ticks),
            y=axis("ε", 0, most, nticks=5),
            heading="ε of all releases at δ = 10⁻⁵",
        ),
        title="One release on two grids, and what becomes of many",
        height=540,
        values={
            "low": num(low, ".5g"),
            "high": num(high, ".5g"),
            "exact": num(exact, ".5g"),
            "width": num(high - low, ".2g"),
            "upward": num(upward, ".4g"),
            "over": num(upward - exact, ".3g"),
            "most": num(at.releases * steps, ".3g"),
        },
        sentence="With a step of {spacing:small}, {releases:,} releases have an ε between {low} and {high}: a bracket "
        "of {width}. If every loss were rounded up, the ε would be {upward}.",
        table=table_by_row(
            ("{releases:,} releases, δ = 10⁻⁵", "ε"),
            ("optimistic grid: at least", "{low}"),
            ("exact", "{exact}"),
            ("pessimistic grid: at most", "{high}"),
            ("every loss rounded up", "{upward}"),
        ),
        code=shown,
    )


def _thousand() -> dict[str, float]:
    step, k = 0.01, 1000
    return {"answer": step * k, "one": step, "root": step * float(np.sqrt(k)), "half": step * k / 2}


SECTION = Section(draw, axes=(spacing,), controls=(spacing, releases, noise))
