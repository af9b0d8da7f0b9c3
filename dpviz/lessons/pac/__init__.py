"""Lesson 3: PAC learning. ``from dpviz.lessons.pac import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "cut", "band", "sides", "occam", "memory", "shatter", "growth", "curve", "single", "loans")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
