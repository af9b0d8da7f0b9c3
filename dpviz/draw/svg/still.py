"""One frame of a picture as SVG: title, panels, legend, and the sentence under it."""

from __future__ import annotations

import html
import textwrap
import zlib
from typing import Any

import numpy as np

from dpviz._text import raised
from dpviz.draw import style
from dpviz.draw.payload import figure_at_start
from dpviz.draw.svg.axes import Axis
from dpviz.draw.svg.marks import Drawn, drawn, line_of, placed, stroke, symbol
from dpviz.draw.svg.svg import element, short, width, words

WIDTH = 760
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
SIZE = 15.0
TITLE = 18.0
LEADING = 1.35


def payload_svg(block: dict[str, Any]) -> str:
    """A still of a picture at the frame it begins with, from what the page gets of it."""
    return figure_svg(figure_at_start(block), title=block["title"], sentence=block["sentences"][block["start"]])


def figure_svg(figure: dict[str, Any], *, title: str = "", sentence: str = "", paper: str | None = "#ffffff") -> str:
    """Draw a figure as it stands: an ``<svg>`` element with nothing in it from elsewhere.

    The figure is as plotly writes it down, with what `dpviz.draw` uses. Without a title above and a sentence under it,
    it is as wide and as high as its layout says. `paper` is the colour under it; None for none.
    """
    layout, marks = figure["layout"], figure["data"]
    axes = _axes(marks, layout)
    rows = _legend(marks, layout)
    margin = _margins(axes, layout, rows)
    wide, tall, head = _width(layout), layout.get("height", 380), 0.0
    if title or sentence:
        head = TITLE * LEADING + 10
        tall += max(0.0, margin["t"] - layout.get("margin", {}).get("t", 44))
    box = (margin["l"], head + margin["t"], wide - margin["r"], head + tall - margin["b"])
    _place(axes, box)
    body = words(raised(html.escape(title)), 8, TITLE + 4, TITLE, style.INK, font_weight="600") if title else ""
    body += _grid(axes) + _marks(marks, layout, axes)
    body += _shapes(layout, axes, box) + _legend_drawn(rows, layout, box) + _annotations(layout, axes, box)
    foot = head + tall + (6 if sentence else 0)
    for line in textwrap.wrap(sentence, 94):
        foot += SIZE * LEADING
        body += words(raised(html.escape(line)), 8, foot, SIZE, style.INK)
    height = foot + (12 if sentence else 0)
    described = "".join(
        element(name, html.escape(text)) for name, text in (("title", title), ("desc", sentence)) if text
    )
    under = element("rect", width=wide, height=height, fill=paper) if paper else ""
    return element(
        "svg", described + under + body,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {short(wide)} {short(height)}", width=wide, height=height,
        role="img", font_family=FONT, style="max-width:100%;height:auto",
    )  # fmt: skip


# Axes ---------------------------------------------------------------------------------------------------


def _width(layout: dict[str, Any]) -> float:
    return float(layout.get("width", WIDTH))


def _name(mark: dict[str, Any], letter: str) -> str:
    return str(mark.get(f"{letter}axis", letter))


def _axes(marks: list[dict[str, Any]], layout: dict[str, Any]) -> dict[str, Axis]:
    """The axes by plotly's short names (``x``, ``y2``), with their ranges."""
    options = {k.replace("axis", ""): v for k, v in layout.items() if k[1:].startswith("axis")}
    axes = {name: Axis(name[0], options.get(name, {})) for name in sorted({"x", "y", *options})}
    for name, axis in axes.items():
        on = [mark for mark in marks if _name(mark, axis.letter) == name]
        values = [_values(mark, axis.letter) for mark in on]
        text = [v for column in values for v in column if isinstance(v, str)]
        if text or axis.options.get("type") == "category":
            axis.named = list(dict.fromkeys([*axis.options.get("categoryarray", []), *map(str, text)]))
        places = [axis.places(column) for column in values]
        bars = any(m["type"] == "bar" and (m.get("orientation") == "h") == (axis.letter == "x") for m in on)
        wide = [p + d for m, p in zip(on, places, strict=True) if m["type"] == "bar" and not bars for d in (-0.5, 0.5)]
        padded = axis.letter == "y" or any("markers" in m.get("mode", "") for m in on)
        axis.fit([*places, *wide], axis.named, bars, padded)
    return axes


def _values(mark: dict[str, Any], letter: str) -> Any:
    if mark["type"] != "heatmap":
        return mark[letter]
    rows, columns = np.shape(mark["z"])
    count = columns if letter == "x" else rows
    return mark.get(letter, np.array([-0.5, count - 0.5]))


def _shown(axis: Axis) -> bool:
    return axis.options.get("visible", True) is not False


def _title(axis: Axis) -> str:
    return str(axis.options.get("title", {}).get("text", "")) if _shown(axis) else ""


def _labels(axis: Axis) -> list[tuple[float, str]]:
    if not _shown(axis) or axis.options.get("showticklabels", True) is False:
        return []
    return axis.ticks()


def _widest(axis: Axis) -> float:
    """The width of its widest label."""
    return max((width(text, SIZE) for _, text in _labels(axis)), default=0.0)


def _margins(axes: dict[str, Axis], layout: dict[str, Any], rows: list[Any]) -> dict[str, float]:
    """Room around the panels: what the picture asks for, and more where the words need it."""
    margin = {"l": 64.0, "r": 16.0, "t": 44.0, "b": 56.0, **layout.get("margin", {})}
    for axis in axes.values():
        axis.start, axis.end = (0, _width(layout) - 80) if axis.letter == "x" else (layout.get("height", 380) - 100, 0)
    left = [axis for axis in axes.values() if axis.letter == "y" and _domain(_across(axes, axis))[0] == 0]
    for axis in left:
        margin["l"] = max(margin["l"], _widest(axis) + 14 + (SIZE + 14 if _title(axis) else 0))
    for axis in axes.values():
        if axis.letter == "x" and axis.options.get("tickangle") != -90 and _domain(axis)[1] > 0.9:
            at, text = max(_labels(axis), default=(axis.low, ""))
            beyond = width(text, SIZE) / 2 - (1 - (at - axis.low) / (axis.high - axis.low)) * (axis.end - axis.start)
            margin["r"] = max(margin["r"], beyond + 4)
        if axis.letter == "x" and axis.options.get("tickangle") == -90:
            margin["b"] = max(margin["b"], 40 + _widest(axis))
    over = (layout.get("legend", {}).get("y", 1.0) - 1) * (layout.get("height", 380) - margin["t"] - margin["b"])
    margin["t"] = max(margin["t"], over + len(rows) * SIZE * LEADING + 8)
    return margin


def _domain(axis: Axis | None) -> tuple[float, float]:
    low, high = axis.options.get("domain", (0, 1)) if axis else (0, 1)
    return float(low), float(high)


def _across(axes: dict[str, Axis], axis: Axis) -> Axis | None:
    """The axis that this one stands at."""
    return axes.get(str(axis.options.get("anchor", "x" if axis.letter == "y" else "y")))


def _place(axes: dict[str, Axis], box: tuple[float, float, float, float]) -> None:
    """Give each axis its pixels; where two share a scale, the longer one gives way."""
    left, top, right, foot = box
    for axis in axes.values():
        low, high = _domain(axis)
        ends = (left, right) if axis.letter == "x" else (foot, top)
        axis.start, axis.end = (ends[0] + part * (ends[1] - ends[0]) for part in (low, high))
    for axis in axes.values():
        other = axes.get(str(axis.options.get("scaleanchor")))
        if other is None:
            continue
        scale = min(abs(axis.scale), abs(other.scale))
        for each in (axis, other):
            spare = (1 - scale / abs(each.scale)) * (each.end - each.start)
            part = {"left": 0.0, "bottom": 0.0, "right": 1.0, "top": 1.0}.get(
                str(each.options.get("constraintoward")), 0.5
            )
            each.start, each.end = each.start + part * spare, each.end - (1 - part) * spare


def _grid(axes: dict[str, Axis]) -> str:
    lines = labels = ""
    for axis in axes.values():
        other = _across(axes, axis)
        if other is None or not _shown(axis):
            continue
        upright = axis.letter == "x"
        a, b = other.start, other.end
        at = [(short(float(axis.pixels(place))), text) for place, text in axis.ticks()]
        if axis.options.get("showgrid", True) is not False:
            lines += "".join(f"M{p},{short(a)}V{short(b)}" if upright else f"M{short(a)},{p}H{short(b)}" for p, _ in at)
        if axis.options.get("showline", "linecolor" in axis.options):
            s, e = short(axis.start), short(axis.end)
            lines += f"M{s},{short(a)}H{e}" if upright else f"M{short(a)},{s}V{e}"
        labels += _numbers(axis, a) + _titled(axis, a)
    return element("path", d=lines, stroke=style.GRID, stroke_width=1, fill="none") + labels if lines else labels


def _numbers(axis: Axis, edge: float) -> str:
    made, last = "", -1e9
    for place, text in _labels(axis):
        at = float(axis.pixels(place))
        if axis.letter == "y":
            made += words(text, edge - 6, at + 0.35 * SIZE, SIZE, style.INK, "end")
        elif axis.options.get("tickangle") == -90:
            turn = f"rotate(-90 {short(at + 5)} {short(edge + 6)})"
            made += words(text, at + 5, edge + 6, SIZE, style.INK, "end", transform=turn)
        elif at - width(text, SIZE) / 2 > last:
            made += words(text, at, edge + SIZE + 4, SIZE, style.INK, "middle")
            last = at + width(text, SIZE) / 2 + 4
    return made


def _titled(axis: Axis, edge: float) -> str:
    title = _title(axis)
    if not title:
        return ""
    middle = (axis.start + axis.end) / 2
    if axis.letter == "x":
        turned = axis.options.get("tickangle") == -90
        room = _widest(axis) if turned else SIZE * bool(_labels(axis))
        return words(title, middle, edge + room + SIZE + 14, SIZE, style.INK, "middle")
    aside = edge - _widest(axis) - 16 - 1.2 * SIZE * title.count("<br>")
    turn = f"rotate(-90 {short(aside)} {short(middle)})"
    return words(title, aside, middle, SIZE, style.INK, "middle", transform=turn)


# What is drawn on them ----------------------------------------------------------------------------------


def _marks(marks: list[dict[str, Any]], layout: dict[str, Any], axes: dict[str, Axis]) -> str:
    """All marks, panel by panel; lines and bars end at a panel's edge."""
    made = ""
    panels: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for mark in marks:
        panels.setdefault((_name(mark, "x"), _name(mark, "y")), []).append(mark)
    for (across, up), inside in panels.items():
        x, y = axes[across], axes[up]
        bars = [mark for mark in inside if mark["type"] == "bar"]
        standing = iter(placed(bars, [(x, y)] * len(bars), layout) if bars else [])
        before, parts = None, []
        # Cells and bars lie under lines and points, as plotly has them.
        order = {"heatmap": 0, "bar": 1, "scatter": 2}
        for mark in sorted(inside, key=lambda one: order[one["type"]]):
            bar = next(standing) if mark["type"] == "bar" else None
            parts.append(drawn(mark, x, y, before=before, bar=bar))
            if mark["type"] == "scatter" and "lines" in mark["mode"]:
                before = line_of(mark, x, y)
        made += _clipped(parts, x, y)
    return made


def _clipped(parts: list[Drawn], x: Axis, y: Axis) -> str:
    (left, right), (top, foot) = sorted((x.start, x.end)), sorted((y.start, y.end))
    box = {"x": left, "y": top, "width": right - left, "height": foot - top}
    inside = "".join(part.inside for part in parts)
    name = f"dpviz-{zlib.crc32((inside + str(box)).encode()):08x}"
    clip = element("clipPath", element("rect", **box), id=name)
    return clip + element("g", inside, clip_path=f"url(#{name})") + "".join(part.over for part in parts)


def _paper(letter: str, value: float, box: tuple[float, float, float, float]) -> float:
    start, end = (box[0], box[2]) if letter == "x" else (box[3], box[1])
    return start + value * (end - start)


def _position(what: dict[str, Any], key: str, axes: dict[str, Axis], box: tuple[float, float, float, float]) -> float:
    """The pixel of a place on an axis, on the page (``paper``), or on the page's part of an axis (``y2 domain``)."""
    letter, value = key[0], what[key]
    name, _, part = str(what.get(f"{letter}ref", letter)).partition(" ")
    if name == "paper":
        return _paper(letter, value, box)
    axis = axes[name]
    if part:
        return axis.start + value * (axis.end - axis.start)
    # On a logarithmic axis plotly takes a shape's place as a value, and that of words as its power.
    return float(axis.pixels(axis.places([value])[0] if len(key) > 1 or isinstance(value, str) else value))


def _shapes(layout: dict[str, Any], axes: dict[str, Axis], box: tuple[float, float, float, float]) -> str:
    made = ""
    for shape in layout.get("shapes", ()):
        ends = {f"{k[0]}{int(k[1]) + 1}": _position(shape, k, axes, box) for k in ("x0", "y0", "x1", "y1")}
        made += element("line", **ends, **stroke(shape.get("line", {})))
    return made


def _annotations(layout: dict[str, Any], axes: dict[str, Axis], box: tuple[float, float, float, float]) -> str:
    made = ""
    for note in layout.get("annotations", ()):
        size = note.get("font", {}).get("size", SIZE)
        x, y = _position(note, "x", axes, box), _position(note, "y", axes, box)
        lines = note["text"].count("<br>")
        above = {"bottom": -0.3 * size - 1.2 * size * lines, "top": size}.get(
            note.get("yanchor", ""), 0.35 * size - 0.6 * size * lines
        )
        anchor = {"left": "start", "right": "end"}.get(note.get("xanchor", ""), "middle")
        made += words(note["text"], x, y + above, size, note.get("font", {}).get("color", style.INK), anchor)
    return made


# The legend ---------------------------------------------------------------------------------------------


def _legend(marks: list[dict[str, Any]], layout: dict[str, Any]) -> list[list[tuple[float, dict[str, Any]]]]:
    """Its rows: marks with where they stand."""
    named = [mark for mark in marks if mark.get("name") and mark.get("showlegend", True)]
    few = len(named) < 2 and not any(mark.get("showlegend") for mark in named)
    if few or layout.get("showlegend", True) is False:
        return []
    behind = layout.get("barmode") == "stack" or any(mark.get("fill") == "tonexty" for mark in named)
    if behind and layout.get("legend", {}).get("traceorder") != "normal":
        named.reverse()
    rows: list[list[tuple[float, dict[str, Any]]]] = [[]]
    at, limit = 0.0, _width(layout) - 90
    for mark in named:
        wide = 44 + width(mark["name"], SIZE)
        if at and at + wide > limit:
            rows.append([])
            at = 0.0
        rows[-1].append((at, mark))
        at += wide + 12
    return rows


def _legend_drawn(rows: list[list[tuple[float, dict[str, Any]]]], layout: dict[str, Any],
                  box: tuple[float, float, float, float]) -> str:  # fmt: skip
    made = ""
    foot = _paper("y", layout.get("legend", {}).get("y", 1.0), box) - 8
    for number, row in enumerate(rows):
        y = foot - (len(rows) - 1 - number) * SIZE * LEADING
        for at, mark in row:
            x = box[0] + at + 4
            made += _sample(mark, x, y - 0.35 * SIZE) + words(mark["name"], x + 36, y, SIZE, style.INK)
    return made


def _sample(mark: dict[str, Any], x: float, y: float) -> str:
    points, made = mark.get("marker", {}), ""
    colour = points.get("color", mark.get("line", {}).get("color", style.INK))
    colour = colour if isinstance(colour, str) else colour[0]
    if mark["type"] == "bar":
        return element("rect", x=x + 8, y=y - 6, width=14, height=12, fill=colour)
    if mark.get("fill"):
        made += element("rect", x=x, y=y - 1, width=30, height=8, fill=mark.get("fillcolor"))
    if "lines" in mark["mode"] and mark.get("line", {}).get("width", 2):
        made += element("path", d=f"M{short(x)},{short(y)}h30", **stroke(mark.get("line", {})))
    if "markers" in mark["mode"]:
        kind = points.get("symbol", "circle")
        kind = kind if isinstance(kind, str) else kind[0]
        made += symbol(kind, x + 15, y, min(points.get("size", 6), 14), colour, points.get("line", {}))
    return made
