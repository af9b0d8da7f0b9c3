"""How far one record can move the minimiser: a search beside the bound, and why λ stands below."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain
from dpviz.erm.sensitivity_sweep import SensitivitySweep
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.private_regression.scales import logarithmic

Floats = NDArray[np.float64]
AXES = {"regularization": "λ, the pull to zero", "n": "n, the records"}


def sensitivity_scene(
    *,
    along: SensitivitySweep,
    places: Floats,
    shown: str,
    found: SensitivitySweep,
    mine: SensitivitySweep,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Two neighbours, their minimisers, and the distance for every position of the replaced record (LR-2).

    Parameters
    ----------
    along : SensitivitySweep
        At each of `places` along `shown`: the lowest panel.
    places : ndarray of shape (K,)
    shown : {"regularization", "n"}
    found : SensitivitySweep
        Of F frames, at the positions that were searched.
    mine : SensitivitySweep
        Of F frames, ``mine.here`` of shape (F, F', 2); its diagonal is used where F' is F, else its first column.
    axis, values, start, code
        See `Scene`.
    """
    frames = np.arange(len(values))
    own = frames if len(mine.back) > 1 else np.zeros_like(frames)
    back = mine.back[own]
    side = np.sqrt(1 - back**2)
    here, distance = mine.here[frames, own], mine.distance[frames, own]
    share, best = distance / found.bound, found.distance[frames, found.worst]
    ratio = found.distance / found.bound[:, None]
    worst_back = found.back[found.worst]
    half = 0.5 * share
    circle = np.linspace(0, 2 * np.pi, 73)
    spot = {"regularization": found.regularization, "n": found.n.astype(float)}[shown]
    worst_along = along.distance[np.arange(len(places)), along.worst]
    now = np.stack([found.bound, best], axis=1)
    marks, here_x = np.repeat(spot[:, None], 2, axis=1), np.repeat(spot[:, None], 2, axis=1)
    record = np.stack([-back, -back], axis=1), np.stack([side, -side], axis=1)
    right: dict[str, Any] = {"xaxis": "x2", "yaxis": "y2"}
    middle: dict[str, Any] = {"xaxis": "x3", "yaxis": "y3"}
    lowest: dict[str, Any] = {"xaxis": "x4", "yaxis": "y4"}
    both = np.stack([half, -half], axis=1)
    low = float(np.log10(min(worst_along.min(), (2 / along.n).min()))) - 0.3
    figure = style.figure(
        line(np.cos(circle), np.sin(circle), style.GREY, width=1),
        points([1], [0], style.INK, "the other records", symbol="square", size=15),
        points(record[0][start], record[1][start], [style.BLUE, style.ORANGE], "the last one, replaced", size=13),
        line(0.5 * np.cos(circle), 0.5 * np.sin(circle), style.PURPLE, width=2, dash="dash", **right),
        line([0, 0], both[start], style.INK, width=2, **right),
        points([0, 0], both[start], [style.BLUE, style.ORANGE], size=13, **right),
        line(found.back, ratio[start], style.GREEN, width=3, **middle),
        line([0, 1], [1, 1], style.PURPLE, width=3, dash="dash", **middle),
        points([back[start]], [share[start]], style.INK, size=13, **middle),
        line(places, along.bound, style.PURPLE, "bound 2/(nλ)", dash="dash", **lowest),
        line(places, worst_along, style.GREEN, "worst found", width=4, **lowest),
        line(places, 2 / along.n, style.GREY, "2/n, λ forgotten", dash="dot", width=2, **lowest),
        line(here_x[start], [1e-9, 1e9], style.GREY, width=2, dash="dot", **lowest),
        points(marks[start], now[start], [style.PURPLE, style.GREEN], size=12, **lowest),
        height=880,
        margin={"l": 64, "r": 16, "t": 104, "b": 56},
        xaxis=_bare(domain=[0, 0.46]),
        yaxis=_bare(domain=[0.7, 0.97], scaleanchor="x"),
        xaxis2=_bare(0.62, domain=[0.54, 1], anchor="y2"),
        yaxis2=_bare(0.62, domain=[0.7, 0.97], scaleanchor="x2", anchor="x2"),
        xaxis3=style.axis("how far back the last record stands", anchor="y3", range=[0, 1]),
        yaxis3=style.axis("÷ bound", anchor="x3", domain=[0.42, 0.6], range=[0, 1.12], nticks=3),
        xaxis4=style.axis(AXES[shown], anchor="y4", **logarithmic(float(places[0]), float(places[-1]))),
        yaxis4=style.axis("distance", anchor="x4", domain=[0, 0.25],
                          **logarithmic(10**low, 1.6 * float(along.bound.max()), most=4)),
        annotations=[
            heading("the records", 0.975),
            {**heading("both w*, bound = 1", 0.975), "x": 0.54},
            heading("their distance, for every place", 0.605),
            heading("the worst of them, and what is promised", 0.255),
        ],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 2, "x"): record[0],
        ("data", 2, "y"): record[1],
        ("data", 4, "y"): both,
        ("data", 5, "y"): both,
        ("data", 8, "x"): back[:, None],
        ("data", 8, "y"): share[:, None],
        ("data", 6, "y"): ratio,
        ("data", 12, "x"): here_x,
        ("data", 13, "x"): marks,
        ("data", 13, "y"): now,
    }
    return Scene(
        title="How far one record moves the answer",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"{int(found.n[f]):,} records, λ = {found.regularization[f]:.3g}. With the last record {back[f]:.3g} back, "
            f"replacing it by its mirror image moves w* by {distance[f]:.3g}. The search finds {best[f]:.3g} at most, "
            f"at {worst_back[f]:.3g} back. The bound 2/(nλ) is {found.bound[f]:.3g}; without λ it would be "
            f"{2 / found.n[f]:.2g}, and false."
            for f in range(len(values))
        ],
        table=Table(
            columns=("", "value"),
            rows=tuple(
                (
                    ("w* with the record on one side", f"({here[f, 0]:.5g}, {here[f, 1]:.5g})"),
                    ("w* with it on the other", f"({here[f, 0]:.5g}, {-here[f, 1]:.5g})"),
                    ("distance between them", f"{distance[f]:.5g}"),
                    ("largest found", f"{best[f]:.5g}"),
                    ("bound 2/(nλ)", f"{found.bound[f]:.5g}"),
                    ("largest found ÷ bound", f"{best[f] / found.bound[f]:.4f}"),
                )
                for f in range(len(values))
            ),
        ),
        slots={
            "n": [str(int(v)) for v in found.n],
            "regularization": [plain(round(float(v), 10)) for v in found.regularization],
            "back": [plain(round(float(v), 10)) for v in back],
            "distance": [f"{v:.6g}" for v in distance],
            "worst": [f"{v:.6g}" for v in best],
            "bound": [f"{v:.6g}" for v in found.bound],
            "ratio": [f"{v:.4f}" for v in best / found.bound],
            "forgotten": [f"{2 / v:.3g}" for v in found.n],
        },
        card=Card(
            title="One record moves the minimiser by at most 2/(nλ)",
            source="LR-2",
            formula=formula(r"\lVert w^*(D_1)-w^*(D_2)\rVert\le\frac{2}{n\lambda}"),
            filled=formula(r"\text{@worst}\;\le\;\frac{2}{\text{@n}\cdot\text{@regularization}}=\text{@bound}"),
            rows=(
                ("bound 2/(nλ)", "bound"),
                ("largest distance found", "worst"),
                ("found ÷ bound", "ratio"),
                ("2/n, as the notes have come down", "forgotten"),
            ),
            assumptions=(
                Assumption("J is λ-strongly convex: (λ/2)‖w‖² is in it, and λ > 0"),
                Assumption("the loss has slope at most 1, and every record length at most 1"),
                Assumption("neighbours have one record replaced"),
            ),
            note="The search tries one family of neighbours, so the truth lies between what it found and the bound. "
            "The constant 2 is approached, never reached.",
        ),
        code=code,
    )  # fmt: skip


def _bare(reach: float = 1.08, **options: Any) -> dict[str, Any]:
    return {"range": [-reach, reach], "visible": False, "fixedrange": True, "constrain": "domain", **options}
