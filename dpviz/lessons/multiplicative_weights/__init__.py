"""Lesson 6: private multiplicative weights.

``from dpviz.lessons.multiplicative_weights import lesson`` makes the lesson of the notebook it stands in.
"""

from dpviz.lessons.outline import Outline

OUTLINE = Outline(
    __name__, "table", "table_errors", "errors", "sizes", "own", lesson="own_table.WeightsLesson"
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
