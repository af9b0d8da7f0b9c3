"""Lesson 9: adversarial training. ``from dpviz.lessons.robust import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "envelope", "worst", "weights", "tradeoff", "boundary")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
