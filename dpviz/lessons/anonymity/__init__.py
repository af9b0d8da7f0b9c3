"""Lesson 8: anonymity, and why it fails.

``from dpviz.lessons.anonymity import lesson`` makes the lesson of the notebook it stands in.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # Made at first use, not at import: a lesson opens widgets, and needs a kernel to show them.
    if name != "lesson":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dpviz.lessons.anonymity.wiring import AnonymityLesson

    globals()["lesson"] = AnonymityLesson()
    return globals()["lesson"]
