"""Two tables that differ in one person: the tables, the two laws, and the ratio of the probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.answers import Answers
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain, probability
from dpviz.mechanisms.sweep import LawSweep
from dpviz.scenes.exponential.law import SHOWN
from dpviz.scenes.marks import HALVES

RELATION = {"replace": "replace one person", "add_remove": "add or remove one person"}


def tables_scene(
    *,
    answers: Answers,
    types: Answers,
    sweep: LawSweep,
    neighbours: LawSweep,
    pairs: NDArray[np.int64],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """Two neighbouring tables side by side, and the law of the answer on each (DP-1).

    Parameters
    ----------
    answers, types : Answers
        The m candidates, and the r kinds of person a table is made of.
    sweep, neighbours : LawSweep
        The laws on the table and on its neighbour, a frame at a time.
    pairs : ndarray of shape (F, 2)
        The kind the differing person leaves and the kind they join; -1 for none.
    axis, values, start, code
        See `Scene`.
    """
    counts, neighbour_counts = sweep.histograms, neighbours.histograms
    laws, neighbour_laws, epsilon = sweep.laws, neighbours.laws, sweep.epsilon
    top = 1.18 * float(max(counts.max(), neighbour_counts.max()))
    marks = [_marks(types, pair, count) for pair, count in zip(pairs, neighbour_counts, strict=True)]
    figure = style.figure(
        _bars(types.x, counts[start], style.BLUE, "the table", "y"),
        _bars(types.x, neighbour_counts[start], style.ORANGE, "its neighbour", "y"),
        {"type": "scatter", "mode": "text", "x": marks[start][0], "y": marks[start][1],
         "text": marks[start][2], "textposition": "top center", "cliponaxis": False,
         "showlegend": False, "hoverinfo": "skip", "textfont": {"color": style.ORANGE, "size": 18}},
        {**_bars(answers.x, laws[start], style.BLUE, "the table", "y2"), "xaxis": "x2", "showlegend": False},
        {**_bars(answers.x, neighbour_laws[start], style.ORANGE, "its neighbour", "y2"), "xaxis": "x2",
         "showlegend": False},
        height=560,
        barmode="group",
        bargroupgap=0,
        xaxis=style.axis(types.axis, anchor="y", **types.x_options),
        xaxis2=style.axis(answers.axis, anchor="y2", **answers.x_options),
        yaxis=style.axis("people", domain=[0.63, 1], range=[0, top], nticks=4),
        yaxis2=style.axis("probability of the answer", domain=[0, 0.42], range=[0, 1.04], **HALVES),
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 3, "y"): laws,
        ("data", 4, "y"): neighbour_laws,
    }
    if len(np.unique(counts, axis=0)) > 1 or len(np.unique(pairs, axis=0)) > 1:
        motion |= {
            ("data", 0, "y"): counts,
            ("data", 1, "y"): neighbour_counts,
            ("data", 2, "x"): [mark[0] for mark in marks],
            ("data", 2, "y"): [mark[1] for mark in marks],
            ("data", 2, "text"): [mark[2] for mark in marks],
        }
    return Scene(
        title=answers.title("Two tables that differ in one person"),
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            f"{_difference(types, pair)}. With ε = {nats(float(e))} the likeliest answer, {answers.said(y)}, "
            f"is given with probability {percent(float(p[y]))} on the table and {percent(float(q[y]))} "
            "on its neighbour: whoever sees the answer can hardly tell which table it came from."
            if abs(float(p[y]) - float(q[y])) < 0.1
            else f"{_difference(types, pair)}. With ε = {nats(float(e))} the likeliest answer, "
            f"{answers.said(y)}, is given with probability {percent(float(p[y]))} on the table and "
            f"{percent(float(q[y]))} on its neighbour: one person visibly moves the answer."
            for pair, e, p, q, y in zip(
                pairs, epsilon, laws, neighbour_laws, laws.argmax(axis=1), strict=True
            )
        ],
        table=Table(
            columns=("answer", "on the table", "on its neighbour", "ratio"),
            rows=tuple(_ratio_rows(answers, p, q) for p, q in zip(laws, neighbour_laws, strict=True)),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "n": [str(int(k)) for k in counts.sum(axis=1)],
            "move": [_move(pair) for pair in pairs],
        },
        code=code,
    )


def loss_scene(
    *,
    answers: Answers,
    types: Answers,
    sweep: LawSweep,
    neighbours: LawSweep,
    pairs: NDArray[np.int64],
    worst: dict[str, NDArray[np.float64]],
    calibrated: str,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """The ratio of each candidate's two probabilities against e^ε, and the exact worst loss (EXP-2, DP-2).

    Parameters
    ----------
    answers, types, sweep, neighbours, pairs, axis, values, start, code
        See `tables_scene`.
    worst : mapping of relation to ndarray of shape (F,)
        Exact loss against the worst neighbour of the table under each relation, in nats.
    calibrated : {"replace", "add_remove"}
        The relation the mechanism keeps its promise for.
    """
    epsilon, n = sweep.epsilon, sweep.n
    log_ratios = sweep.log_laws - neighbours.log_laws
    pair_loss = np.abs(log_ratios).max(axis=1)
    share = log_ratios / epsilon[:, None]
    meter = np.stack(
        [
            worst["add_remove"] / epsilon,
            worst["replace"] / epsilon,
            pair_loss / epsilon,
            np.ones(len(epsilon)),
        ],
        axis=1,
    )
    reach = max(1.15, 1.05 * float(meter.max()))
    names = ["worst, add or remove one", "worst, replace one", "these two tables", "promised: ε"]
    figure = style.figure(
        {"type": "bar", "x": answers.x, "y": share[start], "marker": {"color": style.BLUE}, "name": "ratio",
         "hovertemplate": "%{x}: %{y:.3f} of ε<extra></extra>"},
        {"type": "bar", "orientation": "h", "x": meter[start], "y": names, "xaxis": "x2", "yaxis": "y2",
         "marker": {"color": [style.GREEN, style.GREEN, style.BLUE, style.ORANGE]},
         "hovertemplate": "%{y}: %{x:.4f} × ε<extra></extra>"},
        height=560,
        showlegend=False,
        xaxis=style.axis(answers.axis, anchor="y", **answers.x_options),
        yaxis=style.axis("log of ratio ÷ ε", domain=[0.56, 1], range=[-reach, reach],
                         tickvals=[-1, -0.5, 0, 0.5, 1], ticktext=["−1", "−½", "0", "½", "1"]),
        xaxis2=style.axis("loss, as a share of the promised ε", anchor="y2", range=[0, reach]),
        yaxis2=style.axis("", domain=[0, 0.36], type="category"),
        shapes=[_promise(1.0, "y"), _promise(-1.0, "y"), _promise(1.0, "x2")],
        annotations=[
            {"text": "e<sup>ε</sup>: the promise", "xref": "paper", "x": 1, "xanchor": "right", "y": 1,
             "yref": "y", "yanchor": "bottom", "showarrow": False, "font": {"color": style.ORANGE}},
            {"text": "e<sup>−ε</sup>", "xref": "paper", "x": 1, "xanchor": "right", "y": -1, "yref": "y",
             "yanchor": "top", "showarrow": False, "font": {"color": style.ORANGE}},
        ],
    )  # fmt: skip
    other = "add_remove" if calibrated == "replace" else "replace"
    return Scene(
        title=answers.title("Is the promise kept?"),
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={("data", 0, "y"): share, ("data", 1, "x"): meter},
        sentences=[
            f"{_difference(types, pair)}. Their loss is {nats(float(own))}; over every neighbour of this "
            f"table of {int(k):,} people the worst loss is {nats(float(mine))} when you {RELATION[calibrated]}, "
            f"and {nats(float(theirs))} when you {RELATION[other]}. Promised was ε = {nats(float(e))}."
            for pair, own, mine, theirs, k, e in zip(
                pairs, pair_loss, worst[calibrated], worst[other], n, epsilon, strict=True
            )
        ],
        table=Table(
            columns=("quantity", "loss (nats)", "share of ε"),
            rows=tuple(
                tuple(
                    (name, nats(share_ * e), f"{share_:.4f}")
                    for name, share_ in zip(reversed(names), reversed(shares.tolist()), strict=True)
                )
                for shares, e in zip(meter, epsilon.tolist(), strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "n": [str(int(k)) for k in n],
            "ceiling": [f"{np.exp(e):.4g}" for e in epsilon],
            "ratio": [f"{np.exp(w):.4g}" for w in worst[calibrated]],
            "worst": [nats(float(w)) for w in worst[calibrated]],
            "other": [nats(float(w)) for w in worst[other]],
            "unspent": [f"{100 * (1 - w / e):.1f} %" for w, e in zip(worst[calibrated], epsilon, strict=True)],
        },
        card=Card(
            title="The mechanism is ε-differentially private",
            source="EXP-2, DP-1",
            formula=formula(r"\Pr[M(X)=y]\;\le\;e^{\varepsilon}\,\Pr[M(X')=y]"),
            filled=formula(r"\text{@ratio}\;\le\;e^{\text{@epsilon}}=\text{@ceiling}"),
            rows=(
                (f"exact worst loss, {RELATION[calibrated]}", "worst"),
                ("promised", "epsilon"),
                ("left unspent on this table", "unspent"),
                (f"exact worst loss, {RELATION[other]}", "other"),
            ),
            assumptions=(
                Assumption(f"neighbours: {RELATION[calibrated]}"),
                Assumption(
                    "no answer's ratio is above e^ε",
                    tuple(bool(w <= e * (1 + 1e-12)) for w, e in zip(worst[calibrated], epsilon, strict=True)),
                ),
            ),
            note="The promise is for every table; the loss here is exact, over every neighbour of this one.",
        ),
        code=code,
    )  # fmt: skip


def _bars(x: list[Any], y: NDArray[Any], colour: str, name: str, yaxis: str) -> dict[str, Any]:
    return {"type": "bar", "x": x, "y": y, "yaxis": yaxis, "name": name, "marker": {"color": colour}}


def _promise(at: float, axis: str) -> dict[str, Any]:
    line = {"type": "line", "line": {"color": style.ORANGE, "width": 2, "dash": "dash"}}
    if axis == "y":
        return {**line, "xref": "paper", "x0": 0, "x1": 1, "yref": "y", "y0": at, "y1": at}
    return {**line, "xref": "x2", "x0": at, "x1": at, "yref": "y2 domain", "y0": 0, "y1": 1}


def _marks(
    types: Answers, pair: NDArray[np.int64], counts: NDArray[np.int64]
) -> tuple[list[Any], list[float], list[str]]:
    """Where the differing person is: a minus over the kind they leave, a plus over the one they join."""
    leaves, joins = int(pair[0]), int(pair[1])
    marks = [(leaves, "−1")] * (leaves >= 0) + [(joins, "+1")] * (joins >= 0)
    x = types.x
    return [x[k] for k, _ in marks], [float(counts[k]) for k, _ in marks], [text for _, text in marks]


def _difference(types: Answers, pair: NDArray[np.int64]) -> str:
    leaves, joins = int(pair[0]), int(pair[1])
    if leaves < 0 and joins < 0:
        return "There is no such person among these, so nothing changes"
    if leaves < 0:
        return f"One person with {types.said(joins)} is added"
    if joins < 0:
        return f"One person with {types.said(leaves)} is removed"
    return f"One person changes from {types.said(leaves)} to {types.said(joins)}"


def _move(pair: NDArray[np.int64]) -> str:
    """The step from the table to its neighbour, as code."""
    leaves, joins = int(pair[0]), int(pair[1])
    steps = [f"neighbour[{leaves}] -= 1"] if leaves >= 0 else []
    return "; ".join([*steps, f"neighbour[{joins}] += 1"] if joins >= 0 else steps)


def _ratio_rows(
    answers: Answers, p: NDArray[np.float64], q: NDArray[np.float64]
) -> tuple[tuple[str, ...], ...]:
    order = np.argsort(-p, kind="stable")[:SHOWN]
    return tuple(
        (answers.labels[y], probability(float(p[y])), probability(float(q[y])),
         f"{p[y] / q[y]:.4g}" if q[y] > 0 else "∞" if p[y] > 0 else "–")
        for y in order
    )  # fmt: skip
