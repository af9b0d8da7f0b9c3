"""Panels: marks on a pair of axes; one to three of them make a figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpviz.draw import style
from dpviz.draw.marks import Mark, heading
from dpviz.draw.moving import Moving

GAP = 0.16  # of the height, between two panels that say nothing else


@dataclass(frozen=True)
class Panel:
    """Marks on a pair of axes, a heading above them, and what part of the height and of the width they take."""

    marks: tuple[Mark, ...]
    x: dict[str, Any]
    y: dict[str, Any]
    heading: str | Moving
    span: tuple[float, float] | None
    across: tuple[float, float] | None


def axis(title: str, low: float | None = None, high: float | None = None, **options: Any) -> dict[str, Any]:
    """An axis in the common look, from `low` to `high`; `options` are plotly's."""
    ends = {} if low is None else {"range": [low, high]}
    return style.axis(title, **ends, **options)


def panel(
    *marks: Mark,
    x: str | dict[str, Any],
    y: str | dict[str, Any],
    heading: str | Moving = "",
    span: tuple[float, float] | None = None,
    across: tuple[float, float] | None = None,
) -> Panel:
    """Put marks on a pair of axes.

    Parameters
    ----------
    *marks : dict
        From back to front.
    x, y : str or dict
        An axis' title, or the axis itself (`axis`).
    heading : str or Moving
        Words above the panel, where there are several.
    span : tuple of float, optional
        What part of the figure's height it takes, from 0 (foot) to 1; panels share it alike otherwise.
    across : tuple of float, optional
        What part of its width, from 0 (left) to 1, for panels side by side; they need a `span` then. All by default.

    Returns
    -------
    Panel
    """
    below, up = (axis(one) if isinstance(one, str) else one for one in (x, y))
    return Panel(marks, below, up, heading, span, across)


def figure(panels: tuple[Panel, ...], *, height: int, **layout: Any) -> dict[str, Any]:
    """A figure of panels, the first one on top."""
    several = len(panels) > 1
    each = (1 - GAP * (len(panels) - 1)) / len(panels)
    data, words = [], list(layout.pop("annotations", ()))
    if several:
        layout.setdefault("margin", {"l": 64, "r": 16, "t": 64, "b": 56})
    for number, one in enumerate(panels):
        k = str(number + 1) if number else ""
        low, high = one.span or (1 - (number + 1) * each - number * GAP, 1 - number * (each + GAP))
        x, y = dict(one.x), dict(one.y)
        if several:
            x.setdefault("anchor", f"y{k}")
            y.setdefault("domain", [low, high])
            if one.across:
                x.setdefault("domain", list(one.across))
            if number:
                y.setdefault("anchor", f"x{k}")
        layout |= {f"xaxis{k}": x, f"yaxis{k}": y}
        data += [{**mark, "xaxis": f"x{k}", "yaxis": f"y{k}"} if number else mark for mark in one.marks]
        if one.heading:
            left = one.across[0] if one.across else 0
            words.append({**heading(one.heading, round(high + 0.01, 10)), "x": left})
    if words:
        layout["annotations"] = words
    return style.figure(*data, height=height, **layout)
