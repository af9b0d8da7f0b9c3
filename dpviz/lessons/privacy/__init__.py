"""Lesson 1: what privacy means. ``from dpviz.lessons.privacy import lesson`` makes it, for its notebook."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(
    __name__,
    *("worlds", "excess", "seat", "exact", "errors"),  # one answer
    *("composition", "processed", "group"),  # many answers, what is made of them, many people
    *("roc", "needed", "budget", "vote", "bits"),  # more
    lesson="page.PrivacyLesson",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
