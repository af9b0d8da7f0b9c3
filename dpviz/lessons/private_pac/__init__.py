"""Lesson 4: private PAC learning. ``from dpviz.lessons.private_pac import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(__name__, "giveaway", "law", "curve", "terms", "bits", "overfit", "health")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
