"""The bit matrix being reduced, one row operation a frame (PAR-1)."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, heatmap, moving, num, panel, points, table_by_frame
from dpviz.draw.style import BLUE, GREEN, GREY, GRID, INK, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.learning import parity
from dpviz.learning.parity.incremental import RowStep
from dpviz.lessons.parity.board import bits_of
from dpviz.lessons.parity.shared import sample_of

step = Number(1, low=0, high=400, values=range(401), whole=True, label="Row operations done", play=True)


def limits(now: Any) -> dict[Any, Any]:
    sample = sample_of(now)
    return {step: (0, len(parity.row_steps(sample.X, sample.y)) - 1)}


def shown(X: Any, y: Any, step: int) -> Any:
    steps = parity.row_steps(X, y)
    operations, matrix = len(steps) - 1, steps[step].matrix
    return operations, matrix


def draw(at: Frames) -> Picture:
    sample = sample_of(at)
    steps = parity.row_steps(sample.X, sample.y)
    chosen = [steps[i] for i in at.step]
    rows, width = chosen[0].matrix.shape
    of = [np.array([getattr(s, name) for s in chosen], dtype=float) for name in ("pivot", "other", "column")]
    pivot, other, column = (np.where(a < 0, np.nan, a) for a in of)
    foot = {"type": "line", "x0": width - 1.5, "x1": width - 1.5, "y0": -0.5, "y1": rows - 0.5,
            "line": {"color": INK, "width": 2}}  # fmt: skip
    return Picture(
        panel(
            heatmap(z=moving(np.array([s.matrix for s in chosen], dtype=float)), zmin=0, zmax=1, xgap=3, ygap=3,
                    scale=[[0, GRID], [1, BLUE]], texttemplate="%{z}", textfont={"size": 16}),
            points(-0.9, moving(pivot), GREEN, "row added", symbol="triangle-right", size=16),
            points(-0.9, moving(other), ORANGE, "row changed", symbol="diamond", size=15),
            points(moving(column), -0.85, GREY, "column cleared", symbol="triangle-down", size=15),
            x=axis("", -1.3, width - 0.4, showgrid=False, tickvals=list(range(width)),
                   ticktext=[f"r{j + 1}" for j in range(width - 1)] + ["label"]),
            y=axis("", rows - 0.4, -1.3, showgrid=False, tickvals=list(range(rows)),
                   ticktext=[str(i + 1) for i in range(rows)]),
        ),
        title="Gaussian elimination over GF(2)",
        height=max(300, 130 + 34 * rows),
        shapes=[foot],
        values={
            "X": num(sample.X.tolist(), repr, one=True),
            "y": num(sample.y.tolist(), repr, one=True),
            "operations": len(steps) - 1,
        },
        sentence=[[_sentence(s, i, len(steps) - 1) for s, i in zip(chosen, at.step.tolist(), strict=True)]],
        table=table_by_frame(
            ("row", "bits", "label"),
            *([(str(i + 1), bits_of(row[:-1]), str(int(row[-1]))) for i, row in enumerate(s.matrix)] for s in chosen),
        ),
        code=shown,
    )  # fmt: skip


def _sentence(step: RowStep, i: int, last: int) -> str:
    if step.kind == "start":
        return "The examples as they came: one row each, its bits on the left and its label on the right."
    one, other, column = step.pivot + 1, step.other + 1, f"r{step.column + 1}"
    if step.kind == "swap":
        text = f"Step {i}: rows {one} and {other} change places, so that row {one} has a 1 in column {column}."
    else:
        text = f"Step {i}: row {one} is added to row {other}, which clears its 1 in column {column}."
    if i < last:
        return text
    left = step.matrix
    empty = ~left[:, :-1].any(axis=1)
    rank = int((~empty).sum())
    if (empty & (left[:, -1] == 1)).any():
        return text + " Done. A row now says 0 = 1: the examples contradict each other, and no parity fits."
    whole = " of the parity." if rank == left.shape[1] - 1 else " in terms of the free ones."
    return f"{text} Done: {rank} rows are left, and each gives one bit{whole}"


def _left() -> dict[str, float]:
    X = np.eye(10, dtype=int)[:6]
    X = np.vstack([X, X[0] ^ X[1]])  # the seventh follows from two others
    found = parity.solve(X, parity.label(np.arange(10) % 2, X))
    return {
        "answer": float(found.size),
        "rank": float(found.rank),
        "every": 2.0 ** (10 - len(X)),
        "subtracted": 2.0**10 - len(X),
    }


SECTION = Section(draw, axes=(step,), limits=limits)
