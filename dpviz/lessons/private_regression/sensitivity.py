"""The sensitivity of the minimiser: a search for the worst neighbours beside the bound 2/(nλ) (LR-2)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, upright
from dpviz.draw.scales import logarithmic
from dpviz.draw.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE
from dpviz.erm import search_sensitivity, sensitivity_bound
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.private_regression import shared

TURN = np.linspace(0, 2 * np.pi, 73)
ACROSS, UP = np.cos(TURN), np.sin(TURN)

place = Number(
    0.5, low=0, high=1, steps=51, label="Place of the last record", play=True, ends=("top and bottom", "opposite")
)
regularization, n = shared.penalty(), shared.records()


def shown(n: int, regularization: float, place: float) -> Any:
    bound = sensitivity_bound(n, regularization)
    distance = search_sensitivity(n, regularization, back=[place]).distance[0]
    worst = search_sensitivity(n, regularization).largest
    return bound, distance, worst


def draw(at: Frames) -> Picture:
    stands, turned = at.place, at.axis == "place"
    few = slice(1 if turned else None)  # frames that differ in n or λ
    size, strength = at.n[few], at.regularization[few]
    found = search_sensitivity(size, strength)
    one = search_sensitivity(size, strength, back=stands if turned else stands[:1])
    here, distance = one.here.reshape(-1, 2), one.distance.ravel()
    worst, bound = (np.broadcast_to(np.asarray(part), at.frames) for part in (found.largest, found.bound))
    share, side = distance / bound, np.sqrt(1 - stands**2)
    half = np.stack([0.5 * share, -0.5 * share], axis=1)
    # The lower panel runs along what is turned.
    if turned:
        most = float(bound[0])
        along = panel(
            curve(found.back, np.asarray(found.ratio).ravel() * most, GREEN, width=4),
            level(most, PURPLE, reach=(0, 1), dash="dash"),
            text([0.99], [0.97 * most], ["bound 2/(nλ)"], PURPLE, "bottom left"),
            points(moving(stands), moving(distance), INK),
            x=axis("place of the last record", 0, 1),
            y=axis("", 0, 1.12 * most, nticks=4),
            heading="how far apart the two w* are",
        )
    else:
        x, least = at.values, float(worst.min()) / 2
        along = panel(
            curve(x, bound, PURPLE, dash="dash"),
            curve(x, worst, GREEN, width=4),
            text(x[-1:], bound[-1:], ["bound 2/(nλ)"], PURPLE, "top left"),
            text(x[:1], worst[:1] / 2, ["worst found"], GREEN, "bottom right"),
            upright(moving(x), GREY, reach=(1e-9, 1e9), width=2, dash="dot"),
            points(moving(np.repeat(x[:, None], 2, axis=1)), moving(np.stack([bound, worst], axis=1)),
                   [PURPLE, GREEN], size=12),
            x=axis(SECTION.parameters[at.axis].label, **logarithmic(float(x[0]), float(x[-1]))),
            y=axis("", **logarithmic(least, 3 * float(bound.max()), most=4)),
            heading="how far apart the two w* are at most",
        )  # fmt: skip
    return Picture(
        panel(
            curve(ACROSS, UP, GREY, width=1, smooth=True),
            points(1, 0, INK, "the other records", symbol="square", size=15),
            points(moving(-stands), moving(side), BLUE, "the last one in D"),
            points(moving(-stands), moving(-side), ORANGE, "and in D′", symbol="diamond"),
            x=_bare(), y=_bare(scaleanchor="x"), heading="the records", across=(0, 0.44),
        ),
        panel(
            curve(0.5 * ACROSS, 0.5 * UP, PURPLE, width=2, dash="dash", smooth=True),
            curve([0, 0], moving(half), INK, width=2),
            points([0, 0], moving(half), [BLUE, ORANGE], symbol=["circle", "diamond"]),
            x=_bare(0.62), y=_bare(0.62, scaleanchor="x2"), heading="both w* and the bound",
            across=(0.56, 1),
        ),
        along,
        title="How far one record moves the minimiser",
        height=462,
        values={
            "w1": here[:, 0],
            "w2": here[:, 1],
            "mirrored": -here[:, 1],
            "distance": num(distance, ".6g"),
            "worst": num(worst, ".6g"),
            "worst_back": found.back[np.broadcast_to(np.asarray(found.worst), at.frames)],
            "bound": num(bound, ".6g"),
            "ratio": num(worst / bound, ".4f"),
        },
        sentence="{n:,} records, λ = {regularization:.3g}. With the last record at place {place:.3g}, replacing it by "
        "its mirror image moves w* by {distance:.3g}. The search finds {worst:.3g} at most, at place {worst_back:.3g}. "
        "The bound 2/(nλ) is {bound:.3g}.",
        table=table_by_row(
            ("", "value"),
            ("w* with the record on one side", "({w1:.5g}, {w2:.5g})"),
            ("w* with it on the other", "({w1:.5g}, {mirrored:.5g})"),
            ("distance between them", "{distance:.5g}"),
            ("largest found", "{worst:.5g}"),
            ("bound 2/(nλ)", "{bound:.5g}"),
            ("largest found ÷ bound", "{ratio}"),
        ),
        code=shown,
    )  # fmt: skip


def _bare(reach: float = 1.08, **options: Any) -> dict[str, Any]:
    return {"range": [-reach, reach], "visible": False, "fixedrange": True, "constrain": "domain", **options}


def _moved() -> dict[str, float]:
    bound = float(sensitivity_bound(1000, 0.01))
    return {"answer": bound, "lost": bound * 0.01, "removed": bound / 2, "stiff": float(sensitivity_bound(1000, 0.1))}


SECTION = Section(draw, axes=(place, regularization, n))
