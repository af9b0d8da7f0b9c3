"""Lesson 3: PAC learning. ``from dpviz.lessons.pac import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "cut", "occam", "memory", "shatter", "growth", "curve", "band", "sides", "single", "loans")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
