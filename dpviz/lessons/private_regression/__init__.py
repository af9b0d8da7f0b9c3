"""Lesson 7: private regression. ``from dpviz.lessons.private_regression import lesson`` makes it."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(
    __name__,
    "squares",
    "loss",
    "sensitivity",
    "weights",
    "counterexample",
    "lines",
    "learning",
    "sizes",
    "price",
    "gap",
    "width",
    "rings",
    "people",
    "real",
    "choice",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
