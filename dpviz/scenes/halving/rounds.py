"""Arms, rounds, and who survives."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.scenes.marks import heading, points
from dpviz.tuning.halving import Halving

Floats = NDArray[np.float64]


def rounds_scene(
    *,
    run: Halving,
    means: Floats,
    budget: int,
    seed: int,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """One run of successive halving, round by round (SH-1).

    Parameters
    ----------
    run : Halving
    means : ndarray of shape (n,)
        True means, the best first.
    budget, seed : int
    axis, values, start, code
        See `Scene`; the axis counts the rounds done, from 0.
    """
    n = len(means)
    places = np.arange(1, n + 1)
    seen = np.full((len(values), n), np.nan)
    pulled = np.zeros((len(values), n))
    colours: list[list[str]] = []
    alive = np.ones(n, dtype=bool)
    sentences, rows = [], []
    table: tuple[tuple[str, ...], ...] = ()
    for f, done in enumerate(values.astype(int)):
        if done:
            one = run.rounds[done - 1]
            seen[f] = seen[f - 1]
            seen[f, one.arms] = one.means
            pulled[f] = pulled[f - 1]
            pulled[f, one.arms] += one.pulls
            alive = np.isin(np.arange(n), one.kept)
            table = (
                *table,
                (str(done), str(len(one.arms)), f"{one.pulls:,}", ", ".join(str(a + 1) for a in one.kept)),
            )
            sentences.append(_sentence(run, done))
        else:
            rounds = "one round" if len(run.rounds) == 1 else f"{len(run.rounds)} rounds"
            sentences.append(
                f"{n} arms, {budget:,} pulls, {rounds}. Nothing is pulled yet. Arm 1 is the best, and nobody knows."
            )
        colours.append([style.BLUE if live else style.GREY for live in alive])
        rows.append(table)
    figure = style.figure(
        points(places, means, style.ORANGE, "true mean (hidden)", symbol="line-ew-open", size=16),
        points(places, seen[start], colours[start], "mean seen in its last round", size=11),
        {"type": "bar", "x": places, "y": pulled[start], "xaxis": "x2", "yaxis": "y2", "showlegend": False,
         "hoverinfo": "skip", "marker": {"color": colours[start]}},
        height=540,
        margin={"l": 64, "r": 16, "t": 44, "b": 56},
        xaxis=style.axis("", anchor="y", range=[0.3, n + 0.7], showticklabels=False),
        yaxis=style.axis("reward", domain=[0.45, 1], range=[-0.04, 1.04]),
        xaxis2=style.axis("arm: blue ones are still in", anchor="y2", range=[0.3, n + 0.7], nticks=min(n, 16)),
        yaxis2=style.axis("pulls", domain=[0, 0.32], nticks=4,
                          range=[0, 1.1 * max(sum(one.pulls for one in run.rounds), 1)]),
        annotations=[heading("pulls so far", 0.33)],
    )  # fmt: skip
    shown = [run.rounds[max(int(done) - 1, 0)] for done in values]
    return Scene(
        title="Who survives",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "y"): seen,
            ("data", 1, "marker", "color"): colours,
            ("data", 2, "y"): pulled,
            ("data", 2, "marker", "color"): colours,
        },
        sentences=sentences,
        table=Table(columns=("round", "arms", "pulls of each", "kept"), rows=tuple(rows)),
        slots={
            "budget": [str(budget)],
            "seed": [str(seed)],
            "arms": [str(n)],
            "survivor": [str(run.survivor + 1)],
            "rounds": [str(len(run.rounds))],
            "in": [str(len(one.arms)) for one in shown],
            "pulls": [f"{one.pulls:,}" for one in shown],
            "kept": [str(len(one.kept)) for one in shown],
            "used": [f"{sum(one.pulls * len(one.arms) for one in run.rounds[: int(d)]):,}" for d in values],
        },
        card=Card(
            title="Every round has the same share of the budget",
            source="SH-1",
            formula=formula(
                r"R=\lceil\log_2 n\rceil,\qquad t_r=\left\lfloor\frac{B}{|S_r|\,R}\right\rfloor,\qquad"
                r"|S_{r+1}|=\lceil |S_r|/2\rceil"
            ),
            filled=formula(
                r"R=\text{@rounds},\qquad "
                r"t=\left\lfloor\frac{\text{@budget}}{\text{@in}\cdot\text{@rounds}}\right\rfloor=\text{@pulls},\qquad\text{@in}\to\text{@kept}"
            ),
            rows=(
                ("arms in this round", "in"),
                ("pulls of each", "pulls"),
                ("arms kept", "kept"),
                ("pulls used so far", "used"),
            ),
            assumptions=(
                Assumption("B is at least n R, so that every arm is pulled in every round"),
                Assumption("each round uses fresh pulls only; arms that tie are put in random order"),
            ),
            note="S is the set of arms that are in. Before the first round its numbers are shown.",
        ),
        code=code,
    )


def _sentence(run: Halving, done: int) -> str:
    one = run.rounds[done - 1]
    left = len(one.kept)
    times = "once" if one.pulls == 1 else f"{one.pulls:,} times"
    said = f"Round {done}: {len(one.arms)} arms are pulled {times} each; {left} {'stay' if left > 1 else 'stays'}. "
    if 0 not in one.kept:
        gone = next(i for i, r in enumerate(run.rounds[:done], 1) if 0 not in r.kept)
        when = "now" if gone == done else f"in round {gone}"
        said += f"The best arm was lost {when}, and nothing will bring it back. "
    if left == 1:
        right = run.survivor == 0
        said += f"Arm {run.survivor + 1} wins: {'the best one' if right else 'not the best one'}."
    elif 0 in one.kept:
        said += "The best is still in."
    return said
