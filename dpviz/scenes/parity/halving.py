"""Examples one by one: the parities that still fit, and the elimination behind it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.learning.parity.incremental import RowStep, System
from dpviz.learning.parity.sweeps import Halving, Sample
from dpviz.scenes import style
from dpviz.scenes.formula import formula
from dpviz.scenes.marks import heading, line, points
from dpviz.scenes.parity.board import Board, index_of
from dpviz.scenes.scene import Assumption, Card, Scene, Table

EFFECTS = {"halved": "halves them", "implied": "changes nothing", "contradicted": "leaves none", "": ""}


def bits_of(row: Any) -> str:
    """Bits as they are read."""
    return "".join(str(int(b)) for b in row)


def halving_scene(
    *, sample: Sample, found: Halving, axis: str, values: NDArray[np.float64], start: int, code: str = ""
) -> Scene:
    """The parities that fit the first so many examples (PAR-1, PAR-2).

    Parameters
    ----------
    sample : Sample
    found : Halving
    axis, values, start, code
        See `Scene`.
    """
    at = values.astype(int)
    bits = found.states[0].bits
    board = Board(bits)
    states = [found.states[i] for i in at]
    cells, motion = board.draw(found.inside[at], start)
    log2 = np.array([bits - s.rank if s.consistent else np.nan for s in found.states])
    ranks = np.array([s.rank for s in found.states], dtype=float)
    steps = np.arange(len(log2))
    so_far = steps[None, :] <= at[:, None]
    k = len(cells) + 1
    figure = style.figure(
        *cells,
        board.mark(index_of(sample.target), style.GREEN, "the parity that labels", "circle-open" if board.cube
                   else "square-open", 27 if board.cube else 15),
        line(steps, np.where(so_far, log2, np.nan)[start], style.BLUE, "log₂ of how many fit", shape="hv",
             xaxis="x2", yaxis="y2"),
        line(steps, np.where(so_far, ranks, np.nan)[start], style.ORANGE, "rank", dash="dash", shape="hv",
             xaxis="x2", yaxis="y2"),
        points([at[start]] * 2, [log2[at[start]], ranks[at[start]]], [style.BLUE, style.ORANGE], size=11,
               xaxis="x2", yaxis="y2"),
        height=600,
        **board.axes("", (0, 1), (0.4, 1)),
        xaxis2=style.axis("examples seen", domain=[0, 1], anchor="y2", range=[-0.3, len(log2) - 0.7], dtick=1),
        yaxis2=style.axis("", domain=[0, 0.26], anchor="x2", range=[-0.4, bits + 0.5], nticks=6),
        annotations=[heading(f"all {1 << bits:,} parities over {bits} bits", 1.0) | {"y": 0.36, "yanchor": "top",
                                                                                   "text": "the same, counted"}],
    )  # fmt: skip
    motion |= {
        ("data", k, "y"): np.where(so_far, log2, np.nan),
        ("data", k + 1, "y"): np.where(so_far, ranks, np.nan),
        ("data", k + 2, "x"): np.repeat(at[:, None].astype(float), 2, axis=1),
        ("data", k + 2, "y"): np.stack([log2[at], ranks[at]], axis=1),
    }
    rows = tuple(
        (str(i + 1), bits_of(x), str(int(y)), EFFECTS[s.effect], f"{s.size:,}", str(s.rank))
        for i, (x, y, s) in enumerate(zip(sample.X, sample.y, found.states[1:], strict=True))
    )
    return Scene(
        title="Which parities fit the examples so far",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion=motion,
        sentences=[_sentence(sample, found, int(i)) for i in at],
        table=Table(
            columns=("example", "x", "label", "what it does", "parities left", "rank"),
            rows=tuple(rows[:i] or (("–", "–", "–", "nothing seen yet", f"{1 << bits:,}", "0"),) for i in at),
        ),
        slots={
            "X": [repr([[int(b) for b in x] for x in sample.X[:i]]) for i in at],
            "y": [repr([int(b) for b in sample.y[:i]]) for i in at],
            "bits": [str(bits)],
            "i": [str(i) for i in at],
            "rank": [str(s.rank) for s in states],
            "size": [f"{s.size:,}" for s in states],
            "free": [str(bits - s.rank) for s in states],
            "effect": [EFFECTS[s.effect] or "–" for s in states],
        },
        card=_card(states),
        code=code,
    )


def _card(states: list[System]) -> Card:
    return Card(
        title="One example halves the parities that fit, or changes nothing, or leaves none",
        source="PAR-1, PAR-2",
        formula=formula(r"|S_{i+1}|\in\{\,|S_i|,\ |S_i|/2,\ 0\,\},\qquad |S|=2^{\,d-\text{rank}}"),
        filled=formula(
            r"|S|=2^{\,\text{@bits}-\text{@rank}}=2^{\text{@free}}\quad\text{(or 0 when they clash)}"
        ),
        rows=(("parities left", "size"), ("rank", "rank"), ("the last example", "effect")),
        assumptions=(
            Assumption("no two examples clash", tuple(s.consistent for s in states)),
            Assumption("each bit is read exactly: 0 or 1"),
        ),
        note="One source says that an example always halves; that is the middle case only.",
    )


def _sentence(sample: Sample, found: Halving, i: int) -> str:
    state = found.states[i]
    if i == 0:
        return f"No example yet: all {state.size:,} parities fit."
    said = f"Example {i} says that {bits_of(sample.X[i - 1])} has label {int(sample.y[i - 1])}. "
    before = found.states[i - 1]
    if state.effect == "halved":
        rest = f"{state.size:,} parities fit" if state.size != 1 else "one parity fits"
        return said + f"That halves the parities that fit: {rest}, and the rank is {state.rank}."
    if state.effect == "implied":
        return (
            said
            + f"That followed already from the examples before: still {state.size:,} fit, rank {state.rank}."
        )
    if before.consistent:
        return said + "That contradicts the examples before: no parity fits any more."
    return said + "The examples clashed before, and no parity can fit again."


def reduction_scene(
    *,
    steps: tuple[RowStep, ...],
    axis: str,
    values: NDArray[np.float64],
    start: int,
    X: Any,
    y: Any,
    code: str = "",
) -> Scene:
    """The bit matrix being reduced, one row operation a frame (PAR-1).

    Parameters
    ----------
    steps : tuple of RowStep
    axis, values, start, code
        See `Scene`.
    X, y : array_like
        The examples, for the code.
    """
    chosen = [steps[int(i)] for i in values]
    rows, width = chosen[0].matrix.shape
    bits = width - 1
    z = np.array([step.matrix for step in chosen], dtype=float)
    pivot = np.array([[step.pivot, step.other] for step in chosen], dtype=float)
    at = np.where(pivot < 0, np.nan, pivot)
    column = np.array([np.nan if step.column < 0 else float(step.column) for step in chosen])
    cells = {
        "type": "heatmap", "z": z[start], "zmin": 0, "zmax": 1, "showscale": False, "xgap": 3, "ygap": 3,
        "colorscale": [[0, style.GRID], [1, style.BLUE]], "hoverinfo": "skip",
    }  # fmt: skip
    figure = style.figure(
        cells,
        points([-0.9], [at[start, 0]], style.GREEN, "the row that is added", symbol="triangle-right", size=16),
        points([-0.9], [at[start, 1]], style.ORANGE, "the row that changes", symbol="diamond", size=15),
        points([column[start]], [-0.85], style.GREY, "the column being cleared", symbol="triangle-down", size=15),
        height=max(300, 130 + 34 * rows),
        xaxis=style.axis("", range=[-1.3, width - 0.4], showgrid=False, tickvals=list(range(width)),
                         ticktext=[f"r{j + 1}" for j in range(bits)] + ["label"]),
        yaxis=style.axis("", range=[rows - 0.4, -1.3], showgrid=False, tickvals=list(range(rows)),
                         ticktext=[str(i + 1) for i in range(rows)]),
        shapes=[{"type": "line", "x0": bits - 0.5, "x1": bits - 0.5, "y0": -0.5, "y1": rows - 0.5,
                 "line": {"color": style.INK, "width": 2}}],
    )  # fmt: skip
    return Scene(
        title="Elimination: the examples as a matrix of bits, reduced",
        figure=figure,
        axis=axis,
        values=values,
        start=start,
        motion={
            ("data", 0, "z"): z,
            ("data", 1, "y"): at[:, :1],
            ("data", 2, "y"): at[:, 1:],
            ("data", 3, "x"): column[:, None],
        },
        sentences=[
            _step_sentence(step, int(i), len(steps) - 1) for i, step in zip(values, chosen, strict=True)
        ],
        table=Table(
            columns=("row", "bits", "label"),
            rows=tuple(
                tuple((str(i + 1), bits_of(row[:-1]), str(int(row[-1]))) for i, row in enumerate(step.matrix))
                for step in chosen
            ),
        ),
        slots={
            "X": [repr(np.asarray(X).tolist())],
            "y": [repr(np.asarray(y).tolist())],
            "step": [str(int(i)) for i in values],
        },
        code=code,
    )


def _step_sentence(step: RowStep, i: int, last: int) -> str:
    if step.kind == "start":
        return "The examples as they came: one row each, its bits on the left and its label on the right."
    one, other, column = step.pivot + 1, step.other + 1, f"r{step.column + 1}"
    if step.kind == "swap":
        said = (
            f"Step {i}: rows {one} and {other} change places, so that row {one} has a 1 in column {column}."
        )
    else:
        said = f"Step {i}: row {one} is added to row {other}, which clears its 1 in column {column}."
    if i < last:
        return said
    left = step.matrix
    empty = ~left[:, :-1].any(axis=1)
    rank = int((~empty).sum())
    if (empty & (left[:, -1] == 1)).any():
        return said + " Done. A row now says 0 = 1: the examples clash, and no parity fits."
    return (
        said
        + f" Done: {rank} rows are left, and each gives one bit"
        + (" of the parity." if rank == left.shape[1] - 1 else " in terms of the free ones.")
    )
