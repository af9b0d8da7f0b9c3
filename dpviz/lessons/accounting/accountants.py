"""What k releases cost together, by five accountants, with the truth between two bounds (DP-6, ACC-2, ACC-3, ACC-6)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, band, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.frame.kinds import Number, log_steps
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.accounting.claims import PARTS, SHOWN, gaussian
from dpviz.lessons.accounting.shared import Floats, exact_epsilon, losses, named, power_of_ten
from dpviz.lessons.accounting.shared import mechanism as mechanisms
from dpviz.lessons.accounting.shared import noise as amount_of_noise
from dpviz.privacy.accounting import gaussian_zcdp, pure_zcdp, zcdp_epsilon

RELEASES = np.unique(np.round(log_steps(1, 10_000, 41))).astype(int).tolist()
STAGES = 8
LOOK = {
    "basic": (ORANGE, "dash", "square"),
    "advanced": (PURPLE, "dot", "triangle-up"),
    "zcdp": (GREY, "dashdot", "x"),
    "renyi": (BLUE, "solid", "circle"),
}

mechanism = mechanisms()
releases = Number(1000, low=1, high=10_000, values=RELEASES, whole=True, label="k, the releases", ends=("one", "many"))
noise = amount_of_noise(10, low=1, high=50, steps=35)
delta = common.delta()


@lru_cache(maxsize=512)
def _bracket(mechanism: str, noise: float, releases: int, delta: float) -> tuple[float, float]:
    low, high = losses(mechanism, noise, parts=PARTS).epsilon_of(releases, delta)
    return low, high


def draw(at: Frames) -> Iterator[tuple[float, Picture]]:
    k = at.releases
    known = np.full((2, at.frames), np.nan)
    for stage in range(STAGES):
        for place in range(stage, at.frames, STAGES):
            known[:, place] = _bracket(at.mechanism, at.noise, int(k[place]), at.delta)
        yield (stage + 1) / STAGES, _picture(at, *known)


def _picture(at: Frames, low: Floats, high: Floats) -> Picture:
    k, shown = at.releases, SHOWN[at.mechanism]
    stated = dict(zip((*LOOK, "gdp"), shown[0](at.noise, k, at.delta), strict=True))
    truth = (low + high) / 2 if at.mechanism != "gaussian" else stated["gdp"]
    rho = gaussian_zcdp(at.noise) if at.mechanism == "gaussian" else pure_zcdp(1 / at.noise, form="classic")
    most = np.log10(max(float(stated["basic"][-1]), 10))
    ends: dict[str, Any] = {"type": "log", "dtick": 1, "range": [-0.05, 4.05]}
    alike = np.array([_once_known(a) == _once_known(b) for a, b in zip(low, high, strict=True)])
    times = {name: one / truth for name, one in stated.items()}
    return Picture(
        panel(
            *(curve(k, stated[name], LOOK[name][0], dash=LOOK[name][1]) for name in LOOK),
            band(k, low, high, GREEN, width=2, fill=GREEN),
            text(k[30:31], stated["basic"][30:31], ["basic"], ORANGE, "top left"),
            text(k[14:15], stated["advanced"][14:15], ["advanced"], PURPLE, "top left"),
            text(k[12:13], stated["renyi"][12:13], ["zCDP, Rényi, and the truth"], GREEN, "bottom right"),
            upright(moving(k), GREY, reach=(1e-6, 1e9), width=2),
            *(points(moving(k), moving(stated[name]), LOOK[name][0], symbol=LOOK[name][2], size=11) for name in LOOK),
            points(moving(k), moving(high), GREEN, symbol="diamond", size=12),
            x=axis("", **ends, showticklabels=False),
            y=axis("ε of all releases", np.log10(float(stated["renyi"][0])) - 0.3, most + 0.1, type="log", dtick=1),
            share=2,
        ),
        panel(
            level(1, INK, reach=(0.5, 20_000), width=2),
            *(curve(k, times[name], LOOK[name][0], dash=LOOK[name][1]) for name in LOOK),
            text(k[20:21], times["zcdp"][20:21], ["zCDP, textbook"], GREY, "top right"),
            text(k[5:6], times["renyi"][5:6], ["Rényi"], BLUE, "top right"),
            *(points(moving(k), moving(times[name]), LOOK[name][0], symbol=LOOK[name][2], size=11) for name in LOOK),
            x=axis("releases k", **ends),
            y=axis("times", 0.95, 2, nticks=4),
            heading="how many times the exact ε",
        ),
        title="What k releases cost, by five accountants",
        height=540,
        values={
            **{name: num(one, ".4g") for name, one in stated.items()},
            "low": num(low, _once_known),
            "high": num(high, _once_known),
            "rho_of_one": num(rho, ".4g"),
            "rho_of_all": num(rho * k, ".4g"),
            "small_delta": num(at.delta, power_of_ten),
            "basic_over": num(np.round(stated["basic"] / truth, 2), _once_known),
        },
        sentence=[
            "At δ = {small_delta} the exact ε of ",
            when(k == 1, "one release", "{releases:,} releases"),
            when(alike, " is {high}. ", " is between {low} and {high}. "),
            "Basic composition says {basic}, {basic_over} times as much; advanced {advanced}, zCDP {zcdp}, "
            "Rényi {renyi}.",
        ],
        table=table_by_row(
            ("accountant", "ε of all releases"),
            ("basic composition", "{basic}"),
            ("advanced composition", "{advanced}"),
            ("zCDP, the textbook’s conversion", "{zcdp}"),
            ("Rényi, the best order", "{renyi}"),
            ("Gaussian DP, exact for Gaussian noise", "{gdp}"),
            ("numerical: at most", "{high}"),
            ("numerical: at least", "{low}"),
        ),
        code=shown,
    )


def _once_known(value: float) -> str:
    return "…" if np.isnan(value) else f"{value:.5g}" if value < 1e5 else f"{value:,.0f}"


def _fifty() -> dict[str, float]:
    rho, slack = 50 * float(gaussian_zcdp(10)), 1e-6
    root = float(np.sqrt(rho * np.log(1 / slack)))
    one = float(zcdp_epsilon(rho / 50, slack, form="classic"))
    return {"answer": rho + 2 * root, "rho": rho, "once": rho + root, "one": one, "added": 50 * one}


def _thousand() -> dict[str, float]:
    basic, advanced, zcdp, renyi, _ = (float(one) for one in gaussian(10, 1000, 1e-5))
    exact = exact_epsilon("gaussian", 10, 1000, 1e-5)
    return {"basic": basic, "advanced": advanced, "zcdp": zcdp, "renyi": renyi, "exact": exact}


def _nearest() -> dict[str, float]:
    return _thousand() | {"root": 1000**0.5 * exact_epsilon("gaussian", 10, 1, 1e-5)}


SECTION = Section(draw, axes=(releases,), controls=(mechanism, releases, noise, delta), limits=named(noise))
