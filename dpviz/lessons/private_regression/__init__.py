"""Lesson 7: private regression. ``from dpviz.lessons.private_regression import lesson`` makes it, for its notebook."""

from dpviz.lessons.outline import Outline

OUTLINE = Outline(
    __name__,
    "weights",
    "lines",
    "counterexample",
    "price",
    "sensitivity",
    "learning",
    "width",
    "rings",
    "people",
    "real",
    "choice",
    "gap",
    "sizes",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
