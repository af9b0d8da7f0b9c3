"""The marks of a still picture: lines, points, bars, cells, each from its dictionary to SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpviz.draw import style
from dpviz.draw.svg.axes import Axis
from dpviz.draw.svg.svg import element, image, path, short, words

Floats = NDArray[np.float64]
FEW = 100  # cells that are drawn as such; more of them are an image
_DASHES = {"dash": (3.0, 3.0), "dot": (1.0, 1.6), "dashdot": (3.0, 1.6, 1.0, 1.6), "longdashdot": (6.0, 1.6, 1.0, 1.6)}
_STAR = [(math.sin(k * math.pi / 5), -math.cos(k * math.pi / 5)) for k in range(10)]
_CROSS = [(-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4),
          (0.4, 1.2), (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4)]  # fmt: skip
# Corners of a symbol, where half its size is 1; of two corners it is a stroke.
_CORNERS: dict[str, list[tuple[float, float]]] = {
    "diamond": [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)],
    "triangle-up": [(0, -1.1), (1.15, 0.9), (-1.15, 0.9)],
    "triangle-down": [(0, 1.1), (1.15, -0.9), (-1.15, -0.9)],
    "triangle-right": [(1.1, 0), (-0.9, 1.15), (-0.9, -1.15)],
    "line-ns": [(0, -1.4), (0, 1.4)],
    "line-ew": [(-1.4, 0), (1.4, 0)],
    "star": [(1.4 * a, 1.4 * b) if k % 2 == 0 else (0.55 * a, 0.55 * b) for k, (a, b) in enumerate(_STAR)],
    "cross": _CROSS,
    "cross-thin": [(0, -1.4), (0, 1.4), (0, 0), (-1.4, 0), (1.4, 0), (0, 0)],
    "x": [((a - b) / math.sqrt(2), (a + b) / math.sqrt(2)) for a, b in _CROSS],
}


@dataclass
class Drawn:
    """What one mark became: the part that ends at the edge of its panel, and the part that may stand over it."""

    inside: str = ""
    over: str = ""


def drawn(mark: dict[str, Any], x: Axis, y: Axis, *, before: tuple[Floats, Floats] | None, bar: Bar | None) -> Drawn:
    """Draw one mark, as plotly has it.

    `before` is the line before it in the same panel, in pixels, for a fill between the two; `bar` is where its bars
    stand.
    """
    if mark["type"] == "heatmap":
        return _cells(mark, x, y)
    if bar is not None:
        return _bars(mark, x, y, bar)
    return _scatter(mark, x, y, before)


def line_of(mark: dict[str, Any], x: Axis, y: Axis) -> tuple[Floats, Floats]:
    """The points of a line in pixels, its steps put in."""
    across, up = x.pixels(x.places(mark["x"])), y.pixels(y.places(mark["y"]))
    shape = mark.get("line", {}).get("shape", "linear")
    if shape == "linear" or across.size < 2:
        return across, up
    here, there = across[:-1], np.where(np.isfinite(up[1:]), across[1:], np.nan)  # no step into a gap
    middle = (here + there) / 2
    first, second = {
        "hv": ((there, up[:-1]), None),
        "vh": ((across[:-1], up[1:]), None),
        "hvh": ((middle, up[:-1]), (middle, up[1:])),
    }[shape]
    parts = [(across[:-1], up[:-1]), first, *([second] if second else [])]
    xs, ys = (np.append(np.stack([part[i] for part in parts], axis=1).ravel(), end[-1])
              for i, end in ((0, across), (1, up)))  # fmt: skip
    return xs, ys


def stroke(line: dict[str, Any]) -> dict[str, Any]:
    """A line's colour, width and dashes."""
    wide = line.get("width", 2)
    dashes = " ".join(short(part * max(wide, 3)) for part in _DASHES.get(line.get("dash", "solid"), ())) or None
    return {"stroke": line.get("color", style.INK), "stroke_width": wide, "stroke_dasharray": dashes, "fill": "none"}


def symbol(kind: str, x: float, y: float, size: float, colour: str, line: dict[str, Any]) -> str:
    """One point."""
    name, hollow = re.sub("-open$", "", kind), kind.endswith("-open")
    r, edge = size / 2, line.get("width") or (1 if hollow else None)
    look = {
        "fill": "none" if hollow else colour,
        "stroke": (colour if hollow else line.get("color", style.INK)) if edge else None,
        "stroke_width": edge,
    }
    if name == "circle":
        return element("circle", cx=x, cy=y, r=r, **look)
    if name == "square":
        return element("rect", x=x - r, y=y - r, width=size, height=size, **look)
    corners = _CORNERS.get(name, _CORNERS["diamond"])
    points = " ".join(f"{short(x + r * a)},{short(y + r * b)}" for a, b in corners)
    return element("path", d=f"M{points}" + "Z" * (len(corners) > 2), **look)


def _scatter(mark: dict[str, Any], x: Axis, y: Axis, before: tuple[Floats, Floats] | None) -> Drawn:
    mode, made = mark["mode"], Drawn()
    xs, ys = line_of(mark, x, y) if "lines" in mode else (x.pixels(x.places(mark["x"])), y.pixels(y.places(mark["y"])))
    fill = mark.get("fill")
    if fill:
        made.inside += element("path", d=_filled(fill, xs, ys, y, before), fill=mark.get("fillcolor"))
    if "lines" in mode and mark.get("line", {}).get("width", 2):
        made.inside += element("path", d=path(xs, ys), stroke_linejoin="round", **stroke(mark.get("line", {})))
    if "error_y" in mark:
        made.inside += _errors(mark, x, y)
    points = mark.get("marker", {})
    colours = _each(points.get("color", mark.get("line", {}).get("color", style.INK)))
    symbols, texts = _each(points.get("symbol", "circle")), _each(mark.get("text", ""))
    positions = _each(mark.get("textposition", "middle center"))
    size, font = points.get("size", 6), mark.get("textfont", {})
    inks = _each(font.get("color", style.INK))
    box = [sorted((axis.start, axis.end)) for axis in (x, y)]
    for a, b, colour, kind, text, position, ink in zip(xs.tolist(), ys.tolist(), colours, symbols, texts, positions,
                                                       inks, strict=False):  # fmt: skip
        if "markers" not in mode and "text" not in mode:
            break
        if not all(low - 1 <= v <= high + 1 for v, (low, high) in zip((a, b), box, strict=True)):
            continue
        if "markers" in mode:
            made.over += symbol(kind, a, b, size, colour, points.get("line", {}))
        if "text" in mode and text:
            made.over += _beside(str(text), a, b, position, size / 2 * ("markers" in mode), font | {"color": ink})
    if "opacity" in mark:
        made = Drawn(*(element("g", part, opacity=f"{mark['opacity']:g}") if part else "" for part in
                       (made.inside, made.over)))  # fmt: skip
    return made


def _filled(fill: str, xs: Floats, ys: Floats, y: Axis, before: tuple[Floats, Floats] | None) -> str:
    if fill == "toself":
        return path(xs, ys) + "Z"
    if fill == "tonexty" and before is not None:
        return path(np.concatenate([xs, before[0][::-1]]), np.concatenate([ys, before[1][::-1]])) + "Z"
    foot = float(y.pixels(y.low if y.options.get("type") == "log" else min(max(0.0, y.low), y.high)))
    known = np.isfinite(xs) & np.isfinite(ys)
    xs, ys = xs[known], ys[known]
    return path(np.concatenate([xs[:1], xs, xs[-1:]]), np.concatenate([[foot], ys, [foot]])) + "Z"


def _errors(mark: dict[str, Any], x: Axis, y: Axis) -> str:
    error = mark["error_y"]
    values = np.asarray(mark["y"], dtype=float)
    up = values + np.asarray(error["array"], dtype=float)
    down = values - np.asarray(error.get("arrayminus", error["array"]), dtype=float)
    lowest = y.low if y.options.get("type") == "log" else None
    ends = zip(x.pixels(x.places(mark["x"])), y.places(down), y.places(up), strict=True)
    made, cap = "", error.get("width", 4)
    for a, low, high in ends:
        if math.isnan(low) and lowest is not None:
            low = lowest
        if np.isfinite([a, low, high]).all():
            foot, top = float(y.pixels(low)), float(y.pixels(high))
            caps = "".join(f"M{short(a - cap)},{short(end)}h{short(2 * cap)}" for end in (foot, top))
            made += f"M{short(a)},{short(foot)}V{short(top)}{caps}"
    look = {"width": error.get("thickness", 2), "color": error.get("color", style.INK)}
    return element("path", d=made, **stroke(look)) if made else ""


def _beside(text: str, x: float, y: float, position: str, room: float, font: dict[str, Any]) -> str:
    upright, across = position.split()
    size = font.get("size", 15)
    down = {"top": -room - 0.3 * size, "middle": 0.35 * size, "bottom": room + 0.9 * size}[upright]
    aside = {"left": -room - 3, "center": 0, "right": room + 3}[across] if upright == "middle" or room else 0
    anchor = {"left": "end", "center": "middle", "right": "start"}[across]
    return words(text, x + aside, y + down, size, font.get("color", style.INK), anchor)


# Bars ---------------------------------------------------------------------------------------------------


@dataclass
class Bar:
    """Where the bars of one mark stand: their width and shift in the axis' units, and what they stand on."""

    width: float
    shift: float
    base: Floats


def placed(marks: Sequence[dict[str, Any]], axes: Sequence[tuple[Axis, Axis]], layout: dict[str, Any]) -> list[Bar]:
    """Where the bars of one panel stand: side by side, stacked, or over each other."""
    along = [x if mark.get("orientation") != "h" else y for mark, (x, y) in zip(marks, axes, strict=True)]
    at = [axis.places(mark["x" if axis.letter == "x" else "y"]) for mark, axis in zip(marks, along, strict=True)]
    all_of_them = np.unique(np.concatenate(at))
    all_of_them = all_of_them[np.isfinite(all_of_them)]
    room = float(np.diff(all_of_them).min()) if all_of_them.size > 1 else 1.0
    mode = layout.get("barmode", "group")
    each = room * (1 - layout.get("bargap", 0.15)) / (len(marks) if mode == "group" else 1)
    made, heights = [], dict.fromkeys(all_of_them.tolist(), 0.0)
    for number, (mark, places) in enumerate(zip(marks, at, strict=True)):
        shift = each * (number - (len(marks) - 1) / 2) if mode == "group" else 0.0
        base = np.array([heights.get(place, 0.0) for place in places.tolist()])
        if mode == "stack":
            tall = mark["x" if mark.get("orientation") == "h" else "y"]
            heights |= {
                place: heights.get(place, 0.0) + float(v or 0) for place, v in zip(places.tolist(), tall, strict=True)
            }
        made.append(Bar(float(mark.get("width", each)), shift, base))
    return made


def _bars(mark: dict[str, Any], x: Axis, y: Axis, bar: Bar) -> Drawn:
    lying = mark.get("orientation") == "h"
    along, up = (y, x) if lying else (x, y)
    at = along.places(mark["y" if lying else "x"]) + bar.shift
    values = np.array([0.0 if v is None else float(v) for v in mark["x" if lying else "y"]])
    ends, feet = up.places(bar.base + values), up.places(bar.base)
    feet = np.where(np.isfinite(feet), feet, up.low)
    made = ""
    shown = zip(along.pixels(at), up.pixels(feet), up.pixels(ends), _each(mark["marker"].get("color")), strict=False)
    wide = abs(along.scale) * bar.width
    for middle, foot, end, colour in shown:
        if not np.isfinite([middle, foot, end]).all() or foot == end:
            continue
        sides = {"x": middle - wide / 2, "width": wide, "y": min(foot, end), "height": abs(end - foot)}
        if lying:
            sides = {"y": sides["x"], "height": wide, "x": sides["y"], "width": sides["height"]}
        made += element("rect", **{k: float(v) for k, v in sides.items()}, fill=colour)
    return Drawn(inside=made)


# Cells --------------------------------------------------------------------------------------------------


def _cells(mark: dict[str, Any], x: Axis, y: Axis) -> Drawn:
    z = np.array(mark["z"], dtype=float)
    colours = _colours(mark, z)
    edges = [axis.pixels(_edges(axis.places(mark[k]) if k in mark else np.arange(float(n))))
             for k, axis, n in (("x", x, z.shape[1]), ("y", y, z.shape[0]))]  # fmt: skip
    across, up = edges
    made = ""
    if z.size > FEW:
        ordered = colours[:: 1 if up[0] < up[-1] else -1, :: 1 if across[0] < across[-1] else -1]
        place = {"x": across.min(), "width": np.ptp(across), "y": up.min(), "height": np.ptp(up)}
        look = "auto" if mark.get("zsmooth") else "pixelated"
        made = image(ordered, **{k: float(v) for k, v in place.items()}, style=f"image-rendering:{look}")
    else:
        gap = mark.get("xgap", 0)
        for row, column in np.ndindex(z.shape):
            left, right = sorted(across[column : column + 2].tolist())
            top, foot = sorted(up[row : row + 2].tolist())
            r, g, b, a = colours[row, column].tolist()
            made += element("rect", x=left + gap / 2, y=top + gap / 2, width=right - left - gap,
                            height=foot - top - gap, fill=f"rgba({r},{g},{b},{a / 255:.2g})")  # fmt: skip
            if "texttemplate" in mark:
                dark = a > 127 and 0.3 * r + 0.6 * g + 0.1 * b < 140
                size, colour = mark.get("textfont", {}).get("size", 15), "#ffffff" if dark else style.INK
                made += words(f"{z[row, column]:g}", (left + right) / 2, (top + foot) / 2 + 0.35 * size, size, colour,
                              "middle")  # fmt: skip
    return Drawn(inside=element("g", made, opacity=f"{mark['opacity']:g}" if "opacity" in mark else None))


def _edges(places: Floats) -> Floats:
    if places.size < 2:
        return np.array([places[0] - 0.5, places[0] + 0.5])
    middle = (places[:-1] + places[1:]) / 2
    return np.concatenate([[2 * places[0] - middle[0]], middle, [2 * places[-1] - middle[-1]]])


def _colours(mark: dict[str, Any], z: Floats) -> NDArray[np.uint8]:
    low, high = mark.get("zmin", np.nanmin(z)), mark.get("zmax", np.nanmax(z))
    part = np.clip((z - low) / ((high - low) or 1.0), 0, 1)
    stops = np.array([stop for stop, _ in mark["colorscale"]], dtype=float)
    parts = np.array([_rgba(colour) for _, colour in mark["colorscale"]])
    made = np.stack([np.interp(part, stops, parts[:, k]) for k in range(4)], axis=-1)
    made[~np.isfinite(z)] = 0
    return np.round(made).astype(np.uint8)


def _rgba(colour: str) -> list[float]:
    if colour.startswith("#"):
        return [*(int(colour[i : i + 2], 16) for i in (1, 3, 5)), 255]
    numbers = [float(v) for v in re.findall(r"[\d.]+", colour)]
    return [*numbers[:3], 255 * (numbers[3] if len(numbers) > 3 else 1)]


def _each(value: Any) -> Iterator[Any]:
    """One value a point: its own, or the same for all."""
    if isinstance(value, list | tuple | np.ndarray):
        return iter(np.asarray(value).tolist())
    return cycle([value])
