"""The median of eleven records while one of them moves: its local sensitivity, and what noise of that size tells."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, table_by_row, text, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PALE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.kinder.shared import HIGH, LOW
from dpviz.sensitivity import SmoothLaplace, quantile_sensitivities

OTHERS = {
    "ties": (10, 22, 31, 36, 40, 40, 44, 49, 58, 90),
    "even": (5, 15, 25, 35, 45, 55, 65, 75, 85, 95),
    "gap": (5, 10, 15, 20, 25, 75, 80, 85, 90, 95),
}
PLACES = np.arange(LOW, HIGH + 1)
AWAY = 70  # where the record is in the other data set
FLOOR = 0.3  # where the logarithmic axis has its 0

others = Choice("ties", options={"ties": "two at 40", "even": "spread evenly", "gap": "in two groups"},
                label="The other ten are")  # fmt: skip
place = Number(20, low=LOW, high=HIGH, steps=HIGH + 1, whole=True, label="One patient’s waiting time",
               ends=("none", "longest"), unit="minutes", play=True)  # fmt: skip


def shown(ten: tuple[int, ...], place: float) -> Any:
    records = [*ten, place]
    median = np.sort(records)[5]
    local = quantile_sensitivities(records, low=0, high=100, rank=6)[0]
    return median, local


def told(local: Any, median: Any, there: float, centre: float) -> Any:
    """δ at ε = 1 between medians whose Laplace noise has the local sensitivity as its scale; 1 where one has none."""
    both = SmoothLaplace(epsilon=2.0, delta=0.5)  # of factor 1
    safe = np.where(local > 0, local, 1.0)
    return np.where(local > 0, both.pair_delta(1.0, median, safe, centre, there), 1.0)


def draw(at: Frames) -> Picture:
    median, local = np.array([shown(OTHERS[at.others], p) for p in PLACES.tolist()], dtype=float).T
    leak = told(local, median, local[AWAY], median[AWAY])
    here = at.place.astype(int)
    floored = np.maximum(local, FLOOR)
    rest = np.array(OTHERS[at.others], dtype=float)
    reach = (LOW - 2.0, HIGH + 2.0)
    return Picture(
        panel(
            points(rest, 0.5 * np.append(False, np.diff(rest) == 0), PALE, "the others", size=14),
            points(moving(at.place), [0], ORANGE, "this record", symbol="diamond", size=16),
            upright(moving(median[here]), BLUE, "median", reach=(-1, 1), dash="solid"),
            x=axis("waiting time (minutes)", *reach), y=axis("", -1, 1, showticklabels=False, zeroline=False),
            share=0.5,
        ),
        panel(
            level(HIGH - LOW, GREY, reach=reach),
            curve(PLACES, floored, BLUE, width=4),
            text(0, 190, ["global sensitivity"], GREY),
            points(moving(at.place), moving(floored[here]), ORANGE, symbol="diamond", size=14),
            x=axis("", *reach, showticklabels=False),
            y=axis("minutes", np.log10(FLOOR) - 0.05, 2.5, type="log", tickvals=[FLOOR, 1, 10, 100],
                   ticktext=["0", "1", "10", "100"]),
            heading="local sensitivity, record here",
        ),
        panel(
            curve(PLACES, leak, GREEN, width=4),
            points(moving(at.place), moving(leak[here]), ORANGE, symbol="diamond", size=14),
            x=axis("where the record is (minutes)", *reach), y=axis("δ", -0.04, 1.1, nticks=3),
            heading=f"δ at ε = 1, against record at {AWAY}",
        ),
        title="One record moves",
        values={
            "here": num(at.place, "number"),
            "median": num(median[here], "number"),
            "local": num(local[here], "number"),
            "leak": num(leak[here], "small"),
            "away": num(local[AWAY], "number"),
            "wide": HIGH - LOW,
            "ten": num(OTHERS[at.others], one=True),
        },
        sentence=[
            "With this record at {here}, the median is {median} minutes. ",
            "One replaced record moves it by at most {local}",
            when(local[here] == 0, ", so there is no noise, and {median} is published as it is. ", ". "),
            "Noise scaled to that tells this table from the other one with δ = {leak} at ε = 1.",
        ],
        table=table_by_row(
            ("", "record here", f"record at {AWAY}"),
            ("local sensitivity", "{local}", "{away}"),
            ("global sensitivity", "{wide}", "{wide}"),
        ),
        code=shown,
    )  # fmt: skip


def _five() -> dict[str, float]:
    five = [10, 30, 42, 45, 80]
    return {
        "answer": float(quantile_sensitivities(five, low=0, high=100, rank=3)[0]),
        "other": 3.0,
        "whole": 100.0,
        "both": 15.0,
    }


SECTION = Section(draw, axes=(place,), controls=(others, place))
