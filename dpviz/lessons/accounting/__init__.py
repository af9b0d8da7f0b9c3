"""Lesson 12: privacy accounting. ``from dpviz.lessons.accounting import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(
    __name__, "losses", "sums", "accountants", "sampling", "descent", "orders", "steps", "price", "attack"
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
