"""The median of eleven records while one of them moves: its local sensitivity, and what noise of that size tells."""

from typing import Any

import numpy as np

from dpviz.draw import Picture, axis, curve, level, moving, num, panel, points, text, upright, when
from dpviz.draw.style import BLUE, GREEN, GREY, ORANGE, PALE
from dpviz.frame.kinds import Choice, Number
from dpviz.frame.section import Frames, Section
from dpviz.lessons.kinder.shared import HIGH, LOW
from dpviz.sensitivity import SmoothLaplace, quantile_sensitivities

OTHERS = {"ties": (10, 22, 31, 36, 40, 40, 44, 49, 58, 90), "even": (5, 15, 25, 35, 45, 55, 65, 75, 85, 95),
          "gap": (5, 10, 15, 20, 25, 75, 80, 85, 90, 95)}  # fmt: skip
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


def draw(at: Frames) -> Picture:
    median, local = np.array([shown(OTHERS[at.others], p) for p in PLACES.tolist()], dtype=float).T
    # δ at ε = 1 against the other table, where the local sensitivity is the scale of Laplace noise; 1 without noise.
    noise = SmoothLaplace(epsilon=2.0, delta=0.5)  # of factor 1
    delta = noise.pair_delta(1.0, median, np.where(local > 0, local, 1.0), median[AWAY], local[AWAY])
    leak, floored = np.where(local > 0, delta, 1.0), np.maximum(local, FLOOR)
    here, reach = at.place.astype(int), (LOW - 2.0, HIGH + 2.0)
    rest = np.array(OTHERS[at.others], dtype=float)
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
            y=axis("minutes", -0.57, 2.5, type="log", tickvals=[FLOOR, 1, 10, 100], ticktext=["0", "1", "10", "100"]),
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
            "here": num(at.place, "number"), "median": num(median[here], "number"), "leak": num(leak[here], "small"),
            "local": num(local[here], "number"), "wide": HIGH - LOW, "ten": num(OTHERS[at.others], one=True),
        },
        sentence=[
            "With this record at {here}, the median is {median} minutes. ",
            "One replaced record moves it by at most {local}",
            when(local[here] == 0, ", so there is no noise, and {median} is published as it is. ", ". "),
            "Noise scaled to that tells this table from the other one with δ = {leak} at ε = 1.",
        ],
        code=shown,
    )  # fmt: skip


def _five() -> dict[str, float]:
    five = [10, 30, 42, 45, 80]
    found = float(quantile_sensitivities(five, low=0, high=100, rank=3)[0])
    return {"answer": found, "other": 3.0, "whole": 100.0, "both": 15.0}


SECTION = Section(draw, axes=(place,), controls=(others, place))
