"""Lesson 12: privacy accounting. ``from dpviz.lessons.accounting import lesson`` makes it, for its notebook."""

from dpviz.lessons.outline import Outline

OUTLINE = Outline(__name__, "losses", "sums", "accountants", "orders", "steps")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
