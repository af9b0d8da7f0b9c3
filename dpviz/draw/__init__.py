"""The words in which a picture is written down: what moves, marks, panels, texts with gaps, the picture itself."""

from dpviz.draw.marks import band, bars, curve, heatmap, level, points, upright
from dpviz.draw.moving import Moving, moving, varying
from dpviz.draw.panel import axis, panel
from dpviz.draw.picture import Picture, card, grid, listed, rows
from dpviz.draw.texts import num, where

__all__ = [
    "Moving",
    "Picture",
    "axis",
    "band",
    "bars",
    "card",
    "curve",
    "grid",
    "heatmap",
    "level",
    "listed",
    "moving",
    "num",
    "panel",
    "points",
    "rows",
    "upright",
    "varying",
    "where",
]
