"""The words in which a picture is written down: what moves, marks, panels, texts with gaps, the picture itself."""

from dpviz.draw.marks import band, bars, curve, heatmap, level, points, upright
from dpviz.draw.moving import Moving, moving, varying
from dpviz.draw.names import ends, text
from dpviz.draw.panel import axis, panel
from dpviz.draw.picture import Picture, table_by_column, table_by_frame, table_by_row
from dpviz.draw.texts import num, when

__all__ = [
    "Moving",
    "Picture",
    "axis",
    "band",
    "bars",
    "curve",
    "ends",
    "heatmap",
    "level",
    "moving",
    "num",
    "panel",
    "points",
    "table_by_column",
    "table_by_frame",
    "table_by_row",
    "text",
    "upright",
    "varying",
    "when",
]
