"""Stills: that what is drawn is where it should be, and that nothing of the picture is lost."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from dpviz.draw import axis, band, bars, curve, heatmap, panel, points
from dpviz.draw.panel import figure
from dpviz.draw.svg import figure_svg
from dpviz.draw.svg.axes import Axis
from dpviz.draw.svg.svg import path

SVG = "{http://www.w3.org/2000/svg}"
RED, BLUE = "#d55e00", "#0072b2"


def drawn(*panels: Any, sentence: str = "So it is.", **layout: Any) -> ElementTree.Element:
    return ElementTree.fromstring(figure_svg(figure(panels, height=380, **layout), title="A & B", sentence=sentence))


def texts(drawing: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in drawing.iter(f"{SVG}text")]


def coloured(drawing: ElementTree.Element, tag: str, colour: str, by: str = "fill") -> list[ElementTree.Element]:
    return [one for one in drawing.iter(SVG + tag) if one.get(by) == colour]


def test_bars_are_as_high_as_their_numbers_and_stand_over_their_names() -> None:
    drawing = drawn(panel(bars(["a", "b", "c"], [0.5, 1.0, None], RED), x="answer", y=axis("p", 0, 1)))
    first, second = coloured(drawing, "rect", RED)
    assert float(second.get("height", 0)) == pytest.approx(2 * float(first.get("height", 0)), abs=0.2)
    assert float(first.get("y", 0)) + float(first.get("height", 0)) == pytest.approx(
        float(second.get("y", 0)) + float(second.get("height", 0)), abs=0.2
    )
    named = {"".join(text.itertext()): float(text.get("x", 0)) for text in drawing.iter(f"{SVG}text")}
    for bar, name in ((first, "a"), (second, "b")):
        assert float(bar.get("x", 0)) + float(bar.get("width", 0)) / 2 == pytest.approx(named[name], abs=0.2)


@pytest.mark.parametrize(("mode", "top"), [("stack", 3.0), ("group", 2.0)])
def test_bars_stack_or_stand_side_by_side(mode: str, top: float) -> None:
    drawing = drawn(panel(bars([0, 1], [1, 1], RED), bars([0, 1], [2, 2], BLUE), x="", y=axis("", 0, 3)), barmode=mode)
    low, high = coloured(drawing, "rect", RED)[0], coloured(drawing, "rect", BLUE)[0]
    foot = float(low.get("y", 0)) + float(low.get("height", 0))
    assert (foot - float(high.get("y", 0))) / float(low.get("height", 0)) == pytest.approx(top, abs=0.02)
    assert (low.get("x") == high.get("x")) == (mode == "stack")


def test_a_line_has_the_gaps_of_its_numbers_and_no_point_too_many() -> None:
    x = np.arange(7.0)
    assert path(x, np.array([0, 0, 0, np.nan, 1, 2, 5.0])) == "M0,0 2,0M4,1 5,2 6,5"
    assert path(np.array([0, 2, 1.0]), np.zeros(3)) == "M0,0 2,0 1,0"  # back along itself: a turn, not a straight line


def test_steps_bands_points_and_dashes_are_there() -> None:
    x = np.array([0.0, 1.0, 2.0])
    drawing = drawn(
        panel(
            band(x, x, x + 1, RED, "a band", fill="rgba(1,2,3,0.5)"),
            curve(x, x, BLUE, "steps", shape="hv", dash="dot"),
            points(x, x, BLUE, "points", symbol="star"),
            x=axis("across", 0, 2),
            y=axis("up", 0, 3),
        )
    )
    assert coloured(drawing, "path", "rgba(1,2,3,0.5)")
    steps, sample = coloured(drawing, "path", BLUE, "stroke")
    assert steps.get("d", "").count(" ") == 4
    assert sample.get("stroke-dasharray")
    assert len(coloured(drawing, "path", BLUE)) == 3 + 1  # and one in the legend
    assert {"a band", "steps", "points", "across", "up", "A & B", "So it is."} <= set(texts(drawing))


def test_a_heat_map_has_the_colours_of_its_numbers() -> None:
    z = np.zeros((20, 20))
    z[0, 0] = 1.0  # at the lower left
    drawing = drawn(panel(heatmap(z, scale=[[0, "#000000"], [1, "rgba(255,0,0,1)"]]), x="", y=""))
    [image] = drawing.iter(f"{SVG}image")
    data = base64.b64decode(image.get("href", "").partition(",")[2])
    assert struct.unpack(">II", data[16:24]) == (20, 20)
    [length] = struct.unpack(">I", data[33:37])
    rows = np.frombuffer(zlib.decompress(data[41 : 41 + length]), dtype=np.uint8).reshape(20, 81)[:, 1:]
    assert rows.reshape(20, 20, 4)[19, 0].tolist() == [255, 0, 0, 255]
    assert rows.reshape(20, 20, 4)[:19].max(axis=(0, 1)).tolist() == [0, 0, 0, 255]


@pytest.mark.parametrize(
    ("options", "low", "high", "said"),
    [
        ({}, 0, 1, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ({}, -30000, 30000, ["−30k", "−20k", "−10k", "0", "10k", "20k", "30k"]),
        ({"dtick": 4}, 0, 9, ["0", "4", "8"]),
        ({"tickformat": ".0%", "nticks": 4}, 0, 1, ["0%", "50%", "100%"]),
        ({"type": "log", "dtick": 1}, -2, 4, ["0.01", "0.1", "1", "10", "100", "1000", "10k"]),
        ({"type": "log", "dtick": 2, "exponentformat": "power"}, 4, 8, ["10⁴", "10⁶", "10⁸"]),
        ({"tickvals": [0, 1, 5], "ticktext": ["none", "all", "more"]}, 0, 2, ["none", "all"]),
    ],
)
def test_numbers_beside_an_axis(options: dict[str, Any], low: float, high: float, said: list[str]) -> None:
    assert [text for _, text in Axis("x", options, low, high, 0, 600).ticks()] == said


def test_on_a_logarithmic_axis_a_shape_stands_at_its_value() -> None:
    shape = {"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "line": {"color": RED, "width": 2}}
    up = panel(curve([0.01, 100], [0, 1], BLUE), x={"type": "log", "range": [-2, 2]}, y=axis("", 0, 1))
    [line] = coloured(drawn(up, shapes=[shape]), "line", RED, "stroke")
    [clip] = drawn(up).iter(f"{SVG}clipPath")
    box = clip[0]
    assert float(line.get("x1", 0)) == pytest.approx(float(box.get("x", 0)) + float(box.get("width", 0)) / 2, abs=0.2)


def test_the_whole_sentence_is_said_and_shown_and_nothing_comes_from_elsewhere() -> None:
    sentence = "With ε < 1 & n > 5 " + "it goes on " * 30 + "to its end."
    drawing = drawn(panel(curve([0, 1], [0, 1], RED), x="", y=""), sentence=sentence)
    assert drawing.findtext(f"{SVG}desc") == sentence
    shown = " ".join(texts(drawing))
    assert sentence in shown
    assert not re.search(r"https?://(?!www\.w3\.org)", ElementTree.tostring(drawing).decode())


def test_dots_and_dashes_in_turn_are_told_from_a_line() -> None:
    for dash, parts in (("dash", 2), ("dot", 2), ("dashdot", 4), ("longdashdot", 4)):
        drawing = drawn(panel(curve([0, 1], [0, 1], RED, dash=dash), x="", y=axis("", 0, 1)))
        (line,) = coloured(drawing, "path", RED, by="stroke")
        assert len(str(line.get("stroke-dasharray")).split()) == parts


def test_without_words_it_is_as_large_as_its_layout_and_nothing_lies_under_it() -> None:
    plain = figure([panel(bars(["a"], [1.0], RED), x="answer", y=axis("p", 0, 1))], height=200)
    plain["layout"]["width"] = 320
    drawing = ElementTree.fromstring(figure_svg(plain, paper=None))
    assert drawing.get("viewBox") == "0 0 320 200"
    assert [one.tag for one in drawing][:1] != [f"{SVG}rect"]
    assert not list(drawing.iter(f"{SVG}title"))


def test_a_step_ends_where_its_numbers_do() -> None:
    steps = curve([0, 1, 2, 3], [2.0, 1.0, None, None], RED, shape="hv")
    drawing = drawn(panel(steps, x=axis("", 0, 3), y=axis("", 0, 3)))
    (line,) = coloured(drawing, "path", RED, by="stroke")
    assert len(re.findall(r"[\d.]+,[\d.]+", str(line.get("d")))) == 3
