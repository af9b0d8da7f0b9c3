"""A small universe, every cell a bar: the estimate, the truth, and the query that is shown this round."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain, small
from dpviz.queries import Marginals, Trajectory
from dpviz.scenes.marks import heading, line, points

Floats = NDArray[np.float64]


def share(p: float) -> str:
    """A fraction of people, to a tenth of a percent."""
    return f"{100 * p:.1f} %"


def counted(mistakes: int) -> str:
    """So many mistakes, in words."""
    return "1 mistake" if mistakes == 1 else f"{mistakes} mistakes"


def bars_scene(
    *,
    runs: tuple[Trajectory, ...],
    states: NDArray[np.int64],
    alpha: Floats,
    queries: Marginals,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """The estimate before and after a round, the truth, and the cells of the query shown (PMW-3).

    Parameters
    ----------
    runs : tuple of F Trajectory
        The run of each frame.
    states : ndarray of shape (F,)
        How many rounds are over; a run that is shorter shows its end.
    alpha : ndarray of shape (F,)
    queries : Marginals
        Over the cells drawn.
    axis, values, start, code
        See `Scene`.
    """
    size, frames = queries.size, len(values)
    at = np.minimum(states, [run.rounds for run in runs])
    estimates = {id(run): run.estimates for run in runs}
    after = np.array([estimates[id(run)][t] for run, t in zip(runs, at, strict=True)])
    before = np.array([estimates[id(run)][max(t - 1, 0)] for run, t in zip(runs, at, strict=True)])
    truth = runs[0].truth
    top = 1.12 * float(max(truth.max(), after.max(), before.max()))
    inside = np.zeros((frames, size))
    answers = np.full((frames, 3), np.nan)
    names = []
    for f, (run, t) in enumerate(zip(runs, at, strict=True)):
        if t == 0:
            names.append("")
            continue
        query, sign = int(run.query[t - 1]), int(run.sign[t - 1])
        asked = queries.values(query, sign)
        inside[f] = top * asked
        answers[f] = asked @ truth, asked @ before[f], asked @ after[f]
        names.append(queries.name(query, sign))
    places = np.arange(size)
    narrow = size > 32
    figure = style.figure(
        {"type": "bar", "x": places, "y": inside[start], "width": 1, "name": "the query’s cells", "hoverinfo": "skip",
         "marker": {"color": style.FAINT_ORANGE}},
        {"type": "bar", "x": places, "y": after[start], "width": 0.7, "name": "estimate", "hoverinfo": "skip",
         "marker": {"color": style.BLUE}},
        points(places, before[start], style.INK, "a round before", symbol="line-ew-open", size=7 if narrow else 13),
        points(places, truth, style.ORANGE, "truth", symbol="diamond", size=5 if narrow else 9),
        line([0, 1], [0, 0], style.GRID, width=2, xaxis="x2", yaxis="y2"),
        points(answers[start, 1:2], [0], style.GREY, symbol="line-ns-open", size=22, xaxis="x2", yaxis="y2"),
        points(answers[start, 2:], [0], style.BLUE, symbol="square", size=14, xaxis="x2", yaxis="y2"),
        points(answers[start, :1], [0], style.ORANGE, symbol="diamond", size=14, xaxis="x2", yaxis="y2"),
        height=560,
        barmode="overlay",
        xaxis=style.axis(_facts(queries), range=[-0.7, size - 0.3], anchor="y", domain=[0, 1], showgrid=False,
                         **_ticks(queries)),
        yaxis=style.axis("share of people", range=[0, top], tickformat=".0%", domain=[0.4, 1]),
        xaxis2=style.axis("share of people in the query’s cells", range=[-0.02, 1.02], tickformat=".0%", anchor="y2"),
        yaxis2=style.axis("", range=[-1, 1], domain=[0, 0.1], showticklabels=False, showgrid=False, anchor="x2"),
        annotations=[heading(_asked(names[start]), 0.11)],
    )  # fmt: skip
    sentences = [
        _sentence(run, int(t), name, found, float(a))
        for run, t, name, found, a in zip(runs, at, names, answers, alpha, strict=True)
    ]
    return Scene(
        title=f"{size} cells, one for each kind of person",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): inside,
            ("data", 1, "y"): after,
            ("data", 2, "y"): before,
            ("data", 5, "x"): answers[:, 1:2],
            ("data", 6, "x"): answers[:, 2:],
            ("data", 7, "x"): answers[:, :1],
            ("layout", "annotations", 0, "text"): [_asked(name) for name in names],
        },
        sentences=sentences,
        table=Table(
            columns=("cell", "who is in it", "truth", "estimate", "asked this round"),
            rows=tuple(
                tuple(
                    (cell_text(queries, c), who(queries, c), share(truth[c]), share(after[f, c]),
                     "yes" if inside[f, c] else "–")
                    for c in range(size)
                )
                for f in range(frames)
            ),
        ),
        slots={
            "t": [str(int(t)) for t in at],
            "alpha": [plain(float(a)) for a in alpha],
            "eta": [plain(abs(run.eta)) for run in runs],
            "rate": [("−" if run.eta > 0 else "+") + small(abs(run.eta)) for run in runs],
            "before": ["–" if np.isnan(a[1]) else share(a[1]) for a in answers],
            "after": ["–" if np.isnan(a[2]) else share(a[2]) for a in answers],
            "exact": ["–" if np.isnan(a[0]) else share(a[0]) for a in answers],
            "worst": [share(float(run.max_error[t])) for run, t in zip(runs, at, strict=True)],
        },
        card=Card(
            title="Weight moves away from what is answered too high",
            source="PMW-3",
            formula=formula(r"\hat p\,'(x)=\frac{\hat p(x)\,e^{-\eta\,q(x)}}{\sum_y \hat p(y)\,e^{-\eta\,q(y)}}"),
            filled=formula(r"e^{\text{@rate}}\ \text{for shaded cells: their share }\text{@before}\to\text{@after}"),
            rows=(
                ("the query on the estimate, before", "before"),
                ("and after", "after"),
                ("in truth", "exact"),
                ("largest error of any query now", "worst"),
            ),
            assumptions=(
                Assumption("the query’s answer on the estimate is too high, by more than α",
                           tuple(bool(t == 0 or a[1] - a[0] > alpha[f] - 1e-12)
                                 for f, (t, a) in enumerate(zip(at, answers, strict=True)))),
                Assumption("the sign is minus", tuple(run.eta > 0 for run in runs)),
            ),
            note="A query that is answered too low has a complement that is answered too high; that one is shown "
            "then. The update reads the query and the estimate, never the people.",
        ),
        code=code,
    )  # fmt: skip


def cell_text(queries: Marginals, cell: int) -> str:
    """A cell's bits."""
    return format(cell, f"0{queries.bits}b")


def who(queries: Marginals, cell: int) -> str:
    """Who is in a cell: what is true of them."""
    found = [
        name for name, bit in zip(queries.attributes, cell_text(queries, cell), strict=True) if bit == "1"
    ]
    return ", ".join(found) or "none of these"


def _ticks(queries: Marginals) -> dict[str, object]:
    step = max(1, queries.size // 16)
    places = list(range(0, queries.size, step))
    return {"tickvals": places, "ticktext": [cell_text(queries, c) for c in places], "tickangle": -90}


def _facts(queries: Marginals) -> str:
    """What the digits of a cell stand for, in two lines, so that a phone has room."""
    half = -(-queries.bits // 2)
    lines = [", ".join(queries.attributes[:half]), ", ".join(queries.attributes[half:])]
    return "yes (1) or no (0): " + ",<br>".join(lines)


def _asked(name: str) -> str:
    return f"“{name}”" if name else "no query yet"


def _sentence(run: Trajectory, t: int, name: str, answers: Floats, alpha: float) -> str:
    if t == 0:
        return (
            f"Nothing is known yet: each of the {run.workload.size} cells has the same share. The worst query is wrong "
            f"by {share(float(run.max_error[0]))}."
        )
    exact, before, after = answers
    said = (
        f"Round {t} shows “{name}”: the estimate said {share(before)}, the truth is {share(exact)}. "
        f"Now the estimate says {share(after)}"
    )
    if run.eta < 0:
        said += ", which is even further off"
    elif after < exact - alpha:
        said += ", which is too low by more than α"
    worst = float(run.max_error[t])
    if t == run.rounds and run.stopped:
        return (
            said + f". No query is wrong by more than {100 * alpha:.3g} % any more: done after {counted(t)}."
        )
    return said + f". The worst query is wrong by {share(worst)}."
