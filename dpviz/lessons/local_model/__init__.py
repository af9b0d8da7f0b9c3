"""Lesson 14: the local model and shuffling. ``from dpviz.lessons.local_model import lesson`` makes it."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "root", "answers", "oracles", "shuffle", "survey", "means", "prefixes", "parities")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
