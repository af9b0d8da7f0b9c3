"""One run of the private learner: the coin, what is kept, what fits it, and the draw (PAR-4)."""

from bisect import bisect_left
from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, moving, num, panel, points, table_by_frame, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE
from dpviz.frame.kinds import Number, Seed
from dpviz.frame.section import Frames, Section
from dpviz.learning import PrivateParityLearner
from dpviz.learning.parity import Run
from dpviz.lessons.parity.board import Board, bits_of, index_of
from dpviz.lessons.parity.numbers import keeping, stopping
from dpviz.lessons.parity.shared import Sample, fitting, sample_of
from dpviz.privacy import amplify_by_sampling

RUNS = 40  # runs that can be looked at

run = Number(1, low=1, high=RUNS, values=range(1, RUNS + 1), whole=True, label="Run", play=True)
keep, coin = keeping(), stopping()
# With this one half of the first ten runs fail, and the first and the last one do not: dragging p changes both.
seed = Seed(35, button="Draw again", help="The same examples.")


def shown(X: Any, y: Any, keep: float, coin: float, seed: int, run: int) -> Any:
    learner = PrivateParityLearner(1.0, keep=keep, coin=coin)
    found = learner.run(X, y, np.random.default_rng([seed, run]))
    kept, output = found.kept.sum(), found.output
    return found, kept, output


def draw(at: Frames) -> Picture:
    sample, board = sample_of(at), Board(at.bits)
    n, every, fits = len(sample.y), np.arange(1, len(sample.y) + 1), fitting(sample)

    def made(frame: int, run: int) -> Run:
        return shown(sample.X, sample.y, at.keep[frame], at.coin[frame], at.seed, run)[0]

    def first_failing(run: int) -> int:
        # What fails does so for every larger p and κ too: the same draws keep more, or stop.
        return bisect_left(range(at.frames), True, key=lambda frame: made(frame, run).output is None)

    x, y = board.axes()
    runs = [made(frame, run) for frame, run in enumerate(at.run.tolist())]
    stopped, failed = np.array([r.stopped for r in runs]), np.array([r.output is None for r in runs])
    kept = np.array([r.kept for r in runs])
    inside = ~stopped[:, None] & (fits | ~kept[:, :, None]).all(axis=1)
    drawn = [None if r.output is None else index_of(r.output) for r in runs]
    right = np.array([i == index_of(sample.target) for i in drawn])
    place = np.array([[np.nan, np.nan] if i is None else [board.x[i], board.y[i]] for i in drawn])
    if at.axis == "run":
        fails = np.cumsum(failed)
    else:
        first = np.array([first_failing(run) for run in range(1, at.run[0] + 1)])
        fails = (first <= np.arange(at.frames)[:, None]).sum(axis=1)
    return Picture(
        panel(
            *board.marks(inside, "fits what was kept"),
            points(moving(place[:, 0]), moving(place[:, 1]), ORANGE, "published", symbol="star", size=22),
            board.ring(index_of(sample.target), GREEN, "the target", sizes=(29, 16)),
            x=x, y=y, share=6.5,
        ),
        panel(
            points(every, np.zeros(n), GREY, symbol="square-open", size=19),
            points(every, moving(np.where(kept, 0.0, np.nan)), BLUE, symbol="square", size=21),
            x=axis("example (filled: kept)", 0.4, n + 0.6, tickvals=list(every),
                   ticktext=[_tick(sample, i) for i in range(n)]),
            y=axis("", -1, 1, showticklabels=False, showgrid=False),
            heading=moving([f"<b>the coin: {'tails, FAIL' if s else 'heads, go on'}</b>" for s in stopped]),
        ),
        title="One run of the private learner",
        height=480,
        values={
            "X": num(sample.X.tolist(), repr, one=True),
            "y": num(sample.y.tolist(), repr, one=True),
            "kept": kept.sum(axis=1),
            "size": num([0 if r.solution is None else r.solution.size for r in runs], ","),
            "output": ["FAIL" if r.output is None else bits_of(r.output) for r in runs],
            "fails": fails,
            "n": n,
        },
        sentence=[
            "Run {run}: ",
            when(stopped, "the coin shows tails. It publishes FAIL, and looks at no example.",
                 "of {n} examples, {kept} kept"),
            when(failed & ~stopped, ". They contradict each other, so no parity fits: it publishes FAIL."),
            when(~failed, "; parities that fit them: {size}; drawn at random and published: {output}, "),
            when(right, "the target."),
            when(~failed & ~right, "not the target."),
            " FAIL so far: {fails} of {run}.",
        ],
        table=table_by_frame(
            ("example", "x", "label", "kept"),
            *([(str(i), bits_of(bits), str(b), "yes" if k else "no") for i, bits, b, k in
               zip(every, sample.X, sample.y, row, strict=True)] for row in kept),
        ),
        code=shown,
    )  # fmt: skip


def _tick(sample: Sample, i: int) -> str:
    return f"{bits_of(sample.X[i])}→{sample.y[i]}" if sample.X.shape[1] <= 4 else str(i + 1)


def _subsampled() -> dict[str, float]:
    epsilon, p = 1.0, 0.1
    whole, _ = amplify_by_sampling(epsilon, rate=p, scheme="poisson", source="add_remove", target="add_remove")
    return {"answer": whole, "product": p * epsilon, "first": float(np.expm1(whole)), "whole": epsilon}


SECTION = Section(draw, axes=(run, keep, coin), controls=(run, keep, coin, seed))
