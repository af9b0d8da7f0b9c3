"""Lesson 11: the sparse vector technique. ``from dpviz.lessons.sparse_vector import lesson`` makes it."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "stream", "paid", "neighbours", "accuracy", "split", "variants", "audit", "online")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
