"""Lesson 7: private empirical risk minimisation. ``from dpviz.lessons.private_regression import lesson`` makes it."""

from dpviz.lessons.outline import Outline

OUTLINE = Outline(__name__, "weights", "lines", "counterexample", "price", "sensitivity", "gap", "sizes")
make, __getattr__ = OUTLINE.make, OUTLINE.attribute
