"""A run of draws filling a histogram, with the law it must approach."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.answers import Answers
from dpviz.draw.scene import Scene, Table
from dpviz.draw.words import nats, percent, plain, probability
from dpviz.mechanisms.sweep import LawSweep
from dpviz.scenes.exponential.law import SHOWN


def draws_scene(
    *,
    answers: Answers,
    sweep: LawSweep,
    counts: NDArray[np.int64],
    last: NDArray[np.int64],
    seed: int,
    axis: str,
    values: NDArray[np.float64],
    start: int,
    code: str = "",
) -> Scene:
    """How often each answer was drawn, against its exact probability (EXP-1).

    Parameters
    ----------
    answers : Answers
        The m candidates.
    sweep : LawSweep
        The laws drawn from; the whiskers are two standard errors of that many draws.
    counts : ndarray of shape (F, m)
        Draws of each answer so far; the row's sum is the number of draws, 0 allowed.
    last : ndarray of shape (F,)
        The latest draw, -1 for none.
    seed : int
    axis, values, start, code
        See `Scene`.
    """
    laws, epsilon = sweep.laws, sweep.epsilon
    total = counts.sum(axis=1)
    share = counts / np.maximum(total, 1)[:, None]
    spread = 2 * np.sqrt(laws * (1 - laws) / np.maximum(total, 1)[:, None])
    spread[total == 0] = 0
    top = min(1.06, 1.12 * float(max(laws.max(), share[total >= 30].max(initial=0.0))))
    figure = style.figure(
        {"type": "bar", "x": answers.x, "y": share[start], "name": "share of the draws",
         "marker": {"color": style.BLUE}},
        {"type": "scatter", "mode": "markers", "x": answers.x, "y": laws[start], "name": "exact probability",
         "marker": {"color": style.ORANGE, "size": 9, "symbol": "diamond"},
         "error_y": {"type": "data", "array": spread[start], "color": style.ORANGE, "thickness": 1.5}},
        height=400,
        xaxis=style.axis(answers.axis, **answers.x_options),
        yaxis=style.axis("share of the draws", range=[0, top], tickformat=".0%", nticks=5),
    )  # fmt: skip
    motion: dict[tuple[str | int, ...], Any] = {
        ("data", 0, "y"): share,
        ("data", 1, "y"): laws,
        ("data", 1, "error_y", "array"): spread,
    }
    return Scene(
        title=answers.title("A run of draws"),
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            _sentence(answers, count, law, int(k), int(y), float(e), seed)
            for count, law, k, y, e in zip(counts, laws, total, last, epsilon, strict=True)
        ],
        table=Table(
            columns=("answer", "drawn", "share", "exact", "± two standard errors"),
            rows=tuple(
                _rows(answers, c, s, p, w)
                for c, s, p, w in zip(counts, share, laws, spread, strict=True)
            ),
        ),
        slots={
            "epsilon": [plain(float(e)) for e in epsilon],
            "n": [str(int(k)) for k in sweep.n],
            "draws": [str(int(k)) for k in total],
            "seed": [str(seed)],
        },
        code=code,
    )  # fmt: skip


def _sentence(
    answers: Answers,
    count: NDArray[np.int64],
    law: NDArray[np.float64],
    draws: int,
    last: int,
    epsilon: float,
    seed: int,
) -> str:
    if draws == 0:
        return "No answer has been drawn yet: press Step for one, Play for many."
    best = int(law.argmax())
    if draws == 1:
        return f"The first answer drawn is {answers.said(last)}. In practice this is all anybody gets to see."
    spread = 2 * float(np.sqrt(law[best] * (1 - law[best]) / draws))
    return (
        f"Of {draws:,} draws (seed {seed}, ε = {nats(epsilon)}) {int(count[best]):,} gave "
        f"{answers.said(best)}: {percent(count[best] / draws)}, where {percent(float(law[best]))} is exact and "
        f"luck alone moves it by {100 * spread:.2g} points either way. The last one gave {answers.said(last)}."
    )


def _rows(answers: Answers, count: Any, share: Any, law: Any, spread: Any) -> tuple[tuple[str, ...], ...]:
    order = np.argsort(-law, kind="stable")[:SHOWN]
    return tuple(
        (
            answers.labels[y],
            str(int(count[y])),
            f"{share[y]:.3f}",
            probability(float(law[y])),
            f"{spread[y]:.3f}",
        )
        for y in order
    )
