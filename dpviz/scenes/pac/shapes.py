"""Which labellings a class can make: points shattered or not, and how their number grows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.learning.concepts import ConceptClass
from dpviz.learning.shattering_sweep import Growth, Shattering
from dpviz.scenes.marks import heading, line, points

SIGNS = {"0": "–", "1": "+"}


def shatter_scene(
    *,
    concepts: ConceptClass,
    found: Shattering,
    instances: list[str],
    noun: str,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """The reader's points, one concept after another, and the labellings made so far (VC-1).

    Parameters
    ----------
    concepts : ConceptClass
        On eight instances.
    found : Shattering
    instances : list of str
        What the eight instances are called.
    noun : str
        What a concept is called.
    axis, values, start, code
        `values` are the concepts; see `Scene`.
    """
    at = values.astype(int)
    labels = concepts.labels()[at]
    place = found.points - concepts.first
    k, total = len(place), 1 << len(place)
    accepted = np.where(labels, 0.0, np.nan)
    plus, minus = (np.where(labels[:, place] == bit, 1.0, np.nan) for bit in (True, False))
    wish = [SIGNS[bit] for bit in _bits(found.wanted, k)]
    ways = np.arange(total)
    made, never = found.found[at], ~found.found[-1]
    seen = np.where(made, 0.0, np.nan)
    waiting = np.where(~made, 0.0, np.nan)
    current = found.ways[at]
    edge = [-0.6, total - 0.4]
    every = total <= 16
    figure = style.figure(
        points(np.arange(8), accepted[start], style.GREEN, "accepted", symbol="square", size=22),
        points(place, plus[start], style.ORANGE, "labelled +", symbol="circle", size=17),
        points(place, minus[start], style.BLUE, "labelled –", symbol="circle-open", size=17),
        points(ways, waiting[start], style.GREY, "not made", symbol="square-open", size=_mark(total),
               xaxis="x2", yaxis="y2"),
        points(ways, seen[start], style.PURPLE, "made so far", symbol="square", size=_mark(total),
               xaxis="x2", yaxis="y2"),
        points([current[start]], [0.55], style.INK, "now", symbol="triangle-down", size=12, xaxis="x2", yaxis="y2"),
        points([found.wanted], [-0.55], style.GREEN, "yours", symbol="triangle-up", size=12,
               xaxis="x2", yaxis="y2"),
        height=430,
        xaxis=style.axis("instance", range=[-0.6, 7.6], tickvals=list(range(8)), ticktext=instances, anchor="y"),
        yaxis=style.axis("", domain=[0.6, 1], range=[-0.6, 1.7], tickvals=[0, 1], ticktext=["rule", "points"]),
        xaxis2=style.axis("labelling of your points", range=edge, anchor="y2",
                          tickvals=ways.tolist() if every else [],
                          ticktext=["<br>".join(SIGNS[b] for b in _bits(int(w), k)) for w in ways] if every else [],
                          tickangle=0),
        yaxis2=style.axis("", domain=[0, 0.22], range=[-1, 1], tickvals=[]),
        annotations=[heading(f"all {total:,} labellings of your {_points(k)}", 0.24)],
    )  # fmt: skip
    counts = made.sum(axis=1)
    reachable = int(found.found[-1].sum())
    verdict = (
        f"These {_points(k)} are shattered: some {noun} makes each of the {total:,} labellings."
        if reachable == total
        else f"Only {reachable:,} of {total:,} labellings can be made: your points are not shattered."
    )
    mine = (
        ""
        if k == 0
        else f" Yours, {' '.join(wish)}, "
        + (f"no {noun} makes." if never[found.wanted] else "is one of them.")
    )
    return Scene(
        title="Can every labelling be made?",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): accepted,
            ("data", 1, "y"): plus,
            ("data", 2, "y"): minus,
            ("data", 3, "y"): waiting,
            ("data", 4, "y"): seen,
            ("data", 5, "x"): current[:, None].astype(float),
        },
        sentences=[
            f"“{concepts.name(int(j))}” labels your points "
            f"{' '.join(SIGNS[b] for b in _bits(int(w), k)) or '(there are none)'}; {c:,} of {total:,} labellings so "
            f"far. {verdict}{mine}"
            for j, w, c in zip(at, current, counts, strict=True)
        ],
        table=Table(
            columns=("labelling", f"made by some {noun}"),
            rows=(
                tuple(
                    ("".join(SIGNS[b] for b in _bits(int(w), k)) or "(none)", "no" if never[w] else "yes")
                    for w in ways[:32]
                ),
            ),
        ),
        slots={
            "k": [str(k)],
            "total": [str(total)],
            "reachable": [str(reachable)],
            "points": [repr(found.points.tolist())],
            "so_far": [str(int(c)) for c in counts],
        },
        card=Card(
            title="Shattered: all labellings can be made",
            source="VC-1",
            formula=formula(r"|C(S)|=2^{|S|}\quad\Longleftrightarrow\quad S\text{ is shattered}"),
            filled=formula(r"|C(S)|=\text{@reachable},\qquad 2^{\text{@k}}=\text{@total}"),
            rows=(("labellings that can be made", "reachable"), ("labellings there are", "total")),
            assumptions=(Assumption("these points are shattered", (reachable == total,)),),
            note="The VC dimension is the size of the largest set of points that is shattered, wherever it lies.",
        ),
        code=code,
    )


def growth_scene(
    *,
    found: Growth,
    noun: str,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """The growth function beside 2^n and Sauer's bound (VC-2, VC-3).

    Parameters
    ----------
    found : Growth
    noun : str
        What the class is called.
    axis, values, start, code
        `values` are numbers of points; see `Scene`.
    """
    at = values.astype(int)
    x = np.arange(9)
    here = np.stack([at, at], axis=1).astype(float)
    heights = np.stack([found.ways[at], found.sauer[at]], axis=1).astype(float)
    dots: dict[str, Any] = {"mode": "lines+markers", "marker": {"size": 9}}
    figure = style.figure(
        line(x, found.all_ways, style.GREY, "2ⁿ, all labellings", width=2),
        line(x[found.vc :], found.power[found.vc :], style.GREEN, "(en/VC)^VC", dash="dot", width=2),
        line(x, found.ways, style.BLUE, f"made by {noun}", width=4, **dots),
        line(x, found.sauer, style.ORANGE, "Sauer’s bound", dash="dash", width=3),
        points(here[start], heights[start], [style.BLUE, style.ORANGE], "now", symbol="circle-open", size=18),
        height=420,
        xaxis=style.axis("points n", range=[-0.2, 8.2], dtick=1),
        yaxis=style.axis("most labellings of any n points", type="log", range=[-0.1, 2.6],
                         tickvals=[1, 2, 4, 8, 16, 32, 64, 128, 256],
                         ticktext=["1", "2", "4", "8", "16", "32", "64", "128", "256"]),
    )  # fmt: skip
    return Scene(
        title=f"How many labellings? · {noun}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 4, "x"): here, ("data", 4, "y"): heights},
        sentences=[
            f"{noun.capitalize()} label {_points(k)} in at most {found.ways[k]:,} of {found.all_ways[k]:,} ways. With "
            f"VC dimension {found.vc}, Sauer’s bound is {found.sauer[k]:,}"
            + (": met exactly." if found.sauer[k] == found.ways[k] else ".")
            for k in at
        ],
        table=Table(
            columns=("points", noun, "Sauer’s bound", "all labellings"),
            rows=(
                tuple(
                    (str(k), f"{found.ways[k]:,}", f"{found.sauer[k]:,}", f"{found.all_ways[k]:,}")
                    for k in range(9)
                ),
            ),
        ),
        slots={
            "k": [str(k) for k in at],
            "vc": [str(found.vc)],
            "ways": [str(found.ways[k]) for k in at],
            "sauer": [str(found.sauer[k]) for k in at],
            "power": ["–" if np.isnan(found.power[k]) else f"{found.power[k]:.2f}" for k in at],
        },
        card=Card(
            title="Sauer’s bound",
            source="VC-2, VC-3",
            formula=formula(
                r"G(n)\le\sum_{i\le\mathrm{VC}}\binom{n}{i}\le\left(\frac{e\,n}{\mathrm{VC}}\right)^{\mathrm{VC}}"
            ),
            filled=formula(
                r"n=\text{@k},\;\mathrm{VC}=\text{@vc}:\quad\text{@ways}\le\text{@sauer}\le\text{@power}"
            ),
            rows=(("labellings made", "ways"), ("Sauer’s bound", "sauer"), ("the rougher form", "power")),
            assumptions=(
                Assumption(
                    "n is at least the VC dimension, for the rougher form",
                    tuple(bool(k >= found.vc) for k in at),
                ),
            ),
            note="Found by trying all sets of points on a line of eight. Up to VC points G(n) is 2ⁿ; one source prints "
            "2 to the power VC there.",
        ),
        code=code,
    )


def _bits(way: int, k: int) -> str:
    return f"{way:0{k}b}" if k else ""


def _points(k: int) -> str:
    return f"{k} point" if k == 1 else f"{k} points"


def _mark(total: int) -> int:
    return 22 if total <= 8 else 13 if total <= 16 else 8 if total <= 64 else 4
