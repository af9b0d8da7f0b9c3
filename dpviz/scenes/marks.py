"""Lines, points and words that several pictures draw alike, as plain dictionaries."""

from __future__ import annotations

from typing import Any

from dpviz.draw.marks import CHANCES, HALVES, QUARTERS, SHARES, heading, label

__all__ = ["CHANCES", "HALVES", "QUARTERS", "SHARES", "heading", "label", "line", "points"]


def line(
    x: Any,
    y: Any,
    colour: str,
    name: str = "",
    *,
    width: float = 3,
    dash: str = "solid",
    shape: str = "linear",
    **options: Any,
) -> dict[str, Any]:
    """A line; one without a name is not in the legend."""
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "name": name, "showlegend": bool(name),
            "hoverinfo": "skip", "line": {"color": colour, "width": width, "dash": dash, "shape": shape},
            **options}  # fmt: skip


def points(
    x: Any, y: Any, colour: Any, name: str = "", *, symbol: Any = "circle", size: int = 13, **options: Any
) -> dict[str, Any]:
    """Marks; those without a name are not in the legend."""
    return {"type": "scatter", "mode": "markers", "x": x, "y": y, "name": name, "showlegend": bool(name),
            "hoverinfo": "skip", "marker": {"color": colour, "size": size, "symbol": symbol}, **options}  # fmt: skip
