"""Lesson 15: kinder than the worst case. ``from dpviz.lessons.kinder import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "local", "smooth", "noise", "propose", "histogram", "aggregate", "quantile")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
