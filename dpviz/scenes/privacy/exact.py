"""Answers without chance: rounded however coarsely, some neighbour is given away."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, plain
from dpviz.mechanisms.rounded_sweep import RoundedSweep
from dpviz.scenes.marks import heading, line, points

TOP = 1.0


def exact_scene(
    *,
    name: str,
    sweep: RoundedSweep,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """What is published for each true count, and who is given away (DP-3).

    Parameters
    ----------
    name : str
        What is counted.
    sweep : RoundedSweep
    axis, values, start, code
        See `Scene`.
    """
    leaks = np.isinf(sweep.loss)
    x = sweep.counts
    edge = np.where(leaks, x - 0.5, np.nan)
    low = np.nanmin(x, axis=1) - 1
    high = np.nanmax(x, axis=1) + 1
    bars = np.where(leaks, TOP, np.where(np.isnan(sweep.loss), np.nan, 0.0))
    at = np.nanargmin(np.abs(x - sweep.true[:, None]), axis=1)
    rows = np.arange(len(values))
    now = sweep.published[rows, at]
    both = (float(np.nanmin(x)) - 1, float(np.nanmax(x)) + 1) if axis != "n" else None
    figure = style.figure(
        line(x[start], sweep.published[start], style.BLUE, "published", shape="hvh", width=4),
        points([sweep.true[start]], [now[start]], style.ORANGE, "the table", size=15),
        {"type": "bar", "x": edge[start], "y": bars[start], "xaxis": "x2", "yaxis": "y2", "width": 0.5,
         "marker": {"color": style.PURPLE}, "showlegend": False, "hoverinfo": "skip"},
        height=500,
        xaxis=style.axis("", anchor="y", range=both or [low[start], high[start]], showticklabels=False),
        xaxis2=style.axis("true count", anchor="y2", range=both or [low[start], high[start]], nticks=8),
        yaxis=style.axis("published", domain=[0.46, 1], nticks=5, range=_padded(sweep.published[start])),
        yaxis2=style.axis("loss", domain=[0, 0.3], range=[0, 1.1], tickvals=[0, 1], ticktext=["0", "∞"]),
        annotations=[heading("loss between one count and the next", 0.31)],
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): sweep.published,
        ("data", 1, "y"): now[:, None],
        ("data", 2, "x"): edge,
        ("data", 2, "y"): bars,
        ("layout", "yaxis", "range"): [tuple(_padded(row)) for row in sweep.published],
    }
    if axis == "n":
        motion |= {("data", 0, "x"): x, ("data", 1, "x"): sweep.true[:, None]}
        ends = [(float(a), float(b)) for a, b in zip(low, high, strict=True)]
        motion |= {("layout", "xaxis", "range"): ends, ("layout", "xaxis2", "range"): ends}
    return Scene(
        title=f"No noise, only rounding · {name}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            _sentence(float(t), float(p), float(w), x[f], leaks[f], float(sweep.worst[f]))
            for f, (t, p, w) in enumerate(zip(sweep.true, now, sweep.width, strict=True))
        ],
        table=Table(
            columns=("true count", "published", "one person fewer would give", "loss (nats)"),
            rows=tuple(_rows(x[f], sweep.published[f], sweep.loss[f], int(at[f])) for f in range(len(values))),
        ),
        slots={
            "width": [plain(float(w)) for w in sweep.width],
            "n": [str(int(k)) for k in sweep.n],
            "true": [plain(float(t)) for t in sweep.true],
            "worst": [nats(float(w)) for w in sweep.worst],
            "delta": [plain(float(d)) for d in sweep.delta],
        },
        card=Card(
            title="Without chance there is no privacy",
            source="DP-3",
            formula=formula(
                r"M(X)\ne M(X')\;\Rightarrow\;1=\Pr[M(X)=y]\;\le\;e^{\varepsilon}\cdot 0+\delta\;\Rightarrow\;\delta=1"
            ),
            rows=(("largest loss over all tables, in nats", "worst"), ("least δ at any finite ε", "delta")),
            assumptions=(Assumption("the release is a function of the table alone: no coins"),),
            note="Any two tables are joined by a chain of neighbours. If no step of the chain may change the answer, "
            "the answer is the same for all tables. The proof is given here; the source states the heading alone.",
        ),
        code=code,
    )  # fmt: skip


def _padded(row: NDArray[np.float64]) -> list[float]:
    low, high = float(np.nanmin(row)), float(np.nanmax(row))
    pad = 0.08 * (high - low) or 1.0
    return [low - pad, high + pad]


def _sentence(
    true: float, published: float, width: float, counts: NDArray[np.float64], leaks: Any, worst: float
) -> str:
    how = "as it is" if width == 1 else f"rounded to a multiple of {width:g}"
    said = f"The true count is {true:,.0f}. Published {how}: {published:,.0f}. "
    if worst == 0:
        return said + "Every table of this size gives 0: nobody is given away, and nothing is told."
    near = counts[leaks]
    if not len(near):
        return said + (
            "Between this table and those drawn nobody is given away. Further off somebody is: the loss is still ∞."
        )
    gap = near[np.abs(near - true).argmin()]
    if width == 1:
        return said + "Every person who counts moves it by one, with certainty: the loss is ∞ everywhere."
    return said + (
        f"Whoever stands between {gap - 1:,.0f} and {gap:,.0f} is given away with certainty: the loss is ∞ there, "
        "and the worst case is all that the promise looks at."
    )


def _rows(x: Any, published: Any, loss: Any, at: int) -> tuple[tuple[str, ...], ...]:
    around = range(max(1, at - 4), min(len(x), at + 5))
    return tuple(
        (f"{x[i]:,.0f}", f"{published[i]:,.0f}", f"{published[i - 1]:,.0f}", nats(float(loss[i])))
        for i in around
        if not np.isnan(loss[i])
    )
