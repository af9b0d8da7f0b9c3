"""Lesson 1: what privacy means. ``from dpviz.lessons.privacy import lesson`` makes it, for its notebook."""

from dpviz.lessons.outline import Outline

OUTLINE = Outline(
    __name__, "worlds", "seat", "roc", "exact", "errors", "needed", "composition", "budget", "processed", lesson="page.PrivacyLesson"
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
