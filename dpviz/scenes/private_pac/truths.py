"""Private learners do not overfit; and real people, whom no concept fits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, percent, plain
from dpviz.learning.curves import LearningCurve
from dpviz.learning.generalisation import Overfitting
from dpviz.scenes.marks import label, line
from dpviz.scenes.private_pac.sizes import nearest, upright

Values = NDArray[np.float64]


def overfit_scene(
    *,
    found: Overfitting,
    now: Overfitting,
    grid: NDArray[np.int64],
    points: int,
    n: NDArray[np.int64],
    epsilon: Values,
    enough: NDArray[np.int64],
    axis: str,
    values: Values,
    start: int,
    code: str = "",
) -> Scene:
    """Learners of all functions: the memoriser against the exponential learner, exactly (GEN-1, GEN-3).

    Parameters
    ----------
    found : Overfitting
        Of shape (F, G), over the grid.
    now : Overfitting
        Of shape (F,), at each frame's n.
    grid : ndarray of int, shape (G,)
    points : int
        The instances.
    n, epsilon, enough : ndarray of shape (F,)
        ``enough`` records make the two errors agree within ε with 95 % (GEN-2).
    axis, values, start, code
        See `Scene`.
    """
    where, ends = upright(n.astype(float), 0, 0.6)
    figure = style.figure(
        line(grid, found.memoriser[start], style.ORANGE, "memoriser, new instances", width=4),
        line(grid, np.zeros(len(grid)), style.ORANGE, "memoriser, its sample", dash="dash", width=3),
        line(grid, found.population[start], style.BLUE, "private, new instances", width=4),
        line(grid, found.empirical[start], style.BLUE, "private, its sample", dash="dash", width=3),
        line(where[start], ends, style.GREY, width=2, dash="dot"),
        height=440,
        margin={"l": 64, "r": 16, "t": 60, "b": 56},
        xaxis=style.axis("records n", type="log", range=[0, 5], tickvals=[1, 10, 100, 1000, 10_000, 100_000],
                         ticktext=["1", "10", "100", "1,000", "10⁴", "10⁵"]),
        yaxis=style.axis("expected error", range=[-0.02, 0.58]),
    )  # fmt: skip
    gap, allowed = np.asarray(now.gap), np.expm1(epsilon) * np.asarray(now.empirical)
    return Scene(
        title=f"All functions on {points:,} instances: what does the sample say about new ones?",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): np.asarray(found.memoriser),
            ("data", 2, "y"): np.asarray(found.population),
            ("data", 3, "y"): np.asarray(found.empirical),
            ("data", 4, "x"): where,
        },
        sentences=[
            f"After {int(k):,} records the memoriser errs on 0 % of its sample and on {percent(float(m))} of new "
            f"instances. The private learner at ε = {nats(float(e))} errs on {percent(float(s))} and "
            f"{percent(float(p))}: its sample tells the truth up to {percent(float(g))}."
            for k, e, m, p, s, g in zip(n, epsilon, now.memoriser, now.population, now.empirical, gap, strict=True)
        ],
        table=Table(
            columns=("learner", "error on its sample", "error on new instances", "gap"),
            rows=tuple(
                (("memoriser", "0", f"{m:.4f}", f"{m:.4f}"), ("private", f"{s:.4f}", f"{p:.4f}", f"{p - s:.4f}"))
                for m, p, s in zip(now.memoriser, now.population, now.empirical, strict=True)
            ),
        ),
        slots={
            "n": [str(int(k)) for k in n],
            "epsilon": [plain(float(e)) for e in epsilon],
            "points": [str(points)],
            "gap": [f"{g:.4f}" for g in gap],
            "most": [f"{a:.4f}" for a in allowed],
            "alone": [f"{t:.4f}" for t in np.tanh(epsilon / 4) / 2],
            "memory": [f"{m:.4f}" for m in now.memoriser],
            "enough": [f"{int(k):,}" for k in enough],
        },
        card=Card(
            title="A private learner cannot overfit, however large its class",
            source="GEN-1, GEN-2, GEN-3",
            formula=formula(
                r"\mathrm{E}[L_D]\;\le\;e^{\varepsilon}\,\mathrm{E}[L_X],\qquad"
                r"\text{no shared instance:}\quad\mathrm{E}[L_D]-\mathrm{E}[L_X]=\tfrac12\tanh\tfrac{\varepsilon}{4}"
            ),
            filled=formula(r"\mathrm{E}[L_D]-\mathrm{E}[L_X]=\text{@gap}\;\le\;\text{@most}"),
            rows=(
                ("gap allowed by ε, (e^ε − 1) E[L_X]", "most"),
                ("gap of the private learner, exact", "gap"),
                ("gap if no two records shared an instance", "alone"),
                ("gap of the memoriser, exact", "memory"),
                ("records for |L_D − L_X| ≤ ε with 95 % (pure ε)", "enough"),
            ),
            assumptions=(Assumption("records are drawn independently"),),
            note="The last row is quoted from memory of the literature: ln(6/β)/ε². A slide writes δ for β there; for "
            "(ε, δ)-privacy the distance is 18 ε and δ is the slack. The class of all functions has 2 to the 1,024 "
            "concepts; no bound that counts them says anything here.",
        ),
        code=code,
    )  # fmt: skip


def health_scene(
    *,
    curve: LearningCurve,
    rows: NDArray[np.int64],
    what: str,
    best: str,
    size: int,
    guaranteed: Values,
    n: NDArray[np.int64],
    epsilon: Values,
    axis: str,
    values: Values,
    start: int,
    code: str = "",
) -> Scene:
    """Mean error on the people of the table, with and without privacy: no concept is perfect (PP-3, agnostic).

    Parameters
    ----------
    curve : LearningCurve
        The learner with fewest errors in row 0, private ones after it.
    rows : ndarray of int, shape (F,)
    what, best : str
        The class, and its best concept, in words.
    size : int
        Its size.
    guaranteed : ndarray of shape (F, K)
        Excess error that the theorem guarantees.
    n, epsilon : ndarray of shape (F,)
    axis, values, start, code
        See `Scene`.
    """
    mean, low, high = (part[rows] for part in curve.mean())
    free = curve.mean()[0][0]
    x, each = curve.n, np.arange(len(rows))
    place = nearest(x, n)
    at = (each, place)
    band = np.concatenate([high, low[:, ::-1]], axis=1)
    ceiling = curve.best + guaranteed
    where, ends = upright(n.astype(float), 0.3, 0.62)
    figure = style.figure(
        {"type": "scatter", "mode": "lines", "x": np.concatenate([x, x[::-1]]), "y": band[start], "fill": "toself",
         "fillcolor": style.FAINT_BLUE, "line": {"color": style.CLEAR, "width": 0}, "hoverinfo": "skip",
         "showlegend": False},
        line(x, mean[start], style.BLUE, "private", width=4),
        line(x, ceiling[start], style.BLUE, "guaranteed with 95 %", dash="dash", width=2),
        line(x, free, style.ORANGE, "fewest errors, not private", width=4),
        line([float(x[0]), float(x[-1])], [curve.best] * 2, style.GREEN, width=2, dash="dot"),
        line(where[start], ends, style.GREY, width=2, dash="dot"),
        height=440,
        margin={"l": 64, "r": 16, "t": 60, "b": 56},
        xaxis=style.axis("people n", type="log", range=[float(np.log10(x[0])), float(np.log10(x[-1]))],
                         tickvals=[10, 100, 1000, 10_000], ticktext=["10", "100", "1,000", "10,000"]),
        yaxis=style.axis("mean error on the table", range=[0.35, 0.6]),
        annotations=[label("best in the class", float(curve.best), style.GREEN, anchor="top")],
    )  # fmt: skip
    return Scene(
        title=f"Who feels excellent? · {what}",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "y"): band,
            ("data", 1, "y"): mean,
            ("data", 2, "y"): ceiling,
            ("data", 5, "x"): where,
        },
        sentences=[
            f"The best of {size} rules, “{best}”, is wrong on {_tenth(curve.best)} of the people. Learned from "
            f"{int(x[p]):,} people with ε = {nats(float(e))}, the private rule is wrong on {_tenth(m)} on average "
            f"(95 % band {_tenth(a)} to {_tenth(b)}); the one with the fewest errors on {_tenth(free[p])}."
            for p, e, m, a, b in zip(place, epsilon, mean[at], low[at], high[at], strict=True)
        ],
        table=Table(
            columns=("n", "private (± 95 %)", "not private", "guaranteed with 95 %"),
            rows=tuple(
                tuple(
                    (f"{int(x[k]):,}", f"{mean[f, k]:.4f} ({low[f, k]:.4f} to {high[f, k]:.4f})", f"{free[k]:.4f}",
                     f"{ceiling[f, k]:.4f}")
                    for k in range(0, len(x), 3)
                )
                for f in range(len(rows))
            ),
        ),
        slots={
            "n": [str(int(x[p])) for p in place],
            "epsilon": [plain(float(e)) for e in epsilon],
            "best": [f"{curve.best:.4f}"],
            "mean": [f"{m:.4f} ({a:.4f} to {b:.4f})" for m, a, b in zip(mean[at], low[at], high[at], strict=True)],
            "ceiling": [f"{c:.4f}" for c in ceiling[at]],
            "free": [f"{free[p]:.4f}" for p in place],
        },
        card=Card(
            title="When no rule is perfect, compare with the best one",
            source="PP-3, PP-4",
            formula=formula(
                r"L_D\le\min_{c}L_D(c)+\alpha\quad\text{if}\quad n\ge\max\left\{\frac{4\ln(2|C|/\beta)}"
                r"{\varepsilon\alpha},\frac{8\ln(4|C|/\beta)}{\alpha^2}\right\}"
            ),
            filled=formula(r"\text{@best}+\alpha=\text{@ceiling}"),
            rows=(
                ("best error in the class", "best"),
                ("guaranteed with 95 % (bound)", "ceiling"),
                ("private, mean, simulated", "mean"),
                ("fewest errors, mean, simulated", "free"),
            ),
            assumptions=(
                Assumption("people are drawn from the table independently, with replacement"),
                Assumption("realizable: some rule is right about everybody", (False,)),
            ),
            note="So the sharper realizable bound is not for this picture. Privacy does not change: it never needed "
            "realizable data. The agnostic form goes beyond the course’s slide.",
        ),
        code=code,
    )  # fmt: skip


def _tenth(p: float) -> str:
    """Two errors that differ by less than a percent must be told apart."""
    return f"{100 * p:.1f} %"
