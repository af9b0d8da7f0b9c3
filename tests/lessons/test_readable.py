"""Every picture says in grey, and to a reader who does not see red or green, what it says in colour.

Two marks of one kind in one panel that differ in colour must differ in lightness too, or in something else: the dash
of a line, its width by half, the symbol of a point, the pattern of a bar or its name on the axis. Lightness is that of
CIE L*, which a grey copy keeps, and so does, within a few units, an eye without green cones.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpviz.draw import style
from tests.lessons.outlines import SECTIONS, opening

#: Steps of L* that are told apart in lines side by side.
APART = 15.0
# Machado, Oliveira and Fernandes (2009): what linear RGB becomes without green cones.
DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
)
THEME = Path(__file__).parents[2] / "js" / "src" / "runtime" / "theme.js"
TWINS = dict(re.findall(r'"(#[0-9a-f]{6})": "(#[0-9a-f]{6})"', THEME.read_text(encoding="utf-8")))


def linear(colour: str, paper: float) -> np.ndarray:
    """Linear RGB of a colour as CSS has it, on paper of one grey."""
    if colour.startswith("#"):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)] + [1.0]
    else:
        parts = [float(part) for part in re.findall(r"[\d.]+", colour)]
        parts = [part / 255 for part in parts[:3]] + (parts[3:] or [1.0])
    mixed = np.array(parts[:3]) * parts[3] + (1 - parts[3]) * paper
    return np.where(mixed <= 0.04045, mixed / 12.92, ((mixed + 0.055) / 1.055) ** 2.4)


def lightness(rgb: np.ndarray) -> float:
    """CIE L* of linear RGB."""
    luminance = float(np.clip(rgb, 0, 1) @ [0.2126, 0.7152, 0.0722])
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def apart(one: str, other: str) -> float:
    """The smallest step of lightness between two colours: light and dark theme, all colours or without green."""
    steps = []
    for paper, twin in ((1.0, {}), (0.13, TWINS)):
        pair = [linear(twin.get(colour, colour), paper) for colour in (one, other)]
        steps += [abs(lightness(pair[0]) - lightness(pair[1]))]
        steps += [abs(lightness(DEUTERANOPIA @ pair[0]) - lightness(DEUTERANOPIA @ pair[1]))]
    return min(steps)


def each(value: Any, count: int) -> list[Any]:
    return list(value) if isinstance(value, list | tuple | np.ndarray) else [value] * count


def named(trace: dict[str, Any]) -> bool:
    """Whether the axis says what each bar is, so that its colour need not."""
    places = trace["y" if trace.get("orientation") == "h" else "x"]
    return isinstance(places, list | tuple) and all(isinstance(place, str) for place in places)


def looks(trace: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], str, float]]:
    """Every look in a trace: its kind without colour, its colour, the width of its line."""
    mode, line, marker = trace.get("mode", ""), trace.get("line", {}), trace.get("marker", {})
    colours, symbols = marker.get("color", style.INK), marker.get("symbol", "circle")
    patterns = marker.get("pattern", {}).get("shape", "")
    count = max((len(part) for part in (colours, symbols, patterns) if isinstance(part, list | np.ndarray)), default=1)
    if trace["type"] == "scatter" and "lines" in mode and line.get("width", 2):
        symbol = str(symbols) if "markers" in mode else ""
        yield ("line", line.get("dash", "solid"), symbol, bool(trace.get("fill"))), line["color"], line.get("width", 2)
    elif trace["type"] == "scatter" and mode == "markers":
        for colour, symbol in zip(each(colours, count), each(symbols, count), strict=True):
            yield ("points", symbol), colour, 0.0
    elif trace["type"] == "bar" and not named(trace):
        for colour, pattern in zip(each(colours, count), each(patterns, count), strict=True):
            yield ("bars", pattern), colour, 0.0


def look_alikes(traces: list[dict[str, Any]]) -> list[str]:
    """Pairs of marks in one panel that only hue tells apart."""
    panels: dict[Any, set[Any]] = {}
    for trace in traces:
        if trace.get("visible", True) is True and trace["type"] in ("scatter", "bar"):
            panels.setdefault((trace.get("xaxis", "x"), trace.get("yaxis", "y")), set()).update(looks(trace))
    alike = []
    for marks in panels.values():
        for (kind, colour, width), (other, another, wide) in itertools.combinations(sorted(marks), 2):
            same_form = kind == other and max(width, wide) <= 1.5 * min(width, wide)
            if same_form and colour != another and apart(colour, another) < APART:
                alike.append(f"{kind}: {colour} and {another}")
    return alike


@pytest.mark.parametrize(("slug", "name"), SECTIONS)
def test_nothing_is_told_by_hue_alone(slug: str, name: str) -> None:
    assert not look_alikes(opening(slug, name).figure["data"])


@pytest.mark.parametrize("pair", list(itertools.combinations([style.GREEN, style.BLUE, style.ORANGE], 2)), ids="-".join)
def test_the_main_colours_are_three_steps_of_lightness(pair: tuple[str, str]) -> None:
    assert apart(*pair) >= APART


@pytest.mark.parametrize("colour", [style.GREEN, style.BLUE, style.ORANGE, style.PURPLE, style.GREY])
def test_every_colour_stands_out_from_its_paper(colour: str) -> None:
    for paper, shade in ((1.0, colour), (0.13, TWINS[colour])):
        bright = sorted(float(linear(each, paper) @ [0.2126, 0.7152, 0.0722]) for each in (shade, "rgba(0,0,0,0)"))
        assert (bright[1] + 0.05) / (bright[0] + 0.05) >= 3


def test_a_look_alike_is_found() -> None:
    line = {"type": "scatter", "mode": "lines", "line": {"color": style.BLUE, "width": 3, "dash": "solid"}}
    other = {**line, "line": {**line["line"], "color": "#8a4f7d"}}
    dashed = {**line, "line": {**line["line"], "color": "#8a4f7d", "dash": "dash"}}
    assert look_alikes([line, other])
    assert not look_alikes([line, dashed])
    assert not look_alikes([line, {**line, "line": {**line["line"], "color": style.ORANGE}}])
