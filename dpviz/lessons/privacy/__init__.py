"""Lesson 1: what privacy means. ``from dpviz.lessons.privacy import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(
    __name__,
    *("worlds", "excess", "seat", "roc", "exact", "errors", "needed"),  # one answer
    *("composition", "budget", "processed", "vote", "group", "bits"),  # what else is made of it, and by whom
    lesson="page.PrivacyLesson",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
