"""A released table: every marginal's true answer beside its private one, and one of them by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.formula import formula
from dpviz.draw.scene import Assumption, Card, Scene, Table
from dpviz.draw.words import nats, small
from dpviz.queries import GaussianBaseline, Marginals, PracticalRun
from dpviz.scenes.marks import heading, line, points

Floats = NDArray[np.float64]
DRAWN = 600  # more points are a grey cloud, and slow
LISTED = 30
DELTA, BETA = 1e-6, 0.05  # of the Gaussian noise it is compared with


@dataclass(frozen=True, eq=False, kw_only=True)
class Released:
    """One run on one table.

    Parameters
    ----------
    table : str
        What the table is called.
    records : str
        What its records are ("people").
    workload : Marginals
    histogram : ndarray of shape (2^d,)
    run : PracticalRun
    read_off : bool
        Whether something about the attributes was read off the data.
    """

    table: str
    records: str
    workload: Marginals
    histogram: NDArray[np.int64]
    run: PracticalRun
    read_off: bool = False

    @cached_property
    def answers(self) -> Floats:
        """The true answers, which are not private."""
        return self.workload.answers(self.histogram / self.run.n)

    @cached_property
    def errors(self) -> Floats:
        """Of each query, absolute."""
        return np.abs(self.run.answers - self.answers)

    @cached_property
    def ranked(self) -> NDArray[np.intp]:
        """The queries, the worst first."""
        return np.argsort(-self.errors, kind="stable")

    @cached_property
    def uniform_error(self) -> float:
        """The largest error of knowing nothing."""
        size = self.workload.size
        return float(np.abs(self.workload.answers(np.full(size, 1.0 / size)) - self.answers).max())

    @cached_property
    def gaussian_bound(self) -> float:
        """What Gaussian noise, fitted exactly, promises of the largest error, with probability 0.95."""
        made = GaussianBaseline(self.run.epsilon, DELTA, mode="analytic")
        scale = made.scale(self.workload, self.run.n)
        return float(scale * np.sqrt(2.0 * np.log(2.0 * self.workload.num_queries / BETA)))


def own_scene(*, made: Released, axis: str, values: Floats, start: int, code: str = "") -> Scene:
    """True and private answers of all marginals (QR-6, PMW-7).

    Parameters
    ----------
    made : Released
    axis, values, start, code
        See `Scene`. The values are ranks from 1 on; they are spread over all queries.
    """
    run, k = made.run, made.workload.num_queries
    places = np.linspace(0, k - 1, len(values)).round().astype(int)
    named = made.ranked[places]
    some = made.ranked[np.unique(np.linspace(0, k - 1, min(k, DRAWN)).round().astype(int))]
    here = np.stack([made.answers[named], run.answers[named]], axis=1)
    top = float(max(made.answers.max(), run.answers.max())) * 1.05
    worst, mean = float(made.errors.max()), float(made.errors.mean())
    ordered = made.errors[made.ranked]
    spread = np.unique(np.linspace(0, k - 1, min(k, 400)).round().astype(int))
    figure = style.figure(
        line([0, top], [0, top], style.GREY, "no error", width=2),
        line([0, top], [worst, top + worst], style.GREY, "the largest error", dash="dot", width=2),
        line([0, top], [-worst, top - worst], style.GREY, dash="dot", width=2),
        points(made.answers[some], run.answers[some], style.BLUE, "a query", size=6 if k > 100 else 9, opacity=0.6),
        points(here[start, :1], here[start, 1:], style.ORANGE, "the one named", symbol="diamond", size=15),
        line(spread + 1, ordered[spread], style.BLUE, xaxis="x2", yaxis="y2"),
        line([1, k], [mean, mean], style.GREY, dash="dash", width=2, xaxis="x2", yaxis="y2"),
        points([places[start] + 1], [ordered[places[start]]], style.ORANGE, symbol="diamond", size=13, xaxis="x2",
               yaxis="y2"),
        height=720,
        margin={"l": 64, "r": 16, "t": 80, "b": 56},
        xaxis=style.axis("true answer (not private)", anchor="y", range=[-0.02 * top, top]),
        yaxis=style.axis("private answer", domain=[0.42, 1], range=[-0.02 * top, top]),
        xaxis2=style.axis("queries, the worst first", anchor="y2", range=[1 - 0.01 * k, k * 1.01]),
        yaxis2=style.axis("error", anchor="x2", domain=[0, 0.24], range=[0, 1.1 * max(worst, 1e-6)], nticks=4),
        annotations=[heading("errors of all queries; dashed: their mean", 0.25)],
    )  # fmt: skip
    frames = range(len(values))
    return Scene(
        title=f"{made.table}: true and private answers",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 4, "x"): here[:, :1],
            ("data", 4, "y"): here[:, 1:],
            ("data", 7, "x"): (places + 1.0)[:, None],
            ("data", 7, "y"): ordered[places][:, None],
        },
        sentences=[_sentence(made, int(named[f]), int(places[f])) for f in frames],
        table=Table(
            columns=("query, the worst first", "true", "private", "error"),
            rows=(
                tuple(
                    (
                        made.workload.name(int(q)),
                        f"{made.answers[q]:.4f}",
                        f"{run.answers[q]:.4f}",
                        f"{made.errors[q]:.4f}",
                    )
                    for q in made.ranked[:LISTED]
                ),
            ),
        ),
        slots={
            "epsilon": [nats(run.epsilon)],
            "each": [nats(run.epsilon_round)],
            "rounds": [str(run.rounds)],
            "noise": [f"{2.0 / (run.epsilon_round * run.n):.2g}"],
            "worst": [f"{worst:.4f}"],
            "mean": [f"{mean:.4f}"],
            "uniform": [f"{made.uniform_error:.4f}"],
            "gaussian": [f"{made.gaussian_bound:.2g}"],
        },
        card=Card(
            title="Private by ε; of the error nothing is promised",
            source="PMW-7, QR-3, QR-6, DP-4",
            formula=formula(r"\varepsilon=2T\,\varepsilon_0,\qquad\text{noise on a cell: }\frac{2}{\varepsilon_0\,n}"),
            filled=formula(
                r"\text{@epsilon}=2\cdot\text{@rounds}\cdot\text{@each},\qquad\text{noise: }\text{@noise}"
            ),
            rows=(
                ("largest error, true", "worst"),
                ("mean error, true", "mean"),
                ("knowing nothing: largest error", "uniform"),
                (f"Gaussian noise, fitted exactly, δ = {small(DELTA)}: promised", "gaussian"),
            ),
            assumptions=(
                Assumption("n is public: one record is replaced"),
                Assumption("nothing about the attributes was read off the data by this page", (not made.read_off,)),
                Assumption("the private answers do better than knowing nothing", (worst < made.uniform_error,)),
            ),
            note="Practical mode: whole marginal tables are chosen and measured, and the estimate fitted to them. The "
            "true answers and the errors are shown to teach; a real release would show neither. Private only if "
            "you stated the attributes without looking at the data.",
        ),
        code=code,
    )  # fmt: skip


def _sentence(made: Released, query: int, place: int) -> str:
    run, k = made.run, made.workload.num_queries
    name = made.workload.name(query)
    return (
        f"“{name}”: {100 * made.answers[query]:.1f} % in truth, {100 * run.answers[query]:.1f} % released, "
        f"an error of {100 * made.errors[query]:.1f} points; number {place + 1:,} of {k:,} queries, the worst first. "
        f"{run.n:,} {made.records}, ε = {nats(run.epsilon)}: the largest error is {100 * made.errors.max():.1f} "
        f"points, the mean {100 * made.errors.mean():.2f}."
    )
