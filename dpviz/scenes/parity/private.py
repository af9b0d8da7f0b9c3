"""Two neighbouring samples, and the private learner at work."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.scene import Scene, Table
from dpviz.draw.words import plain
from dpviz.learning.parity import Run, System, solve
from dpviz.learning.parity.sweeps import Halving, Sample
from dpviz.scenes.marks import heading, points
from dpviz.scenes.parity.board import Board, bits_of, index_of, word


def neighbours_scene(
    *,
    sample: Sample,
    changed: list[Sample],
    found: Halving,
    others: list[Halving],
    axis: str,
    values: NDArray[np.float64],
    start: int,
) -> Scene:
    """Two samples that differ in one example, and the parities that fit each (PAR-2, PP-2).

    Parameters
    ----------
    sample : Sample
    changed : list of Sample
        One a frame: the same sample with one example changed.
    found, others : Halving
        Of the sample, and of each changed one.
    axis, values, start
        See `Scene`.
    """
    bits = sample.X.shape[1]
    board = Board(bits)
    here = np.repeat(found.inside[-1:], len(values), axis=0)
    there = np.array([other.inside[-1] for other in others])
    left, _ = board.draw(here, start, legend="fits all examples")
    right, motion = board.draw(there, start, number="2", first=len(left), legend="")
    ends = [other.states[-1] for other in others]
    figure = style.figure(
        *left,
        *right,
        height=380,
        **board.axes("", (0, 0.47), (0, 0.9)),
        **board.axes("2", (0.53, 1), (0, 0.9)),
        annotations=[heading("these examples", 0.93), heading("one changed", 0.93) | {"x": 0.53}],
    )
    first = found.states[-1]
    return Scene(
        title="Two samples that differ in one example",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            _neighbours_sentence(sample, other, int(i) - 1, first, end, int(both))
            for i, other, end, both in zip(values, changed, ends, (here & there).sum(axis=1), strict=True)
        ],
        table=Table(
            columns=("example", "x, label here", "x, label there"),
            rows=tuple(
                tuple(
                    (str(j + 1), f"{bits_of(sample.X[j])}, {sample.y[j]}", f"{bits_of(o.X[j])}, {o.y[j]}")
                    for j in range(len(sample.y))
                )
                for o in changed
            ),
        ),
    )


def _neighbours_sentence(
    sample: Sample, other: Sample, i: int, here: System, there: System, both: int
) -> str:
    was, now = (f"{bits_of(s.X[i])} with label {s.y[i]}" for s in (sample, other))
    said = f"Example {i + 1} is {was} on the left and {now} on the right. Left {here.size:,} fit, right {there.size:,}"
    if here.consistent != there.consistent:
        return said + ": one change broke everything, and whoever sees that knows which world it is."
    if here.size == there.size == both:
        return said + ", the same ones: nobody can tell the worlds apart."
    rest = np.arange(len(sample.y)) != i
    without = solve(sample.X[rest], sample.y[rest]).size
    said += f", and {both:,} fit both. "
    if both == 0 and here.consistent:
        said += "A parity drawn from those that fit tells which world it is. "
    return said + f"Without this example {without:,} would fit, in both worlds."


def learner_scene(
    *,
    sample: Sample,
    runs: list[Run],
    keep: NDArray[np.float64],
    coin: NDArray[np.float64],
    number: NDArray[np.int64],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    seed: int,
    code: str = "",
) -> Scene:
    """One run of the private learner: the coin, what is kept, what fits it, and the draw (PAR-4).

    Parameters
    ----------
    sample : Sample
    runs : list of Run
        One a frame.
    keep, coin : ndarray of shape (F,)
    number : ndarray of int, shape (F,)
        Which run is looked at.
    axis, values, start, code
        See `Scene`.
    seed : int
    """
    bits, n = sample.X.shape[1], len(sample.y)
    board = Board(bits)
    every = Board(bits).places
    inside = np.array([_fits(sample, run) for run in runs])
    cells, motion = board.draw(inside, start, legend="fits what was kept")
    drawn = [None if run.output is None else index_of(run.output) for run in runs]
    place = np.array([[np.nan, np.nan] if i is None else [every[0][i], every[1][i]] for i in drawn])
    kept = np.array([run.kept for run in runs])
    x = np.arange(1, n + 1)
    taken = np.where(kept, 0.0, np.nan)
    k = len(cells)
    figure = style.figure(
        *cells,
        points([place[start, 0]], [place[start, 1]], style.ORANGE, "published", symbol="star", size=22),
        board.mark(index_of(sample.target), style.GREEN, "the true one",
                   "circle-open" if board.cube else "square-open", 29 if board.cube else 16),
        points(x, np.zeros(n), style.GREY, symbol="square-open", size=19, xaxis="x2", yaxis="y2"),
        points(x, taken[start], style.BLUE, symbol="square", size=21, xaxis="x2", yaxis="y2"),
        height=560,
        **board.axes("", (0, 1), (0.36, 1)),
        xaxis2=style.axis("example (filled: kept)", domain=[0, 1], anchor="y2", range=[0.4, n + 0.6],
                          tickvals=list(x), ticktext=[f"{bits_of(r)}→{b}" if bits <= 4 else str(i)
                                                      for i, r, b in zip(x, sample.X, sample.y, strict=True)]),
        yaxis2=style.axis("", domain=[0, 0.1], anchor="x2", range=[-1, 1], showticklabels=False, showgrid=False),
        annotations=[heading("", 0.17) | {"font": {"size": 17, "color": style.ORANGE}}],
    )  # fmt: skip
    motion |= {
        ("data", k, "x"): place[:, :1],
        ("data", k, "y"): place[:, 1:],
        ("data", k + 3, "y"): taken,
        ("layout", "annotations", 0, "text"): [
            "the coin says: FAIL" if run.stopped else "the coin says: go on" for run in runs
        ],
    }
    return Scene(
        title="One run of the private learner",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[
            _run_sentence(sample, run, int(i)) + so_far
            for run, i, so_far in zip(runs, number, _fails(runs, axis), strict=True)
        ],
        table=Table(
            columns=("example", "x", "label", "kept"),
            rows=tuple(
                tuple(
                    (str(j + 1), bits_of(sample.X[j]), str(sample.y[j]), "yes" if run.kept[j] else "no")
                    for j in range(n)
                )
                for run in runs
            ),
        ),
        slots={
            "X": [repr(sample.X.tolist())],
            "y": [repr(sample.y.tolist())],
            "keep": [plain(float(p)) for p in keep],
            "coin": [plain(float(c)) for c in coin],
            "run": [str(int(i)) for i in number],
            "seed": [str(seed)],
            "output": ["FAIL" if i is None else word(i, bits) for i in drawn],
        },
        code=code,
    )


def _fits(sample: Sample, run: Run) -> NDArray[np.bool_]:
    bits = sample.X.shape[1]
    every = np.arange(1 << bits)[:, None] >> np.arange(bits) & 1
    if run.stopped:
        return np.zeros(len(every), dtype=bool)
    fits = (every @ sample.X[run.kept].T.astype(np.int64)) % 2 == sample.y[run.kept]
    return np.asarray(fits.all(axis=1))


def _fails(runs: list[Run], axis: str) -> list[str]:
    """How many runs have failed so far, where the frames are runs."""
    if axis != "run":
        return [""] * len(runs)
    fails = np.cumsum([run.output is None for run in runs])
    return [f" FAIL so far: {int(f)} of {i + 1}." for i, f in enumerate(fails)]


def _run_sentence(sample: Sample, run: Run, i: int) -> str:
    if run.stopped:
        return f"Run {i}: the coin ends it at once. Published is FAIL, and no example was looked at."
    many = int(run.kept.sum())
    said = f"Run {i}: {many} of {len(sample.y)} examples are kept"
    assert run.solution is not None
    if run.output is None:
        return said + ". They clash, so no parity fits: published is FAIL."
    right = "the true one" if (run.output == sample.target).all() else "not the true one"
    return (
        said + f", {run.solution.size:,} parities fit them, and one is drawn: {bits_of(run.output)}, {right}."
    )
