"""The sensitivity of the minimiser: a search for the worst neighbours beside the bound 2/(nλ) (LR-2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, card, curve, moving, num, panel, points, table_by_row, upright
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
    # The lowest panel runs along n if that is turned, else along λ.
    kind, now = (n, at.n) if at.axis == "n" else (regularization, at.regularization)
    places = np.union1d(kind.grid(kind.low, kind.high), now).astype(now.dtype)
    every = search_sensitivity(*((places, strength[0]) if kind is n else (size[0], places)))
    bounds = np.asarray(every.bound)
    low = np.log10(np.asarray(every.largest).min()) - 0.3
    return Picture(
        panel(
            curve(ACROSS, UP, GREY, width=1),
            points(1, 0, INK, "the other records", symbol="square", size=15),
            points(moving(np.stack([-stands, -stands], axis=1)), moving(np.stack([side, -side], axis=1)),
                   [BLUE, ORANGE], "the last one, replaced"),
            x=_bare(), y=_bare(scaleanchor="x"), heading="the records", across=(0, 0.44),
        ),
        panel(
            curve(0.5 * ACROSS, 0.5 * UP, PURPLE, width=2, dash="dash"),
            curve([0, 0], moving(half), INK, width=2),
            points([0, 0], moving(half), [BLUE, ORANGE]),
            x=_bare(0.62), y=_bare(0.62, scaleanchor="x2"), heading="both w*, bound = 1",
            across=(0.56, 1),
        ),
        panel(
            curve(found.back, moving(found.ratio), GREEN),
            curve([0, 1], [1, 1], PURPLE, dash="dash"),
            points(moving(stands), moving(share), INK),
            x=axis("place of the last record", 0, 1), y=axis("", 0, 1.12, nticks=3),
            heading="distance ÷ bound", across=(0, 0.44),
        ),
        panel(
            curve(places, bounds, PURPLE, "bound 2/(nλ)", dash="dash"),
            curve(places, every.largest, GREEN, "worst found", width=4),
            upright(moving(now), GREY, reach=(1e-9, 1e9), width=2, dash="dot"),
            points(moving(np.repeat(now[:, None], 2, axis=1)), moving(np.stack([bound, worst], axis=1)),
                   [PURPLE, GREEN], size=12),
            x=axis(kind.label, **logarithmic(float(places[0]), float(places[-1]))),
            y=axis("", **logarithmic(10**low, 1.6 * float(bounds.max()), most=4)),
            heading="largest distance", across=(0.56, 1),
        ),
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
        card=card(
            "The sensitivity of the minimiser is at most 2/(nλ)",
            "LR-2",
            r"\lVert w^*(D_1)-w^*(D_2)\rVert\le\frac{2}{n\lambda}",
            r"@worst\;\le\;\frac{2}{@n\cdot @regularization}=@bound",
            rows={
                "bound 2/(nλ)": "bound",
                "largest distance found": "worst",
                "found ÷ bound": "ratio",
            },
            given=(
                "J is λ-strongly convex: (λ/2)‖w‖² is in it, and λ > 0",
                "the loss is 1-Lipschitz, and every feature vector has norm at most 1",
                "neighbours have one record replaced",
            ),
            note="The search tries one family of neighbours, so the truth lies between what it found and the bound. "
            "The constant 2 is approached, never reached.",
        ),
        code=shown,
    )  # fmt: skip


def _bare(reach: float = 1.08, **options: Any) -> dict[str, Any]:
    return {"range": [-reach, reach], "visible": False, "fixedrange": True, "constrain": "domain", **options}


def _moved() -> dict[str, float]:
    bound = float(sensitivity_bound(1000, 0.01))
    return {"answer": bound, "lost": bound * 0.01, "removed": bound / 2, "stiff": float(sensitivity_bound(1000, 0.1))}


SECTION = Section(draw, axes=(place, regularization, n))
