"""What k releases cost together, by three bounds, and where the advanced ones overtake (DP-6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, points, table_by_row, upright, when
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import MANY
from dpviz.privacy import advanced_composition, basic_composition, composition_crossing

RELEASES = np.unique(np.geomspace(1, MANY[-1], 121).round()).astype(np.int64)
TOTALS = 0.008, 2000.0  # of the picture: all that addition gives between the ends of both sliders

each = common.epsilon(0.1, high=2, steps=61, label="ε of each release")
releases = Number(100, low=1, high=MANY[-1], values=MANY, whole=True, label="k, the releases", ends=("one", "many"))
slack = common.delta(steps=25, label="δ′, for the unlikely case")


def added(each: float, releases: int) -> Any:
    basic, _ = basic_composition([each] * releases)
    return basic


def cancelled(each: Any, releases: Any, slack: Any) -> Any:
    classic, _ = advanced_composition(each, releases, slack, drift="classic")
    tanh, _ = advanced_composition(each, releases, slack, drift="tanh")
    overtakes = composition_crossing(each, slack, drift="classic"), composition_crossing(each, slack)
    return classic, tanh, overtakes


def draw(at: Frames) -> Picture:
    basic = at.releases * at.each
    classic, tanh, overtakes = cancelled(at.each, at.releases, at.slack)
    one, tolerated = at.each[:, None], at.slack[:, None]
    curves = (one * RELEASES, *cancelled(one, RELEASES, tolerated)[:2])
    crossing = np.stack(overtakes, axis=1)
    drawn = np.where(crossing <= RELEASES[-1], crossing, np.nan)
    here = np.repeat(at.releases[:, None], 3, axis=1)
    return Picture(
        panel(
            curve(RELEASES, moving(curves[0]), ORANGE, "basic: kε", dash="dash"),
            curve(RELEASES, moving(curves[1]), PURPLE, "advanced, classic", dash="dot"),
            curve(RELEASES, moving(curves[2]), BLUE, "advanced, sharper", width=4),
            upright(moving(at.releases), GREY, reach=(1e-6, 1e9), width=2),
            points(moving(here), moving(np.stack([basic, classic, tanh], axis=1)), [ORANGE, PURPLE, BLUE],
                   symbol=["square", "triangle-up", "circle"], size=12),
            points(moving(drawn), moving(drawn * one), [PURPLE, BLUE], "overtakes", symbol="diamond-open", size=15),
            x=axis("releases k", -0.03, float(np.log10(RELEASES[-1])) + 0.03, type="log", dtick=1),
            y=axis("total ε", *np.log10(TOTALS).tolist(), type="log", dtick=1),
        ),
        title="Composition: what k releases cost together",
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
            when(at.releases == 1, "One release of ε = {each:nats} costs",
                 "{releases:,} releases of ε = {each:nats} each cost"),
            " {basic:nats} by basic composition; with a δ′ of {slack} on top, {classic:nats} "
            "by classic advanced composition and {tanh:nats} by the sharper form. ",
            when(
                tanh < basic,
                "All are upper bounds, and the smallest counts: {least:nats}.",
                "Here basic composition is best; the sharper form is smaller ",
            ),
            when((tanh >= basic) & (overtakes[1] <= RELEASES[-1]), "from {overtakes} releases on."),
            when((tanh >= basic) & (overtakes[1] > RELEASES[-1]), "only beyond this picture."),
        ],
        table=table_by_row(
            ("theorem", "total ε", "total δ", "smaller than basic from k ="),
            ("basic: kε", "{basic}", "0", "–"),
            ("advanced, classic", "{classic}", "{slack}", "{overtakes_classic}"),
            ("advanced, sharper", "{tanh}", "{slack}", "{overtakes}"),
        ),
        card=card(
            "Basic and advanced composition",
            "DP-6",
            r"\varepsilon'=\varepsilon\sqrt{2k\ln(1/\delta')}+k\varepsilon(e^{\varepsilon}-1)",
            r"@releases\times @each=@basic,\quad\varepsilon'=@classic",
            rows={
                "basic: kε, with δ = 0": "basic",
                "advanced, classic: ε′, with δ′": "classic",
                "advanced, sharper: tanh(ε/2) for exp(ε) − 1": "tanh",
                "δ′": "slack",
                "the smallest": "least",
            },
            given=(
                "each release is ε-differentially private, whatever the answers before it were",
                "a δ′ above 0 is accepted (for the advanced forms)",
            ),
            note="If each release is (ε, δ)-differentially private, the total is (kε, kδ) by basic and "
            "(ε′, kδ + δ′) by advanced composition.",
        ),
        code=(added, cancelled),
    )  # fmt: skip


def _from(crossing: float) -> str:
    return "beyond the picture, or never" if np.isnan(crossing) else f"{crossing:,.0f}"


def _many() -> dict[str, float]:
    each, k, slack = 0.02, 400, 1e-5
    root = each * float(np.sqrt(k))
    return {"basic": added(each, k), "advanced": advanced_composition(each, k, slack, drift="classic")[0], "root": root}


def _together() -> dict[str, float]:
    each, k, slack = 0.1, 1000, 1e-5
    return {
        "crossing": float(composition_crossing(each, slack) or np.inf),
        "least": float(advanced_composition(each, k, slack, drift="tanh")[0]),
        "basic": added(each, k),
    }


SECTION = Section(draw, axes=(each, releases, slack))
