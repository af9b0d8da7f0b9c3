"""Lesson 6: private multiplicative weights.

``from dpviz.lessons.multiplicative_weights import lesson`` makes the lesson of the notebook it stands in.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # Made at first use, not at import: a lesson opens widgets, and needs a kernel to show them.
    if name != "lesson":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dpviz.lessons.multiplicative_weights.wiring import WeightsLesson

    globals()["lesson"] = WeightsLesson()
    return globals()["lesson"]
