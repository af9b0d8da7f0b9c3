"""Lesson 2: the exponential mechanism. ``from dpviz.lessons.exponential import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "law", "draws", "tables", "loss", "tail", "solve", lesson="page.ExponentialLesson")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
