"""Lesson 8: anonymity, and why it fails. ``from dpviz.lessons.anonymity import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "release", "told", "intersection", "reconstruct", "subsets", "linkage", "structure")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
