"""Lesson 7: private empirical risk minimisation.

``from dpviz.lessons.private_regression import lesson`` makes the lesson of the notebook it stands in.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # Made at first use, not at import: a lesson opens widgets, and needs a kernel to show them.
    if name != "lesson":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dpviz.lessons.private_regression.wiring import RegressionLesson

    globals()["lesson"] = RegressionLesson()
    return globals()["lesson"]
