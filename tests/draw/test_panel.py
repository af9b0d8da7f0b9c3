"""Where the panels of a figure lie: above each other or side by side, with room for what is written between them."""

from __future__ import annotations

from typing import Any

import pytest

from dpviz.draw import axis, curve, panel
from dpviz.draw.panel import AIR, HEADING, NUMBERS, ONE, SEVERAL, TITLE, TOP, figure

LINE = curve([0, 1], [0, 1], "#0063a3")
NAMED = curve([0, 1], [0, 1], "#0063a3", "a line")


def places(*panels: Any, **layout: Any) -> list[list[float]]:
    """Ends of the panels' heights in pixels from the foot."""
    made = figure(panels, **layout)["layout"]
    inside = made["height"] - made["margin"]["t"] - made["margin"]["b"]
    axes = [made[f"yaxis{k or ''}"] for k in (0, *range(2, len(panels) + 1))]
    return [[round(end * inside, 1) for end in one["domain"]] for one in axes]


def test_one_panel_has_all_the_room() -> None:
    made = figure((panel(LINE, x="x", y="y"),))["layout"]
    assert made["height"] == ONE
    assert "domain" not in made["yaxis"]


@pytest.mark.parametrize(
    ("x", "heading", "between"),
    [
        (axis("x"), "", NUMBERS + TITLE),
        (axis(""), "", NUMBERS),
        (axis("", showticklabels=False), "", 0),
        (axis("", visible=False), "below", HEADING),
        (axis("two<br>lines"), "below", 2 * NUMBERS + TITLE + HEADING),
        (axis("x", tickvals=[0, 1], ticktext=["a<br>b", "c"]), "", 2 * NUMBERS + TITLE),
        (axis("x", tickvals=[0, 1], ticktext=["a" * 30, "b" * 30]), "", 2 * NUMBERS + TITLE),
    ],
)
def test_what_is_written_between_two_panels_has_room(x: Any, heading: str, between: float) -> None:
    above, below = places(panel(LINE, x=x, y="y"), panel(LINE, x="x", y="y", heading=heading))
    assert above[1] == SEVERAL - TOP - 56
    assert below[0] == 0
    assert above[0] - below[1] == pytest.approx(AIR + between, abs=0.2)
    assert above[1] - above[0] == pytest.approx(below[1] - below[0], abs=0.2)


def test_a_panel_has_its_share_and_a_heading_stands_below_the_legend() -> None:
    above, below = places(panel(NAMED, LINE, x="x", y="y", heading="above", share=2), panel(LINE, x="x", y="y"))
    assert above[1] == pytest.approx(SEVERAL - 44 - 56 - HEADING, abs=0.2)
    assert above[1] - above[0] == pytest.approx(2 * (below[1] - below[0]), abs=0.5)
    without = places(panel(LINE, x="x", y="y", heading="above"), panel(LINE, x="x", y="y"), showlegend=False)
    assert without[0][1] == SEVERAL - (HEADING + 8) - 56


def test_panels_side_by_side_are_one_row() -> None:
    left, right, foot = places(
        panel(LINE, x="x", y="y", across=(0, 0.45)),
        panel(LINE, x="x", y="y", across=(0.55, 1)),
        panel(LINE, x="x", y="y"),
    )
    assert left == right
    assert foot[1] < left[0]
