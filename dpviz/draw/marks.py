"""Marks of a picture, as plain dictionaries; any value may be `moving`, and one number a frame is a point."""

from __future__ import annotations

from typing import Any

import numpy as np

from dpviz.draw import style
from dpviz.draw.moving import Moving, coordinate, each

Mark = dict[str, Any]
# The numbers on an axis of parts of a whole, and on one of small chances.
HALVES: dict[str, Any] = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "50 %", "100 %"]}
QUARTERS: dict[str, Any] = {"tickvals": [0, 0.25, 0.5, 0.75, 1], "ticktext": ["0", "25 %", "50 %", "75 %", "100 %"]}
SHARES: dict[str, Any] = {"range": [-0.03, 1.05], **HALVES}
#: The dash of a line that stands for one number: no curve has it.
REFERENCE = "longdashdot"
CHANCES = {"tickvals": [1e-6, 1e-4, 1e-2, 1], "ticktext": ["10⁻⁶", "10⁻⁴", "0.01", "1"]}


def curve(
    x: Any,
    y: Any,
    colour: str,
    name: str = "",
    *,
    width: float = 3,
    dash: str = "solid",
    shape: str = "linear",
    smooth: bool = False,
    **options: Any,
) -> Mark:
    """A line; one without a name is not in the legend.

    Points that lie nearly on a line are left out for speed; where a bend would show a corner for it, say `smooth`.
    """
    return {"type": "scatter", "mode": "lines", "x": coordinate(x), "y": coordinate(y), "name": name,
            "showlegend": bool(name), **_quiet(options),
            "line": {"color": colour, "width": width, "dash": dash, "shape": shape}
            | ({"simplify": False} if smooth else {}), **options}  # fmt: skip


def points(
    x: Any, y: Any, colour: Any, name: str = "", *, symbol: Any = "circle", size: int = 13, **options: Any
) -> Mark:
    """Points; those without a name are not in the legend."""
    return {"type": "scatter", "mode": "markers", "x": coordinate(x), "y": coordinate(y), "name": name,
            "showlegend": bool(name), **_quiet(options),
            "marker": {"color": colour, "size": size, "symbol": symbol}, **options}  # fmt: skip


def bars(x: Any, y: Any, colour: Any, name: str = "", **options: Any) -> Mark:
    """Upright bars; those without a name are not in the legend."""
    named = {"name": name} if name else {"showlegend": False}
    return {"type": "bar", "x": coordinate(x), "y": coordinate(y), **named, **_quiet(options),
            "marker": {"color": colour}, **options}  # fmt: skip


def level(y: Any, colour: str, name: str = "", *, reach: tuple[float, float], **look: Any) -> Mark:
    """A line at one height, in the dash of a reference unless `look` says otherwise."""
    return curve(list(reach), _twice(y), colour, name, **{"dash": REFERENCE} | look)


def upright(x: Any, colour: str, name: str = "", *, reach: tuple[Any, Any], **look: Any) -> Mark:
    """A line at one place, in the dash of a reference unless `look` says otherwise."""
    return curve(_twice(x), list(reach), colour, name, **{"dash": REFERENCE} | look)


def band(
    x: Any, low: Any, high: Any, colour: str, name: str = "", *, fill: str = style.FAINT_BLUE, **look: Any
) -> Mark:
    """What lies between two curves over the same x; where one of them is not known, between those beside it."""
    x, low, high = (each(_bridged, one, low, high) for one in (x, low, high))
    around = lambda a, b: np.concatenate([a, b[..., ::-1]], axis=-1)  # noqa: E731
    return curve(each(around, x, x), each(around, low, high), colour, name, fill="toself", fillcolor=fill, **look)


def heatmap(z: Any, *, scale: list[Any], **options: Any) -> Mark:
    """Cells whose colour is a number; `x` and `y` say where they are, if they are not counted."""
    return {"type": "heatmap", "z": z, "showscale": False, "hoverinfo": "skip", "colorscale": scale, **options}


def heading(text: str | Moving, y: float) -> dict[str, Any]:
    """The words above one of several pictures that stand under each other."""
    return {"text": text, "xref": "paper", "yref": "paper", "x": 0, "y": y, "xanchor": "left",
            "yanchor": "bottom", "showarrow": False, "font": {"size": 14, "color": style.GREY}}  # fmt: skip


def label(text: str, y: Any, colour: str, *, yref: str = "y", anchor: str = "bottom") -> dict[str, Any]:
    """Words at the right edge, on a level line."""
    return {"text": text, "xref": "paper", "x": 1, "xanchor": "right", "y": y, "yref": yref,
            "yanchor": anchor, "showarrow": False,
            "font": {"size": 14, "color": style.WORDS.get(colour, colour)}}  # fmt: skip


def _bridged(values: Any, low: Any, high: Any) -> Any:
    """Values with those before them put where `low` or `high` is NaN: a gap would close the band across itself."""
    known = np.isfinite(low) & np.isfinite(high)
    if known.all():
        return values
    last = np.maximum.accumulate(np.where(known, np.arange(known.shape[-1]), -1), axis=-1)
    place = np.where(last < 0, known.argmax(axis=-1)[..., None], last)
    return np.take_along_axis(np.broadcast_to(values, known.shape), place, axis=-1)


def _quiet(options: Mark) -> Mark:
    """Nothing is said under the pointer unless a `hovertemplate` says it."""
    return {} if "hovertemplate" in options else {"hoverinfo": "skip"}


def _twice(value: Any) -> Any:
    return Moving(np.repeat(value.frames[:, None], 2, axis=1)) if isinstance(value, Moving) else [value, value]
