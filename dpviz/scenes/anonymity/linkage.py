"""A few known ratings find their owner: precision and recall along the knowledge and along its noise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity.linkage import Linked
from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import percent, plain, probability
from dpviz.scenes.marks import SHARES, heading, line, points

Floats = NDArray[np.float64]


def _band(low: Floats, high: Floats) -> Floats:
    """The outline of a band, shape (F, 2 p): there along its low side, back along its high one."""
    return np.concatenate([low, high[:, ::-1]], axis=1)


def linkage_scene(
    *,
    rare: Linked,
    alike: Linked,
    targets: int,
    ratings: NDArray[np.int64],
    wrong: Floats,
    levels: Floats,
    threshold: Floats,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """How many of the people looked for are found, and how many of those found are the right ones (LEG-5).

    Parameters
    ----------
    rare, alike : Linked
        With rare items counting more, and all alike; counts of shape (F, w, j): the threshold of each frame, each
        share of wrong stars, and 1, ..., j known ratings.
    targets : int
        People looked for, in the table or not.
    ratings : ndarray of int, shape (F,)
        Known ratings of each frame, 1 to j.
    wrong : ndarray, shape (F,)
        Share of wrong stars of each frame, one of `levels`.
    levels : ndarray, shape (w,)
    threshold : ndarray, shape (F,)
    seed : int
    axis, values, start, code
        See `Scene`.
    """
    frames = np.arange(len(values))
    at_wrong, at_known = np.searchsorted(levels, wrong), ratings - 1
    steps = np.arange(1, rare.accepted.shape[2] + 1)
    # Along the knowledge at the noise of now, shape (F, j); along the noise at the knowledge of now, (F, w).
    cuts: tuple[Callable[[NDArray[Any]], NDArray[Any]], ...] = (
        lambda a: a[frames, at_wrong],
        lambda a: a[frames, :, at_known],
    )

    def now(a: NDArray[Any]) -> NDArray[Any]:
        return a[frames, at_wrong, at_known]

    xs = (steps, levels)
    here = (ratings[:, None].astype(float), wrong[:, None])
    traces: list[dict[str, Any]] = []
    motion: dict[tuple[str | int, ...], Any] = {}

    def add(trace: dict[str, Any], y: Floats, x: Floats | None = None) -> None:
        motion["data", len(traces), "y"] = y
        if x is not None:
            motion["data", len(traces), "x"] = x
        traces.append(trace | {"y": y[start]} | ({} if x is None else {"x": x[start]}))

    for place, (cut, x) in enumerate(zip(cuts, xs, strict=True)):
        end = str(place + 1) if place else ""
        where: dict[str, Any] = {"xaxis": f"x{end}", "yaxis": f"y{end}"}
        first = place == 0
        around = np.concatenate([x, x[::-1]])
        for colour, faint, share, band, name in (
            (style.BLUE, style.FAINT_BLUE, "recall", "recall_band", "found, of those in the table"),
            (style.ORANGE, style.FAINT_ORANGE, "precision", "precision_band", "right, of those named"),
        ):
            low, high = getattr(rare, band)
            add(line(around, None, style.CLEAR, fill="toself", fillcolor=faint, width=0, **where),
                _band(cut(low), cut(high)))  # fmt: skip
            add(
                line(
                    x,
                    None,
                    colour,
                    name if first else "",
                    dash="solid" if share == "recall" else "dash",
                    **where,
                ),
                cut(getattr(rare, share)),
            )
        add(line(x, None, style.GREY, "found, all items counting alike" if first else "", width=2, dash="dot",
                 **where), cut(alike.recall))  # fmt: skip
        add(
            points(None, None, style.PURPLE, "now" if first else "", **where),
            now(rare.recall)[:, None],
            here[place],
        )
    recall, precision = now(rare.recall), now(rare.precision)
    bands = [(now(low), now(high)) for low, high in (rare.recall_band, rare.precision_band)]
    named, right, found_alike = now(rare.accepted), now(rare.correct), now(alike.recall)
    figure = style.figure(
        *traces,
        height=600,
        xaxis=style.axis("ratings known", anchor="y", range=[0.8, steps[-1] + 0.2], dtick=1),
        xaxis2=style.axis("share of them wrong", anchor="y2", range=[-0.03, 1.03], tickvals=[0, 0.25, 0.5, 0.75, 1],
                          ticktext=["0", "25 %", "50 %", "75 %", "100 %"]),
        yaxis=style.axis("share", domain=[0.6, 0.93], **SHARES),
        yaxis2=style.axis("share", domain=[0, 0.34], **SHARES),
        annotations=[
            heading("with as much noise as now", 0.935),
            heading("with as many ratings known as now", 0.345),
        ],
    )  # fmt: skip
    figure["layout"]["legend"] |= {"y": 1.02}
    present = rare.present
    return Scene(
        title="A few ratings find their owner",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"The attacker knows {_ratings(int(j))} of each person, {percent(float(w))} of them drawn anew. "
            f"{_named(int(named[f]), int(right[f]), targets, float(threshold[f]))} "
            f"That finds {percent(float(recall[f]))} of the {present} "
            f"who are in the table (band {percent(float(bands[0][0][f]))} to {percent(float(bands[0][1][f]))}); "
            f"with all items counting alike, {percent(float(found_alike[f]))}."
            for f, (j, w) in enumerate(zip(ratings, wrong, strict=True))
        ],
        table=Table(
            columns=("ratings known", "named", "right", "found", "right of those named", "found, all alike"),
            rows=tuple(
                tuple(
                    (
                        str(j + 1),
                        str(int(rare.accepted[f, i, j])),
                        str(int(rare.correct[f, i, j])),
                        probability(float(rare.recall[f, i, j])),
                        _share(float(rare.precision[f, i, j])),
                        probability(float(alike.recall[f, i, j])),
                    )
                    for j in range(len(steps))
                )
                for f, i in zip(frames, at_wrong, strict=True)
            ),
        ),
        slots={
            "ratings": [str(int(j)) for j in ratings],
            "wrong": [plain(round(float(w), 10)) for w in wrong],
            "threshold": [plain(float(x)) for x in threshold],
            "seed": [str(seed)],
            "named": [str(int(x)) for x in named],
            "right": [str(int(x)) for x in right],
            "recall": [probability(float(x)) for x in recall],
            "precision": [_share(float(x)) for x in precision],
            "recall_band": _bands(*bands[0]),
            "precision_band": _bands(*bands[1]),
            "alike": [probability(float(x)) for x in found_alike],
        },
        card=Card(
            title="A record is named only if it stands out",
            source="LEG-5",
            formula=formula(
                r"s(\text{record})=\sum_{i\text{ known}}"
                r"\frac{e^{-|\text{difference in stars}|}}{\ln(1+\text{raters of }i)},"
                r"\qquad\text{named if}\quad\frac{s_1-s_2}{\text{sd}(s)}>\text{threshold}"
            ),
            filled=formula(
                r"\frac{\text{right}}{\text{in the table}}=\frac{\text{@right}}{" + str(present) + r"}=\text{@recall},"
                r"\qquad\frac{\text{right}}{\text{named}}=\frac{\text{@right}}{\text{@named}}=\text{@precision}"
            ),
            rows=(
                ("found, of those in the table", "recall"),
                ("its band, two standard errors", "recall_band"),
                ("right, of those named", "precision"),
                ("its band", "precision_band"),
                ("found, all items counting alike", "alike"),
                ("threshold", "threshold"),
            ),
            assumptions=(Assumption("the ratings are synthetic: a few popular items, and a long tail of rare ones"),),
            note=f"s₁ and s₂ are the largest and the second score. Sums run over known items that the record holds. "
            f"The attacker looks for {targets} people; {present} of them are in the table, the others can only be "
            "named wrongly. The lecture notes name rarity and give no weights: 1 / ln(1 + raters) is our choice. "
            "It helps a little: by a few in a hundred, and by about ten where half of what is known is wrong.",
        ),
        code=code,
    )  # fmt: skip


def _ratings(count: int) -> str:
    return "one rating" if count == 1 else f"{count} ratings"


def _named(named: int, right: int, targets: int, threshold: float) -> str:
    said = f"A record that stands out by more than {threshold:.3g} is there for {named} of {targets} people looked for"
    return f"{said}, and it is the right one {right} times." if named else f"{said}."


def _bands(low: Floats, high: Floats) -> list[str]:
    return [f"{probability(float(a))} to {probability(float(b))}" for a, b in zip(low, high, strict=True)]


def _share(x: float) -> str:
    return "nobody named" if np.isnan(x) else probability(x)
