"""Lines, points and words that several pictures draw alike, as plain dictionaries."""

from __future__ import annotations

from typing import Any

from dpviz.scenes import style

# The numbers on an axis of parts of a whole, and on one of small chances.
HALVES = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "50 %", "100 %"]}
QUARTERS = {"tickvals": [0, 0.25, 0.5, 0.75, 1], "ticktext": ["0", "25 %", "50 %", "75 %", "100 %"]}
SHARES = {"range": [-0.03, 1.05], **HALVES}
CHANCES = {"tickvals": [1e-6, 1e-4, 1e-2, 1], "ticktext": ["10⁻⁶", "10⁻⁴", "0.01", "1"]}


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


def heading(text: str, y: float) -> dict[str, Any]:
    """The words above one of several pictures that stand under each other."""
    return {"text": text, "xref": "paper", "yref": "paper", "x": 0, "y": y, "xanchor": "left",
            "yanchor": "bottom", "showarrow": False, "font": {"size": 14, "color": style.GREY}}  # fmt: skip


def label(text: str, y: float, colour: str, *, yref: str = "y", anchor: str = "bottom") -> dict[str, Any]:
    """Words at the right edge, on a level line."""
    return {"text": text, "xref": "paper", "x": 1, "xanchor": "right", "y": y, "yref": yref,
            "yanchor": anchor, "showarrow": False, "font": {"size": 14, "color": colour}}  # fmt: skip
