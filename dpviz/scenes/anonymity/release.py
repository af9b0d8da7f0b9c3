"""A generalised table: how large its classes are, how diverse, how close to the whole, and what they tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.anonymity.release_sweep import Release, histogram
from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import number, percent, plain, probability
from dpviz.scenes.marks import HALVES, heading, line

SIZES = np.array([1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000])  # where the bars of class sizes begin
DIVERSITIES = np.array([1, 1.001, *np.arange(1.25, 4.01, 0.25)])  # the first bar is "one value only"
DISTANCES = np.arange(0, 1, 0.05)
BELIEFS = np.array([*np.arange(0, 1, 0.1), 1.0])  # the last bar is certainty
PEOPLE = {"range": [0, 1.05], **HALVES}


def _bars(
    at: NDArray[Any], people: NDArray[np.int64], well: NDArray[np.bool_], starts: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shares of the people in each bar: of those for whom it is well, and of the others."""
    total = people.sum()
    return (
        histogram(at[well], people[well], starts) / total,
        histogram(at[~well], people[~well], starts) / total,
    )


def _bar(y: Any, colour: str, name: str, place: int, *, legend: bool) -> dict[str, Any]:
    end = "" if place == 1 else str(place)
    return {"type": "bar", "x": list(range(len(y))), "y": y, "name": name, "showlegend": legend, "hoverinfo": "skip",
            "marker": {"color": colour}, "xaxis": f"x{end}", "yaxis": f"y{end}"}  # fmt: skip


def _threshold(x: float, place: int) -> dict[str, Any]:
    end = "" if place == 1 else str(place)
    return {"type": "line", "xref": f"x{end}", "x0": x, "x1": x, "yref": f"y{end} domain", "y0": 0, "y1": 1,
            "line": {"color": style.PURPLE, "width": 3, "dash": "dot"}}  # fmt: skip


def _ticks(words: Sequence[str]) -> dict[str, Any]:
    return {"tickvals": list(range(len(words))), "ticktext": list(words), "range": [-0.6, len(words) - 0.4],
            "showgrid": False}  # fmt: skip


def _sizes() -> list[str]:
    last = [*(SIZES[1:] - 1), 0]
    return [f"{a}" if a == b else f"{a:,}+" for a, b in zip(SIZES, last, strict=True)]


def release_scene(
    *,
    releases: Sequence[Release],
    published: Sequence[str],
    k_anon: NDArray[np.int64],
    l_diverse: NDArray[np.float64],
    t_close: NDArray[np.float64],
    levels: NDArray[np.int64],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """Three rows of bars, people by their class's size, diversity and distance, with what is wanted (LEG-1 to LEG-3).

    Parameters
    ----------
    releases : sequence of Release, length F
    published : sequence of str, length F
        What is published, in words.
    k_anon, l_diverse, t_close : ndarray, shape (F,)
        What is wanted: the least size, the least e^H, the largest distance.
    levels : ndarray of int, shape (F, q)
        The levels of the columns, for the code.
    axis, values, start, code
        See `Scene`.
    """
    rows: list[list[NDArray[np.float64]]] = [[] for _ in range(6)]
    for release, k, least, far in zip(releases, k_anon, l_diverse, t_close, strict=True):
        sizes = release.classes.sizes
        parts = (
            *_bars(sizes, sizes, sizes >= k, SIZES),
            *_bars(release.diversity, sizes, release.diversity >= least - 1e-9, DIVERSITIES),
            *_bars(release.distance, sizes, release.distance <= far + 1e-9, DISTANCES),
        )
        for row, part in zip(rows, parts, strict=True):
            row.append(part)
    bars = [np.stack(row) for row in rows]
    # A line stands between two bars: what is wanted is the start of one of them, or lies within one.
    lines = np.column_stack([
        _between(k_anon, SIZES), _between(l_diverse, DIVERSITIES), _between(t_close, DISTANCES),
    ])  # fmt: skip
    enough = [bool(r.k_anon >= k) for r, k in zip(releases, k_anon, strict=True)]
    diverse = [bool(r.l_diverse >= least - 1e-9) for r, least in zip(releases, l_diverse, strict=True)]
    close = [bool(r.t_close <= far + 1e-9) for r, far in zip(releases, t_close, strict=True)]
    quarter = ["1", "", *(f"{x:g}" for x in DIVERSITIES[2:])]
    figure = style.figure(
        *(
            _bar(bars[2 * place + kind][start], (style.BLUE, style.ORANGE)[kind], ("as wanted", "not as wanted")[kind],
                 place + 1, legend=place == 0)
            for place in range(3)
            for kind in range(2)
        ),
        # Only for the legend: the lines themselves are shapes.
        line([None], [None], style.PURPLE, "wanted: k, l, t", dash="dot"),
        height=640,
        barmode="stack",
        xaxis=style.axis("", anchor="y", **_ticks(_sizes())),
        xaxis2=style.axis("", anchor="y2", **_ticks(quarter)),
        xaxis3=style.axis("", anchor="y3", **_ticks([f"{x:.2g}" if i % 2 == 0 else "" for i, x in
                                                    enumerate(DISTANCES)])),
        yaxis=style.axis("people", domain=[0.73, 0.94], **PEOPLE),
        yaxis2=style.axis("people", domain=[0.36, 0.57], **PEOPLE),
        yaxis3=style.axis("people", domain=[0, 0.2], **PEOPLE),
        shapes=[_threshold(float(lines[start, place]), place + 1) for place in range(3)],
        annotations=[
            heading("size of one’s class", 0.945),
            heading("diversity of one’s class, e<sup>H</sup>", 0.575),
            heading("distance from the whole table", 0.205),
        ],
    )  # fmt: skip
    figure["layout"]["legend"] |= {"y": 1.02, "traceorder": "normal"}  # stacked bars would turn it around
    motion: dict[tuple[str | int, ...], Any] = {("data", i, "y"): part for i, part in enumerate(bars)}
    for place in range(3):
        for end in ("x0", "x1"):
            motion["layout", "shapes", place, end] = lines[:, place]
    return Scene(
        title="Who looks alike in the table",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"Published: {words}. {_alike(r)} "
            f"It reaches k = {r.k_anon}, l = {r.l_diverse:.3g}, t = {r.t_close:.3g}. Wanted: k ≥ {k} {_yes(a)}, "
            f"l ≥ {plain(float(least))} {_yes(b)}, t ≤ {far:.2g} {_yes(c)}."
            for r, words, k, least, far, a, b, c in zip(
                releases, published, k_anon, l_diverse, t_close, enough, diverse, close, strict=True
            )
        ],
        table=Table(
            columns=("", "this release"),
            rows=tuple(
                (
                    ("classes", number(len(r.classes))),
                    ("people alone in their class", number(r.alone)),
                    (f"people in classes smaller than {k}", number(int(r.classes.below(int(k)).sum()))),
                    ("people whose class has one health value only", number(r.given_away)),
                    ("smallest class, k", str(r.k_anon)),
                    ("fewest different values in a class (distinct l)", str(int(r.distinct.min()))),
                    ("least e^H of a class (entropy l)", f"{r.l_diverse:.4g}"),
                    ("largest distance of a class, t", f"{r.t_close:.4g}"),
                )
                for r, k in zip(releases, k_anon, strict=True)
            ),
        ),
        slots={
            "levels": [str(tuple(row)) for row in levels.tolist()],
            "k": [str(r.k_anon) for r in releases],
            "l": [f"{r.l_diverse:.4g}" for r in releases],
            "t": [probability(r.t_close) for r in releases],
            "k_wanted": [str(int(k)) for k in k_anon],
            "l_wanted": [plain(float(least)) for least in l_diverse],
            "t_wanted": [f"{far:.2g}" for far in t_close],
            "alone": [number(r.alone) for r in releases],
        },
        card=Card(
            title="k-anonymous, l-diverse, t-close",
            source="LEG-1, LEG-2, LEG-3",
            formula=formula(
                r"\min_{C}|C|\ge k,\qquad\min_{C}e^{H(C)}\ge l,\qquad"
                r"\max_{C}\frac{1}{m-1}\sum_{i}\Big|\sum_{j\le i}(p_j(C)-q_j)\Big|\le t"
            ),
            filled=formula(
                r"k:\ \text{@k}\;(\text{@k_wanted}),\qquad "
                r"l:\ \text{@l}\;(\text{@l_wanted}),\qquad t:\ \text{@t}\;(\text{@t_wanted})"
            ),
            rows=(
                ("smallest class", "k"),
                ("least diversity, e to the entropy", "l"),
                ("largest distance from the whole table", "t"),
                ("people alone in their class", "alone"),
            ),
            assumptions=(
                Assumption("every class has at least k people: k-anonymous", tuple(enough)),
                Assumption(
                    "every class has e to the entropy of at least l: entropy l-diverse", tuple(diverse)
                ),
                Assumption("every class is within t of the whole table: t-close", tuple(close)),
            ),
            note="In brackets: what is wanted. "
            "A class C is everybody with the same published age, income, site and sex. H is the entropy of the "
            "class’s health in nats. Health has an order, so a step from excellent to poor costs 1 and a step to the "
            "next word a third. These are properties of one table; none of them speaks of what else is known.",
        ),
        code=code,
    )


def _alike(release: Release) -> str:
    people = f"{len(release.classes):,} classes"
    if release.alone:
        share = percent(release.alone / release.people)
        return f"{people}; {release.alone:,} of {release.people:,} people ({share}) are alone in theirs."
    return f"{people}; nobody is alone, and the smallest class has {release.k_anon:,} people."


def _yes(holds: bool) -> str:
    return "✓" if holds else "✗"


def _between(wanted: NDArray[Any], starts: NDArray[Any]) -> NDArray[np.float64]:
    """Where a threshold stands on an axis of bars that are one apart."""
    return np.interp(wanted, starts, np.arange(len(starts))) - 0.5


def told_scene(
    *,
    releases: Sequence[Release],
    published: Sequence[str],
    known: NDArray[np.int64],
    group: tuple[int, ...],
    name: str,
    levels: NDArray[np.int64],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """What somebody who finds their victim's class believes of its members (LEG-1, LEG-2).

    Parameters
    ----------
    releases : sequence of Release, length F
    published : sequence of str, length F
        What is published, in words.
    known : ndarray of int, shape (F,)
        How many values the attacker can rule out.
    group : tuple of int
        Codes of the values that mean the same to the attacker.
    name : str
        What the group is called.
    levels : ndarray of int, shape (F, q)
        The levels of the columns, for the code.
    axis, values, start, code
        See `Scene`.
    """
    truth, shared, sure, mean, most, whole = [], [], [], [], [], []
    for release, out in zip(releases, known, strict=True):
        belief, people = release.known(int(out))
        group_share, sizes = release.share_of(group), release.classes.sizes
        truth.append(histogram(belief, people, BELIEFS) / release.people)
        shared.append(histogram(group_share, sizes, BELIEFS) / release.people)
        sure.append(int(people[belief > 1 - 1e-9].sum()))
        mean.append(float(belief @ people / release.people))
        most.append(float(group_share.max()))
        whole.append(float(group_share @ sizes / release.people))
    words = [f"{100 * x:.0f}–" for x in BELIEFS[:-1]] + ["sure"]
    figure = style.figure(
        _bar(truth[start], style.BLUE, "", 1, legend=False),
        _bar(shared[start], style.BLUE, "", 2, legend=False),
        height=500,
        xaxis=style.axis("", anchor="y", **_ticks(words)),
        xaxis2=style.axis("belief, in %", anchor="y2", **_ticks(words)),
        yaxis=style.axis("people", domain=[0.6, 1], **PEOPLE),
        yaxis2=style.axis("people", domain=[0.02, 0.38], **PEOPLE),
        shapes=[_threshold(whole[start] * 10 - 0.5, 2)],
        annotations=[
            heading("belief in one’s true health", 1.0),
            heading(f"belief in {name}; dotted: whole table", 0.39),
        ],
    )
    for trace in figure["data"]:
        trace["marker"] = {"color": [style.BLUE] * 10 + [style.ORANGE]}
    return Scene(
        title="What one’s class tells",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): np.stack(truth),
            ("data", 1, "y"): np.stack(shared),
        },
        sentences=[
            f"Published: {text}. The attacker {_rules_out(int(out))}is sure of the health of {s:,} of "
            f"{r.people:,} people ({percent(s / r.people)}); {r.given_away:,} of them are in classes with one value "
            f"only. The mean belief in the truth is {percent(m)}. In the whole table {percent(w)} feel {name}; in the "
            f"class that leans most, {percent(top)}."
            for r, text, out, s, m, w, top in zip(
                releases, published, known, sure, mean, whole, most, strict=True
            )
        ],
        table=Table(
            columns=("belief", "people, of their true health", f"people, of {name}"),
            rows=tuple(
                tuple(
                    (
                        words[i] + (f"{100 * BELIEFS[i + 1]:.0f} %" if i < 10 else ""),
                        percent(float(a)),
                        percent(float(b)),
                    )
                    for i, (a, b) in enumerate(zip(own, other, strict=True))
                )
                for own, other in zip(truth, shared, strict=True)
            ),
        ),
        slots={
            "levels": [str(tuple(row)) for row in levels.tolist()],
            "known": [str(int(out)) for out in known],
            "sure": [str(s) for s in sure],
            "given": [str(r.given_away) for r in releases],
            "mean": [probability(m) for m in mean],
            "most": [probability(top) for top in most],
            "whole": [probability(w) for w in whole],
            "l": [str(int(r.distinct.min())) for r in releases],
        },
        card=Card(
            title="Diversity is what stands between a class and its members",
            source="LEG-1, LEG-2",
            formula=formula(
                r"\Pr[\,v\mid C,\ v\notin R\,]=\frac{\#\{v\text{ in }C\}}{\sum_{w\notin R}\#\{w\text{ in }C\}},"
                r"\qquad l>|R|+1\ \Rightarrow\ \Pr<1"
            ),
            rows=(
                ("values ruled out, at worst for the victim", "known"),
                ("people the attacker is sure of", "sure"),
                ("people in classes with one value only", "given"),
                ("fewest different values in a class, l", "l"),
                (f"largest share of a class that feels {name}", "most"),
                ("the same in the whole table", "whole"),
            ),
            assumptions=(
                Assumption(
                    "every class has more different values than are ruled out, and one more",
                    tuple(bool(r.distinct.min() > out + 1) for r, out in zip(releases, known, strict=True)),
                ),
                Assumption("the attacker knows the class, and takes each of its records for equally likely"),
            ),
            note="The values ruled out are those whose absence misleads the victim most: the most frequent others of "
            "the class. This is a choice of ours for the worst case.",
        ),
        code=code,
    )


def _rules_out(out: int) -> str:
    return {0: "", 1: "rules out one wrong value and "}.get(out, f"rules out {out} wrong values and ")
