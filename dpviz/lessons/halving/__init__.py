"""Lesson 10: successive halving. ``from dpviz.lessons.halving import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "rounds", "uniform", "hardness", "failure", "tuning", "choice")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
