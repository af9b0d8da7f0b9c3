"""What a machine says of every point of a square, as the rings and the people are drawn."""

from typing import Any

import numpy as np

from dpviz.draw import axis, heatmap, panel
from dpviz.draw.moving import each
from dpviz.draw.panel import Panel

SIDE = np.linspace(-1.1, 1.1, 37)
PLACES = np.stack(np.meshgrid(SIDE, SIDE), axis=-1).reshape(-1, 2)
SHADES = [[0, "rgba(221,107,13,1)"], [0.5, "rgba(221,107,13,0)"], [0.5, "rgba(0,99,163,0)"], [1, "rgba(0,99,163,1)"]]


def region(scores: Any) -> dict[str, Any]:
    """Two regions as a heatmap, by the scores at `PLACES`: blue for +1, orange for -1, the deeper the surer."""
    return heatmap(each(_shade, scores), scale=SHADES, x=SIDE, y=SIDE, zmin=-1, zmax=1, opacity=0.5)


def _shade(scores: Any) -> Any:
    """The side always shows, and the more the surer, up to a score of 1."""
    depth = 0.3 + 0.7 * np.minimum(np.abs(scores), 1.0)
    return np.where(scores >= 0, depth, -depth).reshape(*scores.shape[:-1], len(SIDE), len(SIDE))


def square(*marks: Any, across: tuple[float, float], heading: str, x: str, share: float = 1) -> Panel:
    """A panel as wide as it is high; `x` is plotly's name of its axis."""
    look = {"tickvals": [-1, 0, 1], "ticks": "", "constrain": "domain"}
    return panel(
        *marks,
        x=axis("", -1.1, 1.1, constraintoward="left", **look),
        y=axis("", -1.1, 1.1, constraintoward="top", scaleanchor=x, **look),
        across=across,
        share=share,
        heading=heading,
    )
