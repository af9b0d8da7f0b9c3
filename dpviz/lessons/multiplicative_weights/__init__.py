"""Lesson 6: private multiplicative weights.

``from dpviz.lessons.multiplicative_weights import lesson`` makes it, for its notebook.
"""

from dpviz.lessons.outline import Outline

OUTLINE = Outline(
    __name__,
    "bars",
    "descent",
    "rate",
    "private",
    "budget",
    "traps",
    "table",
    "table_errors",
    "errors",
    "sizes",
    "own",
    lesson="own_table.WeightsLesson",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
