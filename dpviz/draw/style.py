"""One look for every picture: colours, fonts, axes. The page maps the colours to their dark twins."""

from __future__ import annotations

from typing import Any

INK = "#1f2933"
GRID = "#d5dbe1"
# Three steps of lightness, 15 apart or more, so that they differ in grey and to the colour-blind too; what shares a
# step differs in dash, marker or pattern (tests/lessons/test_readable.py).
GREEN = "#00402d"
BLUE = "#0063a3"
ORANGE = "#dd6b0d"
PURPLE = "#b0739f"
GREY = "#6b7280"
PALE = "#bfc7d0"  # bars and points of what no longer counts
FAINT_BLUE = "rgba(0,99,163,0.15)"
FAINT_ORANGE = "rgba(221,107,13,0.15)"
#: Words in a light colour are written in a darker one.
WORDS = {ORANGE: "#b45309", PURPLE: "#8a4f7d"}
CLEAR = "rgba(0,0,0,0)"


#: In pixels: what is free under the panels, for the numbers of an axis and its title.
BOTTOM = 56


def margin(top: float = 44, bottom: float = BOTTOM) -> dict[str, float]:
    """What is free around the panels, in pixels; by default with room for a legend above them."""
    return {"l": 64, "r": 16, "t": top, "b": bottom}


def layout(height: int, **options: Any) -> dict[str, Any]:
    """The layout of a figure in the common look: axes, shapes, annotations; of ``legend`` what is to differ from it.

    Its height is fixed, so that nothing on the page jumps when the picture comes.
    """
    # Plain dictionaries: the page needs no more, and plotly's own classes would take 15 MB of each session.
    # `Scene.at` makes a plotly figure of them, which checks every name and value; the tests do so for every picture.
    legend = {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "bgcolor": CLEAR}
    return {
        "template": "none",
        "height": height,
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": {"color": INK, "size": 15},
        "bargap": 0.15,
        "hovermode": "closest",
        **options,
        "legend": legend | options.get("legend", {}),
    }
