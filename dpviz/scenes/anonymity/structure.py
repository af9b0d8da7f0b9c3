"""A social graph without names: who is found by how they are connected."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity.structure_sweep import StructureSweep
from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import percent, probability
from dpviz.scenes.anonymity.layout import edges, spring_layout
from dpviz.scenes.marks import SHARES, line, points

BARE = {"showgrid": False, "showticklabels": False, "range": [-1.08, 1.08]}
Floats = NDArray[np.float64]
KNOWN = (
    "nothing of whom anybody knows",
    "how many friends each has",
    "each one’s number of friends, and their friends’",
    "the numbers of friends up to three steps away",
    "the numbers of friends up to four steps away",
)


def structure_scene(
    *,
    sweep: StructureSweep,
    depth: NDArray[np.int64],
    seeds: NDArray[np.int64],
    links: str,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The graph with those who are alone in their class, and their share along both kinds of knowledge (LEG-5).

    Parameters
    ----------
    sweep : StructureSweep
    depth, seeds : ndarray of int, shape (F,)
        What the attacker knows in each frame.
    links : str
        Friends each newcomer made, for the code.
    seed : int
    axis, values, start, code
        See `Scene`.
    """
    n, graphs = len(sweep.graph), len(sweep.alone)
    of = sweep.of[depth, seeds]
    mine = np.stack([np.bincount(row)[row] for row in of])
    crowd = mine.max(axis=1)
    alone = mine == 1
    is_seed = np.zeros((len(values), n), dtype=bool)
    for frame, count in enumerate(seeds):
        is_seed[frame, sweep.order[:count]] = True
    # The first largest class, if it is one of several people.
    biggest = (
        np.stack([row == row[m.argmax()] for row, m in zip(of, mine, strict=True)]) & (crowd > 1)[:, None]
    )
    at = spring_layout(sweep.graph)
    groups = (
        (~alone & ~is_seed, points(None, None, style.BLUE, "looks like others", size=11)),
        (alone & ~is_seed, points(None, None, style.ORANGE, "found", symbol="square", size=11)),
        (is_seed, points(None, None, style.PURPLE, "found before", symbol="diamond", size=15)),
        (biggest, points(None, None, style.INK, "largest crowd", symbol="circle-open", size=19)),
    )
    edge_x, edge_y = edges(sweep.graph, at)
    traces: list[dict[str, Any]] = [line(edge_x, edge_y, style.GRID, width=1.5)]
    motion: dict[tuple[str | int, ...], Any] = {}
    for held, trace in groups:
        y = np.where(held, at[:, 1], np.nan)
        motion["data", len(traces), "y"] = y
        traces.append(trace | {"x": at[:, 0], "y": y[start]})
    share, mean, error = sweep.alone[0] / n, sweep.mean, sweep.error
    rows = np.arange(len(values))
    now = share[depth, seeds][:, None]
    panels = (
        ("2", np.arange(share.shape[0]), share[:, seeds].T, mean[:, seeds].T, error[:, seeds].T, depth),
        ("3", np.arange(share.shape[1]), share[depth], mean[depth], error[depth], seeds),
    )
    for end, x, this, middle, around, here in panels:
        where: dict[str, Any] = {"xaxis": f"x{end}", "yaxis": f"y{end}"}
        low, high = np.clip(middle - around, 0, 1), np.clip(middle + around, 0, 1)
        band = np.concatenate([low, high[:, ::-1]], axis=1)
        for trace, y in (
            (line(np.concatenate([x, x[::-1]]), None, style.CLEAR, fill="toself", fillcolor=style.FAINT_BLUE,
                  width=0, **where), band),
            (line(x, None, style.BLUE, f"mean of {graphs} graphs" if end == "2" else "", width=2, dash="dot",
                  **where), middle),
            (line(x, None, style.ORANGE, "this graph" if end == "2" else "", **where), this),
        ):  # fmt: skip
            motion["data", len(traces), "y"] = y
            traces.append(trace | {"y": y[start]})
        motion["data", len(traces), "x"], motion["data", len(traces), "y"] = here[:, None].astype(float), now
        traces.append(
            points(motion["data", len(traces), "x"][start], now[start], style.PURPLE, size=13, **where)
        )
    figure = style.figure(
        *traces,
        height=680,
        xaxis=style.axis("", anchor="y", **BARE),
        yaxis=style.axis("", domain=[0.38, 1], **BARE),
        xaxis2=style.axis("depth", anchor="y2", domain=[0, 0.42], range=[-0.3, share.shape[0] - 0.7], dtick=1),
        yaxis2=style.axis("found", domain=[0, 0.27], **SHARES),
        xaxis3=style.axis("people found before", anchor="y3", domain=[0.56, 1], dtick=2,
                          range=[-0.4, share.shape[1] - 0.6]),
        yaxis3=style.axis("", anchor="x3", domain=[0, 0.27], **SHARES),
    )  # fmt: skip
    people = [int(row.sum()) for row in alone]
    return Scene(
        title="Who knows whom",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"The attacker knows {KNOWN[depth[f]]}{_seeds(int(seeds[f]))}. "
            f"{_found(people[f], n, int(seeds[f]))} {_crowd(int(crowd[f]))} "
            f"In {graphs} such graphs the mean is {percent(float(mean[depth[f], seeds[f]]))} "
            f"± {100 * error[depth[f], seeds[f]]:.1f} %."
            for f in rows
        ],
        table=Table(
            columns=("depth", "found in this graph", "found, mean", "±"),
            rows=tuple(
                tuple(
                    (str(d), f"{int(sweep.alone[0, d, s])} of {n}", probability(float(mean[d, s])),
                     f"{error[d, s]:.4f}")
                    for d in range(share.shape[0])
                )
                for s in seeds
            ),
        ),
        slots={
            "depth": [str(int(d)) for d in depth],
            "seeds": [str(int(s)) for s in seeds],
            "links": [links],
            "seed": [str(seed)],
            "alone": [str(x) for x in people],
            "crowd": [str(int(x)) for x in crowd],
            "classes": [str(int(row.max()) + 1) for row in of],
            "mean": [probability(float(mean[d, s])) for d, s in zip(depth, seeds, strict=True)],
        },
        card=Card(
            title="Whoever is connected like nobody else is found",
            source="LEG-5",
            formula=formula(
                r"c_{0}(v)=0,\qquad c_{d+1}(v)=\big(c_{d}(v),\ \{c_{d}(w):\ w\text{ a friend of }v\}\big)"
            ),
            filled=formula(
                r"d=\text{@depth},\ \text{@seeds}\text{ found before}:\quad "
                r"\#\{v:\ \text{nobody else has }c_{d}(v)\}=\text{@alone}"
            ),
            rows=(
                ("classes of people who look alike", "classes"),
                ("people alone in theirs: found", "alone"),
                ("largest class", "crowd"),
                ("share found, mean of all graphs", "mean"),
            ),
            assumptions=(
                Assumption("the graph is synthetic: newcomers befriend some of those there, the popular more often"),
                Assumption("the graph is published whole and unchanged; only the names are taken out"),
            ),
            note="c is what the attacker knows of a person; the braces keep count of equals. Depth 1 is the number of "
            "friends. People found before are drawn at random, and one’s distances to them are known too. Whom a "
            "symmetry of the graph exchanges, no depth tells apart. The notes only name this attack: the graph and "
            "both kinds of knowledge are our reconstruction.",
        ),
        code=code,
    )  # fmt: skip


def _seeds(count: int) -> str:
    if not count:
        return ""
    return f", and the distance to {'one person' if count == 1 else f'{count} people'} found before"


def _found(alone: int, n: int, seeds: int) -> str:
    if not alone:
        return f"Nobody of {n} is found."
    them = "person is" if alone == 1 else "people are"
    also = f", those {seeds} among them" if seeds > 1 else ", that one among them" if seeds else ""
    return f"{alone} of {n} {them} like nobody else, and found ({percent(alone / n)}{also})."


def _crowd(size: int) -> str:
    return f"The largest crowd has {size} people." if size > 1 else "There is no crowd left to hide in."
