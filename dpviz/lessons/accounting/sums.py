"""Losses of several releases add up: the distribution of the sum, and the ε beyond which its tail is δ (ACC-1)."""

from typing import Any

import numpy as np

from dpviz._numeric.counts import bincount
from dpviz._numeric.stats import normal_density
from dpviz.draw import Picture, axis, bars, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, GREY, ORANGE, PALE
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.accounting.shared import Floats, losses, named, number_of_releases, power_of_ten
from dpviz.lessons.accounting.shared import mechanism as mechanisms
from dpviz.lessons.accounting.shared import noise as amount_of_noise
from dpviz.privacy.accounting import LossDistribution

BARS, LINE = 61, 121
FLOOR = 1e-9

mechanism = mechanisms("laplace")
releases = number_of_releases(50, high=200)
noise = amount_of_noise(10, low=1, high=50, steps=35)
delta = common.delta()


def gaussian(noise: float, releases: int, delta: float) -> Any:
    one = LossDistribution.gaussian(noise, step=1 / noise / 20)
    together = one.self_compose(releases)
    low, high = together.epsilon(delta)
    return together, low, high


def laplace(noise: float, releases: int, delta: float) -> Any:
    one = LossDistribution.laplace(noise, step=1 / noise / 20)
    together = one.self_compose(releases)
    low, high = together.epsilon(delta)
    return together, low, high


def response(noise: float, releases: int, delta: float) -> Any:
    one = LossDistribution.randomized_response(1 / noise, step=1 / noise)
    together = one.self_compose(releases)
    low, high = together.epsilon(delta)
    return together, low, high


SHOWN = {"gaussian": gaussian, "laplace": laplace, "response": response}


def draw(at: Frames) -> Picture:
    made = SHOWN[at.mechanism]
    sums = [made(at.noise, int(k), at.delta) for k in at.releases]
    low, high = (np.array([one[i] for one in sums]) for i in (1, 2))
    mean, spread = moments(losses(at.mechanism, at.noise))
    means, spreads = at.releases * mean, np.sqrt(at.releases) * spread
    pure = at.mechanism != "gaussian"
    # Pure losses end at kε₀, a normal one nowhere.
    end = at.releases / at.noise if pure else means + 5 * spreads
    start = -end if pure else means - 5 * spreads
    made_bars = [
        heights_of(one[0], a, b, at.mechanism, int(k))
        for one, a, b, k in zip(sums, start, end, at.releases, strict=True)
    ]
    middles, heights, width = (np.array([one[i] for one in made_bars]) for i in range(3))
    line = np.linspace(start, end, LINE, axis=1)
    bell = normal_density((line - means[:, None]) / spreads[:, None]) * (width / spreads)[:, None]
    room = np.maximum(0.04 * (end - start), 0.52 * width)
    reach = np.stack([start - room, end + room], axis=1)
    top = 1.15 * heights.max(axis=1)
    epsilons = np.linspace(0, end, LINE, axis=1)
    curves = np.array([one[0].delta(eps)[1] for one, eps in zip(sums, epsilons, strict=True)])
    tail = np.where(middles >= high[:, None], heights, np.nan)
    basic = at.releases / at.noise
    return Picture(
        panel(
            bars(moving(middles), moving(heights), PALE, "probability of the sum"),
            bars(moving(middles), moving(tail), ORANGE),
            curve(moving(line), moving(bell), BLUE, "normal, same mean and variance", width=2),
            upright(moving(high), ORANGE, reach=(0, 2), width=3, dash="solid"),
            text(moving(high), moving(0.96 * top), ["ε at this δ\N{NO-BREAK SPACE}"], ORANGE, "middle left"),
            *([upright(moving(basic), GREY, reach=(0, 2), width=3),
               text(moving(basic), moving(0.84 * top), ["basic: kε₀\N{NO-BREAK SPACE}"], GREY, "middle left")]
              if pure else []),
            x=axis("loss of all k releases (nats)", range=moving(reach), nticks=9),
            y=axis("probability", range=moving(np.stack([0 * top, top], axis=1)), nticks=4),
            share=1.5,
        ),
        panel(
            curve(moving(epsilons), moving(np.where(curves > FLOOR / 10, curves, np.nan)), ORANGE, width=4),
            level(at.delta, GREY, reach=(-1e4, 1e4), width=2),
            points(moving(high), moving(np.full(at.frames, at.delta)), ORANGE, size=13),
            x=axis("ε", range=moving(reach), nticks=9),
            y=axis("", np.log10(FLOOR), 0.15, type="log", tickvals=[1e-9, 1e-6, 1e-3, 1],
                   ticktext=["10⁻⁹", "10⁻⁶", "0.001", "1"]),
            heading="δ of all k releases, at each ε",
        ),
        title="The losses of k releases add up",
        barmode="overlay",
        bargap=0,
        values={
            "each": num(1 / at.noise, ".4g"),
            "basic": num(basic, ".4g"),
            "low": num(low, ".6g"),
            "high": num(high, ".6g"),
            "enough": num(high, ".4g"),
            "share": np.minimum(high / basic, 1),
            "mean": num(means, ".3g"),
            "spread": num(spreads, ".3g"),
            "small_delta": num(at.delta, power_of_ten),
            "pure": pure,
        },
        sentence=[
            when(at.releases == 1, "One release loses", "{releases:,} releases lose"),
            " {mean} on average, with a standard deviation of {spread}. At δ = {small_delta} "
            "they are private with ε = {enough}",
            *([", which is {share:percent} of kε₀ = {basic}."] if pure else ["."]),
        ],
        table=table_by_row(
            ("of all releases", "nats"),
            ("mean of the loss", "{mean}"),
            ("standard deviation", "{spread}"),
            ("ε at this δ, at least", "{low}"),
            ("ε at this δ, at most", "{high}"),
            *([("kε₀", "{basic}")] if pure else []),
        ),
        code=made,
    )  # fmt: skip


def moments(one: LossDistribution) -> tuple[float, float]:
    """Mean and standard deviation of a loss."""
    x, p = one.losses, one.masses
    mean = float(x @ p)
    return mean, float(np.sqrt(np.square(x - mean) @ p))


def heights_of(
    together: LossDistribution, start: float, end: float, mechanism: str, releases: int
) -> tuple[Floats, Floats, float]:
    """A histogram of the sum: the middles of its bars, their heights, and their width."""
    # Pure losses have heaps that are 2ε₀ apart: each bar has as many heaps as any other, or has one in its middle.
    pure = mechanism != "gaussian"
    parts = min(60 // releases, 10) if mechanism == "laplace" else 1
    unit = (end - start) / (releases * max(parts, 1) if pure else 60)
    many = -(-releases // 60) if pure and parts <= 1 else 1
    places = np.rint((together.losses - start) / unit) // many
    inside = (places >= 0) & (places < BARS)
    heights = bincount(places[inside].astype(np.int64), together.masses[inside], BARS)
    middles = start + unit * (many * np.arange(BARS, dtype=np.float64) + (many - 1) / 2)
    return middles, heights, unit * many


def _hundred() -> dict[str, float]:
    return {"mean": 100 * 0.5 / 10**2, "spread": 10 / 10, "sigma": 10 / 10}


SECTION = Section(draw, axes=(releases,), controls=(mechanism, releases, noise, delta), limits=named(noise))
