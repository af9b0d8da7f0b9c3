"""Lesson 13: counting for ever. ``from dpviz.lessons.counting import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "stream", "tree", "largest", "factors", "bound", "person", "forever", "training")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
