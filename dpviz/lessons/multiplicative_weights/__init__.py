"""Lesson 6: private multiplicative weights.

``from dpviz.lessons.multiplicative_weights import lesson`` makes it, for its notebook.
"""

from dpviz.frame.outline import Outline

OUTLINE = Outline(
    __name__,
    "bars",
    "descent",
    "private",
    "table",
    "table_errors",
    "budget",
    "rate",
    "traps",
    "errors",
    "sizes",
    "own",
    lesson="page.WeightsLesson",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
