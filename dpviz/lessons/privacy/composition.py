"""What k releases cost together, by three theorems, and where the advanced ones overtake (DP-6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, points, rows, upright, where
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.lessons import common
from dpviz.lessons.kinds import Number
from dpviz.lessons.privacy.shared import MANY
from dpviz.lessons.section import At, Section
from dpviz.privacy import advanced_composition, basic_composition, composition_crossing

RELEASES = np.unique(np.geomspace(1, MANY[-1], 121).round()).astype(np.int64)
TOTALS = 0.008, 2000.0  # of the picture: all that addition gives between the ends of both sliders

each = common.epsilon(0.1, high=2, steps=61, label="ε of each release")
releases = Number(100, low=1, high=MANY[-1], values=MANY, whole=True, label="k, the releases", ends=("one", "many"))
slack = common.delta(steps=25, label="δ′, the slack accepted")


def added(each: float, releases: int) -> Any:
    basic, _ = basic_composition([each] * releases)
    return basic


def cancelled(each: Any, releases: Any, slack: Any) -> Any:
    classic, _ = advanced_composition(each, releases, slack, drift="classic")
    tanh, _ = advanced_composition(each, releases, slack, drift="tanh")
    overtakes = composition_crossing(each, slack, drift="classic"), composition_crossing(each, slack)
    return classic, tanh, overtakes


def draw(at: At) -> Picture:
    basic = at.releases * at.each
    classic, tanh, overtakes = cancelled(at.each, at.releases, at.slack)
    one, tolerated = at.each[:, None], at.slack[:, None]
    curves = (one * RELEASES, *cancelled(one, RELEASES, tolerated)[:2])
    crossing = np.stack(overtakes, axis=1)
    drawn = np.where(crossing <= RELEASES[-1], crossing, np.nan)
    here = np.repeat(at.releases[:, None], 3, axis=1)
    return Picture(
        panel(
            curve(RELEASES, moving(curves[0]), ORANGE, "basic: add up", dash="dash"),
            curve(RELEASES, moving(curves[1]), PURPLE, "advanced, classic", dash="dot"),
            curve(RELEASES, moving(curves[2]), BLUE, "advanced, tanh", width=4),
            upright(moving(at.releases), GREY, reach=(1e-6, 1e9), width=2),
            points(moving(here), moving(np.stack([basic, classic, tanh], axis=1)), [ORANGE, PURPLE, BLUE], size=12),
            points(moving(drawn), moving(drawn * one), [PURPLE, BLUE], "overtakes", symbol="diamond-open", size=15),
            x=axis("releases k", -0.03, float(np.log10(RELEASES[-1])) + 0.03, type="log", dtick=1),
            y=axis("total ε", *np.log10(TOTALS).tolist(), type="log", dtick=1),
        ),
        title="What k releases cost together",
        height=440,
        values={
            "slack": num(at.slack, "small"),
            "basic": num(basic, ".6g"),
            "classic": num(classic, ".6g"),
            "tanh": num(tanh, ".6g"),
            "least": num(np.minimum(basic, np.minimum(classic, tanh)), ".6g"),
            "overtakes_classic": num(drawn[:, 0], _from),
            "overtakes": num(drawn[:, 1], _from),
        },
        sentence=[
            where(at.releases == 1, "One release", "{releases:,} releases"),
            " of ε = {each:nats} each cost {basic:nats} by plain addition; with a δ′ of {slack} on top, {classic:nats} "
            "by the classic advanced theorem and {tanh:nats} by the sharper one. ",
            where(
                tanh < basic,
                "The smallest counts: {least:nats}.",
                "Here plain addition is best; the advanced theorem overtakes ",
            ),
            where((tanh >= basic) & (overtakes[1] <= RELEASES[-1]), "from {overtakes} releases on."),
            where((tanh >= basic) & (overtakes[1] > RELEASES[-1]), "only beyond this picture."),
        ],
        table=rows(
            ("theorem", "total ε", "total δ", "smaller than basic from k ="),
            ("basic: add up", "{basic}", "0", "–"),
            ("advanced, classic", "{classic}", "{slack}", "{overtakes_classic}"),
            ("advanced, tanh", "{tanh}", "{slack}", "{overtakes}"),
        ),
        card=card(
            "Losses add up, and mostly cancel",
            "DP-6",
            r"\varepsilon_{\text{total}}\;\le\;\min\left(k\varepsilon,\;\varepsilon\sqrt{2k\ln(1/\delta')}"
            r"+k\,\varepsilon\tanh(\varepsilon/2)\right)",
            r"@releases\times @each=@basic\quad\text{or}\quad @tanh\;\text{with}\;\delta'=@slack",
            rows={
                "basic: k ε": "basic",
                "advanced, classic: with a larger drift": "classic",
                "advanced, tanh": "tanh",
                "the smallest, which is what was promised": "least",
            },
            given=(
                "each release is ε-private, whatever the answers before it were",
                "a δ′ above 0 is accepted (for the advanced forms)",
                ("here advanced is the better one", tanh < basic),
            ),
            note="The sharper drift tanh(ε/2) is taken from the literature; the classic form has exp(ε) − 1 there. "
            "Both are upper bounds: the smallest of the three counts.",
        ),
        code=(added, cancelled),
    )  # fmt: skip


def _from(crossing: float) -> str:
    return "beyond the picture, or never" if np.isnan(crossing) else f"{crossing:,.0f}"


SECTION = Section(draw, axes=(each, releases, slack))
