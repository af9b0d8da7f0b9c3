"""Lesson 7: private classification. ``from dpviz.lessons.private_regression import lesson`` makes it."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(
    __name__,
    "loss",
    "sensitivity",
    "weights",
    "lines",
    "counterexample",
    "learning",
    "sizes",
    "price",
    "gap",
    "width",
    "rings",
    "people",
    "real",
    "squares",
    "choice",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
