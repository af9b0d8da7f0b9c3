"""A run on the health table: every pair of attributes, truth against estimate, and the errors by round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import plain, small
from dpviz.queries import Marginals
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.multiplicative_weights.bars import share

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class TableRun:
    """What the picture shows of one run on a table, by either method.

    Attributes
    ----------
    answers : ndarray of shape (T + 1, k)
        Of all queries on each state.
    kl, max_error, mean_error : ndarray of shape (T + 1,)
    chosen : tuple of str, length T
        What each round asked, in words.
    epsilon, delta, epsilon_round : float
    noise : float
        Scale of the noise on a measured share.
    ended : str
        Why there are no more rounds, in words.
    needed : int
        Records that the promise on the error asks for; 0 where there is no promise.
    """

    answers: Floats
    kl: Floats
    max_error: Floats
    mean_error: Floats
    chosen: tuple[str, ...]
    epsilon: float
    delta: float
    epsilon_round: float
    noise: float
    ended: str
    needed: int

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.chosen)


def table_scene(
    *,
    runs: tuple[TableRun, ...],
    states: NDArray[np.int64],
    queries: Marginals,
    exact: Floats,
    n: int,
    method: str,
    axis: str,
    values: Floats,
    start: int,
    code: str = "",
) -> Scene:
    """Truth against estimate for every query, and KL and errors by round (PMW-6, QR-3).

    Parameters
    ----------
    runs : tuple of F TableRun
    states : ndarray of shape (F,)
        How many rounds are over; a run that is shorter shows its end.
    queries : Marginals
    exact : ndarray of shape (k,)
        The true answers.
    n : int
        People in the table.
    method : {"practical", "theorem"}
    axis, values, start, code
        See `Scene`.
    """
    frames = len(values)
    at = np.minimum(states, [run.rounds for run in runs])
    now = np.array([run.answers[t] for run, t in zip(runs, at, strict=True)])
    longest = max(4, int(max(run.rounds for run in runs)))
    rounds = np.arange(longest + 1)
    kl, largest, mean = (np.full((frames, longest + 1), np.nan) for _ in range(3))
    for f, (run, t) in enumerate(zip(runs, at, strict=True)):
        kl[f, : t + 1], largest[f, : t + 1] = run.kl[: t + 1], run.max_error[: t + 1]
        mean[f, : t + 1] = run.mean_error[: t + 1]
    worst = np.abs(now - exact).argmax(axis=1)
    ring = np.stack([exact[worst], now[np.arange(frames), worst]], axis=1)
    ends = np.array(
        [[run.max_error[t], run.mean_error[t], run.kl[t]] for run, t in zip(runs, at, strict=True)]
    )
    top = min(8.0, 1.1 * float(np.nanmax(kl)))
    high = 1.1 * float(np.nanmax(largest))
    tick = max(1, longest // 5)
    figure = style.figure(
        line([0, 1], [0, 1], style.GREY, width=1.5, dash="dash"),
        points(exact, now[start], style.BLUE, f"one of the {queries.num_queries} queries", size=6),
        points(ring[start, :1], ring[start, 1:], style.ORANGE, "the worst one", symbol="circle-open", size=18),
        line(rounds, largest[start], style.ORANGE, "largest error", xaxis="x2", yaxis="y2"),
        line(rounds, mean[start], style.GREEN, "mean error", dash="dash", xaxis="x2", yaxis="y2"),
        line(rounds, kl[start], style.BLUE, width=3, xaxis="x3", yaxis="y3"),
        points([at[start]] * 2, ends[start, :2], [style.ORANGE, style.GREEN], size=10, xaxis="x2", yaxis="y2"),
        points([at[start]], ends[start, 2:], style.BLUE, size=10, xaxis="x3", yaxis="y3"),
        height=720,
        xaxis=style.axis("truth", range=[-0.02, 1.02], tickformat=".0%", anchor="y"),
        yaxis=style.axis("estimate", range=[-0.02, 1.02], tickformat=".0%", domain=[0.5, 0.93]),
        xaxis2=style.axis("", range=[-0.2, longest + 0.2], anchor="y2", showticklabels=False, dtick=tick),
        yaxis2=style.axis("error", range=[0, high], tickformat=".0%", domain=[0.21, 0.38], anchor="x2", nticks=4),
        xaxis3=style.axis("round", range=[-0.2, longest + 0.2], anchor="y3", dtick=tick),
        yaxis3=style.axis("nats", range=[0, top], domain=[0, 0.14], anchor="x3", nticks=4),
        annotations=[
            heading("a dot on the line is exact", 0.935),
            heading("errors by round", 0.385),
            heading("KL by round", 0.145),
        ],
    )  # fmt: skip
    words = [queries.name(int(w)) for w in worst]
    slots = {
        "t": [str(int(t)) for t in at],
        "epsilon": [plain(run.epsilon) for run in runs],
        "each": [small(run.epsilon_round) for run in runs],
        "noise": [f"{run.noise:.3g}" for run in runs],
        "max": [f"{run.max_error[t]:.4f}" for run, t in zip(runs, at, strict=True)],
        "mean": [f"{run.mean_error[t]:.4f}" for run, t in zip(runs, at, strict=True)],
        "kl": [f"{run.kl[t]:.4f}" for run, t in zip(runs, at, strict=True)],
        "needed": [f"{run.needed:,}" if run.needed else "nothing is promised" for run in runs],
        "n": [f"{n:,}"],
    }
    return Scene(
        title=f"{queries.bits} attributes of {n:,} people: all {queries.num_queries} pairs",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 1, "y"): now,
            ("data", 2, "x"): ring[:, :1],
            ("data", 2, "y"): ring[:, 1:],
            ("data", 3, "y"): largest,
            ("data", 4, "y"): mean,
            ("data", 5, "y"): kl,
            ("data", 6, "x"): np.repeat(at[:, None].astype(float), 2, axis=1),
            ("data", 6, "y"): ends[:, :2],
            ("data", 7, "x"): at[:, None].astype(float),
            ("data", 7, "y"): ends[:, 2:],
        },
        sentences=[
            _sentence(run, int(t), word, float(exact[w]), float(p[w]))
            for run, t, word, w, p in zip(runs, at, words, worst, now, strict=True)
        ],
        table=Table(
            columns=("query", "truth", "estimate", "error"),
            rows=tuple(_rows(queries, exact, p) for p in now),
        ),
        slots=slots,
        card=_card(runs, n, method),
        code=code,
    )


def _card(runs: tuple[TableRun, ...], n: int, method: str) -> Card:
    rows = (
        ("largest error", "max"),
        ("mean error", "mean"),
        ("KL, in nats", "kl"),
        ("ε₀ of each step", "each"),
        ("noise on a measured share", "noise"),
        ("people", "n"),
        ("people that the promise on the error asks for", "needed"),
    )
    relation = Assumption("n is public; neighbours replace one person (“replace”)")
    if method == "theorem":
        return Card(
            title="The promise of the theorem, and how many people it asks for",
            source="PMW-6, PMW-9",
            formula=formula(
                r"n\ \geq\ \frac{2\,\ln(|Q|\,L/\beta)}{\varepsilon_0\,\alpha}\ \Rightarrow\ \text{error}\leq4\alpha"
            ),
            filled=formula(r"n=\text{@n},\quad\text{asked for: }\text{@needed}"),
            rows=rows,
            assumptions=(
                relation,
                Assumption("there are as many people as the promise asks for", tuple(n >= run.needed for run in runs)),
            ),
            note="ε holds in any case. The promise’s constants are reconstructed, and meant for millions of people.",
        )  # fmt: skip
    return Card(
        title="A fixed number of rounds: private for exactly ε, with no promise on the error",
        source="PMW-6, PMW-7, DP-4",
        formula=formula(
            r"2T\,\varepsilon_0=\varepsilon,\qquad\text{noise on a table of shares}=\frac{2}{\varepsilon_0\,n}"
        ),
        filled=formula(r"\varepsilon_0=\text{@each},\quad\frac{2}{\varepsilon_0\,n}=\text{@noise}"),
        rows=rows,
        assumptions=(
            relation,
            Assumption("a replaced person leaves one field of a table and enters another: 2/n"),
            Assumption("the error is promised", (False,)),
        ),
        note="Whole tables and the step that fits the measurement are those of Hardt, Ligett and McSherry (2012), as "
        "remembered.",
    )


def _rows(queries: Marginals, exact: Floats, now: Floats) -> tuple[tuple[str, ...], ...]:
    error = np.abs(now - exact)
    return tuple(
        (queries.name(int(i)), share(float(exact[i])), share(float(now[i])), share(float(error[i])))
        for i in np.argsort(-error, kind="stable")[:12]
    )


def _sentence(run: TableRun, t: int, word: str, exact: float, now: float) -> str:
    worst = f"The worst pair is “{word}”: in truth {share(exact)}, by the estimate {share(now)}"
    if t == 0:
        return (
            f"Before the first round every pair is said to be 25 %. {worst}; on average a pair is off by "
            f"{share(float(run.mean_error[0]))}."
        )
    said = (
        f"Round {t} asked {run.chosen[t - 1]}. {worst}; on average a pair is off by "
        f"{share(float(run.mean_error[t]))}."
    )
    return said + (f" {run.ended}" if t == run.rounds else "")
