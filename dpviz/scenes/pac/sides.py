"""One concept and a band about its error: how often it leaves it on one side, and on either."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.scenes import style
from dpviz.scenes.formula import formula
from dpviz.scenes.marks import line, points
from dpviz.scenes.scene import Assumption, Card, Scene, Table
from dpviz.scenes.words import number, percent, plain, probability

Floats = NDArray[np.float64]


def sides_scene(
    *,
    n: NDArray[np.int64],
    exact: tuple[Floats, Floats],
    bound: tuple[Floats, Floats],
    asked: tuple[Floats, Floats],
    alpha: Floats,
    beta: Floats,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """One coin of a concept: how often it leaves the band on one side, and on either (PAC-6).

    Parameters
    ----------
    n : ndarray of int, shape (K,)
    exact, bound : pairs of ndarray of shape (F, K)
        Probability of leaving the band, and the theorem's bound, for one side and for both.
    asked : pair of ndarray of shape (F,)
        The n each theorem asks for.
    alpha, beta : ndarray of shape (F,)
    axis, values, start, code
        See `Scene`.
    """
    level = np.repeat(beta[:, None], 2, axis=1)
    at = [np.clip(a, n[0], n[-1]).astype(int) - n[0] for a in asked]
    frames = np.arange(len(alpha))
    # The one-sided size, read as if it promised both sides: what it gives, and what both sides' own size gives.
    spots = np.stack([n[i].astype(float) for i in at], axis=1)
    heights = np.stack([exact[1][frames, i] for i in at], axis=1)
    shown = np.where(np.stack(asked, axis=1) > n[-1], np.nan, heights)
    edge = [float(n[0]) - 0.5, float(n[-1]) + 0.5]
    figure = style.figure(
        line(n, exact[1][start], style.BLUE, "off on either side", width=4),
        line(n, exact[0][start], style.GREEN, "flattered", width=4),
        line(n, bound[1][start], style.BLUE, "2 exp(−2nα²)", dash="dash", width=2),
        line(n, bound[0][start], style.GREEN, "exp(−2nα²)", dash="dash", width=2),
        line(edge, level[start], style.GREY, "β", width=2),
        points(spots[start], shown[start], [style.GREEN, style.BLUE], "asked for", symbol="diamond", size=15),
        height=420,
        xaxis=style.axis("records n", range=edge, dtick=2),
        yaxis=style.axis("chance to leave the band", range=[0, 1.08], nticks=6),
    )
    first = [exact[1][f, i] for f, i in enumerate(at[0])]
    second = [exact[1][f, i] for f, i in enumerate(at[1])]
    holds = tuple(bool(p <= b + 1e-12 or a > n[-1]) for p, b, a in zip(first, beta, asked[0], strict=True))
    return Scene(
        title="Why two sides cost more than one",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): exact[1],
            ("data", 1, "y"): exact[0],
            ("data", 2, "y"): bound[1],
            ("data", 3, "y"): bound[0],
            ("data", 4, "y"): level,
            ("data", 5, "x"): spots,
            ("data", 5, "y"): shown,
        },
        sentences=[
            f"For α = {a:.3g} and β = {b:.3g} the formula without the 2 asks for {number(k)} "
            f"{'record' if k == 1 else 'records'}. "
            + (
                f"There the rule is off by more than α, on one side or the other, with probability {percent(p)}: "
                + ("within β, here." if ok else "more than β. The formula does not promise both sides.")
                if k <= n[-1]
                else "That is beyond the picture."
            )
            + (
                f" With the 2 it asks for {number(m)}, and the probability is {percent(q)}."
                if m <= n[-1]
                else ""
            )
            for a, b, k, p, ok, m, q in zip(alpha, beta, asked[0], first, holds, asked[1], second, strict=True)
        ],
        table=Table(
            columns=("records", "off on either side", "bound", "flattered", "bound"),
            rows=tuple(
                tuple(
                    (str(k), *(probability(float(v[f, i])) for v in (exact[1], bound[1], exact[0], bound[0])))
                    for i, k in enumerate(n[:8])
                )
                for f in frames
            ),
        ),
        slots={
            "alpha": [plain(float(a)) for a in alpha],
            "beta": [plain(float(b)) for b in beta],
            "one": [str(int(k)) for k in asked[0]],
            "two": [str(int(k)) for k in asked[1]],
            "first": [f"{p:.4f}" for p in first],
            "second": [f"{p:.4f}" for p in second],
        },
        card=Card(
            title="ln(|C|/β) is for one side, ln(2|C|/β) for both",
            source="PAC-6",
            formula=formula(
                r"n\ge\frac{\ln(|C|/\beta)}{2\alpha^2}\qquad\text{or}\qquad"
                r" n\ge\frac{\ln(2|C|/\beta)}{2\alpha^2}"
            ),
            filled=formula(
                r"|C|=1:\quad\frac{\ln(1/\text{@beta})}{2\times\text{@alpha}^2}\to\text{@one},\qquad"
                r"\frac{\ln(2/\text{@beta})}{2\times\text{@alpha}^2}\to\text{@two}"
            ),
            rows=(
                ("chance to be off on either side, at the first size", "first"),
                ("and at the second", "second"),
            ),
            assumptions=(Assumption("the first formula is enough for both sides here", holds),),
            note="The source prints the first formula where both sides could be meant. For learning one side is "
            "enough: only a rule that looks better than it is can mislead.",
        ),
        code=code,
    )  # fmt: skip
