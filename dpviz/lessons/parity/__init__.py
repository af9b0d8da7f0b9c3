"""Lesson 5: parities, learnt by halving, and privately. ``from dpviz.lessons.parity import lesson`` makes it."""

from dpviz.frame.outline import Outline

OUTLINE = Outline(
    __name__,
    "halving",
    "reduction",
    "rank",
    "neighbours",
    "learner",
    "law",
    "amplify",
    "live",
    lesson="page.ParityLesson",
)
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
