"""A method as two matrices: what gets noise, and how a total is put together from it (CNT-4, CNT-6)."""

from typing import Any

import numpy as np

from dpviz.counting import factors, stream_sensitivity
from dpviz.draw import Picture, axis, curve, heatmap, moving, num, panel, table_by_row
from dpviz.draw.style import BLUE, GRID, ORANGE
from dpviz.frame.kinds import Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.counting.shared import NAMES, noise_on

T = 8
day = Number(7, low=1, high=T, steps=T, whole=True, label="t, in L", ends=("first", "last"))
person = Number(1, low=1, high=T, steps=T, whole=True, label="Ada’s day, in R", ends=("first", "last"))
method = noise_on("square_root")
SHADES = [[0, GRID], [1, BLUE]]


def shown(method: Any, day: int, person: int) -> Any:
    both = factors(method, 8)
    row, column = both.left[day - 1], both.right[:, person - 1]
    variance = row @ row  # of the total of that day, in units of σ²
    moved = np.sqrt(column @ column)  # how far Ada moves the numbers that get noise
    worst = np.linalg.norm(both.left, axis=1).max() * np.linalg.norm(both.right, axis=0).max()
    return both, variance, moved, worst


def draw(at: Frames) -> Picture:
    both = shown(at.method, 1, 1)[0]
    m, rows = len(both.right), np.arange(1, T + 1)
    found = [shown(at.method, t, p)[1:] for t, p in zip(at.day.tolist(), at.person.tolist(), strict=True)]
    variance, moved, worst = np.array(found).T
    across = np.array([0.5, m + 0.5, m + 0.5, 0.5, 0.5])
    sides = np.array([-0.5, -0.5, 0.5, 0.5, -0.5])
    column = np.array([0.5, m + 0.5, m + 0.5, 0.5, 0.5])
    numbers = {"tickvals": [1, T], "showgrid": False}
    wide = {"tickvals": [1, m], "showgrid": False}
    return Picture(
        panel(
            heatmap(both.left, x=list(range(1, m + 1)), y=rows, scale=SHADES, zmin=0, zmax=1, xgap=1, ygap=1),
            curve(across, moving(at.day[:, None] + sides), ORANGE, width=3),
            x=axis("number with noise", 0.4, m + 0.6, **wide), y=axis("day of the total", T + 0.6, 0.4, **numbers),
            heading="L: totals", across=(0, 0.44),
        ),
        panel(
            heatmap(both.right, x=rows, y=list(range(1, m + 1)), scale=SHADES, zmin=0, zmax=1, xgap=1, ygap=1),
            curve(moving(at.person[:, None] + sides), column, ORANGE, width=3),
            x=axis("day of the stream", 0.4, T + 0.6, **numbers), y=axis("number with noise", m + 0.6, 0.4, **wide),
            heading="R: what gets noise", across=(0.56, 1),
        ),
        title="The counting matrix as a product",
        values={
            "variance": num(variance, ".3g"), "moved": num(moved, ".3g"), "worst": num(worst, ".3g"),
            "numbers": m, "where": NAMES[at.method], "deviation": num(np.sqrt(variance), ".3g"),
            "most": num(float(stream_sensitivity(at.method, T)), ".3g"),
        },
        sentence="Noise on {where}: {numbers} numbers get noise. Row {day} of L has length {deviation}: that day’s "
        "total has a standard deviation of {deviation} σ. Column {person} of R has length {moved}; the longest has "
        "{most}. The longest row times the longest column is {worst}.",
        table=table_by_row(
            ("", "length"),
            ("row {day} of L", "{deviation}"),
            ("column {person} of R; the longest", "{moved}; {most}"),
        ),
        code=shown,
    )  # fmt: skip


def _three() -> dict[str, float]:
    left = factors("square_root", 3).left
    found = float(left[2] @ left[2])
    return {"answer": found, "length": found**0.5, "sum": float(left[2].sum())}


SECTION = Section(draw, axes=(day, person), controls=(method, day, person))
