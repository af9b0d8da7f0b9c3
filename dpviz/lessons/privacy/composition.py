"""What k releases cost together, by three bounds, and where the advanced ones overtake (DP-6)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, ends, moving, num, panel, points, table_by_row, upright, varying, when
from dpviz.draw.style import BLUE, GREY, ORANGE, PURPLE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons import common
from dpviz.lessons.privacy.shared import MANY
from dpviz.privacy import advanced_composition, basic_composition, composition_crossing

NEAR = 200  # releases that the picture shows, unless there are more
RELEASES = np.unique([*np.geomspace(1, MANY[-1], 121).round(), NEAR]).astype(np.int64)
NAMES = ["basic: kε", "advanced, classic", "advanced, sharper"]
COLOURS = [ORANGE, PURPLE, BLUE]

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
    basic, one = at.releases * at.each, at.each[:, None]
    classic, tanh, overtakes = cancelled(at.each, at.releases, at.slack)
    lines = one * RELEASES, *cancelled(one, RELEASES, at.slack[:, None])[:2]
    crossing = np.stack(overtakes, axis=1)
    drawn = np.where(crossing <= RELEASES[-1], crossing, np.nan)
    top = 1.05 * (far := np.where(at.releases <= NEAR, NEAR, RELEASES[-1])) * at.each
    curves = [np.where(far[:, None] >= RELEASES, line, np.nan) for line in lines]
    names = ends(0, [line / top[:, None] for line in curves], COLOURS, NAMES, low=0, high=1, log=False)
    names |= {"x": moving(np.stack([1.02 * far] * 3, axis=1)), "y": moving(names["y"].frames * top[:, None])}
    here = np.repeat(at.releases[:, None], 3, axis=1)
    return Picture(
        panel(
            curve(RELEASES, moving(curves[0]), ORANGE, dash="dash"),
            curve(RELEASES, moving(curves[1]), PURPLE, dash="dot"),
            curve(RELEASES, moving(curves[2]), BLUE, width=4, smooth=True),
            upright(moving(at.releases), GREY, reach=(0, 1e9), width=2),
            points(moving(here), moving(np.stack([basic, classic, tanh], axis=1)), COLOURS,
                   symbol=["square", "triangle-up", "circle"], size=12),
            points(moving(drawn), moving(drawn * one), [PURPLE, BLUE], symbol="diamond-open", size=15),
            names,
            x=axis("releases k", range=varying(np.stack([0 * far, 1.45 * far], axis=1)), nticks=6),
            y=axis("total ε", range=moving(np.stack([0 * top, top], axis=1)), nticks=6),
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
            " {basic:nats} by basic composition; with a further δ′ of {slack}, {classic:nats} "
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
